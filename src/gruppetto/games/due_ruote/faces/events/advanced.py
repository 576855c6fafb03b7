"""Events of the advanced game: its cards, its stages, its time trials (Z11)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Ending, Event, Events, Goal, Rider, RiderOrNobody
from gruppetto.games.due_ruote.faces.names import Said


class Fed(Said, frozen=True):
    """The feed card has been turned up."""

    rule: ClassVar[str] = "Z11.3"


class Approached(Said, frozen=True):
    """A summit or a flying sprint has been reached."""

    rule: ClassVar[str] = "Z11.2"
    forms: ClassVar[tuple[str, ...]] = ("GPM", "TV")
    goal: Goal

    @property
    def form(self) -> str:
        """What is near."""
        return self.goal


class Scored(Said, frozen=True):
    """A rider has won points for a jersey."""

    rule: ClassVar[str] = "Z11.2"
    forms: ClassVar[tuple[str, ...]] = ("GPM", "TV", "finish")
    rider: Rider
    goal: Goal
    points: int

    @property
    def form(self) -> str:
        """What the points are for."""
        return self.goal


class EventsDealt(Said, frozen=True):
    """Three event cards lie before a player."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    events: Events


class EventKept(Said, frozen=True):
    """A player has taken an event card."""

    rule: ClassVar[str] = "Z11.4"
    seat: int
    event: Event


class EventStruck(Said, frozen=True):
    """A full event card has struck."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    event: Event


class Hurt(Said, frozen=True):
    """What an event has done to a rider."""

    rule: ClassVar[str] = "Z11.4"
    rider: Rider
    sector: int
    head: bool
    fatigue: int


class TokensWon(Said, frozen=True):
    """Special tokens for the winner of a summit or a flying sprint."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    special: int


class StageBegan(Said, frozen=True):
    """The next stage of several begins."""

    rule: ClassVar[str] = "Z11.5"
    stage: int


class StageWon(Said, frozen=True):
    """A stage of several is over."""

    rule: ClassVar[str] = "Z11.5"
    forms: ClassVar[tuple[str, ...]] = ("", "nobody")
    winner: RiderOrNobody
    stage: int
    how: Ending

    @property
    def form(self) -> str:
        """Whether anybody has won."""
        return "nobody" if self.winner is None else ""


class Leads(Said, frozen=True):
    """Who wears pink after a stage."""

    rule: ClassVar[str] = "Z11.5"
    rider: Rider
    seconds: int


class RodeTrial(Said, frozen=True):
    """A rider's time trial."""

    rule: ClassVar[str] = "Z11.6"
    rider: Rider
    tokens: int
    points: int
    seconds: int
