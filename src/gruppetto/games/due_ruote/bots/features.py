"""What a network reads of a race: an observation spread out over small numbers, one's own team first.

Rivals come in the order of the race, whichever seats they have; but whoever can be worn down is told by the
number that the code of that action has, and so is the column of each sprinter. All numbers are in units of
`FULL`, so that a flag is 0 or `FULL`; none is larger than an int8.
"""

from gruppetto.games.due_ruote.rules.codes import (
    ACTIVITIES,
    COLUMNS,
    FATIGUE,
    FRESH,
    GONE,
    KEPT,
    LAST_SECTOR,
    LEAST_SPENT,
    MISFORTUNES,
    MOST_EFFORT,
    MOST_LEFT,
    MOST_PER_TURN,
    MOST_RIGHT,
    NOBODY,
    OFFERED,
    RIDERS,
    ROUTE,
    SEATS,
    SLOTS,
    SPECIAL_TOKENS,
    TEAM,
    TERRAINS,
    TOKENS,
    TURNS,
    WORN_OUT,
    Goal,
    Role,
    Step,
)
from gruppetto.games.due_ruote.rules.knowledge import (
    COMPOSITION,
    FIXED,
    IN_COLUMN,
    MOMENT,
    OBSERVATION,
    PER_SEAT,
)
from gruppetto.games.features import FULL, Int8s, mark, units
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

# Where things stand in an observation: of the race, of every team, of every rider, of what one composes.
MOST_FATIGUE, STEP, STAGE, TURN, TERRAIN, PACE, INCREASES, FIRST = 1, 2, 3, 4, 6, 7, 8, 9
CLAIMED, ACTIVITY, RIGHTS, RIGHT_SUM, LEFTS, LEFT_SUM, GOAL, FED = 11, 13, 14, 15, 16, 17, 18, 19
THE_ROUTE = FIXED + MOMENT
OWN_TOKENS = THE_ROUTE + ROUTE
SPECIAL, SPENT, PASSED, LAID, DUE, BONKED, FINED, OFFERS = (OWN_TOKENS + SEATS * n for n in range(1, 9))
EVENTS = OFFERS + SEATS * OFFERED
EFFORT = OWN_TOKENS + SEATS * PER_SEAT
PLACE, HEAD, TIRED, _, ROLE, ENERGISED, GREEN, CYCLAMEN, TIME, SPRINT, WORTH, SPEED = (
    EFFORT + RIDERS * number for number in range(1, 13)
)
COMPOSED = OBSERVATION - COMPOSITION
CHOSEN, ROLES = COMPOSED + 1, COMPOSED + 3

# What the terrains of our set ask for (Z12.1): of another set it is a guess, like any a player makes.
INSIDE, OUTSIDE, BASE_SPEED = (1, 2, 3, -2), (2, 3, 4, -1), (6, 5, 4, 8)
FASTEST = 9  # on any rider's card

# How much is told of it.
STEPS, DOINGS = len(Step), len(Role)
MARKED = 4  # turns ahead of which summits and sprints on the way are told
RIVALS = 3  # teams, from the front, whose riders are told one by one
LEAST_PLACE = -3  # and everything behind it
PLACES = LAST_SECTOR - LEAST_PLACE + 2  # where riders are: bunch and head are two
RACE = STEPS + 2 * SEATS + TURNS + 1 + 2 * TERRAINS + 9 + ACTIVITIES + 2 * (SLOTS + 1) + 10
ROAD = TERRAINS * TURNS + 3 * MARKED
A_TEAM = TOKENS + SPECIAL_TOKENS + LEAST_SPENT + 4 + 13 + TERRAINS
OWN_EVENTS = (KEPT + 1) * MISFORTUNES
A_RIDER = PLACES + 9 + DOINGS + 1
OWN_RIDER = A_RIDER + DOINGS + 1 + MOST_EFFORT + 2 + 12 + TERRAINS
CODES = 3 * RIDERS + 2 * SEATS + 2 * COLUMNS
INPUTS = RACE + ROAD + A_TEAM + OWN_EVENTS + TEAM * OWN_RIDER + RIVALS * (A_TEAM + TEAM * A_RIDER) + CODES


