"""Etapa: stage racing with dice, cards and team cars."""

from gruppetto.games.etapa.game import ETAPA

GAMES = (ETAPA,)

__all__ = ["ETAPA", "GAMES"]
