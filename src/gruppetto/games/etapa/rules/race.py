"""Etapa: the contract's functions, and what each answer sets going (C19)."""

from gruppetto.games.etapa.rules.cards import swap
from gruppetto.games.etapa.rules.cars import bring_car
from gruppetto.games.etapa.rules.codes import Action, Ask, Jersey, Step
from gruppetto.games.etapa.rules.crashes import answer_crash_car, offer_fallen
from gruppetto.games.etapa.rules.dealing import deal
from gruppetto.games.etapa.rules.dice import question
from gruppetto.games.etapa.rules.injuries import ride_on_injured, withdraw
from gruppetto.games.etapa.rules.invariants import invariants
from gruppetto.games.etapa.rules.jerseys import choose_jersey, designate
from gruppetto.games.etapa.rules.knowledge import forget, observe, observe_fixed, observe_moving
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
    NO_CARD,
    NOBODY,
    TEAM,
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

__all__ = [
    "act",
    "deal",
    "forget",
    "invariants",
    "legal",
    "observe",
    "observe_fixed",
    "observe_moving",
    "over",
    "report",
    "score",
    "waiting",
]


@rule
def waiting(race: Race) -> int:
    """The seats that owe a decision, as bits."""
    return race.owing


@rule
def over(race: Race) -> bool:
    """Whether the last stage has been ridden."""
    return race.step == Step.FINISHED


@rule
def legal(race: Race, seat: int, out: Ints) -> int:
    """What a seat that owes a decision may do (C19)."""
    if race.ask == Ask.PLAN:
        return offer_plan(race, seat, out)
    if race.ask == Ask.MOVE:
        return offer_moves(race, seat, out)
    if race.ask == Ask.RAISE:
        return offer_raise(race, seat, out)
    if race.ask == Ask.NEXT:
        return offer_next(race, seat, out)
    if race.ask == Ask.MULTIPLY or race.ask == Ask.AVOID:  # noqa: PLR1714
        return offer_multiply(race, seat, out)
    if race.ask == Ask.ADD:
        return offer_add(race, seat, out)
    if race.ask == Ask.RETURN:
        return offer_return(race, out)
    if race.ask == Ask.CRASH_CAR:
        return offer_fallen(race, seat, out)
    if race.ask == Ask.LEADER or race.ask == Ask.SECOND:  # noqa: PLR1714
        return offer_line(race, seat, out)
    return legal_of_two(race, seat, out)


@rule
def legal_of_two(race: Race, seat: int, out: Ints) -> int:
    """The questions with a few fixed answers."""
    if race.ask == Ask.DIE:
        for shown in range(6):
            out[shown] = Action.FACE + 1 + shown
        return 6
    if race.ask == Ask.YOUNG:
        for place in range(TEAM):
            out[place] = Action.RIDER + seat * TEAM + place
        return TEAM
    if race.ask == Ask.START:
        out[0] = Action.ROLL
        return 1
    if race.ask == Ask.PICK:
        return offer_faces(race, out)
    if race.ask == Ask.INJURY:
        out[0], out[1] = Action.CONTINUE, Action.WITHDRAW
    elif race.ask == Ask.CHANGE:
        out[0], out[1] = Action.KEEP, Action.CHANGE
    elif race.ask == Ask.JERSEY:
        out[0], out[1] = Action.JERSEY + Jersey.POLKA_DOT, Action.JERSEY + Jersey.GREEN
    else:
        out[0], out[1] = Action.TAKE, Action.PASS
    return 2


