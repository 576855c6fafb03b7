"""How riders move, close up and rest (BD2.3 to BD2.6)."""

from bordure.rules.record import STEADY, Race, Told, Wind
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

SLIPSTREAM = 2  # squares behind somebody from which a rider closes up


@rule
def legs(race: Race, seat: int) -> int:
    """What a rider has left: the card, less what was spent, and what was won back (BD1.3)."""
    return race.card[seat] + race.balance[seat]


@rule
def foremost(race: Race) -> int:
    """The square of the first rider."""
    square = race.square[0]
    for seat in range(1, race.setup.seats):
        square = max(square, race.square[seat])
    return square


@rule
def leading(race: Race) -> int:
    """The riders with nobody ahead of them, as bits."""
    leaders, front = 0, foremost(race)
    for seat in range(race.setup.seats):
        leaders |= (race.square[seat] == front) << seat
    return leaders


@rule
def distance(race: Race, seat: int, effort: int, leaders: int) -> int:
    """Two squares and the effort, less one for leaders in a headwind (BD2.3, BD2.4)."""
    held = race.wind == Wind.HEAD and leaders >> seat & 1
    return STEADY + effort - held


@rule
def ride(race: Race, seat: int, leaders: int, trace: Ints) -> None:
    """Ride what was chosen, and pay for it in legs (BD2.3)."""
    effort = race.effort[seat]
    race.square[seat] += distance(race, seat, effort, leaders)
    race.balance[seat] -= effort
    race.least[seat] = max(race.least[seat], -race.balance[seat])
    note(trace, Told.RODE, seat, effort, race.square[seat])


@rule
def close_up(race: Race, trace: Ints) -> None:
    """Whoever is two squares behind the next rider moves up one, all at once; not in a crosswind (BD2.5)."""
    if race.wind == Wind.CROSS:
        return
    closing = 0
    for seat in range(race.setup.seats):
        closing |= (gap_ahead(race, seat) == SLIPSTREAM) << seat
    for seat in range(race.setup.seats):
        if closing >> seat & 1:
            race.square[seat] += 1
            note(trace, Told.CLOSED_UP, seat, race.square[seat])


@rule
def gap_ahead(race: Race, seat: int) -> int:
    """How far the next rider ahead is; 0 where nobody is."""
    gap = 0
    for other in range(race.setup.seats):
        ahead = race.square[other] - race.square[seat]
        if ahead > 0 and (gap == 0 or ahead < gap):
            gap = ahead
    return gap


@rule
def rest(race: Race, trace: Ints) -> None:
    """Whoever has made no effort behind somebody wins a leg back (BD2.6)."""
    for seat in range(race.setup.seats):
        if race.effort[seat] == 0 and gap_ahead(race, seat) > 0:
            race.balance[seat] += 1
            note(trace, Told.RESTED, seat)


@rule
def beats(race: Race, seat: int, other: int) -> bool:
    """Further on, or level with more legs left (BD3.2)."""
    if race.square[seat] != race.square[other]:
        return race.square[seat] > race.square[other]
    return legs(race, seat) > legs(race, other)
