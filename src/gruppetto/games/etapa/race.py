"""Etapa: the contract's functions, and how a race runs on from step to step (C19)."""

from gruppetto.games.etapa.cards import EMPTY, swap
from gruppetto.games.etapa.cars import bring_car
from gruppetto.games.etapa.crashes import (
    answer_crash_car,
    chain,
    chain_answered,
    chain_rolled,
    crash_answered,
    crash_checked,
    offer_fallen,
    send_cars,
)
from gruppetto.games.etapa.dice import question
from gruppetto.games.etapa.injuries import ride_on_injured, withdraw
from gruppetto.games.etapa.jerseys import choose_jersey, designate, dress
from gruppetto.games.etapa.knowledge import forget, observe
from gruppetto.games.etapa.movement import on_road
from gruppetto.games.etapa.order import (
    auction,
    begin_order,
    choose_next,
    contest_throw,
    contest_thrown,
    end_raise,
    offer_next,
    offer_raise,
    order_next,
    raise_with,
)
from gruppetto.games.etapa.record import (
    ADJUST,
    ASK_ADD,
    ASK_AVOID,
    ASK_BONUS,
    ASK_CHANGE,
    ASK_CONTACT,
    ASK_CRASH_CAR,
    ASK_DIE,
    ASK_INJURY,
    ASK_JERSEY,
    ASK_LEADER,
    ASK_MOVE,
    ASK_MULTIPLY,
    ASK_NEXT,
    ASK_PICK,
    ASK_PLAN,
    ASK_PUNCTURE_CAR,
    ASK_RAISE,
    ASK_RETURN,
    ASK_SECOND,
    ASK_START,
    ASK_YOUNG,
    AVOIDED,
    BREAK,
    CAR,
    CAR_ROLLED,
    CARD,
    CHAIN,
    CHAIN_AVOIDED,
    CHAIN_ROLLED,
    CHANGE,
    CHECKED,
    CONTEST,
    CONTESTED,
    CONTINUE,
    DISTANCE,
    DRESS,
    FACE,
    FACED,
    FINISHED,
    FIRST_START_ROLL,
    FOLLOW,
    GO,
    GREEN,
    JERSEY,
    KEEP,
    LINE_UP,
    MOST_PLACES,
    MOST_STAGES,
    NO_CARD,
    NO_CLASS,
    NOBODY,
    NOTHING,
    ORDER,
    PASS,
    POINT_TABLES,
    POLKA_DOT,
    READINGS,
    RESULTS,
    RIDER,
    RIDERS,
    ROLL,
    ROLLED,
    ROLLED_AGAIN,
    ROUND,
    ROUND_BEGAN,
    ROUND_END,
    SEATS,
    SEND_CARS,
    SPRINT,
    STAGE,
    STAGE_NUMBERS,
    SWAP,
    TAKE,
    TEAM,
    TEAM_DRAW,
    TEAM_MOVE,
    TEAM_ROLLED,
    TEAM_ROUND,
    TEAM_TURN,
    TRIAL_DRAW,
    TRIAL_MOVE,
    TRIAL_ROLLED,
    TRIAL_ROUND,
    TRIAL_TURN,
    TURN,
    WAIT,
    WITHDRAW,
    Race,
    Setup,
)
from gruppetto.games.etapa.results import loss, stage_results
from gruppetto.games.etapa.slipstream import PELOTON_REACH, find_peloton
from gruppetto.games.etapa.standings import ahead, best_rider, leader_of
from gruppetto.games.etapa.start import begin_stage, clear_road, line_up
from gruppetto.games.etapa.team_trial import (
    add,
    answer_change,
    begin_team_round,
    offer_add,
    offer_line,
    take_place,
    team_draw,
    team_move,
    team_rolled,
    team_turn,
)
from gruppetto.games.etapa.time_trial import (
    begin_trial_round,
    give_back,
    multiply,
    offer_multiply,
    offer_return,
    trial_draw,
    trial_move,
    trial_rolled,
    trial_turn,
)
from gruppetto.games.etapa.turn import (
    adjust,
    break_away,
    call_for_food,
    car_rolled,
    clear_turn,
    distance,
    end_contact,
    end_round,
    face,
    follow,
    next_turn,
    offer_faces,
    offer_moves,
    offer_plan,
    ride,
    roll,
    rolled,
    rolled_again,
    shorten,
    sprint,
    stand_and_wait,
    start_rolled,
    take_bonus,
)
from gruppetto.kernel.chance import plant
from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

__all__ = ["act", "deal", "forget", "legal", "observe", "over", "report", "score", "waiting"]


# --- setting up -------------------------------------------------------------------------------------


