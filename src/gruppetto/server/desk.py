"""The desk: tables are found, followed and played here. It holds nothing that is not in the database.

A worker keeps the tables it has touched lately, but only as a quicker way to what the log says: every
decision is accepted by the database alone, and whoever finds its seq taken reads the log again.
"""

import asyncio
import contextlib
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence

from gruppetto.errors import GruppettoError, IllegalMove
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.match import Match
from gruppetto.server import carrying
from gruppetto.server.answers import MyTable, Status, Table, UndoTold
from gruppetto.server.archive import Archive
from gruppetto.server.hub import Hub, encode
from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.messages import Decision, Refused
from gruppetto.server.metrics import Timing
from gruppetto.server.names import Unwanted
from gruppetto.server.readiness import Readiness
from gruppetto.server.roster import Roster
from gruppetto.server.store import CARRY, NOT_LENT, PLAY, MatchRow, Move, SeatRow, Store, TableProgress
from gruppetto.server.telling import Told, table_of
from gruppetto.server.watched import Watched
from gruppetto.server.workbench import Workbench

KEPT = 2000  # tables a worker remembers
KEPT_BYTES = 256 * 1024 * 1024  # and how much memory they take, about
IDLE_SECONDS = 300.0  # after which it forgets a table that nobody looks at
AT_ONCE = 50  # rows of a log that are followed before others have their turn
TABLE = re.compile("[A-Za-z0-9_-]{1,16}")  # how the id of a table is written
LOOKED_INTO = 8  # of somebody's running races, the latest, to see whether they wait for them
PATIENCE = 0.5  # seconds for such a look; rules that have to be compiled first take longer
TRIES = 50  # how often a decision that finds its seq taken is tried again

Publish = Callable[[Json], None]
logger = logging.getLogger(__name__)


