"""The general classification: times, tour points, ties (GT1, GT2, GT4 to GT7, GT10)."""

from gruppetto.games.flamme_rouge.grand_tour.rules.record import (
    MINUTE,
    OUT,
    OUT_AT,
    POINTS,
    ROW,
    Tour,
    TourTold,
)
from gruppetto.games.flamme_rouge.rules.record import NOBODY
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def cross(tour: Tour, trace: Ints) -> None:
    """Whoever stands past the line is home, front-most first; a line of riders has one time (GT3, GT5)."""
    race, leader, before = tour.race, 0, 0
    for turn in range(2 * race.setup.seats):
        rider = race.order[turn]
        past = race.square[rider] - race.setup.line + 1
        if past < 1:  # whoever has left the road, too
            return
        if tour.place[rider] == 0:
            if past < before - 1 or leader == 0:
                leader = past
            before = past
            arrive(tour, rider, past, leader, trace)


@rule
def arrive(tour: Tour, rider: int, past: int, leader: int, trace: Ints) -> None:
    """The next place, and the seconds gained: by squares, and for the first two of the stage (GT4, GT6)."""
    tour.home += 1
    tour.place[rider], tour.crossed[rider], tour.past[rider] = tour.home, tour.race.rounds, past
    tour.gain[rider] = ROW * leader + ROW * (tour.home <= 2)
    note(trace, TourTold.CROSSED, rider, tour.home, past)


@rule
def keep_time(tour: Tour, trace: Ints) -> None:
    """A minute for those on the road, less for those who crossed in this round (GT4, FR8.5)."""
    for rider in range(2 * tour.race.setup.seats):
        if tour.seconds[rider] == OUT:
            continue
        if tour.place[rider] == 0:
            tour.seconds[rider] += MINUTE
            note(trace, TourTold.LOST_TIME, rider, MINUTE, tour.seconds[rider])
        elif tour.crossed[rider] == tour.race.rounds:
            tour.seconds[rider] -= tour.gain[rider]
            note(trace, TourTold.GAINED_TIME, rider, tour.gain[rider], tour.seconds[rider])
    shift_clock(tour, trace)
    drop_out(tour, trace)


@rule
def shift_clock(tour: Tour, trace: Ints) -> None:
    """When anybody reaches or passes 0:00 all lose a minute: only differences count (GT7)."""
    least = OUT_AT
    for rider in range(2 * tour.race.setup.seats):
        if tour.seconds[rider] != OUT:
            least = min(least, tour.seconds[rider])
    if least > 0:
        return
    note(trace, TourTold.CLOCK_SHIFTED, MINUTE)
    for rider in range(2 * tour.race.setup.seats):
        if tour.seconds[rider] != OUT:
            tour.seconds[rider] += MINUTE


@rule
def drop_out(tour: Tour, trace: Ints) -> None:
    """Who reaches the last field of the tracker is out of the general classification (GT7)."""
    for rider in range(2 * tour.race.setup.seats):
        if tour.seconds[rider] >= OUT_AT:
            tour.seconds[rider] = OUT
            note(trace, TourTold.DROPPED_OUT, rider)


@rule
def better(tour: Tour, rider: int, other: int) -> bool:
    """Less time, then the better place in the latest stage; whoever has no time comes last (GT10)."""
    ours, theirs = tour.seconds[rider], tour.seconds[other]
    if (ours == OUT) != (theirs == OUT):
        return theirs == OUT
    if ours != theirs:
        return ours < theirs
    if tour.latest[rider] != tour.latest[other]:
        return tour.latest[rider] < tour.latest[other]
    return rider < other


@rule
def overall_place(tour: Tour, rider: int) -> int:
    """A rider's place in the general classification; beyond all others once they are out (GT10)."""
    place = 1
    for other in range(2 * tour.race.setup.seats):
        place += other != rider and better(tour, other, rider)
    return place


@rule
def leader_of(tour: Tour, seat: int) -> int:
    """The rider who stands for their team when it is level with another (GT10)."""
    return 2 * seat if better(tour, 2 * seat, 2 * seat + 1) else 2 * seat + 1


@rule
def beats(tour: Tour, seat: int, other: int) -> bool:
    """More tour points, or as many and the better time (GT1, GT10)."""
    if tour.points[seat] != tour.points[other]:
        return tour.points[seat] > tour.points[other]
    return better(tour, leader_of(tour, seat), leader_of(tour, other))


@rule
def winner(tour: Tour) -> int:
    """The team that beats all others (GT1)."""
    best = 0
    for seat in range(1, tour.race.setup.seats):
        if beats(tour, seat, best):
            best = seat
    return best


@rule
def award_stage(tour: Tour, trace: Ints) -> None:
    """Tour points for the first three of a stage (GT2)."""
    for place in range(1, POINTS + 1):
        award(tour, tour.race.order[place - 1], place, TourTold.STAGE_POINTS, trace)


@rule
def award_overall(tour: Tour, trace: Ints) -> None:
    """Tour points for the first three of the general classification, if they are still in it (GT2)."""
    for place in range(1, POINTS + 1):
        rider = holder_of(tour, place)
        if rider != NOBODY:
            award(tour, rider, place, TourTold.TOUR_POINTS, trace)


@rule
def holder_of(tour: Tour, place: int) -> int:
    """The rider on a place of the general classification."""
    for rider in range(2 * tour.race.setup.seats):
        if tour.seconds[rider] != OUT and overall_place(tour, rider) == place:
            return rider
    return NOBODY


@rule
def award(tour: Tour, rider: int, place: int, event: int, trace: Ints) -> None:
    """Three points for a first place, two, one (GT2)."""
    points = POINTS + 1 - place
    tour.points[rider // 2] += points
    note(trace, event, rider, points, place)
