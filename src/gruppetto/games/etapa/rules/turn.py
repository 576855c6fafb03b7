"""Whose turn it is and what it is: the start, waiting for cars, the white jersey (C1.4, C3.1, C4.4, C8)."""

from gruppetto.games.etapa.rules.cards import draw
from gruppetto.games.etapa.rules.cars import (
    another_puncture,
    bring_car,
    car_is_free,
    drive,
    may_feed_at_contact,
    send_car_off,
)
from gruppetto.games.etapa.rules.codes import Ask, Jersey, Status, Step, Told
from gruppetto.games.etapa.rules.crashes import get_up
from gruppetto.games.etapa.rules.dice import question, throw
from gruppetto.games.etapa.rules.movement import advance, length
from gruppetto.games.etapa.rules.options import FeedingOrder, FinishOrder, StartBonus, WhiteLate
from gruppetto.games.etapa.rules.order import front_field
from gruppetto.games.etapa.rules.plan import plan
from gruppetto.games.etapa.rules.record import (
    FED,
    FOR_CAR,
    FOR_START,
    FROM_CAR,
    NO_CARD,
    NOBODY,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.ride import offer_bonus
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def next_turn(race: Race, trace: Ints) -> None:
    """The next rider of the field is on turn, or the order on the next field is settled (C3.1)."""
    if race.turn >= 0 and race.second_turn == 0 and may_double(race, race.order[race.turn]):
        begin_second_turn(race, race.order[race.turn])
        return
    race.second_turn = 0
    clear_turn(race)
    if race.turn + 1 == race.ordered and front_field(race) != NOBODY:
        race.step = Step.ORDER
        return
    race.turn += 1
    if race.turn == race.ordered:
        race.step = Step.ROUND_END
        return
    race.rider = race.order[race.turn]
    take_turn(race, race.rider, trace)


@rule
def clear_turn(race: Race) -> None:
    """Nothing is planned yet."""
    race.rider, race.following, race.card = NOBODY, NOBODY, NO_CARD
    race.die = race.other_die = race.breaking = race.risk = race.bonus = race.reach = race.checking = 0
    race.going = race.held = 0
    race.answer = NO_CARD
    race.crash_field = race.crash_next = race.new_falls = 0
    race.crash_by = NOBODY


@rule
def take_turn(race: Race, rider: int, trace: Ints) -> None:
    """What a rider's turn is depends on how they are (C6.1, C8.2)."""
    if race.status[rider] == Status.FALLEN and race.back[rider] <= race.rounds:
        if race.served[rider // TEAM] == rider:
            send_car_off(race, rider // TEAM, trace)
        get_up(race, rider)
    if race.status[rider] == Status.RIDING:
        if race.rounds == 1:
            throw(race, rider, Step.FIRST_START_ROLL)
        else:
            plan(race)
    elif race.status[rider] == Status.FALLEN or race.served[rider // TEAM] == rider:
        wait_for_car(race, rider)
    else:
        call_car(race, rider, trace)


# --- lying, waiting, feeding ------------------------------------------------------------------------


@rule
def wait_for_car(race: Race, rider: int) -> None:
    """The car drives instead of the rider, if it has come for them (C6.1, C8.1.1, C8.2)."""
    if race.served[rider // TEAM] == rider:
        throw(race, rider, Step.CAR_ROLLED)
    else:
        race.step = Step.TURN


@rule
def call_car(race: Race, rider: int, trace: Ints) -> None:
    """With a puncture and no car: it comes as soon as it is free, to whom the player likes (C8.1, C17.36)."""
    race.step = Step.TURN
    if car_is_free(race, rider // TEAM):
        if another_puncture(race, rider):
            question(race, rider // TEAM, Ask.PUNCTURE_CAR)
        else:
            bring_car(race, rider, trace)


@rule
def car_rolled(race: Race, trace: Ints) -> None:
    """The car drives; a rider being fed loses a token, and rolls on until it comes (C2.5, C8.2, C17.12)."""
    rider = race.rider
    note(trace, Told.THREW, rider, race.die, FOR_CAR)
    feeding = race.status[rider] == Status.FEEDING
    race.tokens[rider] = max(0, race.tokens[rider] - 1)
    race.step = Step.TURN
    if feeding and race.setup.options.feeding_order == FeedingOrder.RIDER_FIRST:
        advance(race, rider, 1, FED, trace)
    if drive(race, rider, trace):
        race.step = Step.CONTACT
        if may_feed_at_contact(race, rider):
            question(race, rider // TEAM, Ask.CONTACT)
    elif feeding and race.setup.options.feeding_order == FeedingOrder.CAR_FIRST:
        advance(race, rider, 1, FED, trace)
    elif race.status[rider] == Status.FALLEN:
        send_car_off(race, rider // TEAM, trace)


@rule
def end_contact(race: Race, trace: Ints) -> None:
    """The car has reached its rider: perhaps a card, and next round they ride (C6.1, C8.2)."""
    rider, seat = race.rider, race.rider // TEAM
    if race.answer != NO_CARD:
        draw(race, seat, FROM_CAR, trace)
    send_car_off(race, seat, trace)
    if race.status[rider] == Status.PUNCTURED:
        race.back[rider] = max(race.back[rider], race.rounds + 1)
        race.status[rider] = Status.FALLEN
    elif race.status[rider] == Status.FEEDING:
        race.status[rider] = Status.RIDING
    race.step = Step.TURN


# --- the start --------------------------------------------------------------------------------------


@rule
def start_rolled(race: Race, first: bool, trace: Ints) -> None:
    """The first move is two throws and nothing else (C1.4)."""
    note(trace, Told.THREW, race.rider, race.die, FOR_START)
    if first:
        race.other_die = race.die
        throw(race, race.rider, Step.SECOND_START_ROLL)
    else:
        race.reach = race.die + race.other_die
        race.step = Step.ADJUST
        if race.setup.options.start_bonus == StartBonus.YELLOW:
            offer_bonus(race)


# --- the white jersey -------------------------------------------------------------------------------


@rule
def may_double(race: Race, rider: int) -> bool:
    """In the last round the white jersey may play a second turn (C4.4, C17.33)."""
    if race.jersey[rider] != Jersey.WHITE or race.crossed == 0 or race.doubled or race.rounds == 1:
        return False
    if race.injured[rider] or race.status[rider] != Status.RIDING:
        return False
    return race.field[rider] <= length(race) or race.setup.options.finish_order == FinishOrder.DISTANCE


@rule
def begin_second_turn(race: Race, rider: int) -> None:
    """The white jersey goes again (C4.4)."""
    clear_turn(race)
    race.rider, race.second_turn, race.doubled = rider, 1, 1
    plan(race)


@rule
def end_round(race: Race) -> bool:
    """Whether the round is over: a white jersey who moved too early still has their second turn (C17.33)."""
    if race.setup.options.white_late == WhiteLate.LOST:
        return True
    for rider in range(TEAM * race.setup.seats):
        if may_double(race, rider):
            race.turn -= 1
            begin_second_turn(race, rider)
            return False
    return True
