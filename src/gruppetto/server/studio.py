"""The stage studio: tiles, roads as far as they are composed, stages at random, reports on stages."""

import asyncio
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from gruppetto.games.flamme_rouge.planning import Finish, Hilliness, Wishes, compose
from gruppetto.games.flamme_rouge.sketch import DrawnSide, Sketch, drawn_sides, sketch
from gruppetto.server.limits import client_of
from gruppetto.server.messages import StageAsked
from gruppetto.server.reports import Progress, Reports, letters_of


@get("/api/studio/tiles", sync_to_thread=False)
def list_tiles() -> list[DrawnSide]:
    """Both sides of all tiles, each drawn by itself."""
    return drawn_sides()


@get("/api/studio/sketch", sync_to_thread=True)
def one_sketch(letters: FromQuery[str] = "") -> Sketch:
    """The road that some tiles make, stage or not, with its flaws."""
    return sketch(letters)


@get("/api/studio/random")
async def random_stage(
    request: Request[Any, Any, State],
    state: State,
    seed: FromQuery[int],
    climbs: FromQuery[int | None] = None,
    finish: FromQuery[Finish | None] = None,
    hilliness: FromQuery[Hilliness | None] = None,
) -> Sketch:
    """A stage of all tiles, composed at random as wished; the same seed, the same stage."""
    state.gate.check("stages", client_of(request))
    road = await asyncio.to_thread(compose, Wishes(climbs, finish, hilliness), seed)
    return sketch(road.letters)


@post("/api/studio/reports", status_code=200)
async def report(data: JSONBody[StageAsked], request: Request[Any, Any, State], state: State) -> Progress:
    """How a stage races: begun when it is first asked for, told when it is done. Ask again until it is."""
    reports: Reports = state.reports
    letters = letters_of(data.stage)
    known = reports.known(letters)
    if known:
        return known
    state.gate.check("reports", client_of(request))
    return reports.begin(letters)


STUDIO: list[Any] = [list_tiles, one_sketch, random_stage, report]
