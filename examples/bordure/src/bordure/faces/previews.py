"""What a choice would do, in words."""

from typing import Any, ClassVar

from bordure.faces.words import Rider, Said
from bordure.rules.preview import FORESEEN, Foreseen, preview
from gruppetto.games.game import Message, no_numbers
from gruppetto.games.vocabulary import event_reader


class Reaches(Said, frozen=True):
    """Where a rider would come to."""

    rule: ClassVar[str] = "BD2.3"
    sentence: ClassVar[str] = "To square {square}, or one further in the slipstream."
    rider: Rider
    square: int


PREVIEW_TYPES = (Reaches,)
_read = event_reader(Foreseen, PREVIEW_TYPES)


def foreseen(race: Any, seat: int, code: int) -> Message:
    """What the rule `preview` says of a choice."""
    numbers = no_numbers(FORESEEN)
    preview(race, seat, code, numbers)
    message: Message = _read(numbers.tolist())
    return message
