"""What a decision would do, as typed messages."""

from typing import ClassVar

from gruppetto.games.etapa.faces.names import Said


class WouldRide(Said, frozen=True):
    """How far a move leads, and where it ends between the others."""

    rule: ClassVar[str] = "C1.6"
    fields: int
    field: int


class WouldThrow(Said, frozen=True):
    """What is added to the die, and how far the lowest and the highest throw carry."""

    rule: ClassVar[str] = "C1.8"
    adds: int
    least: int
    most: int


class WouldBid(Said, frozen=True):
    """The total in the dice-off with this card."""

    rule: ClassVar[str] = "C3.2"
    total: int
