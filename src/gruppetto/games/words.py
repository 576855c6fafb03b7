"""Messages that are said by a sentence of the catalogues, for the words of any game."""

import functools
from typing import Any, ClassVar

import msgspec

from gruppetto.games.game import Message
from gruppetto.language import has, spoken, t

SENTENCES = 10_000  # that are kept at hand


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
        try:
            return _sentence(self, spoken())
        except TypeError:  # a game from elsewhere may have lists in its messages, which nothing is kept under
            return _sentence.__wrapped__(self, spoken())

    @property
    def short(self) -> str:
        """The same in a few words, where the catalogues have them."""
        key = f"{self.sentence_key}.short"
        return t(key, **self.spoken()) if has(key) else self.text


@functools.lru_cache(SENTENCES)
def _sentence(message: Said, language: str) -> str:
    """A message as a sentence of a language: most are said again and again."""
    del language  # it is the one that is spoken
    key, names = message.sentence_key, message.spoken()
    return t(key, **names) if has(key) else message.sentence.format(**names)


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
