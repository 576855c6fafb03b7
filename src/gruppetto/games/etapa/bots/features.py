"""What a network reads of a race: an observation spread out over small numbers, from the rider on turn.

Rivals come in the order of the race, whichever seats they have; but whoever can be followed or sent next is
told by the number that the code of that action has. All numbers are in units of `FULL`, so that a flag is 0
or `FULL`; none is larger than an int8.
"""

from gruppetto.games.etapa.rules.codes import Ask, Jersey, Sky, Status
from gruppetto.games.etapa.rules.knowledge import FIXED, MARKS, MOMENT, PER_RIDER, PER_SEAT
from gruppetto.games.etapa.rules.movement import DESCENT_BASE, FLAT_BASE, added_by
from gruppetto.games.etapa.rules.record import (
    COBBLED,
    DESCENT,
    KINDS,
    LONGEST_MOVE,
    LONGEST_STAGE,
    MOST_PRIMES,
    NOBODY,
    RIDERS,
    SEATS,
    SPRINT_PRIME,
    TEAM,
    TEAM_TRIAL,
    ULTRA,
)
from gruppetto.games.etapa.rules.slipstream import PELOTON_REACH
from gruppetto.games.features import FULL, Int8s, mark, units
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

# Where things stand in an observation: of the race, of every team, of every rider, cards, marks, road.
STAGES, STAGE, KIND, LINE, ROUND, ASK, _, RIDER, DIE, OTHER_DIE, CARD, REACH = range(1, 13)
SECOND_TURN, PELOTON_FRONT, PELOTON_REAR, CONTEST, BID, BIDDER, PILE, SLOW_SUPPLY = range(13, 21)
CROSSED, SKY, CHANGING = range(21, 24)
CARDS = FIXED + MOMENT
SLOW, SERVED, CAR, TOTAL, TEAM_TIME, YOUNG, SPENT = (CARDS + SEATS * number for number in range(1, 8))
STATUS = CARDS + SEATS * PER_SEAT
FIELD, START, JERSEY, TOKENS, BACK, SHAKEN, INJURED, REFRESHED, RODE, MOVED, CARDED = (
    STATUS + RIDERS * number for number in range(1, 12)
)
TIME, POINTS, MOUNTAINS, _, TENTHS, _, SECONDS = (STATUS + RIDERS * number for number in range(12, 19))
USED, LAST_PLACE = STATUS + 20 * RIDERS, STATUS + 21 * RIDERS
HAND = STATUS + RIDERS * PER_RIDER
DRAWN = HAND + KINDS
FEED_FROM = DRAWN + KINDS
FEED_TO, LIMIT, FLAG = FEED_FROM + 1, FEED_FROM + 2, FEED_FROM + 3
PRIMES = FEED_FROM + MARKS
PRIME_FIELDS = PRIMES + MOST_PRIMES
THE_ROAD = PRIME_FIELDS + MOST_PRIMES

# How much is told of it.
ASKS, STATES, JERSEYS, SKIES = len(Ask), len(Status), len(Jersey), len(Sky)
FACES, MOST_TOKENS, HAND_OF = 6, 3, 7
LEVELS = 3  # climb, descent, cobbles
TO_GO = 24  # fields before the line that are told one by one
NEAR = 20  # fields of road ahead that are told one by one,
FAR = (28, 40, 60, 96, LONGEST_STAGE)  # and stretches of the rest, by where they end
NEXT_PRIMES = 3
AHEAD, BEHIND = 11, 9
GAPS = AHEAD + BEHIND + 1
THROW, TWICE = 7, 2  # an average throw, twice
RIVALS = 9  # riders, from the front
RACE = ASKS + SEATS + TEAM_TRIAL + 1 + SKIES + 2 * (FACES + 1) + KINDS + 1 + 14
ON_TURN = TEAM + 1 + TO_GO + ULTRA + 2 + LONGEST_MOVE + 1 + 9
ROAD = LEVELS * (NEAR + len(FAR)) + 3 * NEXT_PRIMES + LONGEST_MOVE + 2 * GAPS
OWN_CARDS = HAND_OF + 1 + 2 * KINDS
A_TEAM = 6
OWN_RIDER = STATES + LEVELS + MOST_TOKENS + 1 + JERSEYS + 26
RIVAL = GAPS + LEVELS + 14
CODES = 7 * RIDERS
INPUTS = RACE + ON_TURN + ROAD + OWN_CARDS + SEATS * A_TEAM + TEAM * OWN_RIDER + RIVALS * RIVAL + CODES


