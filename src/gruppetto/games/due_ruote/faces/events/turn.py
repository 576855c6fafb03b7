"""Events of a race turn that are nobody's activity, and of the road (Z6.3, Z6.4, Z8)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Rider, Terrain
from gruppetto.games.due_ruote.faces.names import TEAMS, Said


class TurnBegan(Said, frozen=True):
    """A terrain card has been turned up."""

    rule: ClassVar[str] = "Z6.3.3"
    opens_round: ClassVar[bool] = True
    sentence: ClassVar[str] = "Turn {turn}: {terrain}, speed {speed}. {team} is first player."
    turn: int
    terrain: Terrain
    speed: int
    seat: int


class Ordered(Said, frozen=True):
    """The first player has said when they act."""

    rule: ClassVar[str] = "Z6.3.2"
    seat: int
    last: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{TEAMS[self.seat]} acts {'last' if self.last else 'first'}."


class Passed(Said, frozen=True):
    """Somebody is done for this turn."""

    rule: ClassVar[str] = "Z6.3.5"
    sentence: ClassVar[str] = "{team} passes for the rest of the turn."
    seat: int


class Tired(Said, frozen=True):
    """What a turn's road and speed have done to a rider."""

    rule: ClassVar[str] = "Z8.3"
    sentence: ClassVar[str] = "{rider_name} pays {change:+d} for the road: fatigue {fatigue}, {where}."
    rider: Rider
    change: int
    fatigue: int
    sector: int
    head: bool


class Retired(Said, frozen=True):
    """A rider has left the race."""

    rule: ClassVar[str] = "Z8.5"
    sentence: ClassVar[str] = "{rider_name} is too tired and retires."
    rider: Rider


class TeamOut(Said, frozen=True):
    """The last rider of a team has retired."""

    rule: ClassVar[str] = "Z6.4.1"
    sentence: ClassVar[str] = "{team} has no rider left and is out of the race."
    seat: int
