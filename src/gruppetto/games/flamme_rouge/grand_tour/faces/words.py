"""The Grand Tour in words: what it adds to the actions and events of a race."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from gruppetto.games.flamme_rouge.data.trait_cards import trait_card, trait_cards
from gruppetto.games.flamme_rouge.faces import words
from gruppetto.games.flamme_rouge.faces.words import (
    TEAMS,
    Card,
    card_of,
    card_text,
    full_name,
    kind_of,
    rider_id,
)
from gruppetto.games.flamme_rouge.grand_tour.rules import record as t
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.game import Message

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def trait_id(trait: int) -> str:
    """A trait as documents call it."""
    return trait_card(trait).id


def trait_name(trait: str) -> str:
    """A trait as one speaks of it."""
    return next(card.name for card in trait_cards() if card.id == trait)


def clock(seconds: int) -> str:
    """A time as the tracker shows it; before the clock is shifted it may be less than nothing."""
    sign, seconds = ("−", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


SAID: dict[str, Callable[[Any], str]] = {
    "seat": lambda seat: TEAMS[seat],
    "to": lambda seat: TEAMS[seat],
    "team": lambda seat: TEAMS[seat],
    "trait": trait_name,
    "card": card_text,
    "time": clock,
    "place": lambda place: ORDINALS[place],
    "points": lambda points: f"{points} point{'s' if points > 1 else ''}",
    "past": lambda past: f"{past} square{'s' if past > 1 else ''}",
}


class Told(Message, frozen=True):
    """A message of the tour whose sentence is filled in from its fields."""

    sentence: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The message as a sentence."""
        fields: dict[str, Any] = msgspec.structs.asdict(self)
        said = {name: SAID[name](value) for name, value in fields.items() if name in SAID}
        if "rider" in fields:
            said |= {"name": full_name(fields["rider"]), "kind": kind_of(fields["rider"])}
        return self.sentence.format(**{**fields, **said})


# --- actions ----------------------------------------------------------------------------------------


class KeepTrait(Told, frozen=True):
    """Keep one of the two traits for this rider."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Keep {trait} for the {kind}."
    trait: str
    rider: str


class KeepNoTrait(Told, frozen=True):
    """Keep neither of the two traits."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Keep neither."


class PlayAndShow(Told, frozen=True):
    """Play this card face down, and let one opponent see it."""

    rule: ClassVar[str] = "GT12"
    sentence: ClassVar[str] = "Play {card} for the {kind} and show it to {to}."
    rider: str
    card: Card
    to: int


class ChangeHand(Told, frozen=True):
    """Use the Professor."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Professor: recycle the {kind}’s hand and draw four new cards."
    rider: str


class RemoveExhaustion(Told, frozen=True):
    """Use the Tashkent Terror."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Tashkent Terror: remove an exhaustion card from the {kind}’s hand."
    rider: str


class RaiseCard(Told, frozen=True):
    """Use Cannibal or Badger."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Raise the {kind}’s card by 1."
    rider: str


class HoldBack(Told, frozen=True):
    """Keep Cannibal or Badger for later."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "Leave the {kind}’s card as it is."
    rider: str


# --- events -----------------------------------------------------------------------------------------


class Drafted(Message, frozen=True):
    """A seat has chosen a trait; only it knows which."""

    rule: ClassVar[str] = "GT11"
    seat: int
    trait: str | None
    rider: str | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.trait is None or self.rider is None:
            return f"{TEAMS[self.seat]} has looked at two traits and chosen."
        return f"{TEAMS[self.seat]} chooses {trait_name(self.trait)} for the {kind_of(self.rider)}."

    def seen_by(self, seat: int | None) -> "Drafted":
        """Others see that the choice is made, not what it is."""
        return self if seat == self.seat else Drafted(self.seat, None, None)


class TraitKept(Told, frozen=True):
    """A trait is shown."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{name} is {trait}."
    rider: str
    trait: str


class TraitRefused(Told, frozen=True):
    """A team rides without a trait."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{seat} keeps no trait."
    seat: int


class StageBegan(Told, frozen=True):
    """The next stage begins."""

    rule: ClassVar[str] = "GT9"
    sentence: ClassVar[str] = "Stage {stage} begins."
    stage: int


