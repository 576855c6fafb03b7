"""The race turn: first player, terrain, speed, and the way of the pawn (Z6.3, Z6.4)."""

from gruppetto.games.due_ruote.rules.codes import (
    CANCELS,
    LEAST_SPENT,
    NOBODY,
    NOTHING,
    TOKENS,
    Action,
    Step,
    Told,
)
from gruppetto.games.due_ruote.rules.control import receive_pawn
from gruppetto.games.due_ruote.rules.event_cards import anything_due, lay_tokens
from gruppetto.games.due_ruote.rules.peloton import from_seat, left_of, next_in_play, racing
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note


@rule
def choose_first_player(race: Race) -> None:
    """Who paid for it, or the left neighbour of the last to be active (Z6.3.1)."""
    if race.claimed != NOBODY:
        race.first = from_seat(race, race.claimed)
    elif race.last_active != NOBODY:
        race.first = left_of(race, race.last_active)
    else:
        race.first = from_seat(race, race.first)
    race.claimed = race.last_active = race.pawn = NOBODY


@rule
def begin_turn(race: Race, terrain: int, trace: Ints) -> None:
    """A terrain is turned up: set its speed, take back the tokens (Z6.3.3, Z6.3.4, Z6.3.6)."""
    race.terrain = terrain
    race.turn += 1
    race.pace, race.increases = race.setup.base_speed[race.terrain], 0
    for seat in range(race.setup.seats):
        race.tokens[seat] = max(LEAST_SPENT, TOKENS - race.fined[seat]) * racing(race, seat)
        race.spent[seat] = race.passed[seat] = race.bonked[seat] = race.fined[seat] = 0
    race.step, race.decider = Step.ORDER, race.first
    note(trace, Told.TURN_BEGAN, race.turn, race.terrain, race.pace, race.first)


@rule
def legal_orders(out: Ints) -> int:
    """The first player acts first or last (Z6.3.2)."""
    out[0], out[1] = Action.FIRST, Action.LAST
    return 2


@rule
def choose_order(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Keep the pawn, or hand it to the left neighbour at once (Z6.3.2)."""
    note(trace, Told.ORDERED, seat, action == Action.LAST)
    receive_pawn(race, seat if action == Action.FIRST else left_of(race, seat), trace)


@rule
def give_pawn(race: Race, trace: Ints) -> None:
    """Ask the holder of the pawn; whoever has nothing to spend passes unasked (Z6.3.5)."""
    while race.pawn != NOBODY and purse(race, race.pawn) == 0:
        pass_for_good(race, race.pawn, trace)
    if race.pawn == NOBODY:
        race.step = Step.FATIGUE
    else:
        race.decider = race.pawn


@rule
def purse(race: Race, seat: int) -> int:
    """The action points a player has left, special ones included (Z4.2)."""
    return race.tokens[seat] + race.special[seat]


@rule
def may_pass_for_good(race: Race, seat: int) -> bool:
    """Not before 3 action points are spent (Z4.3)."""
    return race.spent[seat] >= LEAST_SPENT


@rule
def pass_for_good(race: Race, seat: int, trace: Ints) -> None:
    """With the pawn in front of one, passing is definitive (Z6.3.5)."""
    race.passed[seat] = 1
    race.pawn = next_in_play(race, seat + 1)
    note(trace, Told.PASSED, seat)


@rule
def pay(race: Race, seat: int, points: int, special: int) -> None:
    """Pay action points, so many of them with special tokens, which are gone for good (Z4.2)."""
    race.tokens[seat] -= points - special
    race.special[seat] -= special
    race.spent[seat] += points
    if race.setup.event_cards:
        lay_tokens(race, seat, special)


@rule
def legal_payments(race: Race, seat: int, cost: int, out: Ints) -> int:
    """Every mix of base and special tokens that makes up the cost (Z4.2)."""
    least = max(0, cost - race.tokens[seat])
    found = 0
    for special in range(least, min(cost, race.special[seat]) + 1):
        out[found] = Action.PAY + special
        found += 1
    return found


@rule
def legal_cancel(race: Race, out: Ints) -> int:
    """What is not yet paid can be taken back, but not for ever."""
    out[0] = Action.CANCEL
    return race.cancels < CANCELS


@rule
def end_activity(race: Race, seat: int, trace: Ints) -> None:
    """The table is cleared and the pawn goes to the left (Z6.3.5), after full event cards (Z11.4)."""
    race.last_active, race.asked = seat, NOBODY
    forget_composition(race)
    clear_sheet(race)
    if race.setup.event_cards and anything_due(race):
        race.step = Step.MISHAP
    else:
        receive_pawn(race, next_in_play(race, seat + 1), trace)


@rule
def forget_composition(race: Race) -> None:
    """Nothing is being prepared."""
    race.activity, race.chosen = NOTHING, NOBODY
    clear_entries(race)


@rule
def clear_entries(race: Race) -> None:
    """No rider is about to be put on the sheet."""
    for entry in range(race.entries):
        race.entry_rider[entry], race.entry_role[entry] = NOBODY, NOTHING
    race.entries = 0


@rule
def clear_sheet(race: Race) -> None:
    """All riders leave the challenge sheet (Z7.8.8)."""
    for slot in range(race.rights):
        race.right_rider[slot], race.right_role[slot] = NOBODY, NOTHING
    for slot in range(race.lefts):
        race.left_rider[slot] = NOBODY
    race.rights = race.lefts = race.right_sum = race.left_sum = 0
    for seat in range(race.setup.seats):
        race.wish[seat] = 0
    race.joined = race.sector = 0
