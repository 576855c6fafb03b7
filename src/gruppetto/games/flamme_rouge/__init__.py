"""Flamme Rouge: two riders, two decks, and the wind; and the Grand Tour, where they ride on and on."""

from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE, ride
from gruppetto.games.flamme_rouge.grand_tour.game import GRAND_TOUR

GAMES = (FLAMME_ROUGE, GRAND_TOUR)

__all__ = ["FLAMME_ROUGE", "GAMES", "GRAND_TOUR", "ride"]
