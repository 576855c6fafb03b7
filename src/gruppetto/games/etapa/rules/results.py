"""The end of a stage: order, times, limit, points, and what is carried on (C5, C7.2, C12.2)."""

from gruppetto.games.etapa.rules.codes import Status, Step, Told
from gruppetto.games.etapa.rules.movement import length, on_road
from gruppetto.games.etapa.rules.options import FinishOrder, Loss, Nearest, Protection, TrialGaps
from gruppetto.games.etapa.rules.primes import credit_primes, finish_points, wins_nothing
from gruppetto.games.etapa.rules.record import (
    KIND,
    LIMIT,
    NOBODY,
    ROAD,
    TEAM,
    TEAM_TRIAL,
    WINNING_TIME,
    Race,
)
from gruppetto.games.etapa.rules.standings import leader_of
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

LATE = 30  # seconds more than the last for a rider who has dropped out (C5.4)
TENTHS = 10


@rule
def stage_results(race: Race, trace: Ints) -> None:
    """Everything that is worked out when a stage is over, and on to the next."""
    if race.setup.stage[race.at_stage, KIND] == ROAD:
        finishing_order(race)
        credit_primes(race, trace)
        road_times(race, trace)
        time_limit(race, trace)
    else:
        trial_order(race)
        trial_times(race, trace)
    race.at_stage += 1
    if race.at_stage < race.setup.stages and anybody_left(race):
        race.step = Step.STAGE
        return
    race.at_stage -= 1
    race.step = Step.FINISHED
    if race.setup.options.world_championship:
        note(trace, Told.BECAME_CHAMPION, leader_of(race))
    note(trace, Told.ENDED, leader_of(race))


@rule
def anybody_left(race: Race) -> bool:
    """Whether a rider can start tomorrow."""
    for rider in range(TEAM * race.setup.seats):
        if race.gone[rider] == 0:
            return True
    return False


# --- order ------------------------------------------------------------------------------------------


@rule
def finishing_order(race: Race) -> None:
    """Those who crossed, as they crossed; the others by field, then by turn (C5.1, C17.10, C17.39)."""
    placed = race.crossed
    for place in range(race.ordered):
        if on_road(race, race.order[place]) and not is_in(race, race.order[place], race.crossed):
            race.finish[placed] = race.order[place]
            placed += 1
    for rider in range(TEAM * race.setup.seats):
        if race.status[rider] == Status.WITHDRAWN:
            race.finish[placed] = rider
            placed += 1
    race.starters = placed
    first = 1 if race.setup.options.finish_order == FinishOrder.DISTANCE else race.crossed + 1
    for place in range(first, placed):
        rider, at = race.finish[place], place
        while at >= first and comes_before(race, rider, race.finish[at - 1]):
            race.finish[at] = race.finish[at - 1]
            at -= 1
        race.finish[at] = rider


@rule
def comes_before(race: Race, rider: int, other: int) -> bool:
    """Whether a rider is further on, or the other one is placed behind all who ride (C17.39)."""
    if wins_nothing(race, rider) != wins_nothing(race, other):
        return wins_nothing(race, other)
    return race.field[rider] > race.field[other]


@rule
def is_in(race: Race, rider: int, places: int) -> bool:
    """Whether a rider is among the first so many who crossed."""
    for place in range(places):
        if race.finish[place] == rider:
            return True
    return False


@rule
def trial_order(race: Race) -> None:
    """By time; of equal times the earlier starter first (C13.7, C14.8)."""
    placed = 0
    team = race.setup.stage[race.at_stage, KIND] == TEAM_TRIAL
    for start in range(race.starters):
        for rider in range(TEAM * race.setup.seats):
            starter = rider // TEAM if team else rider
            if race.status[rider] != Status.OUT and starter == race.start_order[start]:
                at = placed
                while at > 0 and race.tenths[rider] < race.tenths[race.finish[at - 1]]:
                    race.finish[at] = race.finish[at - 1]
                    at -= 1
                race.finish[at] = rider
                placed += 1
    race.starters = placed


# --- times ------------------------------------------------------------------------------------------


@rule
def loss(race: Race, rider: int) -> int:
    """Fields to the line in seconds, for a chain of riders those of its first one (C5.1, C7.2, C17.22)."""
    field = race.field[rider]
    if race.status[rider] != Status.WITHDRAWN:
        while race.taken[field + 1] > 0:
            field += 1
    own_field = 0 if race.setup.options.loss == Loss.TO_THE_LINE else 1
    return max(0, length(race) + own_field - field)


@rule
def time_lost(race: Race, rider: int) -> int:
    """The same, or what the nearest lost if that is better: for grief in the last kilometre (C12.2)."""
    lost = loss(race, rider)
    if race.grief[rider] == race.rounds:
        nearest = nearest_to(race, rider)
        if nearest != NOBODY:
            return min(lost, loss(race, nearest))
    return lost


@rule
def nearest_to(race: Race, rider: int) -> int:
    """Of those who can give their time, who was nearest when the round began; or nobody (C12.2)."""
    nearest = NOBODY
    for place in range(race.ordered):
        other = race.order[place]
        gives = other != rider and gives_time(race, other)
        if gives and (nearest == NOBODY or nearer(race, rider, other, nearest)):
            nearest = other
    return nearest


