"""Flamme Rouge in words: actions and events as typed messages, each with a sentence and its rule."""

from collections.abc import Sequence
from typing import Any, ClassVar

from gruppetto.games import words
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.game import Message

TEAMS = ("Blue", "Red", "Green", "Black")
RIDER_KINDS = ("sprinteur", "rouleur")
LANE_NAMES = ("right", "left")
CARD_NAMES = ("X", "A", "2", "3", "4", "5", "6", "7", "8", "9")
Card = int | str


def rider_id(rider: int) -> str:
    """A rider's short name: seat and S or R."""
    return f"{rider // 2}{'SR'[rider % 2]}"


def rider_number(name: str) -> int:
    """The rider a short name stands for."""
    return 2 * int(name[0]) + "SR".index(name[1])


def kind_of(name: str) -> str:
    """Sprinteur or rouleur."""
    return RIDER_KINDS["SR".index(name[1])]


def full_name(name: str) -> str:
    """A rider as one speaks of him."""
    return f"{TEAMS[int(name[0])]}’s {kind_of(name)}"


def card_of(kind: int) -> Card:
    """A card kind as written in documents: its value, X for exhaustion, A for attack."""
    return kind if kind > r.ATTACK else CARD_NAMES[kind]


def card_text(card: Card) -> str:
    """A card as one speaks of it."""
    return {"X": "exhaustion (2)", "A": "an attack"}.get(str(card), str(card))


class Said(words.Said, frozen=True):
    """A message whose sentence is filled in from its fields, riders and cards by name."""

    def spoken(self) -> dict[str, Any]:
        """The fields, and who the rider is."""
        fields = super().spoken()
        rider = fields.get("rider") or fields.get("winner")
        if rider:
            fields |= {"name": full_name(rider), "kind": kind_of(rider)}
        if "card" in fields:
            fields["card_text"] = card_text(fields["card"])
        return fields


class Place(Said, frozen=True):
    """Put a rider on a start square."""

    rule: ClassVar[str] = "FR2.2"
    sentence: ClassVar[str] = "Place the {kind} on square {square}, {lane} lane."
    rider: str
    square: int
    lane: str


class ChooseRider(Said, frozen=True):
    """Draw four cards for this rider first."""

    rule: ClassVar[str] = "FR3.1"
    sentence: ClassVar[str] = "Draw for the {kind}."
    rider: str


class PlayCard(Said, frozen=True):
    """Play this card face down."""

    rule: ClassVar[str] = "FR3.1"
    sentence: ClassVar[str] = "Play {card_text} for the {kind}."
    rider: str
    card: Card


class Placed(Said, frozen=True):
    """A rider stands at the start."""

    rule: ClassVar[str] = "FR2.2"
    sentence: ClassVar[str] = "{name} starts from square {square}, {lane} lane."
    rider: str
    square: int
    lane: str


class RoundBegan(Said, frozen=True):
    """A new energy phase."""

    rule: ClassVar[str] = "FR3.1"
    opens_round: ClassVar[bool] = True
    sentence: ClassVar[str] = "Round {round}."
    round: int


class Drew(Message, frozen=True):
    """A hand was drawn; only its own seat learns the cards."""

    rule: ClassVar[str] = "FR3.1"
    reveals: ClassVar[bool] = True
    rider: str
    cards: tuple[Card, ...] | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        if self.cards is None:
            return f"{full_name(self.rider)} draws."
        return f"{full_name(self.rider)} draws {', '.join(map(str, self.cards))}."

    def seen_by(self, seat: int | None) -> "Drew":
        """Others see that he draws, not what."""
        return self if seat == int(self.rider[0]) else Drew(self.rider, None)


class Shuffled(Said, frozen=True):
    """The recycled cards have become the face-down deck."""

    rule: ClassVar[str] = "FR3.3"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{name} shuffles the recycled cards."
    rider: str


class Chose(Message, frozen=True):
    """A card lies face down; only its own seat knows which."""

    rule: ClassVar[str] = "FR3.1"
    rider: str
    card: Card | None

    @property
    def text(self) -> str:
        """The message as a sentence."""
        card = "a card" if self.card is None else card_text(self.card)
        return f"{full_name(self.rider)} plays {card} face down."

    def seen_by(self, seat: int | None) -> "Chose":
        """Others see that he has played, not what."""
        return self if seat == int(self.rider[0]) else Chose(self.rider, None)


