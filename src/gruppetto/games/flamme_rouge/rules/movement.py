"""The movement phase: order, distance, mountains, and where a rider ends (FR4)."""

from gruppetto.games.flamme_rouge.rules.cards import EMPTY, card
from gruppetto.games.flamme_rouge.rules.energy import turn_up
from gruppetto.games.flamme_rouge.rules.options import Team
from gruppetto.games.flamme_rouge.rules.record import (
    ASCENT,
    ATTACK,
    ATTACK_FRONT,
    ATTACK_REAR,
    BOTH_LANES,
    CLIMBING_LIMIT,
    DESCENDING_MINIMUM,
    DESCENT,
    EXHAUSTION,
    EXHAUSTION_VALUE,
    HAND,
    LEFT,
    NO_CARD,
    NOWHERE,
    RIGHT,
    ROULEUR,
    Race,
    Reason,
    Told,
)
from gruppetto.games.flamme_rouge.rules.traits import bonus, climbing_limit
from gruppetto.kernel.chance import chance
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def reveal(race: Race, trace: Ints) -> None:
    """Turn over all played cards; the dummy teams turn up theirs (FR4.1, FR9)."""
    for seat in range(race.setup.seats):
        if race.setup.team[seat] != Team.PLAYER:
            play_for_dummy(race, seat)
    for turn in range(2 * race.setup.seats):
        rider = race.order[turn]
        race.revealed[rider] = race.played[rider]
        bury(race, rider)
        if race.square[rider] != NOWHERE:
            note(trace, Told.REVEALED, rider, race.played[rider])


@rule
def bury(race: Race, rider: int) -> None:
    """Remember what the revealed card says of the recycled ones, if their deck was shuffled for this hand.

    Of the hand, the early cards hold few exhaustion cards, the late ones may be nothing else.
    """
    if race.early[rider] > 0:
        late = HAND - race.early[rider]
        race.most_exhausted[rider] += late - (race.revealed[rider] == EXHAUSTION)
        race.buried[rider], race.early[rider] = HAND - 1, 0


@rule
def play_for_dummy(race: Race, seat: int) -> None:
    """Turn up a card for each rider of a dummy team who is on the road (FR9, GT3)."""
    for rider in range(2 * seat, 2 * seat + 2):
        if race.square[rider] != NOWHERE:
            race.played[rider] = card_of_dummy(race, rider)


@rule
def card_of_dummy(race: Race, rider: int) -> int:
    """The top card of their own deck; of Peloton's one deck a single card for both (FR9)."""
    if race.setup.team[rider // 2] != Team.PELOTON:
        return top_card(race, rider)
    mate = rider ^ 1
    return top_card(race, rider | ROULEUR) if race.played[mate] == NO_CARD else race.played[mate]


@rule
def top_card(race: Race, rider: int) -> int:
    """The next card of a dummy's deck; an empty one plays 2 (FR9)."""
    if race.deck[rider] == EMPTY:
        return EXHAUSTION
    kind, _ = turn_up(race, rider, race.deck[rider], chance(race, rider))
    race.deck[rider] -= card(kind)
    return kind


@rule
def line_up(race: Race) -> None:
    """Put the riders in order, front-most first (FR4.1); whoever left the road comes last."""
    for turn in range(1, 2 * race.setup.seats):
        rider, at = race.order[turn], turn
        while at > 0 and ahead(race, rider, race.order[at - 1]):
            race.order[at] = race.order[at - 1]
            at -= 1
        race.order[at] = rider


@rule
def ahead(race: Race, rider: int, other: int) -> bool:
    """Nearer to the finish, or on the same square in the right lane (FR4.1, FR6.1)."""
    if race.square[rider] != race.square[other]:
        return race.square[rider] > race.square[other]
    return race.lane[rider] < race.lane[other]


@rule
def movement(race: Race, trace: Ints, traits: Ints | None = None) -> None:
    """All riders move, front-most first (FR4.1)."""
    for turn in range(2 * race.setup.seats):
        rider = race.order[turn]
        if race.square[rider] != NOWHERE:
            kind = race.revealed[rider]
            energy = value(race, rider, kind) + bonus(rider, kind, traits)
            advance(race, rider, energy, trace, climbing_limit(rider, traits))


@rule
def value(race: Race, rider: int, kind: int) -> int:
    """How far a card says to go (FR1.3, FR9)."""
    if kind == EXHAUSTION:
        return EXHAUSTION_VALUE
    if kind == ATTACK:
        return ATTACK_FRONT if ahead(race, rider, rider ^ 1) else ATTACK_REAR
    return kind


@rule
def advance(race: Race, rider: int, energy: int, trace: Ints, limit: int = CLIMBING_LIMIT) -> None:
    """Ride to the target square, or to the nearest one before it with a free lane (FR4.2, FR4.3)."""
    start = race.square[rider]
    reach = start + distance(race, start, energy, limit)
    leave(race, rider)
    target = reach
    while target > start and race.taken[target] == BOTH_LANES:
        target -= 1
    stand(race, rider, target, free_lane(race, target))
    if len(trace) > 0:
        note(
            trace,
            Told.MOVED,
            rider,
            start,
            target,
            race.lane[rider],
            held_by(race, start, energy, reach, target),
        )


@rule
def distance(race: Race, start: int, energy: int, limit: int = CLIMBING_LIMIT) -> int:
    """How far so much energy carries a rider over the terrain ahead (FR4.4 to FR4.7)."""
    if race.setup.terrain[start] == DESCENT:
        energy = max(energy, DESCENDING_MINIMUM)
    energy = min(energy, race.setup.last_square - start)
    if energy <= limit:
        return energy
    for step in range(energy + 1):
        if race.setup.terrain[start + step] == ASCENT:
            return max(limit, step - 1)
    return energy


@rule
def free_lane(race: Race, square: int) -> int:
    """Right, unless somebody rides there (FR4.3)."""
    return LEFT if race.taken[square] & (1 << RIGHT) else RIGHT


@rule
def stand(race: Race, rider: int, square: int, lane: int) -> None:
    """Put a rider on a free lane (FR1.5)."""
    race.square[rider], race.lane[rider] = square, lane
    race.taken[square] |= 1 << lane


@rule
def leave(race: Race, rider: int) -> None:
    """Take a rider off their lane."""
    race.taken[race.square[rider]] &= ~(1 << race.lane[rider])


@rule
def climbs(race: Race, start: int, reach: int) -> bool:
    """Whether a move touches an ascent."""
    for square in range(start, reach + 1):
        if race.setup.terrain[square] == ASCENT:
            return True
    return False


@rule
def held_by(race: Race, start: int, energy: int, reach: int, target: int) -> int:
    """What made a move differ from its energy, for the reader of the log."""
    reasons = 0
    if race.setup.terrain[start] == DESCENT and energy < DESCENDING_MINIMUM:
        reasons |= Reason.DESCENT
        energy = DESCENDING_MINIMUM
    if start + energy > race.setup.last_square:
        reasons |= Reason.ROADS_END
        energy = race.setup.last_square - start
    if reach < start + energy:
        reasons |= Reason.CLIMB if climbs(race, start, reach) else Reason.FOOT
    if target < reach:
        reasons |= Reason.RIDERS
    return reasons
