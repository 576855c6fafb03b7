"""Events of sprints and of the end of a race (Z9, Z6.4)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Column, Ending, Rider, RiderOrNobody
from gruppetto.games.due_ruote.faces.names import Said, counted, full_name


class LinedUp(Said, frozen=True):
    """A sprinter stands in their column."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "{rider_name} sprints from column {column}."
    rider: Rider
    column: Column


class Stopped(Said, frozen=True):
    """Somebody lines up nobody more."""

    rule: ClassVar[str] = "Z9.4"
    sentence: ClassVar[str] = "{team} lines up nobody more."
    seat: int


class Helped(Said, frozen=True):
    """A rider helps a sprinter."""

    rule: ClassVar[str] = "Z9.5"
    sentence: ClassVar[str] = "{rider_name} helps {sprinter_name}."
    rider: Rider
    sprinter: Rider


class Spent(Said, frozen=True):
    """Special tokens have been given to a sprinter."""

    rule: ClassVar[str] = "Z9.6"
    sentence: ClassVar[str] = "{rider_name} sprints with special tokens: {special}."
    rider: Rider
    special: int


class Sprinted(Said, frozen=True):
    """A sprinter's value."""

    rule: ClassVar[str] = "Z9.7"
    sentence: ClassVar[str] = "{rider_name} sprints with {value}."
    rider: Rider
    value: int


class Ended(Said, frozen=True):
    """The race is over."""

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
    def text(self) -> str:
        """The message as a sentence."""
        how = {"alone": " alone in front", "last team": ", the last team on the road"}
        if self.winner is None:
            return "Nobody is left in the race, and nobody wins it."
        if self.stages:
            return f"{full_name(self.winner)} wins the race over {counted(self.stages, 'stage')}."
        return f"{full_name(self.winner)} wins{how.get(self.how, ' the sprint')}."
