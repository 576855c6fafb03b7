"""Flamme Rouge in words: actions and events as typed messages, each with its rule."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from gruppetto.games import words
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.vocabulary import (
    At,
    Codec,
    From,
    Means,
    event_reader,
    events_in,
    move_reader,
    moves_in,
    named,
)
from gruppetto.language import t

TEAMS = ("Blue", "Red", "Green", "Black")
RIDER_KINDS = ("sprinteur", "rouleur")
LANE_NAMES = ("right", "left")
CARD_NAMES = ("X", "A", "2", "3", "4", "5", "6", "7", "8", "9")
Card = int | str
REASONS = (
    (r.Reason.DESCENT, "descent"),
    (r.Reason.CLIMB, "climb"),
    (r.Reason.FOOT, "foot"),
    (r.Reason.ROADS_END, "road's end"),
    (r.Reason.RIDERS, "riders"),
)


def rider_id(rider: int) -> str:
    """A rider's short name: seat and S or R."""
    return f"{rider // 2}{'SR'[rider % 2]}"


def rider_number(name: str) -> int:
    """The rider a short name stands for."""
    return 2 * int(name[0]) + "SR".index(name[1])


def kind_name(name: str) -> str:
    """Sprinteur or rouleur."""
    return t(f"kind.{name[1]}")


def full_name(name: str) -> str:
    """A rider as one speaks of them."""
    return t(f"rider.{name}")


def team_name(seat: int) -> str:
    """A team as one speaks of it."""
    return t(f"team.{TEAMS[seat]}")


def card_of(kind: int) -> Card:
    """A card kind as written in documents: its value, X for exhaustion, A for attack."""
    return int(kind) if kind > r.ATTACK else CARD_NAMES[kind]


def cards_drawn(kinds: Sequence[int]) -> tuple[Card, ...]:
    """A hand as it was noted: up to four kinds of cards."""
    return tuple(card_of(kind) for kind in kinds if kind != r.NO_CARD)


def reasons_of(bits: int) -> tuple[str, ...]:
    """What made a move differ from its card, in words."""
    return tuple(word for reason, word in REASONS if bits & reason)


def card_text(card: Card) -> str:
    """A card as one speaks of it."""
    return t(f"card.{card}") if card in ("X", "A") else str(card)


def reasons_text(reasons: Sequence[str]) -> str:
    """What made a move differ from its card, as the end of a sentence."""
    return "".join(f", {t(f'reason.{words.slug(reason)}')}" for reason in reasons)


SPOKEN: dict[str, Callable[[Any], str]] = {
    "lane": lambda lane: t(f"lane.{lane}"),
    "card": card_text,
    "cards": lambda cards: ", ".join(map(card_text, cards)),
    "reasons": reasons_text,
}


# How the numbers of a trace, and of an action, read.
CARD = Codec(card_of, lambda card: CARD_NAMES.index(str(card)))
SPOTS = r.START_SQUARES * r.LANES  # where a rider can be placed: as many codes for each
Rider = Annotated[str, Codec(rider_id, rider_number)]
LANE = named(LANE_NAMES)
LaneName = Literal["right", "left"]
Lane = Annotated[LaneName, LANE]
OwnRider = Annotated[str, From(lambda _, seat, kind: rider_id(2 * seat + kind))]
RiderAtHand = Annotated[str, From(lambda race, seat, _: rider_id(int(race.at_hand[seat])))]
CardName = int | Literal["X", "A"]
Reason = Literal["descent", "climb", "foot", "road's end", "riders"]
Reasons = Annotated[tuple[Reason, ...], At(reasons_of)]
Played = Annotated[CardName, CARD]
Hidden = Annotated[CardName | None, CARD]


class Said(words.Said, frozen=True):
    """A message whose sentence knows riders, cards and lanes."""

    room: ClassVar[str] = "flamme-rouge"

    def spoken(self) -> dict[str, Any]:
        """The fields as one speaks of them."""
        fields = {name: value for name, value in super().spoken().items() if value is not None}
        said = {name: SPOKEN[name](value) if name in SPOKEN else value for name, value in fields.items()}
        if rider := fields.get("rider", fields.get("winner")):
            said |= {"rider": full_name(rider), "kind": kind_name(rider)}
        return said


