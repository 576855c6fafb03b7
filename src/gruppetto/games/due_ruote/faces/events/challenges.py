"""Events of challenges (Z7.8 to Z7.11)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Activity, Rider, Role, Wish
from gruppetto.games.due_ruote.faces.names import TEAMS, Said, full_name


class Put(Said, frozen=True):
    """A rider has been put on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.4"
    rider: Rider
    role: Role
    cost: int
    side_sum: int
    fatigue: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        side = "obstructing" if self.role == "obstruct" else "acting"
        return (
            f"{full_name(self.rider)} {self.role}s for {self.cost} fatigue; "
            f"the {side} side has {self.side_sum}."
        )


class Declined(Said, frozen=True):
    """Somebody stays out of a challenge, or lets a speed-up go."""

    rule: ClassVar[str] = "Z7.8.9"
    sentence: ClassVar[str] = "{team} stays out of it."
    seat: int


class Decided(Said, frozen=True):
    """A challenge is decided."""

    rule: ClassVar[str] = "Z7.8.7"
    activity: Activity
    right: int
    left: int
    won: bool

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{self.right} against {self.left}: the challenge {'succeeds' if self.won else 'fails'}."


class WentToHead(Said, frozen=True):
    """A rider has made it to the head."""

    rule: ClassVar[str] = "Z7.9"
    sentence: ClassVar[str] = "{rider_name} goes to the head, fatigue {fatigue}."
    rider: Rider
    fatigue: int


class BrokeAway(Said, frozen=True):
    """A rider has broken away."""

    rule: ClassVar[str] = "Z7.11"
    sentence: ClassVar[str] = "{rider_name} is away to {where}, fatigue {fatigue}."
    rider: Rider
    sector: int
    fatigue: int


class Wished(Said, frozen=True):
    """Somebody has said what they make of the pace."""

    rule: ClassVar[str] = "Z7.10.3"
    seat: int
    wish: Wish

    @property
    def text(self) -> str:
        """The message as a sentence."""
        what = {"break": "breaks away", "pace": "wants the pace", "nothing": "makes nothing of it"}
        return f"{TEAMS[self.seat]} {what[self.wish]}."


class PaceRose(Said, frozen=True):
    """The peloton goes faster."""

    rule: ClassVar[str] = "Z7.10.2"
    sentence: ClassVar[str] = "The peloton goes faster: speed {speed}."
    speed: int


class Dropped(Said, frozen=True):
    """The faster peloton has taken a sector from a rider."""

    rule: ClassVar[str] = "Z7.10.2"
    sentence: ClassVar[str] = "{rider_name} loses a sector and is in {where}."
    rider: Rider
    sector: int
