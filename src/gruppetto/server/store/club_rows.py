"""What is kept of clubs and leagues, row by row."""

from typing import Any, Literal

import msgspec

from gruppetto.games.game import Json

Colours = Literal["Blue", "Red", "Green", "Black", "Yellow", "Violet"]
Role = Literal["head", "organiser", "member", "left", "removed"]
Late = Literal["bot", "defeat", "organiser"]
LeagueStatus = Literal["open", "running", "over", "off"]
GOING: tuple[LeagueStatus, ...] = ("open", "running")


class ClubRow(msgspec.Struct, frozen=True):
    """A club."""

    id: str
    name: str
    link: str
    open: bool
    counted: int
    made: float


class ClubCount(msgspec.Struct, frozen=True):
    """A club in a line: its members, and its leagues that run or may be joined."""

    id: str
    name: str
    members: int
    running: int


class MemberRow(msgspec.Struct, frozen=True):
    """Somebody in a club, or who was there once."""

    club: str
    number: int
    owner: str  # a hash of their key
    name: str
    colours: Colours
    role: Role
    joined: float

    @property
    def belongs(self) -> bool:
        """Whether they are in the club now."""
        return self.role not in ("left", "removed")

    @property
    def organises(self) -> bool:
        """Whether they may look after the club."""
        return self.role in ("head", "organiser")


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A league."""

    id: str
    club: str
    name: str
    game: str
    options: Json
    seats: int
    rounds: int
    seconds: int
    points: list[int]
    late: Late
    early: bool
    by_stage: bool
    begins: float | None
    made: float
    status: LeagueStatus = "open"
    round: int = 0
    lot: str = ""
    ended: float | None = None
    champion: int | None = None


class RiderRow(msgspec.Struct, frozen=True):
    """A member who rides in a league, and in which round they dropped out of it."""

    league: str
    number: int
    dropped: int | None = None


class LeagueRoundRow(msgspec.Struct, frozen=True):
    """A round of a league."""

    league: str
    number: int
    begun: float
    ends: float
    prolonged: bool = False
    closed: float | None = None


class HeatScore(msgspec.Struct, frozen=True):
    """What a rider has come to at a table."""

    rider: int
    place: int
    points: int


class HeatRow(msgspec.Struct, frozen=True):
    """A table of a round: who of the league sits on which seat, and what came of it."""

    league: str
    round: int
    number: int
    match: str
    riders: list[int | None]
    scores: list[HeatScore] | None = None
    classifications: Any = None

    def seat_of(self, rider: int) -> int:
        """Where somebody sits."""
        return self.riders.index(rider)

    def rider_on(self, seat: int) -> int | None:
        """Who sits there, if anybody of the league does."""
        return self.riders[seat] if seat < len(self.riders) else None


class LateRow(msgspec.Struct, frozen=True):
    """Somebody kept their table waiting beyond the end of a round."""

    league: str
    round: int
    rider: int
