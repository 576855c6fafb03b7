"""The Grand Tour in words: what it adds to the actions and events of a race."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from gruppetto import language
from gruppetto.games.flamme_rouge.data.trait_cards import trait_card, trait_code
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.faces.words import (
    CardName,
    Hidden,
    Rider,
    card_of,
    rider_id,
    team_name,
)
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT
from gruppetto.games.game import Message
from gruppetto.games.vocabulary import (
    At,
    Codec,
    From,
    Means,
    event_reader,
    events_in,
    members,
    move_reader,
    moves_in,
)

KEEPS = range(t.TourAction.KEEP, t.TourAction.KEEP_NOTHING)  # choices of the draft that keep a trait


def trait_id(trait: int) -> str:
    """A trait as documents call it."""
    return trait_card(trait).id


def trait_name(trait: str) -> str:
    """A trait as one speaks of it."""
    return language.t(f"trait.{trait}")


def kept_trait(choice: int) -> str | None:
    """The trait that a choice of the draft keeps, if it keeps one."""
    return trait_id((choice - t.TourAction.KEEP) // 2 + 1) if choice in KEEPS else None


def keeper(seat: int, choice: int) -> str | None:
    """The rider for whom a choice of the draft keeps a trait, if it keeps one."""
    return rider_id(2 * seat + (choice - t.TourAction.KEEP) % 2) if choice in KEEPS else None


def clock(seconds: int) -> str:
    """A time as the tracker shows it; before the clock is shifted it may be less than nothing."""
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


SPOKEN: dict[str, Callable[[Any], str]] = {"to": team_name, "trait": trait_name, "time": clock}

# How the numbers of a trace, and of an action, read.
TRAIT = Codec(trait_id, lambda name: trait_code(name) or NO_TRAIT)
Trait = Annotated[str, TRAIT]
RiderAtHand = Annotated[str, From(lambda tour, seat, _: rider_id(int(tour.race.at_hand[seat])))]
Raiser = Annotated[str, From(lambda tour, seat, _: rider_id(int(raiser_of(tour, seat))))]


class Said(words.Said, frozen=True):
    """A message of the tour, whose sentence knows teams, traits and times too."""

    def spoken(self) -> dict[str, Any]:
        """The fields as one speaks of them."""
        fields = super().spoken()
        team = {"team": team_name(fields["seat"])} if "seat" in fields else {}
        return team | {
            name: SPOKEN[name](value) if name in SPOKEN else value for name, value in fields.items()
        }


# --- actions ----------------------------------------------------------------------------------------


class KeepTrait(Said, frozen=True):
    """Keep one of the two traits for this rider."""

    means: ClassVar[Means] = t.TourAction.KEEP
    rule: ClassVar[str] = "GT11"
    trait: Annotated[str, From(lambda _, __, keeps: kept_trait(t.TourAction.KEEP + keeps))]
    rider: Annotated[str, From(lambda _, seat, keeps: rider_id(2 * seat + keeps % 2))]


class KeepNoTrait(Said, frozen=True):
    """Keep neither of the two traits."""

    means: ClassVar[Means] = t.TourAction.KEEP_NOTHING
    rule: ClassVar[str] = "GT11"


class PlayAndShow(Said, frozen=True):
    """Play this card face down, and let one opponent see it."""

    means: ClassVar[Means] = t.TourAction.SHOW
    rule: ClassVar[str] = "GT12"
    rider: RiderAtHand
    card: Annotated[CardName, From(lambda _, __, shows: card_of(shows // SEATS))]
    to: Annotated[int, From(lambda _, __, shows: shows % SEATS)]


class ChangeHand(Said, frozen=True):
    """Use the Professor."""

    means: ClassVar[Means] = t.TourAction.NEW_HAND
    rule: ClassVar[str] = "GT11"
    rider: RiderAtHand


class RemoveExhaustion(Said, frozen=True):
    """Use the Tashkent Terror."""

    means: ClassVar[Means] = t.TourAction.REMOVE_EXHAUSTION
    rule: ClassVar[str] = "GT11"
    rider: RiderAtHand


class RaiseCard(Said, frozen=True):
    """Use Cannibal or Badger."""

    means: ClassVar[Means] = t.TourAction.RAISE
    rule: ClassVar[str] = "GT11"
    rider: Raiser


class HoldBack(Said, frozen=True):
    """Keep Cannibal or Badger for later."""

    means: ClassVar[Means] = t.TourAction.HOLD
    rule: ClassVar[str] = "GT11"
    rider: Raiser


# --- events -----------------------------------------------------------------------------------------


class Drafted(Said, frozen=True):
    """A seat has chosen a trait; only it knows which."""

    rule: ClassVar[str] = "GT11"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    seat: int
    trait: Annotated[str | None, At(kept_trait)]
    rider: Annotated[str | None, At(lambda numbers: keeper(*numbers[:2]), first=0, all=True)]

    @property
    def form(self) -> str:
        """Whether the trait is known."""
        return "hidden" if self.trait is None else ""

    def seen_by(self, seat: int | None) -> "Drafted":
        """Others see that the choice is made, not what it is."""
        return self if seat == self.seat else Drafted(self.seat, None, None)


class TraitKept(Said, frozen=True):
    """A trait is shown."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    rider: Rider
    trait: Trait


