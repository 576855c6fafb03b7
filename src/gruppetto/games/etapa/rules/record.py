"""The record of a race of Etapa, of one stage or of many, and the names of its numbers."""

from typing import Annotated

from gruppetto.games.etapa.rules.options import MOST_STAGES, Options
from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, Longs, dtype_of

RULES_VERSION = 4

SEATS, TEAM = 5, 3  # players, and riders in a team (C1.1)
RIDERS = SEATS * TEAM  # rider r rides for seat r // TEAM and wears the start number r + 1
NOBODY = -1
EVERYBODY = -1  # as a seat: what a spectator knows

# --- the road ---------------------------------------------------------------------------------------

FLAT, DESCENT, EASY, NORMAL, HARD, ULTRA = range(6)
COBBLED = 8  # added to a terrain (C11.2)
CLIMB_LEVEL, FLAT_LEVEL, DESCENT_LEVEL = 1, 2, 3

LONGEST_STAGE = 240
BEYOND = 72  # room past the line: two of the longest moves end there, multiplied throws of time trials too
FIELDS = LONGEST_STAGE + BEYOND
AT_START = 0  # nobody stands on a field before the start

SPRINT_PRIME, CATEGORY_4, CATEGORY_3, CATEGORY_2, CATEGORY_1, BEYOND_CATEGORY = range(6)
FLAT_STAGE, MEDIUM_STAGE, HIGH_STAGE, TIME_TRIAL = range(4)
FINISH_POINTS = 6  # the row of the points tables that holds those of a flat finish
POINT_TABLES, MOST_PLACES = 10, 25

ROAD, SOLO, TEAM_TRIAL = range(3)  # kinds of stages: on the road, individual and team time trials
MOST_PIECES, MOST_PRIMES = 40, 10
LONGEST_MOVE = 32
SECTIONS = 4  # of a time trial (C13.1)
KIND, TYPE, LENGTH, FEED_FROM, FEED_TO, LIMIT, FLAG, WINNING_TIME = range(8)
PIECES = 8  # from here on: (terrain + 1) << PIECE_SHIFT | fields
PRIMES = PIECES + MOST_PIECES  # from here on: (category + 1) << PRIME_SHIFT | field
STAGE_NUMBERS = PRIMES + MOST_PRIMES
PIECE_SHIFT, PRIME_SHIFT = 8, 12

# --- cards ------------------------------------------------------------------------------------------

KINDS = 6  # +2, +2 with one round of breakaway, +4, +4 with two, +6, +6 with three (C1.2)
NO_CARD = -1

# --- riders -----------------------------------------------------------------------------------------

NO_CLASS = 5  # in the order on a field: any rider of the team

# --- chance -----------------------------------------------------------------------------------------

DICE, CARDS, WEATHER = range(3)  # in scripts the dice are one stream
OWN_DICE = 3  # from here on, a stream for each rider's throws
TEAM_DICE = OWN_DICE + RIDERS  # and one for each team's
STREAMS = TEAM_DICE + SEATS
THROWS_A_ROUND = 64  # what a stream has room for: the next round begins beyond them

# --- what a throw is for, where a card comes from, what holds a rider back -------------------------------

FOR_START, FOR_MOVE, FOR_CRASH, FOR_CHAIN, FOR_CAR = range(5)
FROM_ZONE, FROM_CAR, FROM_LEAD, FROM_SECTION = range(4)
HELD_BY_RIDERS, SLOWED, BRAKED, WAITED_FOR, FED = 1, 2, 4, 8, 16


class Setup:
    """What the options of a race come down to."""

    seats: int
    stages: int
    stage: Annotated[Ints, (MOST_STAGES, STAGE_NUMBERS)]
    points: Annotated[Ints, (POINT_TABLES, MOST_PLACES)]
    deck: Annotated[Longs, TEAM + 1]  # the cards a team of so many riders is dealt; in front, all there are
    slow: Annotated[Ints, TEAM + 1]  # the same for Slow cards
    options: Options
    road_champion: int
    trial_champion: int


BY_CARD, BY_GROUND = 1, 2  # why a 1 is dangerous


