"""Due Ruote: five riders, a handful of tokens, and the long way to a sprint."""

from gruppetto.games.due_ruote.game import DUE_RUOTE
from gruppetto.games.due_ruote.sets import read_set

GAMES = (DUE_RUOTE,)

__all__ = ["DUE_RUOTE", "GAMES", "read_set"]
