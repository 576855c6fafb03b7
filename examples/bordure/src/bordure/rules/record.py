"""The record of a race of Bordure, and the names of its numbers."""

from enum import IntEnum
from typing import Annotated

from bordure.rules.options import SEATS, Options
from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, dtype_of

RULES_VERSION = 1

LONGEST_ROAD = 40  # squares before the line
STEADY = 2  # squares that cost no legs
MOST_EFFORT = 3
FEWEST_LEGS, MOST_LEGS = 8, 11  # on the cards drawn before the start
FURTHEST = LONGEST_ROAD + STEADY + MOST_EFFORT  # a square nobody can get beyond
NOT_YET = -1
EVERYBODY = -1  # as a seat: what a spectator knows

WIND_STREAM, LOT_STREAM = SEATS, SEATS + 1  # one stream of chance for each rider's legs, then these
STREAMS = SEATS + 2

WINDS = 3
Wind = IntEnum("Wind", "CALM HEAD CROSS", start=0)


class Action(IntEnum):
    """What a seat decides: codes are counted on from these."""

    RIDE = 0  # + effort


ACTIONS = Action.RIDE + MOST_EFFORT + 1


class Told(IntEnum):
    """What rules note in the trace: each is the message of its name, whose fields are the numbers noted."""

    CHOSE = 1
    RODE = 2
    CLOSED_UP = 3
    RESTED = 4
    ROUND_BEGAN = 5
    WIND_TURNED = 6
    ENDED = 7


class Setup:
    """What the options of a race come down to."""

    options: Options
    seats: int
    line: int


class Race(WithChance):
    """One race; a rider goes by the number of the seat."""

    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]

    setup: Setup
    rounds: int  # begun so far
    wind: int
    finished: int
    square: Annotated[Ints, SEATS]
    card: Annotated[Ints, SEATS]  # the legs each rider has drawn: nobody else knows
    balance: Annotated[Ints, SEATS]  # legs won back less legs spent: anybody can count
    least: Annotated[Ints, SEATS]  # the lowest card that could have ridden so: anybody can tell
    effort: Annotated[Ints, SEATS]  # chosen for this round, or NOT_YET
    order: Annotated[Ints, SEATS]  # in the end the classification


RACE = dtype_of(Race)
SETUP = dtype_of(Setup)
