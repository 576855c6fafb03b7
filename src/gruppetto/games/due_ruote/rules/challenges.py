"""Challenges: the sheet with its two sides, and who must answer (Z7.8 to Z7.11)."""

from gruppetto.games.due_ruote.rules.codes import (
    COST,
    MOST_LEFT,
    MOST_RIGHT,
    MOUNTAIN_INCREASES,
    NOTHING,
    SLOTS,
    TEAM,
    Action,
    Activity,
    Role,
    Step,
    Terrain,
    Told,
)
from gruppetto.games.due_ruote.rules.options import ChallengePrice, ChallengeSheet, PaceDuty, RespondFrom
from gruppetto.games.due_ruote.rules.outcomes import decide
from gruppetto.games.due_ruote.rules.peloton import (
    in_bunch,
    in_head,
    left_of,
    rides,
    room,
    speed_of,
    tire,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.turn import (
    clear_entries,
    legal_cancel,
    legal_payments,
    pay,
    purse,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

LEAST_PRICE = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4)  # of success, by activity (Z3.4)
FOURTH_OBSTRUCTER = 2


# --- who can be put on the sheet --------------------------------------------------------------------


@rule
def slot_fatigue(race: Race, role: int, placed: int) -> int:
    """What the next slot of a side costs when so many more are about to be placed (Z7.8.4, Z13.22)."""
    if role != Role.OBSTRUCT:
        return race.setup.right_slots[min(race.rights + placed, SLOTS - 1)]
    slot = min(race.lefts + placed, SLOTS - 1)
    if race.setup.options.sheet == ChallengeSheet.ONE_SIDED:
        return race.setup.right_slots[slot]
    return race.setup.left_slots[slot]


@rule
def points_for(activity: int, role: int, placed: int) -> int:
    """Action points for one more rider (Z7.8.3, Z7.9, Z7.10, Z7.11)."""
    if role == Role.PERFORM:
        return COST[activity]
    return FOURTH_OBSTRUCTER if placed == MOST_LEFT - 1 else 1


@rule
def fee_for(race: Race, activity: int) -> int:
    """What taking part costs besides the riders: nothing, unless one reads it so (Z13.19)."""
    if race.setup.options.challenge_price == ChallengePrice.RIDERS:
        return 0
    return COST[activity] if race.step == Step.ACTIVITY else 1


@rule
def fits(race: Race, rider: int, activity: int, role: int, placed: int) -> bool:
    """Whether a rider is in the right sector and can bear what they are bound to pay (Z7.8.5, Z3.4)."""
    if race.place[rider] != 0:
        return False
    if role == Role.PERFORM:
        ready = in_bunch(race, rider) if activity == Activity.GO_TO_HEAD else in_head(race, rider)
        return ready and room(race, rider, slot_fatigue(race, role, placed) + LEAST_PRICE[activity])
    return stands_by(race, rider, activity) and room(race, rider, slot_fatigue(race, role, placed))


@rule
def stands_by(race: Race, rider: int, activity: int) -> bool:
    """In the head, or in the bunch where that is enough to help and obstruct (Z7.8.5, Z13.11, Z13.29)."""
    if not in_bunch(race, rider):
        return in_head(race, rider)
    if activity != Activity.GO_TO_HEAD:
        return race.setup.options.respond_from == RespondFrom.PELOTON
    return race.setup.options.respond_from != RespondFrom.ALWAYS_HEAD or rider // TEAM == race.pawn


@rule
def is_possible(race: Race, seat: int, activity: int, taken: int, placed: int, points: int) -> bool:
    """Whether a performer can still be found, be it behind helpers in a cheaper slot."""
    if performer_follows(race, seat, activity, taken, placed, points):
        return True
    return placed + 1 < MOST_RIGHT and helper_then_performer(race, seat, activity, taken, placed, points)


@rule
def performer_follows(race: Race, seat: int, activity: int, taken: int, placed: int, points: int) -> bool:
    """Whether one of the team can perform in the next slot."""
    if placed >= MOST_RIGHT or points < COST[activity]:
        return False
    for number in range(TEAM):
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, Role.PERFORM, placed):
            return True
    return False


@rule
def helper_then_performer(race: Race, seat: int, activity: int, taken: int, placed: int, points: int) -> bool:
    """Whether one of the team can perform behind one helper more, or two."""
    for number in range(TEAM):
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, Role.HELP, placed):
            both = taken | 1 << number
            if performer_follows(race, seat, activity, both, placed + 1, points - 1):
                return True
            if placed + 2 < MOST_RIGHT and two_helpers(race, seat, activity, both, placed + 1, points - 1):
                return True
    return False