@rule
def features(seen: Ints, seat: int, out: Int8s) -> None:
    """Numbers a network can read: the race, the rider on turn and their road, own team, rivals in order."""
    for number in range(len(out)):
        out[number] = 0
    rider = on_turn(seen)
    at = of_the_race(seen, out)
    at += of_the_turn(seen, rider, out[at:])
    at += of_the_road(seen, rider, out[at:])
    at += of_own_cards(seen, out[at:])
    for team in range(SEATS):
        if team < seen[0]:
            of_team(seen, team, out[at:])
        at += A_TEAM
    for own in range(TEAM):
        at += of_own_rider(seen, own, rider, out[at:])
    for place in range(RIVALS):
        rival = rider_in_place(seen, place)
        if rival != NOBODY:
            of_rival(seen, rival, rider, out[at:])
        at += RIVAL
    of_codes(seen, seat, rider, out[at:])


@rule
def on_turn(seen: Ints) -> int:
    """The own rider on turn; where there is none, the first of the team who has not ridden in this round."""
    if 0 <= seen[RIDER] < TEAM:
        return seen[RIDER]
    best, found = -1, 0
    for rider in range(TEAM):
        field = seen[FIELD + rider]
        if is_there(seen, rider) and not seen[RODE + rider] and field > best:
            best, found = field, rider
    return found


# --- the race ---------------------------------------------------------------------------------------


@rule
def of_the_race(seen: Ints, out: Int8s) -> int:
    """What is asked, how far the race is, what was thrown, and how a dice-off stands."""
    at = mark(seen[ASK], out[:ASKS])
    at += mark(seen[0] - 1, out[at : at + SEATS])
    at += mark(seen[KIND], out[at : at + TEAM_TRIAL + 1])
    at += mark(seen[SKY], out[at : at + SKIES])
    at += mark(seen[DIE], out[at : at + FACES + 1])
    at += mark(seen[OTHER_DIE], out[at : at + FACES + 1])
    at += mark(seen[CARD] + 1, out[at : at + KINDS + 1])
    out[at], out[at + 1] = FULL * seen[SECOND_TURN], FULL * seen[CHANGING]
    out[at + 2], out[at + 3] = units(seen[ROUND], 8), units(seen[CROSSED], 3)
    out[at + 4], out[at + 5] = units(seen[STAGES] - 1 - seen[STAGE], 4), FULL * (seen[STAGES] > 1)
    out[at + 6], out[at + 7] = units(seen[PILE], 12), units(seen[SLOW_SUPPLY], 8)
    short = 0  # of the best total in the dice-off
    for team in range(1, SEATS):
        if seen[CONTEST] >> team & 1:
            short = max(short, seen[TOTAL + team] + 1 - seen[TOTAL] - seen[BID])
    out[at + 8], out[at + 9] = FULL * (seen[CONTEST] & 1), FULL * (seen[BIDDER] == 0)
    out[at + 10] = units(short, 4)
    for card in range(3):
        out[at + 11 + card] = FULL * (0 < short <= 2 * card + 2)
    return at + 14


@rule
def of_the_turn(seen: Ints, rider: int, out: Int8s) -> int:
    """Who is on turn, how far they have to go and can go now, what the road and a breakaway give them."""
    field = max(0, seen[FIELD + rider])
    to_go, ground = seen[LINE] + 1 - field, ground_of(seen, field)
    at = mark(rider if seen[RIDER] == rider else TEAM, out[: TEAM + 1])
    at += mark(to_go - 1, out[at : at + TO_GO])
    at += mark(ground % COBBLED, out[at : at + ULTRA + 1])
    out[at] = FULL * (ground >= COBBLED)
    at += 1 + mark(seen[REACH], out[at + 1 : at + LONGEST_MOVE + 2])
    out[at], out[at + 1] = units(to_go, 32), units(added_by(ground, seen[SKY]), 6)
    out[at + 2] = units(gain_of_breaking(seen, ground), 6)
    out[at + 3] = FULL * (seen[REACH] >= to_go)
    out[at + 4], out[at + 5] = FULL * (field >= seen[FLAG]), FULL * (field > seen[LIMIT])
    out[at + 6] = units(seen[PELOTON_REAR] - field, 6)
    out[at + 7] = FULL * (seen[PELOTON_REAR] - seen[START + rider] > PELOTON_REACH)
    out[at + 8] = units(seen[PELOTON_FRONT] - field, 6)
    return at + 9


