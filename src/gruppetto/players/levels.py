"""The levels: who can sit down at a table that is not a person, from the weakest to the strongest.

The first three follow a rule of thumb; the others think, within a budget of time or play-outs that may be
set with the name: `patron@50ms`, `baroudeur@200`. They are the same for every game, but for the last: it
rides only where a network has been trained for the installed rules, and without any thought if its budget
is 0.
"""

import functools

import msgspec

from gruppetto.errors import UnknownPlayer, suggestion
from gruppetto.games.game import Game
from gruppetto.language import t
from gruppetto.players.halving import Budget, budget_of
from gruppetto.players.network import is_trained
from gruppetto.players.playout import BEGINNER, HEURISTIC, RANDOM

LARGE = Budget(seconds=1.0)
BUDGETED = "@"  # between a name and a budget of one's own
ALONE = "0"  # the budget of a network that rides without any search


class Level(msgspec.Struct, frozen=True):
    """How a player decides."""

    name: str
    policy: int  # whom they follow, or who rides their play-outs
    budget: Budget | None = None  # of a player who thinks
    trees: bool = False
    blur: float = 0.0  # how far, in chances to win, they may misjudge a choice
    network: bool = False  # whether they ride by the network of a game

    @property
    def text(self) -> str:
        """What they are like, in a few words."""
        return t(f"level.{self.name.partition('@')[0]}.text")

    @property
    def thinks(self) -> bool:
        """Whether a decision takes them more than a rule of thumb."""
        return self.network or self.budget is not None

    def rides(self, game: Game) -> bool:
        """Whether they can be met in a game."""
        return not self.network or is_trained(game)


LEVELS = (
    Level("random", RANDOM),
    Level("touriste", BEGINNER),
    Level("domestique", HEURISTIC),
    Level("equipier", HEURISTIC, Budget(playouts=80), blur=0.01),
    Level("baroudeur", HEURISTIC, Budget(playouts=200)),
    Level("patron", HEURISTIC, LARGE, trees=True),
    Level("hors-categorie", HEURISTIC, LARGE, network=True),
)
PLAYERS = {level.name: level.text for level in LEVELS}


def names(game: Game | None = None) -> list[str]:
    """All levels by name, or those of a game, the weakest first."""
    return [level.name for level in LEVELS if game is None or level.rides(game)]


def check_level(name: str) -> Level:
    """A level by its plain name."""
    found = next((level for level in LEVELS if level.name == name), None)
    if found is None:
        raise UnknownPlayer(
            f"There is no player {name!r}{suggestion(name, names())} Players are {', '.join(names())}."
        )
    return found


@functools.lru_cache(256)
def level_of(player: str) -> Level:
    """A level by its name, with a budget of one's own if the name has one: `patron@50ms`."""
    name, at, budget = player.partition(BUDGETED)
    found = check_level(name)
    if not at:
        return found
    if not found.thinks:
        raise UnknownPlayer(f"{player!r}: {name} does not think, and so has no budget.")
    alone = found.network and budget == ALONE
    return msgspec.structs.replace(found, name=player, budget=None if alone else budget_of(budget))


def level_in(game: Game, player: str) -> Level:
    """A level as it is met in a game; refuses one that no network was trained for there."""
    level = level_of(player)
    if not level.rides(game):
        raise UnknownPlayer(
            f"{player!r}: no network was trained for version {game.rules_version} of the rules "
            f"of {game.name}. Players there are {', '.join(names(game))}."
        )
    return level
