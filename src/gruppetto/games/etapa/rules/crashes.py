"""Crashes, punctures and mass crashes (C6)."""

from gruppetto.games.etapa.rules.cards import EMPTY, lay_down, sprint_value
from gruppetto.games.etapa.rules.cars import (
    another_puncture,
    bring_car,
    car_is_free,
    may_call_for_fallen,
    send_car_off,
)
from gruppetto.games.etapa.rules.codes import Action, Ask, Status, Step, Told
from gruppetto.games.etapa.rules.dice import FACES, question, throw
from gruppetto.games.etapa.rules.movement import cobbled, on_road
from gruppetto.games.etapa.rules.options import BroughtDown, RaisedCrash
from gruppetto.games.etapa.rules.record import (
    FLAG,
    FOR_CHAIN,
    FOR_CRASH,
    NO_CARD,
    NOBODY,
    TEAM,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

SAFE, MASS_CRASH, CRASH, PUNCTURE = 4, 1, 2, 3


@rule
def check_crash(race: Race) -> None:
    """A 1 with a card, or on cobbles: throw again to see what happens (C6.1)."""
    race.checking = race.die
    throw(race, race.rider, Step.CHECKED)


@rule
def crash_checked(race: Race, trace: Ints) -> None:
    """4 to 6 they go on, 3 a puncture, 2 a crash, 1 a mass crash (C6.1)."""
    note(trace, Told.THREW, race.rider, race.die, FOR_CRASH)
    if race.die != MASS_CRASH:
        suffer(race, race.die, trace)
    else:
        race.step, race.answer = Step.AVOIDED, NO_CARD
        if may_avoid(race, race.rider):
            question(race, race.rider // TEAM, Ask.AVOID)


@rule
def suffer(race: Race, face: int, trace: Ints) -> None:
    """What the second throw means, unless it is a mass crash (C6.1)."""
    race.step = Step.SEND_CARS
    if face >= SAFE:
        race.die, race.checking, race.step = race.checking, 0, Step.DISTANCE
    elif face == PUNCTURE:
        puncture(race, race.rider, trace)
    else:
        fall(race, race.rider, NOBODY, trace)


@rule
def may_avoid(race: Race, rider: int) -> bool:
    """A card may be played against a mass crash; not by the injured, not on cobbles (C6.1.2)."""
    on_stones = cobbled(race, race.field[rider])
    return race.hand[rider // TEAM] != EMPTY and race.injured[rider] == 0 and not on_stones


@rule
def avoid(race: Race, rider: int, kind: int, trace: Ints) -> int:
    """Raise the 1 with a card; what the throw now means (C6.1.2, C17.29)."""
    lay_down(race, rider // TEAM, kind)
    note(trace, Told.AVOIDED_CRASH, rider, kind)
    if race.setup.options.raised_crash == RaisedCrash.LOOKED_UP:
        return min(FACES, 1 + sprint_value(kind))
    return SAFE


@rule
def mass_crash(race: Race, trace: Ints) -> None:
    """They fall and bring down all on their field; those on the field behind throw (C6.1, C6.1.4)."""
    race.crash_field = race.field[race.crash_by]
    fall(race, race.crash_by, NOBODY, trace)
    for rider in range(TEAM * race.setup.seats):
        if race.field[rider] == race.crash_field and upright(race, rider):
            fall(race, rider, race.crash_by, trace)
    race.crash_field -= 1
    race.crash_next = 0
    race.step = Step.CHAIN


@rule
def chain(race: Race) -> None:
    """The next rider on the field behind throws; on an empty field the chain ends (C6.1.4)."""
    while race.crash_next < TEAM * race.setup.seats:
        rider = race.crash_next
        if race.field[rider] == race.crash_field and upright(race, rider):
            throw(race, rider, Step.CHAIN_ROLLED)
            return
        race.crash_next += 1
    race.step = Step.SEND_CARS


@rule
def upright(race: Race, rider: int) -> bool:
    """Whether a rider can be brought down: who lies, lies, until the round they are back (C6.1.1)."""
    return on_road(race, rider) and (race.shaken[rider] == 0 or race.back[rider] <= race.rounds)


@rule
def chain_rolled(race: Race, trace: Ints) -> None:
    """3 to 6 they stay up, 2 they fall, 1 they fall with all on their field (C6.1)."""
    rider = race.crash_next
    note(trace, Told.THREW, rider, race.die, FOR_CHAIN)
    if race.die == MASS_CRASH:
        race.step, race.answer = Step.CHAIN_AVOIDED, NO_CARD
        if may_avoid(race, rider):
            question(race, rider // TEAM, Ask.AVOID)
    else:
        if race.die == CRASH:
            fall(race, rider, NOBODY, trace)
        race.crash_next += 1
        race.step = Step.CHAIN


@rule
def crash_answered(race: Race, trace: Ints) -> None:
    """A mass crash, unless a card has been played against it (C6.1, C6.1.2)."""
    if race.answer == NO_CARD:
        race.crash_by = race.rider
        mass_crash(race, trace)
    else:
        suffer(race, avoid(race, race.rider, race.answer, trace), trace)


@rule
def chain_answered(race: Race, trace: Ints) -> None:
    """The mass crash goes on from this rider's field, unless they have played a card (C6.1.2, C6.1.4)."""
    if race.answer == NO_CARD:
        race.crash_by = race.crash_next
        mass_crash(race, trace)
        return
    avoid(race, race.crash_next, race.answer, trace)  # 3 or more in either reading
    race.crash_next += 1
    race.step = Step.CHAIN


@rule
def fall(race: Race, rider: int, by: int, trace: Ints) -> None:
    """They lose their move if it is still due, and all of the next round (C6.1.1, C6.1.3, C17.11)."""
    seat = rider // TEAM
    if race.status[rider] == Status.FEEDING:
        send_car_off(race, seat, trace)
    if race.status[rider] != Status.PUNCTURED:
        race.status[rider] = Status.FALLEN
    race.shaken[rider] = 1
    early = race.setup.options.brought_down == BroughtDown.ONE_ROUND and not has_had_turn(race, rider)
    race.back[rider] = race.rounds + (1 if early else 2)
    race.tokens[rider] = 0
    race.new_falls |= 1 << rider
    race.falls += 1
    protect(race, rider)
    note(trace, Told.FELL, rider, by)


@rule
def has_had_turn(race: Race, rider: int) -> bool:
    """Whether a rider's turn of this round has come already."""
    for place in range(min(race.turn + 1, race.ordered)):
        if race.order[place] == rider:
            return True
    return False


@rule
def puncture(race: Race, rider: int, trace: Ints) -> None:
    """They wait for their car, which comes from six fields behind, if it is free (C6.1, C8.1)."""
    race.status[rider] = Status.PUNCTURED
    race.tokens[rider] = 0
    race.back[rider] = 0
    protect(race, rider)
    note(trace, Told.PUNCTURED, rider)
    if car_is_free(race, rider // TEAM) and not another_puncture(race, rider):
        bring_car(race, rider, trace)


@rule
def protect(race: Race, rider: int) -> None:
    """In the last kilometre, remember the round in which a rider came to grief (C12.2)."""
    if race.setup.options.specials and race.field[rider] >= race.setup.stage[race.at_stage, FLAG]:
        race.grief[rider] = race.rounds


# --- cars for the fallen ----------------------------------------------------------------------------


@rule
def send_cars(race: Race) -> None:
    """Each player whose riders have just fallen may send their car to one of them (C8.1.1)."""
    for rider in range(TEAM * race.setup.seats):
        if race.new_falls >> rider & 1 and may_call_for_fallen(race, rider):
            question(race, rider // TEAM, Ask.CRASH_CAR)
            return
    race.step = Step.TURN


@rule
def offer_fallen(race: Race, seat: int, out: Ints) -> int:
    """The riders the car can be sent to, or to none of them."""
    out[0] = Action.PASS
    found = 1
    for rider in range(seat * TEAM, seat * TEAM + TEAM):
        if race.new_falls >> rider & 1 and may_call_for_fallen(race, rider):
            out[found] = Action.RIDER + rider
            found += 1
    return found


@rule
def answer_crash_car(race: Race, seat: int, rider: int, trace: Ints) -> None:
    """The car goes to this rider, or stays out of the race (C8.1.1)."""
    for mate in range(seat * TEAM, seat * TEAM + TEAM):
        race.new_falls &= ~(1 << mate)
    if rider != NOBODY:
        bring_car(race, rider, trace)


@rule
def get_up(race: Race, rider: int) -> None:
    """Back on the bicycle: they ride in this round (C6.1.1)."""
    race.status[rider] = Status.RIDING
