"""Events of activities without a challenge, and of the control of the head (Z7.1 to Z7.7, Z7.12)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Activity, ActivityOrNone, Fault, Rider
from gruppetto.games.due_ruote.faces.names import (
    ACTIVITIES,
    DEEDS,
    RULE_OF,
    TEAMS,
    Said,
    counted,
    full_name,
    place_text,
)


class Paid(Said, frozen=True):
    """An activity or a response has been paid for."""

    rule: ClassVar[str] = "Z4.2"
    seat: int
    activity: ActivityOrNone
    tokens: int
    special: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        deed = DEEDS[ACTIVITIES.index(self.activity)]
        special = f", {self.special} of them special" if self.special else ""
        points = f"{counted(self.tokens + self.special, 'token')}{special}"
        return f"{TEAMS[self.seat]} pays {points}{' to ' + deed if deed else ' to respond'}."


class Slowed(Said, frozen=True):
    """A rider has let himself fall back."""

    rule: ClassVar[str] = "Z7.1"
    sentence: ClassVar[str] = "{rider_name} slows down to {where}, fatigue {fatigue}."
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

    @property
    def text(self) -> str:
        """The message as a sentence."""
        verb = "finds new energy" if self.activity == "energy" else f"{self.activity}s"
        return f"{full_name(self.rider)} {verb}, fatigue {self.fatigue}."


class Worn(Said, frozen=True):
    """A rider has been worn down by an opponent."""

    rule: ClassVar[str] = "Z7.4"
    sentence: ClassVar[str] = "{team} wears down {rider_name}, fatigue {fatigue}."
    rider: Rider
    seat: int
    fatigue: int


class Claimed(Said, frozen=True):
    """Somebody will be first player in the next turn."""

    rule: ClassVar[str] = "Z7.5"
    sentence: ClassVar[str] = "{team} will be first player in the next turn."
    seat: int


class SpedUp(Said, frozen=True):
    """A rider has gone one sector forward."""

    rule: ClassVar[str] = "Z7.6"
    rider: Rider
    sector: int
    fatigue: int
    joined: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        verb = "goes along" if self.joined else "speeds up"
        return f"{full_name(self.rider)} {verb} to {place_text(self.sector)}, fatigue {self.fatigue}."


class ControlBegan(Said, frozen=True):
    """The head holds too few riders or too many."""

    rule: ClassVar[str] = "Z7.12"
    too: Fault
    seat: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"There are too {self.too} riders in the head; {TEAMS[self.seat]} begins to put it in order."


class MovedUp(Said, frozen=True):
    """A control has brought a rider to the head."""

    rule: ClassVar[str] = "Z7.12.1"
    sentence: ClassVar[str] = "{rider_name} moves to the head, fatigue {fatigue}."
    rider: Rider
    fatigue: int


class MovedBack(Said, frozen=True):
    """A control has sent a rider back to the bunch."""

    rule: ClassVar[str] = "Z7.12.5"
    sentence: ClassVar[str] = "{rider_name} drops back to the bunch, fatigue {fatigue}."
    rider: Rider
    fatigue: int


class Excused(Said, frozen=True):
    """Somebody need not move."""

    rule: ClassVar[str] = "Z7.12.3"
    sentence: ClassVar[str] = "{team} is excused and moves nobody."
    seat: int
