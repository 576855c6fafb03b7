"""What can be played and with whom, over HTTP."""

from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery

from gruppetto.games import registry
from gruppetto.language import ENGLISH
from gruppetto.readiness import Progress
from gruppetto.server.answers import Catalogue, GameInfo, PlayerInfo, Rules, Scenery
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.pages import sent
from gruppetto.server.rules import drawing, rules_of

RULES = ResponseSpec(Rules, generate_examples=False, description="The rules of a game.")


@get("/api/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """What can be played, with options and their schema."""
    return [GameInfo(**game.describe()) for game in registry.games().values()]


@get("/api/games/{game:str}/catalogue", sync_to_thread=False)
def catalogue(game: FromPath[str]) -> Catalogue:
    """What there is to choose from when a table is set up."""
    return registry.get(game).catalogue()


@get("/api/games/{game:str}/scenery", sync_to_thread=False)
def scenery(game: FromPath[str], stage: FromQuery[str]) -> Scenery:
    """What does not change during a race, for drawing it."""
    return registry.get(game).scenery(stage)


@get("/api/games/{game:str}/rules", sync_to_thread=False, responses={200: RULES})
def rules(game: FromPath[str], request: Asked, language: FromQuery[str] = ENGLISH) -> Response[bytes]:
    """The rules of a game in a language; in English where nobody has translated them."""
    return sent(rules_of(registry.get(game), language), request)


@get("/api/games/{game:str}/rules/{name:str}", include_in_schema=False, sync_to_thread=False)
def rules_drawing(
    game: FromPath[str],
    name: FromPath[str],
    request: Asked,
    language: FromQuery[str] = ENGLISH,
) -> Response[bytes]:
    """A drawing in the rules of a game."""
    return sent(drawing(registry.get(game), name, language), request)


@get("/api/players", sync_to_thread=False)
def list_players(state: State) -> list[PlayerInfo]:
    """The bots one can sit down with."""
    return desk_of(state).roster.listed()


@get("/api/readiness", sync_to_thread=False)
def readiness(state: State, wanted: FromQuery[str | None] = None) -> list[Progress]:
    """How far the rules of each game are compiled, in the order of compiling; `wanted` comes first."""
    waiting = desk_of(state).readiness
    if wanted is not None:
        waiting.want(registry.get(wanted))
    return waiting.told()


GAMES: list[Any] = [list_games, catalogue, scenery, rules, rules_drawing, list_players, readiness]
