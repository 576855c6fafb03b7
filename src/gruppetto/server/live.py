"""A table as one worker knows it: rows of the database, and the match its log leads to."""

import asyncio
import functools
import hashlib
import itertools
import secrets
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gruppetto import story
from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Choice, Document, Game, Json, Message
from gruppetto.match import FORMAT, Match, Seated, seen
from gruppetto.past import PastMatch, SaveFile
from gruppetto.server.answers import CarriedOver, Gap, Offer, Seat, Snapshot, Step, Table, Undo
from gruppetto.server.messages import Tempo
from gruppetto.server.store import PLAY, MatchRow, Move, Round, SeatRow, standing

REMEMBERED = 300  # decisions a table has at hand with all that happened on them
BARE_TABLE, PER_DECISION, PER_TOLD = 24_000, 150, 1_000  # bytes, about
UNPACKED = 100  # times the size of a packed story


class Told(msgspec.Struct, frozen=True, gc=False):
    """A decision that stands, and what happened on it: values only, nothing for the garbage collector."""

    seq: int
    seat: int
    code: int
    waiting: tuple[int, ...]  # who owed a decision when it was made
    events: tuple[Message, ...]
    reveals: bool  # whether chance or something hidden came to light
    opens_round: bool


class Ask(msgspec.Struct):
    """Somebody asks to take back a decision."""

    by: int
    target: int
    missing: list[int]


class Live:
    """One table."""

    past = False  # whether other rules rode it to its end
    packed: bytes | None = None  # the story they have left

    def __init__(self, row: MatchRow, seats: list[SeatRow], carried: CarriedOver | None = None) -> None:
        self.row, self.seats = row, seats
        self.lock = asyncio.Lock()
        self.followed = False  # whether the log has been read
        self.seq = 0
        self.ids: OrderedDict[str, int] = OrderedDict()  # of the latest moves; the database knows all
        self.told: deque[Told] = deque(maxlen=REMEMBERED)
        self._seqs: list[int] = []  # of the decisions that stand, beside the match's log
        self._undone: list[int] = []  # the seqs at which something was taken back
        self.ask: Ask | None = None
        self._own = [0] * row.seats
        self.carried = carried
        self.look()

    @functools.cached_property
    def match(self) -> Match:
        """The race; nobody asks for it, and no rule is called, before it has begun."""
        return self._fresh()

    @functools.cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.match.waiting

    @functools.cached_property
    def over(self) -> bool:
        """Whether the race has ended."""
        return self.match.over

    def look(self) -> None:
        """Forget what was seen of the race; it is worked out again when somebody looks."""
        for seen_before in ("waiting", "over"):
            self.__dict__.pop(seen_before, None)
        self._show: Callable[[int | None], Document] | None = None
        self._legal: dict[int, list[int]] = {}
        self._choices: dict[int, list[Choice]] = {}

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

    def choices(self, seat: int) -> list[Choice]:
        """What these mean."""
        if seat not in self._choices:
            self._choices[seat] = self.match.explained(seat, self.legal(seat))
        return self._choices[seat]

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
        told = None
        if move.kind != PLAY:
            self._undone.append(move.seq)
        if move.seq > self.row.carried:  # not of the rules before
            if move.kind == PLAY:
                told = self._note(move.seq, move.seat, move.action, self.waiting, self._decided(move))
            else:
                self._take_back(move.action)
        self.seq, self.ids[move.move_id] = move.seq, move.seq
        if len(self.ids) > REMEMBERED:
            self.ids.popitem(last=False)
        self.ask = None
        self.look()
        return told

    def _take_back(self, target: int) -> None:
        """Ride again without one decision."""
        log = zip(self._seqs, self.match.log, strict=True)
        standing = [(seq, seat, code) for seq, (seat, code) in log if seq != target]
        self.match, self._own, self._seqs = self._fresh(), [0] * self.row.seats, []
        self.told.clear()
        for seq, seat, code in standing:
            waiting = self.match.waiting
            self._note(seq, seat, code, waiting, self.match.play(seat, code))

    def _decided(self, move: Move) -> list[Message]:
        """What comes of a decision; one that was checked here before it was stored is not checked again."""
        checked = move.action in self._legal.get(move.seat, ())
        return (self.match.apply if checked else self.match.play)(move.seat, move.action)

    def _note(self, seq: int, seat: int, code: int, waiting: tuple[int, ...], events: list[Message]) -> Told:
        reveals, opens = any(event.reveals for event in events), any(event.opens_round for event in events)
        told = Told(seq, seat, code, waiting, tuple(events), reveals, opens)
        self.told.append(told)
        self._seqs.append(seq)
        self._own[seat] += 1
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

    # --- undo ---------------------------------------------------------------------------------------

    def undoable(self, seat: int) -> Told | None:
        """A seat's last decision, if nothing has come to light since and nobody has answered to it."""
        if self.row.status != "running" or self.over:
            return None
        for index in range(len(self.told) - 1, -1, -1):
            told = self.told[index]
            if told.reveals:
                return None
            if told.seat == seat:
                later = {after.seat for after in itertools.islice(self.told, index + 1, None)}
                return told if later <= set(told.waiting) else None
        return None

    def must_agree(self, seat: int) -> list[int]:
        """The people whose consent an undo needs."""
        mine = self.seats[seat].token
        people = [place for place in self.seats if place.is_a_persons and not place.lent]
        return [place.seat for place in people if place.token != mine and place.seat != seat]

    # --- who is who ---------------------------------------------------------------------------------

    def seat_of(self, token: str | None) -> int | None:
        """The seat a token belongs to."""
        if not token:
            return None
        hashed = hash_of(token)
        for place in self.seats:
            if place.token and secrets.compare_digest(place.token, hashed):
                return place.seat
        return None

    def is_host(self, token: str | None) -> bool:
        """Whether a token is the host's."""
        return bool(token) and secrets.compare_digest(self.row.host, hash_of(token or ""))

    def bots_to_move(self) -> list[int]:
        """Waiting seats that a bot plays."""
        if self.row.status != "running":
            return []
        return [seat for seat in self.waiting if self.player_on(seat)]

    def player_on(self, seat: int) -> str | None:
        """The bot that decides for a seat, if one does."""
        place = self.seats[seat]
        if place.kind == "bot" or place.lent:
            return place.level or "domestique"
        return None

    # --- telling ------------------------------------------------------------------------------------

    def table(self, online: set[int]) -> Table:
        """What everybody may know of the table itself."""
        return table_of(self.row, self.seats, online, self.seq)

    def step(self, told: Told, seat: int | None) -> Step:
        """What a viewer learns of a decision."""
        return Step(**self._state_for(seat), events=events_for(told, seat))

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
            "choices": [offer(choice) for choice in self.choices(seat)] if begun and seat is not None else [],
            "can_undo": begun and seat is not None and self.undoable(seat) is not None,
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
        self.row, self.seats = row, seats

    def asked(self) -> Undo | None:
        """The open question whether a decision may be taken back."""
        return Undo(self.ask.by, self.ask.missing) if self.ask else None


