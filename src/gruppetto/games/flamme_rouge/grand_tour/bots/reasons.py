"""What is counted of a stage of a Grand Tour, beyond what every race has, to say why a choice was worse."""

from gruppetto.games.flamme_rouge.bots import reasons as of_race
from gruppetto.games.flamme_rouge.bots.reasons import count_event, count_ground
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour, TourTold
from gruppetto.games.reasons import Reason, Reasons, Sums, noted
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

KINDS = (
    *of_race.KINDS,
    Reason("seconds-lost", -1, 1.0),  # on the clock, by both riders
    Reason("seconds-gained", +1, 0.5),  # past the line
    Reason("points", +1),  # for the team
    Reason("carried", -1),  # exhaustion that goes along into the next stage
    Reason("raised", +1),  # cards raised
)
LOST, GAINED, POINTS, CARRIED, RAISED = range(len(of_race.KINDS), len(KINDS))
PLACE = of_race.PLACE


@rule
def measure(tour: Tour, seat: int, trace: Ints, out: Sums) -> None:
    """Count what has happened to a seat, event by event."""
    for row in range(noted(trace)):
        at = 1 + WIDTH * row
        event = trace[at : at + WIDTH]
        count_event(tour.race, seat, event, out)
        if event[0] == TourTold.STAGE_ENDED:
            count_ground(tour.race, seat, out)
        elif event[1] // 2 == seat:
            count_of_tour(event, out)


@rule
def count_of_tour(event: Ints, out: Sums) -> None:
    """Count an event of the tour that is about one of the own riders."""
    told = event[0]
    if told == TourTold.LOST_TIME:
        out[LOST] += event[2]
    elif told == TourTold.GAINED_TIME:
        out[GAINED] += event[2]
    elif told in (TourTold.STAGE_POINTS, TourTold.TOUR_POINTS):
        out[POINTS] += event[2]
    elif told == TourTold.RECOVERED:
        out[CARRIED] += event[3]
    elif told == TourTold.CARD_RAISED:
        out[RAISED] += 1
    elif told == TourTold.CROSSED and (out[PLACE] == 0.0 or event[2] < out[PLACE]):
        out[PLACE] = event[2]


REASONS = Reasons("flamme-rouge", measure, KINDS, effects=("place", "points"))
