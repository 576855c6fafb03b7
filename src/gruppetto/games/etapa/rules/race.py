"""Etapa: the contract's functions, and what each answer sets going (C19)."""

from gruppetto.games.etapa.rules.cards import swap
from gruppetto.games.etapa.rules.cars import bring_car
from gruppetto.games.etapa.rules.crashes import answer_crash_car, offer_fallen
from gruppetto.games.etapa.rules.dealing import deal
from gruppetto.games.etapa.rules.dice import question
from gruppetto.games.etapa.rules.injuries import ride_on_injured, withdraw
from gruppetto.games.etapa.rules.invariants import invariants
from gruppetto.games.etapa.rules.jerseys import choose_jersey, designate
from gruppetto.games.etapa.rules.knowledge import forget, observe
from gruppetto.games.etapa.rules.order import choose_next, end_raise, offer_next, offer_raise, raise_with
from gruppetto.games.etapa.rules.plan import (
    break_away,
    call_for_food,
    follow,
    offer_plan,
    roll,
    sprint,
    stand_and_wait,
)
from gruppetto.games.etapa.rules.record import (
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
    BREAK,
    CAR,
    CARD,
    CHANGE,
    CONTINUE,
    FACE,
    FINISHED,
    FOLLOW,
    GREEN,
    JERSEY,
    KEEP,
    NO_CARD,
    NOBODY,
    NOTHING,
    PASS,
    POLKA_DOT,
    RIDER,
    ROLL,
    SPRINT,
    SWAP,
    TAKE,
    TEAM,
    TURN,
    WAIT,
    WITHDRAW,
    Race,
)
from gruppetto.games.etapa.rules.results import loss
from gruppetto.games.etapa.rules.ride import offer_faces, offer_moves, shorten, take_bonus
from gruppetto.games.etapa.rules.slipstream import PELOTON_REACH
from gruppetto.games.etapa.rules.standings import ahead, best_rider, leader_of
from gruppetto.games.etapa.rules.steps import run_on
from gruppetto.games.etapa.rules.team_trial import (
    add,
    answer_change,
    keep_lead,
    offer_add,
    offer_line,
    take_place,
)
from gruppetto.games.etapa.rules.time_trial import give_back, multiply, offer_multiply, offer_return
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

__all__ = ["act", "deal", "forget", "invariants", "legal", "observe", "over", "report", "score", "waiting"]


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
    elif ask == ASK_ADD:
        if action == PASS:
            keep_lead(race, seat)
        else:
            add(race, seat, action - CARD, trace)
    elif action != PASS:
        multiply(race, seat, action - CARD, trace)


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
    out[5] = was_clear(race, race.finish[0])


@rule
def was_clear(race: Race, winner: int) -> bool:
    """Whether no rider of another team was near the winner, or ahead of him, before the last round."""
    for rival in range(TEAM * race.setup.seats):
        if rival // TEAM != winner // TEAM and race.start[rival] >= race.start[winner] - PELOTON_REACH:
            return False
    return True
