"""A table as one worker knows it: rows of the database, and the match its log leads to."""

import asyncio
import functools
import itertools
import time
import zlib
from array import array
from collections import deque
from collections.abc import Callable

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import Document, Game, Json, Message
from gruppetto.match import Match
from gruppetto.server.answers import (
    CarriedOver,
    Clocks,
    Gap,
    Idle,
    PauseAsked,
    SeatClock,
    Snapshot,
    Step,
    Table,
    Undo,
    You,
)
from gruppetto.server.days import is_sealed
from gruppetto.server.identity import Who
from gruppetto.server.reckoning import Reckoning
from gruppetto.server.roster import STAND_IN
from gruppetto.server.store import PLAY, UNDO, MatchRow, Move, Round, SeatRow
from gruppetto.server.telling import Told, events_for, is_lesson, offer, seated, shared, table_of

REMEMBERED = 100  # decisions a table has at hand with all that happened on them
BARE_TABLE, PER_DECISION, PER_TOLD = 16_000, 150, 600  # bytes, about


class Ask(msgspec.Struct):
    """Somebody asks for something that the others must agree to: to take back a decision, or to pause."""

    by: int
    target: int  # the seq of the decision, or where the table stands
    missing: list[int]

    def heard(self, known: "Ask | None") -> "Ask":
        """The same as another worker tells it; people may agree on both at once."""
        if known and (self.by, self.target) == (known.by, known.target):
            self.missing = [seat for seat in self.missing if seat in known.missing]
        return self


