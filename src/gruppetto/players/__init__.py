"""Bots, for any game that fulfils the contract."""

from gruppetto.players.player import HEURISTIC, PLAYERS, RANDOM, code_of, decide, names

__all__ = ["HEURISTIC", "PLAYERS", "RANDOM", "code_of", "decide", "names"]
