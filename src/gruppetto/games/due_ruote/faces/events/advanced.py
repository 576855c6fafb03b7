"""Events of the advanced game: its cards, its stages, its time trials (Z11)."""

from typing import ClassVar

from gruppetto.games.due_ruote.faces.fields import Ending, Event, Events, Goal, Rider, RiderOrNobody
from gruppetto.games.due_ruote.faces.names import EVENTS, MISHAPS, TEAMS, Said, counted, full_name


class Fed(Said, frozen=True):
    """The feed card has been turned up."""

    rule: ClassVar[str] = "Z11.3"
    sentence: ClassVar[str] = "The feed zone: from now on riders can be given energy."


class Approached(Said, frozen=True):
    """A summit or a flying sprint has been reached."""

    rule: ClassVar[str] = "Z11.2"
    goal: Goal

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return "The summit is near." if self.goal == "GPM" else "The flying sprint is on."


class Scored(Said, frozen=True):
    """A rider has won points for a jersey."""

    rule: ClassVar[str] = "Z11.2"
    sentence: ClassVar[str] = "{rider_name} wins {points} points ({goal})."
    rider: Rider
    goal: Goal
    points: int


class EventsDealt(Said, frozen=True):
    """Three event cards lie before a player."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    seat: int
    events: Events

    @property
    def text(self) -> str:
        """The message as a sentence."""
        cards = ", ".join(MISHAPS[EVENTS.index(event)] for event in self.events)
        return f"{TEAMS[self.seat]} may be hit by two of these: {cards}."


class EventKept(Said, frozen=True):
    """A player has taken an event card."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "{team} takes the card of {mishap}."
    seat: int
    event: Event


class EventStruck(Said, frozen=True):
    """A full event card has struck."""

    rule: ClassVar[str] = "Z11.4"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{team} is hit by {mishap}."
    seat: int
    event: Event


class Hurt(Said, frozen=True):
    """What an event has done to a rider."""

    rule: ClassVar[str] = "Z11.4"
    sentence: ClassVar[str] = "{rider_name} suffers: {where}, fatigue {fatigue}."
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

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{TEAMS[self.seat]} gets {counted(self.special, 'special token')} for it."


class StageBegan(Said, frozen=True):
    """The next stage of several begins."""

    rule: ClassVar[str] = "Z11.5"
    sentence: ClassVar[str] = "Stage {stage} begins."
    stage: int


class StageWon(Said, frozen=True):
    """A stage of several is over."""

    rule: ClassVar[str] = "Z11.5"
    winner: RiderOrNobody
    stage: int
    how: Ending

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.winner is None:
            return f"Nobody is left to win stage {self.stage}."
        return f"{full_name(self.winner)} wins stage {self.stage}."


class Leads(Said, frozen=True):
    """Who wears pink after a stage."""

    rule: ClassVar[str] = "Z11.5"
    sentence: ClassVar[str] = "{rider_name} wears pink, with {seconds} seconds."
    rider: Rider
    seconds: int


class RodeTrial(Said, frozen=True):
    """A rider's time trial."""

    rule: ClassVar[str] = "Z11.6"
    sentence: ClassVar[str] = (
        "{rider_name} rides against the clock with tokens: {tokens}; points {points}, {seconds} seconds lost."
    )
    rider: Rider
    tokens: int
    points: int
    seconds: int
