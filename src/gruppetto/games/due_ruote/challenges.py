"""Challenges: the sheet with its two sides, who must answer, and what comes of it (Z7.8 to Z7.11)."""

from gruppetto.games.due_ruote.peloton import (
    fall_back,
    in_bunch,
    in_head,
    left_of,
    put,
    put_in_head,
    rides,
    room,
    speed_of,
    tire,
)
from gruppetto.games.due_ruote.record import (
    BREAK_AWAY,
    BROKE_AWAY,
    CANCEL,
    COST,
    DECIDED,
    DECLINED,
    DEPTH,
    DROPPED,
    GO_TO_HEAD,
    HELP,
    HELPER,
    LAST_SECTOR,
    MOST_LEFT,
    MOST_RIGHT,
    MOUNTAIN,
    MOUNTAIN_INCREASES,
    NOT_YET,
    NOTHING,
    OBSTRUCT,
    OBSTRUCTER,
    PACE_ROSE,
    PAID,
    PASS,
    PAY,
    PERFORM,
    PERFORMER,
    PUT,
    RAISE_PACE,
    RESPONSE,
    SECTORS,
    SLOTS,
    TEAM,
    WENT_TO_HEAD,
    WISH,
    WISH_BREAK,
    WISH_NOTHING,
    WISH_PACE,
    WISHED,
    WISHES,
    Race,
)
from gruppetto.games.due_ruote.turn import (
    clear_entries,
    end_activity,
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
TO_HEAD, OUT_OF_PACE = 1, 2
BREAK_FATIGUE, SECTOR_FATIGUE = 2, 2


# --- who can be put on the sheet --------------------------------------------------------------------


@rule
def slot_fatigue(race: Race, role: int, placed: int) -> int:
    """What the next slot of a side costs when so many more are about to be placed (Z7.8.4)."""
    if role == OBSTRUCTER:
        return race.setup.left_slots[min(race.lefts + placed, SLOTS - 1)]
    return race.setup.right_slots[min(race.rights + placed, SLOTS - 1)]


@rule
def points_for(activity: int, role: int, placed: int) -> int:
    """Action points for one more rider (Z7.8.3, Z7.9, Z7.10, Z7.11)."""
    if role == PERFORMER:
        return COST[activity]
    return FOURTH_OBSTRUCTER if placed == MOST_LEFT - 1 else 1


@rule
def fits(race: Race, rider: int, activity: int, role: int, placed: int) -> bool:
    """Whether a rider is in the right sector and can bear what he is bound to pay (Z7.8.5, Z3.4)."""
    if race.place[rider] != 0:
        return False
    if role == PERFORMER:
        ready = in_bunch(race, rider) if activity == GO_TO_HEAD else in_head(race, rider)
        return ready and room(race, rider, slot_fatigue(race, role, placed) + LEAST_PRICE[activity])
    if activity != GO_TO_HEAD and not in_head(race, rider) and not race.setup.whole_peloton:
        return False
    return room(race, rider, slot_fatigue(race, role, placed))


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
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, PERFORMER, placed):
            return True
    return False


@rule
def helper_then_performer(race: Race, seat: int, activity: int, taken: int, placed: int, points: int) -> bool:
    """Whether one of the team can perform behind one helper more, or two."""
    for number in range(TEAM):
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, HELPER, placed):
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
        if taken >> number & 1 == 0 and fits(race, TEAM * seat + number, activity, HELPER, placed):
            both = taken | 1 << number
            if performer_follows(race, seat, activity, both, placed + 1, points - 1):
                return True
    return False


@rule
def pace_can_rise(race: Race) -> bool:
    """Two increases on a mountain at most, and never beyond the end of the track (Z7.10.4, Z12.5)."""
    if race.pace >= race.setup.top_speed:
        return False
    return race.terrain != MOUNTAIN or race.increases < MOUNTAIN_INCREASES


