"""Messages that are said by a sentence of the catalogues, for the words of any game."""

from typing import Any, ClassVar

import msgspec

from gruppetto.games.game import Message
from gruppetto.language import has, t


class Said(Message, frozen=True):
    """A message whose sentence goes by its room and its class, and names its fields.

    A game from outside that has no catalogue says its English in `sentence`.
    """

    room: ClassVar[str] = ""
    forms: ClassVar[tuple[str, ...]] = ("",)  # of the sentence, where it is not the same for all fields
    sentence: ClassVar[str] = ""

    @property
    def form(self) -> str:
        """Which of its forms says this message."""
        return ""

    def spoken(self) -> dict[str, Any]:
        """The fields as the sentence needs them; a game adds its own names for things."""
        return msgspec.structs.asdict(self)

    @property
    def sentence_key(self) -> str:
        """What the sentence goes by in the catalogues."""
        return ".".join(filter(None, (self.room, self.key, self.form)))

    @property
    def text(self) -> str:
        """The message as a sentence."""
        key, names = self.sentence_key, self.spoken()
        return t(key, **names) if has(key) else self.sentence.format(**names)

    @property
    def short(self) -> str:
        """The same in a few words, where the catalogues have them."""
        key = f"{self.sentence_key}.short"
        return t(key, **self.spoken()) if has(key) else self.text


def signed(figure: int) -> str:
    """A figure that is always written with its sign."""
    return f"−{-figure}" if figure < 0 else f"+{figure}"


def slug(words: str) -> str:
    """A phrase of a message as a part of a key."""
    return "-".join(filter(None, "".join(letter if letter.isalnum() else " " for letter in words).split()))


def note_text(note: str) -> str:
    """What is to be said of a stage: the key of a note, with the number it names behind a dot."""
    key, _, number = note.partition(".")
    return t(f"note.{key}", number=number)
