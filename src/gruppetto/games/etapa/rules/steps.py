"""How a race runs on from step to step, until somebody owes a decision (C19)."""

from gruppetto.games.etapa.rules.codes import Step, Told
from gruppetto.games.etapa.rules.crashes import (
    chain,
    chain_answered,
    chain_rolled,
    crash_answered,
    crash_checked,
    send_cars,
)
from gruppetto.games.etapa.rules.jerseys import dress
from gruppetto.games.etapa.rules.movement import on_road
from gruppetto.games.etapa.rules.order import auction, begin_order, contest_throw, contest_thrown, order_next
from gruppetto.games.etapa.rules.record import TEAM, Race
from gruppetto.games.etapa.rules.results import stage_results
from gruppetto.games.etapa.rules.ride import adjust, distance, face, ride, rolled, rolled_again
from gruppetto.games.etapa.rules.slipstream import find_peloton
from gruppetto.games.etapa.rules.start import begin_stage, line_up
from gruppetto.games.etapa.rules.team_trial import (
    begin_team_round,
    team_draw,
    team_move,
    team_rolled,
    team_turn,
)
from gruppetto.games.etapa.rules.time_trial import (
    begin_trial_round,
    trial_draw,
    trial_move,
    trial_rolled,
    trial_turn,
)
from gruppetto.games.etapa.rules.turn import (
    car_rolled,
    clear_turn,
    end_contact,
    end_round,
    next_turn,
    start_rolled,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def run_on(race: Race, trace: Ints) -> None:
    """Step after step, until somebody owes a decision or all is over."""
    while race.owing == 0 and race.step != Step.FINISHED:
        if race.step < Step.ORDER:
            step_stage(race, trace)
        elif race.step < Step.TURN:
            step_order(race, trace)
        elif race.step < Step.CHECKED:
            step_turn(race, trace)
        elif race.step < Step.TRIAL_ROUND:
            step_crash(race, trace)
        elif race.step < Step.TEAM_ROUND:
            step_trial(race, trace)
        else:
            step_team_trial(race, trace)


@rule
def step_stage(race: Race, trace: Ints) -> None:
    """The beginning and the end of a stage or of a round."""
    step = race.step
    if step == Step.STAGE:
        begin_stage(race, trace)
    elif step == Step.DRESS:
        dress(race, trace)
    elif step == Step.LINE_UP:
        line_up(race, trace)
    elif step == Step.ROUND:
        begin_round(race, trace)
    elif step == Step.ROUND_END:
        finish_round(race)
    else:
        clear_turn(race)
        stage_results(race, trace)


@rule
def begin_round(race: Race, trace: Ints) -> None:
    """Find the peloton, and put the riders in order (C3.1, C3.5)."""
    race.rounds += 1
    race.ridden += 1
    note(trace, Told.ROUND_BEGAN, race.rounds)
    find_peloton(race, trace)
    begin_order(race)


@rule
def step_order(race: Race, trace: Ints) -> None:
    """Who goes first on a field (C3.1, C3.2)."""
    step = race.step
    if step == Step.ORDER:
        order_next(race)
    elif step == Step.CONTEST:
        contest_throw(race)
    elif step == Step.CONTESTED:
        contest_thrown(race, trace)
    else:
        auction(race)


@rule
def step_turn(race: Race, trace: Ints) -> None:
    """A rider's turn, from the throw to the move (C19)."""
    step = race.step
    if step == Step.TURN:
        next_turn(race, trace)
    elif step == Step.ROLLED:
        rolled(race, trace)
    elif step == Step.ROLLED_AGAIN:
        rolled_again(race, trace)
    elif step == Step.FACED:
        face(race, trace)
    elif step == Step.DISTANCE:
        distance(race)
    elif step == Step.ADJUST:
        adjust(race)
    elif step == Step.GO:
        ride(race, trace)
    else:
        start_rolled(race, step == Step.FIRST_START_ROLL, trace)


@rule
def step_crash(race: Race, trace: Ints) -> None:
    """Crashes and cars (C6, C8)."""
    step = race.step
    if step == Step.CHECKED:
        crash_checked(race, trace)
    elif step == Step.AVOIDED:
        crash_answered(race, trace)
    elif step == Step.CHAIN:
        chain(race)
    elif step == Step.CHAIN_ROLLED:
        chain_rolled(race, trace)
    elif step == Step.CHAIN_AVOIDED:
        chain_answered(race, trace)
    elif step == Step.SEND_CARS:
        send_cars(race)
    elif step == Step.CAR_ROLLED:
        car_rolled(race, trace)
    else:
        end_contact(race, trace)


@rule
def finish_round(race: Race) -> None:
    """Another round, unless somebody has crossed the line or nobody is left on the road (C5.1)."""
    if not end_round(race):
        return
    race.step = Step.RESULTS
    if race.crossed == 0:
        for rider in range(TEAM * race.setup.seats):
            if on_road(race, rider):
                race.step = Step.ROUND


@rule
def step_trial(race: Race, trace: Ints) -> None:
    """The steps of an individual time trial (C13)."""
    step = race.step
    if step == Step.TRIAL_TURN:
        trial_turn(race)
    elif step == Step.TRIAL_ROLLED:
        trial_rolled(race, trace)
    elif step == Step.TRIAL_MOVE:
        trial_move(race, trace)
    elif step == Step.TRIAL_DRAW:
        trial_draw(race, trace)
    else:
        begin_trial_round(race, trace)


@rule
def step_team_trial(race: Race, trace: Ints) -> None:
    """The steps of a team time trial (C14)."""
    step = race.step
    if step == Step.TEAM_TURN:
        team_turn(race)
    elif step == Step.TEAM_ROLLED:
        team_rolled(race, trace)
    elif step == Step.TEAM_MOVE:
        team_move(race, trace)
    elif step == Step.TEAM_DRAW:
        team_draw(race, trace)
    else:
        begin_team_round(race, trace)
