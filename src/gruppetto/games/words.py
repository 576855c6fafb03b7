"""Messages whose sentences are filled in from their fields, for the words of any game."""

from typing import Any, ClassVar

import msgspec

from gruppetto.games.game import Message


class Said(Message, frozen=True):
    """A message with a sentence that names its fields."""

    sentence: ClassVar[str] = ""

    def spoken(self) -> dict[str, Any]:
        """The fields as the sentence needs them; a game adds its own names for things."""
        return msgspec.structs.asdict(self)

    @property
    def text(self) -> str:
        """The message as a sentence."""
        return self.sentence.format(**self.spoken())


def ordinal(number: int) -> str:
    """First, second, third … in figures, as races are told."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
