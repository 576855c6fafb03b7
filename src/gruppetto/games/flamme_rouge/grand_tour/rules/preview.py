"""What a choice on a tour would do, as far as it is certain: where a card leads, raised or not (GT11)."""

from gruppetto.games.flamme_rouge.grand_tour.rules.gifts import raiser_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourAction
from gruppetto.games.flamme_rouge.rules.movement import value
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.preview import reaches, reaches_with
from gruppetto.games.flamme_rouge.rules.record import CLIMBING_LIMIT, Action
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule


@rule
def preview(tour: Tour, seat: int, code: int, out: Ints) -> int:
    """What is foreseen of a choice, as in a race: of cards, shown or not, and of raises (GT11, GT12)."""
    if code >= TourAction.HOLD:
        return reaches_raised(tour, raiser_of(tour, seat), code - TourAction.HOLD, out)
    if code < Action.CARD or code >= TourAction.KEEP:
        return 0
    kind = code - Action.CARD if code < TourAction.SHOW else (code - TourAction.SHOW) // SEATS
    return reaches_with(tour.race, tour.race.at_hand[seat], kind, out, tour.active)


@rule
def reaches_raised(tour: Tour, rider: int, raised: int, out: Ints) -> int:
    """Where the revealed card leads a rider, with so much more on it (GT11)."""
    energy = value(tour.race, rider, tour.race.revealed[rider]) + raised
    return reaches(tour.race, rider, energy, CLIMBING_LIMIT, out)