@rule
def features(seen: Ints, seat: int, out: Int8s) -> None:
    """Numbers a network can read: the race, the road, the own team, the rivals from the front."""
    for number in range(len(out)):
        out[number] = 0
    of_the_race(seen, out)
    of_the_road(seen, out[RACE:])
    at = RACE + ROAD
    of_team(seen, 0, out[at:])
    of_own_events(seen, out[at + A_TEAM :])
    at += A_TEAM + OWN_EVENTS
    for rider in range(TEAM):
        of_own_rider(seen, seat, rider, out[at:])
        at += OWN_RIDER
    for place in range(RIVALS):
        team = team_in_place(seen, place)
        if team > 0:
            of_rivals(seen, team, out[at:])
        at += A_TEAM + TEAM * A_RIDER
    of_codes(seen, seat, out[at:])


# --- the race ---------------------------------------------------------------------------------------


@rule
def of_the_race(seen: Ints, out: Int8s) -> int:
    """What is asked, how far the race is, the terrain and the pace, and what is on its way."""
    at = mark(seen[STEP], out[:STEPS])
    at += mark(seen[0] - 1, out[at : at + SEATS])
    if seen[FIRST] != NOBODY:
        mark(seen[FIRST], out[at : at + SEATS])
    at += SEATS
    at += mark(seen[TURN + 1] - seen[TURN], out[at : at + TURNS + 1])
    for terrain in range(TERRAINS):
        out[at + terrain] = FULL * (seen[TURN] > 0 and seen[TERRAIN] == terrain)
        out[at + TERRAINS + terrain] = units(turns_on(seen, terrain), 3)
    at += 2 * TERRAINS
    out[at], out[at + 1] = units(seen[PACE], 4), units(seen[INCREASES], 1)
    out[at + 2] = FULL * (seen[MOST_FATIGUE] > FATIGUE)
    out[at + 3], out[at + 4] = FULL * (seen[CLAIMED] == NOBODY), FULL * (seen[CLAIMED] == 0)
    out[at + 5], out[at + 6] = FULL * seen[FED], units(seen[STAGE], 4)
    out[at + 7], out[at + 8] = FULL * (seen[GOAL] == Goal.GPM), FULL * (seen[GOAL] == Goal.TV)
    at += 9
    at += mark(max(seen[ACTIVITY], seen[COMPOSED]), out[at : at + ACTIVITIES])
    return at + of_the_sheet(seen, out[at:])


@rule
def of_the_sheet(seen: Ints, out: Int8s) -> int:
    """How many ride on either side, how fast they are, and what rivals in the head could put against them.

    Riders that one is about to place are counted as placed.
    """
    rights, right, lefts, left = seen[RIGHTS], seen[RIGHT_SUM], seen[LEFTS], seen[LEFT_SUM]
    for rider in range(TEAM):
        role, speed = seen[ROLES + rider], speed_of(seen, rider)
        rights += role in (Role.PERFORM, Role.HELP)
        lefts += role == Role.OBSTRUCT
        right += speed * (role in (Role.PERFORM, Role.HELP))
        left += speed * (role == Role.OBSTRUCT)
    at = mark(rights, out[: SLOTS + 1])
    at += mark(lefts, out[at : at + SLOTS + 1])
    best, all_of_them = 0, 0
    for team in range(1, SEATS):
        against = in_the_head(seen, team, min(MOST_LEFT, seen[OWN_TOKENS + team]))
        best, all_of_them = max(best, against), all_of_them + against
    out[at], out[at + 1], out[at + 2] = units(right, 12), units(left, 12), units(right - left, 4)
    out[at + 3], out[at + 4] = FULL * (right > left), FULL * (right == left)
    out[at + 5], out[at + 6] = units(right - best, 4), units(right - all_of_them, 8)
    own = in_the_head(seen, 0, min(MOST_RIGHT, seen[OWN_TOKENS]))
    out[at + 7], out[at + 8] = units(own - best, 4), units(own - all_of_them, 8)
    out[at + 9] = units(left + in_the_head(seen, 0, min(MOST_LEFT, seen[OWN_TOKENS])) - right, 4)
    return at + 10


