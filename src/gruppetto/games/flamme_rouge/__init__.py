"""Flamme Rouge: two riders, two decks, and the wind."""

from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE, ride

GAMES = (FLAMME_ROUGE,)

__all__ = ["FLAMME_ROUGE", "GAMES", "ride"]
