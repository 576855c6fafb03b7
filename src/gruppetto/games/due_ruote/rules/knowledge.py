"""What a seat cannot know, and what it knows as numbers: all but what others are just composing (Z10.2)."""

import numpy as np

from gruppetto.games.due_ruote.rules.codes import (
    KEPT,
    MOST_EFFORT,
    NO_CARD,
    NOBODY,
    NOTHING,
    OFFERED,
    RIDERS,
    ROUTE,
    SEATS,
    TEAM,
    TERRAINS,
    UNDECIDED,
    Role,
    Step,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.trial import next_to_start, set_effort, tokens_to_set
from gruppetto.games.due_ruote.rules.turn import clear_entries, forget_composition
from gruppetto.kernel.chance import fraction_of, replant, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FIXED, MOMENT = 2, 18
PER_SEAT, PER_RIDER = 8 + OFFERED + KEPT, 12 + TERRAINS
COMPOSITION = 3 + TEAM
OBSERVATION = FIXED + MOMENT + ROUTE + SEATS * PER_SEAT + RIDERS * PER_RIDER + COMPOSITION
OBSTRUCTER = int(Role.OBSTRUCT)  # as a rule returns it, beside numbers
IN_COLUMN = 10  # a sprinter does this and the number of their column


@rule
def forget(race: Race, seat: int, seed: np.uint64) -> None:
    """Chance to come, and what another player is composing: as if they had not begun."""
    replant(race, seed)
    if race.step == Step.TRIAL:
        forget_efforts(race, seat, seed)
    if race.decider != seat:
        withdraw(race)
        race.cancels = 0


@rule
def forget_efforts(race: Race, seat: int, seed: np.uint64) -> None:
    """Tokens others have set in a time trial: any that they could have set, or none as yet (Z11.6)."""
    for other in range(race.setup.seats):
        if other != seat:
            complete = next_to_start(race, other) == NOBODY
            for rider in range(TEAM * other, TEAM * other + TEAM):
                race.effort[rider] = UNDECIDED
            while complete and next_to_start(race, other) != NOBODY:
                rider = next_to_start(race, other)
                most = min(MOST_EFFORT, tokens_to_set(race, other))
                tokens, _ = share(fraction_of(seed, rider), most + 1)
                set_effort(race, other, tokens)


@rule
def withdraw(race: Race) -> None:
    """Back to the beginning of a composition."""
    if race.step == Step.ACTIVITY:
        forget_composition(race)
    elif race.step == Step.RESPONSE:
        clear_entries(race)


@rule
def observe_fixed(race: Race, out: Ints) -> int:
    """What never changes during a race."""
    out[0], out[1] = race.setup.seats, race.setup.most_fatigue
    return FIXED


@rule
def observe(race: Race, seat: int, out: Ints) -> None:
    """The race, the route, every team and rider (one's own first), and what one is composing."""
    observe_moving(race, seat, out[observe_fixed(race, out) :])


@rule
def observe_moving(race: Race, seat: int, out: Ints) -> None:
    """The same without what never changes."""
    own, at = max(0, seat), MOMENT
    observe_race(race, own, out)
    for turn in range(ROUTE):
        out[at + turn] = race.route[turn] if turn < race.planned else NO_CARD
    at += ROUTE
    for step in range(SEATS):
        observe_team(race, seat_at(race, own, step), out[at + step :])
    at += SEATS * PER_SEAT
    for step in range(RIDERS):
        whose = seat_at(race, own, step // TEAM)
        observe_rider(race, TEAM * whose + step % TEAM, whose == seat, out[at + step :])
    observe_composition(race, seat, out[at + RIDERS * PER_RIDER :])


@rule
def observe_race(race: Race, own: int, out: Ints) -> None:
    """Where the race stands; seats are counted from one's own."""
    out[0], out[1], out[2], out[3] = race.step, race.stage, race.turn, race.setup.turns
    out[4], out[5], out[6] = race.terrain, race.pace, race.increases
    out[7], out[8] = seen_from(race, own, race.first), seen_from(race, own, race.pawn)
    out[9], out[10] = seen_from(race, own, race.claimed), seen_from(race, own, race.decider)
    out[11] = race.activity if race.step != Step.ACTIVITY else NOTHING
    out[12], out[13], out[14], out[15] = race.rights, race.right_sum, race.lefts, race.left_sum
    out[16], out[17] = race.goal, race.fed


@rule
def seen_from(race: Race, own: int, seat: int) -> int:
    """How many seats to the left somebody sits, or NOBODY."""
    return seat if seat < 0 else (seat - own) % race.setup.seats


@rule
def seat_at(race: Race, own: int, step: int) -> int:
    """Who sits so many seats to the left; behind the last player the empty seats."""
    return (own + step) % race.setup.seats if step < race.setup.seats else step


@rule
def observe_team(race: Race, seat: int, out: Ints) -> None:
    """A team's tokens, whether it has passed, and its event cards; each SEATS numbers on."""
    out[0], out[SEATS] = race.tokens[seat], race.special[seat]
    out[2 * SEATS], out[3 * SEATS] = race.spent[seat], race.passed[seat]
    out[4 * SEATS], out[5 * SEATS] = race.laid[seat], race.due[seat]
    out[6 * SEATS], out[7 * SEATS] = race.bonked[seat], race.fined[seat]
    for card in range(OFFERED):
        out[(8 + card) * SEATS] = race.offered[seat, card]
    for card in range(KEPT):
        out[(8 + OFFERED + card) * SEATS] = race.events[seat, card]


@rule
def observe_rider(race: Race, rider: int, own: bool, out: Ints) -> None:
    """Where a rider is, how tired, what is on the card, what they do on a sheet; each RIDERS numbers on."""
    for number in range(PER_RIDER):
        out[number * RIDERS] = 0
    if own or race.step != Step.TRIAL:
        out[0] = race.effort[rider]
    card = race.card[rider]
    if card == NO_CARD:
        return
    out[RIDERS], out[2 * RIDERS] = race.place[rider], race.head[rider]
    out[3 * RIDERS], out[4 * RIDERS] = race.fatigue[rider], race.retired[rider]
    out[5 * RIDERS], out[6 * RIDERS] = role_of(race, rider), race.energised[rider]
    out[7 * RIDERS], out[8 * RIDERS] = race.green[rider], race.cyclamen[rider]
    out[9 * RIDERS] = race.time[rider]
    out[10 * RIDERS], out[11 * RIDERS] = race.setup.sprint[card], race.setup.worth[card]
    for terrain in range(TERRAINS):
        out[(12 + terrain) * RIDERS] = race.setup.speed[card, terrain]


@rule
def role_of(race: Race, rider: int) -> int:
    """What a rider does on the challenge sheet or on the sprint sheet: a role, or a column from 10 on."""
    for slot in range(race.rights):
        if race.right_rider[slot] == rider:
            return race.right_role[slot]
    for slot in range(race.lefts):
        if race.left_rider[slot] == rider:
            return OBSTRUCTER
    for column in range(race.columns):
        if race.column_rider[column] == rider:
            return IN_COLUMN + column
    return NOTHING


@rule
def observe_composition(race: Race, seat: int, out: Ints) -> None:
    """What one is composing oneself: the activity, its subject, the riders with their roles."""
    out[:] = 0
    if race.decider != seat:
        return
    out[0], out[1], out[2] = race.activity, race.chosen, race.cancels
    for entry in range(race.entries):
        out[3 + race.entry_rider[entry] % TEAM] = race.entry_role[entry]
