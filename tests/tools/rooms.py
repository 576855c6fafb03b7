"""Where the rooms of the registry are, and where their own tests and goldens lie.

`python tests/tools/rooms.py` lists the games there are.
"""

import inspect
from pathlib import Path

from gruppetto.games import registry
from gruppetto.games.game import Game

OURS = "gruppetto.games."


def package_of(game: Game) -> str:
    """The package that a game's room is."""
    return type(game).__module__.rpartition(".")[0]


def our_games() -> list[Game]:
    """The games of our own rooms, which our own pages are about."""
    return [game for game in registry.games().values() if package_of(game).startswith(OURS)]


def room_of(game: Game) -> str:
    """What a game's room is called; a room inside a room goes by the outer one's name."""
    return package_of(game).removeprefix(OURS).partition(".")[0]


def tests_beside(game: Game) -> Path:
    """The folder of tests in the project that a game belongs to: ours, or one of its own."""
    source = Path(inspect.getfile(type(game)))
    return next(folder / "tests" for folder in source.parents if (folder / "pyproject.toml").is_file())


def tests_of(game: Game) -> Path:
    """The folder of a room's own tests: all there are, in a project that is nothing but the room."""
    folder = tests_beside(game) / "games" / room_of(game)
    return folder if folder.is_dir() else tests_beside(game)


if __name__ == "__main__":
    print(*registry.games())
