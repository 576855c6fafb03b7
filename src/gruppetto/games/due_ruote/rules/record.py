"""The record of a race of Due Ruote, and the names of its numbers."""

from typing import Annotated

from gruppetto.kernel.chance import WithChance
from gruppetto.kernel.record import Ints, Keys, dtype_of

RULES_VERSION = 4

SEATS, TEAM = 6, 5
RIDERS = SEATS * TEAM  # a rider is TEAM * seat + his number from 0
CARDS = 60  # room for the rider cards of any set
TEAM_VALUE = 10  # what a drafted team may be worth (Z5.2)

FLAT, HILL, MOUNTAIN, DESCENT = 0, 1, 2, 3
TERRAINS = 4
GPM, TV, FEED = 4, 5, 6  # cards of the advanced game that take no turn (Z11.1)
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
FINISH = 0  # what is sprinted for, if not a GPM or a TV
MOUNTAIN_INCREASES = 2
COLUMNS = 10
PASSES_AT_START = 2

SLOTS = 6  # of a side of the challenge sheet; the last one serves all that follow
RIGHT_SHEET, LEFT_SHEET = 3 * SEATS, 4 * (SEATS - 1)
MOST_RIGHT, MOST_LEFT = 3, 4
JOINERS = 2

CARRIED = 5  # one in so many points of fatigue is carried into the next stage (Z11.5)
LONGEST_STAGE = 100  # turns; a rider who retires is noted with his stage and turn in one number
SECTOR_SECONDS, TRIAL_SECONDS = 30, 10  # a sector is worth, a point in a time trial is worth
MOST_EFFORT = 2  # tokens for a rider in a time trial (Z11.6)
OFFERED, KEPT, SPACES = 3, 2, 3  # event cards, and the tokens that fill one (Z11.4)
MOST_DUE = MOST_SPECIAL // SPACES  # how often cards can be full in one activity

# What a race is waiting for, or about to do while nobody owes a decision.
DRAFT, PLANNING, START, EVENTS, TRIAL, TURN, ORDER, ACTIVITY, RESPONSE = 0, 1, 2, 3, 4, 5, 6, 7, 8
JOINING, WISHES, DEPTH, CONTROL, MISHAP, FATIGUE_PHASE, LINE_UP_ORDER = 9, 10, 11, 12, 13, 14, 15
LINE_UP, HELPERS, TOKENS_ORDER, SPRINT_TOKENS, NEXT_STAGE, FINISHED = 16, 17, 18, 19, 20, 21

NOTHING = 0
SLOW_DOWN, DRINK, EAT, SMALL_WEAR, BE_FIRST, SPEED_UP, WEAR_TEAM = 1, 2, 3, 4, 5, 6, 7
ENERGY, GO_TO_HEAD, RAISE_PACE, BREAK_AWAY = 8, 9, 10, 11
ACTIVITIES = 12
COST = (0, 1, 1, 2, 2, 2, 3, 3, 3, 1, 1, 2)  # in action points; of a challenge, for its first performer

PERFORMER, HELPER, OBSTRUCTER = 1, 2, 3
NOT_YET, WISH_BREAK, WISH_PACE, WISH_NOTHING = 0, 1, 2, 3
TOO_FEW, TOO_MANY = 1, 2
CANCELS = 3  # how often a composition may be taken back before it must be carried out

PUNCTURE, CRAMP, BONK, CRASH, FINE, HEADWIND = 1, 2, 3, 4, 5, 6  # event cards
MISFORTUNES = 6

# How a race ended.
BY_SPRINT, ALONE, LAST_TEAM, NOBODY_LEFT, BY_CLOCK = 1, 2, 3, 4, 5

# Actions: a code, or the first of a range.
PASS, CANCEL, FIRST, LAST = 0, 1, 2, 3
DO = 4  # DO + activity
RIDER = DO + ACTIVITIES  # RIDER + own rider's number
TARGET = RIDER + TEAM  # TARGET + any rider
OPPONENT = TARGET + RIDERS  # OPPONENT + seat
PERFORM = OPPONENT + SEATS  # PERFORM + own rider's number
HELP = PERFORM + TEAM
OBSTRUCT = HELP + TEAM
PAY = OBSTRUCT + TEAM  # PAY + how many of the tokens are special ones
SECTORS = PAY + MOST_SPECIAL + 1  # SECTORS + how far to break away
WISH = SECTORS + LAST_SECTOR + 1  # WISH + what to make of a pace nobody obstructed
CARD = WISH + 4  # CARD + a rider card
TERRAIN = CARD + CARDS  # TERRAIN + a terrain
COLUMN = TERRAIN + TERRAINS  # COLUMN + the sprinter to help
SPEND = COLUMN + COLUMNS  # SPEND + special tokens for a sprinter
EVENT = SPEND + MOST_SPECIAL + 1  # EVENT + an event card to keep
ACTIONS = EVENT + MISFORTUNES + 1

