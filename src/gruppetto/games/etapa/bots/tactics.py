"""A sensible rider for Etapa: shelters, saves his cards for the finish, does not dawdle.

`domestique` looks only at what his seat may know. Worth is counted in tenths of a field.
"""

import numpy as np

from gruppetto.games.etapa.rules.cards import breakaway_rounds, count, sprint_value
from gruppetto.games.etapa.rules.movement import base, length, level
from gruppetto.games.etapa.rules.order import target_total
from gruppetto.games.etapa.rules.record import (
    ASK_AVOID,
    ASK_DIE,
    ASK_INJURY,
    ASK_MOVE,
    ASK_MULTIPLY,
    ASK_PICK,
    ASK_PLAN,
    ASK_RAISE,
    ASK_RETURN,
    BRAKE,
    BREAK,
    CAR,
    CARD,
    CHANGE,
    CLIMB_LEVEL,
    CONTINUE,
    DESCENT_LEVEL,
    FACE,
    FOLLOW,
    HELPED,
    LIMIT,
    PASS,
    RIDE,
    ROLL,
    SLOW,
    SPRINT,
    SWAP,
    TAKE,
    TEAM,
    WAIT,
    WITHDRAW,
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
    if race.ask == ASK_DIE:
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
    if race.ask == ASK_PLAN:
        return worth_of_plan(race, seat, action)
    if race.ask == ASK_MOVE:
        return worth_of_move(action)
    if race.ask == ASK_RAISE:
        return worth_of_raise(race, seat, action)
    if race.ask == ASK_AVOID:
        return FIELD * (action != PASS) - sprint_value(action - CARD) * (action != PASS)
    if race.ask == ASK_MULTIPLY:
        return worth_of_multiply(race, seat, action)
    if race.ask == ASK_PICK:
        return FIELD * (action - FACE)
    if race.ask == ASK_RETURN:
        return -FIELD * sprint_value(action - CARD)
    return worth_of_answer(race, seat, action)


@rule
def worth_of_answer(race: Race, seat: int, action: int) -> int:
    """Yes to what is given; ride on injured; change the lead once its card is used."""
    if race.ask == ASK_INJURY:
        past = race.field[race.rider] > race.setup.stage[race.at_stage, LIMIT]
        return FIELD * (action == (WITHDRAW if past else CONTINUE))
    if action == CHANGE:
        return FIELD if race.spent[seat] and count(race.hand[seat]) > 0 else NEVER
    return FIELD * (action == TAKE)


@rule
def to_go(race: Race) -> int:
    """Fields to the line."""
    return length(race) + 1 - race.field[race.rider]


@rule
def worth_of_plan(race: Race, seat: int, action: int) -> int:
    """Fields gained, less what a card is worth kept."""
    here = race.field[race.rider]
    plain = AVERAGE + FIELD * base(race, here) - FIELD * behind_peloton(race, race.rider)
    if action == ROLL:
        return plain
    if action >= FOLLOW:
        return FIELD * copied(race, race.rider, action - FOLLOW) + FIELD // 2
    if action in (CAR, WAIT, PASS) or action >= SWAP:
        return NEVER
    gain = gain_of_card(race, here, action)
    return plain + gain - price_of_card(race, seat)


@rule
def gain_of_card(race: Race, here: int, action: int) -> int:
    """What a card adds in this round and in those to come."""
    uphill = level(race, here) == CLIMB_LEVEL
    if action < BREAK:
        return FIELD * sprint_value(action - SPRINT) // (2 if uphill else 1)
    if level(race, here) == DESCENT_LEVEL:
        return 0
    return 4 * FIELD * breakaway_rounds(action - BREAK)


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
    """Fields to the foremost rider of another team; less than nothing when he is ahead of them all."""
    front = 0
    for rival in range(TEAM * race.setup.seats):
        if rival // TEAM != seat:
            front = max(front, race.field[rival])
    return front - race.field[race.rider]


@rule
def worth_of_move(action: int) -> int:
    """All of it, unless there is food on the way: then as late as possible."""
    if action == RIDE:
        return FIELD
    if BRAKE <= action < HELPED:
        return action - BRAKE - FIELD // 2
    return NEVER if action < SLOW or action >= HELPED else NEVER + action - SLOW


@rule
def worth_of_raise(race: Race, seat: int, action: int) -> int:
    """Near the line it is worth a small card to go first."""
    if action == PASS:
        return 0
    near = race.field[seat * TEAM] > length(race) - SPRINT_BEGINS // 2
    short = target_total(race, seat) - race.total[seat] - race.bid
    value = sprint_value(action - CARD)
    return FIELD - value if near and short < value <= 4 else -FIELD - abs(value - short)


@rule
def worth_of_multiply(race: Race, seat: int, action: int) -> int:
    """Multiply high throws while throws are dear."""
    if action == PASS:
        return 3 * FIELD
    dear = 4 - section_of(race, race.field[race.rider])
    gain = race.die * (sprint_value(action - CARD) - 1)
    return gain * dear + 2 * count(race.hand[seat]) - sprint_value(action - CARD) * FIELD // 2
