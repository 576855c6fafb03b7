"""The desk: tables are opened, joined, played and closed here. It holds nothing that is not in the database.

A worker keeps the tables it has touched lately, but only as a quicker way to what the log says: every
decision is accepted by the database alone, and whoever finds its seq taken reads the log again.
"""

import asyncio
import contextlib
import itertools
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from gruppetto.errors import GruppettoError, IllegalMove
from gruppetto.games import game as contract
from gruppetto.games.game import Json
from gruppetto.match import Match, seed_bytes
from gruppetto.players import check_level
from gruppetto.saves import loads
from gruppetto.server.hub import Hub, encode
from gruppetto.server.live import PEOPLE, Ask, Live, event_document, hash_of, table_document
from gruppetto.server.messages import Chat, Decision, NewTable, Refused
from gruppetto.server.store import PLAY, UNDO, Move, Progress, Store, now

KEPT = 2000  # tables a worker remembers
MOST_UNDONE = 500  # decisions taken back at one table
REMATCH_LENDS = 300  # seconds after which the seat of one who has not come back for a rematch is lent
TRIES = 50  # how often a decision that finds its seq taken is tried again

Publish = Callable[[Json], None]
logger = logging.getLogger(__name__)


class Desk:
    """All tables, as this worker reaches them."""

    def __init__(self, store: Store, hub: Hub, publish: Publish) -> None:
        self.store, self.hub, self.publish = store, hub, publish
        self._kept: OrderedDict[str, Live] = OrderedDict()
        self.wake_bots: Callable[[Live], None] = lambda _: None

    # --- finding a table ----------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Live]:
        """A table, locked on this worker."""
        live = self._kept.get(table) or await self._load(table)
        async with live.lock:
            if table in self._kept:
                self._kept.move_to_end(table)
            if not live.followed:
                await self.catch_up(live, quietly=True)
                live.followed = True
            yield live

    async def _load(self, table: str) -> Live:
        row = await self.store.match(table) if len(table) <= 16 else None
        if row is None:
            raise Refused(404, "UnknownTable", "There is no such table.")
        if not _playable(row):
            raise Refused(409, "WrongVersion", "This race was begun by another version of the rules.")
        seats = await self.store.seats(table)
        live = self._kept.setdefault(table, Live(row, seats))  # another may have been quicker
        self._forget_some()
        return live

    def knows(self, table: str) -> bool:
        """Whether this worker has the table in mind; those that are watched here it always has."""
        return table in self._kept

    def _forget_some(self) -> None:
        """Keep the tables that were used last, and those somebody looks at."""
        for table in list(itertools.islice(self._kept, max(0, len(self._kept) - KEPT))):
            if not self._kept[table].lock.locked() and table not in self.hub.viewers:
                del self._kept[table]

    async def reread(self, live: Live) -> None:
        """Read the rows of a table again."""
        row = await self.store.match(live.id)
        if row:
            live.row, live.seats = row, await self.store.seats(live.id)

    async def catch_up(self, live: Live, *, quietly: bool = False) -> bool:
        """Follow what others have added to the log; whether there was anything."""
        found = await self.store.log(live.id, live.seq)
        for move in found:
            await self._follow(live, move, quietly=quietly)
        return bool(found)

    async def _look_again(self, live: Live) -> bool:
        """Whether another worker knows more of a table."""
        before = live.row, live.seats
        await self.reread(live)
        return await self.catch_up(live) or before != (live.row, live.seats)

    async def refresh(self) -> None:
        """Look again at all tables that are watched here: news may have been missed."""
        for table in list(self.hub.viewers):
            with contextlib.suppress(Refused):
                async with self.at(table) as live:
                    if await self._look_again(live):
                        self.hub.tell_anew(live)

    async def sweep(self, since: float) -> None:
        """Follow and wake tables touched since then, should their worker have died or its news been lost."""
        for found in await self.store.running(since):
            try:
                await self._look_after(found)
            except Refused:
                continue  # begun by another version of the rules
            except Exception:
                logger.exception("table %s could not be looked after", found.id)
        for table in self.hub.tidy():
            self.tell_presence(table)

    async def _look_after(self, found: Progress) -> None:
        known = self._kept.get(found.id)
        if known is None and not found.bots:
            return  # nobody here waits for it
        if known and known.followed and known.seq >= found.seq and not known.bots_to_move():
            return
        async with self.at(found.id) as live:
            await self.catch_up(live)
            self.wake_bots(live)

    def tell_presence(self, table: str) -> None:
        """Tell the viewers of a table who is there."""
        if live := self._kept.get(table):
            self.hub.tell_table(live)

    async def listed(self, status: str | None) -> list[Json]:
        """The tables anybody may see, the latest first."""
        rows = [row for row in await self.store.listed(status) if _playable(row)]
        places = await self.store.seats_of([row["id"] for row in rows])
        return [
            table_document(row, places[row["id"]], self.hub.online(row["id"]), row["seq"]) for row in rows
        ]

    async def _follow(self, live: Live, move: Move, *, quietly: bool = False) -> None:
        told = live.follow(move)
        if not quietly:
            if told is None:
                self.hub.tell_anew(live)
            else:
                self.hub.tell_step(live, told)
        if live.over and live.row["status"] == "running":
            await self._close(live, quietly=quietly)

    async def _close(self, live: Live, *, quietly: bool) -> None:
        live.row["status"], live.row["result"] = "over", live.match.result
        await self.store.update_match(live.id, status="over", result=live.match.result)
        if not quietly:
            self.hub.tell_table(live)

    # --- opening and joining ------------------------------------------------------------------------

    async def open_table(self, asked: NewTable) -> Json:
        """Set up a table; its host's token, and those of seats at this keyboard."""
        game = contract.get(asked.game)
        count = len(asked.seats)
        game.check_seats(count)
        for plan in asked.seats:
            if plan.kind == "bot":
                check_level(plan.level)
        options = game.options(asked.options)
        game.setup(options, count)
        _check_dummies(asked, options)
        match = Match(game, count, options, seed_bytes(None))
        return await self._add(match, asked)

    async def _add(self, match: Match, asked: NewTable) -> Json:
        table, host, tokens, places = secrets.token_urlsafe(7), secrets.token_urlsafe(32), {}, []
        for seat, plan in enumerate(asked.seats):
            token = secrets.token_urlsafe(32) if plan.kind == "hotseat" else None
            if token:
                tokens[str(seat)] = token
            places.append(
                {
                    "match": table,
                    "seat": seat,
                    "kind": plan.kind,
                    "name": plan.name
                    or ("" if plan.kind == "open" else plan.level if plan.kind == "bot" else ""),
                    "level": plan.level if plan.kind == "bot" else None,
                    "token": hash_of(token) if token else None,
                    "lent": False,
                }
            )
        row = {
            "id": table,
            "game": match.game.id,
            "rules_version": match.game.rules_version,
            "seats": match.seats,
            "options": msgspec.to_builtins(match.options),
            "start": match.start,
            "seed": match.seed.hex(),
            "commitment": match.commitment,
            "title": asked.title,
            "status": "open",
            "listed": asked.listed,
            "hints": asked.hints,
            "lend_after": asked.tempo.lend_after,
            "host": hash_of(host),
            "result": None,
            "rematch": None,
            "created": now(),
            "touched": now(),
        }
        await self.store.add_match(row, places)
        async with self.at(table) as live:
            return {"id": table, "host_token": host, "tokens": tokens, "table": live.table(set())}

    async def join(self, table: str, seat: int, name: str, former: str | None) -> Json:
        """Sit down on an open seat; the token is told once."""
        token = secrets.token_urlsafe(32)
        async with self.at(table) as live:
            await self.reread(live)
            if live.row["status"] != "open":
                raise Refused(409, "AlreadyStarted", "This race has begun already.")
            place = self._place(live, seat)
            returning = bool(former) and place["token"] == hash_of(former or "")
            if returning:
                await self.store.update_seat(table, seat, name=name, token=hash_of(token))
            elif not await self.store.claim_seat(table, seat, name, hash_of(token)):
                raise Refused(409, "SeatTaken", "Somebody else sits there.")
            await self._changed(live)
            return {"token": token, "seat": seat, "table": live.table(self.hub.online(table))}

    @staticmethod
    def _place(live: Live, seat: int) -> dict[str, Any]:
        if not 0 <= seat < len(live.seats):
            raise Refused(404, "UnknownSeat", f"There is no seat {seat} at this table.")
        return live.seats[seat]

    async def start(self, table: str, host: str | None, token: str | None, fill: str | None) -> Json:
        """Begin the race, once every seat is taken or may be filled."""
        async with self.at(table) as live:
            await self.reread(live)
            if not live.is_host(host) and live.seat_of(token) is None:
                raise Refused(401, "NotAllowed", "Only those at the table can start the race.")
            if live.row["status"] != "open":
                raise Refused(409, "AlreadyStarted", "This race has begun already.")
            missing = [place["seat"] for place in live.seats if place["kind"] == "open"]
            if missing and not fill:
                raise Refused(409, "SeatsOpen", f"Seats still open: {', '.join(map(str, missing))}.")
            for seat in missing:
                check_level(fill or "")
                await self.store.fill_seat(table, seat, fill or "")
            await self.store.begin_match(table)
            await self._changed(live, anew=True)
            self.wake_bots(live)
            return live.table(self.hub.online(table))

    async def _changed(self, live: Live, *, anew: bool = False) -> None:
        """Seats or status have changed: read them, tell them, and let other workers know."""
        await self.reread(live)
        if anew:
            self.hub.tell_anew(live)
        else:
            self.hub.tell_table(live)
        self.publish({"table": live.id, "what": "anew" if anew else "table"})

    # --- playing ------------------------------------------------------------------------------------

    async def decide(self, table: str, token: str | None, asked: Decision) -> int:
        """A player's decision: its seq, once it is in the log for good."""
        async with self.at(table) as live:
            seat = await self._own_seat(live, token)
            return await self.play(live, seat, asked.own, asked.code, f"{seat}:{asked.move_id}")

    async def play(self, live: Live, seat: int, own: int, code: int, move_id: str) -> int:
        """Append a decision to the log and tell everybody (the table is locked)."""
        for _ in range(TRIES):
            if move_id in live.ids:
                return live.ids[move_id]
            try:
                self._check_decision(live, seat, own, code)
            except Refused:
                if await self._look_again(live):
                    continue
                raise
            move = Move(live.seq + 1, PLAY, seat, code, move_id)
            if await self.store.append(live.id, move):
                await self._follow(live, move)
                self.publish({"table": live.id, "what": "move", "seq": move.seq})
                self.wake_bots(live)
                return move.seq
            await self.catch_up(live)
        raise Refused(409, "Busy", "Others were quicker again and again; try once more.")

    @staticmethod
    def _check_decision(live: Live, seat: int, own: int, code: int) -> None:
        if live.row["status"] != "running":
            raise Refused(409, "NotRunning", "The race has not begun yet, or it is over.")
        if own != live.own(seat):
            raise Refused(
                409, "OutOfTurn", f"You have made {live.own(seat)} decisions, not {own}; look again."
            )
        legal = [choice.code for choice in live.choices(seat)]
        if code not in legal:
            said = "You owe no decision now." if not legal else "This is not possible now."
            raise Refused(409, IllegalMove.__name__, said)

    async def question_of(self, table: str, token: str | None) -> tuple[Match, int]:
        """What a seat that may have hints is asked now: a match of its own, and the seat."""
        async with self.at(table) as live:
            seat = await self._own_seat(live, token)
            if not live.row["hints"]:
                raise Refused(403, "NoHints", "There are no hints at this table.")
            if live.row["status"] != "running" or seat not in live.waiting:
                raise Refused(409, IllegalMove.__name__, "You owe no decision now.")
            return live.match.at(len(live.match.log)), seat

    async def undo(self, table: str, token: str | None) -> Json:
        """Take back one's last decision, at once or when all people agree."""
        async with self.at(table) as live:
            seat = await self._own_seat(live, token)
            target = live.undoable(seat)
            if target is None or live.undone() >= MOST_UNDONE:
                raise Refused(
                    409, "NoWayBack", "There is nothing you can take back: something has come to light since."
                )
            missing = live.must_agree(seat)
            live.ask = Ask(seat, target.seq, missing)
            return await self._settle(live)

    async def answer(self, table: str, token: str | None, *, agree: bool) -> Json:
        """Agree to another player's undo, or not."""
        async with self.at(table) as live:
            seat = await self._own_seat(live, token)
            if live.ask is None or seat not in live.ask.missing:
                raise Refused(409, "NothingAsked", "Nobody is waiting for your answer.")
            if not agree:
                live.ask = None
                self._tell_ask(live)
                return {"status": "refused"}
            live.ask.missing.remove(seat)
            return await self._settle(live)

    async def _settle(self, live: Live) -> Json:
        ask = live.ask
        if ask and not ask.missing:
            move = Move(live.seq + 1, UNDO, ask.by, ask.target, f"undo:{live.seq + 1}")
            if not await self.store.append(live.id, move):
                await self.catch_up(live)
                raise Refused(409, "TooLate", "The race has gone on in the meantime.")
            await self._follow(live, move)
            self.publish({"table": live.id, "what": "move", "seq": move.seq})
            return {"status": "done"}
        self._tell_ask(live)
        return {"status": "asked"}

    def _show_ask(self, live: Live) -> None:
        self.hub.tell_all(live.id, encode({"type": "undo", "undo": live.asked(), "seq": live.seq}))

    def _tell_ask(self, live: Live) -> None:
        self._show_ask(live)
        self.publish(
            {"table": live.id, "what": "ask", "ask": msgspec.to_builtins(live.ask) if live.ask else None}
        )

    async def hear_ask(self, live: Live, ask: Ask | None) -> None:
        """An undo was asked for, agreed to or refused on another worker; people may agree on both at once."""
        mine = live.ask
        if ask and mine and (ask.by, ask.target) == (mine.by, mine.target):
            ask.missing = [seat for seat in ask.missing if seat in mine.missing]
        live.ask = ask
        if ask and not ask.missing:
            await self._settle(live)
        else:
            self._show_ask(live)

    async def _own_seat(self, live: Live, token: str | None) -> int:
        """The seat of a token, which may have been given away by another worker just now."""
        seat = live.seat_of(token)
        if seat is None and token:
            await self.reread(live)
            seat = live.seat_of(token)
        if seat is None:
            raise Refused(401, "NotAllowed", "This token opens no seat at this table.")
        return seat

    async def lend(self, table: str, seat: int, token: str | None, level: str | None) -> Json:
        """Let a bot play for an own seat, or take it back."""
        async with self.at(table) as live:
            await self.reread(live)
            if await self._own_seat(live, token) != seat:
                raise Refused(403, "NotYours", "That is not your seat.")
            if level is not None:
                check_level(level)
            await self.store.update_seat(table, seat, lent=level is not None, level=level)
            await self._changed(live)
            self.wake_bots(live)
            return live.table(self.hub.online(table))

    async def lend_absent(self, table: str) -> None:
        """Lend the seats that hold up a table and whose players are not there."""
        async with self.at(table) as live:
            await self._look_again(live)
            absent = [
                seat
                for seat in live.waiting
                if live.seats[seat]["kind"] in PEOPLE
                and not live.seats[seat]["lent"]
                and seat not in self.hub.online(table)
            ]
            for seat in absent:
                await self.store.update_seat(table, seat, lent=True, level="domestique")
            if absent:
                await self._changed(live)
                self.wake_bots(live)

    async def lend_all_absent(self) -> None:
        """The same at every table that has waited long enough."""
        for table in await self.store.waiting_to_be_lent():
            with contextlib.suppress(Refused):
                await self.lend_absent(table)

    async def say(self, table: str, token: str | None, asked: Chat) -> Json:
        """A line of chat or a reaction, told to everybody."""
        async with self.at(table) as live:
            seat = await self._own_seat(live, token)
            text = asked.text.strip() if asked.text else asked.reaction
            if not text:
                raise Refused(400, "Empty", "Say something, or send a reaction.")
            line = await self.store.say(table, seat, text, reaction=asked.text is None)
            message = chat_message(live, line)
            self.hub.tell_all(table, encode(message))
            self.publish({"table": table, "what": "chat", "line": line["id"]})
            return message

    # --- after the race -----------------------------------------------------------------------------

    async def log(self, table: str) -> bytes:
        """The save file of a finished race."""
        async with self.at(table) as live:
            if live.row["status"] != "over":
                raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
            return live.match.to_json()

    async def bring(self, content: bytes) -> Json:
        """A table from a save file; all seats are at the importer's keyboard."""
        match = loads(content, "save file")
        plan = [{"kind": "hotseat", "name": f"Team {seat + 1}"} for seat in range(match.seats)]
        asked = msgspec.convert(
            {"game": match.game.id, "seats": plan, "listed": False, "title": "Imported"}, NewTable
        )
        made = await self._add(match, asked)
        log = enumerate(match.log, start=1)
        moves = (Move(seq, PLAY, seat, code, f"import:{seq}") for seq, (seat, code) in log)
        await self.store.append_all(made["id"], moves)
        await self.store.begin_match(made["id"])
        async with self.at(made["id"]) as live:
            await self.reread(live)
            await self.catch_up(live)
            return {**made, "table": live.table(set())}

    async def rematch(self, table: str, host: str | None, token: str | None) -> Json:
        """The same again: a new table, on which those who sat here find their seats."""
        async with self.at(table) as live:
            await self.reread(live)
            if not live.is_host(host) and live.seat_of(token) is None:
                raise Refused(401, "NotAllowed", "Only those at the table can ask for a rematch.")
            if live.row["status"] != "over":
                raise Refused(409, "NotOver", "This race is not over yet.")
            if live.row["rematch"]:
                return {"id": live.row["rematch"]}
            plans = [
                {
                    "kind": "open" if place["kind"] == "person" else place["kind"],
                    "level": place["level"] or "domestique",
                    "name": place["name"],
                }
                for place in live.seats
            ]
            asked = msgspec.convert(
                {"game": live.row["game"], "options": live.row["options"], "seats": plans,
                 "title": live.row["title"], "listed": live.row["listed"], "hints": live.row["hints"],
                 "tempo": {"lend_after": live.row["lend_after"] or REMATCH_LENDS}}, NewTable,
            )  # fmt: skip
            made = await self.open_table(asked)
            for place in live.seats:
                if place["token"]:  # whoever shows his old token gets his seat
                    await self.store.update_seat(
                        made["id"], place["seat"], kind=place["kind"], token=place["token"]
                    )
            if not await self.store.claim_rematch(table, made["id"]):
                self._kept.pop(made["id"], None)  # another worker was quicker
                await self.store.remove_match(made["id"])
                await self.reread(live)
                return {"id": live.row["rematch"]}
            await self._changed(live)
        return {"id": made["id"], "host_token": made["host_token"]}

    async def story(self, table: str) -> Json:
        """The whole race again, decision by decision, once it is over."""
        async with self.at(table) as live:
            if live.row["status"] != "over":
                raise Refused(403, "NotOver", "A race can be seen again when it is over.")
            begin, steps = await asyncio.to_thread(_ridden_again, live.match)
            road = begin.get("letters") or live.row["options"].get("stage", "")
            return {
                "table": live.table(self.hub.online(table)),
                "scenery": live.match.game.scenery(road),
                "begin": begin,
                "steps": steps,
                "result": live.match.result,
            }


