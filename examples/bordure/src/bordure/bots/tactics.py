"""A sensible rider: saves legs behind others, and spends them where they reach the line."""

import numpy as np

from bordure.rules.movement import distance, foremost, leading, legs
from bordure.rules.record import STEADY, Action, Race
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

JITTER = 6  # so that two of them are not of one mind
HOME = 1000  # what it is worth to reach the line
SQUARE, LEG = 10, 9
FALLING_BEHIND = 8  # what every square costs by which the others get away


@rule
def sensible(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """The action with the highest worth, near ties broken by chance."""
    best, choice = -(1 << 30), actions[0]
    for index in range(found):
        jitter, fraction = share(fraction, JITTER)
        worth = worth_of(race, seat, actions[index] - Action.RIDE) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of(race: Race, seat: int, effort: int) -> int:
    """Ground gained, less legs spent and ground lost to the others; past the line only ground counts."""
    reach = race.square[seat] + distance(race, seat, effort, leading(race))
    if reach >= race.setup.line:
        return HOME + SQUARE * reach
    price = LEG * effort * rounds_to_go(race, seat) // max(1, legs(race, seat) // 2)
    return SQUARE * effort - price - FALLING_BEHIND * max(0, foremost(race) + STEADY - reach - 1)


@rule
def rounds_to_go(race: Race, seat: int) -> int:
    """How many rounds a rider needs without any effort."""
    return (race.setup.line - race.square[seat] + STEADY - 1) // STEADY