@rule
def deal(race: Race, setup: Setup, keys: Keys) -> None:
    """Before a tour every player names his rider under 25; for a single stage the flag drops (C1.1)."""
    plant(race, keys)
    copy_setup(race.setup, setup)
    clear(race)
    if race.setup.stages > 1:
        race.ask, race.owing = ASK_YOUNG, (1 << race.setup.seats) - 1
    else:
        race.ask, race.owing = ASK_START, 1


@rule
def clear(race: Race) -> None:
    """Nothing has been ridden yet."""
    race.scripted = race.at_stage = race.ridden = race.falls = race.missed = 0
    for entry in range(len(race.script)):
        race.script[entry] = 0
    for seat in range(SEATS):
        race.young[seat], race.team_time[seat], race.total[seat] = NOBODY, 0, 0
        race.hand[seat] = race.shown[seat] = race.doubt[seat] = EMPTY
        race.slow[seat] = 0
    for rider in range(RIDERS):
        race.time[rider] = race.placings[rider] = race.last_place[rider] = race.wins[rider] = 0
        race.points[rider] = race.mountains[rider] = race.summits[rider] = race.gone[rider] = 0
        race.jersey[rider] = 0
    race.ordered, race.turn = 0, -1
    race.peloton_front = race.peloton_rear = race.slow_supply = 0
    race.contest = race.thrown = race.declined = race.bidder = race.bid = race.settling = 0
    race.contest_for, race.class_now = -1, NO_CLASS
    race.pile[0] = EMPTY
    race.ask, race.owing, race.step = NOTHING, 0, STAGE
    clear_road(race)


@rule
def copy_setup(to: Setup, setup: Setup) -> None:
    """A race carries its own stages, tables and options with it."""
    to.seats, to.stages = setup.seats, setup.stages
    for stage in range(MOST_STAGES):
        for number in range(STAGE_NUMBERS):
            to.stage[stage, number] = setup.stage[stage, number]
    for table in range(POINT_TABLES):
        for place in range(MOST_PLACES):
            to.points[table, place] = setup.points[table, place]
    for riders in range(TEAM + 1):
        to.deck[riders], to.slow[riders] = setup.deck[riders], setup.slow[riders]
    for reading in range(READINGS):
        to.reading[reading] = setup.reading[reading]
    to.crashes, to.injuries, to.cars = setup.crashes, setup.injuries, setup.cars
    to.primes, to.profiles, to.specials = setup.primes, setup.profiles, setup.specials
    to.real_dice, to.weather, to.doping = setup.real_dice, setup.weather, setup.doping
    to.championship = setup.championship
    to.road_champion, to.trial_champion = setup.road_champion, setup.trial_champion


# --- the contract -----------------------------------------------------------------------------------


@rule
def waiting(race: Race) -> int:
    """The seats that owe a decision, as bits."""
    return race.owing


@rule
def over(race: Race) -> bool:
    """Whether the last stage has been ridden."""
    return race.step == FINISHED


@rule
def legal(race: Race, seat: int, out: Ints) -> int:
    """What a seat that owes a decision may do (C19)."""
    if race.ask == ASK_PLAN:
        return offer_plan(race, seat, out)
    if race.ask == ASK_MOVE:
        return offer_moves(race, seat, out)
    if race.ask == ASK_RAISE:
        return offer_raise(race, seat, out)
    if race.ask == ASK_NEXT:
        return offer_next(race, seat, out)
    if race.ask == ASK_MULTIPLY or race.ask == ASK_AVOID:  # noqa: PLR1714
        return offer_multiply(race, seat, out)
    if race.ask == ASK_ADD:
        return offer_add(race, seat, out)
    if race.ask == ASK_RETURN:
        return offer_return(race, out)
    if race.ask == ASK_CRASH_CAR:
        return offer_fallen(race, seat, out)
    if race.ask == ASK_LEADER or race.ask == ASK_SECOND:  # noqa: PLR1714
        return offer_line(race, seat, out)
    return legal_of_two(race, seat, out)


@rule
def legal_of_two(race: Race, seat: int, out: Ints) -> int:
    """The questions with a few fixed answers."""
    if race.ask == ASK_DIE:
        for shown in range(6):
            out[shown] = FACE + 1 + shown
        return 6
    if race.ask == ASK_YOUNG:
        for place in range(TEAM):
            out[place] = RIDER + seat * TEAM + place
        return TEAM
    if race.ask == ASK_START:
        out[0] = ROLL
        return 1
    if race.ask == ASK_PICK:
        return offer_faces(race, out)
    if race.ask == ASK_INJURY:
        out[0], out[1] = CONTINUE, WITHDRAW
    elif race.ask == ASK_CHANGE:
        out[0], out[1] = KEEP, CHANGE
    elif race.ask == ASK_JERSEY:
        out[0], out[1] = JERSEY + POLKA_DOT, JERSEY + GREEN
    else:
        out[0], out[1] = TAKE, PASS
    return 2


