"""The games there are: those of every room, by id.

A package in `gruppetto.games` is a room when it names the games in it, `GAMES`.
"""

import functools
import importlib
import pkgutil

from gruppetto import games as package
from gruppetto.errors import BadOption, UnknownGame, suggestion
from gruppetto.games.game import Game
from gruppetto.games.studio import Studio


@functools.cache
def games() -> dict[str, Game]:
    """Every game of every room, by id, in the order of their ranks."""
    rooms = [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
        if module.ispkg
    ]
    found: list[Game] = [game for room in rooms for game in room.GAMES]
    return {game.id: game for game in sorted(found, key=lambda game: game.rank)}


def first() -> Game:
    """The game that is meant where none is named."""
    return next(iter(games().values()))


def get(game_id: str) -> Game:
    """A game by its id."""
    if game_id not in games():
        raise UnknownGame(
            f"There is no game {game_id!r}{suggestion(str(game_id), list(games()))} "
            f"Games are {', '.join(games())}."
        )
    return games()[game_id]


def studio_of(game_id: str) -> tuple[Game, Studio]:
    """A game whose stages can be composed, and its studio."""
    game = get(game_id)
    if game.studio is None:
        known = " and ".join(other.name for other in games().values() if other.studio)
        raise BadOption(f"{game.name} has no stages to compose; {known} have.")
    return game, game.studio