@rule
def of_the_road(seen: Ints, rider: int, out: Int8s) -> int:
    """The road ahead of a rider, primes and food on it, and who rides on the fields around."""
    field, begin, at = max(0, seen[FIELD + rider]), NEAR, LEVELS * NEAR
    for step in range(NEAR):
        of_ground(ground_of(seen, field + step), out[LEVELS * step :])
    for end in FAR:
        of_stretch(seen, field + begin, field + end, out[at:])
        begin, at = end, at + LEVELS
    for prime in range(NEXT_PRIMES):
        of_prime(seen, next_prime(seen, field, prime), field, out[at + 3 * prime :])
    at += 3 * NEXT_PRIMES
    for step in range(LONGEST_MOVE):
        out[at + step] = FULL * (seen[FEED_FROM] <= field + step <= seen[FEED_TO] and seen[FEED_FROM] > 0)
    at += LONGEST_MOVE
    for other in range(TEAM * seen[0]):
        gap = seen[FIELD + other] - field
        if other != rider and is_there(seen, other) and -BEHIND <= gap <= AHEAD:
            place = at + gap + BEHIND + GAPS * (other >= TEAM)
            out[place] = min(int(out[place]) + FULL, 3 * FULL)
    return at + 2 * GAPS


@rule
def ground_of(seen: Ints, field: int) -> int:
    """The ground of a field; beyond the line as on the last one, before the start as on the first."""
    return seen[THE_ROAD + max(0, min(field, seen[LINE]) - 1)]


@rule
def of_ground(ground: int, out: Int8s) -> int:
    """Climb, descent or neither, and cobbles."""
    out[0], out[1] = FULL * (ground % COBBLED > DESCENT), FULL * (ground % COBBLED == DESCENT)
    out[2] = FULL * (ground >= COBBLED)
    return LEVELS


@rule
def of_stretch(seen: Ints, begin: int, end: int, out: Int8s) -> None:
    """How much of a stretch of road climbs, descends, is cobbled."""
    climbs, descents, stones = 0, 0, 0
    for field in range(begin, min(end, seen[LINE] + 1)):
        ground = ground_of(seen, field)
        climbs, descents = climbs + (ground % COBBLED > DESCENT), descents + (ground % COBBLED == DESCENT)
        stones += ground >= COBBLED
    out[0], out[1], out[2] = units(climbs, 8), units(descents, 8), units(stones, 8)


@rule
def next_prime(seen: Ints, field: int, number: int) -> int:
    """Which prime comes so many-th after a field, or none of them."""
    for prime in range(MOST_PRIMES):
        if seen[PRIMES + prime] > 0 and seen[PRIME_FIELDS + prime] > field:
            before = 0
            for other in range(MOST_PRIMES):
                there = seen[PRIME_FIELDS + other]
                nearer = there < seen[PRIME_FIELDS + prime] or (
                    there == seen[PRIME_FIELDS + prime] and other < prime
                )
                before += seen[PRIMES + other] > 0 and there > field and nearer
            if before == number:
                return prime
    return NOBODY


@rule
def of_prime(seen: Ints, prime: int, field: int, out: Int8s) -> None:
    """Whether a prime is a sprint or how high a mountain, and how far away."""
    if prime != NOBODY:
        kind = seen[PRIMES + prime] - 1
        out[0], out[1] = FULL * (kind == SPRINT_PRIME), units(kind, 2)
        out[2] = units(max(0, 48 - (seen[PRIME_FIELDS + prime] - field)), 16)


