"""Names that look alike are one name, as far as a table is concerned, and an operator's list of words."""

import unicodedata
from collections.abc import Iterable
from pathlib import Path

import msgspec

from gruppetto.errors import BadOption
from gruppetto.server.messages import Refused
from gruppetto.server.store import SeatRow

# A small letter, and what is drawn like it or like its capital.
DRAWN = {
    "a": "аαɑ@4", "b": "вβß8", "c": "сϲ¢", "d": "ԁđð", "e": "еεəё3€", "f": "ƒ", "g": "ɡ9", "h": "нһħη",
    "j": "јϳ", "k": "кκ", "l": "iіιıł1|!7ӏ", "m": "мμ", "n": "пν", "o": "оοσøө0", "p": "рρþ", "q": "ԛ",
    "r": "гг", "s": "ѕ5$", "t": "тτŧ+", "u": "υц", "v": "ѵ", "w": "ԝωшщ", "x": "хχ×", "y": "уγў¥", "z": "ζз2",
}  # fmt: skip
ALIKE = str.maketrans({drawn: letter for letter, all_drawn in DRAWN.items() for drawn in all_drawn})
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("æ", "ae"), ("œ", "oe"))


def seen(name: str) -> str:
    """A name as a hasty eye sees it: no case, no accents, nothing between the letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    drawn = plain.translate(ALIKE)
    letters = "".join(sign for sign in drawn if unicodedata.category(sign)[0] not in "MZCP")
    for pair, letter in PAIRS:
        letters = letters.replace(pair, letter)
    return letters or name.strip()


def check(name: str, owner: str, seats: Iterable[SeatRow]) -> None:
    """Refuse a name that could be taken for that of somebody else at the table."""
    others = [place.name for place in seats if place.is_a_persons and place.owner != owner]
    check_among(name, others)


def check_among(name: str, others: Iterable[str]) -> None:
    """Refuse a name that could be taken for one of these."""
    for other in others:
        if seen(other) == seen(name):
            raise Refused(409, "NameTaken", f"Somebody here is called {other}; choose another name.")


# --- names an operator does not want to see ---------------------------------------------------------

ANYWHERE, COMMENT = "*", "#"
NAMES = "names"  # the option that names the list


class Unwanted(msgspec.Struct, frozen=True):
    """Words as a hasty eye sees them: by themselves, and those that are unwanted within others too."""

    words: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()

    def check(self, name: str) -> None:
        """Refuse a name that is such a word, or has one in it."""
        whole = seen(name)
        found = {whole, *map(seen, name.split())}
        if found & self.words or any(part in whole for part in self.parts):
            raise Refused(400, "NameUnwanted", "This name is not wanted on this server; choose another.")


def unwanted_in(file: str | None) -> Unwanted:
    """An operator's list: a word on each line, after a star if it is unwanted within others too."""
    if file is None:
        return Unwanted()
    try:
        lines = [line.strip() for line in Path(file).read_text("utf-8").splitlines()]
    except (OSError, UnicodeError) as fault:
        raise BadOption(f"{NAMES}: {file} cannot be read: {fault}") from None
    written = [line for line in lines if line and not line.startswith(COMMENT)]
    parts = {seen(line.lstrip(ANYWHERE)) for line in written if line.startswith(ANYWHERE)} - {""}
    return Unwanted(frozenset(map(seen, written)), frozenset(parts))