class Watched(Live):
    """A table that other rules rode to its end: there to be watched and downloaded."""

    past = True

    def __init__(self, row: MatchRow, seats: list[SeatRow], log: list[Move], packed: bytes | None) -> None:
        self.packed = packed
        self._played = [(move.seat, move.action) for move in standing(log, row.carried)]
        super().__init__(row, seats)
        self.seq, self.followed = log[-1].seq if log else 0, True
        self._own = [sum(seat == who for who, _ in self._played) for seat in range(row.seats)]

    @property
    def weight(self) -> int:
        """About how many bytes this table takes, its story unpacked."""
        return BARE_TABLE + len(self._played) * PER_DECISION + len(self.packed or b"") * UNPACKED

    def _fresh(self) -> PastMatch:
        row = self.row
        file = SaveFile(
            FORMAT, row.game, row.rules_version, row.seats, row.options, row.seed,
            row.commitment, row.start, self._played, row.result, "",
            seated=tuple(map(seated, self.seats)), story=self.packed,
        )  # fmt: skip
        return PastMatch(registry.get(row.game), file)

    def view(self, seat: int | None) -> Document | None:
        """The race as it ended, to everybody's eyes; nothing where no story was kept."""
        del seat
        return self._ending[0]

    def snapshot(self, seat: int | None, online: set[int], since: int = -1) -> Snapshot:
        """The same as at any table, with what happened in the last round."""
        return msgspec.structs.replace(super().snapshot(seat, online, since), last=self._ending[1])

    @functools.cached_property
    def _ending(self) -> tuple[Json | None, list[msgspec.Raw]]:
        """What is shown of the race; the rest of its story is not kept in mind."""
        if not self.packed:
            return None, []
        past = self._fresh()
        told = [events for _, events in past.story()]
        opened = [number for number, events in enumerate(told) if any(it.opens_round for it in events)]
        last = [
            _raw(story.event_document(event)) for events in told[max(opened, default=0) :] for event in events
        ]
        return past.view(None), last

    def choices(self, seat: int) -> list[Choice]:
        """Nobody has any."""
        del seat
        return []


def table_of(row: MatchRow, seats: list[SeatRow], online: set[int], seq: int) -> Table:
    """What everybody may know of a table."""
    game, options = registry.get(row.game), _understood(row)
    return Table(
        id=row.id,
        title=row.title,
        game=row.game,
        options=row.options,
        stage=(game.ridden(options) or None) if options else None,
        status=row.status,
        seats=[_seat(place, online, game.teams) for place in seats],
        commitment=row.commitment,
        seed=row.seed if row.status == "over" else None,
        result=row.result,
        tempo=Tempo(row.lend_after),
        hints=row.hints,
        private_talk=options is not None and game.talks_in_private(options),
        listed=row.listed,
        rematch=row.rematch,
        created=row.created,
        seq=seq,
    )


def _understood(row: MatchRow) -> Any:
    """The options of a table; nothing where the installed rules do not know them any more."""
    try:
        return registry.get(row.game).options(row.options)
    except GruppettoError:
        return None


def _seat(place: SeatRow, online: set[int], teams: Sequence[str]) -> Seat:
    seat = place.seat
    return Seat(seat, place.kind, place.name, place.level, seat in online, place.lent, teams[seat])


def seated(place: SeatRow) -> Seated:
    """Who sits there, as a save file tells."""
    if place.kind in ("bot", "dummy"):
        return Seated(place.kind, place.name, place.level or "")
    return Seated("person", place.name)


def events_for(told: Told, seat: int | None) -> list[msgspec.Raw]:
    """Events as a viewer may know them."""
    return [event_document(event) for event in seen(list(told.events), seat)]


@functools.lru_cache(maxsize=10_000)
def event_document(event: Message) -> msgspec.Raw:
    """An event with its sentence and rule: written once, whoever is told of it."""
    return _raw(story.event_document(event))


@functools.lru_cache(maxsize=10_000)
def offer(choice: Choice) -> msgspec.Raw:
    """A choice with its sentence and rule, and what would come of it."""
    message, preview, routine = choice.message, choice.preview, choice.routine
    return _raw(Offer(choice.code, choice.text, message.rule, message, preview, routine))


def _raw(document: Document) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(document))


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
