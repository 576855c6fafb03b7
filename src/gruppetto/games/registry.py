"""The games there are: those of every room, by id.

A room is a package that names the games in it, `GAMES`. Ours are the packages in `gruppetto.games`; any
installed package may bring another, by an entry point of the group `gruppetto.games`.
"""

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from types import ModuleType

from gruppetto import games as package
from gruppetto.errors import BadOption, BadRoom, UnknownGame, suggestion
from gruppetto.games.game import Game
from gruppetto.games.studio import Studio

GROUP = "gruppetto.games"


@functools.cache
def games() -> dict[str, Game]:
    """Every game of every room, by id, in the order of their ranks."""
    found: dict[str, Game] = {}
    for room in (*_own_rooms(), *_other_rooms()):
        for game in room.GAMES:
            if game.id in found:
                raise BadRoom(f"{room.__name__}: there is a game {game.id!r} already; give it another id.")
            found[game.id] = game
    return dict(sorted(found.items(), key=lambda entry: entry[1].rank))


def _own_rooms() -> Iterator[ModuleType]:
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            yield importlib.import_module(f"{package.__name__}.{module.name}")


def _other_rooms() -> Iterator[ModuleType]:
    """The rooms that installed packages bring, in the order of their names."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            room = entry.load()
        except (ImportError, AttributeError) as fault:
            raise BadRoom(f"{entry.value}: this room cannot be opened: {fault}.") from fault
        if not isinstance(room, ModuleType) or not hasattr(room, "GAMES"):
            raise BadRoom(f"{entry.value}: a room is a package that names its games, GAMES.")
        yield room


def own() -> list[Game]:
    """The games of our own rooms, whatever else is installed."""
    return [game for game in games().values() if type(game).__module__.startswith(package.__name__)]


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
