"""Events of a race turn that are nobody's activity, and of the road (Z6.3, Z6.4, Z8)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Rider, Terrain
from gruppetto.games.due_ruote.faces.names import Said


class TurnBegan(Said, frozen=True):
    """A terrain card has been turned up."""

    rule: ClassVar[str] = "Z6.3.3"
    opens_round: ClassVar[bool] = True
    turn: int
    terrain: Terrain
    speed: int
    seat: int


class Ordered(Said, frozen=True):
    """The first player has said when they act."""

    rule: ClassVar[str] = "Z6.3.2"
    forms: ClassVar[tuple[str, ...]] = ("first", "last")
    seat: int
    last: bool

    @property
    def form(self) -> str:
        """When they act."""
        return "last" if self.last else "first"


class Passed(Said, frozen=True):
    """Somebody is done for this turn."""

    rule: ClassVar[str] = "Z6.3.5"
    seat: int


class Tired(Said, frozen=True):
    """What a turn's road and speed have done to a rider."""

    rule: ClassVar[str] = "Z8.3"
    rider: Rider
    change: int
    fatigue: int
    sector: int
    head: bool


class Retired(Said, frozen=True):
    """A rider has left the race."""

    rule: ClassVar[str] = "Z8.5"
    rider: Rider


class TeamOut(Said, frozen=True):
    """The last rider of a team has retired."""

    rule: ClassVar[str] = "Z6.4.1"
    seat: int
