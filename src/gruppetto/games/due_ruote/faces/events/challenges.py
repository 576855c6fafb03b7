"""Events of challenges (Z7.8 to Z7.11)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Activity, Rider, Role, Wish
from gruppetto.games.due_ruote.faces.names import Said


class Put(Said, frozen=True):
    """A rider has been put on the challenge sheet."""

    rule: ClassVar[str] = "Z7.8.4"
    forms: ClassVar[tuple[str, ...]] = ("perform", "help", "obstruct")
    rider: Rider
    role: Role
    cost: int
    side_sum: int
    fatigue: int

    @property
    def form(self) -> str:
        """What they are on the sheet."""
        return self.role


class Declined(Said, frozen=True):
    """Somebody stays out of a challenge, or lets a speed-up go."""

    rule: ClassVar[str] = "Z7.8.9"
    seat: int


class Decided(Said, frozen=True):
    """A challenge is decided."""

    rule: ClassVar[str] = "Z7.8.7"
    forms: ClassVar[tuple[str, ...]] = ("won", "lost")
    activity: Activity
    right: int
    left: int
    won: bool

    @property
    def form(self) -> str:
        """How it ends."""
        return "won" if self.won else "lost"


class WentToHead(Said, frozen=True):
    """A rider has made it to the head."""

    rule: ClassVar[str] = "Z7.9"
    rider: Rider
    fatigue: int


class BrokeAway(Said, frozen=True):
    """A rider has broken away."""

    rule: ClassVar[str] = "Z7.11"
    rider: Rider
    sector: int
    fatigue: int


class Wished(Said, frozen=True):
    """Somebody has said what they make of the pace."""

    rule: ClassVar[str] = "Z7.10.3"
    forms: ClassVar[tuple[str, ...]] = ("break", "pace", "nothing")
    seat: int
    wish: Wish

    @property
    def form(self) -> str:
        """The wish."""
        return self.wish


class PaceRose(Said, frozen=True):
    """The peloton goes faster."""

    rule: ClassVar[str] = "Z7.10.2"
    speed: int


class Dropped(Said, frozen=True):
    """The faster peloton has taken a sector from a rider."""

    rule: ClassVar[str] = "Z7.10.2"
    rider: Rider
    sector: int