def _playable(row: dict[str, Any]) -> bool:
    """Whether a table was begun by the rules we have."""
    game = contract.registry().get(row["game"])
    return game is not None and game.rules_version == row["rules_version"]


def _ridden_again(match: Match) -> tuple[Json, list[Json]]:
    """How a match began, and every decision of it; a long tour takes a while."""
    again, steps = match.at(0), []
    game = match.game
    begin = last = game.moment(again.view(None))
    for seat, code in match.log:
        text = next(choice.text for choice in again.choices(seat) if choice.code == code)
        events = [event_document(event) for event in again.play(seat, code)]
        now = game.moment(again.view(None))
        steps.append({"seat": seat, "code": code, "text": text, "events": events, **_changed(last, now)})
        last = now
    return begin, steps


def _changed(before: Json, after: Json) -> Json:
    """What is new in a position, of the riders only those to whom something happened."""
    changed = {key: value for key, value in after.items() if key not in before or value != before[key]}
    if "riders" in changed:
        known = before["riders"]
        changed["riders"] = {name: it for name, it in after["riders"].items() if it != known.get(name)}
    return changed


def chat_message(live: Live, line: dict[str, Any]) -> Json:
    """A line of chat as it is told."""
    return {
        "type": "chat",
        "id": line["id"],
        "seat": line["seat"],
        "name": live.seats[line["seat"]]["name"],
        "reaction" if line["reaction"] else "text": line["text"],
        "at": line["at"],
    }


def _check_dummies(asked: NewTable, options: Any) -> None:
    """A dummy seat is nobody's; where there are any, the option `teams` says for each seat who leads it."""
    named = getattr(options, "teams", ())
    teams = named if isinstance(named, tuple) else ()
    led = [teams[seat] if teams else "player" for seat in range(len(asked.seats))]
    for seat, (plan, team) in enumerate(zip(asked.seats, led, strict=True)):
        if (plan.kind == "dummy") != (team != "player"):
            raise Refused(
                400,
                "BadOption",
                f"seats: seat {seat} is {plan.kind!r}, but in the option teams it is led by {team!r}; "
                "seats of dummy teams are 'dummy', and no others.",
            )


def refusal_for(error: GruppettoError) -> Refused:
    """Bad input, as the client is told."""
    return Refused(400, type(error).__name__, str(error))
