"""Tiles and stages: load the data, find a stage by name or by its letters, and lay it out (FR1.4, FR1.6)."""

import difflib
import unicodedata
from functools import cache

import msgspec

from gruppetto.errors import BadData, BadStage, UnknownStage
from gruppetto.games.datafiles import entry, only_table, text_of
from gruppetto.games.flamme_rouge.data.layout import (
    ROAD_WIDTH,
    Layout,
    Shape,
    Side,
    box_around,
    lay,
    overlap,
)

GROUPS = ("box", "promo", "tour-2018", "fans")
LONGEST_NAME = 80
START, FLAT, ASCENT, DESCENT, FINISH = "SfadF"
SQUARES_OF: dict[Shape, int] = {"start": 6, "finish": 6, "straight": 6, "light": 2, "sharp": 2}
TURN_OF: dict[Shape, int] = {"start": 0, "finish": 0, "straight": 0, "light": 45, "sharp": 90}


class StageCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stage as the data file lists it (FR1.6)."""

    name: str
    letters: str
    group: str
    aliases: tuple[str, ...] = ()
    note: str = ""


class Road(msgspec.Struct, frozen=True):
    """A stage as one row of squares, from the last start square to the last square past the line."""

    name: str
    letters: str
    squares: str

    @property
    def start_squares(self) -> int:
        """How many squares lie behind the start line (FR2.1)."""
        return self.squares.count(START)

    @property
    def line(self) -> int:
        """The first square past the finish line (FR6.1)."""
        return self.squares.index(FINISH)

    @property
    def last_square(self) -> int:
        """The square nobody rides past (FR4.4)."""
        return len(self.squares) - 1

    @property
    def length(self) -> int:
        """All squares, those behind the start line and past the finish line included."""
        return len(self.squares)


def stage(name_or_letters: str) -> Road:
    """The road of a stage, by its name, one of its aliases, or as a string of tile letters (FR1.6)."""
    asked = name_or_letters.strip()
    if len(asked) > LONGEST_NAME:
        raise UnknownStage(f"A stage's name has at most {LONGEST_NAME} characters, not {len(asked)}.")
    card = _cards_by_name().get(_plain(asked)) or _cards_by_letters().get(asked)
    if card:
        return Road(card.name, card.letters, _squares(card.letters))
    suggestions = _suggestions(asked)
    if _means_letters(asked, suggestions):
        return _own_stage(asked)
    raise UnknownStage(_unknown(asked, suggestions))


def called(name_or_letters: str) -> str:
    """The name of a stage, where these are its letters."""
    card = _cards_by_letters().get(name_or_letters.strip())
    return card.name if card else name_or_letters


def stages(group: str | None = None) -> list[StageCard]:
    """All stages we know, or those of one group, in the order of the data file."""
    if group is not None and group not in GROUPS:
        raise UnknownStage(f"There is no group of stages {group!r}; the groups are {', '.join(GROUPS)}.")
    return [card for card in _cards() if group in (None, card.group)]


def layout(road: Road, heading: float = 0.0) -> Layout:
    """The road as it lies on the table, its start tile pointing along `heading` (degrees clockwise)."""
    squares = lay(_sides(road.letters), heading)
    return Layout(road.name, road.letters, ROAD_WIDTH, squares, box_around(squares))


# --- own stages -------------------------------------------------------------------------------------


def _own_stage(letters: str) -> Road:
    """A road of one's own, if its tiles are in the box and lie on a table (FR1.6)."""
    fault = _fault(letters)
    if fault:
        raise BadStage(fault)
    clash = overlap(_sides(letters))
    if clash:
        first, second = clash
        raise BadStage(
            f"The road would lie over itself: tile {letters[second]!r} (position {second + 1}) "
            f"on tile {letters[first]!r} (position {first + 1})."
        )
    return Road(letters, letters, _squares(letters))


def _fault(letters: str) -> str:
    """What keeps these letters from being a stage, as a sentence; empty if nothing does (FR1.6)."""
    return _fault_of_tiles(letters) or _fault_of_ends(letters)


def _fault_of_tiles(letters: str) -> str:
    """Every letter is a tile's, and every tile is in the box only once (FR1.6)."""
    used: dict[str, int] = {}
    for position, letter in enumerate(letters, start=1):
        if letter not in tiles():
            return f"There is no tile {letter!r} (position {position}); tiles are called a to u and A to U."
        if letter.lower() in used:
            earlier = used[letter.lower()]
            return _used_twice(letters[earlier - 1], earlier, letter, position)
        used[letter.lower()] = position
    return ""


def _used_twice(one: str, earlier: int, other: str, position: int) -> str:
    if one == other:
        return f"Tile {one!r} is used twice, at positions {earlier} and {position}; there is only one."
    return (
        f"{one!r} (position {earlier}) and {other!r} (position {position}) "
        "are the two sides of one tile; only one of them can be used."
    )


def _fault_of_ends(letters: str) -> str:
    """Start tile first, finish tile last, and some road between them (FR1.6)."""
    shapes: list[Shape] = [tiles()[letter].shape for letter in letters]
    if shapes[:1] != ["start"]:
        return f"A stage begins with the start tile, 'a' or 'A'; {_found(shapes, 'start')}."
    if shapes[-1] != "finish":
        return f"A stage ends with the finish tile, 'u' or 'U'; {_found(shapes, 'finish')}."
    if len(letters) < 3:
        return "A stage needs at least one tile between the start tile and the finish tile."
    return ""


