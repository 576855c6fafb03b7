"""The levels: who can sit down at a table that is not a person, from the weakest to the strongest.

They are the same for every game. The first three follow a rule of thumb; the others think, within a
budget of time or play-outs that may be set with the name: `patron@50ms`, `baroudeur@200`.
"""

import functools

import msgspec

from gruppetto.errors import UnknownPlayer, suggestion
from gruppetto.language import t
from gruppetto.players.halving import Budget, budget_of
from gruppetto.players.playout import BEGINNER, HEURISTIC, RANDOM

LARGE = Budget(seconds=1.0)
BUDGETED = "@"  # between a name and a budget of one's own


class Level(msgspec.Struct, frozen=True):
    """How a player decides."""

    name: str
    policy: int  # whom they follow, or who rides their play-outs
    budget: Budget | None = None  # of a player who thinks
    trees: bool = False
    blur: float = 0.0  # how far, in chances to win, they may misjudge a choice

    @property
    def text(self) -> str:
        """What they are like, in a few words."""
        return t(f"level.{self.name.partition('@')[0]}.text")

    @property
    def thinks(self) -> bool:
        """Whether they weigh their choices by play-outs."""
        return self.budget is not None


LEVELS = (
    Level("random", RANDOM),
    Level("touriste", BEGINNER),
    Level("domestique", HEURISTIC),
    Level("equipier", HEURISTIC, Budget(playouts=80), blur=0.01),
    Level("baroudeur", HEURISTIC, Budget(playouts=200)),
    Level("patron", HEURISTIC, LARGE, trees=True),
)
PLAYERS = {level.name: level.text for level in LEVELS}


def names() -> list[str]:
    """All levels by name, the weakest first."""
    return [level.name for level in LEVELS]


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
    return msgspec.structs.replace(found, name=player, budget=budget_of(budget))
