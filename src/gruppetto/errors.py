"""What can go wrong at the border, each with the place, the reason and what would be right."""

import difflib
from collections.abc import Sequence


class GruppettoError(Exception):
    """The root of every error a user can cause."""


class UnknownGame(GruppettoError):
    """No game of that name is registered."""


class BadRoom(GruppettoError):
    """An installed package says that it brings a game, and does not."""


class UnknownOption(GruppettoError):
    """The game has no option of that name."""


class BadOption(GruppettoError):
    """An option's value is not one the game allows."""


class UnknownSeat(GruppettoError):
    """The match has no such seat."""


class UnknownPlayer(GruppettoError):
    """No player (bot) goes by that name."""


class BotFault(GruppettoError):
    """Somebody's program broke the protocol, chose what is not legal, or did not answer."""


class UnknownStage(GruppettoError):
    """Neither the name of a stage nor a string of tile letters."""


class UnknownPuzzle(GruppettoError):
    """No puzzle of that name is in the box."""


class UnknownLesson(GruppettoError):
    """Nobody has written a lesson for this game."""


class BadStage(GruppettoError):
    """A string of tile letters that does not lie on a table."""


class BadData(GruppettoError):
    """A data file breaks its schema."""


class IllegalMove(GruppettoError):
    """The move is not among the legal ones; nothing has changed."""


class BadPosition(GruppettoError):
    """A position document that no race can reach."""


class CorruptLog(GruppettoError):
    """A save file that is damaged, altered or does not replay."""


class CannotSave(GruppettoError):
    """A save file cannot be written there; nothing has been lost."""


class NotOver(GruppettoError):
    """A match is still being ridden, and so has no review."""


class WrongVersion(GruppettoError):
    """A log made by other rules than the ones installed."""


class NotSimultaneous(GruppettoError):
    """Nobody ever decides at the same time as another, so there is no parallel environment."""


class MissingExtra(GruppettoError):
    """A package that this part needs is not installed."""


class BrokenInvariant(GruppettoError):
    """A race in which something is not true that always should be: a fault in the rules, not the user's."""


class Unavailable(GruppettoError):
    """A cluster or a device that does not answer, or cannot do what is asked."""


def suggestion(asked: str, known: Sequence[str]) -> str:
    """A full stop, or the name that was probably meant."""
    close = difflib.get_close_matches(asked, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else "."
