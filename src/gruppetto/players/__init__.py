"""Bots, for any game that fulfils the contract."""

from gruppetto.players.halving import Budget, budget_of
from gruppetto.players.levels import PLAYERS, check_level, level_of, names
from gruppetto.players.player import decide, think

__all__ = ["PLAYERS", "Budget", "budget_of", "check_level", "decide", "level_of", "names", "think"]