# --- composing a side -------------------------------------------------------------------------------


@rule
def entries_cost(race: Race) -> int:
    """The action points for all riders about to be placed (Z7.8.3)."""
    points = 0
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
        if race.entry_role[entry] == PERFORMER:
            return True
    return False


@rule
def legal_entries(race: Race, seat: int, out: Ints) -> int:
    """Riders the initiator can add, as performers or helpers (Z7.9, Z7.10, Z7.11)."""
    found = legal_of_role(race, seat, PERFORMER, PERFORM, out)
    if has_performer(race):
        return found + legal_of_role(race, seat, HELPER, HELP, out[found:])
    helpers = legal_of_role(race, seat, HELPER, HELP, out[found:])
    for index in range(found, found + helpers):
        taken = taken_numbers(race) | 1 << (out[index] - HELP)
        points = purse(race, seat) - entries_cost(race) - 1
        if is_possible(race, seat, race.activity, taken, race.entries + 1, points):
            out[found] = out[index]
            found += 1
    return found


@rule
def legal_of_role(race: Race, seat: int, role: int, code: int, out: Ints) -> int:
    """Own riders who can still be added in this role (Z7.8.2)."""
    most = MOST_LEFT if role == OBSTRUCTER else MOST_RIGHT
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
    role = PERFORMER if action < HELP else HELPER if action < OBSTRUCT else OBSTRUCTER
    race.entry_rider[race.entries] = TEAM * seat + (action - PERFORM) % TEAM
    race.entry_role[race.entries] = role
    race.entries += 1


