"""A sensible rider for Due Ruote: eats what he can, saves special tokens, attacks late, chases in time.

`domestique` looks only at what his seat may know. Worth is counted in points of no deeper meaning.
"""

import numpy as np

from gruppetto.games.due_ruote.challenges import slot_fatigue
from gruppetto.games.due_ruote.classification import column_of
from gruppetto.games.due_ruote.outcomes import price_of_break
from gruppetto.games.due_ruote.peloton import in_bunch, in_head, rides, speed_of
from gruppetto.games.due_ruote.record import (
    ACTIVITY,
    BREAK_AWAY,
    CANCEL,
    CARD,
    COLUMN,
    CONTROL,
    DO,
    DRINK,
    EAT,
    ENERGY,
    FINISH,
    FRESH,
    GO_TO_HEAD,
    HELP,
    JOINING,
    LAST,
    LINE_UP,
    MOST_RIGHT,
    OBSTRUCT,
    OBSTRUCTER,
    OPPONENT,
    PASS,
    PAY,
    PERFORM,
    PERFORMER,
    RAISE_PACE,
    RESPONSE,
    RIDER,
    SECTORS,
    SLOW_DOWN,
    SMALL_WEAR,
    SPEED_UP,
    SPEND,
    START,
    TARGET,
    TEAM,
    TERRAIN,
    TERRAINS,
    WEAR_TEAM,
    WISH,
    WISH_BREAK,
    WISH_PACE,
    WORN_OUT,
    Race,
)
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

JITTER = 9  # so that two of them are not of one mind
NEVER = -1000
RELIEF = 8  # what a point of fatigue taken off is worth
LATE = 2  # turns to go when the finale begins
CHASE = 4  # turns to go when a break must be brought back
IN_HEAD_AT_START = 3


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """The action with the highest worth, near ties broken by chance."""
    best, choice = -(1 << 30), actions[0]
    for index in range(found):
        jitter, fraction = share(fraction, JITTER)
        worth = worth_of(race, seat, actions[index]) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of(race: Race, seat: int, action: int) -> int:
    """What an action promises."""
    if action == PASS:
        return worth_of_passing(race, seat)
    if action < DO:
        return NEVER if action == CANCEL else JITTER * (action == LAST)
    if action < RIDER:
        return worth_of_activity(race, seat, action - DO)
    if action < PERFORM:
        return worth_of_subject(race, seat, action)
    if action < PAY:
        return worth_of_entry(race, seat, action)
    if action < SECTORS:
        return worth_of_paying(race, action - PAY)
    if action < CARD:
        return worth_of_going_clear(race, seat, action)
    if action < COLUMN:
        return worth_of_component(race, seat, action)
    return worth_in_sprint(race, seat, action)


# --- what matters -----------------------------------------------------------------------------------


@rule
def to_go(race: Race) -> int:
    """Turns to come after this one."""
    return race.setup.turns - race.turn


@rule
def sprint_of(race: Race, rider: int) -> int:
    """What a rider would bring into a sprint, without help."""
    return race.setup.sprint[race.card[rider]] - max(0, race.fatigue[rider] - FRESH)


@rule
def leader_of(race: Race, seat: int) -> int:
    """The rider a team rides for."""
    best, leader = NEVER, TEAM * seat
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider) and sprint_of(race, rider) > best:
            best, leader = sprint_of(race, rider), rider
    return leader


@rule
def best_break(race: Race, seat: int, own: bool) -> int:
    """The foremost sector of a break with an own rider in it, or an opposing one; 0 without one."""
    sector = 0
    for rider in range(TEAM * race.setup.seats):
        if (rider // TEAM == seat) == own and rides(race, rider):
            sector = max(sector, race.place[rider])
    return sector


@rule
def is_threatened(race: Race, seat: int) -> bool:
    """Whether others are further ahead than any rider of this team."""
    return best_break(race, seat, False) > best_break(race, seat, True)


@rule
def most_tired(race: Race, seat: int) -> int:
    """The highest fatigue in a team."""
    fatigue = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider):
            fatigue = max(fatigue, race.fatigue[rider])
    return fatigue


@rule
def own_in_head(race: Race, seat: int) -> int:
    """How many of the team ride in the head."""
    count = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        count += in_head(race, rider)
    return count


# --- before the race --------------------------------------------------------------------------------


