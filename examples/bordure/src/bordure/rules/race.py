"""One race of Bordure: the contract's functions, and how a round is ridden (BD1 to BD3)."""

from bordure.rules.invariants import invariants
from bordure.rules.knowledge import forget, observe
from bordure.rules.movement import beats, close_up, foremost, leading, legs, rest, ride
from bordure.rules.options import SEATS, Weather
from bordure.rules.record import (
    FEWEST_LEGS,
    LOT_STREAM,
    MOST_EFFORT,
    MOST_LEGS,
    NOT_YET,
    WIND_STREAM,
    WINDS,
    Action,
    Race,
    Setup,
    Told,
    Wind,
)
from gruppetto.kernel.chance import NOT_SCRIPTED, chance, plant, scripted, share
from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import note

__all__ = ["act", "deal", "forget", "invariants", "legal", "observe", "over", "report", "score", "waiting"]


@rule
def deal(race: Race, setup: Setup, keys: Keys) -> None:
    """All riders stand at the start with a card each (BD1.2, BD1.3)."""
    plant(race, keys)
    line_up(race, setup)
    for seat in range(setup.seats):
        more, _ = share(chance(race, seat), MOST_LEGS - FEWEST_LEGS + 1)
        race.card[seat] = FEWEST_LEGS + more


@rule
def line_up(race: Race, setup: Setup) -> None:
    """Everybody on the first square, in still air, with nothing chosen (BD1.2)."""
    race.setup = setup
    race.rounds, race.wind, race.finished, race.scripted = 1, Wind.CALM, 0, 0
    for seat in range(SEATS):
        race.square[seat] = race.card[seat] = race.balance[seat] = 0
        race.least[seat], race.effort[seat], race.order[seat] = FEWEST_LEGS, NOT_YET, seat


@rule
def waiting(race: Race) -> int:
    """All who have not chosen, as bits: riders choose at the same time (BD2.2)."""
    owing = 0
    for seat in range(race.setup.seats):
        if race.effort[seat] == NOT_YET and not race.finished:
            owing |= 1 << seat
    return owing


@rule
def legal(race: Race, seat: int, out: Ints) -> int:
    """Any effort up to three, as far as the legs go (BD2.2)."""
    most = min(MOST_EFFORT, legs(race, seat))
    for effort in range(most + 1):
        out[effort] = Action.RIDE + effort
    return most + 1


@rule
def act(race: Race, seat: int, action: int, trace: Ints) -> None:
    """Choose an effort; once all have, the round is ridden (BD2.2, BD2.3)."""
    race.effort[seat] = action - Action.RIDE
    note(trace, Told.CHOSE, seat, race.effort[seat])
    if waiting(race) == 0:
        ride_round(race, trace)


@rule
def ride_round(race: Race, trace: Ints) -> None:
    """All ride, close up and rest; then the race is over, or a round begins (BD2, BD3.1)."""
    leaders = leading(race)
    for seat in range(race.setup.seats):
        ride(race, seat, leaders, trace)
    close_up(race, trace)
    rest(race, trace)
    for seat in range(race.setup.seats):
        race.effort[seat] = NOT_YET
    if foremost(race) >= race.setup.line:
        finish(race, trace)
    else:
        begin_round(race, trace)


@rule
def begin_round(race: Race, trace: Ints) -> None:
    """The next round, and its wind (BD2.1)."""
    race.rounds += 1
    note(trace, Told.ROUND_BEGAN, race.rounds)
    if race.setup.options.weather == Weather.CHANGING:
        race.wind = turned_wind(race)
        note(trace, Told.WIND_TURNED, race.wind)


@rule
def turned_wind(race: Race) -> int:
    """Calm, headwind or crosswind: each as likely as the others (BD2.1)."""
    wind = scripted(race, WIND_STREAM)
    if wind == NOT_SCRIPTED:
        wind, _ = share(chance(race, WIND_STREAM), WINDS)
    return wind


@rule
def finish(race: Race, trace: Ints) -> None:
    """The furthest first, then the one with more legs left; where these are equal, lots decide (BD3.2)."""
    race.finished = 1
    draw_lots(race)
    for place in range(1, race.setup.seats):
        at, seat = place, race.order[place]
        while at > 0 and beats(race, seat, race.order[at - 1]):
            race.order[at] = race.order[at - 1]
            at -= 1
        race.order[at] = seat
    note(trace, Told.ENDED, race.order[0])


@rule
def draw_lots(race: Race) -> None:
    """Any order is as likely as any other (BD3.2)."""
    for last in range(race.setup.seats - 1, 0, -1):
        other, _ = share(chance(race, LOT_STREAM), last + 1)
        race.order[last], race.order[other] = race.order[other], race.order[last]


@rule
def over(race: Race) -> bool:
    """Whether somebody has reached the line (BD3.1)."""
    return race.finished == 1


@rule
def score(race: Race, out: Ints) -> None:
    """For each seat, how many it has beaten (BD3.2)."""
    for place in range(race.setup.seats):
        out[race.order[place]] = race.setup.seats - 1 - place


@rule
def report(race: Race, out: Ints) -> None:
    """For tables of results: rounds ridden, the winner, and how many squares ahead of the second."""
    first, second = race.order[0], race.order[1]
    out[0], out[1], out[2] = race.rounds, first, race.square[first] - race.square[second]