@rule
def of_the_road(seen: Ints, out: Int8s) -> int:
    """The terrains of the turns to come, one by one; the goals and the food on the way to the next ones."""
    turn = 0
    for place in range(ROUTE):
        card, ahead = seen[THE_ROUTE + place], turn - seen[TURN]
        if 0 <= card < TERRAINS:
            if 0 <= ahead < TURNS:
                out[TERRAINS * ahead + card] = FULL
            turn += 1
        elif card >= TERRAINS and 0 <= ahead < MARKED:
            out[TERRAINS * TURNS + 3 * ahead + card - TERRAINS] = FULL
    return ROAD


@rule
def turns_on(seen: Ints, terrain: int) -> int:
    """How many of the turns to come are on a terrain."""
    turn, found = 0, 0
    for place in range(ROUTE):
        card = seen[THE_ROUTE + place]
        found += card == terrain and turn >= seen[TURN]
        turn += 0 <= card < TERRAINS
    return found


# --- teams ------------------------------------------------------------------------------------------


@rule
def of_team(seen: Ints, team: int, out: Int8s) -> int:
    """What a team has to spend, how it rides, and what its riders are worth."""
    at = mark(seen[OWN_TOKENS + team], out[: TOKENS + 1])
    at += mark(seen[SPECIAL + team], out[at : at + SPECIAL_TOKENS + 2])
    at += mark(LEAST_SPENT - seen[SPENT + team], out[at : at + LEAST_SPENT + 1])
    out[at], out[at + 1] = FULL * seen[PASSED + team], units(seen[LAID + team], 2)
    out[at + 2], out[at + 3] = units(seen[DUE + team], 1), FULL * seen[BONKED + team]
    out[at + 4] = units(seen[FINED + team], 2)
    riding, head, sprint, worth = 0, 0, -FASTEST, 0
    for rider in range(TEAM * team, TEAM * team + TEAM):
        if rides(seen, rider):
            riding, head = riding + 1, head + seen[HEAD + rider]
            sprint, worth = max(sprint, sprint_of(seen, rider)), worth + seen[WORTH + rider]
    out[at + 5], out[at + 6], out[at + 7] = units(riding, 3), units(head, 2), units(sprint, 8)
    out[at + 8], out[at + 9] = units(worth, 5), units(front_of(seen, team), 2)
    out[at + 10] = units(in_the_head(seen, team, MOST_RIGHT), 12)
    out[at + 11] = units(in_the_head(seen, team, min(MOST_LEFT, seen[OWN_TOKENS + team])), 12)
    out[at + 12] = FULL * (seen[FIRST] == team)
    at += 13
    for terrain in range(TERRAINS):
        speed = 0
        for rider in range(TEAM * team, TEAM * team + TEAM):
            speed += seen[SPEED + terrain * RIDERS + rider]
        out[at + terrain] = units(speed, 12)
    return at + TERRAINS


@rule
def of_own_events(seen: Ints, out: Int8s) -> int:
    """The own event cards in the order of filling, and those to choose from."""
    for card in range(KEPT):
        if seen[EVENTS + SEATS * card] > 0:
            out[MISFORTUNES * card + seen[EVENTS + SEATS * card] - 1] = FULL
    for card in range(OFFERED):
        if seen[OFFERS + SEATS * card] > 0:
            out[MISFORTUNES * KEPT + seen[OFFERS + SEATS * card] - 1] = FULL
    return OWN_EVENTS


@rule
def of_rivals(seen: Ints, team: int, out: Int8s) -> None:
    """A rival team, and its riders one by one."""
    at = of_team(seen, team, out)
    for rider in range(TEAM * team, TEAM * team + TEAM):
        at += of_rider(seen, rider, out[at:])


