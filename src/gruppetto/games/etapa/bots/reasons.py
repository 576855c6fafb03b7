"""What is counted of a race of Etapa that is played out, to say why a choice was worse."""

from gruppetto.games.etapa.rules.codes import Told
from gruppetto.games.etapa.rules.record import (
    BRAKED,
    FED,
    FOR_CRASH,
    HELD_BY_RIDERS,
    SLOWED,
    TEAM,
    WAITED_FOR,
    Race,
)
from gruppetto.games.reasons import Reason, Reasons, Sums, noted
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

KINDS = (
    Reason("wheel", +1, 0.2),  # fields ridden on a wheel
    Reason("pulled", -1, 0.2),  # fields that rivals ride on an own one
    Reason("risk", -1),  # throws that decide about a crash
    Reason("falls", -1),
    Reason("sprints", -1),  # cards spent on sprints
    Reason("breakaway", +1, 0.1),  # rounds of breakaway begun
    Reason("blocked", -1),  # moves cut short by riders
    Reason("stops", -1),  # moves cut short for a Slow card, food or a helper, and rounds waited
    Reason("ground", +1, 0.3),  # where the first own rider is at the end of the round
    Reason("primes", +1, 0.1),  # points on the way
    Reason("seconds", -1, 1.0),  # lost by the team
    Reason("limit", -1),  # own riders who miss the time limit or go home
    Reason("places", -1, 0.1),  # of the own riders, added up
    Reason("tenths", -1, 1.0),  # in a time trial
)
WHEEL, PULLED, RISK, FALLS, SPRINTS, BREAKAWAY, BLOCKED, STOPS = range(8)
GROUND, PRIMES, SECONDS, LIMIT, PLACES, TENTHS = range(8, 14)
STOPPED = SLOWED | BRAKED | WAITED_FOR | FED


@rule
def measure(race: Race, seat: int, trace: Ints, out: Sums) -> None:
    """Count what has happened to a seat, event by event."""
    for row in range(noted(trace)):
        at = 1 + WIDTH * row
        event = trace[at : at + WIDTH]
        if event[0] == Told.ROUND_BEGAN:
            count_ground(race, seat, out)
        elif event[0] == Told.FOLLOWED:
            count_wheel(seat, event, out)
        elif event[1] // TEAM == seat:
            count_riding(event, out)
            count_mishap(event, out)
            count_result(event, out)


@rule
def count_wheel(seat: int, event: Ints, out: Sums) -> None:
    """Count who has ridden on whose wheel."""
    if event[1] // TEAM == seat:
        out[WHEEL] += event[3]
    elif event[2] // TEAM == seat:
        out[PULLED] += event[3]


@rule
def count_ground(race: Race, seat: int, out: Sums) -> None:
    """Where the first own rider is when the round of the decision is over."""
    if out[GROUND] == 0.0:
        for rider in range(TEAM * seat, TEAM * seat + TEAM):
            out[GROUND] = max(out[GROUND], race.field[rider])


@rule
def count_riding(event: Ints, out: Sums) -> None:
    """Count what an own rider has done; the rider is the first number."""
    told = event[0]
    if told == Told.SPRINTED:
        out[SPRINTS] += 1
    elif told == Told.BROKE_AWAY:
        out[BREAKAWAY] += event[3]
    elif told == Told.MOVED:
        out[BLOCKED] += event[4] & HELD_BY_RIDERS != 0
        out[STOPS] += event[4] & STOPPED != 0
    elif told == Told.WAITED:
        out[STOPS] += 1


@rule
def count_mishap(event: Ints, out: Sums) -> None:
    """Count what has gone wrong for an own rider."""
    told = event[0]
    if told == Told.THREW and event[3] == FOR_CRASH:
        out[RISK] += 1
    elif told == Told.FELL:
        out[FALLS] += 1
    elif told in (Told.MISSED_LIMIT, Told.WITHDREW):
        out[LIMIT] += 1


@rule
def count_result(event: Ints, out: Sums) -> None:
    """Count what an own rider has come to."""
    told = event[0]
    if told == Told.WON_PRIME:
        out[PRIMES] += event[4]
    elif told == Told.PLACED:
        out[PLACES] += event[2]
        out[SECONDS] += event[3]
    elif told == Told.TIMED:
        out[TENTHS] += event[2]


REASONS = Reasons("etapa", measure, KINDS, effects=("places",))