@rule
def two_helpers(race: Race, seat: int, activity: int, taken: int, placed: int, points: int) -> bool:
    """Whether one of the team can perform behind a second helper."""
    for number in range(TEAM):
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, Role.HELP, placed):
            both = taken | 1 << number
            if performer_follows(race, seat, activity, both, placed + 1, points - 1):
                return True
    return False


@rule
def pace_can_rise(race: Race) -> bool:
    """Two increases on a mountain at most, and never beyond the end of the track (Z7.10.4, Z12.5)."""
    if race.pace >= race.setup.top_speed:
        return False
    return race.terrain != Terrain.MOUNTAIN or race.increases < MOUNTAIN_INCREASES


# --- composing a side -------------------------------------------------------------------------------


@rule
def entries_cost(race: Race) -> int:
    """The action points for all riders about to be placed (Z7.8.3)."""
    points = fee_for(race, race.activity)
    for entry in range(race.entries):
        points += points_for(race.activity, race.entry_role[entry], entry)
    return points


@rule
def taken_numbers(race: Race) -> int:
    """The own riders about to be placed, as bits."""
    taken = 0
    for entry in range(race.entries):
        taken |= 1 << (race.entry_rider[entry] % TEAM)
    return taken


@rule
def has_performer(race: Race) -> bool:
    """Whether a performer is about to be placed."""
    for entry in range(race.entries):
        if race.entry_role[entry] == Role.PERFORM:
            return True
    return False


@rule
def legal_entries(race: Race, seat: int, out: Ints) -> int:
    """Riders the initiator can add, as performers or helpers (Z7.9, Z7.10, Z7.11)."""
    found = legal_of_role(race, seat, Role.PERFORM, Action.PERFORM, out)
    if has_performer(race):
        return found + legal_of_role(race, seat, Role.HELP, Action.HELP, out[found:])
    helpers = legal_of_role(race, seat, Role.HELP, Action.HELP, out[found:])
    for index in range(found, found + helpers):
        taken = taken_numbers(race) | 1 << (out[index] - Action.HELP)
        points = purse(race, seat) - entries_cost(race) - 1
        if is_possible(race, seat, race.activity, taken, race.entries + 1, points):
            out[found] = out[index]
            found += 1
    return found


@rule
def legal_of_role(race: Race, seat: int, role: int, code: int, out: Ints) -> int:
    """Own riders who can still be added in this role (Z7.8.2)."""
    most = MOST_LEFT if role == Role.OBSTRUCT else MOST_RIGHT
    cost = entries_cost(race) + points_for(race.activity, role, race.entries)
    if race.entries >= most or cost > purse(race, seat):
        return 0
    found, taken = 0, taken_numbers(race)
    for number in range(TEAM):
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, race.activity, role, race.entries):
            out[found] = code + number
            found += 1
    return found


@rule
def add_entry(race: Race, seat: int, action: int) -> None:
    """One rider more who is about to be placed."""
    role = Role.PERFORM if action < Action.HELP else Role.HELP if action < Action.OBSTRUCT else Role.OBSTRUCT
    race.entry_rider[race.entries] = TEAM * seat + (action - Action.PERFORM) % TEAM
    race.entry_role[race.entries] = role
    race.entries += 1


@rule
def place_entries(race: Race, trace: Ints) -> None:
    """Put the riders on the sheet in order: each takes their slot's fatigue and adds their speed (Z7.8.4)."""
    for entry in range(race.entries):
        rider, role = race.entry_rider[entry], race.entry_role[entry]
        points = slot_fatigue(race, role, 0)
        tire(race, rider, points)
        if role == Role.OBSTRUCT:
            race.left_rider[race.lefts] = rider
            race.lefts += 1
            race.left_sum += speed_of(race, rider)
            race.excused |= 1 << (rider // TEAM)
            note(trace, Told.PUT, rider, role, points, race.left_sum, race.fatigue[rider])
        else:
            race.right_rider[race.rights], race.right_role[race.rights] = rider, role
            race.rights += 1
            race.right_sum += speed_of(race, rider)
            note(trace, Told.PUT, rider, role, points, race.right_sum, race.fatigue[rider])


# --- responses --------------------------------------------------------------------------------------


@rule
def open_challenge(race: Race, seat: int, trace: Ints) -> None:
    """The initiator's riders go on the sheet; everybody else responds once, clockwise (Z6.3.5)."""
    place_entries(race, trace)
    race.step, race.asked = Step.RESPONSE, seat


@rule
def next_to_respond(race: Race, trace: Ints) -> None:
    """Ask the next player who can respond; after a full trip the challenge is decided (Z7.8)."""
    seat = left_of(race, race.asked)
    while seat != race.pawn:
        race.asked = seat
        if can_respond(race, seat):
            race.decider = seat
            return
        seat = left_of(race, seat)
    decide(race, trace)


@rule
def can_respond(race: Race, seat: int) -> bool:
    """Whether a player has a rider and the tokens for either side."""
    if purse(race, seat) <= fee_for(race, race.activity):
        return False
    performs = may_perform(race, seat)
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider) and (
            fits(race, rider, race.activity, Role.OBSTRUCT, 0)
            or fits(race, rider, race.activity, Role.HELP, 0)
            or (performs and fits(race, rider, race.activity, Role.PERFORM, 0))
        ):
            return True
    return False


