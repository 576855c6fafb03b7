"""A sensible rider for Flamme Rouge: shelters, saves the big cards, times the sprint.

`domestique` looks only at what their seat may know, so that play-outs and people meet the same rider.
Worth is counted in tenths of a square.
"""

import numpy as np

from gruppetto.games.flamme_rouge.rules.cards import copies, count
from gruppetto.games.flamme_rouge.rules.knowledge import unrevealed
from gruppetto.games.flamme_rouge.rules.movement import distance
from gruppetto.games.flamme_rouge.rules.record import (
    CLIMBING_LIMIT,
    EXHAUSTION,
    EXHAUSTION_VALUE,
    KINDS,
    LANES,
    NO_CARD,
    NOWHERE,
    ROULEUR,
    START_SQUARES,
    Action,
    Phase,
    Race,
)
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

SQUARE = 10
LEAST_PRICE = 35  # what ten points of energy are worth kept, with more than enough of it left
ROAD_PRICE = 32  # and how much more when the road ahead is as long as the energy left
WIND = 13  # what an exhaustion card costs far from the finish
WIND_SETTLES = 33  # so many squares from the line it costs half as much
SAVING = 8  # what each point above 5 is worth kept for the sprint
SPRINT_BEGINS = 20  # squares before the line
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
    if race.phase == Phase.PLACEMENT:
        return worth_of_place(action)
    if action < Action.CARD:
        return SQUARE * (action == Action.RIDER + ROULEUR)
    return worth_of_card(race, race.at_hand[seat], action - Action.CARD)


@rule
def worth_of_place(action: int) -> int:
    """As far forward as possible, the rouleur in front."""
    spot = action - Action.PLACE
    square, rouleur = spot // LANES % START_SQUARES, spot // (LANES * START_SQUARES)
    return 2 * SQUARE * square + SQUARE * rouleur


@rule
def worth_of_card(race: Race, rider: int, kind: int) -> int:
    """Ground gained, less energy, big cards spent early, and wind; past the line only ground counts."""
    start, energy = race.square[rider], energy_of(kind)
    reach = start + distance(race, start, energy)
    if reach >= race.setup.line:
        return SPRINT + SQUARE * reach
    to_go = race.setup.line - start
    price = LEAST_PRICE + ROAD_PRICE * to_go // max(1, energy_in(unrevealed(race, rider)))
    worth = SQUARE * (reach - start) - price * energy // 10
    worth -= SAVING * max(0, energy - CLIMBING_LIMIT) * max(0, to_go - SPRINT_BEGINS) // (to_go + 1)
    if not finds_shelter(race, rider, reach):
        worth -= WIND * to_go // (to_go + WIND_SETTLES)
    return worth


@rule
def energy_of(kind: int) -> int:
    """The value on a card."""
    return EXHAUSTION_VALUE if kind == EXHAUSTION else kind


@rule
def finds_shelter(race: Race, rider: int, reach: int) -> bool:
    """Whether somebody will probably be one square ahead, or two and give slipstream."""
    for other in range(2 * race.setup.seats):
        if other != rider and race.square[other] != NOWHERE:
            ahead = likely_square(race, rider, other) - reach
            if ahead in (1, 2):
                return True
    return False


@rule
def likely_square(race: Race, rider: int, other: int) -> int:
    """Where another rider will probably end: an average card, or the one their team-mate played."""
    pile = unrevealed(race, other)
    energy = energy_in(pile) // max(1, count(pile))
    if other // 2 == rider // 2 and race.played[other] != NO_CARD:
        energy = energy_of(race.played[other])
    return race.square[other] + distance(race, race.square[other], energy)


@rule
def energy_in(pile: int) -> int:
    """The values of a pile's cards, added up."""
    energy = 0
    for kind in range(KINDS):
        energy += energy_of(kind) * copies(pile, kind)
    return energy