@rule
def gives_time(race: Race, rider: int) -> bool:
    """Whether a rider is upright in the end or, where it is read so, at least on the road (C12.2, C17.38)."""
    if race.setup.options.protection == Protection.ANYBODY:
        return on_road(race, rider)
    return race.status[rider] == Status.RIDING or race.status[rider] == Status.FEEDING


@rule
def nearer(race: Race, rider: int, other: int, nearest: int) -> bool:
    """Nearer than the nearest so far; of equally near ones the one in front (C17.32)."""
    one, two = race.start[other] - race.start[rider], race.start[nearest] - race.start[rider]
    if abs(one) != abs(two):
        return abs(one) < abs(two)
    if race.setup.options.nearest == Nearest.BEHIND:
        return one < two
    return one > two


@rule
def place_bonus(place: int) -> int:
    """20, 12 and 8 seconds for the first three (C5.1)."""
    if place == 1:
        return 20
    if place == 2:
        return 12
    return 8 if place == 3 else 0


@rule
def road_times(race: Race, trace: Ints) -> None:
    """Times, bonus seconds and points, place by place (C5.1, C9.3, C9.4)."""
    slowest = 0
    for place in range(1, race.starters + 1):
        rider = race.finish[place - 1]
        lost = time_lost(race, rider)
        bonus = race.seconds[rider] + (0 if wins_nothing(race, rider) else place_bonus(place))
        note(trace, Told.PLACED, rider, place, lost, bonus)
        time = race.setup.stage[race.at_stage, WINNING_TIME] + lost - bonus
        slowest = time
        keep(race, rider, place, time)
        race.wins[rider] += place == 1
        finish_points(race, rider, place, trace)
    charge_absent(race, slowest + LATE)


@rule
def keep(race: Race, rider: int, place: int, time: int) -> None:
    """Add a stage to what a rider and their team have so far (C5.4, C5.6)."""
    race.time[rider] += time
    race.team_time[rider // TEAM] += time
    race.placings[rider] += place
    race.last_place[rider] = place


@rule
def charge_absent(race: Race, time: int) -> None:
    """Who dropped out earlier counts for their team as 30 seconds behind the last (C5.4)."""
    for rider in range(TEAM * race.setup.seats):
        if race.status[rider] == Status.OUT:
            race.team_time[rider // TEAM] += time


@rule
def trial_times(race: Race, trace: Ints) -> None:
    """Gaps to the winner in whole seconds; a team shares its place and has no points (C13.7, C14.8)."""
    team = race.setup.stage[race.at_stage, KIND] == TEAM_TRIAL
    up = TENTHS - 1 if race.setup.options.trial_gaps == TrialGaps.ROUNDED_UP else 0
    gap = teams = 0
    for place in range(1, race.starters + 1):
        rider = race.finish[place - 1]
        gap = (race.tenths[rider] - race.tenths[race.finish[0]] + up) // TENTHS
        if team:
            teams += place == 1 or rider // TEAM != race.finish[place - 2] // TEAM
            note(trace, Told.PLACED, rider, teams, gap, 0)
            keep(race, rider, teams, gap)
        else:
            note(trace, Told.PLACED, rider, place, gap, 0)
            keep(race, rider, place, gap)
            race.wins[rider] += place == 1
            finish_points(race, rider, place, trace)
    charge_absent(race, gap + LATE)


# --- the time limit ---------------------------------------------------------------------------------


@rule
def missed_limit(race: Race, rider: int) -> bool:
    """Whether a rider who started has not passed the line of the time limit (C5.2, C7.2, C7.7)."""
    return race.status[rider] != Status.OUT and race.field[rider] <= race.setup.stage[race.at_stage, LIMIT]


@rule
def time_limit(race: Race, trace: Ints) -> None:
    """Who has not passed the line is out; in a one-day race their whole team's results are void (C5.2)."""
    for rider in range(TEAM * race.setup.seats):
        if missed_limit(race, rider):
            race.gone[rider] = race.at_stage + 1
            race.missed += 1
            note(trace, Told.MISSED_LIMIT, rider)
    if race.setup.options.doping:
        doping_test(race, trace)
    if race.setup.stages == 1:
        for seat in range(race.setup.seats):
            if void(race, seat):
                note(trace, Told.WAS_VOID, seat)
                for rider in range(seat * TEAM, seat * TEAM + TEAM):
                    race.gone[rider] = 1


@rule
def void(race: Race, seat: int) -> bool:
    """Whether a team's results of a one-day race do not count (C5.2)."""
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.gone[rider] > 0:
            return True
    return False


@rule
def doping_test(race: Race, trace: Ints) -> None:
    """Who rode with the most cards is suspect; caught if a team-mate missed the limit (C15.2)."""
    most = 1
    for rider in range(TEAM * race.setup.seats):
        most = max(most, race.used[rider])
    for rider in range(TEAM * race.setup.seats):
        if race.used[rider] == most and race.status[rider] != Status.OUT and mate_missed(race, rider):
            race.gone[rider] = race.at_stage + 1
            race.points[rider] = race.mountains[rider] = race.summits[rider] = race.wins[rider] = 0
            note(trace, Told.CAUGHT, rider)


@rule
def mate_missed(race: Race, rider: int) -> bool:
    """Whether a team-mate missed the time limit in this stage."""
    first = rider // TEAM * TEAM
    for mate in range(first, first + TEAM):
        if mate != rider and missed_limit(race, mate):
            return True
    return False
