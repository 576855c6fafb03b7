"""The finish turn: line up, help, spend what is left, and sprint (Z9)."""

from gruppetto.games.due_ruote.rules.classification import classify, column_of, merit_of
from gruppetto.games.due_ruote.rules.codes import (
    COLUMNS,
    FRESH,
    FRESH_ON_THE_WAY,
    LEAST_SPENT,
    NOBODY,
    TEAM,
    Action,
    Ending,
    Goal,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.event_cards import give_tokens
from gruppetto.games.due_ruote.rules.options import SprintColumns
from gruppetto.games.due_ruote.rules.peloton import left_of, rides
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

NOT_ASKED = -1
FINISH_POINTS = (25, 20, 16, 14, 12, 10, 9, 8, 7, 6)  # by place, for ten columns (Z11.2)
TV_POINTS = (8, 5, 3, 2, 1, 0, 0, 0, 0, 0)
GPM_POINTS = (6, 4, 2, 1, 0, 0, 0, 0, 0, 0)
SUMMIT_FINISH_POINTS = (10, 6, 4, 2, 1, 0, 0, 0, 0, 0)
PER_TOKEN = 2


@rule
def rank_of_place(race: Race, rider: int) -> int:
    """How far forward a rider is, the HEAD before the BUNCH."""
    return 2 * race.place[rider] + race.head[rider]


@rule
def foremost(race: Race) -> int:
    """The foremost place anybody rides at (Z9.1)."""
    best = -(1 << 30)
    for rider in range(TEAM * race.setup.seats):
        if rides(race, rider):
            best = max(best, rank_of_place(race, rider))
    return best


@rule
def count_foremost(race: Race) -> int:
    """How many ride there."""
    front, count = foremost(race), 0
    for rider in range(TEAM * race.setup.seats):
        count += rides(race, rider) and rank_of_place(race, rider) == front
    return count


@rule
def begin_finish(race: Race, goal: int, trace: Ints) -> None:
    """Who is alone in front wins; else those in front sprint (Z9.1, Z9.2, Z11.2, Z13.26)."""
    race.pawn, race.goal = race.first, goal
    if count_foremost(race) == 1:
        win_alone(race, trace)
    elif race.setup.options.sprint_lineup_choice and count_to_line_up(race, race.first) > 0:
        race.step, race.decider = Step.LINE_UP_ORDER, race.first
    else:
        race.step = Step.LINE_UP


@rule
def win_alone(race: Race, trace: Ints) -> None:
    """The rider in front, unchallenged (Z9.2)."""
    front = foremost(race)
    for rider in range(TEAM * race.setup.seats):
        if rides(race, rider) and rank_of_place(race, rider) == front:
            award(race, rider, 0, trace)
    if race.goal == Goal.FINISH:
        classify(race, Ending.ALONE, trace)
    else:
        ride_on(race)


@rule
def choose_sprint_order(race: Race, seat: int, action: int, trace: Ints) -> None:
    """The first player begins, or their left neighbour does (Z9.6, Z13.26)."""
    note(trace, Told.ORDERED, seat, action == Action.LAST)
    race.pawn = seat if action == Action.FIRST else left_of(race, seat)
    race.step = Step.LINE_UP if race.step == Step.LINE_UP_ORDER else Step.TOKENS


# --- the line-up ------------------------------------------------------------------------------------


@rule
def can_line_up(race: Race, rider: int, front: int) -> bool:
    """Whether a rider in front has no column yet (Z9.1, Z9.4)."""
    if not rides(race, rider) or rank_of_place(race, rider) != front:
        return False
    return column_of(race, rider) == NOBODY


@rule
def count_to_line_up(race: Race, seat: int) -> int:
    """How many riders a player could still line up."""
    front, count = foremost(race), 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        count += can_line_up(race, rider, front)
    return count


@rule
def sprinters_of(race: Race, seat: int) -> int:
    """How many sprinters a player has lined up."""
    count = 0
    for column in range(race.columns):
        count += race.column_rider[column] // TEAM == seat
    return count


@rule
def next_to_line_up(race: Race, trace: Ints) -> None:
    """One rider each, clockwise from the first player, until all have stopped or ten stand (Z9.4)."""
    while race.columns < COLUMNS:
        seat = next_for_line(race)
        if seat == NOBODY:
            break
        race.asked = seat
        if sprinters_of(race, seat) > 0 or count_to_line_up(race, seat) > 1:
            race.decider = seat
            return
        line_up_only_rider(race, seat, trace)
    race.step, race.asked = Step.HELPERS, NOBODY


@rule
def next_for_line(race: Race) -> int:
    """The next player who has not stopped and has somebody to line up, or NOBODY."""
    start = race.pawn if race.asked == NOBODY else race.asked + 1
    for step in range(race.setup.seats):
        seat = (start + step) % race.setup.seats
        if race.stopped >> seat & 1 == 0 and count_to_line_up(race, seat) > 0:
            return seat
    return NOBODY


@rule
def line_up_only_rider(race: Race, seat: int, trace: Ints) -> None:
    """Whoever has one rider in front must line them up (Z9.4)."""
    front = foremost(race)
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if can_line_up(race, rider, front):
            line_up(race, rider, trace)


@rule
def line_up(race: Race, rider: int, trace: Ints) -> None:
    """Into the leftmost free column (Z9.4)."""
    race.column_rider[race.columns] = rider
    race.column_tokens[race.columns] = NOT_ASKED
    note(trace, Told.LINED_UP, rider, race.columns)
    race.columns += 1


@rule
def legal_line_up(race: Race, seat: int, out: Ints) -> int:
    """Any rider in front; or stop, but not at the first go (Z9.4)."""
    front, found = foremost(race), 0
    for number in range(TEAM):
        if can_line_up(race, TEAM * seat + number, front):
            out[found] = Action.RIDER + number
            found += 1
    if sprinters_of(race, seat) > 0:
        out[found] = Action.PASS
        found += 1
    return found


@rule
def answer_line_up(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Line up a rider, or stop for good (Z9.4)."""
    if action == Action.PASS:
        race.stopped |= 1 << seat
        note(trace, Told.STOPPED, seat)
    else:
        line_up(race, TEAM * seat + action - Action.RIDER, trace)


# --- helpers ----------------------------------------------------------------------------------------


@rule
def next_helper(race: Race, trace: Ints) -> None:
    """All other riders in front help a sprinter of their own team (Z9.5, Z13.18)."""
    front = foremost(race)
    for step in range(race.setup.seats):
        seat = (race.pawn + step) % race.setup.seats
        for rider in range(TEAM * seat, TEAM * seat + TEAM):
            if race.helps[rider] == NOBODY and can_line_up(race, rider, front) and is_room_to_help(race):
                if sprinters_of(race, seat) > 1:
                    race.chosen, race.decider = rider, seat
                    return
                assign(race, rider, own_column(race, seat), trace)
    race.chosen = NOBODY
    order_tokens(race)


@rule
def is_room_to_help(race: Race) -> bool:
    """Helpers need no columns, unless one reads it so (Z13.18)."""
    if race.setup.options.sprint_columns == SprintColumns.SPRINTERS:
        return True
    count = race.columns
    for rider in range(TEAM * race.setup.seats):
        count += race.helps[rider] != NOBODY
    return count < COLUMNS


@rule
def own_column(race: Race, seat: int) -> int:
    """The leftmost column of a player's sprinters."""
    for column in range(race.columns):
        if race.column_rider[column] // TEAM == seat:
            return column
    return NOBODY


@rule
def assign(race: Race, rider: int, column: int, trace: Ints) -> None:
    """A helper for a sprinter (Z9.5)."""
    race.helps[rider] = column
    note(trace, Told.HELPED, rider, race.column_rider[column])


@rule
def legal_columns(race: Race, seat: int, out: Ints) -> int:
    """The columns of one's own sprinters (Z9.5)."""
    found = 0
    for column in range(race.columns):
        if race.column_rider[column] // TEAM == seat:
            out[found] = Action.COLUMN + column
            found += 1
    return found


# --- special tokens ---------------------------------------------------------------------------------


@rule
def order_tokens(race: Race) -> None:
    """The first player says when they spend, if they have anything to spend (Z9.6)."""
    race.pawn, race.step = race.first, Step.TOKENS
    if race.special[race.first] > 0 and sprinters_of(race, race.first) > 0:
        race.step, race.decider = Step.TOKENS_ORDER, race.first


@rule
def next_to_spend(race: Race, trace: Ints) -> None:
    """Each player in turn, sprinter by sprinter (Z9.6)."""
    for step in range(race.setup.seats):
        seat = (race.pawn + step) % race.setup.seats
        for column in range(race.columns):
            if race.column_tokens[column] == NOT_ASKED and race.column_rider[column] // TEAM == seat:
                if race.special[seat] > 0:
                    race.chosen, race.decider = race.column_rider[column], seat
                    return
                race.column_tokens[column] = 0
    race.chosen = NOBODY
    sprint(race, trace)


@rule
def legal_spending(race: Race, seat: int, out: Ints) -> int:
    """Any number of the special tokens left (Z9.6, Z13.4)."""
    least, found = least_to_spend(race, seat), 0
    for special in range(least, race.special[seat] + 1):
        out[found] = Action.SPEND + special
        found += 1
    return found


@rule
def least_to_spend(race: Race, seat: int) -> int:
    """Nothing; or, if the minimum counts here too, what is missing of it on the last sprinter (Z13.4)."""
    used = 0
    for column in range(race.columns):
        if race.column_rider[column] // TEAM == seat:
            if race.column_tokens[column] == NOT_ASKED and race.column_rider[column] != race.chosen:
                return 0
            used += max(0, race.column_tokens[column])
    if not race.setup.options.sprint_minimum:
        return 0
    return max(0, min(LEAST_SPENT, used + race.special[seat]) - used)


@rule
def spend(race: Race, seat: int, special: int, trace: Ints) -> None:
    """Special tokens for the sprinter in question (Z9.6)."""
    race.column_tokens[column_of(race, race.chosen)] = special
    race.special[seat] -= special
    note(trace, Told.SPENT, race.chosen, special)


# --- the sprint -------------------------------------------------------------------------------------


@rule
def sprint(race: Race, trace: Ints) -> None:
    """Work out every sprinter's value; the highest wins (Z9.7, Z9.8)."""
    for column in range(race.columns):
        race.column_value[column] = value_of(race, column)
        note(trace, Told.SPRINTED, race.column_rider[column], race.column_value[column])
    for column in range(race.columns):
        award(race, race.column_rider[column], beaten_by(race, column), trace)
    if race.goal == Goal.FINISH:
        classify(race, Ending.SPRINT, trace)
    else:
        clear_columns(race)
        ride_on(race)


@rule
def beaten_by(race: Race, column: int) -> int:
    """How many sprinters were faster (Z9.8)."""
    own, faster = merit_of(race, race.column_rider[column]), 0
    for other in range(race.columns):
        faster += merit_of(race, race.column_rider[other]) > own
    return faster


@rule
def award(race: Race, rider: int, place: int, trace: Ints) -> None:
    """Points for the green or the cyclamen jersey, and on the way a gift (Z11.2, Z11.4)."""
    if not race.setup.options.advanced:
        return
    points = points_of(race, place)
    if points == 0:
        return
    if race.goal == Goal.GPM:
        race.green[rider] += points
    else:
        race.cyclamen[rider] += points
    note(trace, Told.SCORED, rider, race.goal, points)
    if race.setup.event_cards and place == 0 and race.goal != Goal.FINISH:
        give_tokens(race, rider // TEAM, trace)


@rule
def points_of(race: Race, place: int) -> int:
    """What a place is worth in the sprint that is on (Z11.2)."""
    return worth(race.goal, race.shown == race.setup.route_cards, place)


@rule
def worth(goal: int, last_card: bool, place: int) -> int:
    """What a place is worth: at the finish, in a flying sprint, on a summit, on a summit finish (Z11.2)."""
    if goal == Goal.FINISH:
        return FINISH_POINTS[place]
    if goal == Goal.TV:
        return TV_POINTS[place]
    return SUMMIT_FINISH_POINTS[place] if last_card else GPM_POINTS[place]


@rule
def clear_columns(race: Race) -> None:
    """Everybody leaves the sprint sheet."""
    for column in range(race.columns):
        race.column_rider[column], race.column_tokens[column], race.column_value[column] = NOBODY, 0, 0
    for rider in range(TEAM * race.setup.seats):
        race.helps[rider] = NOBODY
    race.columns = race.stopped = 0


@rule
def ride_on(race: Race) -> None:
    """After a sprint on the way the race goes on (Z11.2)."""
    race.goal, race.pawn, race.step = Goal.FINISH, NOBODY, Step.TURN


@rule
def value_of(race: Race, column: int) -> int:
    """Printed value, 1 for each helper, 2 for each token, less fatigue above 15, on the way 10 (Z9.7)."""
    rider = race.column_rider[column]
    value = race.setup.sprint[race.card[rider]] + PER_TOKEN * race.column_tokens[column]
    return value + helpers_of(race, column) - tired_legs(race, rider)


@rule
def helpers_of(race: Race, column: int) -> int:
    """How many riders help a sprinter (Z9.5)."""
    helpers = 0
    for rider in range(TEAM * race.setup.seats):
        helpers += race.helps[rider] == column
    return helpers


@rule
def tired_legs(race: Race, rider: int) -> int:
    """What fatigue takes off a sprint (Z9.7)."""
    return max(0, race.fatigue[rider] - (FRESH if race.goal == Goal.FINISH else FRESH_ON_THE_WAY))