class HandRecycled(Told, frozen=True):
    """The Professor has recycled his hand."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "{name}, the Professor, recycles his hand and draws anew."
    rider: str


class ExhaustionRemoved(Told, frozen=True):
    """The Tashkent Terror has got rid of an exhaustion card."""

    rule: ClassVar[str] = "GT11"
    sentence: ClassVar[str] = "{name}, the Tashkent Terror, throws an exhaustion card away."
    rider: str


class Showed(Message, frozen=True):
    """A played card was shown to one opponent; only he and its owner know it."""

    rule: ClassVar[str] = "GT12"
    reveals: ClassVar[bool] = True
    rider: str
    card: Card | None
    to: int

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{full_name(self.rider)} shows {card} to {TEAMS[self.to]}."

    def seen_by(self, seat: int | None) -> "Showed":
        """The others see who shows whom, not what."""
        return self if seat in (int(self.rider[0]), self.to) else Showed(self.rider, None, self.to)


class CardRaised(Told, frozen=True):
    """Cannibal or Badger has raised his card."""

    rule: ClassVar[str] = "GT11"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{name}, the {trait}, raises his card by 1."
    rider: str
    trait: str


class Crossed(Told, frozen=True):
    """A rider is over the line."""

    rule: ClassVar[str] = "GT3"
    sentence: ClassVar[str] = "{name} crosses the line {place}, {past} past it."
    rider: str
    place: int
    past: int


class LostTime(Told, frozen=True):
    """A rider is still on the road."""

    rule: ClassVar[str] = "GT4"
    sentence: ClassVar[str] = "{name} is still on the road and loses {seconds} seconds: {time}."
    rider: str
    seconds: int
    time: int


class GainedTime(Told, frozen=True):
    """What a rider gains by crossing."""

    rule: ClassVar[str] = "GT4"
    sentence: ClassVar[str] = "{name} gains {seconds} seconds: {time}."
    rider: str
    seconds: int
    time: int


class ClockShifted(Told, frozen=True):
    """Somebody has come to the top of the tracker."""

    rule: ClassVar[str] = "GT7"
    sentence: ClassVar[str] = "The leader has reached 0:00, so everybody’s time goes up by {seconds} seconds."
    seconds: int


class DroppedOut(Told, frozen=True):
    """A rider has come to the end of the tracker."""

    rule: ClassVar[str] = "GT7"
    sentence: ClassVar[str] = "{name} is out of the general classification."
    rider: str


class StageEnded(Told, frozen=True):
    """Everybody is home."""

    rule: ClassVar[str] = "GT3"
    sentence: ClassVar[str] = "Everybody is home: {name} wins stage {stage}."
    rider: str
    stage: int


class StagePoints(Told, frozen=True):
    """Tour points for a place in a stage."""

    rule: ClassVar[str] = "GT2"
    sentence: ClassVar[str] = "{name}, {place} of the stage, earns {points}."
    rider: str
    points: int
    place: int


class Recovered(Told, frozen=True):
    """What a rider keeps of his exhaustion."""

    rule: ClassVar[str] = "GT8"
    sentence: ClassVar[str] = "{name} gives back {back} of his exhaustion cards and keeps {kept}."
    rider: str
    back: int
    kept: int


class TourPoints(Told, frozen=True):
    """Tour points for a place in the general classification."""

    rule: ClassVar[str] = "GT2"
    sentence: ClassVar[str] = "{name}, {place} of the general classification, earns {points}."
    rider: str
    points: int
    place: int


class TourEnded(Told, frozen=True):
    """The tour is over."""

    rule: ClassVar[str] = "GT1"
    sentence: ClassVar[str] = "{seat} wins the tour."
    seat: int


OF_A_SEAT: dict[int, Callable[[int], Message]] = {
    t.TourTold.TRAIT_REFUSED: TraitRefused,
    t.TourTold.STAGE_BEGAN: StageBegan,
    t.TourTold.CLOCK_SHIFTED: ClockShifted,
    t.TourTold.TOUR_ENDED: TourEnded,
}
OF_A_TRAIT: dict[int, Callable[[str, str], Message]] = {
    t.TourTold.TRAIT_KEPT: TraitKept,
    t.TourTold.CARD_RAISED: CardRaised,
}
OF_A_RIDER: dict[int, tuple[Callable[..., Message], int]] = {
    t.TourTold.HAND_RECYCLED: (HandRecycled, 0),
    t.TourTold.EXHAUSTION_REMOVED: (ExhaustionRemoved, 0),
    t.TourTold.CROSSED: (Crossed, 2),
    t.TourTold.LOST_TIME: (LostTime, 2),
    t.TourTold.GAINED_TIME: (GainedTime, 2),
    t.TourTold.DROPPED_OUT: (DroppedOut, 0),
    t.TourTold.STAGE_ENDED: (StageEnded, 1),
    t.TourTold.STAGE_POINTS: (StagePoints, 2),
    t.TourTold.RECOVERED: (Recovered, 2),
    t.TourTold.TOUR_POINTS: (TourPoints, 2),
}


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    code, a, b, c = row[:4]
    if code in OF_A_SEAT:
        return OF_A_SEAT[code](a)
    if code in OF_A_TRAIT:
        return OF_A_TRAIT[code](rider_id(a), trait_id(b))
    if code in OF_A_RIDER:
        message, numbers = OF_A_RIDER[code]
        return message(rider_id(a), *row[2 : 2 + numbers])
    if code == t.TourTold.DRAFTED:
        return _drafted(a, b)
    if code == t.TourTold.SHOWED:
        return Showed(rider_id(a), card_of(b), c)
    return words.event(row)


def _drafted(seat: int, code: int) -> Drafted:
    if code == t.TourAction.KEEP_NOTHING:
        return Drafted(seat, None, None)
    trait, kind = divmod(code - t.TourAction.KEEP, 2)
    return Drafted(seat, trait_id(trait + 1), rider_id(2 * seat + kind))


def action(seat: int, code: int, at_hand: int, raiser: int) -> Message:
    """What an action code means to a seat that has drawn for one rider, or whose one rider may raise."""
    if code < t.TourAction.SHOW:
        return words.action(seat, code, at_hand)
    if code < t.TourAction.KEEP:
        kind, other = divmod(code - t.TourAction.SHOW, SEATS)
        return PlayAndShow(rider_id(at_hand), card_of(kind), other)
    if code < t.TourAction.KEEP_NOTHING:
        trait, rider = divmod(code - t.TourAction.KEEP, 2)
        return KeepTrait(trait_id(trait + 1), rider_id(2 * seat + rider))
    match code:
        case t.TourAction.KEEP_NOTHING:
            return KeepNoTrait()
        case t.TourAction.NEW_HAND:
            return ChangeHand(rider_id(at_hand))
        case t.TourAction.REMOVE_EXHAUSTION:
            return RemoveExhaustion(rider_id(at_hand))
        case t.TourAction.HOLD:
            return HoldBack(rider_id(raiser))
        case _:
            return RaiseCard(rider_id(raiser))
