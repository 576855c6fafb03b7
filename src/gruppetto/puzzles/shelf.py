"""The puzzles that come in the box: a packed file for each game."""

import functools
import lzma
from datetime import date
from importlib.resources import files
from pathlib import Path

import msgspec

from gruppetto.errors import BadData, CannotSave, UnknownPuzzle, suggestion
from gruppetto.games import registry
from gruppetto.kernel.chance import derived
from gruppetto.puzzles.puzzle import Puzzle

SETS = files("gruppetto.puzzles") / "sets"
ENDING = ".json.xz"
DAYS = 20  # the seed of the order in which they come day by day


class PuzzleSet(msgspec.Struct, frozen=True):
    """Puzzles of one game, and which rules they were weighed under."""

    game: str
    rules_version: int
    puzzles: tuple[Puzzle, ...] = ()
    seed: int = 0  # of the races they were looked for in,
    races: int = 0  # and how many those were


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none, if nobody has made any for these rules."""
    room = registry.get(game)
    found = _in_the_box(game)
    return found.puzzles if found.rules_version == room.rules_version else ()


def puzzle(game: str, name: str) -> Puzzle:
    """One of them by its name."""
    found = {one.id: one for one in puzzles(game)}
    if name not in found:
        raise UnknownPuzzle(
            f"{registry.get(game).name} has no puzzle {name[:40]!r}{suggestion(name, list(found))}"
        )
    return found[name]


def puzzle_of_the_day(day: date) -> Puzzle | None:
    """One for everybody on that day: the games in turn, and no puzzle again before all have come."""
    there = [found for game in registry.games() if (found := puzzles(game))]
    if not there:
        return None
    turn, number = divmod(day.toordinal(), len(there))
    wanted = there[number]
    round_, place = divmod(turn, len(wanted))
    order = sorted(range(len(wanted)), key=lambda index: derived(derived(DAYS, round_), index))
    return wanted[order[place]]


@functools.cache
def _in_the_box(game: str) -> PuzzleSet:
    file = SETS / f"{game}{ENDING}"
    if not file.is_file():
        return PuzzleSet(game, 0)
    return unpacked(file.read_bytes(), file.name)


def read(path: Path) -> PuzzleSet:
    """A set in a file."""
    try:
        return unpacked(path.read_bytes(), str(path))
    except OSError as fault:
        raise BadData(f"{path}: cannot be read: {fault.strerror}.") from None


def unpacked(content: bytes, name: str) -> PuzzleSet:
    """A set from the content of a file."""
    try:
        return msgspec.json.decode(lzma.decompress(content), type=PuzzleSet)
    except (lzma.LZMAError, msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise BadData(f"{name}: is no set of puzzles: {fault}.") from None


def write(found: PuzzleSet, path: Path) -> None:
    """Write a set to a file: whole, or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(lzma.compress(msgspec.json.encode(found), preset=9))
        part.replace(path)
    except OSError as fault:
        raise CannotSave(f"{path}: cannot be written: {fault.strerror}.") from None
