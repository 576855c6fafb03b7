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
