"""Who came in where, and what it is worth to their team (Z9.8 to Z9.10, Z6.4)."""

from gruppetto.games.due_ruote.rules.codes import COLUMNS, NOBODY, TEAM, Ending
from gruppetto.games.due_ruote.rules.peloton import rides
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.stages import close, end_stage
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

SPRINTED, RODE, RETIRED = 2, 1, 0
DIGIT = 1_000  # one criterion of the ranking, all but the first
WIDE = 100_000
MIDDLE = 50_000  # keeps what can be negative above nothing


@rule
def classify(race: Race, ending: int, trace: Ints) -> None:
    """Put all riders in order, and end the race, or the stage (Z9.10, Z11.5)."""
    riders = TEAM * race.setup.seats
    for rider in range(riders):
        merit, place = merit_of(race, rider), rider
        while place > 0 and merit_of(race, race.order[place - 1]) < merit:
            race.order[place] = race.order[place - 1]
            place -= 1
        race.order[place] = rider
    if race.setup.stages > 0:
        end_stage(race, ending, trace)
    else:
        close(race, ending, trace)


@rule
def column_of(race: Race, rider: int) -> int:
    """The column in which a rider sprints, or NOBODY."""
    for column in range(race.columns):
        if race.column_rider[column] == rider:
            return column
    return NOBODY


@rule
def merit_of(race: Race, rider: int) -> int:
    """One number that ranks a rider: the higher, the better (Z9.8, Z9.10)."""
    column = column_of(race, rider)
    fresh = DIGIT - 1 - race.fatigue[rider]
    if column != NOBODY:
        printed = race.setup.sprint[race.card[rider]]
        return merit(SPRINTED, race.column_value[column], printed, fresh, COLUMNS - column)
    seats = race.setup.seats
    behind_first = (rider // TEAM - race.first) % seats
    last_resort = (seats - behind_first) * TEAM - rider % TEAM
    if rides(race, rider):
        return merit(RODE, 2 * race.place[rider] + race.head[rider], fresh, 0, last_resort)
    return merit(RETIRED, race.retired[rider], 0, 0, last_resort)


@rule
def merit(group: int, first: int, second: int, third: int, last: int) -> int:
    """Criteria in order of weight; too much for 32 bits."""
    weight = (group * WIDE + int(first) + MIDDLE) * DIGIT + int(second)
    return (weight * DIGIT + int(third)) * DIGIT + int(last)


@rule
def score(race: Race, out: Ints) -> None:
    """For each seat, how many teams its best rider has beaten (Z9.9)."""
    for seat in range(race.setup.seats):
        out[seat] = NOBODY
    if race.ending == Ending.NOBODY_LEFT:
        score_by_exit(race, out)
        return
    beaten = race.setup.seats - 1
    for place in range(TEAM * race.setup.seats):
        seat = race.order[place] // TEAM
        if out[seat] == NOBODY:
            out[seat] = beaten
            beaten -= 1


@rule
def score_by_exit(race: Race, out: Ints) -> None:
    """When nobody is left: how many teams went out before this one (Z6.4.3)."""
    for seat in range(race.setup.seats):
        out[seat] = 0
        for other in range(race.setup.seats):
            out[seat] += exit_of(race, other) < exit_of(race, seat)


@rule
def exit_of(race: Race, seat: int) -> int:
    """The turn in which the last rider of a team retired."""
    turn = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        turn = max(turn, race.retired[rider])
    return turn


@rule
def report(race: Race, out: Ints) -> None:
    """For tables of results: turns ridden, the winning rider, how it ended, how far ahead, retirements."""
    winner, riders = race.order[0], TEAM * race.setup.seats
    out[0], out[1], out[2] = turns_ridden(race), winner, race.ending
    out[3] = race.place[winner] if rides(race, winner) else 0
    out[4], out[5], out[6] = 0, race.card[winner], race.fatigue[winner]
    for rider in range(riders):
        out[4] += race.retired[rider] > 0


@rule
def turns_ridden(race: Race) -> int:
    """The turns of this stage, and of all before it (Z11.5)."""
    turns = race.turn
    for stage in range(race.stage):
        turns += race.setup.stage_turns[stage]
    return turns
