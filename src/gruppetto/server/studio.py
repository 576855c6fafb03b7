"""The stage studio: what roads are made of, roads half composed, stages at random, reports on stages."""

import asyncio
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from gruppetto.games import registry
from gruppetto.server.answers import Composed, Composition, Pieces
from gruppetto.server.asked import Asked
from gruppetto.server.limits import client_of
from gruppetto.server.messages import StageAsked
from gruppetto.server.reports import ReportProgress, Reports


@get("/api/studio/{game:str}/pieces", sync_to_thread=False)
def list_pieces(game: FromPath[str]) -> Pieces:
    """What the roads of a game are made of."""
    _, studio = registry.studio_of(game)
    return studio.pieces()


@get("/api/studio/{game:str}/sketch", sync_to_thread=True)
def one_sketch(game: FromPath[str], stage: FromQuery[str] = "") -> Composition:
    """The road that some pieces make, stage or not, with its flaws."""
    _, studio = registry.studio_of(game)
    return studio.composition(stage)


@get("/api/studio/{game:str}/random")
async def random_stage(game: FromPath[str], request: Asked, state: State, seed: FromQuery[int]) -> Composed:
    """A stage composed at random; all other parameters are wishes. The same seed, the same stage."""
    state.gate.check("stages", client_of(request))
    _, studio = registry.studio_of(game)
    given = {name: wish for name, wish in request.query_params.items() if name != "seed"}
    return Composed(await asyncio.to_thread(studio.compose, studio.wishes(given), seed))


@post("/api/studio/{game:str}/reports", status_code=200)
async def report(
    game: FromPath[str], data: JSONBody[StageAsked], request: Asked, state: State
) -> ReportProgress:
    """How a stage races: begun when it is first asked for, told when it is done. Ask again until it is."""
    reports: Reports = state.reports
    _, studio = registry.studio_of(game)
    stage = studio.written(data.stage)
    known = reports.known(game, stage)
    if known:
        return known
    state.gate.check("reports", client_of(request))
    return reports.begin(game, stage, client_of(request))


STUDIO: list[Any] = [list_pieces, one_sketch, random_stage, report]
