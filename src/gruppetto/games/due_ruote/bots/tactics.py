"""A sensible rider for Due Ruote: eats what they can, saves special tokens, attacks late, chases in time.

`domestique` looks only at what their seat may know. Worth is counted in points of no deeper meaning.
"""

import numpy as np

from gruppetto.games.due_ruote.rules.challenges import slot_fatigue
from gruppetto.games.due_ruote.rules.classification import column_of
from gruppetto.games.due_ruote.rules.codes import (
    COST,
    FRESH,
    MOST_LEFT,
    MOST_RIGHT,
    NO_CARD,
    TEAM,
    TERRAINS,
    WORN_OUT,
    Action,
    Activity,
    Goal,
    Role,
    Step,
    Terrain,
    Wish,
)
from gruppetto.games.due_ruote.rules.outcomes import price_of_break
from gruppetto.games.due_ruote.rules.peloton import in_bunch, in_head, rides, speed_of
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.trial import next_to_start
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

JITTER = 9  # so that two of them are not of one mind
TASTE = 3  # how much further apart they are about riders
NEVER = -1000
BREAK_AWAY_COST = COST[Activity.BREAK_AWAY]
RELIEF = 8  # what a point of fatigue taken off is worth
LATE = 2  # turns to go when the finale begins
CHASE = 4  # turns to go when a break must be brought back
FINALE = 1  # turns to go when tokens are kept back for whoever attacks; in fewer, special ones are used too
RESERVE = 3  # so many of them
DUEL = 2  # teams, of whom each has to answer the other alone
DUEL_FINALE = 4  # the same for them
IN_HEAD_AT_START = 3
LIGHTNESS = (0, 1, 2, 4, 0, 3, 5)  # of event cards: the higher, the less they hurt
TRIALISTS = 3  # riders of a team who go all out in a time trial


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """The action with the highest worth, near ties broken by chance."""
    best, choice, near = -(1 << 30), actions[0], JITTER * (TASTE if race.step == Step.DRAFT else 1)
    for index in range(found):
        jitter, fraction = share(fraction, near)
        worth = worth_of(race, seat, actions[index]) + jitter
        if worth > best:
            best, choice = worth, actions[index]
    return choice


@rule
def worth_of(race: Race, seat: int, action: int) -> int:
    """What an action promises."""
    if action == Action.PASS:
        return worth_of_passing(race, seat)
    if action < Action.DO:
        return NEVER if action == Action.CANCEL else JITTER * (action == Action.LAST)
    if action < Action.RIDER:
        return worth_of_activity(race, seat, action - Action.DO)
    if action < Action.PERFORM:
        return worth_of_subject(race, seat, action)
    if action < Action.PAY:
        return worth_of_entry(race, seat, action)
    if action < Action.SECTORS:
        return worth_of_paying(race, action - Action.PAY)
    if action < Action.CARD:
        return worth_of_going_clear(race, seat, action)
    if action < Action.COLUMN:
        return worth_of_component(race, seat, action)
    return worth_of_tokens(race, seat, action)


@rule
def worth_of_tokens(race: Race, seat: int, action: int) -> int:
    """Helpers and tokens in a sprint, tokens against the clock, or the event card that hurts least."""
    if action >= Action.EVENT:
        return JITTER * LIGHTNESS[action - Action.EVENT]
    if race.step == Step.TRIAL:
        return worth_of_effort(race, seat, action - Action.SPEND)
    return worth_in_sprint(race, seat, action)


# --- what matters -----------------------------------------------------------------------------------


@rule
def to_go(race: Race) -> int:
    """Turns to come after this one."""
    return race.setup.turns - race.turn


@rule
def finale(race: Race) -> int:
    """Turns to go when tokens are kept back: one against one earlier, as nobody else answers an attack."""
    return DUEL_FINALE if is_duel(race) else FINALE


@rule
def is_duel(race: Race) -> bool:
    """Whether there is one opponent only."""
    return race.setup.seats == DUEL


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
    return gap(race, seat) > 0


@rule
def gap(race: Race, seat: int) -> int:
    """How many sectors the foremost opponent in a break is ahead of this team's foremost rider."""
    return best_break(race, seat, False) - best_break(race, seat, True)


