"""Events of activities without a challenge, and of the control of the head (Z7.1 to Z7.7, Z7.12)."""

from typing import Any, ClassVar

from gruppetto.games.due_ruote.faces.fields import Activity, ActivityOrNone, Fault, Rider
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    RULE_OF,
    Said,
)


class Paid(Said, frozen=True):
    """An activity or a response has been paid for."""

    rule: ClassVar[str] = "Z4.2"
    forms: ClassVar[tuple[str, ...]] = ("", "response")
    seat: int
    activity: ActivityOrNone
    tokens: int
    special: int

    @property
    def form(self) -> str:
        """Whether it is an activity of their own."""
        return "" if self.activity else "response"

    def spoken(self) -> dict[str, Any]:
        """The fields, and what was paid in all."""
        return {**super().spoken(), "points": self.tokens + self.special}


class Slowed(Said, frozen=True):
    """A rider has let themselves fall back."""

    rule: ClassVar[str] = "Z7.1"
    rider: Rider
    sector: int
    fatigue: int


class Refreshed(Said, frozen=True):
    """A rider has drunk or eaten."""

    rider: Rider
    activity: Activity
    fatigue: int

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule of the activity."""
        return RULE_OF[ACTIVITIES.index(self.activity)]


class Worn(Said, frozen=True):
    """A rider has been worn down by an opponent."""

    rule: ClassVar[str] = "Z7.4"
    rider: Rider
    seat: int
    fatigue: int


class Claimed(Said, frozen=True):
    """Somebody will be first player in the next turn."""

    rule: ClassVar[str] = "Z7.5"
    seat: int


class SpedUp(Said, frozen=True):
    """A rider has gone one sector forward."""

    rule: ClassVar[str] = "Z7.6"
    forms: ClassVar[tuple[str, ...]] = ("", "joined")
    rider: Rider
    sector: int
    fatigue: int
    joined: bool

    @property
    def form(self) -> str:
        """Whether they go along with another."""
        return "joined" if self.joined else ""


class ControlBegan(Said, frozen=True):
    """The head holds too few riders or too many."""

    rule: ClassVar[str] = "Z7.12"
    forms: ClassVar[tuple[str, ...]] = ("few", "many")
    too: Fault
    seat: int

    @property
    def form(self) -> str:
        """What is wrong."""
        return self.too


class MovedUp(Said, frozen=True):
    """A control has brought a rider to the head."""

    rule: ClassVar[str] = "Z7.12.1"
    rider: Rider
    fatigue: int


class MovedBack(Said, frozen=True):
    """A control has sent a rider back to the bunch."""

    rule: ClassVar[str] = "Z7.12.5"
    rider: Rider
    fatigue: int


class Excused(Said, frozen=True):
    """Somebody need not move."""

    rule: ClassVar[str] = "Z7.12.3"
    seat: int
