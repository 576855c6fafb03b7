"""What a choice would do, as far as it is certain before the others have chosen: where a card leads (FR4)."""

from enum import IntEnum

from gruppetto.games.flamme_rouge.rules.movement import distance, held_by, value
from gruppetto.games.flamme_rouge.rules.record import Action, Race
from gruppetto.games.flamme_rouge.rules.traits import bonus, climbing_limit
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FORESEEN = 4  # numbers of a preview, at most
Foreseen = IntEnum("Foreseen", "REACHES", start=1)  # each is the message of its name, as events are


@rule
def preview(race: Race, seat: int, code: int, out: Ints) -> int:
    """What is foreseen of a choice: its kind and its numbers, and how many these are; none but of a card."""
    if code < Action.CARD:
        return 0
    return reaches_with(race, race.at_hand[seat], code - Action.CARD, out)


@rule
def reaches_with(race: Race, rider: int, kind: int, out: Ints, traits: Ints | None = None) -> int:
    """Where a card leads a rider, by the traits in effect (FR4.2, GT11)."""
    energy = value(race, rider, kind) + bonus(rider, kind, traits)
    return reaches(race, rider, energy, climbing_limit(rider, traits), out)


@rule
def reaches(race: Race, rider: int, energy: int, limit: int, out: Ints) -> int:
    """Where so much energy leads a rider if nobody is in the way, and what changes it (FR4.4 to FR4.7)."""
    start = race.square[rider]
    reach = start + distance(race, start, energy, limit)
    out[0], out[1], out[2] = Foreseen.REACHES, rider, reach
    out[3] = held_by(race, start, energy, reach, reach)
    return 4
