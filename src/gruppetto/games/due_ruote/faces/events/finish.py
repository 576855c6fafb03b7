"""Events of sprints and of the end of a race (Z9, Z6.4)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Column, Ending, Rider, RiderOrNobody
from gruppetto.games.due_ruote.faces.names import Said
from gruppetto.games.words import slug


class LinedUp(Said, frozen=True):
    """A sprinter stands in their column."""

    rule: ClassVar[str] = "Z9.4"
    rider: Rider
    column: Column


class Stopped(Said, frozen=True):
    """Somebody lines up nobody more."""

    rule: ClassVar[str] = "Z9.4"
    seat: int


class Helped(Said, frozen=True):
    """A rider helps a sprinter."""

    rule: ClassVar[str] = "Z9.5"
    rider: Rider
    sprinter: Rider


class Spent(Said, frozen=True):
    """Special tokens have been given to a sprinter."""

    rule: ClassVar[str] = "Z9.6"
    rider: Rider
    special: int


class Sprinted(Said, frozen=True):
    """A sprinter's value."""

    rule: ClassVar[str] = "Z9.7"
    rider: Rider
    value: int


class Ended(Said, frozen=True):
    """The race is over."""

    forms: ClassVar[tuple[str, ...]] = ("sprint", "alone", "last-team", "nobody-left", "time-trial", "stages")
    winner: RiderOrNobody
    how: Ending
    stages: int = 0

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that ended the race."""
        if self.stages and self.winner is not None:
            return "Z11.5"
        return {"sprint": "Z9.8", "alone": "Z9.2", "last team": "Z6.4.2"}.get(self.how, "Z6.4.3")

    @property
    def form(self) -> str:
        """How the race was won."""
        return "stages" if self.stages and self.winner else slug(self.how)
