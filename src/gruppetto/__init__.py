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
    NotOver,
    NotSimultaneous,
    Unavailable,
    UnknownGame,
    UnknownOption,
    UnknownPlayer,
    UnknownPuzzle,
    UnknownSeat,
    UnknownStage,
    WrongVersion,
)
from gruppetto.games import flamme_rouge
from gruppetto.games.game import Choice, Game, Message
from gruppetto.match import Hint, Match, Seated, games
from gruppetto.past import PastMatch
from gruppetto.players import Budget
from gruppetto.puzzles import Puzzle, puzzle, puzzles
from gruppetto.review import Review
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
    "NotOver",
    "NotSimultaneous",
    "PastMatch",
    "Puzzle",
    "Review",
    "Seated",
    "Unavailable",
    "UnknownGame",
    "UnknownOption",
    "UnknownPlayer",
    "UnknownPuzzle",
    "UnknownSeat",
    "UnknownStage",
    "Verification",
    "WrongVersion",
    "flamme_rouge",
    "from_position",
    "games",
    "load",
    "loads",
    "puzzle",
    "puzzles",
    "race",
    "start",
    "verify",
]