class RanOut(Said, frozen=True):
    """A rider without cards rides on exhaustion."""

    rule: ClassVar[str] = "FR3.5"
    sentence: ClassVar[str] = "{name} has no cards left and rides on exhaustion."
    rider: str


class Revealed(Said, frozen=True):
    """A played card is turned over."""

    rule: ClassVar[str] = "FR4.1"
    reveals: ClassVar[bool] = True
    sentence: ClassVar[str] = "{name} shows {card_text}."
    rider: str
    card: Card


class Moved(Message, frozen=True):
    """A rider has moved; the reasons say what made the move differ from the card."""

    rider: str
    start: int
    square: int
    lane: str
    reasons: tuple[str, ...]

    @property
    def rule(self) -> str:  # type: ignore[override]
        """The rule that shaped this move."""
        return {"descent": "FR4.7", "climb": "FR4.5", "foot": "FR4.6", "road's end": "FR4.4"}.get(
            self.reasons[0] if self.reasons else "", "FR4.2"
        )

    @property
    def text(self) -> str:
        """The message as a sentence."""
        why = {
            "descent": "carried by the descent",
            "climb": "held by the climb",
            "foot": "stopping at the foot of the climb",
            "riders": "blocked by riders",
            "road's end": "to the end of the road",
        }
        reasons = "".join(f", {why[reason]}" for reason in self.reasons)
        return f"{full_name(self.rider)} rides from {self.start} to {self.square}{reasons}."


class Carried(Said, frozen=True):
    """A rider has closed a gap in the slipstream."""

    rule: ClassVar[str] = "FR5.2"
    sentence: ClassVar[str] = "{name} slips forward to {square}."
    rider: str
    square: int


class Tired(Said, frozen=True):
    """A rider in the wind takes an exhaustion card."""

    rule: ClassVar[str] = "FR5.4"
    sentence: ClassVar[str] = "{name} rides in the wind and takes an exhaustion card."
    rider: str


class Spared(Said, frozen=True):
    """A rider in the wind, but no exhaustion card is left."""

    rule: ClassVar[str] = "FR5.4"
    sentence: ClassVar[str] = "{name} rides in the wind; no exhaustion card is left to take."
    rider: str


class Ended(Said, frozen=True):
    """The race is over."""

    rule: ClassVar[str] = "FR6.1"
    sentence: ClassVar[str] = "{name} wins the race."
    winner: str


REASONS = (
    (r.PUSHED_BY_DESCENT, "descent"),
    (r.HELD_BY_CLIMB, "climb"),
    (r.HELD_AT_FOOT, "foot"),
    (r.HELD_BY_ROAD_END, "road's end"),
    (r.HELD_BY_RIDERS, "riders"),
)
BARE_EVENTS = {r.SHUFFLED: Shuffled, r.RAN_OUT: RanOut, r.TIRED: Tired, r.SPARED: Spared, r.ENDED: Ended}


def event(row: Sequence[int]) -> Message:
    """One row of a trace, in words."""
    code, a, b, c, d, e = row
    if code == r.ROUND:
        return RoundBegan(a)
    rider = rider_id(a)
    if code in BARE_EVENTS:
        return BARE_EVENTS[code](rider)
    match code:
        case r.PLACED:
            return Placed(rider, b, LANE_NAMES[c])
        case r.DREW:
            return Drew(rider, tuple(card_of(kind) for kind in (b, c, d, e) if kind != r.NO_CARD))
        case r.CHOSE:
            return Chose(rider, card_of(b))
        case r.REVEALED:
            return Revealed(rider, card_of(b))
        case r.CARRIED:
            return Carried(rider, b)
        case _:
            return Moved(rider, b, c, LANE_NAMES[d], tuple(word for bit, word in REASONS if e & bit))


def action(seat: int, code: int, at_hand: int) -> Message:
    """What an action code means to a seat."""
    if code < r.RIDER:
        kind, spot = divmod(code - r.PLACE, r.START_SQUARES * r.LANES)
        square, lane = divmod(spot, r.LANES)
        return Place(rider_id(2 * seat + kind), square, LANE_NAMES[lane])
    if code < r.CARD:
        return ChooseRider(rider_id(2 * seat + code - r.RIDER))
    return PlayCard(rider_id(at_hand), card_of(code - r.CARD))
