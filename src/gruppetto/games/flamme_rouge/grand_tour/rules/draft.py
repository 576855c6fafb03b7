"""The draft of the traits: hidden, and all at the same time (GT11)."""

from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    DRAFT_STREAM,
    UNDECIDED,
    Tour,
    TourAction,
    TourPhase,
    TourTold,
)
from gruppetto.games.flamme_rouge.rules.options import SEATS, Team
from gruppetto.games.flamme_rouge.rules.record import NOBODY
from gruppetto.games.flamme_rouge.rules.traits import NO_TRAIT, TRAITS, lasts
from gruppetto.kernel.chance import chance, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def deal_traits(tour: Tour) -> None:
    """Every player draws two of the eight cards (GT11)."""
    tour.phase = TourPhase.DRAFT
    for seat in range(tour.race.setup.seats):
        if tour.race.setup.team[seat] == Team.PLAYER:
            for card in range(2 * seat, 2 * seat + 2):
                tour.offered[card] = draw_trait(tour)
            tour.owing |= 1 << seat


@rule
def draw_trait(tour: Tour) -> int:
    """A random card of those nobody has drawn yet (GT11)."""
    left = 0
    for trait in range(1, TRAITS + 1):
        left += not is_drawn(tour, trait)
    index, _ = share(chance(tour, DRAFT_STREAM), left)
    return nth_left(tour, index)


@rule
def is_drawn(tour: Tour, trait: int) -> bool:
    """Whether somebody holds this card."""
    for card in range(2 * SEATS):
        if tour.offered[card] == trait:
            return True
    return False


@rule
def nth_left(tour: Tour, index: int) -> int:
    """The n-th of the cards that nobody holds."""
    for trait in range(1, TRAITS + 1):
        if not is_drawn(tour, trait):
            if index == 0:
                return trait
            index -= 1
    return NO_TRAIT


@rule
def legal_keeps(tour: Tour, seat: int, out: Ints) -> int:
    """Either card for either rider, or neither (GT11)."""
    for card in range(2):
        for kind in range(2):
            trait = tour.offered[2 * seat + card]
            out[2 * card + kind] = TourAction.KEEP + 2 * (trait - 1) + kind
    out[4] = TourAction.KEEP_NOTHING
    return 5


@rule
def keep(tour: Tour, seat: int, action: int, trace: Ints) -> None:
    """Choose in secret; once everybody has, all show what they keep (GT11)."""
    tour.choice[seat] = action
    tour.owing &= ~(1 << seat)
    note(trace, TourTold.DRAFTED, seat, action)
    if tour.owing == 0:
        show_traits(tour, trace)


@rule
def show_traits(tour: Tour, trace: Ints) -> None:
    """Give the chosen traits to their riders; all other cards are out of the game (GT11)."""
    for seat in range(tour.race.setup.seats):
        rider = receiver(tour.choice[seat], seat)
        if rider != NOBODY:
            trait = chosen_trait(tour.choice[seat])
            tour.trait[rider] = trait
            tour.active[rider] = trait if lasts(trait) else NO_TRAIT
            note(trace, TourTold.TRAIT_KEPT, rider, trait)
        elif tour.race.setup.team[seat] == Team.PLAYER:
            note(trace, TourTold.TRAIT_REFUSED, seat)
        tour.choice[seat] = UNDECIDED
        tour.offered[2 * seat] = tour.offered[2 * seat + 1] = NO_TRAIT


@rule
def receiver(action: int, seat: int) -> int:
    """The rider whom a choice gives a trait to, or nobody."""
    if not TourAction.KEEP <= action < TourAction.KEEP_NOTHING:
        return NOBODY
    return 2 * seat + (action - TourAction.KEEP) % 2


@rule
def chosen_trait(action: int) -> int:
    """The trait that a choice keeps."""
    return (action - TourAction.KEEP) // 2 + 1
