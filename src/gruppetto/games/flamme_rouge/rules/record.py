"""The record of a race of Flamme Rouge, and the names of its numbers."""

from enum import IntEnum
from typing import Annotated

from gruppetto.games.flamme_rouge.rules.options import SEATS, Options
from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, Longs, dtype_of

RULES_VERSION = 1

RIDERS = 2 * SEATS
SPRINTEUR, ROULEUR = 0, 1  # a rider is 2 * seat + SPRINTEUR or ROULEUR

TILES, ROAD = 21, 78  # tiles in the box, and squares on them (FR1.4)
LONGEST_RUN = 12  # room past the last square: for an open road, and for looking ahead
SQUARES = ROAD + LONGEST_RUN
FLAT, ASCENT, DESCENT = 0, 1, 2
RIGHT, LEFT = 0, 1
LANES = 2
BOTH_LANES = 0b11
NOWHERE = -1

EXHAUSTION, ATTACK = 0, 1  # the cards that are not named by their value
KINDS = 10  # card kinds: EXHAUSTION, ATTACK, and the values 2 to 9
NO_CARD = -1
HAND = 4
COPIES = 3
EXHAUSTION_VALUE = 2
EXHAUSTION_CARDS = 30  # for sprinteurs, and as many for rouleurs (FR1.3)
ATTACK_FRONT, ATTACK_REAR, ATTACK_CARDS = 2, 9, 2

CLIMBING_LIMIT = DESCENDING_MINIMUM = 5

START_SQUARES = 5

NOBODY = -1
EVERYBODY = -1  # as a seat: what a spectator knows
RANDOM_SEAT = -1

SETUP_STREAM = RIDERS  # one stream per rider's deck, one for the setup
STREAMS = RIDERS + 1


class Phase(IntEnum):
    """Where a race stands; cards are revealed and ridden as soon as all are played."""

    PLACEMENT = 0
    ENERGY = 1
    FINISHED = 2


class Action(IntEnum):
    """What a seat decides: codes are counted on from these."""

    PLACE = 0  # + (rider kind * START_SQUARES + square) * LANES + lane
    RIDER = PLACE + 2 * START_SQUARES * LANES  # + rider kind: draw for this rider
    CARD = RIDER + 2  # + card kind: play this card


ACTIONS = Action.CARD + KINDS


class Told(IntEnum):
    """What rules note in the trace: each is the message of its name, whose fields are the numbers noted."""

    PLACED = 1
    ROUND_BEGAN = 2
    DREW = 3
    SHUFFLED = 4
    CHOSE = 5
    RAN_OUT = 6
    REVEALED = 7
    MOVED = 8
    CARRIED = 9
    TIRED = 10
    SPARED = 11
    ENDED = 12


class Reason(IntEnum):
    """What made a move differ from its card, as bits."""

    CLIMB = 1
    FOOT = 2
    RIDERS = 4
    ROADS_END = 8
    DESCENT = 16


class Setup:
    """What the options of a race come down to."""

    options: Options
    seats: int
    team: Annotated[Ints, SEATS]
    handicap: Annotated[Ints, SEATS]
    first: int
    tiles: Annotated[Ints, TILES]  # the stage's letters as code points, for names and drawings
    terrain: Annotated[Ints, SQUARES]
    start_squares: int
    line: int
    last_square: int


class Race(WithChance):
    """One race."""

    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]

    setup: Setup
    phase: int
    rounds: int  # begun so far
    owing: int  # the seats that owe a decision, as bits
    at_hand: Annotated[Ints, SEATS]  # the rider a seat has drawn for, or NOBODY
    supply: Annotated[Ints, 2]  # exhaustion cards left for sprinteurs and for rouleurs

    square: Annotated[Ints, RIDERS]
    lane: Annotated[Ints, RIDERS]
    taken: Annotated[Ints, SQUARES]  # the lanes taken on a square, as bits
    order: Annotated[Ints, RIDERS]  # front-most first; in the end the classification

    deck: Annotated[Longs, RIDERS]  # piles, see `cards`; the order of the face-down cards is chance to come
    recycled: Annotated[Longs, RIDERS]
    hand: Annotated[Longs, RIDERS]
    played: Annotated[Ints, RIDERS]
    revealed: Annotated[Ints, RIDERS]  # the cards of the last movement

    # What everybody knows of a hidden deck: how its exhaustion cards can lie since it was shuffled.
    fresh: Annotated[Ints, RIDERS]  # exhaustion taken since: surely recycled
    early: Annotated[Ints, RIDERS]  # cards of the present hand drawn before the shuffle
    buried: Annotated[Ints, RIDERS]  # the cards recycled from such a hand, once its card is revealed
    most_exhausted: Annotated[Ints, RIDERS]  # at most so many of either are exhaustion


RACE = dtype_of(Race)
SETUP = dtype_of(Setup)
