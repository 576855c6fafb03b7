"""A sensible rider for Etapa: shelters, saves their cards for the finish, does not dawdle.

`domestique` looks only at what their seat may know. Worth is counted in tenths of a field.
"""

import numpy as np

from gruppetto.games.etapa.rules.cards import breakaway_rounds, count, sprint_value
from gruppetto.games.etapa.rules.codes import Action, Ask
from gruppetto.games.etapa.rules.movement import base, length, level
from gruppetto.games.etapa.rules.order import target_total
from gruppetto.games.etapa.rules.record import (
    CLIMB_LEVEL,
    DESCENT_LEVEL,
    LIMIT,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.slipstream import behind_peloton, copied
from gruppetto.games.etapa.rules.time_trial import section_of
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FIELD = 10
AVERAGE = 35  # a throw, in tenths
JITTER = 4  # so that two of them are not of one mind
SPRINT_BEGINS = 40  # fields before the line
RISK = 8  # what the chance of a crash is worth
CLEAR = 5  # fields: further than one throw can be better than another
HOPELESS = 30  # fields that no card brings back
NEVER = -1000


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """The action with the highest worth, near ties broken by chance; a real die falls as it likes."""
    if race.ask == Ask.DIE:
        shown, _ = share(fraction, found)
        return actions[shown]
    best, choice = -(1 << 30), actions[0]
    for index in range(found):
        jitter, fraction = share(fraction, JITTER)
        worth = worth_of(race, seat, actions[index]) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of(race: Race, seat: int, action: int) -> int:
    """What an action promises."""
    if race.ask == Ask.PLAN:
        return worth_of_plan(race, seat, action)
    if race.ask == Ask.MOVE:
        return worth_of_move(action)
    if race.ask == Ask.RAISE:
        return worth_of_raise(race, seat, action)
    if race.ask == Ask.AVOID:
        return FIELD * (action != Action.PASS) - sprint_value(action - Action.CARD) * (action != Action.PASS)
    if race.ask == Ask.MULTIPLY:
        return worth_of_multiply(race, seat, action)
    if race.ask == Ask.PICK:
        return FIELD * (action - Action.FACE)
    if race.ask == Ask.RETURN:
        return -FIELD * sprint_value(action - Action.CARD)
    return worth_of_answer(race, seat, action)


@rule
def worth_of_answer(race: Race, seat: int, action: int) -> int:
    """Yes to what is given; ride on injured; change the lead once its card is used."""
    if race.ask == Ask.INJURY:
        past = race.field[race.rider] > race.setup.stage[race.at_stage, LIMIT]
        return FIELD * (action == (Action.WITHDRAW if past else Action.CONTINUE))
    if action == Action.CHANGE:
        return FIELD if race.spent[seat] and count(race.hand[seat]) > 0 else NEVER
    return FIELD * (action == Action.TAKE)


@rule
def to_go(race: Race) -> int:
    """Fields to the line."""
    return length(race) + 1 - race.field[race.rider]


@rule
def worth_of_plan(race: Race, seat: int, action: int) -> int:
    """Fields gained, less what a card is worth kept."""
    here = race.field[race.rider]
    plain = AVERAGE + FIELD * base(race, here) - FIELD * behind_peloton(race, race.rider)
    if action == Action.ROLL:
        return plain
    if action >= Action.FOLLOW:
        return FIELD * copied(race, race.rider, action - Action.FOLLOW) + FIELD // 2
    if action in (Action.CAR, Action.WAIT, Action.PASS) or action >= Action.SWAP:
        return NEVER
    gain = gain_of_card(race, here, action)
    return plain + gain - price_of_card(race, seat)


@rule
def gain_of_card(race: Race, here: int, action: int) -> int:
    """What a card adds in this round and in those to come."""
    uphill = level(race, here) == CLIMB_LEVEL
    if action < Action.BREAK:
        return FIELD * sprint_value(action - Action.SPRINT) // (2 if uphill else 1)
    if level(race, here) == DESCENT_LEVEL:
        return 0
    return 4 * FIELD * breakaway_rounds(action - Action.BREAK)


@rule
def price_of_card(race: Race, seat: int) -> int:
    """Dear while the line is far or nobody near; cheap when somebody has got away."""
    left = to_go(race)
    behind = gap_to_rivals(race, seat)
    if left < SPRINT_BEGINS and behind > -CLEAR:
        return RISK
    price = RISK + FIELD * left // (2 + count(race.hand[seat]))
    if behind < -CLEAR:
        return 2 * price
    return price // 2 if CLEAR < behind < HOPELESS else price


@rule
def gap_to_rivals(race: Race, seat: int) -> int:
    """Fields to the foremost rider of another team; less than nothing when they are ahead of them all."""
    front = 0
    for rival in range(TEAM * race.setup.seats):
        if rival // TEAM != seat:
            front = max(front, race.field[rival])
    return front - race.field[race.rider]


@rule
def worth_of_move(action: int) -> int:
    """All of it, unless there is food on the way: then as late as possible."""
    if action == Action.RIDE:
        return FIELD
    if Action.BRAKE <= action < Action.HELPED:
        return action - Action.BRAKE - FIELD // 2
    return NEVER if action < Action.SLOW or action >= Action.HELPED else NEVER + action - Action.SLOW


@rule
def worth_of_raise(race: Race, seat: int, action: int) -> int:
    """Near the line it is worth a small card to go first."""
    if action == Action.PASS:
        return 0
    near = race.field[seat * TEAM] > length(race) - SPRINT_BEGINS // 2
    short = target_total(race, seat) - race.total[seat] - race.bid
    value = sprint_value(action - Action.CARD)
    return FIELD - value if near and short < value <= 4 else -FIELD - abs(value - short)


@rule
def worth_of_multiply(race: Race, seat: int, action: int) -> int:
    """Multiply high throws while throws are dear."""
    if action == Action.PASS:
        return 3 * FIELD
    dear = 4 - section_of(race, race.field[race.rider])
    gain = race.die * (sprint_value(action - Action.CARD) - 1)
    return gain * dear + 2 * count(race.hand[seat]) - sprint_value(action - Action.CARD) * FIELD // 2
