"""What is always true of a race: a statement each, and a rule that finds what is broken."""

from bordure.rules.movement import beats, foremost, legs
from bordure.rules.options import SEATS, Weather
from bordure.rules.record import (
    FEWEST_LEGS,
    FURTHEST,
    LONGEST_ROAD,
    MOST_EFFORT,
    MOST_LEGS,
    NOT_YET,
    Race,
    Wind,
)
from gruppetto.kernel.chance import SCRIPT_LENGTH
from gruppetto.kernel.rule import rule

ALWAYS = {
    "numbers": "Every number stands for something there is: a seat, a square of the road, a card, a wind.",
    "legs": "Nobody has spent, or chosen to spend, more legs than they have (BD2.2).",
    "knowledge": "The lowest card that could have ridden so is no higher than the card itself (BD1.3).",
    "finish": "The race is over as soon as somebody has reached the line, and not before (BD3.1).",
    "owing": "Until then somebody has yet to choose (BD2.2).",
    "order": "Everybody is in the order once, and in the end the furthest is first (BD3.2).",
}
WRONG_NUMBERS, WRONG_LEGS, WRONG_KNOWLEDGE = 1 << 0, 1 << 1, 1 << 2
WRONG_FINISH, WRONG_OWING, WRONG_ORDER = 1 << 3, 1 << 4, 1 << 5


@rule
def invariants(race: Race) -> int:
    """What is broken in a race, as bits in the order of `ALWAYS`."""
    if not numbers_in_range(race):
        return WRONG_NUMBERS
    broken = WRONG_FINISH * ((race.finished == 1) != (foremost(race) >= race.setup.line))
    broken |= WRONG_OWING * (choosing(race) == race.finished)
    broken |= WRONG_ORDER * (not in_order(race))
    for seat in range(race.setup.seats):
        broken |= WRONG_LEGS * (legs(race, seat) < max(0, race.effort[seat]))
        broken |= WRONG_KNOWLEDGE * (race.least[seat] > race.card[seat])
        broken |= WRONG_KNOWLEDGE * (race.least[seat] < -race.balance[seat])
    return broken


@rule
def numbers_in_range(race: Race) -> bool:
    """Whether every number of a race stands for something; whatever this lets through can be looked at."""
    if not 2 <= race.setup.seats <= SEATS or not 1 <= race.setup.line <= LONGEST_ROAD:
        return False
    if not 1 <= race.rounds <= LONGEST_ROAD or not Wind.CALM <= race.wind <= Wind.CROSS:
        return False
    if race.wind != Wind.CALM and (race.rounds == 1 or race.setup.options.weather == Weather.STILL):
        return False
    if not 0 <= race.finished <= 1 or not 0 <= race.scripted <= SCRIPT_LENGTH:
        return False
    for seat in range(race.setup.seats):
        if not rider_in_range(race, seat):
            return False
    return race.rounds <= foremost(race) + 1


@rule
def rider_in_range(race: Race, seat: int) -> bool:
    """Whether a rider's place, card and choice are ones there can be."""
    if not 0 <= race.square[seat] <= FURTHEST or not 0 <= race.order[seat] < race.setup.seats:
        return False
    if not -MOST_LEGS <= race.balance[seat] <= race.rounds - 1 + race.finished:
        return False
    if not race.least[seat] >= FEWEST_LEGS or not race.card[seat] <= MOST_LEGS:
        return False
    return race.card[seat] >= FEWEST_LEGS and NOT_YET <= race.effort[seat] <= MOST_EFFORT


@rule
def choosing(race: Race) -> int:
    """1 while somebody has yet to choose, 0 in the end, when nobody is to choose any more."""
    if race.finished:
        return 0
    for seat in range(race.setup.seats):
        if race.effort[seat] == NOT_YET:
            return 1
    return 0


@rule
def in_order(race: Race) -> bool:
    """Everybody once; in the end nobody before one who is further on or, level, has more legs (BD3.2)."""
    met = 0
    for place in range(race.setup.seats):
        met |= 1 << race.order[place]
        if race.finished and place > 0 and beats(race, race.order[place], race.order[place - 1]):
            return False
    return met == (1 << race.setup.seats) - 1