class TraitRefused(Said, frozen=True):
    """A team rides without a trait."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    seat: int


class StageBegan(Said, frozen=True):
    """The next stage begins."""

    rule: ClassVar[str] = "GT9"
    stage: int


class HandRecycled(Said, frozen=True):
    """The Professor has recycled their hand."""

    rule: ClassVar[str] = "GT11"
    rider: Rider


class ExhaustionRemoved(Said, frozen=True):
    """The Tashkent Terror has got rid of an exhaustion card."""

    rule: ClassVar[str] = "GT11"
    rider: Rider


class Showed(Said, frozen=True):
    """A played card was shown to one opponent; only they and its owner know it."""

    rule: ClassVar[str] = "GT12"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    reveals: ClassVar[bool] = True
    rider: Rider
    card: Hidden
    to: int

    @property
    def form(self) -> str:
        """Whether the card is known."""
        return "hidden" if self.card is None else ""

    def seen_by(self, seat: int | None) -> "Showed":
        """The others see who shows whom, not what."""
        return self if seat in (int(self.rider[0]), self.to) else Showed(self.rider, None, self.to)


class CardRaised(Said, frozen=True):
    """Cannibal or Badger has raised their card."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    rider: Rider
    trait: Trait


class Crossed(Said, frozen=True):
    """A rider is over the line."""

    rule: ClassVar[str] = "GT3"
    rider: Rider
    place: int
    past: int


class LostTime(Said, frozen=True):
    """A rider is still on the road."""

    rule: ClassVar[str] = "GT4"
    rider: Rider
    seconds: int
    time: int


class GainedTime(Said, frozen=True):
    """What a rider gains by crossing."""

    rule: ClassVar[str] = "GT4"
    rider: Rider
    seconds: int
    time: int


class ClockShifted(Said, frozen=True):
    """Somebody has come to the top of the tracker."""

    rule: ClassVar[str] = "GT7"
    seconds: int


class DroppedOut(Said, frozen=True):
    """A rider has come to the end of the tracker."""

    rule: ClassVar[str] = "GT7"
    rider: Rider


class StageEnded(Said, frozen=True):
    """Everybody is home."""

    rule: ClassVar[str] = "GT3"
    rider: Rider
    stage: int


class StagePoints(Said, frozen=True):
    """Tour points for a place in a stage."""

    rule: ClassVar[str] = "GT2"
    rider: Rider
    points: int
    place: int


class Recovered(Said, frozen=True):
    """What a rider keeps of their exhaustion."""

    rule: ClassVar[str] = "GT8"
    rider: Rider
    back: int
    kept: int


class TourPoints(Said, frozen=True):
    """Tour points for a place in the general classification."""

    rule: ClassVar[str] = "GT2"
    rider: Rider
    points: int
    place: int


class TourEnded(Said, frozen=True):
    """The tour is over."""

    rule: ClassVar[str] = "GT1"
    seat: int


_TOLD = (*r.Told, *t.TourTold)
_MOVES_ON_TOUR = moves_in(globals().values())
EVENT_TYPES = events_in(_TOLD, (*members(words), *globals().values()))
MOVE_TYPES = (*words.MOVE_TYPES, *_MOVES_ON_TOUR)
event = event_reader(_TOLD, EVENT_TYPES)
_move_on_tour = move_reader(t.TourAction, _MOVES_ON_TOUR)


def move(tour: Tour, seat: int, code: int) -> Message:
    """What an action code means to a seat: in the race of the stage, or on the tour."""
    return words.move(tour.race, seat, code) if code < t.TourAction.SHOW else _move_on_tour(tour, seat, code)
