"""Injured riders and those who help them (C7)."""

from gruppetto.games.etapa.rules.codes import Action, Ask, Status, Step, Told
from gruppetto.games.etapa.rules.crashes import check_crash
from gruppetto.games.etapa.rules.dice import question
from gruppetto.games.etapa.rules.movement import on_road
from gruppetto.games.etapa.rules.record import NO_CARD, TEAM, Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

CLOSE = 1  # field: near enough for the slipstream


@rule
def hurt(race: Race, trace: Ints) -> None:
    """A 1 on the first throw after a fall: the rider is injured, and their player decides (C7.1)."""
    race.tokens[race.rider] = 0
    note(trace, Told.INJURED, race.rider)
    question(race, race.rider // TEAM, Ask.INJURY)


@rule
def ride_on_injured(race: Race) -> None:
    """They go on, slower and without cards, with the 1 they have thrown (C7.3, C7.4, C17.30)."""
    race.injured[race.rider] = 1
    race.breaking = race.bonus = 0
    race.card = NO_CARD
    race.step = Step.DISTANCE
    if race.risk:
        check_crash(race)


@rule
def withdraw(race: Race, trace: Ints) -> None:
    """They leave the road; their field decides their time, and whether they start tomorrow (C7.2)."""
    rider = race.rider
    race.injured[rider] = 1
    race.status[rider] = Status.WITHDRAWN
    race.taken[race.field[rider]] -= 1
    note(trace, Told.WITHDREW, rider)
    race.step = Step.TURN


@rule
def may_wait(race: Race, rider: int) -> bool:
    """Whether a rider may let their turn go by for an injured team-mate behind them (C7.5)."""
    if race.injured[rider]:
        return False
    first = rider // TEAM * TEAM
    for mate in range(first, first + TEAM):
        if race.injured[mate] and on_road(race, mate) and race.field[rider] - race.field[mate] > CLOSE:
            return True
    return False


@rule
def offer_helpers(race: Race, rider: int, fields: int, out: Ints, found: int) -> int:
    """An injured rider may stop short on their helper's field or right behind it (C7.5)."""
    if race.injured[rider] == 0:
        return found
    for short in range(1, fields):
        if at_helper(race, rider, race.field[rider] + short):
            out[found] = Action.HELPED + short
            found += 1
    return found


@rule
def may_stop_at_helper(race: Race, rider: int, fields: int) -> bool:
    """Whether a helper stands on an injured rider's way (C7.5)."""
    if race.injured[rider] == 0:
        return False
    for short in range(1, fields):
        if at_helper(race, rider, race.field[rider] + short):
            return True
    return False


@rule
def at_helper(race: Race, rider: int, field: int) -> bool:
    """Whether a sound team-mate stands on a field or on the one before it."""
    first = rider // TEAM * TEAM
    for mate in range(first, first + TEAM):
        sound = mate != rider and race.status[mate] == Status.RIDING and race.injured[mate] == 0
        if sound and 0 <= race.field[mate] - field <= CLOSE:
            return True
    return False