@rule
def must_respond(race: Race, seat: int) -> bool:
    """In a pace challenge whoever has a base token and a rider in the HEAD takes part (Z7.10.1)."""
    if race.activity != Activity.RAISE_PACE or race.tokens[seat] == 0 or not can_respond(race, seat):
        return False
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if in_head(race, rider) and (
            fits(race, rider, Activity.RAISE_PACE, Role.OBSTRUCT, 0)
            or fits(race, rider, Activity.RAISE_PACE, Role.HELP, 0)
        ):
            return True
    return False


@rule
def owes_a_rider(race: Race, seat: int) -> bool:
    """Whether the pace asks for one rider more of the HEAD, if base tokens can pay for all (Z13.30)."""
    if race.setup.options.pace_duty == PaceDuty.ONE_RIDER or race.activity != Activity.RAISE_PACE:
        return False
    role = Role.OBSTRUCT if race.entry_role[0] == Role.OBSTRUCT else Role.HELP
    most = MOST_LEFT if role == Role.OBSTRUCT else MOST_RIGHT
    cost = entries_cost(race) + points_for(race.activity, role, race.entries)
    if race.entries >= most or cost > race.tokens[seat]:
        return False
    taken = taken_numbers(race)
    for number in range(TEAM):
        rider = TEAM * seat + number
        free = taken >> number & 1 == 0 and in_head(race, rider)
        if free and fits(race, rider, race.activity, role, race.entries):
            return True
    return False


@rule
def may_perform(race: Race, seat: int) -> bool:
    """Who may join as a performer (Z7.8.9, Z13.15, Z13.27)."""
    if race.passed[seat] and not race.setup.options.passed_may_perform:
        return False
    return race.activity == Activity.RAISE_PACE or race.setup.options.join_as_performer != 0


@rule
def legal_response(race: Race, seat: int, out: Ints) -> int:
    """Riders for one side, the payment once there is one, or staying out (Z7.8.2, Z7.8.9)."""
    found = 0
    if race.entries == 0 or race.entry_role[0] != Role.OBSTRUCT:
        if may_perform(race, seat):
            found += legal_of_role(race, seat, Role.PERFORM, Action.PERFORM, out)
        found += legal_of_role(race, seat, Role.HELP, Action.HELP, out[found:])
    if race.entries == 0 or race.entry_role[0] == Role.OBSTRUCT:
        found += legal_of_role(race, seat, Role.OBSTRUCT, Action.OBSTRUCT, out[found:])
    if race.entries > 0:
        if not owes_a_rider(race, seat):
            found += legal_payments(race, seat, entries_cost(race), out[found:])
        found += legal_cancel(race, out[found:])
    elif not must_respond(race, seat):
        out[found] = Action.PASS
        found += 1
    return found


@rule
def respond(race: Race, seat: int, action: int, trace: Ints) -> bool:
    """One step of a response; whether it was the last one (Z7.8)."""
    if action == Action.PASS:
        race.cancels = 0
        note(trace, Told.DECLINED, seat)
        return True
    if action == Action.CANCEL:
        clear_entries(race)
        race.cancels += 1
        return False
    if action < Action.PAY:
        add_entry(race, seat, action)
        return False
    cost = entries_cost(race)
    pay(race, seat, cost, action - Action.PAY)
    note(trace, Told.PAID, seat, NOTHING, cost - (action - Action.PAY), action - Action.PAY)
    place_entries(race, trace)
    clear_entries(race)
    race.cancels = 0
    return True
