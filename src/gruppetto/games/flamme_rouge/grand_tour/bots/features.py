"""What a network reads of a Grand Tour: first what it reads of any race, then what the tour adds.

The first numbers are those of Flamme Rouge, with the same meaning, so that a network may begin with what one
has learnt there. After them come the tour, the own two riders (whose turn it is first), and the rivals in the
order in which the race has them, whoever is home already last.
"""

from gruppetto.games.features import FULL, Int8s, units
from gruppetto.games.flamme_rouge.bots import features as of_race
from gruppetto.games.flamme_rouge.bots.features import (
    DRAWN,
    SQUARE,
    UNREVEALED,
    as_seen_by,
    energy_of,
    is_there,
    reach,
    team_in_place,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.knowledge import (
    FIXED,
    MOMENT,
    OWN_DRAFT,
    PER_RIDER,
    TOUR_OBSERVATION,
)
from gruppetto.games.flamme_rouge.grand_tour.rules.record import MINUTE, OUT, POINTS, ROW, TourPhase
from gruppetto.games.flamme_rouge.rules.knowledge import OBSERVATION
from gruppetto.games.flamme_rouge.rules.options import SEATS
from gruppetto.games.flamme_rouge.rules.record import (
    CLIMBING_LIMIT,
    EXHAUSTION,
    KINDS,
    NO_CARD,
    NOWHERE,
    RIDERS,
    ROULEUR,
)
from gruppetto.games.flamme_rouge.rules.traits import (
    IL_PIRATA,
    MONSIEUR_CHRONO,
    NO_TRAIT,
    TRAITS,
    raises,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

# Where things stand in an observation: of the tour, of every team, of every rider, and of the own draft.
STAGES, RACE = 0, FIXED
PHASE, STAGE = FIXED + OBSERVATION, FIXED + OBSERVATION + 1
TEAM_POINTS = FIXED + OBSERVATION + MOMENT
SECONDS, PLACE, LATEST, TRAIT, USED, SHOWN = (
    TEAM_POINTS + SEATS + RIDERS * number for number in range(PER_RIDER)
)
OFFERED = TOUR_OBSERVATION - OWN_DRAFT

# How much is told of it.
TO_COME = 4  # stages after this one that are told apart: none, one, two, more
HOME = 4  # and how many riders are home
TOUR = 6 + TO_COME + HOME + TRAITS
CARDS = 10 + 2 * POINTS + TRAITS  # before what is told of the cards: what a trait adds, which one is shown
RIDER = CARDS + KINDS
TEAM = 2 + 2 * RIDER
INPUTS = of_race.INPUTS + TOUR + SEATS * TEAM


@rule
def features(seen: Ints, seat: int, out: Int8s) -> None:  # noqa: ARG001  (no code names a team)
    """Numbers a network can read: the race, the tour, the own team, the rivals from the front."""
    hand, at = looked_at(seen), of_race.INPUTS
    as_seen_by(seen[RACE:], hand, out[:at])
    for number in range(at, len(out)):
        out[number] = 0
    of_the_tour(seen, out[at:])
    at += TOUR
    of_team(seen, 0, hand, out[at:])
    for place in range(SEATS - 1):
        at += TEAM
        team = rival_in_place(seen, place)
        if team > 0:
            of_team(seen, team, 0, out[at:])


@rule
def looked_at(seen: Ints) -> int:
    """The own rider whose turn it is: who is at hand, or may raise their card."""
    if seen[PHASE] == TourPhase.RAISING:
        return int(raises(seen[TRAIT + ROULEUR]))
    return 1 if seen[RACE + DRAWN + ROULEUR] else 0


@rule
def of_the_tour(seen: Ints, out: Int8s) -> None:
    """Where the tour stands, how the own team does, and which traits may be kept."""
    to_come, home = seen[STAGES] - 1 - seen[STAGE], 0
    out[0], out[1] = FULL * (seen[PHASE] == TourPhase.DRAFT), FULL * (seen[PHASE] == TourPhase.RAISING)
    out[2] = units(to_come, 8)
    out[3] = FULL * (seen[STAGE] > 0)
    out[4] = units(lead(seen, 0), 4)
    out[5] = units(lead(seen, 1), 4)
    out[6 + min(max(0, to_come), TO_COME - 1)] = FULL
    for rider in range(RIDERS):
        home += seen[PLACE + rider] > 0
    out[6 + TO_COME + min(home, HOME - 1)] = FULL
    at = 6 + TO_COME + HOME - 1
    for card in range(2):
        if seen[OFFERED + card] != NO_TRAIT:
            out[at + seen[OFFERED + card]] = FULL


@rule
def lead(seen: Ints, overall: int) -> int:
    """How many points the own team is ahead of the best other one; with those overall as they are now."""
    best = -1
    for team in range(1, SEATS):
        if takes_part(seen, team):
            best = max(best, points_of(seen, team, overall))
    return points_of(seen, 0, overall) - best if best >= 0 else 0


@rule
def points_of(seen: Ints, team: int, overall: int) -> int:
    """A team's points, and if asked for those for the three best times as they are now (GT2)."""
    points = int(seen[TEAM_POINTS + team])
    if overall:
        for rider in range(2 * team, 2 * team + 2):
            points += max(0, POINTS + 1 - place_overall(seen, rider))
    return points


@rule
def place_overall(seen: Ints, rider: int) -> int:
    """A rider's place in the general classification; beyond all others once they are out (GT10)."""
    if seen[SECONDS + rider] == OUT:
        return RIDERS + 1
    place = 1
    for other in range(RIDERS):
        if other != rider and takes_part(seen, other // 2) and seen[SECONDS + other] != OUT:
            place += standing(seen, other) < standing(seen, rider)
    return place


@rule
def standing(seen: Ints, rider: int) -> int:
    """What riders are compared by: their time, then the place in the latest stage, then who they are."""
    return (int(seen[SECONDS + rider]) * (RIDERS + 1) + int(seen[LATEST + rider])) * RIDERS + rider


@rule
def takes_part(seen: Ints, team: int) -> bool:
    """Whether there is such a team, on the road or home; before the first stage only the own one is seen."""
    if team == 0 or is_there(seen[RACE:], team):
        return True
    return seen[PLACE + 2 * team] > 0 or seen[PLACE + 2 * team + 1] > 0


@rule
def rival_in_place(seen: Ints, place: int) -> int:
    """The rivals whom the race has in this place; after them, who are home with both riders."""
    team = team_in_place(seen[RACE:], place)
    if team > 0:
        return team
    for other in range(1, SEATS):
        place -= is_there(seen[RACE:], other)
    for other in range(1, SEATS):
        if takes_part(seen, other) and not is_there(seen[RACE:], other):
            if place == 0:
                return other
            place -= 1
    return 0


@rule
def of_team(seen: Ints, team: int, first: int, out: Int8s) -> None:
    """A team's points, without and with those overall as they are now, rivals' beyond the own; its riders."""
    for overall in range(2):
        points = points_of(seen, team, overall) - (points_of(seen, 0, overall) if team > 0 else 0)
        out[overall] = units(points, 4)
    for turn in range(2):
        rider = 2 * team + (first ^ turn)
        of_rider(seen, rider, out[2 + turn * RIDER :])
        if team == 0:
            of_trait(seen, rider, out[2 + turn * RIDER + CARDS :])
        elif seen[SHOWN + rider] != NO_CARD:
            out[2 + turn * RIDER + CARDS + seen[SHOWN + rider]] = FULL


@rule
def of_rider(seen: Ints, rider: int, out: Int8s) -> None:
    """A rider's time behind the best, their places overall and in the stage, exhaustion, and trait."""
    seconds, place = seen[SECONDS + rider], seen[PLACE + rider]
    out[0] = FULL * (seconds == OUT)
    if seconds != OUT:
        behind = seconds - best_time(seen)
        out[1], out[2] = units(behind, 2 * ROW), units(behind, 2 * MINUTE)
        out[3] = units(seconds, 4 * MINUTE)
    out[4] = FULL * (place > 0)
    out[5] = FULL * (place == 0 and seen[RACE + SQUARE + rider] == NOWHERE)
    out[6] = units(seen[RACE + UNREVEALED + EXHAUSTION * RIDERS + rider], 2)
    out[7] = units(seen[LATEST + rider], 4)
    out[8] = FULL * (seen[TRAIT + rider] != NO_TRAIT)
    out[9] = FULL * seen[USED + rider]
    overall = place_overall(seen, rider)
    if overall <= POINTS:
        out[9 + overall] = FULL
    if 0 < place <= POINTS:
        out[9 + POINTS + place] = FULL
    if seen[TRAIT + rider] != NO_TRAIT:
        out[9 + 2 * POINTS + seen[TRAIT + rider]] = FULL


@rule
def best_time(seen: Ints) -> int:
    """The time of whoever leads the general classification."""
    best = -1
    for rider in range(RIDERS):
        if takes_part(seen, rider // 2) and seen[SECONDS + rider] != OUT:
            best = seen[SECONDS + rider] if best < 0 else min(best, seen[SECONDS + rider])
    return max(0, best)


@rule
def of_trait(seen: Ints, rider: int, out: Int8s) -> None:
    """How much further every card takes an own rider by their trait, as long as it is not spent."""
    trait, start = seen[TRAIT + rider], seen[RACE + SQUARE + rider]
    if start != NOWHERE and not seen[USED + rider]:
        for kind in range(KINDS):
            energy = energy_of(kind)
            more = int(raises(trait) or (trait == MONSIEUR_CHRONO and kind == EXHAUSTION))
            limit = CLIMBING_LIMIT + int(trait == IL_PIRATA)
            further = reach(seen[RACE:], start, energy + more, limit)
            out[kind] = units(further - reach(seen[RACE:], start, energy), 1)