@rule
def act(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Apply one decision, and run on until somebody owes the next."""
    ask = race.ask
    if ask == ASK_YOUNG:
        designate(race, seat, action - RIDER, trace)
        race.owing &= ~(1 << seat)
        if race.owing != 0:
            return
    race.ask, race.owing = NOTHING, 0
    if ask == ASK_PLAN:
        act_on_plan(race, seat, action, trace)
    elif ask == ASK_MOVE:
        act_on_move(race, seat, action, trace)
    elif ask < ASK_BONUS:
        act_before_move(race, seat, ask, action, trace)
    else:
        act_later(race, seat, ask, action, trace)
    run_on(race, trace)


@rule
def act_on_plan(race: Race, seat: int, action: int, trace: Ints) -> None:
    """What the rider does this turn (C19)."""
    if action == ROLL:
        roll(race)
    elif action == PASS:
        race.step = TURN
    elif action == WAIT:
        stand_and_wait(race, trace)
    elif action == CAR:
        call_for_food(race, trace)
    elif action < BREAK:
        sprint(race, action - SPRINT, trace)
    elif action < SWAP:
        break_away(race, action - BREAK, trace)
    elif action < CARD:
        swap(race, seat, action - SWAP, trace)
        question(race, seat, ASK_PLAN)
    else:
        follow(race, action - FOLLOW, trace)


@rule
def act_on_move(race: Race, seat: int, action: int, trace: Ints) -> None:
    """How much of the move he rides, or a card changed first (C2.8, C12.1)."""
    if SWAP <= action < CARD:
        swap(race, seat, action - SWAP, trace)
        question(race, seat, ASK_MOVE)
    else:
        shorten(race, action)


@rule
def chosen_card(action: int) -> int:
    """The card an answer names, or none."""
    return NO_CARD if action == PASS else action - CARD


@rule
def act_before_move(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """Jerseys, order, dice-off, crashes."""
    if ask == ASK_JERSEY:
        choose_jersey(race, action - JERSEY, trace)
    elif ask == ASK_NEXT:
        choose_next(race, action - RIDER, trace)
    elif ask == ASK_RAISE:
        if action == PASS:
            end_raise(race, seat, trace)
        else:
            raise_with(race, seat, action - CARD, trace)
    elif ask == ASK_PICK:
        race.die = action - FACE
    elif ask == ASK_AVOID:
        race.answer = chosen_card(action)
    elif ask == ASK_INJURY:
        if action == WITHDRAW:
            withdraw(race, trace)
        else:
            ride_on_injured(race)


@rule
def act_later(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """Bonuses, cars, dice, time trials."""
    if ask == ASK_DIE:
        race.die = action - FACE
    elif ask == ASK_BONUS:
        if action == TAKE:
            take_bonus(race, trace)
    elif ask == ASK_CRASH_CAR:
        answer_crash_car(race, seat, NOBODY if action == PASS else action - RIDER, trace)
    elif ask == ASK_PUNCTURE_CAR:
        if action == TAKE:
            bring_car(race, race.rider, trace)
    elif ask == ASK_CONTACT:
        race.answer = NO_CARD if action == PASS else 0
    else:
        act_in_trial(race, seat, ask, action, trace)


@rule
def act_in_trial(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """The decisions of time trials (C13, C14)."""
    if ask == ASK_CHANGE:
        answer_change(race, seat, action == CHANGE)
    elif ask in (ASK_LEADER, ASK_SECOND):
        take_place(race, seat, action - RIDER, trace)
    elif ask == ASK_RETURN:
        give_back(race, seat, action - CARD, trace)
    elif action != PASS:
        if ask == ASK_ADD:
            add(race, seat, action - CARD, trace)
        else:
            multiply(race, seat, action - CARD, trace)


# --- running on -------------------------------------------------------------------------------------


@rule
def run_on(race: Race, trace: Ints) -> None:
    """Step after step, until somebody owes a decision or all is over."""
    while race.owing == 0 and race.step != FINISHED:
        if race.step < ORDER:
            step_stage(race, trace)
        elif race.step < TURN:
            step_order(race, trace)
        elif race.step < CHECKED:
            step_turn(race, trace)
        elif race.step < TRIAL_ROUND:
            step_crash(race, trace)
        elif race.step < TEAM_ROUND:
            step_trial(race, trace)
        else:
            step_team_trial(race, trace)


@rule
def step_stage(race: Race, trace: Ints) -> None:
    """The beginning and the end of a stage or of a round."""
    step = race.step
    if step == STAGE:
        begin_stage(race, trace)
    elif step == DRESS:
        dress(race, trace)
    elif step == LINE_UP:
        line_up(race, trace)
    elif step == ROUND:
        begin_round(race, trace)
    elif step == ROUND_END:
        finish_round(race)
    else:
        clear_turn(race)
        stage_results(race, trace)


@rule
def begin_round(race: Race, trace: Ints) -> None:
    """Find the peloton, and put the riders in order (C3.1, C3.5)."""
    race.rounds += 1
    race.ridden += 1
    note(trace, ROUND_BEGAN, race.rounds)
    find_peloton(race, trace)
    begin_order(race)


@rule
def step_order(race: Race, trace: Ints) -> None:
    """Who goes first on a field (C3.1, C3.2)."""
    step = race.step
    if step == ORDER:
        order_next(race)
    elif step == CONTEST:
        contest_throw(race)
    elif step == CONTESTED:
        contest_thrown(race, trace)
    else:
        auction(race)


@rule
def step_turn(race: Race, trace: Ints) -> None:
    """A rider's turn, from the throw to the move (C19)."""
    step = race.step
    if step == TURN:
        next_turn(race, trace)
    elif step == ROLLED:
        rolled(race, trace)
    elif step == ROLLED_AGAIN:
        rolled_again(race, trace)
    elif step == FACED:
        face(race, trace)
    elif step == DISTANCE:
        distance(race)
    elif step == ADJUST:
        adjust(race)
    elif step == GO:
        ride(race, trace)
    else:
        start_rolled(race, step == FIRST_START_ROLL, trace)


@rule
def step_crash(race: Race, trace: Ints) -> None:
    """Crashes and cars (C6, C8)."""
    step = race.step
    if step == CHECKED:
        crash_checked(race, trace)
    elif step == AVOIDED:
        crash_answered(race, trace)
    elif step == CHAIN:
        chain(race)
    elif step == CHAIN_ROLLED:
        chain_rolled(race, trace)
    elif step == CHAIN_AVOIDED:
        chain_answered(race, trace)
    elif step == SEND_CARS:
        send_cars(race)
    elif step == CAR_ROLLED:
        car_rolled(race, trace)
    else:
        end_contact(race, trace)


@rule
def finish_round(race: Race) -> None:
    """Another round, unless somebody has crossed the line or nobody is left on the road (C5.1)."""
    if not end_round(race):
        return
    race.step = RESULTS
    if race.crossed == 0:
        for rider in range(TEAM * race.setup.seats):
            if on_road(race, rider):
                race.step = ROUND


@rule
def step_trial(race: Race, trace: Ints) -> None:
    """The steps of an individual time trial (C13)."""
    step = race.step
    if step == TRIAL_TURN:
        trial_turn(race)
    elif step == TRIAL_ROLLED:
        trial_rolled(race, trace)
    elif step == TRIAL_MOVE:
        trial_move(race, trace)
    elif step == TRIAL_DRAW:
        trial_draw(race, trace)
    elif step == TRIAL_ROUND:
        begin_trial_round(race, trace)


@rule
def step_team_trial(race: Race, trace: Ints) -> None:
    """The steps of a team time trial (C14)."""
    step = race.step
    if step == TEAM_TURN:
        team_turn(race)
    elif step == TEAM_ROLLED:
        team_rolled(race, trace)
    elif step == TEAM_MOVE:
        team_move(race, trace)
    elif step == TEAM_DRAW:
        team_draw(race, trace)
    elif step == TEAM_ROUND:
        begin_team_round(race, trace)


# --- what comes of it -------------------------------------------------------------------------------


@rule
def score(race: Race, out: Ints) -> None:
    """For each seat, how many teams its best rider has beaten (C5.6)."""
    for seat in range(race.setup.seats):
        out[seat] = 0
        for other in range(race.setup.seats):
            if other != seat:
                out[seat] += ahead(race, best_rider(race, seat), best_rider(race, other))


@rule
def report(race: Race, out: Ints) -> None:
    """For tables of results: rounds, winner, riders out, falls, the last one's gap, won from a breakaway."""
    winner = leader_of(race)
    last = race.finish[max(0, race.starters - 1)]
    out[0], out[1], out[2], out[3] = race.ridden, winner, race.missed, race.falls
    out[4] = loss(race, last)
    out[5] = race.start[race.finish[0]] - race.peloton_front > PELOTON_REACH
