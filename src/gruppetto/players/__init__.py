"""Bots, for any game that fulfils the contract."""

from gruppetto.players.halving import Budget, budget_of
from gruppetto.players.levels import PLAYERS, level_in, level_of, names
from gruppetto.players.player import decide, think

__all__ = ["PLAYERS", "Budget", "budget_of", "decide", "level_in", "level_of", "names", "think"]
