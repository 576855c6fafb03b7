"""The cards of one rider, as FR1.2 and FR3 tell of them.

A card is its number, `X` for exhaustion or `A` for the Peloton's attack.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Card = int | str
Cards = Counter[Card]
SPRINTEUR: Cards = Counter({2: 3, 3: 3, 4: 3, 5: 3, 9: 3})
ROULEUR: Cards = Counter({3: 3, 4: 3, 5: 3, 6: 3, 7: 3})
HAND = 4


@dataclass
class Energy:
    """A rider's deck, face down and recycled, the hand, and the card that lies face down on the table."""

    face_down: Cards
    recycled: Cards = field(default_factory=Counter)
    hand: Cards = field(default_factory=Counter)
    played: Card | None = None

    def unrevealed(self) -> Cards:
        """All cards that nobody has seen leave the game (FR3.6)."""
        return self.face_down + self.recycled + self.hand + Counter([self.played] if self.played else [])

    def in_deck(self) -> int:
        """How many cards can still be drawn."""
        return self.face_down.total() + self.recycled.total()

    def draw(self, hand: list[Card]) -> None:
        """Draw up to this hand of four, or of all cards there are (FR3.1, FR3.3, FR3.4)."""
        drawn = Counter(hand) - self.hand
        assert self.hand + drawn == Counter(hand), f"{hand} lacks cards of {self.hand}"
        assert len(hand) == min(HAND, self.hand.total() + self.in_deck()), f"{hand} is no hand of four"
        if drawn.total() > self.face_down.total():
            drawn -= self.take(self.face_down & drawn)
            assert not self.face_down, f"a shuffle before {self.face_down} was drawn"
            self.face_down, self.recycled = self.recycled, Counter()
        self.take(drawn)

    def take(self, drawn: Cards) -> Cards:
        """Cards from the face-down part into the hand."""
        assert drawn <= self.face_down, f"{drawn} cannot come from {self.face_down}"
        self.face_down -= drawn
        self.hand += drawn
        return drawn

    def play(self, card: Card) -> None:
        """One card face down on the table; the others are recycled (FR3.1)."""
        self.hand -= Counter([card])
        self.played = card
        self.recycle_hand()

    def recycle_hand(self) -> None:
        """The whole hand goes under the deck (FR3.1)."""
        self.recycled += self.hand
        self.hand = Counter()

    def reveal(self) -> Card:
        """Turn the played card over; it leaves the game (FR4.1, FR5.1)."""
        card, self.played = self.played, None
        assert card is not None
        return card

    def as_seen(self) -> dict[str, Any]:
        """What everybody knows of these cards."""
        return {
            "face_down": self.face_down.total(),
            "recycled": self.recycled.total(),
            "unrevealed": {str(card): count for card, count in self.unrevealed().items()},
            "drawn": bool(self.hand),
            "played": self.played is not None,
            "exhaustion": self.unrevealed()["X"],
        }
