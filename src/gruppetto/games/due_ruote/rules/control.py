"""HEAD control: never fewer than 5 riders in the HEAD, never more than 15 (Z7.12)."""

from gruppetto.games.due_ruote.rules.codes import (
    LEAST_IN_HEAD,
    MOST_IN_HEAD,
    NOBODY,
    NOTHING,
    TEAM,
    Action,
    Fault,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.options import LastActivity
from gruppetto.games.due_ruote.rules.peloton import (
    in_bunch,
    in_head,
    left_of,
    next_in_play,
    put,
    put_in_head,
    rest,
    riders_in_head,
    rides,
    room,
    tire,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def receive_pawn(race: Race, seat: int, trace: Ints) -> None:
    """Whoever gets the pawn first puts the HEAD in order, if that is needed and possible (Z6.3.5)."""
    race.pawn = seat
    race.control = fault_of_head(race)
    if race.control == NOTHING:
        race.step, race.excused = Step.ACTIVITY, 0
    else:
        race.step, race.starter, race.asked, race.strict = Step.CONTROL, seat, NOBODY, 0
        note(trace, Told.CONTROL_BEGAN, race.control, seat)


@rule
def fault_of_head(race: Race) -> int:
    """Whether the HEAD holds too few riders (and 5 can be reached) or too many (Z7.12, Z7.12.9)."""
    count = riders_in_head(race)
    if count > MOST_IN_HEAD:
        return Fault.MANY
    if count < LEAST_IN_HEAD and count + within_reach(race) >= LEAST_IN_HEAD:
        return Fault.FEW
    return NOTHING


@rule
def within_reach(race: Race) -> int:
    """How many riders a control could bring up in the end (Z7.12.8, Z13.25)."""
    if race.setup.options.own_bunch_empty:
        reach = 0
        for seat in range(race.setup.seats):
            reach += within_reach_of(race, TEAM * seat, TEAM * seat + TEAM)
        return reach
    return within_reach_of(race, 0, TEAM * race.setup.seats)


@rule
def within_reach_of(race: Race, first: int, end: int) -> int:
    """The same among the riders of a range: those of the BUNCH, and behind the last of them BREAK 1."""
    able, unable, ahead = 0, 0, 0
    for rider in range(first, end):
        if in_bunch(race, rider):
            able += room(race, rider, 1)
            unable += not room(race, rider, 1)
        ahead += race.place[rider] == 1
    return able if unable else able + ahead


@rule
def next_in_control(race: Race, trace: Ints) -> None:
    """Trips round the table, each starting one seat on, until the HEAD is in order (Z7.12.1, Z7.12.4)."""
    while is_out_of_order(race):
        seat = next_of_trip(race)
        movable = count_movable(race, seat)
        if movable > 1 or (movable == 1 and may_pass(race, seat)):
            race.decider = seat
            return
        if movable == 1:
            move(race, only_movable(race, seat), trace)
    end_control(race)


@rule
def is_out_of_order(race: Race) -> bool:
    """Whether the fault that began this control is still there."""
    count = riders_in_head(race)
    return count < LEAST_IN_HEAD if race.control == Fault.FEW else count > MOST_IN_HEAD


@rule
def next_of_trip(race: Race) -> int:
    """The next seat of the trip, or the first of another one, in which there is no excuse (Z7.12.4)."""
    seat = race.starter if race.asked == NOBODY else left_of(race, race.asked)
    if race.asked != NOBODY and seat == race.starter:
        race.starter = seat = left_of(race, race.starter)
        race.strict = 1
    race.asked = seat
    return seat


@rule
def may_pass(race: Race, seat: int) -> bool:
    """Who caused the fault or obstructed may pass in the first trip (Z7.12.3, Z7.12.5)."""
    return race.strict == 0 and race.excused >> seat & 1 != 0


@rule
def is_movable(race: Race, rider: int) -> bool:
    """Whether a control can move this rider (Z7.12.1, Z7.12.2, Z7.12.5)."""
    if race.control == Fault.MANY:
        return in_head(race, rider)
    if in_bunch(race, rider):
        return room(race, rider, 1)
    return race.place[rider] == 1 and is_bunch_empty(race, rider // TEAM)


@rule
def is_bunch_empty(race: Race, seat: int) -> bool:
    """Whether nobody at all rides in the BUNCH, or nobody of this team (Z7.12.2, Z13.25)."""
    for rider in range(TEAM * race.setup.seats):
        if in_bunch(race, rider) and (rider // TEAM == seat or not race.setup.options.own_bunch_empty):
            return False
    return True


@rule
def count_movable(race: Race, seat: int) -> int:
    """How many riders of a team a control can move."""
    count = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        count += rides(race, rider) and is_movable(race, rider)
    return count


@rule
def only_movable(race: Race, seat: int) -> int:
    """The one rider of a team a control can move."""
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider) and is_movable(race, rider):
            return rider
    return NOBODY


@rule
def legal_control(race: Race, seat: int, out: Ints) -> int:
    """Which rider moves; or none, for those with an excuse (Z7.12.3)."""
    found = 0
    for number in range(TEAM):
        if rides(race, TEAM * seat + number) and is_movable(race, TEAM * seat + number):
            out[found] = Action.RIDER + number
            found += 1
    if may_pass(race, seat):
        out[found] = Action.PASS
        found += 1
    return found


@rule
def answer_control(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Move the rider, or make use of the excuse (Z7.12.3)."""
    if action == Action.PASS:
        note(trace, Told.EXCUSED, seat)
    else:
        move(race, TEAM * seat + action - Action.RIDER, trace)


@rule
def move(race: Race, rider: int, trace: Ints) -> None:
    """Up from the BUNCH for 1, back from BREAK 1 or from the HEAD with 1 less (Z7.12.1, Z7.12.2, Z7.12.5)."""
    if race.control == Fault.MANY:
        put(race, rider, 0)
        rest(race, rider, 1)
        note(trace, Told.MOVED_BACK, rider, race.fatigue[rider])
        return
    if race.place[rider] == 1:
        rest(race, rider, 1)
    else:
        tire(race, rider, 1)
    put_in_head(race, rider)
    note(trace, Told.MOVED_UP, rider, race.fatigue[rider])


@rule
def end_control(race: Race) -> None:
    """The control was the activity of whoever started its last trip (Z7.12.6, Z13.7, Z13.24)."""
    if race.setup.options.last_activity == LastActivity.ANY:
        race.last_active = race.starter
    after = race.starter if race.setup.options.control_keeps_pawn else race.starter + 1
    race.pawn = next_in_play(race, after)
    race.control, race.strict, race.excused = NOTHING, 0, 0
    race.starter = race.asked = NOBODY
    race.step = Step.ACTIVITY