def _found(shapes: list[Shape], shape: Shape) -> str:
    """Where such a tile lies instead."""
    return f"here it lies at position {shapes.index(shape) + 1}" if shape in shapes else "here there is none"


def _squares(letters: str) -> str:
    return "".join(side.squares for _, side in _sides(letters))


def _sides(letters: str) -> list[tuple[str, Side]]:
    return [(letter, tiles()[letter]) for letter in letters]


# --- finding a stage --------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """A name without case, accents, dashes, apostrophes and spaces."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if char.isalnum())


def _means_letters(asked: str, suggestions: list[str]) -> bool:
    """Tell tile letters from a mistyped name: ASCII letters with at least one proper end, unlike any name."""
    if not (asked.isascii() and asked.isalpha()):
        return False
    begins, ends = asked[0] in "aA", asked[-1] in "uU"
    return (begins and ends) or ((begins or ends) and not suggestions)


def _suggestions(asked: str) -> list[str]:
    """Names of stages that resemble what was asked for, the best first."""
    plain, words = _plain(asked), _words()
    close = difflib.get_close_matches(plain, words, n=3, cutoff=0.7)
    begun = [word for word in words if len(plain) >= 3 and word.startswith(plain)]
    return list(dict.fromkeys(words[word] for word in (*begun, *close)))[:3]


def _unknown(asked: str, suggestions: list[str]) -> str:
    if suggestions:
        return f"There is no stage {asked!r}. Did you mean {' or '.join(suggestions)}?"
    return (
        f"{asked!r} is neither the name of a stage nor a string of tile letters "
        "from the start tile (a, A) to the finish tile (u, U)."
    )


@cache
def _words() -> dict[str, str]:
    """Whole names, and the longer words in them, each with the name of its stage."""
    found: dict[str, str] = {}
    for plain, card in _cards_by_name().items():
        found[plain] = card.name
    for card in _cards():
        for word in " ".join((card.name, *card.aliases)).replace("-", " ").replace("–", " ").split():
            if len(word) > 3:
                found.setdefault(_plain(word), card.name)
    return found


# --- the data files ---------------------------------------------------------------------------------


@cache
def tiles() -> dict[str, Side]:
    """All 42 sides of the 21 tiles, by letter (FR1.4)."""
    return read_tiles(text_of(__package__, "tiles.toml"))


def read_tiles(text: str) -> dict[str, Side]:
    """The sides of the tiles written in a TOML text, checked (FR1.4)."""
    table = only_table("tiles.toml", text, "sides", dict)
    sides = {letter: entry("tiles.toml", f"sides.{letter}", raw, Side) for letter, raw in table.items()}
    for letter, side in sides.items():
        reason = _fault_of_name(letter, sides) or _fault_of_side(side)
        if reason:
            raise BadData(f"tiles.toml: sides.{letter}: {reason}")
    return sides


def _fault_of_name(letter: str, sides: dict[str, Side]) -> str:
    if not (len(letter) == 1 and letter.isascii() and letter.isalpha()):
        return "a side is called by one ASCII letter"
    return "" if letter.swapcase() in sides else f"its other side {letter.swapcase()!r} is missing"


def _fault_of_side(side: Side) -> str:
    if not set(side.squares) <= set(START + FLAT + ASCENT + DESCENT + FINISH):
        return f"squares: {side.squares!r} has other letters than S, f, a, d, F"
    if len(side.squares) != SQUARES_OF[side.shape]:
        return f"squares: a {side.shape} tile has {SQUARES_OF[side.shape]}, not {len(side.squares)}"
    if abs(side.turn) != TURN_OF[side.shape]:
        return f"turn: a {side.shape} tile turns by {TURN_OF[side.shape]} degrees, not {side.turn}"
    if (START in side.squares, FINISH in side.squares) != (side.shape == "start", side.shape == "finish"):
        return f"squares: S belongs on the start tile and F on the finish tile, not {side.squares!r} here"
    return ""


@cache
def _cards() -> tuple[StageCard, ...]:
    return read_stages(text_of(__package__, "stages.toml"))


def read_stages(text: str) -> tuple[StageCard, ...]:
    """The stages written in a TOML text, checked: known groups, sound letters, no name twice (FR1.6)."""
    cards: list[StageCard] = []
    taken: dict[str, str] = {}
    for position, raw in enumerate(only_table("stages.toml", text, "stage", list), start=1):
        card = entry("stages.toml", f"stage {position}", raw, StageCard)
        reason = _fault_of_card(card, taken)
        if reason:
            raise BadData(f"stages.toml: stage {position} ({card.name}): {reason}")
        taken |= {_plain(name): card.name for name in (card.name, *card.aliases)}
        cards.append(card)
    return tuple(cards)


def _fault_of_card(card: StageCard, taken: dict[str, str]) -> str:
    for name in (card.name, *card.aliases):
        if not _plain(name) or len(name) > LONGEST_NAME:
            return f"name: {name!r} is empty or longer than {LONGEST_NAME} characters"
        if _plain(name) in taken:
            return f"name: {name!r} already belongs to {taken[_plain(name)]!r}"
    if card.group not in GROUPS:
        return f"group: {card.group!r} is none of {', '.join(GROUPS)}"
    fault = _fault(card.letters)
    return f"letters: {fault}" if fault else ""


@cache
def _cards_by_name() -> dict[str, StageCard]:
    return {_plain(name): card for card in _cards() for name in (card.name, *card.aliases)}


@cache
def _cards_by_letters() -> dict[str, StageCard]:
    return {card.letters: card for card in reversed(_cards())}
