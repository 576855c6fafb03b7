"""Whoever decides in a race that compiled code does not ride alone: our levels, or players from outside."""

import threading
from typing import Protocol

from gruppetto.games.game import Game
from gruppetto.kernel.record import Records, duplicate
from gruppetto.players.halving import UNBOUND, Budget
from gruppetto.players.levels import BUDGETED, level_of
from gruppetto.players.outsiders import PATIENCE, Outsider, is_outside, policy_at
from gruppetto.players.player import think


class Decider(Protocol):
    """A player as a race meets them."""

    name: str

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """The code of the action they choose; the state is not changed."""

    def close(self) -> None:
        """The last race is over."""


class LevelDecider:
    """One of our levels, with threads and a budget for those who think and whose name has none."""

    def __init__(self, player: str, budget: Budget = UNBOUND, threads: int = 1) -> None:
        self.name, self.threads = player, threads
        self.level = level_of(player)
        self.budget = UNBOUND if BUDGETED in player else budget
        self._closed = threading.Event()

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """Decide on a copy that has been forgotten."""
        return think(
            game, duplicate(state), seat, self.name, seed,
            budget=self.budget, threads=self.threads, cancelled=self._closed.is_set,
        )  # fmt: skip

    def close(self) -> None:
        """What is still being thought over is cut short."""
        self._closed.set()


def decider_of(
    player: str, budget: Budget = UNBOUND, *, threads: int = 1, patience: float = PATIENCE
) -> Decider:
    """A level by name, or a player from outside by address."""
    if is_outside(player):
        return Outsider(player, policy_at(player, patience))
    return LevelDecider(player, budget, threads)