NOBODY = -1
NO_CARD = -1
UNDECIDED = -1
RANDOM_SEAT, SAME_SEAT = -1, -2

SETUP_STREAM, START_STREAM, EVENT_STREAM = 0, 1, 2
STREAMS = 3

# What rules note in the trace, with the numbers that follow.
DREW_FIRST = 1  # seat, whether for the start turn
DRAFTED = 2  # rider, card
PLANNED = 3  # seat, terrain
STARTED = 4  # rider
STOOD_BACK = 5  # seat, passes so far
TURN_BEGAN = 6  # number, terrain, speed
ORDERED = 7  # seat, whether last
PAID = 8  # seat, activity, tokens, special tokens
SLOWED = 9  # rider, place, fatigue
REFRESHED = 10  # rider, activity, fatigue
WORN = 11  # rider, by seat, fatigue
CLAIMED = 12  # seat
SPED_UP = 13  # rider, place, fatigue, whether he only joined
PUT = 14  # rider, role, fatigue taken, the side's sum
DECLINED = 15  # seat
DECIDED = 16  # activity, right sum, left sum, whether it succeeded
WENT_TO_HEAD = 17  # rider, fatigue
BROKE_AWAY = 18  # rider, sectors, fatigue
WISHED = 19  # seat, wish
PACE_ROSE = 20  # speed
DROPPED = 21  # rider, place
CONTROL_BEGAN = 22  # too few or too many, seat
MOVED_UP = 23  # rider, fatigue
MOVED_BACK = 24  # rider, fatigue
EXCUSED = 25  # seat
PASSED = 26  # seat
TIRED = 27  # rider, change, fatigue, place, whether in HEAD
RETIRED = 28  # rider
TEAM_OUT = 29  # seat
LINED_UP = 30  # rider, column
STOPPED = 31  # seat
HELPED = 32  # rider, sprinter
SPENT = 33  # sprinter, special tokens
SPRINTED = 34  # sprinter, value
ENDED = 35  # winning rider or NOBODY, how, stages
FED = 36
APPROACHED = 37  # GPM or TV
SCORED = 38  # rider, GPM or TV or FINISH, points
EVENTS_DEALT = 39  # seat, three event cards
KEPT_CARDS = 40  # seat, event card
EVENT_STRUCK = 41  # seat, event card
HURT = 42  # rider, place, whether in HEAD, fatigue
GIFT = 43  # seat, special tokens
STAGE_BEGAN = 44  # number
STAGE_WON = 45  # rider or NOBODY, number of the stage, how
LEADS = 46  # rider, seconds
RODE_TRIAL = 47  # rider, tokens, points, seconds lost


class Setup:
    """What the options of a race and its set of components come down to."""

    seats: int
    first: int  # of the draft and the route
    start_first: int  # of the start turn
    drafting: int
    team_card: Annotated[Ints, RIDERS]  # the cards of ready teams
    turns: int  # terrain cards
    route_cards: int  # these, and the markers between them
    planned: Annotated[Ints, ROUTE]  # a ready route
    planning: int
    stages: int  # of a race of several, or 0 (Z11.5)
    stage_turns: Annotated[Ints, STAGES]
    stage_cards: Annotated[Ints, STAGES]  # none: a time trial (Z11.6)
    stage_route: Annotated[Ints, (STAGES, ROUTE)]

    cards: int
    card_id: Annotated[Ints, CARDS]  # up to four letters, see `sets`
    worth: Annotated[Ints, CARDS]
    speed: Annotated[Ints, (CARDS, TERRAINS)]
    sprint: Annotated[Ints, CARDS]
    trial: Annotated[Ints, CARDS]
    base_speed: Annotated[Ints, TERRAINS]
    inside: Annotated[Ints, TERRAINS]
    outside: Annotated[Ints, TERRAINS]
    right_slots: Annotated[Ints, SLOTS]
    left_slots: Annotated[Ints, SLOTS]
    top_speed: int

    most_fatigue: int
    advanced: int
    event_cards: int  # Z11.4
    floor: int  # how far back one can fall (Z13.2)
    free_excess: int  # Z13.3
    sprint_minimum: int  # Z13.4
    control_is_nothing: int  # Z13.7
    wear_anybody: int  # Z13.8
    cheap_company: int  # Z13.9
    whole_peloton: int  # Z13.11
    forced_refund: int  # Z13.13
    pace_unanimous: int  # Z13.14
    join_as_performer: int  # Z13.15
    depth_each: int  # Z13.16
    in_steps: int  # Z13.17
    helpers_take_columns: int  # Z13.18
    covered_route: int  # Z13.5
    challenge_fee: int  # Z13.19
    tie_fails: int  # Z13.20
    road_carries: int  # Z13.21
    one_sided: int  # Z13.22
    control_keeps_pawn: int  # Z13.24
    own_bunch_empty: int  # Z13.25
    lineup_choice: int  # Z13.26
    passed_may_perform: int  # Z13.27