@rule
def gain_of_breaking(seen: Ints, ground: int) -> int:
    """What a round of breakaway adds to the base of a field (C2.5, C2.6, C11.2)."""
    if ground >= COBBLED:
        return 0
    if ground <= DESCENT:
        return DESCENT_BASE - added_by(ground, seen[SKY])
    return FLAT_BASE


# --- teams and riders -------------------------------------------------------------------------------


@rule
def of_own_cards(seen: Ints, out: Int8s) -> int:
    """The own hand, how many cards it has, and those just drawn."""
    at = mark(seen[CARDS], out[: HAND_OF + 1])
    for kind in range(KINDS):
        out[at + kind], out[at + KINDS + kind] = units(seen[HAND + kind], 1), units(seen[DRAWN + kind], 1)
    return at + 2 * KINDS


@rule
def of_team(seen: Ints, team: int, out: Int8s) -> None:
    """What everybody knows of a team."""
    out[0], out[1] = units(seen[CARDS + team], 3), units(seen[SLOW + team], 2)
    out[2], out[3] = FULL * (seen[SERVED + team] != NOBODY), FULL * seen[SPENT + team]
    out[4], out[5] = units(seen[TOTAL + team], 4), units(seen[TEAM_TIME + team] - seen[TEAM_TIME], 60)


@rule
def is_there(seen: Ints, rider: int) -> bool:
    """Whether a rider is on the road, or has come in."""
    return rider < TEAM * seen[0] and seen[STATUS + rider] <= Status.FEEDING


@rule
def of_own_rider(seen: Ints, rider: int, turn: int, out: Int8s) -> int:
    """An own rider: how they are, where they are on the road and in the race, what they have won."""
    field, start = seen[FIELD + rider], seen[START + rider]
    at = mark(seen[STATUS + rider], out[:STATES])
    at += of_ground(ground_of(seen, field), out[at:])
    at += mark(seen[TOKENS + rider], out[at : at + MOST_TOKENS + 1])
    at += mark(seen[JERSEY + rider], out[at : at + JERSEYS])
    out[at], out[at + 1] = FULL * (rider == turn), FULL * seen[RODE + rider]
    out[at + 2], out[at + 3] = units(seen[LINE] + 1 - field, 32), FULL * (field > seen[LINE])
    out[at + 4] = units(max(0, field - seen[LINE]), 4)
    out[at + 5] = units(added_by(ground_of(seen, field), seen[SKY]), 6)
    out[at + 6] = units(field - front_rival(seen), 6)
    out[at + 7], out[at + 8] = units(ahead_of(seen, rider), 3), FULL * (ahead_of(seen, rider) == 0)
    out[at + 9] = units(field - seen[PELOTON_REAR], 6)
    out[at + 10] = FULL * (seen[PELOTON_REAR] - start > PELOTON_REACH)
    out[at + 11], out[at + 12] = FULL * seen[SHAKEN + rider], FULL * seen[INJURED + rider]
    out[at + 13], out[at + 14] = FULL * seen[REFRESHED + rider], FULL * seen[CARDED + rider]
    out[at + 15] = units(seen[MOVED + rider], 8)
    out[at + 16] = units(max(0, seen[BACK + rider] - seen[ROUND]), 1)
    out[at + 17], out[at + 18] = FULL * (field > seen[LIMIT]), FULL * (field >= seen[FLAG])
    out[at + 19] = units(best_of_rivals(seen, TIME, -1) - seen[TIME + rider], 30)
    out[at + 20] = units(seen[POINTS + rider] - best_of_rivals(seen, POINTS, 1), 12)
    out[at + 21] = units(seen[MOUNTAINS + rider] - best_of_rivals(seen, MOUNTAINS, 1), 12)
    out[at + 22] = units(best_of_rivals(seen, TENTHS, -1) - seen[TENTHS + rider], 600)
    out[at + 23], out[at + 24] = FULL * (seen[YOUNG] == rider), units(seen[SECONDS + rider], 6)
    out[at + 25] = units(seen[CAR] - field, 6) if seen[SERVED] == rider else 0
    return at + 26