@rule
def worth_of_component(race: Race, seat: int, action: int) -> int:
    """A rider for his speeds and his sprint, less his price; a terrain that suits the team."""
    if action < TERRAIN:
        card = action - CARD
        strength = 3 * race.setup.sprint[card] - 11 * race.setup.worth[card]
        for terrain in range(TERRAINS):
            strength += 5 * race.setup.speed[card, terrain]
        return strength
    own, others = 0, 0
    for rider in range(TEAM * race.setup.seats):
        speed = race.setup.speed[race.card[rider], action - TERRAIN]
        own += speed * (rider // TEAM == seat)
        others += speed * (rider // TEAM != seat)
    return 2 * own - 2 * others // (race.setup.seats - 1)


# --- activities -------------------------------------------------------------------------------------


@rule
def worth_of_passing(race: Race, seat: int) -> int:
    """Base tokens are for spending, special ones for keeping."""
    if race.step == ACTIVITY:
        return 0 if race.tokens[seat] > 0 else 500
    if race.step == START:
        return 10 * (own_in_head(race, seat) >= IN_HEAD_AT_START)
    if race.step == RESPONSE:
        return 25 if race.tokens[seat] > 0 else 60
    return 500 if race.step in (CONTROL, LINE_UP) else 12


@rule
def worth_of_activity(race: Race, seat: int, activity: int) -> int:
    """Food first; attacks and chases when the finish is near."""
    late = to_go(race) <= LATE
    if activity in (EAT, DRINK, ENERGY):
        relief = 4 if activity == EAT else 1 if activity == DRINK else 6
        return RELIEF * min(relief, most_tired(race, seat)) + most_tired(race, seat) // 2
    if activity == GO_TO_HEAD:
        return 70 * (late and in_bunch(race, leader_of(race, seat))) + 30 * (own_in_head(race, seat) < 2)
    if activity == RAISE_PACE:
        return (62 if to_go(race) <= CHASE else 30) * is_threatened(race, seat) - 10
    if activity == BREAK_AWAY:
        return worth_of_breaking(race, seat)
    if activity == SPEED_UP:
        return 44 if late and is_threatened(race, seat) else 12
    if activity == SMALL_WEAR:
        return 30 if is_threatened(race, seat) else 6
    return 16 * (activity == WEAR_TEAM) - 20 * (activity == SLOW_DOWN)


@rule
def worth_of_breaking(race: Race, seat: int) -> int:
    """The nearer the finish the better, and not behind others who are ahead already."""
    if best_break(race, seat, True) > 0:
        return 5
    return 48 if to_go(race) == 0 else 34 if to_go(race) <= LATE else 22


@rule
def worth_of_subject(race: Race, seat: int, action: int) -> int:
    """Whom to feed, to send, to wear down."""
    if action >= OPPONENT:
        return sprint_of(race, leader_of(race, action - OPPONENT))
    if action >= TARGET:
        rider = action - TARGET
        return 10 * race.place[rider] + sprint_of(race, rider) - 100 * (race.fatigue[rider] >= WORN_OUT)
    rider = TEAM * seat + action - RIDER
    if race.step == START:
        return 2 * race.setup.speed[race.card[rider], race.route[0]]
    if race.step == ACTIVITY and race.activity in (EAT, DRINK, ENERGY):
        return 4 * race.fatigue[rider] + 6 * (rider == leader_of(race, seat)) + 4 * race.place[rider]
    if race.step == LINE_UP:
        return 20 * sprint_of(race, rider)
    if race.step == JOINING:
        return 24 - race.fatigue[rider]
    return 4 * race.place[rider] - race.fatigue[rider]


@rule
def worth_of_entry(race: Race, seat: int, action: int) -> int:
    """A rider for the sheet: fast, fresh, and in the right part."""
    rider = TEAM * seat + (action - PERFORM) % TEAM
    role = PERFORMER if action < HELP else OBSTRUCTER if action >= OBSTRUCT else 0
    worth = 3 * speed_of(race, rider) - 2 * race.fatigue[rider] - 3 * slot_fatigue(race, role, race.entries)
    leads = rider == leader_of(race, seat)
    if race.step == RESPONSE:
        return worth + worth_of_side(race, seat, role, action) - 8 * leads
    if race.activity == RAISE_PACE:
        return worth - 10 * leads + 20 * (role == PERFORMER and race.entries == 0)
    if role == PERFORMER:
        return worth + 12 * leads + 20 * (race.entries == 0)
    return worth


@rule
def worth_of_side(race: Race, seat: int, role: int, action: int) -> int:
    """Against a break that is dangerous, for a pace that brings one back, otherwise as little as possible."""
    if race.activity == RAISE_PACE:
        chase = is_threatened(race, seat)
        return 30 * (chase == (action < OBSTRUCT)) - 20 * race.entries
    if race.activity == BREAK_AWAY and role == OBSTRUCTER:
        if race.left_sum + entries_speed(race) > race.right_sum:
            return -40
        return (45 if to_go(race) <= CHASE else 18) if can_stop(race, seat) else -40
    return -20


@rule
def can_stop(race: Race, seat: int) -> bool:
    """Whether a player's own riders in the head could outdo the right side for the tokens he has."""
    speed, riders = race.left_sum, 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if in_head(race, rider) and riders < min(race.tokens[seat], MOST_RIGHT):
            speed += speed_of(race, rider)
            riders += 1
    return speed > race.right_sum


@rule
def entries_speed(race: Race) -> int:
    """The speed of the riders about to be placed."""
    speed = 0
    for entry in range(race.entries):
        speed += speed_of(race, race.entry_rider[entry])
    return speed


@rule
def worth_of_paying(race: Race, special: int) -> int:
    """Enough is enough; with base tokens if at all possible."""
    obstructs = race.step == RESPONSE and race.entries > 0 and race.entry_role[0] == OBSTRUCTER
    short = obstructs and race.left_sum + entries_speed(race) <= race.right_sum
    return 18 - 40 * special - 10 * short


@rule
def worth_of_going_clear(race: Race, seat: int, action: int) -> int:
    """As far as the legs allow; out of a free pace only when it is late."""
    if action >= WISH:
        if action - WISH == WISH_BREAK:
            return 40 * (to_go(race) <= LATE) - most_tired(race, seat) // 2
        return 25 * (action - WISH == WISH_PACE and is_threatened(race, seat))
    sectors = action - SECTORS
    ahead = best_break(race, seat, False)
    tired = max(0, most_tired(race, seat) + price_of_break(sectors) - FRESH)
    return 9 * min(sectors, ahead + 2) + 2 * sectors - 5 * tired


# --- the finish -------------------------------------------------------------------------------------


@rule
def worth_in_sprint(race: Race, seat: int, action: int) -> int:
    """Everything for the best sprinter."""
    if action < SPEND:
        return 20 * sprint_of(race, race.column_rider[action - COLUMN])
    leader, best = -1, NEVER
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if column_of(race, rider) >= 0 and sprint_of(race, rider) > best:
            leader, best = rider, sprint_of(race, rider)
    wanted = 20 if race.chosen == leader and race.goal == FINISH else -20
    return wanted * (action - SPEND)