class Live:
    """One table."""

    past = False  # whether other rules rode it to its end
    packed: bytes | None = None  # the story they have left

    def __init__(
        self,
        row: MatchRow,
        seats: list[SeatRow],
        carried: CarriedOver | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.row, self.seats = row, seats
        self.lock = asyncio.Lock()
        self.followed = False  # whether the log has been read
        self.used = time.monotonic()
        self.seq = 0
        self.ids: dict[str, int] = {}  # of the latest moves, the oldest first; the database knows all
        self.told: deque[Told] = deque(maxlen=REMEMBERED)
        self._seqs = array("i")  # of the decisions that stand, beside the match's log
        self._undone: list[int] = []  # the seqs at which something was taken back
        self.ask: Ask | None = None
        self.pause: Ask | None = None
        self._time: float | None = None  # of the last row of the log
        self._reckoning = Reckoning(row.tempo, row.seats, now)
        self._reckoning.sit(seats, self._running())
        self.idle: list[Idle] = []  # who holds up the table, as was found last
        self._own = [0] * row.seats
        self.carried = carried
        self.look()

    @functools.cached_property
    def match(self) -> Match:
        """The race; nobody asks for it, and no rule is called, before it has begun."""
        return self._fresh()

    @functools.cached_property
    def lesson(self) -> bool:
        """Whether somebody learns the game here, and may go back as far as they like."""
        return is_lesson(self.row)

    @property
    def counts(self) -> bool:
        """Whether the race is one of those that its riders have ridden: no lesson, and not from a file."""
        return not self.lesson and not self.row.brought

    @functools.cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; nobody does while the table rests."""
        return () if self.rests else self.match.waiting

    @functools.cached_property
    def rests(self) -> bool:
        """Whether a tour waits here for the day of its next stage."""
        ridden = self.row.stages_open
        return ridden is not None and not self.over and self.game.stage_of(self.match.state) >= ridden

    @functools.cached_property
    def over(self) -> bool:
        """Whether the race has ended."""
        return self.match.over

    def look(self) -> None:
        """Forget what was seen of the race; it is worked out again when somebody looks."""
        for seen_before in ("waiting", "rests", "over"):
            self.__dict__.pop(seen_before, None)
        self._legal: dict[int, list[int]] = {}
        self._offers: dict[int, list[msgspec.Raw]] = {}
        self.rest()

    def rest(self) -> None:
        """Let go of what many viewers share: it takes more room than the race, and is soon made again."""
        self._show: Callable[[int | None], Document] | None = None

    def _look_after(self, seat: int, waiting: tuple[int, ...]) -> None:
        """Forget what a decision may have changed.

        Seats that owe a decision at the same time do not depend on each other: who owed one before and
        still does, with the same codes, is asked the very same as before.
        """
        offers, legal = self._offers, self._legal
        self.look()
        for other in offers.keys() & set(waiting) & set(self.waiting) - {seat}:
            if self.legal(other) == legal[other]:
                self._offers[other] = offers[other]

    def view(self, seat: int | None) -> Document | None:
        """The race as this viewer may see it."""
        if self._show is None:
            self._show = self.match.game.views(self.match.state)
        return self._show(seat)

    def legal(self, seat: int) -> list[int]:
        """The codes of what a seat may decide now."""
        if seat not in self._legal:
            self._legal[seat] = self.match.legal(seat) if seat in self.waiting else []
        return self._legal[seat]

    def offers(self, seat: int) -> list[msgspec.Raw]:
        """What these mean, as a viewer is told."""
        if seat not in self._offers:
            self._offers[seat] = [offer(choice) for choice in self.match.explained(seat, self.legal(seat))]
        return self._offers[seat]

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def game(self) -> Game:
        """The game that is played."""
        return registry.get(self.row.game)

    def _fresh(self) -> Match:
        game = registry.get(self.row.game)
        options, seed = game.options(self.row.options), bytes.fromhex(self.row.seed)
        return Match(game, self.row.seats, options, seed, start=self.row.start)

    # --- following the log --------------------------------------------------------------------------

    def follow(self, move: Move) -> Told | None:
        """Take in the next row of the log; what happened, or nothing where a decision was taken back."""
        told: Told | None = None
        waiting: tuple[int, ...] = ()
        if move.kind != PLAY:
            self._undone.append(move.seq)
        if move.seq > self.row.carried:  # not of the rules before
            waiting = self._owing()
            if move.kind == PLAY:
                told = self._note(move, waiting, self._decided(move))
            else:
                self._take_back(move.action)
        self._book(move)
        self.seq, self.ids[move.move_id] = move.seq, move.seq
        if len(self.ids) > REMEMBERED:
            del self.ids[next(iter(self.ids))]
        self.ask = self.pause = None
        self._look_after(move.seat, waiting)
        return told

    def _take_back(self, target: int) -> None:
        """Ride again without one decision."""
        log = zip(self._seqs, self.match.log, strict=True)
        standing = [Move(seq, PLAY, seat, code, "") for seq, (seat, code) in log if seq != target]
        self.match, self._own, self._seqs = self._fresh(), [0] * self.row.seats, array("i")
        self.told.clear()
        for move in standing:
            self._note(move, self.match.waiting, self.match.play(move.seat, move.action))

    def _decided(self, move: Move) -> list[Message]:
        """What comes of a decision; one that was checked here before it was stored is not checked again."""
        checked = move.action in self._legal.get(move.seat, ())
        return (self.match.apply if checked else self.match.play)(move.seat, move.action)

    def _note(self, move: Move, waiting: tuple[int, ...], events: list[Message]) -> Told:
        reveals, opens = any(event.reveals for event in events), any(event.opens_round for event in events)
        told = Told(
            move.seq,
            move.seat,
            move.action,
            waiting,
            tuple(map(shared, events)),
            reveals,
            opens,
            move.by_clock,
        )
        self.told.append(told)
        self._seqs.append(move.seq)
        self._own[move.seat] += 1
        return told

    def own(self, seat: int) -> int:
        """How many decisions of a seat stand."""
        return self._own[seat]

    def undone(self) -> int:
        """How many decisions have been taken back."""
        return len(self._undone)

    @property
    def weight(self) -> int:
        """About how many bytes this table takes."""
        played, told = len(self._seqs) * PER_DECISION, len(self.told) * PER_TOLD
        return BARE_TABLE + self.match.state.nbytes + played + told

    # --- time ---------------------------------------------------------------------------------------

    @property
    def reckoning(self) -> Reckoning:
        """How much time everybody has, as things stand."""
        self._owing()
        return self._reckoning

    def _owing(self) -> tuple[int, ...]:
        """The seats that owe a decision, and since when they do is reckoned."""
        self._reckoning.owed(self.waiting, self.seq, self._time)
        return self.waiting

    def _book(self, move: Move) -> None:
        """What a row of the log has cost, and when it was."""
        if move.kind == PLAY:
            self._reckoning.decided(move)
        elif move.kind == UNDO:
            self._reckoning.taken_back(move)
        self._time = move.time

    def _running(self) -> set[int]:
        """The seats whose time runs whenever they owe a decision: of people who ride themselves."""
        if self.row.status != "running" or self.row.paused:
            return set()
        return {place.seat for place in self.seats if place.is_a_persons and not place.lent}

    @property
    def due(self) -> float | None:
        """When somebody has to look whether anybody's time is over; patience is only for others' sake."""
        if self.row.status != "running" or self.over:
            return None
        has_clock = self.row.clock is not None
        return self.reckoning.due(
            [place.seat for place in self.seats if has_clock or self.others(place.seat)]
        )

    def clocks(self) -> Clocks | None:
        """The clocks as they stand now, for everybody."""
        if self.row.clock is None or self.row.status != "running" or self.over:
            return None
        reckoning, people = self.reckoning, [place.seat for place in self.seats if place.is_a_persons]
        seats = [SeatClock(seat, round(reckoning.left(seat), 2), reckoning.runs(seat)) for seat in people]
        asked = PauseAsked(self.pause.by, self.pause.missing) if self.pause else None
        return Clocks(seats, self.row.paused, asked)

    # --- undo ---------------------------------------------------------------------------------------

    def undoable(self, seat: int) -> Told | None:
        """A seat's last decision, if nothing has come to light since and nobody has answered to it."""
        if self.row.status != "running" or self.over or self.row.day:
            return None
        for index in range(len(self.told) - 1, -1, -1):
            told = self.told[index]
            if told.reveals and not self.lesson:
                return None
            if told.seat == seat and self.lesson:
                return told
            if told.seat == seat:
                later = {after.seat for after in itertools.islice(self.told, index + 1, None)}
                return told if later <= set(told.waiting) else None
        return None

    def since(self, told: Told) -> list[Told]:
        """A decision and all that were made after it, the last one first."""
        return [later for later in reversed(self.told) if later.seq >= told.seq]

    def must_agree(self, seat: int) -> list[int]:
        """The people whose consent an undo needs."""
        return [place.seat for place in self.others(seat)]

    def others(self, seat: int) -> list[SeatRow]:
        """The seats of other people who ride themselves."""
        mine = self.seats[seat].owner
        people = [place for place in self.seats if place.is_a_persons and not place.lent]
        return [place for place in people if place.owner != mine and place.seat != seat]

    # --- who is who ---------------------------------------------------------------------------------

    def seats_of(self, key: str | None) -> list[int]:
        """The seats that hang on a key."""
        return [place.seat for place in self.seats if key and place.owner == key]

    def seat_of(self, who: Who) -> int | None:
        """The seat somebody means: the one they name, else the first of theirs."""
        mine = self.seats_of(who.key)
        if who.seat is None:
            return mine[0] if mine else None
        return who.seat if who.seat in mine else None

    def is_host(self, key: str | None) -> bool:
        """Whether a key is the host's."""
        return bool(key) and self.row.host == key

    def you(self, key: str | None) -> You:
        """What somebody is at this table."""
        return You(self.seats_of(key), self.is_host(key))

    def bots_to_move(self) -> list[int]:
        """Waiting seats that a bot plays; in a pause nobody does.

        At the stage of a day they come one by one, after the rider: so they know the same in every ride.
        """
        if self.row.status != "running" or self.row.paused:
            return []
        bots = [seat for seat in self.waiting if self.player_on(seat)]
        if self.row.day is None:
            return bots
        return bots[:1] if len(bots) == len(self.waiting) else []

    @property
    def sealed(self) -> bool:
        """Whether others may still ride the same race."""
        return is_sealed(self.row.day)

    def player_on(self, seat: int) -> str | None:
        """The bot that decides for a seat, if one does."""
        place = self.seats[seat]
        if place.kind == "bot" or place.lent:
            return place.level or STAND_IN
        return None

    # --- telling ------------------------------------------------------------------------------------

    def table(self, online: set[int]) -> Table:
        """What everybody may know of the table itself."""
        begun = self.row.status == "running" and self.followed
        resumes = self.row.resumes if begun and self.rests else None
        return table_of(self.row, self.seats, online, self.seq, self.idle, resumes)

    def step(self, told: Told, seat: int | None) -> Step:
        """What a viewer learns of a decision."""
        late = told.seat if told.by_clock else None
        return Step(**self._state_for(seat), events=events_for(told, seat), late=late)

    def snapshot(self, seat: int | None, online: set[int], since: int = -1) -> Snapshot:
        """Everything a viewer needs to begin, or to go on after a gap."""
        return Snapshot(
            **self._state_for(seat),
            table=self.table(online),
            seat=seat,
            undo=self.asked(),
            last=[event for told in self._recent() for event in events_for(told, seat)],
            gap=self.gap(seat, since),
            carried=self.carried,
        )

    def _state_for(self, seat: int | None) -> Json:
        """The part of every message that shows the race as this viewer may see it."""
        begun = self.row.status != "open"
        return {
            "game": self.row.game,
            "seq": self.seq,
            "own": 0 if seat is None else self.own(seat),
            "view": self.view(seat) if begun else None,
            "choices": self.offers(seat) if begun and seat is not None else [],
            "can_undo": begun and seat is not None and self.undoable(seat) is not None,
            "clocks": self.clocks(),
        }

    def _recent(self) -> list[Told]:
        """The decisions since the last round began."""
        recent: list[Told] = []
        for told in reversed(self.told):
            recent.append(told)
            if told.opens_round:
                break
        return recent[::-1]

    def gap(self, seat: int | None, since: int) -> list[Gap]:
        """What was told after a seq, step by step; nothing if that is long ago or some was taken back."""
        forgotten = self._seqs[-len(self.told) - 1] if len(self._seqs) > len(self.told) else -1
        if since < max(0, forgotten) or any(seq > since for seq in self._undone):
            return []
        return [Gap(told.seq, events_for(told, seat)) for told in self.told if told.seq > since]

    def save_file(self, packed: bytes | None = None) -> bytes:
        """The match as a save file that tells who sat where."""
        self.match.seated = tuple(seated(place) for place in self.seats)
        return self.match.to_json(packed)

    def round_begun(self) -> Round:
        """The position as it is now, at the beginning of a round."""
        return Round(self.seq, zlib.compress(msgspec.json.encode(self.match.position())))

    def take(self, row: MatchRow, seats: list[SeatRow]) -> None:
        """Rows as the database has them; that the race is over may be known here before."""
        if row.status == "running" and self.over:
            row.status, row.result = "over", self.match.result
        if self.row.status == "running":
            self._owing()
        if row.paused != self.row.paused:
            self.pause = None  # whoever was asked has agreed, here or elsewhere
        goes_on = row.stages_open != self.row.stages_open
        self.row, self.seats = row, seats
        if goes_on:
            self.look()
        self._reckoning.sit(seats, self._running())

    def asked(self) -> Undo | None:
        """The open question whether a decision may be taken back."""
        return Undo(self.ask.by, self.ask.missing) if self.ask else None
