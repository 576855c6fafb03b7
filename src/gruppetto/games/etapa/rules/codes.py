"""Codes that rules write and read: what may be done, is asked, comes next, and is told."""

from enum import IntEnum

from gruppetto.games.etapa.rules.record import KINDS, LONGEST_MOVE, RIDERS

Status = IntEnum("Status", "RIDING FALLEN PUNCTURED FEEDING WITHDRAWN OUT", start=0)
Jersey = IntEnum("Jersey", "NONE YELLOW POLKA_DOT GREEN WHITE RAINBOW", start=0)
Sky = IntEnum("Sky", "SUN RAIN HEADWIND TAILWIND CROSSWIND HEAT", start=0)  # weather (C15.1)


class Action(IntEnum):
    """Decisions; where one is followed by a number, the first of its codes."""

    ROLL = 0
    PASS = 1
    TAKE = 2
    WAIT = 3
    CAR = 4
    WITHDRAW = 5
    CONTINUE = 6
    CHANGE = 7
    RIDE = 8
    KEEP = 9
    SPRINT = 10  # SPRINT + kind: sprint with this card
    BREAK = SPRINT + KINDS  # break away with this card
    SWAP = BREAK + KINDS  # change this card for a Slow card
    CARD = SWAP + KINDS  # this card: raise, avoid, multiply, add, give back
    FOLLOW = CARD + KINDS  # FOLLOW + rider: ride in their slipstream
    RIDER = FOLLOW + RIDERS  # this rider
    FACE = RIDER + RIDERS  # FACE + 1 … FACE + 6: a die shows this
    JERSEY = FACE + 7  # JERSEY + POLKA_DOT or GREEN
    SLOW = JERSEY + 4  # SLOW + fields: shorten the move with a Slow card
    BRAKE = SLOW + LONGEST_MOVE  # stop in the feed zone after so many fields
    HELPED = BRAKE + LONGEST_MOVE  # an injured rider stops at their helper after so many fields


ACTIONS = Action.HELPED + LONGEST_MOVE

# What is asked.
Ask = IntEnum(
    "Ask",
    "NOTHING START YOUNG JERSEY NEXT RAISE PLAN PICK AVOID INJURY BONUS MOVE CRASH_CAR PUNCTURE_CAR "
    "CONTACT DIE MULTIPLY RETURN LEADER SECOND CHANGE ADD",
    start=0,
)

# What comes next when nobody owes a decision: a stage, the order, a turn, crashes and cars, time trials.
Step = IntEnum(
    "Step",
    "STAGE DRESS LINE_UP ROUND ROUND_END RESULTS "
    "ORDER CONTEST CONTESTED AUCTION "
    "TURN FIRST_START_ROLL SECOND_START_ROLL ROLLED ROLLED_AGAIN FACED DISTANCE ADJUST GO "
    "CHECKED AVOIDED CHAIN CHAIN_ROLLED CHAIN_AVOIDED SEND_CARS CAR_ROLLED CONTACT "
    "TRIAL_ROUND TRIAL_TURN TRIAL_ROLLED TRIAL_MOVE TRIAL_DRAW "
    "TEAM_ROUND TEAM_TURN TEAM_ROLLED TEAM_MOVE TEAM_DRAW FINISHED",
    start=0,
)


class Told(IntEnum):
    """What rules note in the trace, with the numbers that follow; each is an event of that name."""

    DESIGNATED = 1  # rider
    STAGE_BEGAN = 2  # stage
    WORE = 3  # rider, jersey
    ROUND_BEGAN = 4  # number
    PELOTON_FOUND = 5  # first field, last field, riders
    WENT_NEXT = 6  # rider
    THREW_OFF = 7  # seat, face
    RAISED = 8  # seat, kind, total
    YIELDED = 9  # seat
    THREW = 10  # rider, face, what for
    SPRINTED = 11  # rider, kind
    BROKE_AWAY = 12  # rider, kind, rounds
    FOLLOWED = 13  # rider, leader, fields
    SWAPPED = 14  # seat, kind
    TOOK_BONUS = 15  # rider, jersey, fields
    MOVED = 16  # rider, from, to, what held them back
    WON_PRIME = 17  # rider, prime, place, points, seconds
    CROSSED = 18  # rider, place
    DREW = 19  # seat, kind, what for: the kind for their own seat's eyes
    PUNCTURED = 20  # rider
    FELL = 21  # rider, who brought them down
    AVOIDED_CRASH = 22  # rider, kind
    INJURED = 23  # rider
    WITHDREW = 24  # rider
    CAR_CAME = 25  # rider, field
    CAR_DROVE = 26  # rider, field
    CAR_LEFT = 27  # seat
    WAITED = 28  # rider
    ANNOUNCED = 29  # rider
    PLACED = 30  # rider, place, seconds lost, seconds of bonus
    MISSED_LIMIT = 31  # rider
    WAS_VOID = 32  # seat
    CREDITED = 33  # rider, prime, points
    SCORED = 34  # rider, points
    TIMED = 35  # rider, tenths of a second
    TEAM_TIMED = 36  # seat, tenths of a second
    MULTIPLIED = 37  # seat, kind
    RETURNED = 38  # seat, kind: the kind for their own seat's eyes
    LED = 39  # rider
    ADDED = 40  # seat, kind
    BECAME_CHAMPION = 41  # rider
    ENDED = 42  # rider
    FORECAST = 43  # weather
    CAUGHT = 44  # rider


class Foreseen(IntEnum):
    """What a decision would do, with the numbers that follow; each is a preview of that name."""

    WOULD_RIDE = 1  # fields, where they end
    WOULD_THROW = 2  # what is added to the die, fields with a 1, fields with a 6
    WOULD_BID = 3  # total