@rule
def of_rival(seen: Ints, rider: int, turn: int, out: Int8s) -> int:
    """A rival: where they are as seen from the rider on turn, what they have ridden and may still ride."""
    field, team = seen[FIELD + rider], rider // TEAM
    gap = field - seen[FIELD + turn]
    at = mark(gap + BEHIND, out[:GAPS])
    at += of_ground(ground_of(seen, field), out[at:])
    out[at], out[at + 1] = FULL, units(gap, 8)
    out[at + 2], out[at + 3] = units(seen[LINE] + 1 - field, 32), FULL * (field > seen[LINE])
    out[at + 4], out[at + 5] = FULL * (seen[STATUS + rider] == Status.RIDING), FULL * seen[RODE + rider]
    out[at + 6], out[at + 7] = units(seen[TOKENS + rider], 1), units(seen[MOVED + rider], 8)
    out[at + 8], out[at + 9] = units(seen[CARDS + team], 3), FULL * seen[SHAKEN + rider]
    out[at + 10] = FULL * seen[INJURED + rider]
    out[at + 11] = units(seen[TIME + turn] - seen[TIME + rider], 30)
    out[at + 12] = units(seen[POINTS + rider] - seen[POINTS + turn], 12)
    out[at + 13] = units(seen[MOUNTAINS + rider] - seen[MOUNTAINS + turn], 12)
    return at + 14


@rule
def rider_in_place(seen: Ints, place: int) -> int:
    """The rival who comes so many-th on the road, the front-most first; nobody where there are no more."""
    for rider in range(TEAM, TEAM * seen[0]):
        if is_there(seen, rider):
            ahead = 0
            for other in range(TEAM, TEAM * seen[0]):
                gap = seen[FIELD + other] - seen[FIELD + rider]
                ahead += is_there(seen, other) and (gap > 0 or (gap == 0 and other < rider))
            if ahead == place:
                return rider
    return NOBODY


@rule
def front_rival(seen: Ints) -> int:
    """The field of the foremost rival."""
    front = 0
    for rider in range(TEAM, TEAM * seen[0]):
        if is_there(seen, rider):
            front = max(front, seen[FIELD + rider])
    return front


@rule
def ahead_of(seen: Ints, rider: int) -> int:
    """How many riders, of any team, are further than one."""
    found = 0
    for other in range(TEAM * seen[0]):
        found += is_there(seen, other) and seen[FIELD + other] > seen[FIELD + rider]
    return found


@rule
def best_of_rivals(seen: Ints, what: int, sign: int) -> int:
    """The highest number of its kind that any rival has, or with another sign the lowest."""
    best = sign * seen[what + TEAM]
    for rider in range(TEAM, TEAM * seen[0]):
        best = max(best, sign * seen[what + rider])
    return sign * best


# --- codes ------------------------------------------------------------------------------------------


@rule
def of_codes(seen: Ints, seat: int, turn: int, out: Int8s) -> int:
    """Who is behind the codes of actions: whose wheel it is and how far it goes, who can be sent next."""
    usual = THROW + TWICE * added_by(ground_of(seen, seen[FIELD + turn]), seen[SKY])
    if seen[TOKENS + turn] > 0:
        usual += TWICE * gain_of_breaking(seen, ground_of(seen, seen[FIELD + turn]))
    for step in range(seen[0]):
        for number in range(TEAM):
            rider = TEAM * step + number
            at = 7 * (TEAM * ((seat + step) % seen[0]) + number)
            gap = seen[START + rider] - seen[START + turn]
            if seen[RODE + rider] and 0 <= gap <= 1 and rider != turn:
                out[at], out[at + 1] = FULL if step == 0 else -FULL, units(seen[MOVED + rider], 8)
                out[at + 2] = units(TWICE * seen[MOVED + rider] - usual, 4)
            if step == 0 and is_there(seen, rider) and not seen[RODE + rider]:
                out[at + 3], out[at + 4] = FULL, units(seen[TOKENS + rider], 1)
                out[at + 5] = FULL * (seen[JERSEY + rider] > 0)
                out[at + 6] = FULL * (seen[INJURED + rider] or seen[SHAKEN + rider])
    return CODES