class Race(WithChance):
    """One race: a stage, a time trial, or a whole tour of them."""

    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]

    setup: Setup

    # The tour so far.
    at_stage: int
    ridden: int  # rounds of all stages so far
    young: Annotated[Ints, SEATS]  # the rider under 25 (C1.1)
    time: Annotated[Ints, RIDERS]  # seconds in the general classification
    team_time: Annotated[Ints, SEATS]
    placings: Annotated[Ints, RIDERS]  # places of all stages, added up
    last_place: Annotated[Ints, RIDERS]
    wins: Annotated[Ints, RIDERS]
    points: Annotated[Ints, RIDERS]
    mountains: Annotated[Ints, RIDERS]
    summits: Annotated[Ints, RIDERS]  # mountain primes won
    gone: Annotated[Ints, RIDERS]  # the stage (from 1) in which a rider dropped out of the tour
    jersey: Annotated[Ints, RIDERS]
    falls: int
    missed: int  # how often a rider missed a time limit

    # The stage.
    road: Annotated[Ints, FIELDS]  # the terrain of each field; beyond the line as on the last field
    sky: int
    rounds: int
    status: Annotated[Ints, RIDERS]
    field: Annotated[Ints, RIDERS]
    taken: Annotated[Ints, FIELDS]  # how many riders stand on a field
    hand: Annotated[Longs, SEATS]
    shown: Annotated[Longs, SEATS]  # the part of it that everybody can work out
    doubt: Annotated[Longs, SEATS]  # what the rest can be: the most of each kind there was to draw from
    pile: Annotated[Longs, 1]
    slow: Annotated[Ints, SEATS]
    slow_supply: int
    tokens: Annotated[Ints, RIDERS]  # rounds of breakaway to come (C2.5)
    back: Annotated[Ints, RIDERS]  # the round in which they ride again after a crash or puncture
    shaken: Annotated[Ints, RIDERS]  # they fell and have not thrown since (C7.1)
    injured: Annotated[Ints, RIDERS]
    refreshed: Annotated[Ints, RIDERS]  # they have had their card of the feed zone (C8.3)
    used: Annotated[Ints, RIDERS]  # S/B cards ridden with in this stage (C15.2)
    served: Annotated[Ints, SEATS]  # the rider a team's car has come for, or NOBODY
    car: Annotated[Ints, SEATS]  # its field
    passed: Annotated[Ints, RIDERS]  # primes passed, as bits
    taken_places: Annotated[Ints, MOST_PRIMES]  # places given at each prime
    seconds: Annotated[Ints, RIDERS]  # bonus seconds of sprint primes
    crossed: int
    finish: Annotated[Ints, RIDERS]  # riders in the order in which they crossed; in the end all of them
    grief: Annotated[Ints, RIDERS]  # the round in which they came to grief in the last kilometre (C12.2)

    # The round.
    start: Annotated[Ints, RIDERS]  # the field at the beginning of the round
    order: Annotated[Ints, RIDERS]
    ordered: int
    turn: int
    peloton_front: int
    peloton_rear: int
    rode: Annotated[Ints, RIDERS]  # they have ridden in this round and can be followed
    moved: Annotated[Ints, RIDERS]  # how far
    unaided: Annotated[Ints, RIDERS]  # how far without a jersey's bonus
    carded: Annotated[Ints, RIDERS]  # with a card, breakaway rounds included
    followers: Annotated[Ints, RIDERS]
    doubled: int  # the white jersey has had their second turn (C4.4)

    # The dice-off.
    contest: int  # the players in it, as bits
    contest_for: int  # which tie it decides
    thrown: int  # who has thrown, as bits
    declined: int
    total: Annotated[Ints, SEATS]
    bidder: int
    bid: int  # cards of this raise so far
    settling: int  # equal totals are being thrown off
    class_now: int  # the riders a player chooses from are of this class

    # The turn.
    step: int
    ask: int
    owing: int
    rider: int
    die: int
    other_die: int
    second_turn: int
    following: int
    card: int
    breaking: int  # the breakaway's base counts in this turn
    risk: int  # a 1 means a crash check: BY_CARD, BY_GROUND or both
    bonus: int
    reach: int
    going: int  # how much of it they ride
    held: int  # what makes it less
    answer: int  # the card played against a crash or taken from a car, or NO_CARD
    checking: int  # the die that was thrown before the crash check
    crash_field: int
    crash_next: int
    crash_by: int
    new_falls: int  # riders who have just fallen, as bits

    # Time trials.
    tenths: Annotated[Ints, RIDERS]
    start_order: Annotated[Ints, RIDERS]
    starters: int
    started: int
    line: Annotated[Ints, (SEATS, TEAM)]  # a team's riders, the leading one first (C14.3)
    spent: Annotated[Ints, SEATS]  # the leading rider has used their card (C14.5)
    changing: int
    draws: int  # cards still to be drawn
    drawn_hand: Annotated[Longs, 1]  # the champion's cards, of which one goes back


RACE = dtype_of(Race)
SETUP = dtype_of(Setup)