@rule
def must_chase(race: Race, seat: int) -> bool:
    """Whether it is time to bring a break back; one against one, the earlier the further it is ahead."""
    return to_go(race) <= CHASE + gap(race, seat) * is_duel(race)


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
    """A rider for what the team lacks; a terrain that suits it."""
    if action < Action.TERRAIN:
        return worth_of_card(race, seat, action - Action.CARD)
    own, others = 0, 0
    for rider in range(TEAM * race.setup.seats):
        speed = race.setup.speed[race.card[rider], action - Action.TERRAIN]
        own += speed * (rider // TEAM == seat)
        others += speed * (rider // TEAM != seat)
    return 2 * own - 2 * others // (race.setup.seats - 1)


@rule
def worth_of_card(race: Race, seat: int, card: int) -> int:
    """A rider's speeds, and their sprint as far as nobody in the team has a better one, less their price."""
    sprint = 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if race.card[rider] != NO_CARD:
            sprint = max(sprint, race.setup.sprint[race.card[rider]])
    strength = 5 * max(0, race.setup.sprint[card] - sprint) - 8 * race.setup.worth[card]
    for terrain in range(TERRAINS):
        strength += 4 * race.setup.speed[card, terrain]
    return strength + race.setup.speed[card, Terrain.MOUNTAIN]


# --- activities -------------------------------------------------------------------------------------


@rule
def worth_of_passing(race: Race, seat: int) -> int:
    """Base tokens are for spending, special ones for keeping; in the finale some are kept for the chase."""
    if race.step == Step.ACTIVITY:
        if race.tokens[seat] == 0:
            return 500
        return 47 * (race.tokens[seat] <= RESERVE and is_watchful(race, seat))
    if race.step == Step.START:
        return 10 * (own_in_head(race, seat) >= IN_HEAD_AT_START)
    if race.step == Step.RESPONSE:
        return 25 if race.tokens[seat] > 0 or to_go(race) < finale(race) else 60
    return 500 if race.step in (Step.CONTROL, Step.LINE_UP) else 12


@rule
def worth_of_activity(race: Race, seat: int, activity: int) -> int:
    """Food first; attacks and chases when the finish is near."""
    late = to_go(race) <= LATE
    if activity in (Activity.EAT, Activity.DRINK, Activity.ENERGY, Activity.SLOW_DOWN):
        return worth_of_relief(race, seat, activity)
    if activity == Activity.GO_TO_HEAD:
        return 70 * (late and in_bunch(race, leader_of(race, seat))) + 30 * (own_in_head(race, seat) < 2)
    if activity == Activity.RAISE_PACE:
        return (62 if must_chase(race, seat) else 30) * is_threatened(race, seat) - 10
    if activity == Activity.BREAK_AWAY:
        return worth_of_breaking(race, seat)
    if activity == Activity.SPEED_UP:
        return 44 if late and is_threatened(race, seat) else 12
    if activity == Activity.SMALL_WEAR_DOWN:
        return 30 if is_threatened(race, seat) else 6
    if activity == Activity.FIRST_PLAYER:
        return 40 if to_go(race) == 1 else 4
    return 16


@rule
def worth_of_relief(race: Race, seat: int, activity: int) -> int:
    """Less fatigue for whoever has most of it; what would eat into the reserve is worth less."""
    tired = most_tired(race, seat)
    if activity == Activity.SLOW_DOWN:
        return 34 if tired > FRESH and not is_watchful(race, seat) else -20
    relief = 4 if activity == Activity.EAT else 1 if activity == Activity.DRINK else 6
    short = max(0, RESERVE + COST[activity] - race.tokens[seat])
    return RELIEF * min(relief, tired) + tired // 2 - 9 * short * is_watchful(race, seat)


@rule
def is_watchful(race: Race, seat: int) -> bool:
    """In the finale, with riders in the head, while others have tokens for an attack."""
    if to_go(race) > finale(race) or own_in_head(race, seat) == 0:
        return False
    for other in range(race.setup.seats):
        if other != seat and race.passed[other] == 0 and race.tokens[other] >= BREAK_AWAY_COST:
            return True
    return False


@rule
def worth_of_breaking(race: Race, seat: int) -> int:
    """The nearer the finish the better, if nobody can hold one back, and not with a rider ahead already."""
    if best_break(race, seat, True) > 0:
        return 5
    if to_go(race) > LATE:
        return 22
    if strength_in_head(race, seat, MOST_RIGHT, race.tokens[seat] - 1) < strongest_rival(race, seat):
        return 12
    if to_go(race) == 0:
        return 60
    return 26 if is_duel(race) else 44


@rule
def strength_in_head(race: Race, seat: int, most: int, tokens: int) -> int:
    """The speed of so many of a team's riders in the head, as far as there are tokens for them."""
    speed, riders = 0, 0
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if in_head(race, rider) and riders < min(tokens, most):
            speed += speed_of(race, rider)
            riders += 1
    return speed


@rule
def strongest_rival(race: Race, seat: int) -> int:
    """The most that any one opponent could put against a break."""
    speed = 0
    for other in range(race.setup.seats):
        if other != seat:
            speed = max(speed, strength_in_head(race, other, MOST_LEFT, race.tokens[other]))
    return speed


@rule
def worth_of_subject(race: Race, seat: int, action: int) -> int:
    """Whom to feed, to send, to wear down."""
    if action >= Action.OPPONENT:
        return sprint_of(race, leader_of(race, action - Action.OPPONENT))
    if action >= Action.TARGET:
        rider = action - Action.TARGET
        return 10 * race.place[rider] + sprint_of(race, rider) - 100 * (race.fatigue[rider] >= WORN_OUT)
    rider = TEAM * seat + action - Action.RIDER
    if race.step == Step.START:
        return 2 * race.setup.speed[race.card[rider], race.route[0]]
    if race.step == Step.ACTIVITY and race.activity in (Activity.EAT, Activity.DRINK, Activity.ENERGY):
        return 4 * race.fatigue[rider] + 6 * (rider == leader_of(race, seat)) + 4 * race.place[rider]
    if race.step == Step.ACTIVITY and race.activity == Activity.SLOW_DOWN:
        return 4 * race.fatigue[rider] - 40 * race.place[rider] - 20 * (rider == leader_of(race, seat))
    if race.step == Step.LINE_UP:
        return 20 * sprint_of(race, rider)
    if race.step == Step.JOINING:
        return 24 - race.fatigue[rider]
    return 4 * race.place[rider] - race.fatigue[rider]


@rule
def worth_of_entry(race: Race, seat: int, action: int) -> int:
    """A rider for the sheet: fast, fresh, and in the right part."""
    rider = TEAM * seat + (action - Action.PERFORM) % TEAM
    role = Role.PERFORM if action < Action.HELP else Role.OBSTRUCT if action >= Action.OBSTRUCT else 0
    worth = 3 * speed_of(race, rider) - 2 * race.fatigue[rider] - 3 * slot_fatigue(race, role, race.entries)
    leads = rider == leader_of(race, seat)
    if race.step == Step.RESPONSE:
        return worth + worth_of_side(race, seat, role, action) - 8 * leads
    if race.activity == Activity.RAISE_PACE:
        return worth - 10 * leads + 20 * (role == Role.PERFORM and race.entries == 0)
    if role == Role.PERFORM:
        return worth + 12 * leads + 20 * (race.entries == 0)
    return worth


@rule
def worth_of_side(race: Race, seat: int, role: int, action: int) -> int:
    """Against a break that is dangerous, for a pace that brings one back, otherwise as little as possible."""
    if race.activity == Activity.RAISE_PACE:
        chase = is_threatened(race, seat)
        return 30 * (chase == (action < Action.OBSTRUCT)) - 20 * race.entries
    if race.activity == Activity.BREAK_AWAY and role == Role.OBSTRUCT:
        if race.left_sum + entries_speed(race) > race.right_sum:
            return -40
        return (45 if to_go(race) <= CHASE else 18) if can_stop(race, seat) else -40
    return -20


@rule
def can_stop(race: Race, seat: int) -> bool:
    """Whether a player's own riders in the head could outdo the right side for the tokens they have."""
    tokens = race.tokens[seat] + (race.special[seat] if to_go(race) < finale(race) else 0)
    return race.left_sum + strength_in_head(race, seat, MOST_LEFT, tokens) > race.right_sum


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
    obstructs = race.step == Step.RESPONSE and race.entries > 0 and race.entry_role[0] == Role.OBSTRUCT
    short = obstructs and race.left_sum + entries_speed(race) <= race.right_sum
    return 18 - (40 if to_go(race) >= finale(race) else 6) * special - 10 * short


@rule
def worth_of_going_clear(race: Race, seat: int, action: int) -> int:
    """As far as the legs allow; out of a free pace only when it is late."""
    if action >= Action.WISH:
        if action - Action.WISH == Wish.BREAK:
            return 40 * (to_go(race) <= LATE) - most_tired(race, seat) // 2
        return 25 * (action - Action.WISH == Wish.PACE and is_threatened(race, seat))
    sectors = action - Action.SECTORS
    ahead = best_break(race, seat, False)
    tired = max(0, most_tired(race, seat) + price_of_break(sectors) - FRESH)
    return 9 * min(sectors, ahead + 2) + 2 * sectors - 5 * tired


# --- the finish -------------------------------------------------------------------------------------


@rule
def worth_in_sprint(race: Race, seat: int, action: int) -> int:
    """Everything for the best sprinter."""
    if action < Action.SPEND:
        return 20 * sprint_of(race, race.column_rider[action - Action.COLUMN])
    leader, best = -1, NEVER
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if column_of(race, rider) >= 0 and sprint_of(race, rider) > best:
            leader, best = rider, sprint_of(race, rider)
    wanted = 20 if race.chosen == leader and race.goal == Goal.FINISH else -20
    return wanted * (action - Action.SPEND)


@rule
def worth_of_effort(race: Race, seat: int, tokens: int) -> int:
    """Everything for the three who are best against the clock."""
    rider, better = next_to_start(race, seat), 0
    for mate in range(TEAM * seat, TEAM * seat + TEAM):
        better += race.setup.trial[race.card[mate]] > race.setup.trial[race.card[rider]]
    return 20 * tokens if better < TRIALISTS else -20 * tokens
