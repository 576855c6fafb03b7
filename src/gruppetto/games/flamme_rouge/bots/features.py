"""What a network reads of a race: an observation spread out over small numbers, the rider at hand first.

A network sees gaps and terrain from where its riders are, so that it need not learn every road by heart, and
rivals in the order of the race, whichever seats they have. All numbers are in units of `FULL`, so that a flag
is 0 or `FULL`; none is larger than an int8.
"""

from gruppetto.games.features import FULL, Int8s, small, units
from gruppetto.games.flamme_rouge.rules.knowledge import FIXED, MOMENT, PER_RIDER
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.record import (
    ASCENT,
    CLIMBING_LIMIT,
    DESCENDING_MINIMUM,
    DESCENT,
    EXHAUSTION,
    EXHAUSTION_VALUE,
    KINDS,
    NOWHERE,
    RIDERS,
    ROULEUR,
    SQUARES,
    Phase,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

# Where things stand in an observation: of every rider, and of one's own two.
LINE, LAST_SQUARE, TERRAIN = 1, 2, 3
SQUARE = FIXED + MOMENT
LANE, DRAWN, HAS_PLAYED, FACE_DOWN, UNREVEALED = (SQUARE + RIDERS * number for number in range(1, 6))
DECK = SQUARE + RIDERS * PER_RIDER
HAND, RECYCLED, PLAYED = (DECK + 2 * KINDS * pile for pile in (1, 2, 3))

# How much is told of it.
TO_GO = 24  # squares before the line that are told one by one
NEAR = 14  # squares of road ahead that are told one by one,
FAR = (20, 28, 40, 60)  # and stretches of the rest, by where they end
AHEAD, BEHIND = 12, 9
GAPS = AHEAD + BEHIND + 1
LANDINGS = 13  # squares ahead on which somebody may land
ENERGIES = 8  # of cards from 2 to 9
RACE = 7
OWN = 11 + TO_GO + 4 * KINDS + 2 * (NEAR + len(FAR)) + 2 * GAPS + LANDINGS + 2 * ENERGIES
RIVAL = 6 + GAPS + KINDS
INPUTS = RACE + 2 * OWN + 2 * (SEATS - 1) * RIVAL


@rule
def features(seen: Ints, seat: int, out: Int8s) -> None:  # noqa: ARG001  (no code names a team)
    """Numbers a network can read of a race, from where the rider at hand is."""
    as_seen_by(seen, 1 if seen[DRAWN + ROULEUR] else 0, out)


@rule
def as_seen_by(seen: Ints, hand: int, out: Int8s) -> None:
    """The race, the own rider who is looked at first, their team-mate, the rivals from the front."""
    for number in range(len(out)):
        out[number] = 0
    of_the_race(seen, out)
    for turn in range(2):
        of_own_rider(seen, hand ^ turn, out[RACE + turn * OWN :])
    at = RACE + 2 * OWN
    for place in range(SEATS - 1):
        team = team_in_place(seen, place)
        for rider in range(2 * team, 2 * team + 2 * (team > 0)):
            of_rival(seen, rider, hand, out[at:])
            at += RIVAL


@rule
def of_the_race(seen: Ints, out: Int8s) -> None:
    """How many teams there are, how far the race is, and whether a hand is drawn."""
    out[0] = FULL * (seen[FIXED] == Phase.PLACEMENT)
    out[1] = FULL * (seen[DRAWN] + seen[DRAWN + ROULEUR])
    out[2] = units(seen[FIXED + 1], 8)
    out[1 + min(max(2, seen[0]), SEATS)] = FULL
    out[6] = FULL * (seen[LAST_SQUARE] - seen[LINE] > CLIMBING_LIMIT)


@rule
def of_own_rider(seen: Ints, rider: int, out: Int8s) -> None:
    """Where an own rider is, their cards, the road ahead, who is near, and where everybody may land."""
    square = max(0, int(seen[SQUARE + rider]))  # which has 8 bits, too few for what lies far ahead
    to_go = seen[LINE] - square
    out[0] = FULL * rider
    out[1] = FULL * (seen[SQUARE + rider] == NOWHERE)
    out[2], out[3] = FULL * seen[LANE + rider], FULL * seen[DRAWN + rider]
    out[4] = FULL * seen[HAS_PLAYED + rider]
    out[5] = units(seen[FACE_DOWN + rider], 8)
    out[6] = units(to_go, 32)
    of_energy(seen, rider, to_go, out[7:])
    out[11 + min(max(1, to_go), TO_GO) - 1] = FULL
    at = 11 + TO_GO
    of_own_cards(seen, rider, out[at:])
    at += 4 * KINDS
    of_the_road(seen, square, out[at:])
    at += 2 * (NEAR + len(FAR))
    around(seen, rider, square, out[at:])
    at += 2 * GAPS
    landings(seen, rider, square, out[at:])
    at += LANDINGS
    for energy in range(2, 2 + ENERGIES):
        steps = reach(seen, square, energy)
        out[at + energy - 2] = units(steps, 8)
        out[at + ENERGIES + energy - 2] = FULL * (steps >= to_go)


@rule
def of_energy(seen: Ints, rider: int, to_go: int, out: Int8s) -> None:
    """What is left in a rider's cards against the road left, their exhaustion, and an average card."""
    cards, energy = 0, 0
    for kind in range(KINDS):
        copies = int(seen[UNREVEALED + kind * RIDERS + rider])
        cards += copies
        energy += copies * energy_of(kind)
    out[0] = units(energy - to_go, 16)
    out[1] = units(seen[UNREVEALED + EXHAUSTION * RIDERS + rider], 4)
    out[2] = units(10 * energy // max(1, cards) - 40, 20)
    out[3] = FULL * (energy < to_go)


@rule
def of_own_cards(seen: Ints, rider: int, out: Int8s) -> None:
    """How many cards of each kind are in deck and hand and recycled, and which one is played."""
    for kind in range(KINDS):
        out[kind] = units(seen[DECK + 2 * kind + rider], 2)
        out[KINDS + kind] = units(seen[HAND + 2 * kind + rider], 1)
        out[2 * KINDS + kind] = units(seen[RECYCLED + 2 * kind + rider], 2)
        out[3 * KINDS + kind] = FULL * (seen[PLAYED + rider] == kind)


@rule
def of_the_road(seen: Ints, square: int, out: Int8s) -> None:
    """Ascents and descents from a square on: the next ones square by square, the rest by stretches."""
    for step in range(NEAR):
        terrain = terrain_of(seen, square + step)
        out[2 * step], out[2 * step + 1] = FULL * (terrain == ASCENT), FULL * (terrain == DESCENT)
    begin, at = NEAR, 2 * NEAR
    for end in FAR:
        climbs, descents = 0, 0
        for step in range(begin, end):
            climbs += terrain_of(seen, square + step) == ASCENT
            descents += terrain_of(seen, square + step) == DESCENT
        out[at], out[at + 1] = units(climbs, 4), units(descents, 4)
        begin, at = end, at + 2


@rule
def terrain_of(seen: Ints, square: int) -> int:
    """The terrain of a square; beyond the road it is flat."""
    return seen[TERRAIN + square] if square < SQUARES else 0


@rule
def around(seen: Ints, rider: int, square: int, out: Int8s) -> None:
    """Who rides on the squares around: the team-mate, and how many rivals."""
    for other in range(RIDERS):
        gap = seen[SQUARE + other] - square
        if other != rider and seen[SQUARE + other] != NOWHERE and -BEHIND <= gap <= AHEAD:
            out[gap + BEHIND + GAPS * (other > 1)] += FULL


@rule
def landings(seen: Ints, rider: int, square: int, out: Int8s) -> None:
    """How many others will land on the squares ahead, if each plays any card that they may have.

    A team-mate who has played lands where that card takes them.
    """
    for other in range(RIDERS):
        if other != rider and seen[SQUARE + other] != NOWHERE:
            there = seen[SQUARE + other]
            known = seen[PLAYED + other] if other < 2 and seen[HAS_PLAYED + other] else -1
            cards = 1 if known >= 0 else cards_of(seen, other)
            for kind in range(KINDS):
                copies = seen[UNREVEALED + kind * RIDERS + other] if known < 0 else int(kind == known)
                if copies > 0:
                    gap = there + reach(seen, there, energy_of(kind)) - square
                    if 0 <= gap < LANDINGS:
                        out[gap] = small(int(out[gap]) + units(copies, cards))


@rule
def cards_of(seen: Ints, rider: int) -> int:
    """How many cards of a rider are not revealed, at least one."""
    cards = 0
    for kind in range(KINDS):
        cards += int(seen[UNREVEALED + kind * RIDERS + rider])
    return max(1, cards)


@rule
def energy_of(kind: int) -> int:
    """The value on a card."""
    return EXHAUSTION_VALUE if kind == EXHAUSTION else kind


@rule
def reach(seen: Ints, start: int, energy: int, limit: int = CLIMBING_LIMIT) -> int:
    """How far so much energy carries a rider over the terrain ahead (FR4.4 to FR4.7)."""
    if terrain_of(seen, start) == DESCENT:
        energy = max(energy, DESCENDING_MINIMUM)
    energy = min(energy, seen[LAST_SQUARE] - start)
    if energy <= limit:
        return energy
    for step in range(energy + 1):
        if terrain_of(seen, start + step) == ASCENT:
            return max(limit, step - 1)
    return energy


@rule
def team_in_place(seen: Ints, place: int) -> int:
    """The rivals who come so many-th in the race, the front-most first; 0 where there are no more."""
    for team in range(1, SEATS):
        if is_there(seen, team):
            ahead = 0
            for other in range(1, SEATS):
                ahead += other != team and is_there(seen, other) and is_ahead(seen, other, team)
            if ahead == place:
                return team
    return 0


@rule
def is_there(seen: Ints, team: int) -> bool:
    """Whether a team takes part: it is on the road, or has cards face down."""
    for rider in range(2 * team, 2 * team + 2):
        if seen[SQUARE + rider] != NOWHERE or seen[FACE_DOWN + rider] > 0:
            return True
    return False


@rule
def is_ahead(seen: Ints, team: int, other: int) -> bool:
    """Whether a team is further than another; of two that are as far, the first is."""
    own, theirs = front_of(seen, team), front_of(seen, other)
    return own > theirs or (own == theirs and team < other)


@rule
def front_of(seen: Ints, team: int) -> int:
    """How far a team is: its front rider, then the other one."""
    one, two = int(seen[SQUARE + 2 * team]), int(seen[SQUARE + 2 * team + 1])
    return (SQUARES + 1) * max(one, two) + min(one, two)


@rule
def of_rival(seen: Ints, rider: int, hand: int, out: Int8s) -> None:
    """A rival: where they are as seen from the rider at hand, and what they may still play."""
    square, there = max(0, seen[SQUARE + hand]), seen[SQUARE + rider]
    out[0] = FULL * (there != NOWHERE)
    of_energy(seen, rider, seen[LINE] - max(0, there), out[1:])
    out[5] = FULL * seen[LANE + rider]
    if there != NOWHERE:
        out[6 + min(max(there - square, -BEHIND), AHEAD) + BEHIND] = FULL
    for kind in range(KINDS):
        out[6 + GAPS + kind] = units(seen[UNREVEALED + kind * RIDERS + rider], 3)
