"""Piles of cards. A pile is one number with a six-bit digit for each kind of card.

Only how many of a kind a pile holds can matter, since face-down cards lie in random order and the
others are shuffled before they come up again. As one number a pile is added to another in a single
step, which is most of what the energy phase does.
"""

import numpy as np

from gruppetto.games.flamme_rouge.rules.record import KINDS, NO_CARD
from gruppetto.kernel.chance import share
from gruppetto.kernel.rule import rule, wrapping_rule

DIGIT = 6
LARGEST = (1 << DIGIT) - 1
TOP = DIGIT * (KINDS - 1)
ONE_OF_EACH = sum(1 << DIGIT * kind for kind in range(KINDS))
EMPTY = 0


@rule
def card(kind: int) -> int:
    """A pile of one card."""
    return 1 << (DIGIT * int(kind))


@rule
def copies(pile: int, kind: int) -> int:
    """How many cards of a kind a pile holds."""
    return (pile >> (DIGIT * int(kind))) & LARGEST


@wrapping_rule
def count(pile: int) -> int:
    """How many cards a pile holds: multiplying adds up all digits in the top one."""
    return ((pile * ONE_OF_EACH) >> TOP) & LARGEST


@wrapping_rule
def pick(pile: int, fraction: np.uint64) -> tuple[int, np.uint64]:
    """The kind of a random card of a pile."""
    up_to, kind = pile * ONE_OF_EACH, 0  # each digit: how many cards are of its kind or a lower one
    index, fraction = share(fraction, copies(up_to, KINDS - 1))
    for lower in range(KINDS - 1):  # without a branch: random cards would make it costly
        kind += copies(up_to, lower) <= index
    return kind, fraction


@rule
def nth(pile: int, index: int) -> int:
    """The kind of a pile's n-th card, lowest first, or none."""
    for kind in range(KINDS):
        if index < copies(pile, kind):
            return kind
        index -= copies(pile, kind)
    return NO_CARD
