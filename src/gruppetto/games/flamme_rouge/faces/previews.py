"""What a choice would do, in words."""

from collections.abc import Callable
from typing import Any, ClassVar

from gruppetto.games.direct import direct
from gruppetto.games.flamme_rouge.faces.words import Reasons, Rider, Said
from gruppetto.games.flamme_rouge.rules.preview import FORESEEN, Foreseen
from gruppetto.games.game import Message, no_numbers
from gruppetto.games.vocabulary import event_reader, events_in


class Reaches(Said, frozen=True):
    """Where a rider would come to, and what makes it differ from the card."""

    rule: ClassVar[str] = "FR4.2"
    rider: Rider
    square: int
    reasons: Reasons


PREVIEW_TYPES = events_in(Foreseen, globals().values())
_read = event_reader(Foreseen, PREVIEW_TYPES)


def foreseen(preview: Callable[..., int], record: Any, seat: int, code: int) -> Message | None:
    """What a room's rule `preview` says of a choice, if it says anything."""
    numbers = no_numbers(FORESEEN)
    found = direct(preview)(record, seat, code, numbers)
    return _read(numbers.tolist()) if found else None
