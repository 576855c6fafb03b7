"""Due Ruote: five riders, a handful of tokens, and the long way to a sprint."""

from gruppetto.games.due_ruote.data.sets import read_set
from gruppetto.games.due_ruote.game import DUE_RUOTE

GAMES = (DUE_RUOTE,)

__all__ = ["DUE_RUOTE", "GAMES", "read_set"]
