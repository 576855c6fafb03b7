"""Sprint/Breakaway cards and Slow cards (C1.2, C2).

A pile is one number with a six-bit digit for each kind of card: only how many of a kind a pile holds
can matter, since the common pile is shuffled before every draw.
"""

import numpy as np

from gruppetto.games.etapa.rules.codes import Told
from gruppetto.games.etapa.rules.record import (
    CARDS,
    KINDS,
    NO_CARD,
    Race,
)
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, scripted, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

DIGIT = 6
LARGEST = (1 << DIGIT) - 1
EMPTY = 0


@rule
def card(kind: int) -> int:
    """A pile of one card."""
    return 1 << (DIGIT * int(kind))


@rule
def copies(pile: int, kind: int) -> int:
    """How many cards of a kind a pile holds."""
    return (pile >> (DIGIT * int(kind))) & LARGEST


@rule
def count(pile: int) -> int:
    """How many cards a pile holds."""
    cards = 0
    while pile > 0:
        cards += pile & LARGEST
        pile >>= DIGIT
    return cards


@rule
def sprint_value(kind: int) -> int:
    """The large number on a card: 2, 4 or 6 (C2.2)."""
    return 2 * (kind // 2 + 1)


@rule
def breakaway_rounds(kind: int) -> int:
    """The breakaway symbols on a card: none, 1, 2 or 3 (C2.5)."""
    return kind // 2 + 1 if kind % 2 == 1 else 0


@rule
def pick(pile: int, fraction: np.uint64) -> int:
    """The kind of a random card of a pile."""
    index, _ = share(fraction, count(pile))
    for kind in range(KINDS):
        if index < copies(pile, kind):
            return kind
        index -= copies(pile, kind)
    return NO_CARD


@rule
def from_pile(race: Race) -> int:
    """Take a random card off the common pile, or none when it is empty (C3.6)."""
    if race.pile[0] == EMPTY:
        return NO_CARD
    kind = scripted(race, CARDS)
    if kind == NOT_SCRIPTED or copies(race.pile[0], kind) == 0:
        kind = pick(race.pile[0], chance(race, CARDS))
    race.pile[0] -= card(kind)
    return kind


@rule
def draw(race: Race, seat: int, source: int, trace: Ints) -> bool:
    """A player draws a card that the others do not see; whether there was one (C2.7, C3.6)."""
    hide_draws(race, seat)
    kind = from_pile(race)
    if kind == NO_CARD:
        return False
    race.hand[seat] += card(kind)
    note(trace, Told.DREW, seat, kind, source)
    return True


@rule
def hide_draws(race: Race, seat: int) -> None:
    """What a player is about to draw can be anything that is not surely in somebody's hand."""
    for kind in range(KINDS):
        there = copies(race.setup.deck[0], kind)
        for other in range(race.setup.seats):
            there -= copies(race.shown[other], kind)
        if there > copies(race.doubt[seat], kind):
            race.doubt[seat] += (there - copies(race.doubt[seat], kind)) * card(kind)


@rule
def lay_down(race: Race, seat: int, kind: int) -> None:
    """A card leaves the hand, for all to see, and goes to the common pile (C2.7)."""
    race.hand[seat] -= card(kind)
    race.pile[0] += card(kind)
    if copies(race.shown[seat], kind) > 0:
        race.shown[seat] -= card(kind)
    if race.hand[seat] == race.shown[seat]:
        race.doubt[seat] = EMPTY


@rule
def may_swap(race: Race, seat: int) -> bool:
    """Whether a card can be changed for a Slow card (C12.1)."""
    return race.setup.options.specials != 0 and race.slow_supply > 0 and race.hand[seat] != EMPTY


@rule
def swap(race: Race, seat: int, kind: int, trace: Ints) -> None:
    """Change a Sprint/Breakaway card for a Slow card (C12.1)."""
    lay_down(race, seat, kind)
    race.slow_supply -= 1
    race.slow[seat] += 1
    note(trace, Told.SWAPPED, seat, kind)


@rule
def offer_cards(pile: int, first: int, out: Ints, found: int) -> int:
    """Write an action for each kind of card in a pile, counted from `first`."""
    for kind in range(KINDS):
        if copies(pile, kind) > 0:
            out[found] = first + kind
            found += 1
    return found
