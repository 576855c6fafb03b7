"""What comes of a challenge: to the head, a faster peloton, a break (Z7.9 to Z7.11)."""

from gruppetto.games.due_ruote.rules.codes import (
    LAST_SECTOR,
    NOT_YET,
    TEAM,
    Action,
    Activity,
    Role,
    Step,
    Told,
    Wish,
)
from gruppetto.games.due_ruote.rules.options import BreakDepth, Tie
from gruppetto.games.due_ruote.rules.peloton import (
    fall_back,
    in_head,
    put,
    put_in_head,
    rides,
    room,
    tire,
)
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.due_ruote.rules.turn import (
    end_activity,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

TO_HEAD, OUT_OF_PACE = 1, 2
BREAK_FATIGUE, SECTOR_FATIGUE = 2, 2


@rule
def succeeds(race: Race, right: int, left: int) -> bool:
    """The right side wins when it is not slower (Z7.8.6, Z7.8.7, Z13.20)."""
    return right >= left + (race.setup.options.tie == Tie.FAILS)


@rule
def decide(race: Race, trace: Ints) -> None:
    """Everybody has answered: what becomes of a challenge (Z7.8.6, Z7.8.7)."""
    won = succeeds(race, race.right_sum, race.left_sum)
    note(trace, Told.DECIDED, race.activity, race.right_sum, race.left_sum, won)
    if not won:
        end_activity(race, race.pawn, trace)
    elif race.activity == Activity.GO_TO_HEAD:
        send_to_head(race, trace)
        end_activity(race, race.pawn, trace)
    elif race.activity == Activity.BREAK_AWAY:
        race.step = Step.DEPTH
    elif race.lefts > 0:
        raise_pace(race, trace)
        end_activity(race, race.pawn, trace)
    else:
        race.step = Step.WISHES


@rule
def send_to_head(race: Race, trace: Ints) -> None:
    """All performers enter the HEAD for 1 more (Z7.9)."""
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if race.right_role[slot] == Role.PERFORM:
            tire(race, rider, TO_HEAD)
            put_in_head(race, rider)
            race.excused |= 1 << (rider // TEAM)
            note(trace, Told.WENT_TO_HEAD, rider, race.fatigue[rider])


@rule
def raise_pace(race: Race, trace: Ints) -> None:
    """The peloton goes faster: breakaways lose a sector, the delayed fall further back (Z7.10.2)."""
    race.pace += 1
    race.increases += 1
    note(trace, Told.PACE_ROSE, race.pace)
    for rider in range(TEAM * race.setup.seats):
        if race.place[rider] != 0 and rides(race, rider):
            fall_back(race, rider, 1)
            note(trace, Told.DROPPED, rider, race.place[rider])


@rule
def next_wish(race: Race, trace: Ints) -> None:
    """Each player with performers, clockwise from the initiator, says what they make of it (Z7.10.3)."""
    for slot in range(race.rights):
        seat = race.right_rider[slot] // TEAM
        if race.right_role[slot] == Role.PERFORM and race.wish[seat] == NOT_YET:
            race.decider = seat
            return
    grant(race, trace)


@rule
def legal_wishes(race: Race, seat: int, out: Ints) -> int:
    """A break, if all their performers can bear it; the pace; or nothing (Z7.10.3)."""
    out[0], out[1], out[2] = Action.WISH + Wish.PACE, Action.WISH + Wish.NOTHING, Action.WISH + Wish.BREAK
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if (
            rider // TEAM == seat
            and race.right_role[slot] == Role.PERFORM
            and not room(race, rider, OUT_OF_PACE)
        ):
            return 2
    return 3


@rule
def wish(race: Race, seat: int, choice: int, trace: Ints) -> None:
    """Say it openly."""
    race.wish[seat] = choice
    note(trace, Told.WISHED, seat, choice)


@rule
def grant(race: Race, trace: Ints) -> None:
    """If anybody breaks, the speed stays; else it rises if somebody (or everybody) wants it (Z13.14)."""
    breaks, paces, idle = 0, 0, 0
    for seat in range(race.setup.seats):
        breaks += race.wish[seat] == Wish.BREAK
        paces += race.wish[seat] == Wish.PACE
        idle += race.wish[seat] == Wish.NOTHING
    for slot in range(race.rights):
        rider = race.right_rider[slot]
        if race.right_role[slot] == Role.PERFORM and race.wish[rider // TEAM] == Wish.BREAK:
            break_away(race, rider, 1, OUT_OF_PACE, trace)
    if breaks == 0 and paces > 0 and not (idle > 0 and race.setup.options.pace_unanimous):
        raise_pace(race, trace)
    end_activity(race, race.pawn, trace)


@rule
def break_away(race: Race, rider: int, sectors: int, points: int, trace: Ints) -> None:
    """Out of the HEAD into a sector of the break (Z7.10.3, Z7.11)."""
    tire(race, rider, points)
    put(race, rider, sectors)
    race.excused |= 1 << (rider // TEAM)
    note(trace, Told.BROKE_AWAY, rider, sectors, race.fatigue[rider])


@rule
def about_to_break(race: Race) -> int:
    """The slot of the first performer whose sector is not chosen yet, or -1 (Z7.11)."""
    for slot in range(race.rights):
        if race.right_role[slot] == Role.PERFORM and in_head(race, race.right_rider[slot]):
            return slot
    return -1


@rule
def next_depth(race: Race, trace: Ints) -> None:
    """Ask each owner how far their performers go; nobody is asked who can only go one sector (Z7.11)."""
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
    if race.right_role[other] != Role.PERFORM or not in_head(race, race.right_rider[other]):
        return False
    if race.setup.options.break_depth == BreakDepth.EACH:
        return slot == other
    return race.right_rider[slot] // TEAM == race.right_rider[other] // TEAM


@rule
def price_of_break(sectors: int) -> int:
    """2, and 2 for every sector (Z7.11)."""
    return BREAK_FATIGUE + SECTOR_FATIGUE * sectors


@rule
def furthest(race: Race, slot: int) -> int:
    """The furthest sector that a performer and those who go with them can all bear (Z7.11)."""
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
        out[sectors - 1] = Action.SECTORS + sectors
    return most


@rule
def go_clear(race: Race, sectors: int, trace: Ints) -> None:
    """The next performer, and all who go with them, go clear (Z7.11)."""
    slot = about_to_break(race)
    for other in range(race.rights):
        if goes_along(race, slot, other):
            break_away(race, race.right_rider[other], sectors, price_of_break(sectors), trace)
