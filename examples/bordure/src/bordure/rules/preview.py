"""What a choice would do, as far as it is certain before the others have chosen (BD2.3)."""

from enum import IntEnum

from bordure.rules.movement import distance, leading
from bordure.rules.record import Action, Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

FORESEEN = 3  # numbers of a preview
Foreseen = IntEnum("Foreseen", "REACHES", start=1)  # each is the message of its name, as events are


@rule
def preview(race: Race, seat: int, code: int, out: Ints) -> int:
    """What is foreseen of a choice: its kind and its numbers, and how many these are."""
    reach = race.square[seat] + distance(race, seat, code - Action.RIDE, leading(race))
    out[0], out[1], out[2] = Foreseen.REACHES, seat, reach
    return FORESEEN
