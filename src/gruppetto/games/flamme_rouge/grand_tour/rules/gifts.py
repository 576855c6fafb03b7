"""Traits that are used by a decision: after the draw, or after the reveal (GT11)."""

from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourAction, TourPhase, TourTold
from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card, copies, count
from gruppetto.games.flamme_rouge.rules.energy import draw, fill_hand
from gruppetto.games.flamme_rouge.rules.movement import distance, value
from gruppetto.games.flamme_rouge.rules.record import EXHAUSTION, HAND, NOWHERE
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, PROFESSOR, TASHKENT_TERROR, raises
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

# --- after the draw ---------------------------------------------------------------------------------


@rule
def legal_uses(tour: Tour, rider: int, out: Ints, found: int) -> int:
    """A trait for the hand just drawn, where it can make a difference (GT11)."""
    if tour.used[rider]:
        return found
    hand, others = tour.race.hand[rider], tour.race.deck[rider] + tour.race.recycled[rider]
    if tour.trait[rider] == PROFESSOR and others != EMPTY:
        out[found] = TourAction.NEW_HAND
        found += 1
    if tour.trait[rider] == TASHKENT_TERROR and copies(hand, EXHAUSTION) > 0 and count(hand + others) > 1:
        out[found] = TourAction.REMOVE_EXHAUSTION
        found += 1
    return found


@rule
def new_hand(tour: Tour, rider: int, trace: Ints) -> None:
    """The Professor recycles their whole hand and draws four new cards (GT11)."""
    race = tour.race
    tour.used[rider] = 1
    note(trace, TourTold.HAND_RECYCLED, rider)
    if race.early[rider] > 0:  # what everybody knows of these cards holds on, see `movement.bury`
        race.most_exhausted[rider] += HAND - race.early[rider]
        race.buried[rider], race.early[rider] = HAND, 0
    race.recycled[rider] += race.hand[rider]
    draw(race, rider, trace)


@rule
def remove_exhaustion(tour: Tour, rider: int, trace: Ints) -> None:
    """The Tashkent Terror puts an exhaustion card out of the game and draws another card (GT11)."""
    race = tour.race
    tour.used[rider] = 1
    note(trace, TourTold.EXHAUSTION_REMOVED, rider)
    race.early[rider] = max(0, race.early[rider] - 1)  # it may have been one of those drawn early
    hand = race.hand[rider] - card(EXHAUSTION)
    fill_hand(race, rider, hand, count(hand), trace)


# --- after the reveal -------------------------------------------------------------------------------


@rule
def ask_to_raise(tour: Tour) -> None:
    """Cannibal and Badger decide at the same time, if a raise can change anything (GT11)."""
    tour.asked = tour.owing = able_to_raise(tour)
    tour.phase = TourPhase.RAISING if tour.asked else TourPhase.RIDING


@rule
def able_to_raise(tour: Tour) -> int:
    """The seats with a rider whom their unspent trait would take further, as bits (GT11)."""
    able = 0
    for rider in range(2 * tour.race.setup.seats):
        if raises(tour.trait[rider]) and not tour.used[rider] and gains_by_raise(tour, rider):
            able |= 1 << rider // 2
    return able


@rule
def gains_by_raise(tour: Tour, rider: int) -> bool:
    """Whether one more on their card would take a rider further, whoever stands in their way."""
    race, start = tour.race, tour.race.square[rider]
    if start == NOWHERE:
        return False
    energy = value(race, rider, race.revealed[rider])
    return distance(race, start, energy + 1) > distance(race, start, energy)


@rule
def legal_raises(out: Ints) -> int:
    """Hold the card for a later round, or raise."""
    out[0], out[1] = TourAction.HOLD, TourAction.RAISE
    return 2


@rule
def raiser_of(tour: Tour, seat: int) -> int:
    """The rider of a team who can raise their card."""
    return 2 * seat if raises(tour.trait[2 * seat]) else 2 * seat + 1


@rule
def answer_raise(tour: Tour, seat: int, raised: bool) -> None:
    """Raise or hold, unseen until everybody who is asked has answered."""
    rider = raiser_of(tour, seat)
    tour.active[rider] = tour.trait[rider] if raised else NO_TRAIT
    tour.owing &= ~(1 << seat)


@rule
def show_raises(tour: Tour, trace: Ints) -> None:
    """The answers come to light, and the cards are spent for this stage (GT11)."""
    for rider in range(2 * tour.race.setup.seats):
        if raises(tour.active[rider]):
            tour.used[rider] = 1
            note(trace, TourTold.CARD_RAISED, rider, tour.trait[rider])


@rule
def lower_cards(tour: Tour) -> None:
    """A raise holds for one movement."""
    for rider in range(2 * tour.race.setup.seats):
        if raises(tour.active[rider]):
            tour.active[rider] = NO_TRAIT
