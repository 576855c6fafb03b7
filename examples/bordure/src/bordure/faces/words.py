"""Bordure in words: actions and events as typed messages, each with a sentence and its rule."""

from typing import Annotated, Any, ClassVar

from bordure.rules import record as r
from bordure.rules.options import SEATS
from gruppetto.games import words
from gruppetto.games.game import Game
from gruppetto.games.vocabulary import From, Means, event_reader, events_in, move_reader, moves_in, named

TEAMS = Game.teams[:SEATS]
RIDER = named(TEAMS)
Rider = Annotated[str, RIDER]
OwnRider = Annotated[str, From(lambda _, seat, __: TEAMS[seat])]
WIND = named(r.Wind)
WINDS = {"calm": "The air is still", "head": "A headwind blows", "cross": "A crosswind blows"}


class Said(words.Said, frozen=True):
    """A message whose sentence is filled in from its fields."""

    def spoken(self) -> dict[str, Any]:
        """The fields, and what is said instead of a bare number."""
        fields = super().spoken()
        if "effort" in fields:
            fields["legs"] = f"{fields['effort'] or 'no'} {'leg' if fields['effort'] == 1 else 'legs'}"
        return fields


class Ride(Said, frozen=True):
    """Choose an effort."""

    means: ClassVar[Means] = r.Action.RIDE
    rule: ClassVar[str] = "BD2.2"
    sentence: ClassVar[str] = "Spend {legs}."
    rider: OwnRider
    effort: int


class Chose(Said, frozen=True):
    """A rider has chosen; only their own seat knows what."""

    rule: ClassVar[str] = "BD2.2"
    rider: Rider
    effort: int | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.effort is None:
            return f"{self.rider} has chosen."
        return f"{self.rider} means to spend {self.spoken()['legs']}."

    def seen_by(self, seat: int | None) -> "Chose":
        """Others see that a rider has chosen, not what."""
        return self if seat == TEAMS.index(self.rider) else Chose(self.rider, None)


class Rode(Said, frozen=True):
    """A rider has moved."""

    rule: ClassVar[str] = "BD2.3"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{rider} spends {legs} and rides to square {square}."
    rider: Rider
    effort: int
    square: int


class ClosedUp(Said, frozen=True):
    """A rider was carried along in the slipstream."""

    rule: ClassVar[str] = "BD2.5"
    sentence: ClassVar[str] = "{rider} closes up to square {square}."
    rider: Rider
    square: int


class Rested(Said, frozen=True):
    """A rider has won a leg back."""

    rule: ClassVar[str] = "BD2.6"
    sentence: ClassVar[str] = "{rider} rests behind the others and wins a leg back."
    rider: Rider


class RoundBegan(Said, frozen=True):
    """A new round."""

    rule: ClassVar[str] = "BD2.1"
    opens_round: ClassVar[bool] = True
    sentence: ClassVar[str] = "Round {round}."
    round: int


class WindTurned(Said, frozen=True):
    """The wind of a round is known."""

    rule: ClassVar[str] = "BD2.1"
    reveals: ClassVar[bool] = True
    wind: Annotated[str, WIND]

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return f"{WINDS[self.wind]}."


class Ended(Said, frozen=True):
    """Somebody has won."""

    rule: ClassVar[str] = "BD3.2"
    sentence: ClassVar[str] = "{winner} wins the race."
    winner: Rider


EVENT_TYPES = events_in(r.Told, globals().values())
MOVE_TYPES = moves_in(globals().values())
event = event_reader(r.Told, EVENT_TYPES)
move = move_reader(r.Action, MOVE_TYPES)
