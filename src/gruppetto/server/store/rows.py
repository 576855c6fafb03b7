"""What is kept, row by row."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from gruppetto.games.game import Json
from gruppetto.server.answers import Status
from gruppetto.server.messages import Clock, SeatKind, Tempo
from gruppetto.server.ride_answers import Verdict

PLAY, UNDO, CARRY = 0, 1, 2
CLOCK = "clock:"  # how the ids of decisions begin that were made for somebody whose time was over
NOBODY = "Anonymous"  # who has no name, or none any more
LEAGUE = "league"  # who hosts the tables of a league: nobody's key has such a hash
NOT_LENT: dict[str, Any] = {"lent": False, "by_table": False, "level": None}


class MatchRow(msgspec.Struct, kw_only=True):
    """A table."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: Json
    start: Json | None = None
    seed: str
    commitment: str
    title: str
    status: Status = "open"
    listed: bool
    hints: bool
    lend_after: int | None
    clock: Json | None = None
    paused: bool = False
    due: float | None = None  # when, by the timekeeper, somebody's time may be over
    host: str  # a hash of the host's key
    result: Json | None = None
    rematch: str | None = None
    created: float
    touched: float
    carried: int = 0  # up to this seq the log is of other rules
    rated: bool = False
    brought: bool = False  # from a save file
    counted: bool = False  # its rides are written down
    stages_open: int | None = None  # of a tour, those that may be ridden so far; all, if nobody says
    resumes: float | None = None  # when the next of them is to be
    day: str | None = None  # of whose stage it is a ride

    @property
    def tempo(self) -> Tempo:
        """How much time its players have."""
        return tempo_of(self.lend_after, self.clock)


class SeatRow(msgspec.Struct):
    """A seat of a table."""

    match: str
    seat: int
    kind: SeatKind
    name: str
    level: str | None = None
    owner: str | None = None  # a hash of the key of whoever sits there
    lent: bool = False
    by_table: bool = False  # lent for want of a player, not by them
    muted: bool = False
    turn: int = -1  # the seq at which what follows was so; before that only the log tells
    used: float = 0.0
    since: float | None = None

    @property
    def is_a_persons(self) -> bool:
        """Whether somebody sits there who can read and decide."""
        return self.kind in ("person", "hotseat")


class Identity(msgspec.Struct, frozen=True):
    """Somebody, as this server knows them."""

    id: str
    key: str  # a hash of it
    name: str
    made: float
    seen: float
    rated: bool  # whether they wish to be


class Line(msgspec.Struct, frozen=True):
    """A line of chat, or a reaction."""

    id: int
    match: str
    seat: int
    text: str
    reaction: bool
    to: int | None
    at: float


class Move(msgspec.Struct, frozen=True):
    """One row of a log."""

    seq: int
    kind: int
    seat: int
    action: int  # a code; for an undo the seq of the move taken back, for a carry-over the last that stands
    move_id: str
    time: float | None = None  # by the timekeeper
    spent: float = 0.0  # seconds off the seat's reserve

    @property
    def by_clock(self) -> bool:
        """Whether it was made for somebody whose time was over."""
        return self.move_id.startswith(CLOCK)

    @property
    def by_player(self) -> bool:
        """Whether whoever sits there has made it: their ids begin with their seat."""
        return self.move_id.startswith(f"{self.seat}:")


class TableProgress(msgspec.Struct, frozen=True):
    """How far a running table's log has come."""

    id: str
    seq: int
    bots: bool  # whether a bot plays there, on a seat of its own or on one that was lent


class Round(msgspec.Struct, frozen=True):
    """Where a round began: after which seq, and the packed position document."""

    seq: int
    position: bytes


def tempo_of(lend_after: int | None, clock: Json | None) -> Tempo:
    """How much time players have, out of a table's row."""
    return Tempo(lend_after, msgspec.convert(clock, Clock | None))


class Finish(msgspec.Struct, frozen=True):
    """How a race that counts has ended, in the words of no game."""

    stage: str
    places: list[int]  # by seat
    scores: list[int] | None  # the same; not known of races that ended before rides were kept
    anchors: Mapping[str, float]  # how strong the bots of these levels are in this game


class Ride(msgspec.Struct, frozen=True):
    """Somebody's seat in a race that is over, and what it made of their rating."""

    match: str
    seat: int
    game: str
    stage: str
    seats: int
    place: int
    score: int | None
    people: int
    level: str | None
    verdict: Verdict | None
    at: float
    title: str
    gained: float | None

    @property
    def mark(self) -> tuple[float, str, int]:
        """Where it stands among all rides of its rider."""
        return self.at, self.match, self.seat


class RatingRow(msgspec.Struct, frozen=True):
    """How strong somebody is taken to be in a game, and how sure that is."""

    rider: str
    name: str
    game: str
    mean: float
    doubt: float
    races: int


class Rated(msgspec.Struct, frozen=True):
    """What a race has made of a rating."""

    mean: float
    doubt: float
    gained: float
    at: float


class DayRow(msgspec.Struct, frozen=True):
    """The stage of a day: one deal for everybody."""

    day: str
    game: str
    rules_version: int
    seats: int
    level: str
    options: Json
    seed: str
    commitment: str


class DayRide(msgspec.Struct, frozen=True):
    """Somebody's ride of the stage of a day."""

    day: str
    owner: str  # a hash of their key
    match: str
    listed: bool
    place: int | None = None  # in the race; nothing until it has ended and counts
    points: int | None = None


class Placed(msgspec.Struct, frozen=True):
    """A ride of the stage of a day that counts, and whose it is."""

    rank: int
    name: str
    place: int
    points: int
    match: str
    owner: str


class Pair(msgspec.Struct, frozen=True):
    """Somebody, and another whom they have sat with or want nothing to do with."""

    owner: str
    other: str
    name: str
    at: float


class Invitation(msgspec.Struct, frozen=True):
    """A seat that is kept for somebody."""

    match: str
    owner: str
    seat: int
    by: str


class Complaint(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has reported of somebody else at a table."""

    id: int
    match: str
    reporter: str
    about: str
    seat: int
    seq: int
    reason: str
    text: str
    lines: list[Json]
    at: float
    closed: float | None


def standing(log: Sequence[Move], carried: int) -> list[Move]:
    """The decisions of a log that stand, of those that the rules of the table made."""
    undone = {move.action for move in log if move.kind not in (PLAY, CARRY)}
    return [move for move in log if move.kind == PLAY and move.seq > carried and move.seq not in undone]
