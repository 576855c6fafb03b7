"""A road that is still being composed: how far it lies on the table, and what keeps it from being a stage."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from gruppetto.errors import BadStage
from gruppetto.games.flamme_rouge.data.layout import (
    ROAD_WIDTH,
    Box,
    Layout,
    Shape,
    box_around,
    lay,
    overlap,
)
from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FINISH, START, tiles
from gruppetto.games.flamme_rouge.studio.generator import climbs_of

MOST_TILES = 42  # more letters than there are sides can only be a mistake
SHORTEST = 3

FlawKind = Literal["twice", "start", "finish", "short", "overlap"]


class Flaw(msgspec.Struct, frozen=True):
    """Why these tiles are no stage yet, and the positions (from 0) of the tiles that are to blame (FR1.6)."""

    kind: FlawKind
    tiles: tuple[int, ...] = ()


class Composition(msgspec.Struct, frozen=True):
    """Tiles laid so far: a road to be drawn, what there is to count on it, and its flaws."""

    name: str
    letters: str
    squares: str
    start_squares: int
    line: int  # the first square past the finish line, or the end of the road
    last_square: int
    climbs: list[int]
    ascents: int
    descents: int
    layout: Layout
    flaws: list[Flaw]


class DrawnSide(msgspec.Struct, frozen=True):
    """One side of a tile, by its letter, as it looks lying alone on the table (FR1.4)."""

    letter: str
    shape: Shape
    turn: int
    layout: Layout


def composition(letters: str) -> Composition:
    """The road that these tiles make, whether or not it is a stage."""
    _check_letters(letters)
    laid = _laid(letters)
    squares = "".join(square.terrain for square in laid.squares)
    return Composition(
        name=letters,
        letters=letters,
        squares=squares,
        start_squares=squares.count(START),
        line=squares.index(FINISH) if FINISH in squares else len(squares),
        last_square=max(0, len(squares) - 1),
        climbs=climbs_of(squares),
        ascents=squares.count(ASCENT),
        descents=squares.count(DESCENT),
        layout=laid,
        flaws=list(_flaws(letters)),
    )


def drawn_sides() -> list[DrawnSide]:
    """All 42 sides of the tiles in the box (FR1.4)."""
    return [DrawnSide(letter, side.shape, side.turn, _laid(letter)) for letter, side in tiles().items()]


def _laid(letters: str) -> Layout:
    squares = lay([(letter, tiles()[letter]) for letter in letters])
    box = box_around(squares) if squares else Box(0.0, 0.0, 0.0, 0.0)
    return Layout(letters, letters, ROAD_WIDTH, squares, box)


def _check_letters(letters: str) -> None:
    """Refuse what names no tiles at all."""
    if len(letters) > MOST_TILES:
        raise BadStage(f"At most {MOST_TILES} letters, not {len(letters)}.")
    for position, letter in enumerate(letters, start=1):
        if letter not in tiles():
            raise BadStage(
                f"There is no tile {letter!r} (position {position}); tiles are called a to u and A to U."
            )


def _flaws(letters: str) -> Iterator[Flaw]:
    """All that is wrong with a road, where `road.stage` names what it meets first (FR1.6)."""
    shapes = [tiles()[letter].shape for letter in letters]
    yield from _used_twice(letters)
    if shapes[:1] != ["start"]:
        yield Flaw("start", _where(shapes, "start"))
    if shapes[-1:] != ["finish"]:
        yield Flaw("finish", _where(shapes, "finish"))
    elif len(letters) < SHORTEST:
        yield Flaw("short")
    clash = overlap([(letter, tiles()[letter]) for letter in letters])
    if clash:
        yield Flaw("overlap", clash)


def _used_twice(letters: str) -> Iterator[Flaw]:
    first: dict[str, int] = {}
    for position, letter in enumerate(letters.lower()):
        if letter in first:
            yield Flaw("twice", (first[letter], position))
        first.setdefault(letter, position)


def _where(shapes: list[Shape], shape: Shape) -> tuple[int, ...]:
    """Where such a tile lies instead, if it lies anywhere."""
    return tuple(position for position, found in enumerate(shapes) if found == shape)
