"""Whoever decides in a race that compiled code does not ride alone: our levels, or others' programs."""

from typing import Protocol

from gruppetto.games.game import Game
from gruppetto.kernel.record import Records, duplicate
from gruppetto.players.halving import UNBOUND, Budget
from gruppetto.players.levels import level_of
from gruppetto.players.outsiders import Outsider, is_outside
from gruppetto.players.player import think


class Decider(Protocol):
    """A player as an arena meets them."""

    name: str

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """The code of the action they choose; the state is not changed."""

    def close(self) -> None:
        """The last race is over."""


class LevelDecider:
    """One of our levels, with a budget that thinkers keep to."""

    def __init__(self, player: str, budget: Budget = UNBOUND) -> None:
        self.name, self.budget = player, budget
        self.level = level_of(player)

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """Decide on a copy that has been forgotten."""
        return think(game, duplicate(state), seat, self.name, seed, budget=self.budget)

    def close(self) -> None:
        """Nothing to let go."""


def decider_of(player: str, budget: Budget = UNBOUND) -> Decider:
    """A level by name, or somebody else's program: `stdio:COMMAND` or `ws://HOST:PORT/PATH`."""
    return Outsider(player) if is_outside(player) else LevelDecider(player, budget)
