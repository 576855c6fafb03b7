"""How far a thinker looks on a tour: to the end of the stage, as if the tour were over then.

What comes of a card three stages later is luck; within the stage it is told from the noise, in a third of
the time. Points and times are counted as they will be, so a stage is not ridden for its own sake.
"""

from gruppetto.games.flamme_rouge.grand_tour.rules.classification import holder_of
from gruppetto.games.flamme_rouge.grand_tour.rules.record import POINTS, Tour, TourPhase
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import A_POINT
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import over as tour_is_over
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import score as score_of_tour
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import NOBODY, NOWHERE, Phase
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule


@rule
def over(tour: Tour) -> bool:
    """Whether the tour is over, or a stage is and nobody has taken their place for the next."""
    if tour_is_over(tour):
        return True
    if tour.stage == 0 or tour.phase != TourPhase.RIDING or tour.race.phase != Phase.PLACEMENT:
        return False
    for rider in range(2 * tour.race.setup.seats):
        if tour.race.setup.team[rider // 2] == Team.PLAYER and tour.race.square[rider] != NOWHERE:
            return False
    return True


@rule
def score(tour: Tour, out: Ints) -> None:
    """The tour's score, with the points for the three best times as they are now (GT2)."""
    score_of_tour(tour, out)
    if not tour_is_over(tour):
        for place in range(1, POINTS + 1):
            rider = holder_of(tour, place)
            if rider != NOBODY:
                out[rider // 2] += A_POINT * (POINTS + 1 - place)
