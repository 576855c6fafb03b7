"""Events of the draft, the route and the start turn (Z5, Z6.2)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Card, Rider, Terrain
from gruppetto.games.due_ruote.faces.names import Said


class FirstPlayerDrawn(Said, frozen=True):
    """Chance has given somebody the pawn."""

    rule: ClassVar[str] = "Z6.2.1"
    reveals: ClassVar[bool] = True
    seat: int


class Drafted(Said, frozen=True):
    """A card has been taken."""

    rule: ClassVar[str] = "Z5.2"
    rider: Rider
    card: Card


class Planned(Said, frozen=True):
    """A card of the route has been chosen."""

    rule: ClassVar[str] = "Z5.4"
    seat: int
    terrain: Terrain
    card: int


class Started(Said, frozen=True):
    """A rider starts in the head."""

    rule: ClassVar[str] = "Z6.2.2"
    rider: Rider


class StoodBack(Said, frozen=True):
    """Somebody has placed nobody; the second time is the last."""

    rule: ClassVar[str] = "Z6.2.4"
    seat: int
    passes: int
