"""Gruppetto: road-cycling board games on one table."""

from gruppetto.beginning import from_position, load, loads, race, start
from gruppetto.errors import (
    BadData,
    BadOption,
    BadPosition,
    BadRoom,
    BadStage,
    BotFault,
    BrokenInvariant,
    CannotSave,
    CorruptLog,
    GruppettoError,
    IllegalMove,
    MissingExtra,
    NotSimultaneous,
    Unavailable,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
    UnknownSeat,
    UnknownStage,
    WrongVersion,
)
from gruppetto.games import flamme_rouge
from gruppetto.games.game import Choice, Game, Message
from gruppetto.match import Hint, Match, Seated, games
from gruppetto.past import PastMatch
from gruppetto.players import Budget
from gruppetto.saves import Verification, verify

__version__ = "0.1.0"

__all__ = [
    "BadData",
    "BadOption",
    "BadPosition",
    "BadRoom",
    "BadStage",
    "BotFault",
    "BrokenInvariant",
    "Budget",
    "CannotSave",
    "Choice",
    "CorruptLog",
    "Game",
    "GruppettoError",
    "Hint",
    "IllegalMove",
    "Match",
    "Message",
    "MissingExtra",
    "NotSimultaneous",
    "PastMatch",
    "Seated",
    "Unavailable",
    "UnknownGame",
    "UnknownOption",
    "UnknownPlayer",
    "UnknownSeat",
    "UnknownStage",
    "Verification",
    "WrongVersion",
    "flamme_rouge",
    "from_position",
    "games",
    "load",
    "loads",
    "race",
    "start",
    "verify",
]
