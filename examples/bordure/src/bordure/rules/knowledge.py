"""What a seat cannot know, replaced by a fair guess; what it knows, as numbers."""

import numpy as np

from bordure.rules.movement import legs
from bordure.rules.options import SEATS
from bordure.rules.record import EVERYBODY, MOST_EFFORT, MOST_LEGS, NOT_YET, STREAMS, Race
from gruppetto.kernel.chance import fraction_of, replant, share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

MOMENT = 5
PER_RIDER, PER_OWN_RIDER = 4, 2
OBSERVATION = MOMENT + SEATS * PER_RIDER + PER_OWN_RIDER


@rule
def forget(race: Race, seat: int, seed: np.uint64) -> None:
    """Replace other riders' cards and choices, and all chance to come, by a sample this seat finds fair."""
    replant(race, seed)
    if race.finished:
        return
    for other in range(race.setup.seats):
        if other != seat:
            imagine(race, other, fraction_of(seed, STREAMS + other))


@rule
def imagine(race: Race, seat: int, fraction: np.uint64) -> None:
    """Any card that could have ridden so far, and any effort it allows (BD1.3, BD2.2)."""
    more, fraction = share(fraction, MOST_LEGS - race.least[seat] + 1)
    race.card[seat] = race.least[seat] + more
    if race.effort[seat] != NOT_YET:
        race.effort[seat], _ = share(fraction, min(MOST_EFFORT, legs(race, seat)) + 1)


@rule
def observe(race: Race, seat: int, out: Ints) -> None:
    """All a seat knows as numbers: the road, the moment, every rider (own first), own legs and choice."""
    out[0], out[1] = race.setup.seats, race.setup.line
    out[2], out[3], out[4] = race.rounds, race.wind, race.finished
    for place in range(SEATS):
        observe_rider(race, (max(0, seat) + place) % SEATS, out[MOMENT + place :])
    own = MOMENT + SEATS * PER_RIDER
    out[own], out[own + 1] = 0, NOT_YET
    if seat != EVERYBODY:
        out[own], out[own + 1] = legs(race, seat), race.effort[seat]


@rule
def observe_rider(race: Race, seat: int, out: Ints) -> None:
    """Where a rider is, what anybody can count, whether they have chosen; each SEATS numbers on."""
    out[0], out[SEATS] = race.square[seat], race.balance[seat]
    out[2 * SEATS], out[3 * SEATS] = race.least[seat], race.effort[seat] != NOT_YET
