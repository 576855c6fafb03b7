"""What is counted of a race of Flamme Rouge that is played out, to say why a choice was worse."""

from gruppetto.games.flamme_rouge.bots.tactics import energy_of
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.record import DESCENDING_MINIMUM, Race, Told
from gruppetto.games.reasons import Reason, Reasons, Sums, noted
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

KINDS = (
    Reason("exhaustion", -1),  # cards taken in the wind
    Reason("slipstream", +1),  # squares won in it
    Reason("blocked", -1),  # moves cut short by riders
    Reason("climb", -1, 0.1),  # squares that a climb took off cards
    Reason("descent", +1, 0.1),  # squares that a descent put on top of cards
    Reason("pulled", -1),  # squares that rivals won in the slipstream
    Reason("wind", +1),  # exhaustion of the rivals
    Reason("sprint", +1, 0.2),  # what the cards of the last round say
    Reason("ground", +1, 0.2),  # where the first of the riders is at the end of the round
    Reason("last-man", +1, 0.2),  # and where the second
    Reason("place", -1),  # of the better rider
)
EXHAUSTION, SLIPSTREAM, BLOCKED, CLIMB, DESCENT, PULLED, WIND, SPRINT, GROUND, LAST_MAN, PLACE = range(11)
UPHILL = int(r.Reason.CLIMB) | int(r.Reason.FOOT)
DOWNHILL, IN_THE_WAY = int(r.Reason.DESCENT), int(r.Reason.RIDERS)


@rule
def measure(race: Race, seat: int, trace: Ints, out: Sums) -> None:
    """Count what has happened to a seat, event by event."""
    for row in range(noted(trace)):
        at = 1 + WIDTH * row
        count_event(race, seat, trace[at : at + WIDTH], out)


@rule
def count_event(race: Race, seat: int, event: Ints, out: Sums) -> None:
    """Count one event; the rider is the first of its numbers."""
    told, own = event[0], event[1] // 2 == seat
    if told == Told.TIRED:
        out[EXHAUSTION if own else WIND] += 1
    elif told == Told.CARRIED:
        out[SLIPSTREAM if own else PULLED] += 1
    elif told == Told.REVEALED and own:
        out[SPRINT] += energy_of(event[2])
    elif told == Told.MOVED and own:
        count_move(race, event, out)
    elif told == Told.ROUND_BEGAN:
        out[SPRINT] = 0
        count_ground(race, seat, out)
    elif told == Told.ENDED:
        count_ground(race, seat, out)
        out[PLACE] = best_place(race, seat)


@rule
def count_move(race: Race, event: Ints, out: Sums) -> None:
    """What the road and the riders on it made of a card."""
    energy, ridden, reasons = energy_of(race.revealed[event[1]]), event[3] - event[2], event[5]
    out[BLOCKED] += reasons & IN_THE_WAY != 0
    if reasons & UPHILL:
        out[CLIMB] += max(0, energy - ridden)
    if reasons & DOWNHILL:
        out[DESCENT] += DESCENDING_MINIMUM - energy


@rule
def count_ground(race: Race, seat: int, out: Sums) -> None:
    """Where the riders are when the round of the decision is over."""
    if out[GROUND] == 0.0:
        one, other = race.square[2 * seat], race.square[2 * seat + 1]
        out[GROUND], out[LAST_MAN] = max(one, other), min(one, other)


@rule
def best_place(race: Race, seat: int) -> int:
    """How the better rider of a team is classified, from 1."""
    place = 0
    while race.order[place] // 2 != seat:
        place += 1
    return place + 1


REASONS = Reasons("flamme-rouge", measure, KINDS, effects=("place",))