class Place(Said, frozen=True):
    """Put a rider on a start square."""

    means: ClassVar[Means] = r.Action.PLACE
    rule: ClassVar[str] = "FR2.2"
    rider: Annotated[str, From(lambda _, seat, spot: rider_id(2 * seat + spot // SPOTS))]
    square: Annotated[int, From(lambda _, __, spot: spot % SPOTS // r.LANES)]
    lane: Annotated[LaneName, From(lambda _, __, spot: LANE_NAMES[spot % r.LANES])]


class ChooseRider(Said, frozen=True):
    """Draw four cards for this rider first."""

    means: ClassVar[Means] = r.Action.RIDER
    rule: ClassVar[str] = "FR3.1"
    rider: OwnRider


class PlayCard(Said, frozen=True):
    """Play this card face down."""

    means: ClassVar[Means] = r.Action.CARD
    rule: ClassVar[str] = "FR3.1"
    rider: RiderAtHand
    card: Played


class Placed(Said, frozen=True):
    """A rider stands at the start."""

    rule: ClassVar[str] = "FR2.2"
    rider: Rider
    square: int
    lane: Lane


class RoundBegan(Said, frozen=True):
    """A new energy phase."""

    rule: ClassVar[str] = "FR3.1"
    opens_round: ClassVar[bool] = True
    round: int


class Drew(Said, frozen=True):
    """A hand was drawn; only its own seat learns the cards."""

    rule: ClassVar[str] = "FR3.1"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    reveals: ClassVar[bool] = True
    rider: Rider
    cards: Annotated[tuple[CardName, ...] | None, At(cards_drawn, all=True)]

    @property
    def form(self) -> str:
        """Whether the cards are known."""
        return "hidden" if self.cards is None else ""

    def seen_by(self, seat: int | None) -> "Drew":
        """Others see that they draw, not what."""
        return self if seat == int(self.rider[0]) else Drew(self.rider, None)


class Shuffled(Said, frozen=True):
    """The recycled cards have become the face-down deck."""

    rule: ClassVar[str] = "FR3.3"
    reveals: ClassVar[bool] = True
    rider: Rider


class Chose(Said, frozen=True):
    """A card lies face down; only its own seat knows which."""

    rule: ClassVar[str] = "FR3.1"
    forms: ClassVar[tuple[str, ...]] = ("", "hidden")
    rider: Rider
    card: Hidden

    @property
    def form(self) -> str:
        """Whether the card is known."""
        return "hidden" if self.card is None else ""

    def seen_by(self, seat: int | None) -> "Chose":
        """Others see that they have played, not what."""
        return self if seat == int(self.rider[0]) else Chose(self.rider, None)


class RanOut(Said, frozen=True):
    """A rider without cards rides on exhaustion."""

    rule: ClassVar[str] = "FR3.5"
    rider: Rider


class Revealed(Said, frozen=True):
    """A played card is turned over."""

    rule: ClassVar[str] = "FR4.1"
    reveals: ClassVar[bool] = True
    rider: Rider
    card: Played


class Moved(Said, frozen=True):
    """A rider has moved; the reasons say what made the move differ from the card."""

    rider: Rider
    start: int
    square: int
    lane: Lane
    reasons: Reasons

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that shaped this move."""
        return {"descent": "FR4.7", "climb": "FR4.5", "foot": "FR4.6", "road's end": "FR4.4"}.get(
            self.reasons[0] if self.reasons else "", "FR4.2"
        )


class Carried(Said, frozen=True):
    """A rider has closed a gap in the slipstream."""

    rule: ClassVar[str] = "FR5.2"
    rider: Rider
    square: int


class Tired(Said, frozen=True):
    """A rider in the wind takes an exhaustion card."""

    rule: ClassVar[str] = "FR5.4"
    rider: Rider


class Spared(Said, frozen=True):
    """A rider in the wind, but no exhaustion card is left."""

    rule: ClassVar[str] = "FR5.4"
    rider: Rider


class Ended(Said, frozen=True):
    """The race is over."""

    rule: ClassVar[str] = "FR6.1"
    winner: Rider


EVENT_TYPES = events_in(r.Told, globals().values())
MOVE_TYPES = moves_in(globals().values())
event = event_reader(r.Told, EVENT_TYPES)
move = move_reader(r.Action, MOVE_TYPES)
