"""The names of the numbers in a race of Due Ruote."""

from enum import IntEnum

RULES_VERSION = 4

SEATS, TEAM = 6, 5
RIDERS = SEATS * TEAM  # a rider is TEAM * seat + their number from 0
CARDS = 60  # room for the rider cards of any set
TEAM_VALUE = 10  # what a drafted team may be worth (Z5.2)

Terrain = IntEnum("Terrain", "FLAT HILL MOUNTAIN DESCENT", start=0)
TERRAINS = len(Terrain)
FEED = 6  # the feed zone, a card of the route like the terrains and the goals on the way (Z11.1)
TURNS = 10  # terrain cards of a race whose route the players choose (Z5.4)
ROUTE = 24  # room for the cards of any route
STAGES = 9  # a race of several stages has as many at most (Z11.5)

BUNCH, HEAD = 0, 1  # the two boxes of the peloton, which is place 0
LAST_SECTOR = 6  # of the breakaway boards (Z1.1)
LAST_DELAY = -3  # the printed end of the delay board
NO_FLOOR = -9_000
GONE = -9_999  # the place of a rider who has retired
LEAST_IN_HEAD, MOST_IN_HEAD = 5, 15

TOKENS, SPECIAL_TOKENS, LEAST_SPENT = 6, 4, 3
MOST_SPECIAL = 9
FATIGUE, FATIGUE_ADVANCED = 20, 25
WORN_OUT = 15  # opponents cannot tire a rider beyond this (Z7.4)
MOST_PER_TURN = 5  # fatigue a turn's road can cost (Z8.4)
FRESH, FRESH_ON_THE_WAY = 15, 10  # fatigue above this slows a sprint (Z9.7)
MOUNTAIN_INCREASES = 2
COLUMNS = 10
PASSES_AT_START = 2

SLOTS = 6  # of a side of the challenge sheet; the last one serves all that follow
RIGHT_SHEET, LEFT_SHEET = 3 * SEATS, 4 * (SEATS - 1)
MOST_RIGHT, MOST_LEFT = 3, 4
JOINERS = 2
CANCELS = 3  # how often a composition may be taken back before it must be carried out

CARRIED = 5  # one in so many points of fatigue is carried into the next stage (Z11.5)
LONGEST_STAGE = 100  # turns; a rider who retires is noted with their stage and turn in one number
SECTOR_SECONDS, TRIAL_SECONDS = 30, 10  # a sector is worth, a point in a time trial is worth
MOST_EFFORT = 2  # tokens for a rider in a time trial (Z11.6)
OFFERED, KEPT, SPACES = 3, 2, 3  # event cards, and the tokens that fill one (Z11.4)
MOST_DUE = MOST_SPECIAL // SPACES  # how often cards can be full in one activity

NOTHING = 0
NOT_YET = 0
NOBODY = -1
NO_CARD = -1
UNDECIDED = -1
RANDOM_SEAT, SAME_SEAT = -1, -2

SETUP_STREAM, START_STREAM, EVENT_STREAM = 0, 1, 2
STREAMS = 3


class Goal(IntEnum):
    """What is sprinted for; on the way it is a card of the route (Z11.1)."""

    FINISH = 0
    GPM = 4
    TV = 5


class Step(IntEnum):
    """What a race is waiting for, or about to do while nobody owes a decision."""

    DRAFT = 0
    ROUTE = 1
    START = 2
    EVENTS = 3
    TRIAL = 4
    TURN = 5
    ORDER = 6
    ACTIVITY = 7
    RESPONSE = 8
    JOINING = 9
    WISHES = 10
    DEPTH = 11
    CONTROL = 12
    MISHAP = 13
    FATIGUE = 14
    LINE_UP_ORDER = 15
    LINE_UP = 16
    HELPERS = 17
    TOKENS_ORDER = 18
    TOKENS = 19
    NEXT_STAGE = 20
    FINISHED = 21


