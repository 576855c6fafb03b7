"""A sensible rider for Flamme Rouge: shelters, saves the big cards, times the sprint.

`domestique` looks only at what his seat may know, so that play-outs and people meet the same rider.
Worth is counted in tenths of a square.
"""

import numpy as np

from gruppetto.games.flamme_rouge.cards import copies, count
from gruppetto.games.flamme_rouge.knowledge import unrevealed
from gruppetto.games.flamme_rouge.movement import distance
from gruppetto.games.flamme_rouge.record import (
    CARD,
    EXHAUSTION,
    EXHAUSTION_VALUE,
    KINDS,
    LANES,
    NO_CARD,
    NOWHERE,
    PLACE,
    PLACEMENT,
    RIDER,
    ROULEUR,
    START_SQUARES,
    Race,
)
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

SQUARE = 10
ENERGY_PRICE = 6  # what a point on a card is worth kept
WIND = 20  # what an exhaustion card costs
FAR_BEHIND = 8  # for every square that the group is out of reach
SPRINT = 1000
JITTER = 6  # so that two of them are not of one mind


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """The action with the highest worth, near ties broken by chance."""
    best, choice = -(1 << 30), actions[0]
    for index in range(found):
        jitter, fraction = share(fraction, JITTER)
        worth = worth_of(race, seat, actions[index]) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of(race: Race, seat: int, action: int) -> int:
    """What an action promises."""
    if race.phase == PLACEMENT:
        return worth_of_place(action)
    if action < CARD:
        return SQUARE * (action == RIDER + ROULEUR)
    return worth_of_card(race, race.at_hand[seat], action - CARD)


@rule
def worth_of_place(action: int) -> int:
    """As far forward as possible, the rouleur in front."""
    spot = action - PLACE
    square, rouleur = spot // LANES % START_SQUARES, spot // (LANES * START_SQUARES)
    return 2 * SQUARE * square + SQUARE * rouleur


@rule
def worth_of_card(race: Race, rider: int, kind: int) -> int:
    """Ground gained, shelter found, and energy saved; past the line only ground counts."""
    start = race.square[rider]
    reach = start + distance(race, start, energy_of(kind))
    if reach >= race.setup.line:
        return SPRINT + SQUARE * reach
    ahead = gap_ahead(race, rider, reach)
    worth = SQUARE * (reach - start) - ENERGY_PRICE * energy_of(kind)
    if ahead == 2:
        worth += SQUARE
    elif ahead != 1:
        worth -= WIND
    if ahead > 2:
        worth -= FAR_BEHIND * (ahead - 2)
    return worth


@rule
def energy_of(kind: int) -> int:
    """The value on a card."""
    return EXHAUSTION_VALUE if kind == EXHAUSTION else kind


@rule
def gap_ahead(race: Race, rider: int, reach: int) -> int:
    """How far the next rider ahead will probably be; 0 where nobody is ahead."""
    nearest = 0
    for other in range(2 * race.setup.seats):
        if other != rider and race.square[other] != NOWHERE:
            square = likely_square(race, rider, other)
            if square > reach and (nearest == 0 or square - reach < nearest):
                nearest = square - reach
    return nearest


@rule
def likely_square(race: Race, rider: int, other: int) -> int:
    """Where another rider will probably end: an average card, or the one his team-mate played."""
    energy = mean_energy(unrevealed(race, other))
    if other // 2 == rider // 2 and race.played[other] != NO_CARD:
        energy = energy_of(race.played[other])
    return race.square[other] + distance(race, race.square[other], energy)


@rule
def mean_energy(pile: int) -> int:
    """The average card of a pile, rounded."""
    cards, energy = count(pile), 0
    if cards == 0:
        return EXHAUSTION_VALUE
    for kind in range(KINDS):
        energy += energy_of(kind) * copies(pile, kind)
    return (energy + cards // 2) // cards