class Desk:
    """All tables, as this worker reaches them."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        publish: Publish,
        attendants: "Sequence[Callable[[Desk, Live], None]]",
        roster: Roster,
        readiness: Readiness,
        workbench: Workbench,
    ) -> None:
        self.store, self.hub, self.publish, self._attendants = store, hub, publish, attendants
        self.archive = Archive(store, workbench)
        self.roster = roster  # who may be seated besides people
        self.readiness = readiness
        self.opened: Callable[[str, str], None] = _nothing  # told of a table that somebody looks at
        self.invite: Callable[[str, dict[str, str]], None] = _nothing  # told who is expected at a table
        self.unwanted = Unwanted()  # names that the operator does not want to see
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self.decisions = Timing()

    # --- finding a table ----------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Live]:
        """A table, locked on this worker."""
        live = self._kept.get(table) or await self._load(table)
        async with live.lock:
            live.used = time.monotonic()
            if table in self._kept:
                self._kept.move_to_end(table)
            if not live.followed:
                was_running = live.row.status == "running"
                await self.catch_up(live, quietly=True)
                live.followed = True
                if was_running and live.over:
                    self.archive.keep(live)  # its worker died before it could
            try:
                yield live
            finally:
                live.rest()

    async def _load(self, table: str) -> Live:
        row = await self.store.match(table) if TABLE.fullmatch(table) else None
        if row is None:
            raise Refused(404, "UnknownTable", "There is no such table.")
        if row.status != "open" and (game := registry.games().get(row.game)):
            await self.readiness.ready(game)
        found = await self._taken_up(await carrying.under_our_rules(self.store, row))
        live = self._kept.setdefault(table, found)  # another may have been quicker
        self._forget_some()
        return live

    async def _taken_up(self, row: MatchRow) -> Live:
        """A table by its row; one that other rules rode to its end is there to be watched."""
        seats = await self.store.seats(row.id)
        if row.rules_version != registry.get(row.game).rules_version:
            return Watched(row, seats, await self.store.log(row.id), await self.store.story(row.id))
        return Live(row, seats, await self.store.carried(row.id) if row.carried else None, self.store.time)

    def known(self, table: str) -> Live | None:
        """A table, if this worker has it in mind."""
        return self._kept.get(table)

    def knows(self, table: str) -> bool:
        """Whether this worker has the table in mind; those that are watched here it always has."""
        return table in self._kept

    def forget(self, table: str) -> None:
        """Keep a table no longer."""
        self._kept.pop(table, None)

    @property
    def kept(self) -> tuple[int, int]:
        """How many tables are kept, and about how many bytes they take."""
        return len(self._kept), sum(live.weight for live in self._kept.values())

    def _forget_some(self) -> None:
        """Keep the tables that were used last, and those somebody looks at."""
        many, weight = self.kept
        idle = time.monotonic() - IDLE_SECONDS
        for table, live in list(self._kept.items()):
            if many <= KEPT and weight <= KEPT_BYTES and live.used > idle:
                return
            if not live.lock.locked() and table not in self.hub.viewers:
                many, weight = many - 1, weight - live.weight
                del self._kept[table]

    async def reread(self, live: Live) -> None:
        """Read the rows of a table again."""
        row = await self.store.match(live.id)
        if row is None:  # an operator has removed it
            self.forget(live.id)
            raise Refused(404, "UnknownTable", "There is no such table.")
        live.take(row, await self.store.seats(live.id))

    async def catch_up(self, live: Live, *, quietly: bool = False) -> bool:
        """Follow what others have added to the log; whether there was anything."""
        found = await self.store.log(live.id, live.seq)
        for number, move in enumerate(found, start=1):
            await self.follow(live, move, quietly=quietly)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        return bool(found)

    async def look_again(self, live: Live) -> bool:
        """Whether another worker knows more of a table."""
        before = live.row, live.seats
        await self.reread(live)
        return await self.catch_up(live) or before != (live.row, live.seats)

    async def refresh(self) -> None:
        """Look again at all tables that are watched here: broadcast may have been missed."""
        for table in list(self.hub.viewers):
            with contextlib.suppress(Refused):
                async with self.at(table) as live:
                    if await self.look_again(live):
                        self.hub.tell_anew(live)

    async def sweep(self, since: float) -> None:
        """Follow and wake tables touched since then, should their worker have died or its word been lost."""
        for found in await self.store.running(since):
            try:
                await self._look_after(found)
            except Refused:
                continue  # begun by other rules, and ours cannot take it up
            except Exception:
                logger.exception("table %s could not be looked after", found.id)
        self._forget_some()
        for table in self.hub.tidy():
            self.tell_presence(table)

    async def _look_after(self, found: TableProgress) -> None:
        known = self._kept.get(found.id)
        if known and known.over:
            self.archive.keep(known)
            return
        if known is None and not found.bots:
            return  # nobody here waits for it
        if known and known.followed and known.seq >= found.seq and not known.bots_to_move():
            return
        async with self.at(found.id) as live:
            await self.catch_up(live)
            self.attend(live)

    def tell_presence(self, table: str) -> None:
        """Tell the viewers of a table who is there."""
        if live := self._kept.get(table):
            self.hub.tell_table(live)

    async def listed(self, status: Status | None) -> list[Table]:
        """The tables anybody may see, the latest first."""
        return [
            table_of(row, seats, self.hub.online(row.id), seq)
            for row, seats, seq in await self._seated(await self.store.listed(status))
        ]

    async def tables_of(self, key: str) -> list[MyTable]:
        """The tables somebody sits at or is the host of, the latest first."""
        found = await self._seated(await self.store.tables_of(key))
        mine = [row for row, seats, _ in found if any(place.owner == key for place in seats)]
        owing = await self._owing([row.id for row in mine if _is_at_hand(row)][:LOOKED_INTO], key)
        return [
            MyTable(
                table_of(row, seats, self.hub.online(row.id), seq),
                [place.seat for place in seats if place.owner == key],
                row.host == key,
                row.id in owing,
            )
            for row, seats, seq in found
        ]

    async def _owing(self, tables: list[str], key: str) -> set[str]:
        """The races that wait for somebody, as far as that is known at once."""
        owing = set[str]()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for table in tables:
                    if await self._owes(table, key):
                        owing.add(table)
        return owing

    async def _owes(self, table: str, key: str) -> bool:
        """Whether a running race waits for somebody; one that cannot be taken up waits for nobody."""
        try:
            async with self.at(table) as live:
                mine = [seat for seat in live.seats_of(key) if not live.seats[seat].lent]
                return any(seat in live.waiting for seat in mine)
        except (Refused, GruppettoError):
            return False

    async def _seated(self, found: list[tuple[MatchRow, int]]) -> list[tuple[MatchRow, list[SeatRow], int]]:
        """Tables of games that are installed, with their seats."""
        rows = [(row, seq) for row, seq in found if row.game in registry.games()]
        places = await self.store.seats_of([row.id for row, _ in rows])
        return [(row, places[row.id], seq) for row, seq in rows]

    # --- following it -------------------------------------------------------------------------------

    async def follow(self, live: Live, move: Move, *, quietly: bool = False) -> Told | None:
        """Take a step that is in the log, and tell it."""
        if move.kind == CARRY and move.seq > live.row.carried:
            self.forget(live.id)
            raise Refused(409, "WrongVersion", "This table goes on under other rules; look again.")
        asked = live.ask
        try:
            told = live.follow(move)
        except GruppettoError as error:
            raise self._broken(live, move, error) from error
        if not quietly:
            if told is None:
                self.hub.tell_anew(live)
            else:
                self.hub.tell_step(live, told)
            if asked:  # play has overtaken the question
                self.hub.tell_all(live.id, encode(UndoTold(None, live.seq)))
        if live.over and live.row.status == "running":
            live.take(live.row, live.seats)
            if not quietly:
                self.hub.tell_table(live)
        return told

    def _broken(self, live: Live, move: Move, error: GruppettoError) -> Refused:
        """A log that does not replay is followed no further, by nobody."""
        logger.error("table %s: row %d of its log does not replay: %s", live.id, move.seq, error)
        self.forget(live.id)
        return Refused(
            500, "CorruptLog", "The log of this table is damaged; who runs the server can see why."
        )

    def attend(self, live: Live) -> None:
        """It may be somebody else's turn at a table: let those know who wait for that, bots above all."""
        for attendant in self._attendants:
            attendant(self, live)

    # --- its seats ----------------------------------------------------------------------------------

    @staticmethod
    def place(live: Live, seat: int) -> SeatRow:
        """A seat of a table, and who sits on it."""
        if not 0 <= seat < len(live.seats):
            raise Refused(404, "UnknownSeat", f"There is no seat {seat} at this table.")
        return live.seats[seat]

    async def own_seat(self, live: Live, who: Who) -> int:
        """The seat of whoever asks, which may have been given to them by another worker just now."""
        seat = live.seat_of(who)
        if seat is None and who.key:
            await self.reread(live)
            seat = live.seat_of(who)
        if seat is None:
            raise Refused(401, "NotAllowed", "This key opens no seat at this table.")
        return seat

    async def return_seat(self, live: Live, seat: int) -> None:
        """Whoever was replaced for want of a decision is back."""
        await self.store.update_seat(live.id, seat, **NOT_LENT)
        await self.changed(live)

    async def changed(self, live: Live, *, anew: bool = False) -> None:
        """Seats or status have changed: read them, tell them, and let other workers know."""
        await self.reread(live)
        await self.keep_turns(live)
        if anew:
            self.hub.tell_anew(live)
        else:
            self.hub.tell_table(live)
        self.publish({"table": live.id, "what": "anew" if anew else "table"})

    async def keep_turns(self, live: Live) -> None:
        """Write down whose time has stood still or begun anew: the log does not tell that."""
        if live.row.status == "running" and (turns := live.reckoning.unknown()):
            await self.store.keep_turns(live.id, live.seq, turns)

    async def keep_dues(self) -> None:
        """Write down when the tables kept here have to be looked at, as far as that has changed."""
        running = [live for live in self._kept.values() if live.followed and live.row.status == "running"]
        dues = {live.id: due for live in running if (due := live.due) != live.row.due}
        await self.store.keep_dues(dues)
        for table, due in dues.items():
            if live := self._kept.get(table):
                live.row.due = due

    def due_here(self) -> list[str]:
        """The tables at which somebody sits, and somebody's time may be over."""
        now = self.store.time()
        seen = [live for table in self.hub.viewers if (live := self._kept.get(table))]
        late = [live.id for live in seen if live.row.due is not None and live.row.due <= now]
        return [table for table in late if self.hub.here(table)]

    # --- playing ------------------------------------------------------------------------------------

    async def decide(self, table: str, who: Who, asked: Decision) -> int:
        """A player's decision: its seq, once it is in the log for good."""
        begun = time.perf_counter()
        async with self.at(table) as live:
            seat = await self.own_seat(live, who)
            if live.seats[seat].by_table:
                await self.return_seat(live, seat)
            seq = await self.play(live, seat, asked.own, asked.code, f"{seat}:{asked.move_id}")
        self.decisions.observe(time.perf_counter() - begun)
        return seq

    async def play(self, live: Live, seat: int, own: int, code: int, move_id: str) -> int:
        """Append a decision to the log and tell everybody (the table is locked)."""
        for _ in range(TRIES):
            if move_id in live.ids:
                return live.ids[move_id]
            try:
                self._check_decision(live, seat, own, code)
            except Refused:
                if await self.look_again(live):
                    continue
                if seq := await self.store.seq_of(live.id, move_id):
                    return seq  # long ago
                raise
            spent = live.reckoning.spends(seat)
            move = Move(live.seq + 1, PLAY, seat, code, move_id, self.store.time(), spent)
            if await self.store.append(live.id, move):
                told = await self.follow(live, move)
                self.publish({"table": live.id, "what": "move", "seq": move.seq})
                await self._keep(live, told)
                self.attend(live)
                return move.seq
            await self.catch_up(live)
        raise Refused(409, "Busy", "Others were quicker again and again; try once more.")

    async def _keep(self, live: Live, told: Told | None) -> None:
        """Keep what outlives the rules: where a round begins, and how a race was that is over."""
        if live.over:
            self.archive.keep(live)
        elif told and told.opens_round:
            await self.store.keep_round(live.id, live.round_begun())

    @staticmethod
    def _check_decision(live: Live, seat: int, own: int, code: int) -> None:
        if live.row.status != "running":
            raise Refused(409, "NotRunning", "The race has not begun yet, or it is over.")
        if live.row.paused:
            raise Refused(409, "Paused", "The race is paused; let it go on first.")
        if own != live.own(seat):
            raise Refused(
                409, "OutOfTurn", f"You have made {live.own(seat)} decisions, not {own}; look again."
            )
        if code not in live.legal(seat):
            said = "This is not possible now." if live.legal(seat) else "You owe no decision now."
            raise Refused(409, IllegalMove.__name__, said)

    async def question_of(self, table: str, who: Who) -> tuple[Match, int]:
        """What a seat that may have hints is asked now: a match of its own, and the seat."""
        async with self.at(table) as live:
            seat = await self.own_seat(live, who)
            if not live.row.hints:
                raise Refused(403, "NoHints", "There are no hints at this table.")
            if live.row.status != "running" or seat not in live.waiting:
                raise Refused(409, IllegalMove.__name__, "You owe no decision now.")
            return live.match.at(len(live.match.log)), seat


def refusal_for(error: GruppettoError) -> Refused:
    """Bad input, as the client is told."""
    return Refused(400, type(error).__name__, str(error))


def _nothing(table: str, whom: str | dict[str, str]) -> None:
    del table, whom


def _is_at_hand(row: MatchRow) -> bool:
    """Whether a race is running under our rules: looking at it carries nothing over."""
    return row.status == "running" and row.rules_version == registry.get(row.game).rules_version
