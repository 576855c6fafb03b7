"""What a seat cannot know, and what it knows as numbers: all but what others are just composing (Z10.2)."""

import numpy as np

from gruppetto.games.due_ruote.rules.codes import (
    KEPT,
    MOST_EFFORT,
    NO_CARD,
    NOBODY,
    OFFERED,
    RIDERS,
    ROUTE,
    SEATS,
    TEAM,
    TERRAINS,
    UNDECIDED,
    Step,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.trial import next_to_start, set_effort, tokens_to_set
from gruppetto.games.due_ruote.rules.turn import clear_entries, forget_composition
from gruppetto.kernel.chance import fraction_of, replant, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

PER_RIDER = 5 + TERRAINS + 7
PER_SEAT = 4 + OFFERED + KEPT + 4
GENERAL = 20
COMPOSITION = 3 + TEAM
OBSERVATION = GENERAL + ROUTE + SEATS * PER_SEAT + RIDERS * PER_RIDER + COMPOSITION


@rule
def forget(race: Race, seat: int, seed: np.uint64) -> None:
    """Chance to come, and what another player is composing: as if he had not begun."""
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
def observe(race: Race, seat: int, out: Ints) -> None:
    """The race, the route, every team and rider (one's own first), and what one is composing."""
    own = max(0, seat)
    observe_race(race, own, out)
    at = GENERAL
    for turn in range(ROUTE):
        out[at + turn] = race.route[turn] if turn < race.planned else NO_CARD
    at += ROUTE
    for step in range(SEATS):
        observe_team(race, (own + step) % SEATS, out[at : at + PER_SEAT])
        at += PER_SEAT
    for step in range(SEATS):
        for number in range(TEAM):
            rider = TEAM * ((own + step) % SEATS) + number
            observe_rider(race, rider, out[at : at + PER_RIDER])
            if race.step != Step.TRIAL or rider // TEAM == seat:
                out[at + PER_RIDER - 1] = race.effort[rider]
            at += PER_RIDER
    observe_composition(race, seat, out[at:])


@rule
def observe_race(race: Race, own: int, out: Ints) -> None:
    """Where the race stands; seats are counted from one's own."""
    out[0], out[1], out[2], out[3] = race.step, race.setup.seats, race.turn, race.setup.turns
    out[4], out[5], out[6], out[7] = race.terrain, race.pace, race.increases, race.setup.most_fatigue
    out[8], out[9] = seen_from(race, own, race.first), seen_from(race, own, race.pawn)
    out[10], out[11] = seen_from(race, own, race.claimed), seen_from(race, own, race.decider)
    public = race.step != Step.ACTIVITY
    out[12] = race.activity if public else 0
    out[17], out[18], out[19] = race.goal, race.fed, race.stage
    out[13], out[14], out[15], out[16] = race.rights, race.right_sum, race.lefts, race.left_sum


@rule
def seen_from(race: Race, own: int, seat: int) -> int:
    """How many seats to the left somebody sits, or NOBODY."""
    return seat if seat < 0 else (seat - own) % race.setup.seats


@rule
def observe_team(race: Race, seat: int, out: Ints) -> None:
    """A team's tokens, whether it has passed, and its event cards."""
    out[0], out[1] = race.tokens[seat], race.special[seat]
    out[2], out[3] = race.spent[seat], race.passed[seat]
    out[4], out[5], out[6], out[7] = race.laid[seat], race.due[seat], race.bonked[seat], race.fined[seat]
    for card in range(OFFERED):
        out[8 + card] = race.offered[seat, card]
    for card in range(KEPT):
        out[8 + OFFERED + card] = race.events[seat, card]


@rule
def observe_rider(race: Race, rider: int, out: Ints) -> None:
    """Where a rider is, how tired, what is on his card, and what he is doing on a sheet."""
    out[:] = 0
    card = race.card[rider]
    if card == NO_CARD:
        return
    out[0], out[1], out[2] = race.place[rider], race.head[rider], race.fatigue[rider]
    out[3], out[4] = race.retired[rider], role_of(race, rider)
    for terrain in range(TERRAINS):
        out[5 + terrain] = race.setup.speed[card, terrain]
    out[9], out[10] = race.setup.sprint[card], race.setup.worth[card]
    out[11], out[12], out[13] = race.energised[rider], race.green[rider], race.cyclamen[rider]
    out[14] = race.time[rider]


@rule
def role_of(race: Race, rider: int) -> int:
    """What a rider does on the challenge sheet or on the sprint sheet: a role, or a column from 10 on."""
    for slot in range(race.rights):
        if race.right_rider[slot] == rider:
            return race.right_role[slot]
    for slot in range(race.lefts):
        if race.left_rider[slot] == rider:
            return 3
    for column in range(race.columns):
        if race.column_rider[column] == rider:
            return 10 + column
    return 0


@rule
def observe_composition(race: Race, seat: int, out: Ints) -> None:
    """What one is composing oneself: the activity, its subject, the riders with their roles."""
    out[:] = 0
    if race.decider != seat:
        return
    out[0], out[1], out[2] = race.activity, race.chosen, race.cancels
    for entry in range(race.entries):
        out[3 + race.entry_rider[entry] % TEAM] = race.entry_role[entry]
