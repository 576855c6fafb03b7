"""The road, base values, and how far a rider gets: profile and blocking (C1.5 to C1.8, C11)."""

from gruppetto.games.etapa.rules.cards import sprint_value
from gruppetto.games.etapa.rules.cars import drink
from gruppetto.games.etapa.rules.codes import Sky, Status, Told
from gruppetto.games.etapa.rules.options import ClimbingBreakaway, FifthRider, LyingRiders, MinimumMove
from gruppetto.games.etapa.rules.primes import pass_primes
from gruppetto.games.etapa.rules.record import (
    CLIMB_LEVEL,
    COBBLED,
    DESCENT,
    DESCENT_LEVEL,
    EASY,
    FIELDS,
    FLAT,
    FLAT_LEVEL,
    HARD,
    HELD_BY_RIDERS,
    LENGTH,
    MOST_PIECES,
    PIECE_SHIFT,
    PIECES,
    TEAM,
    ULTRA,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

FLAT_BASE, DESCENT_BASE, EASY_BASE = 6, 12, 2
FULL = 4  # riders on a field (C1.6)


@rule
def unroll(race: Race) -> None:
    """Lay the pieces of the stage out field by field; without C11 all climbs are alike and no stone lies."""
    field = 1
    terrain = FLAT
    for number in range(MOST_PIECES):
        piece = race.setup.stage[race.at_stage, PIECES + number]
        if piece > 0:
            terrain = (piece >> PIECE_SHIFT) - 1
            if race.setup.options.profiles == 0:
                terrain = terrain % COBBLED if terrain % COBBLED < EASY else HARD
            for _ in range(piece & ((1 << PIECE_SHIFT) - 1)):
                race.road[field] = terrain
                field += 1
    race.road[0] = race.road[1]
    for beyond in range(field, FIELDS):
        race.road[beyond] = terrain


@rule
def length(race: Race) -> int:
    """The last field before the line."""
    return race.setup.stage[race.at_stage, LENGTH]


@rule
def level(race: Race, field: int) -> int:
    """I climb, II flat, III descent (C1.8)."""
    terrain = race.road[field] % COBBLED
    if terrain == FLAT:
        return FLAT_LEVEL
    return DESCENT_LEVEL if terrain == DESCENT else CLIMB_LEVEL


@rule
def cobbled(race: Race, field: int) -> bool:
    """Whether stones lie here (C11.2)."""
    return race.road[field] >= COBBLED


@rule
def base(race: Race, field: int) -> int:
    """What the road adds to the die on a field."""
    return added_by(race.road[field], race.sky)


@rule
def added_by(ground: int, sky: int) -> int:
    """What a kind of ground adds to the die; half of it on cobbles (C1.8, C11.1, C11.2, C15.1)."""
    terrain = ground % COBBLED
    if terrain == FLAT:
        value = FLAT_BASE + (sky == Sky.TAILWIND) - (sky == Sky.HEADWIND)
    elif terrain == DESCENT:
        value = DESCENT_BASE
    else:
        value = EASY_BASE - (terrain - EASY)
    if ground >= COBBLED:
        return value // 2 if terrain < EASY else 0
    return value


@rule
def breakaway_base(race: Race, field: int) -> int:
    """What the next higher level adds: +12; on a climb +6 and its own value besides (C2.5, C2.6)."""
    if level(race, field) == CLIMB_LEVEL:
        flat = race.setup.options.climbing_breakaway == ClimbingBreakaway.FLAT
        return FLAT_BASE + (0 if flat else base(race, field))
    return DESCENT_BASE


@rule
def sprint_fields(race: Race, field: int, kind: int) -> int:
    """What a card adds in a sprint: half of it uphill (C2.2, C2.3)."""
    value = sprint_value(kind)
    return value // 2 if level(race, field) == CLIMB_LEVEL else value


@rule
def injury_fields(race: Race, rider: int) -> int:
    """What an injury costs: 6 downhill, 3 on the flat, 2 uphill (C7.4)."""
    if race.injured[rider] == 0:
        return 0
    here = level(race, race.field[rider])
    if here == DESCENT_LEVEL:
        return 6
    return 3 if here == FLAT_LEVEL else 2


@rule
def at_least_one(race: Race, rider: int, fields: int, behind: bool) -> int:
    """A rolled move is at least one field (C3.5.2, C17.1)."""
    here = race.road[race.field[rider]] % COBBLED
    if race.setup.options.minimum_move == MinimumMove.AS_PRINTED and not behind and here != ULTRA:
        return max(0, fields)
    return max(1, fields)


# --- blocking ---------------------------------------------------------------------------------------


@rule
def lies(race: Race, rider: int) -> bool:
    """Whether a rider stands still for a crash, a puncture or their car."""
    status = race.status[rider]
    return status == Status.FALLEN or status == Status.PUNCTURED or status == Status.FEEDING  # noqa: PLR1714  (does not compile)


@rule
def full(race: Race, field: int) -> bool:
    """Whether four riders stand on a field; nothing is full in the first round or past the line (C1.6)."""
    if race.taken[field] < FULL or race.rounds <= 1 or field > length(race):
        return False
    if race.setup.options.lying_riders == LyingRiders.BLOCK:
        return True
    upright = 0
    for rider in range(TEAM * race.setup.seats):
        upright += race.field[rider] == field and on_road(race, rider) and not lies(race, rider)
    return upright >= FULL


@rule
def on_road(race: Race, rider: int) -> bool:
    """Whether a rider takes part in the stage and has not left it."""
    return race.status[rider] <= Status.FEEDING


@rule
def with_team_mate(race: Race, rider: int, field: int) -> bool:
    """Whether a team-mate stands on a field (C1.7)."""
    first = rider // TEAM * TEAM
    for mate in range(first, first + TEAM):
        if mate != rider and race.field[mate] == field and on_road(race, mate):
            return True
    return False


@rule
def reachable(race: Race, rider: int, fields: int) -> int:
    """How far of so many fields a rider gets between the others (C1.6, C1.7)."""
    start = race.field[rider]
    target = start
    for field in range(start + 1, start + fields + 1):
        if full(race, field) and not with_team_mate(race, rider, field):
            break
        target = field
    if race.setup.options.fifth_rider == FifthRider.JOINS and with_team_mate(race, rider, target):
        return target - start
    while target > start and full(race, target):
        target -= 1
    return target - start


@rule
def advance(race: Race, rider: int, fields: int, held: int, trace: Ints) -> int:
    """Ride so far, take what the road gives on the way, and say how far it was (C1.5, C3.6, C9.1)."""
    start = race.field[rider]
    gone = reachable(race, rider, fields)
    race.taken[start] -= 1
    race.field[rider] = start + gone
    race.taken[start + gone] += 1
    note(trace, Told.MOVED, rider, start, start + gone, held | (HELD_BY_RIDERS if gone < fields else 0))
    pass_primes(race, rider, start, trace)
    if race.field[rider] > length(race) >= start:
        race.finish[race.crossed] = rider
        race.crossed += 1
        note(trace, Told.CROSSED, rider, race.crossed)
    drink(race, rider, trace)
    return gone
