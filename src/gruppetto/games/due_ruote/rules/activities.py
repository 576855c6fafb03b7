"""Activities: what the holder of the pawn may do, and how it is composed and paid (Z7.1 to Z7.7)."""

from gruppetto.games.due_ruote.rules.challenges import (
    add_entry,
    entries_cost,
    fee_for,
    has_performer,
    is_possible,
    legal_entries,
    open_challenge,
    pace_can_rise,
)
from gruppetto.games.due_ruote.rules.codes import (
    ACTIVITIES,
    COST,
    JOINERS,
    LAST_SECTOR,
    NOBODY,
    NOTHING,
    TEAM,
    Action,
    Activity,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.options import Company, JoinPrice, WearDown
from gruppetto.games.due_ruote.rules.peloton import (
    in_head,
    left_of,
    put,
    racing,
    rest,
    rides,
    room,
    tire,
    wear,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.turn import (
    clear_entries,
    end_activity,
    forget_composition,
    legal_cancel,
    legal_payments,
    may_pass_for_good,
    pass_for_good,
    pay,
    purse,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

RELIEF = (0, 0, 1, 4, 0, 0, 0, 0, 7)  # by activity (Z7.2, Z7.3, Z11.3)
BONKED_MEAL = 2  # what eating is worth to a team that has hit the wall (Z11.4)
SMALL_WEAR_FATIGUE, TEAM_WEAR_FATIGUE = 3, 1
SPEED_UP_FATIGUE, JOIN_FATIGUE = 3, 2
SPEED_UP_COST = COST[Activity.SPEED_UP]


# --- which activity ---------------------------------------------------------------------------------


@rule
def legal_activity(race: Race, seat: int, out: Ints) -> int:
    """The next step of composing an activity (Z6.3.5)."""
    if race.activity == NOTHING:
        return legal_kinds(race, seat, out)
    if race.activity >= Activity.GO_TO_HEAD:
        found = legal_entries(race, seat, out)
        if has_performer(race):
            found += legal_payments(race, seat, entries_cost(race), out[found:])
    elif race.chosen == NOBODY and race.activity != Activity.FIRST_PLAYER:
        found = legal_subjects(race, seat, out)
    else:
        found = legal_payments(race, seat, COST[race.activity], out)
    return found + legal_cancel(race, out[found:])


@rule
def legal_kinds(race: Race, seat: int, out: Ints) -> int:
    """The activities that can be carried out now, and passing."""
    found = 0
    for activity in range(Activity.SLOW_DOWN, ACTIVITIES):
        if COST[activity] <= purse(race, seat) and is_available(race, seat, activity):
            out[found] = Action.DO + activity
            found += 1
    if may_pass_for_good(race, seat):
        out[found] = Action.PASS
        found += 1
    return found


@rule
def is_available(race: Race, seat: int, activity: int) -> bool:
    """Whether an activity one can pay for has anybody to act on."""
    if activity == Activity.FIRST_PLAYER:
        return race.claimed == NOBODY
    if activity == Activity.RAISE_PACE and not pace_can_rise(race):
        return False
    if activity >= Activity.GO_TO_HEAD:
        return is_possible(race, seat, activity, 0, 0, purse(race, seat) - fee_for(race, activity))
    if activity in (Activity.SLOW_DOWN, Activity.SPEED_UP, Activity.ENERGY):
        for rider in range(TEAM * seat, TEAM * seat + TEAM):
            if can_be_subject(race, rider, activity):
                return True
        return False
    return True


@rule
def can_be_subject(race: Race, rider: int, activity: int) -> bool:
    """Whether an own rider can slow down, drink, eat, speed up or have their energy (Z7.1 to Z7.6, Z11.3)."""
    if not rides(race, rider):
        return False
    if activity == Activity.SLOW_DOWN:
        return in_head(race, rider) or race.place[rider] > race.setup.floor
    if activity == Activity.ENERGY:
        return race.fed != 0 and race.energised[rider] == 0
    if activity == Activity.SPEED_UP:
        return race.place[rider] not in (0, LAST_SECTOR) and room(race, rider, SPEED_UP_FATIGUE)
    return True


@rule
def legal_subjects(race: Race, seat: int, out: Ints) -> int:
    """Whom the activity is about: an own rider, any opposing rider, or an opposing team."""
    if race.activity == Activity.SMALL_WEAR_DOWN:
        return legal_targets(race, seat, out)
    if race.activity == Activity.WEAR_DOWN_TEAM:
        return legal_opponents(race, seat, out)
    found = 0
    for number in range(TEAM):
        if can_be_subject(race, TEAM * seat + number, race.activity):
            out[found] = Action.RIDER + number
            found += 1
    return found


@rule
def legal_targets(race: Race, seat: int, out: Ints) -> int:
    """Every opposing rider still racing (Z7.4, Z13.8)."""
    found = 0
    for rider in range(TEAM * race.setup.seats):
        if rides(race, rider) and (rider // TEAM != seat or race.setup.options.wear_down == WearDown.ANYBODY):
            out[found] = Action.TARGET + rider
            found += 1
    return found


@rule
def legal_opponents(race: Race, seat: int, out: Ints) -> int:
    """Every opposing team still racing (Z7.7)."""
    found = 0
    for other in range(race.setup.seats):
        if other != seat and racing(race, other):
            out[found] = Action.OPPONENT + other
            found += 1
    return found


# --- composing --------------------------------------------------------------------------------------


@rule
def compose(race: Race, seat: int, action: int, trace: Ints) -> None:
    """One step of the pawn holder's; the last one pays and carries out."""
    if action == Action.PASS:
        race.cancels = 0
        pass_for_good(race, seat, trace)
    elif action == Action.CANCEL:
        forget_composition(race)
        race.cancels += 1
    elif action < Action.RIDER:
        race.activity = action - Action.DO
        if race.activity == Activity.FIRST_PLAYER:
            pay_if_there_is_one_way(race, seat, trace)
    elif action < Action.PERFORM:
        race.chosen = subject_of(seat, action)
        pay_if_there_is_one_way(race, seat, trace)
    elif action < Action.PAY:
        add_entry(race, seat, action)
    else:
        carry_out(race, seat, action - Action.PAY, trace)


@rule
def subject_of(seat: int, action: int) -> int:
    """The rider or the team an action names."""
    if action < Action.TARGET:
        return TEAM * seat + action - Action.RIDER
    return action - Action.TARGET if action < Action.OPPONENT else action - Action.OPPONENT


@rule
def pay_if_there_is_one_way(race: Race, seat: int, trace: Ints) -> None:
    """Nobody is asked how to pay when there is only one way to."""
    cost = COST[race.activity]
    least, most = max(0, cost - race.tokens[seat]), min(cost, race.special[seat])
    if least == most:
        carry_out(race, seat, least, trace)


@rule
def carry_out(race: Race, seat: int, special: int, trace: Ints) -> None:
    """Pay for the activity and do it; from now on it is public (Z6.3.5)."""
    cost = COST[race.activity] if race.activity < Activity.GO_TO_HEAD else entries_cost(race)
    pay(race, seat, cost, special)
    note(trace, Told.PAID, seat, race.activity, cost - special, special)
    race.excused = race.cancels = 0
    if race.activity >= Activity.GO_TO_HEAD:
        open_challenge(race, seat, trace)
        clear_entries(race)
    elif race.activity == Activity.SPEED_UP:
        speed_up(race, seat, race.chosen, trace)
    else:
        do_alone(race, seat, race.activity, race.chosen, trace)
        end_activity(race, seat, trace)


# --- doing ------------------------------------------------------------------------------------------


@rule
def do_alone(race: Race, seat: int, activity: int, subject: int, trace: Ints) -> None:
    """The activities nobody else has a part in."""
    if activity == Activity.SLOW_DOWN:
        slow_down(race, subject, trace)
    elif activity == Activity.SMALL_WEAR_DOWN:
        wear_down(race, seat, subject, SMALL_WEAR_FATIGUE, trace)
    elif activity == Activity.WEAR_DOWN_TEAM:
        for rider in range(TEAM * subject, TEAM * subject + TEAM):
            if rides(race, rider):
                wear_down(race, seat, rider, TEAM_WEAR_FATIGUE, trace)
    elif activity == Activity.FIRST_PLAYER:
        race.claimed = seat
        note(trace, Told.CLAIMED, seat)
    else:
        rest(
            race, subject, BONKED_MEAL if activity == Activity.EAT and race.bonked[seat] else RELIEF[activity]
        )
        race.energised[subject] |= activity == Activity.ENERGY
        note(trace, Told.REFRESHED, subject, activity, race.fatigue[subject])


@rule
def slow_down(race: Race, rider: int, trace: Ints) -> None:
    """One sector back with 1 less; from BREAK 1 past the HEAD into the BUNCH with 2 less (Z7.1)."""
    if in_head(race, rider):
        race.excused |= 1 << (rider // TEAM)
        put(race, rider, 0)
        rest(race, rider, 1)
    else:
        rest(race, rider, 2 if race.place[rider] == 1 else 1)
        put(race, rider, race.place[rider] - 1)
    note(trace, Told.SLOWED, rider, race.place[rider], race.fatigue[rider])


@rule
def wear_down(race: Race, seat: int, rider: int, points: int, trace: Ints) -> None:
    """Tire an opposing rider, up to 15 (Z7.4, Z7.7)."""
    wear(race, rider, points)
    note(trace, Told.WORN, rider, seat, race.fatigue[rider])


@rule
def speed_up(race: Race, seat: int, rider: int, trace: Ints) -> None:
    """One sector forward for 3; then others from the same sector may join (Z7.6)."""
    race.sector, race.joined, race.asked, race.step = race.place[rider], 0, seat, Step.JOINING
    go_forward(race, rider, SPEED_UP_FATIGUE, trace)


@rule
def go_forward(race: Race, rider: int, points: int, trace: Ints) -> None:
    """One sector forward; from DELAY 1 into the BUNCH (Z7.6)."""
    tire(race, rider, points)
    put(race, rider, race.place[rider] + 1)
    note(trace, Told.SPED_UP, rider, race.place[rider], race.fatigue[rider], points == JOIN_FATIGUE)


@rule
def next_to_join(race: Race, trace: Ints) -> None:
    """From the left of the initiator, whoever has a rider in the same sector, up to two (Z7.6)."""
    seat = left_of(race, race.asked)
    while seat != race.pawn and race.joined < JOINERS:
        race.asked = seat
        for rider in range(TEAM * seat, TEAM * seat + TEAM):
            if can_join(race, rider):
                race.decider = seat
                return
        seat = left_of(race, seat)
    end_activity(race, race.pawn, trace)


@rule
def can_join(race: Race, rider: int) -> bool:
    """Whether a rider can go along with a speed-up (Z7.6, Z13.28)."""
    if joining_cost(race) > purse(race, rider // TEAM):
        return False
    return race.place[rider] == race.sector and rides(race, rider) and room(race, rider, JOIN_FATIGUE)


@rule
def joining_cost(race: Race) -> int:
    """The action points of whoever joins: none, unless one reads it so (Z7.6, Z13.28)."""
    return SPEED_UP_COST if race.setup.options.join_price == JoinPrice.POINTS else 0


@rule
def legal_joiners(race: Race, seat: int, out: Ints) -> int:
    """One rider from the same sector, or nobody (Z7.6)."""
    found = 0
    for number in range(TEAM):
        if can_join(race, TEAM * seat + number):
            out[found] = Action.RIDER + number
            found += 1
    out[found] = Action.PASS
    return found + 1


@rule
def join(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Go along for 2; where it costs points too, base tokens go first (Z7.6, Z13.9, Z13.28)."""
    if action == Action.PASS:
        return
    cost = joining_cost(race)
    if cost > 0:
        special = max(0, cost - race.tokens[seat])
        pay(race, seat, cost, special)
        note(trace, Told.PAID, seat, Activity.SPEED_UP, cost - special, special)
    if race.joined == 0 and race.setup.options.company == Company.EVERYBODY:
        rest(race, race.chosen, SPEED_UP_FATIGUE - JOIN_FATIGUE)
    race.joined += 1
    go_forward(race, TEAM * seat + action - Action.RIDER, JOIN_FATIGUE, trace)