class Race(WithChance):
    """One race."""

    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]

    setup: Setup
    step: int
    decider: int  # who owes a decision, or NOBODY
    first: int  # the first player
    route: Annotated[Ints, ROUTE]
    planned: int  # cards of the route chosen so far
    turn: int  # terrain cards turned up so far
    shown: int  # cards turned up so far, markers included
    goal: int  # what is being sprinted for
    fed: int  # whether the feed card has been turned up
    terrain: int
    pace: int  # of the peloton
    increases: int  # in this turn

    card: Annotated[Ints, RIDERS]
    place: Annotated[Ints, RIDERS]  # sectors ahead of the peloton; 0 is the peloton; or GONE
    head: Annotated[Ints, RIDERS]  # whether he is in HEAD
    fatigue: Annotated[Ints, RIDERS]
    retired: Annotated[Ints, RIDERS]  # the turn in which he retired (and LONGEST_STAGE for each stage), or 0
    energised: Annotated[Ints, RIDERS]  # whether he has had his energy
    green: Annotated[Ints, RIDERS]  # points on summits
    cyclamen: Annotated[Ints, RIDERS]  # points in sprints
    time: Annotated[Ints, RIDERS]  # seconds lost in all stages so far
    effort: Annotated[Ints, RIDERS]  # tokens in a time trial, or UNDECIDED

    stage: int  # of a race of several, from 0
    stage_winner: Annotated[Ints, STAGES]
    stage_order: Annotated[Ints, RIDERS]  # the classification of the last stage

    offered: Annotated[Ints, (SEATS, OFFERED)]  # event cards to choose from
    events: Annotated[Ints, (SEATS, KEPT)]  # event cards in the order in which they are filled
    laid: Annotated[Ints, SEATS]  # special tokens on them, first card first
    due: Annotated[Ints, SEATS]  # how often they were full and have not struck yet
    bonked: Annotated[Ints, SEATS]  # whether eating helps less in this turn
    fined: Annotated[Ints, SEATS]  # base tokens missing in the next turn

    stood_back: Annotated[Ints, SEATS]  # passes in the start turn
    tokens: Annotated[Ints, SEATS]
    special: Annotated[Ints, SEATS]
    spent: Annotated[Ints, SEATS]  # in this turn
    passed: Annotated[Ints, SEATS]  # definitively, in this turn

    pawn: int  # who has it, or NOBODY
    claimed: int  # who will be first player in the next turn, or NOBODY
    last_active: int  # who performed the last activity of the turn, or NOBODY

    # An activity on its way: composed in secret, then public.
    activity: int
    chosen: int  # its rider or opposing team, or NOBODY
    entries: int
    entry_rider: Annotated[Ints, MOST_LEFT]
    entry_role: Annotated[Ints, MOST_LEFT]
    cancels: int

    asked: int  # the last seat asked to respond, to join, to move or to sprint
    rights: int
    right_rider: Annotated[Ints, RIGHT_SHEET]
    right_role: Annotated[Ints, RIGHT_SHEET]
    right_sum: int
    lefts: int
    left_rider: Annotated[Ints, LEFT_SHEET]
    left_sum: int
    wish: Annotated[Ints, SEATS]
    joined: int
    sector: int  # where a speed-up began

    excused: int  # the seats that may pass in the first trip of a control, as bits
    control: int  # TOO_FEW, TOO_MANY or NOTHING
    starter: int  # of the trip
    strict: int  # whether only those who cannot move may pass

    columns: int
    column_rider: Annotated[Ints, COLUMNS]
    column_tokens: Annotated[Ints, COLUMNS]
    column_value: Annotated[Ints, COLUMNS]
    stopped: int  # the seats that line up nobody more, as bits
    helps: Annotated[Ints, RIDERS]  # the column of the sprinter he helps, or NOBODY
    ending: int
    order: Annotated[Ints, RIDERS]  # the classification, once the race is over


RACE = dtype_of(Race)
SETUP = dtype_of(Setup)
