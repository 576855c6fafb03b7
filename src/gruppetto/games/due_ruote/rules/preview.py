"""What a choice would do, as far as it is certain, and what the table comes to as it stands (Z7 to Z9)."""

from enum import IntEnum

from gruppetto.games.due_ruote.rules.activities import (
    SPEED_UP_FATIGUE,
    do_alone,
    go_forward,
    join,
    subject_of,
)
from gruppetto.games.due_ruote.rules.challenges import add_entry, entries_cost, slot_fatigue
from gruppetto.games.due_ruote.rules.classification import column_of
from gruppetto.games.due_ruote.rules.codes import (
    COLUMNS,
    COST,
    LEFT_SHEET,
    NOTHING,
    RIDERS,
    RIGHT_SHEET,
    TEAM,
    UNDECIDED,
    Action,
    Activity,
    Misfortune,
    Role,
    Step,
)
from gruppetto.games.due_ruote.rules.control import answer_control
from gruppetto.games.due_ruote.rules.event_cards import due_card, strike
from gruppetto.games.due_ruote.rules.fatigue import road_of
from gruppetto.games.due_ruote.rules.outcomes import succeeds
from gruppetto.games.due_ruote.rules.peloton import rides, speed_of
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.sprint import PER_TOKEN, helpers_of, spend, tired_legs, value_of
from gruppetto.games.due_ruote.rules.trial import next_to_start, set_effort, time_of
from gruppetto.games.due_ruote.rules.turn import pay
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

Foreseen = IntEnum("Foreseen", "BECOMES STRIKES WEIGHS SPRINTS RIDES", start=1)  # each is a message
BECOMES, STRIKES, WEIGHS, SPRINTS, RIDES = map(int, Foreseen)  # as a rule returns them, beside nothing
FORESEEN = 4  # numbers at most

# Where `reckon` writes what.
SUMS, PUBLIC, RIGHT = 0, 3, 4  # both sides and how it ends, with what is composed and without; slots
LEFT = RIGHT + RIGHT_SHEET
ROADS = LEFT + LEFT_SHEET
TRIALS = ROADS + RIDERS
HELPERS = TRIALS + RIDERS
TIRED = HELPERS + COLUMNS
VALUES = TIRED + COLUMNS
RECKONED = VALUES + COLUMNS


@rule
def preview(race: Race, seat: int, code: int, out: Ints) -> int:
    """What is foreseen of a choice, its numbers written to `out`; the record rides on, so give a copy."""
    if Action.RIDER <= code < Action.OPPONENT:
        return becomes(race, seat, code, out)
    if Action.PERFORM <= code < Action.PAY:
        add_entry(race, seat, code)
        weigh(race, out)
        return WEIGHS
    if Action.PAY <= code < Action.SECTORS:
        return strikes(race, seat, code - Action.PAY, out)
    if Action.SPEND <= code < Action.EVENT:
        return scores(race, seat, code - Action.SPEND, out)
    return NOTHING


@rule
def becomes(race: Race, seat: int, action: int, out: Ints) -> int:
    """Where a rider will be, and how tired (Z7.1 to Z7.6, Z7.12, Z11.3, Z11.4)."""
    rider, silent = subject_of(seat, action), race.script[:0]
    if race.step == Step.JOINING:
        join(race, seat, action, silent)
    elif race.step == Step.CONTROL:
        answer_control(race, seat, action, silent)
    elif race.step == Step.MISHAP:
        strike(race, seat, Misfortune.CRAMP, rider, silent)
    elif race.step != Step.ACTIVITY:
        return NOTHING
    elif race.activity == Activity.SPEED_UP:
        go_forward(race, rider, SPEED_UP_FATIGUE, silent)
    else:
        do_alone(race, seat, race.activity, rider, silent)
    out[0], out[1], out[2], out[3] = rider, race.place[rider], race.head[rider], race.fatigue[rider]
    return BECOMES


@rule
def strikes(race: Race, seat: int, special: int, out: Ints) -> int:
    """The event cards that a payment fills, in the order in which they strike (Z11.4)."""
    challenge = race.activity >= Activity.GO_TO_HEAD
    pay(race, seat, entries_cost(race) if challenge else COST[race.activity], special)
    found = 0
    while race.due[seat] > 0:
        out[found] = race.events[seat, due_card(race, seat)]
        race.due[seat] -= 1
        found += 1
    out[found] = NOTHING
    return STRIKES if found > 0 else NOTHING


@rule
def scores(race: Race, seat: int, tokens: int, out: Ints) -> int:
    """What a rider sprints with, or rides for against the clock (Z9.7, Z11.6)."""
    if race.step == Step.TRIAL:
        out[0] = next_to_start(race, seat)
        set_effort(race, seat, tokens)
        out[1] = time_of(race, out[0])
        return RIDES
    spend(race, seat, tokens, race.script[:0])
    out[0], out[1] = race.chosen, value_of(race, column_of(race, race.chosen))
    return SPRINTS


# --- what the sheets come to ------------------------------------------------------------------------


@rule
def weigh(race: Race, out: Ints) -> None:
    """Both sides of a challenge with the riders about to be placed, and how it would end (Z7.8.6, Z7.8.7)."""
    right, left = race.right_sum, race.left_sum
    for entry in range(race.entries):
        if race.entry_role[entry] == Role.OBSTRUCT:
            left += speed_of(race, race.entry_rider[entry])
        else:
            right += speed_of(race, race.entry_rider[entry])
    out[0], out[1], out[2] = right, left, succeeds(race, right, left)


@rule
def reckon(race: Race, out: Ints) -> None:
    """What can be worked out from all that lies on the table, as it stands."""
    weigh(race, out[SUMS:])
    out[PUBLIC] = succeeds(race, race.right_sum, race.left_sum)
    for slot in range(RIGHT_SHEET):
        out[RIGHT + slot] = slot_fatigue(race, Role.PERFORM, slot - race.rights)
    for slot in range(LEFT_SHEET):
        out[LEFT + slot] = slot_fatigue(race, Role.OBSTRUCT, slot - race.lefts)
    for rider in range(TEAM * race.setup.seats):
        out[ROADS + rider] = road_of(race, rider) if race.turn > 0 and rides(race, rider) else 0
        out[TRIALS + rider] = time_of(race, rider) if race.effort[rider] != UNDECIDED else 0
    for column in range(race.columns):
        out[HELPERS + column] = helpers_of(race, column)
        out[TIRED + column] = tired_legs(race, race.column_rider[column])
        undecided = min(0, race.column_tokens[column])
        out[VALUES + column] = value_of(race, column) - PER_TOKEN * undecided