@rule
def act(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Apply one decision, and run on until somebody owes the next."""
    ask = race.ask
    if ask == Ask.YOUNG:
        designate(race, seat, action - Action.RIDER, trace)
        race.owing &= ~(1 << seat)
        if race.owing != 0:
            return
    race.ask, race.owing = Ask.NOTHING, 0
    if ask == Ask.PLAN:
        act_on_plan(race, seat, action, trace)
    elif ask == Ask.MOVE:
        act_on_move(race, seat, action, trace)
    elif ask < Ask.BONUS:
        act_before_move(race, seat, ask, action, trace)
    else:
        act_later(race, seat, ask, action, trace)
    run_on(race, trace)


@rule
def act_on_plan(race: Race, seat: int, action: int, trace: Ints) -> None:
    """What the rider does this turn (C19)."""
    if action == Action.ROLL:
        roll(race)
    elif action == Action.PASS:
        race.step = Step.TURN
    elif action == Action.WAIT:
        stand_and_wait(race, trace)
    elif action == Action.CAR:
        call_for_food(race, trace)
    elif action < Action.BREAK:
        sprint(race, action - Action.SPRINT, trace)
    elif action < Action.SWAP:
        break_away(race, action - Action.BREAK, trace)
    elif action < Action.CARD:
        swap(race, seat, action - Action.SWAP, trace)
        question(race, seat, Ask.PLAN)
    else:
        follow(race, action - Action.FOLLOW, trace)


@rule
def act_on_move(race: Race, seat: int, action: int, trace: Ints) -> None:
    """How much of the move they ride, or a card changed first (C2.8, C12.1)."""
    if Action.SWAP <= action < Action.CARD:
        swap(race, seat, action - Action.SWAP, trace)
        question(race, seat, Ask.MOVE)
    else:
        shorten(race, action)


@rule
def chosen_card(action: int) -> int:
    """The card an answer names, or none."""
    return NO_CARD if action == Action.PASS else action - Action.CARD


@rule
def act_before_move(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """Jerseys, order, dice-off, crashes."""
    if ask == Ask.JERSEY:
        choose_jersey(race, action - Action.JERSEY, trace)
    elif ask == Ask.NEXT:
        choose_next(race, action - Action.RIDER, trace)
    elif ask == Ask.RAISE:
        if action == Action.PASS:
            end_raise(race, seat, trace)
        else:
            raise_with(race, seat, action - Action.CARD, trace)
    elif ask == Ask.PICK:
        race.die = action - Action.FACE
    elif ask == Ask.AVOID:
        race.answer = chosen_card(action)
    elif ask == Ask.INJURY:
        if action == Action.WITHDRAW:
            withdraw(race, trace)
        else:
            ride_on_injured(race)


@rule
def act_later(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """Bonuses, cars, dice, time trials."""
    if ask == Ask.DIE:
        race.die = action - Action.FACE
    elif ask == Ask.BONUS:
        if action == Action.TAKE:
            take_bonus(race, trace)
    elif ask == Ask.CRASH_CAR:
        answer_crash_car(race, seat, NOBODY if action == Action.PASS else action - Action.RIDER, trace)
    elif ask == Ask.PUNCTURE_CAR:
        if action == Action.TAKE:
            bring_car(race, race.rider, trace)
    elif ask == Ask.CONTACT:
        race.answer = NO_CARD if action == Action.PASS else 0
    else:
        act_in_trial(race, seat, ask, action, trace)


@rule
def act_in_trial(race: Race, seat: int, ask: int, action: int, trace: Ints) -> None:
    """The decisions of time trials (C13, C14)."""
    if ask == Ask.CHANGE:
        answer_change(race, seat, action == Action.CHANGE)
    elif ask in (Ask.LEADER, Ask.SECOND):
        take_place(race, seat, action - Action.RIDER, trace)
    elif ask == Ask.RETURN:
        give_back(race, seat, action - Action.CARD, trace)
    elif ask == Ask.ADD:
        if action == Action.PASS:
            keep_lead(race, seat)
        else:
            add(race, seat, action - Action.CARD, trace)
    elif action != Action.PASS:
        multiply(race, seat, action - Action.CARD, trace)


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
    """Whether no rider of another team was near the winner, or ahead of them, before the last round."""
    for rival in range(TEAM * race.setup.seats):
        if rival // TEAM != winner // TEAM and race.start[rival] >= race.start[winner] - PELOTON_REACH:
            return False
    return True
