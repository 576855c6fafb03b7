"""Bordure: one rider each, hidden legs, and the wind."""

from bordure.game import BORDURE

GAMES = (BORDURE,)