@rule
def team_in_place(seen: Ints, place: int) -> int:
    """The rivals who come so many-th on the road, the front-most first; 0 where there are no more."""
    for team in range(1, seen[0]):
        ahead, own = 0, front_of(seen, team)
        for other in range(1, seen[0]):
            theirs = front_of(seen, other)
            ahead += theirs > own or (theirs == own and other < team)
        if ahead == place:
            return team
    return 0


@rule
def front_of(seen: Ints, team: int) -> int:
    """How far ahead a team's first rider is, in half sectors: the head is half of one before the bunch."""
    front = 2 * LEAST_PLACE
    for rider in range(TEAM * team, TEAM * team + TEAM):
        if rides(seen, rider):
            front = max(front, 2 * seen[PLACE + rider] + seen[HEAD + rider])
    return front


@rule
def in_the_head(seen: Ints, team: int, riders: int) -> int:
    """The speed of the fastest so many riders that a team has in the head."""
    total, left = 0, int(riders)
    for speed in range(FASTEST, 0, -1):
        for rider in range(TEAM * team, TEAM * team + TEAM):
            if left > 0 and seen[HEAD + rider] and speed_of(seen, rider) == speed:
                total, left = total + speed, left - 1
    return total


# --- riders -----------------------------------------------------------------------------------------


