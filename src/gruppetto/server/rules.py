"""The rules of a game, for everybody at its table: made once, and sent again only when they have changed."""

from functools import cache

import msgspec

from gruppetto.games.game import Game
from gruppetto.games.rulebook import blocks_of, drawing_of, language_of
from gruppetto.language import LANGUAGES
from gruppetto.server.answers import Rules
from gruppetto.server.messages import Refused
from gruppetto.server.pages import AppFile, file_of


def rules_of(game: Game, language: str) -> AppFile:
    """The rules of a game in one of our languages."""
    _check(language)
    return _written(game, language)


@cache
def _written(game: Game, language: str) -> AppFile:
    rules = Rules(game.id, language_of(game, language), blocks_of(game, language))
    return file_of(msgspec.json.encode(rules), "application/json")


def drawing(game: Game, name: str, language: str) -> AppFile:
    """A drawing that these rules show."""
    _check(language)
    path = drawing_of(game, name, language)
    if path is None:
        raise Refused(404, "NotFound", "There is no such page.")
    return file_of(path.read_bytes(), "image/svg+xml")


def _check(language: str) -> None:
    if language not in LANGUAGES:
        raise Refused(404, "UnknownLanguage", f"The rules are written in {', '.join(LANGUAGES)}.")