@rule
def place_entries(race: Race, trace: Ints) -> None:
    """Put the riders on the sheet in order: each takes his slot's fatigue and adds his speed (Z7.8.4)."""
    for entry in range(race.entries):
        rider, role = race.entry_rider[entry], race.entry_role[entry]
        points = slot_fatigue(race, role, 0)
        tire(race, rider, points)
        if role == OBSTRUCTER:
            race.left_rider[race.lefts] = rider
            race.lefts += 1
            race.left_sum += speed_of(race, rider)
            race.excused |= 1 << (rider // TEAM)
            note(trace, PUT, rider, role, points, race.left_sum, race.fatigue[rider])
        else:
            race.right_rider[race.rights], race.right_role[race.rights] = rider, role
            race.rights += 1
            race.right_sum += speed_of(race, rider)
            note(trace, PUT, rider, role, points, race.right_sum, race.fatigue[rider])


# --- responses --------------------------------------------------------------------------------------


@rule
def open_challenge(race: Race, seat: int, trace: Ints) -> None:
    """The initiator's riders go on the sheet; everybody else responds once, clockwise (Z6.3.5)."""
    place_entries(race, trace)
    race.step, race.asked = RESPONSE, seat


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
    """Whether a player has a rider and a token for either side."""
    if purse(race, seat) == 0:
        return False
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if rides(race, rider) and (
            fits(race, rider, race.activity, OBSTRUCTER, 0) or fits(race, rider, race.activity, HELPER, 0)
        ):
            return True
    return False


@rule
def must_respond(race: Race, seat: int) -> bool:
    """In a pace challenge whoever has a base token and a rider in the HEAD takes part (Z7.10.1)."""
    if race.activity != RAISE_PACE or race.tokens[seat] == 0:
        return False
    for rider in range(TEAM * seat, TEAM * seat + TEAM):
        if in_head(race, rider) and (
            fits(race, rider, RAISE_PACE, OBSTRUCTER, 0) or fits(race, rider, RAISE_PACE, HELPER, 0)
        ):
            return True
    return False


@rule
def may_perform(race: Race, seat: int) -> bool:
    """Who may join as a performer (Z7.8.9, Z13.15, Z13.27)."""
    if race.passed[seat] and not race.setup.passed_may_perform:
        return False
    return race.activity == RAISE_PACE or race.setup.join_as_performer != 0


@rule
def legal_response(race: Race, seat: int, out: Ints) -> int:
    """Riders for one side, the payment once there is one, or staying out (Z7.8.2, Z7.8.9)."""
    found = 0
    if race.entries == 0 or race.entry_role[0] != OBSTRUCTER:
        if may_perform(race, seat):
            found += legal_of_role(race, seat, PERFORMER, PERFORM, out)
        found += legal_of_role(race, seat, HELPER, HELP, out[found:])
    if race.entries == 0 or race.entry_role[0] == OBSTRUCTER:
        found += legal_of_role(race, seat, OBSTRUCTER, OBSTRUCT, out[found:])
    if race.entries > 0:
        found += legal_payments(race, seat, entries_cost(race), out[found:])
        found += legal_cancel(race, out[found:])
    elif not must_respond(race, seat):
        out[found] = PASS
        found += 1
    return found


@rule
def respond(race: Race, seat: int, action: int, trace: Ints) -> bool:
    """One step of a response; whether it was the last one (Z7.8)."""
    if action == PASS:
        race.cancels = 0
        note(trace, DECLINED, seat)
        return True
    if action == CANCEL:
        clear_entries(race)
        race.cancels += 1
        return False
    if action < PAY:
        add_entry(race, seat, action)
        return False
    cost = entries_cost(race)
    pay(race, seat, cost, action - PAY)
    note(trace, PAID, seat, NOTHING, cost - (action - PAY), action - PAY)
    place_entries(race, trace)
    clear_entries(race)
    race.cancels = 0
    return True


# --- what comes of it -------------------------------------------------------------------------------


@rule
def decide(race: Race, trace: Ints) -> None:
    """The right side wins when it is not slower (Z7.8.6, Z7.8.7)."""
    won = race.right_sum >= race.left_sum
    note(trace, DECIDED, race.activity, race.right_sum, race.left_sum, won)
    if not won:
        end_activity(race, race.pawn, trace)
    elif race.activity == GO_TO_HEAD:
        send_to_head(race, trace)
        end_activity(race, race.pawn, trace)
    elif race.activity == BREAK_AWAY:
        race.step = DEPTH
    elif race.lefts > 0:
        raise_pace(race, trace)
        end_activity(race, race.pawn, trace)
    else:
        race.step = WISHES


@rule
def send_to_head(race: Race, trace: Ints) -> None:
    """All performers enter the HEAD for 1 more (Z7.9)."""
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if race.right_role[slot] == PERFORMER:
            tire(race, rider, TO_HEAD)
            put_in_head(race, rider)
            race.excused |= 1 << (rider // TEAM)
            note(trace, WENT_TO_HEAD, rider, race.fatigue[rider])


@rule
def raise_pace(race: Race, trace: Ints) -> None:
    """The peloton goes faster: breakaways lose a sector, the delayed fall further back (Z7.10.2)."""
    race.pace += 1
    race.increases += 1
    note(trace, PACE_ROSE, race.pace)
    for rider in range(TEAM * race.setup.seats):
        if race.place[rider] != 0 and rides(race, rider):
            fall_back(race, rider, 1)
            note(trace, DROPPED, rider, race.place[rider])


@rule
def next_wish(race: Race, trace: Ints) -> None:
    """Each player with performers, clockwise from the initiator, says what he makes of it (Z7.10.3)."""
    for slot in range(race.rights):
        seat = race.right_rider[slot] // TEAM
        if race.right_role[slot] == PERFORMER and race.wish[seat] == NOT_YET:
            race.decider = seat
            return
    grant(race, trace)


@rule
def legal_wishes(race: Race, seat: int, out: Ints) -> int:
    """A break, if all his performers can bear it; the pace; or nothing (Z7.10.3)."""
    out[0], out[1], out[2] = WISH + WISH_PACE, WISH + WISH_NOTHING, WISH + WISH_BREAK
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if (
            rider // TEAM == seat
            and race.right_role[slot] == PERFORMER
            and not room(race, rider, OUT_OF_PACE)
        ):
            return 2
    return 3


@rule
def wish(race: Race, seat: int, choice: int, trace: Ints) -> None:
    """Say it openly."""
    race.wish[seat] = choice
    note(trace, WISHED, seat, choice)


@rule
def grant(race: Race, trace: Ints) -> None:
    """If anybody breaks, the speed stays; else it rises if somebody (or everybody) wants it (Z13.14)."""
    breaks, paces, idle = 0, 0, 0
    for seat in range(race.setup.seats):
        breaks += race.wish[seat] == WISH_BREAK
        paces += race.wish[seat] == WISH_PACE
        idle += race.wish[seat] == WISH_NOTHING
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if race.right_role[slot] == PERFORMER and race.wish[rider // TEAM] == WISH_BREAK:
            break_away(race, rider, 1, OUT_OF_PACE, trace)
    if breaks == 0 and paces > 0 and not (idle > 0 and race.setup.pace_unanimous):
        raise_pace(race, trace)
    end_activity(race, race.pawn, trace)


@rule
def break_away(race: Race, rider: int, sectors: int, points: int, trace: Ints) -> None:
    """Out of the HEAD into a sector of the break (Z7.10.3, Z7.11)."""
    tire(race, rider, points)
    put(race, rider, sectors)
    race.excused |= 1 << (rider // TEAM)
    note(trace, BROKE_AWAY, rider, sectors, race.fatigue[rider])


@rule
def about_to_break(race: Race) -> int:
    """The slot of the first performer whose sector is not chosen yet, or -1 (Z7.11)."""
    for slot in range(race.rights):
        if race.right_role[slot] == PERFORMER and in_head(race, race.right_rider[slot]):
            return slot
    return -1


@rule
def next_depth(race: Race, trace: Ints) -> None:
    """Ask each owner how far his performers go; nobody is asked who can only go one sector (Z7.11)."""
    slot = about_to_break(race)
    while slot >= 0:
        if furthest(race, slot) > 1:
            race.decider = race.right_rider[slot] // TEAM
            return
        go_clear(race, 1, trace)
        slot = about_to_break(race)
    end_activity(race, race.pawn, trace)


@rule
def goes_along(race: Race, slot: int, other: int) -> bool:
    """Whether the performer of another slot goes as far as this one: all of an owner do (Z13.16)."""
    if race.right_role[other] != PERFORMER or not in_head(race, race.right_rider[other]):
        return False
    if race.setup.depth_each:
        return slot == other
    return race.right_rider[slot] // TEAM == race.right_rider[other] // TEAM


@rule
def price_of_break(sectors: int) -> int:
    """2, and 2 for every sector (Z7.11)."""
    return BREAK_FATIGUE + SECTOR_FATIGUE * sectors


@rule
def furthest(race: Race, slot: int) -> int:
    """The furthest sector that a performer and those who go with him can all bear (Z7.11)."""
    sectors = LAST_SECTOR
    for other in range(race.rights):
        if goes_along(race, slot, other):
            while sectors > 1 and not room(
                race, race.right_rider[other], BREAK_FATIGUE + SECTOR_FATIGUE * sectors
            ):
                sectors -= 1
    return sectors


@rule
def legal_depths(race: Race, out: Ints) -> int:
    """From one sector up to the furthest (Z7.11)."""
    most = furthest(race, about_to_break(race))
    for sectors in range(1, most + 1):
        out[sectors - 1] = SECTORS + sectors
    return most


@rule
def go_clear(race: Race, sectors: int, trace: Ints) -> None:
    """The next performer, and all who go with him, go clear (Z7.11)."""
    slot = about_to_break(race)
    for other in range(race.rights):
        if goes_along(race, slot, other):
            break_away(race, race.right_rider[other], sectors, price_of_break(sectors), trace)
