"""A sensible rider on a Grand Tour: the same one as in a race, who also knows their trait cards."""

import numpy as np

from gruppetto.games.flamme_rouge.bots.tactics import JITTER, SPRINT_BEGINS, domestique, energy_in
from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourAction, TourPhase
from gruppetto.games.flamme_rouge.rules.cards import copies, count
from gruppetto.games.flamme_rouge.rules.movement import distance, value
from gruppetto.games.flamme_rouge.rules.record import EXHAUSTION
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FOR_SPRINTEUR = (0, 0, 10, 10, 10, 10, 15, 15, 25)  # what each trait is worth, by its code: as measured
FOR_ROULEUR = (0, 5, 50, 100, 100, 40, 125, 265, 80)
MUCH_EXHAUSTION = 2  # so many exhaustion cards make a hand worth changing


@rule
def domestique_on_tour(tour: Tour, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """Draft the best card, raise at the line, change bad hands; else ride as in any race; show nothing."""
    if tour.phase == TourPhase.DRAFT:
        return best_keep(actions, found, fraction)
    if tour.phase == TourPhase.RAISING:
        hold, lift = actions[0], actions[1]
        return lift if crosses_by_raise(tour, raiser_of(tour, seat)) else hold
    last = actions[found - 1]
    if last == TourAction.REMOVE_EXHAUSTION:
        return last
    if last == TourAction.NEW_HAND and poor_hand(tour, tour.race.at_hand[seat]):
        return last
    plain = found
    while actions[plain - 1] >= TourAction.SHOW:
        plain -= 1
    return domestique(tour.race, seat, actions, plain, fraction)


@rule
def best_keep(actions: Ints, found: int, fraction: np.uint64) -> int:
    """The trait, and the rider for it, that promise most."""
    best, choice = -1, actions[0]
    for index in range(found):
        jitter, fraction = share(fraction, JITTER)
        worth = worth_of_keep(actions[index]) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of_keep(action: int) -> int:
    """What a trait is worth to a rider."""
    if action == TourAction.KEEP_NOTHING:
        return 0
    trait = (action - TourAction.KEEP) // 2 + 1
    return FOR_ROULEUR[trait] if (action - TourAction.KEEP) % 2 else FOR_SPRINTEUR[trait]


@rule
def crosses_by_raise(tour: Tour, rider: int) -> bool:
    """Whether the raised card takes a rider over the line, where every square counts."""
    race, start = tour.race, tour.race.square[rider]
    energy = value(race, rider, race.revealed[rider]) + 1
    return start + distance(race, start, energy) >= race.setup.line


@rule
def poor_hand(tour: Tour, rider: int) -> bool:
    """Much exhaustion, or before the sprint weaker cards than are left in the deck."""
    race, hand = tour.race, tour.race.hand[rider]
    if copies(hand, EXHAUSTION) >= MUCH_EXHAUSTION:
        return True
    others = race.deck[rider] + race.recycled[rider]
    weaker = energy_in(hand) * count(others) < energy_in(others) * count(hand)
    return weaker and race.setup.line - race.square[rider] <= SPRINT_BEGINS
