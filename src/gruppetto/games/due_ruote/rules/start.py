"""The start turn: riders go to the HEAD for nothing (Z6.2)."""

from gruppetto.games.due_ruote.rules.codes import (
    LEAST_IN_HEAD,
    MOST_IN_HEAD,
    NOBODY,
    PASSES_AT_START,
    RANDOM_SEAT,
    SAME_SEAT,
    START_STREAM,
    TEAM,
    Action,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.peloton import in_bunch, next_in_play, put_in_head, riders_in_head
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.chance import chance, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def draw_starter(race: Race, trace: Ints) -> None:
    """Who begins the start turn is drawn anew and takes the pawn; who is out is skipped (Z6.2.1, Z6.4.1)."""
    if race.setup.start_first == RANDOM_SEAT:
        race.first, _ = share(chance(race, START_STREAM), race.setup.seats)
    elif race.setup.start_first != SAME_SEAT:
        race.first = race.setup.start_first
    race.pawn = race.first = next_in_play(race, race.first)
    race.asked = (race.first - 1) % race.setup.seats
    note(trace, Told.FIRST_PLAYER_DRAWN, race.first)


@rule
def next_at_start(race: Race, trace: Ints) -> None:
    """Clockwise, each who still may place; at 15, or when all have stopped, the race begins (Z6.2, Z11.4)."""
    if race.pawn == NOBODY:
        draw_starter(race, trace)
    if riders_in_head(race) < MOST_IN_HEAD:
        for step in range(1, race.setup.seats + 1):
            seat = (race.asked + step) % race.setup.seats
            if may_place(race, seat):
                race.asked = race.decider = seat
                return
    race.step, race.asked = Step.EVENTS if race.setup.event_cards else Step.TURN, NOBODY


@rule
def may_place(race: Race, seat: int) -> bool:
    """Whether a player is still part of the start turn (Z6.2.4)."""
    if race.stood_back[seat] == PASSES_AT_START:
        return False
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if in_bunch(race, rider):
            return True
    return False


@rule
def legal_at_start(race: Race, seat: int, out: Ints) -> int:
    """Any rider from the BUNCH; once 5 are placed, one may pass (Z6.2.2, Z6.2.3)."""
    found = 0
    for number in range(TEAM):
        if in_bunch(race, TEAM * seat + number):
            out[found] = Action.RIDER + number
            found += 1
    if riders_in_head(race) >= LEAST_IN_HEAD:
        out[found] = Action.PASS
        found += 1
    return found


@rule
def place_at_start(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Place a rider for nothing, or pass; a second pass is the last (Z6.2.4, Z6.2.5)."""
    if action == Action.PASS:
        race.stood_back[seat] += 1
        note(trace, Told.STOOD_BACK, seat, race.stood_back[seat])
    else:
        rider = TEAM * seat + action - Action.RIDER
        put_in_head(race, rider)
        note(trace, Told.STARTED, rider)