@rule
def of_rider(seen: Ints, rider: int, out: Int8s) -> int:
    """Where a rider is, how tired, how fast, and what they do on a sheet."""
    if not rides(seen, rider):
        return A_RIDER
    place, tired = seen[PLACE + rider], seen[TIRED + rider]
    at = mark(place - LEAST_PLACE + (place > 0) + seen[HEAD + rider], out[:PLACES])
    out[at], out[at + 1] = units(tired, 6), units(seen[MOST_FATIGUE] - tired, 3)
    out[at + 2], out[at + 3] = FULL * (tired >= WORN_OUT), units(speed_of(seen, rider) - 5, 2)
    out[at + 4], out[at + 5] = units(toll_of(seen, rider), 3), units(sprint_of(seen, rider), 6)
    out[at + 6] = FULL * (leader_of(seen, rider // TEAM) == rider)
    out[at + 7], out[at + 8] = units(seen[TIME + rider] - seen[TIME], 60), FULL * seen[ENERGISED + rider]
    if seen[ROLE + rider] > 0:
        mark(min(seen[ROLE + rider], IN_COLUMN) - 1, out[at + 9 : at + 10 + DOINGS])
    return A_RIDER


@rule
def of_own_rider(seen: Ints, seat: int, rider: int, out: Int8s) -> int:
    """An own rider: what of any, what they are about to do, what the road will cost them, their card."""
    at = of_rider(seen, rider, out)
    if seen[ROLES + rider] > 0:
        mark(seen[ROLES + rider] - 1, out[at : at + DOINGS])
    at += DOINGS
    out[at] = FULL * (seen[CHOSEN] == TEAM * seat + rider)
    at += 1 + mark(seen[EFFORT + rider] + 1, out[at + 1 : at + MOST_EFFORT + 3])
    if not rides(seen, rider):
        return OWN_RIDER
    toll, tired = toll_of(seen, rider), seen[TIRED + rider]
    out[at] = units(max(0, toll - MOST_PER_TURN), 1)
    after = max(0, tired + min(toll, MOST_PER_TURN))
    out[at + 1], out[at + 2] = units(seen[MOST_FATIGUE] - after, 3), FULL * (after > seen[MOST_FATIGUE])
    out[at + 3], out[at + 4] = units(after - FRESH, 3), units(toll_to_come(seen, rider), 8)
    out[at + 5] = units(seen[PLACE + rider] - best_rival(seen), 2)
    out[at + 6], out[at + 7] = units(seen[GREEN + rider], 8), units(seen[CYCLAMEN + rider], 8)
    at += 8
    for terrain in range(TERRAINS):
        out[at + terrain] = units(seen[SPEED + terrain * RIDERS + rider] - 5, 2)
    at += TERRAINS
    out[at], out[at + 1] = units(seen[SPRINT + rider], 6), units(seen[WORTH + rider], 2)
    out[at + 2], out[at + 3] = FULL * (tired == 0), units(next_toll(seen, rider), 3)
    return OWN_RIDER


@rule
def rides(seen: Ints, rider: int) -> bool:
    """Whether a rider has been chosen and has not retired."""
    return seen[SPEED + rider] > 0 and seen[PLACE + rider] != GONE


@rule
def speed_of(seen: Ints, rider: int) -> int:
    """How fast a rider is on the terrain of this turn."""
    return seen[SPEED + seen[TERRAIN] * RIDERS + rider]


@rule
def sprint_of(seen: Ints, rider: int) -> int:
    """What a rider would bring into a sprint as they are, without help (Z9.7)."""
    return seen[SPRINT + rider] - max(0, seen[TIRED + rider] - FRESH)


@rule
def leader_of(seen: Ints, team: int) -> int:
    """The best sprinter of a team; of equal ones the first."""
    leader, best = NOBODY, GONE
    for rider in range(TEAM * team, TEAM * team + TEAM):
        if rides(seen, rider) and sprint_of(seen, rider) > best:
            leader, best = rider, sprint_of(seen, rider)
    return leader


@rule
def toll_of(seen: Ints, rider: int) -> int:
    """What the road of this turn will cost a rider, sectors and all (Z8.1 to Z8.3)."""
    if seen[TURN] == 0:
        return 0
    inside = seen[PLACE + rider] == 0
    asked = INSIDE[seen[TERRAIN]] if inside else OUTSIDE[seen[TERRAIN]]
    return asked + seen[PACE] - speed_of(seen, rider)


@rule
def easy_toll(seen: Ints, rider: int, terrain: int) -> int:
    """What a turn costs a rider who sits in the peloton, if nobody raises its pace."""
    return INSIDE[terrain] + BASE_SPEED[terrain] - seen[SPEED + terrain * RIDERS + rider]


@rule
def toll_to_come(seen: Ints, rider: int) -> int:
    """What all turns after this one cost a rider in that way."""
    toll = 0
    for terrain in range(TERRAINS):
        toll += turns_on(seen, terrain) * easy_toll(seen, rider, terrain)
    return toll


@rule
def next_toll(seen: Ints, rider: int) -> int:
    """What the next turn costs a rider in that way."""
    turn = 0
    for place in range(ROUTE):
        card = seen[THE_ROUTE + place]
        if 0 <= card < TERRAINS:
            if turn == seen[TURN]:
                return easy_toll(seen, rider, card)
            turn += 1
    return 0


@rule
def best_rival(seen: Ints) -> int:
    """The foremost sector of any rival."""
    best = LEAST_PLACE
    for rider in range(TEAM, RIDERS):
        if rides(seen, rider):
            best = max(best, seen[PLACE + rider])
    return best


# --- codes ------------------------------------------------------------------------------------------


@rule
def of_codes(seen: Ints, seat: int, out: Int8s) -> int:
    """Who is behind the codes of actions: rivals to wear down, rider by rider and team by team; columns."""
    for step in range(1, seen[0]):
        team = (seat + step) % seen[0]
        fresh = 0
        for number in range(TEAM):
            rider, at = TEAM * step + number, 3 * (TEAM * team + number)
            if rides(seen, rider):
                fresh += seen[TIRED + rider] < WORN_OUT
                out[at] = units(sprint_of(seen, rider), 6)
                out[at + 1], out[at + 2] = units(seen[TIRED + rider], 6), units(seen[PLACE + rider], 2)
        out[3 * RIDERS + 2 * team] = units(fresh, 3)
        out[3 * RIDERS + 2 * team + 1] = units(front_of(seen, step), 2)
    at = 3 * RIDERS + 2 * SEATS
    for rider in range(TEAM * seen[0]):
        column = seen[ROLE + rider] - IN_COLUMN
        if column >= 0:
            out[at + 2 * column] = FULL if rider < TEAM else -FULL
            out[at + 2 * column + 1] = units(sprint_of(seen, rider), 6)
    return CODES