class Activity(IntEnum):
    """What a player does with the pawn; the last three are challenges (Z7)."""

    SLOW_DOWN = 1
    DRINK = 2
    EAT = 3
    SMALL_WEAR_DOWN = 4
    FIRST_PLAYER = 5
    SPEED_UP = 6
    WEAR_DOWN_TEAM = 7
    ENERGY = 8
    GO_TO_HEAD = 9
    RAISE_PACE = 10
    BREAK_AWAY = 11


ACTIVITIES = 1 + len(Activity)  # and nothing at all
COST = (0, 1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 2)  # in action points; of a challenge, for its first performer

Role = IntEnum("Role", "PERFORM HELP OBSTRUCT", start=1)  # of a rider on the challenge sheet
Wish = IntEnum("Wish", "BREAK PACE NOTHING", start=1)  # what to make of a pace nobody obstructed
Fault = IntEnum("Fault", "FEW MANY", start=1)  # too few riders in the head, or too many
Misfortune = IntEnum("Misfortune", "PUNCTURE CRAMP BONK CRASH FINE HEADWIND", start=1)  # event cards
Ending = IntEnum("Ending", "SPRINT ALONE LAST_TEAM NOBODY_LEFT TIME_TRIAL", start=1)  # how a race ended


class Action(IntEnum):
    """A decision: a code, or the first of a range."""

    PASS = 0
    CANCEL = 1
    FIRST = 2
    LAST = 3
    DO = 4  # and an activity
    RIDER = DO + ACTIVITIES  # and an own rider's number
    TARGET = RIDER + TEAM  # and any rider
    OPPONENT = TARGET + RIDERS  # and a seat
    PERFORM = OPPONENT + SEATS  # and an own rider's number
    HELP = PERFORM + TEAM
    OBSTRUCT = HELP + TEAM
    PAY = OBSTRUCT + TEAM  # and how many of the tokens are special ones
    SECTORS = PAY + MOST_SPECIAL + 1  # and how far to break away
    WISH = SECTORS + LAST_SECTOR + 1  # and what to make of a pace nobody obstructed
    CARD = WISH + len(Wish) + 1  # and a rider card
    TERRAIN = CARD + CARDS  # and a terrain
    COLUMN = TERRAIN + TERRAINS  # and the column of the sprinter to help
    SPEND = COLUMN + COLUMNS  # and tokens for a sprinter, or for a rider against the clock
    EVENT = SPEND + MOST_SPECIAL + 1  # and an event card to keep


MISFORTUNES = len(Misfortune)
ACTIONS = Action.EVENT + MISFORTUNES + 1


class Told(IntEnum):
    """What rules note in the trace: each is the message of the same name, whose fields are its numbers."""

    FIRST_PLAYER_DRAWN = 1
    DRAFTED = 2
    PLANNED = 3
    STARTED = 4
    STOOD_BACK = 5
    TURN_BEGAN = 6
    ORDERED = 7
    PAID = 8
    SLOWED = 9
    REFRESHED = 10
    WORN = 11
    CLAIMED = 12
    SPED_UP = 13
    PUT = 14
    DECLINED = 15
    DECIDED = 16
    WENT_TO_HEAD = 17
    BROKE_AWAY = 18
    WISHED = 19
    PACE_ROSE = 20
    DROPPED = 21
    CONTROL_BEGAN = 22
    MOVED_UP = 23
    MOVED_BACK = 24
    EXCUSED = 25
    PASSED = 26
    TIRED = 27
    RETIRED = 28
    TEAM_OUT = 29
    LINED_UP = 30
    STOPPED = 31
    HELPED = 32
    SPENT = 33
    SPRINTED = 34
    ENDED = 35
    FED = 36
    APPROACHED = 37
    SCORED = 38
    EVENTS_DEALT = 39
    EVENT_KEPT = 40
    EVENT_STRUCK = 41
    HURT = 42
    TOKENS_WON = 43
    STAGE_BEGAN = 44
    STAGE_WON = 45
    LEADS = 46
    RODE_TRIAL = 47
