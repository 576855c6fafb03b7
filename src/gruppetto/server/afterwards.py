"""A race that is over, asked about: its review, its moments as they were, and its picture."""

import asyncio
import gzip
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery

from gruppetto.language import ENGLISH
from gruppetto.server.answers import Advice, Snapshot
from gruppetto.server.asked import Asked
from gruppetto.server.border import unless_gone
from gruppetto.server.considering import ReviewProgress
from gruppetto.server.drawing import PictureForm
from gruppetto.server.limits import client_of
from gruppetto.server.pages import takes
from gruppetto.server.pictures import Pictures, spoken
from gruppetto.server.reviews import Reviews

REVIEWED = ResponseSpec(
    ReviewProgress, generate_examples=False, description="How far it is, and what it says."
)
A_WHILE = "public, max-age=300"  # names may change, and a curve may come
KINDS = {"svg": "image/svg+xml", "png": "image/png"}


def reviews_of(state: State) -> Reviews:
    """The reviews of this worker."""
    reviews: Reviews = state.reviews
    return reviews


@post("/api/tables/{table:str}/review", status_code=200, responses={200: REVIEWED}, media_type=MediaType.JSON)
async def review(table: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """A finished race thought over: begun when it is first asked for. Ask again until it is done."""
    packed = await reviews_of(state).told(table, client_of(request))
    if takes(request, "gzip"):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json")


@get("/api/tables/{table:str}/moments/{number:int}")
async def moment(table: FromPath[str], number: FromPath[int], state: State) -> Snapshot:
    """A finished race as the player saw it who made this decision, with all they could choose from."""
    return await reviews_of(state).moment(table, number)


@get("/api/tables/{table:str}/moments/{number:int}/hint")
async def moment_hint(table: FromPath[str], number: FromPath[int], request: Asked, state: State) -> Advice:
    """What each choice promised at a moment of a finished race."""
    client = client_of(request)
    state.gate.check("hints", client)
    match, seat = await reviews_of(state).question(table, number)
    return await unless_gone(request, state.bots.advise(f"{table} {number}", match, seat, client))


@get("/api/tables/{table:str}/picture.svg", media_type="image/svg+xml")
async def picture_svg(
    table: FromPath[str], request: Asked, state: State, lang: FromQuery[str] = ENGLISH
) -> Response[bytes]:
    """A finished race as a picture, to be shared."""
    return await _picture(table, request, state, lang, "svg")


@get("/api/tables/{table:str}/picture.png", media_type="image/png")
async def picture_png(
    table: FromPath[str], request: Asked, state: State, lang: FromQuery[str] = ENGLISH
) -> Response[bytes]:
    """The same for whoever shows no drawings."""
    return await _picture(table, request, state, lang, "png")


async def _picture(table: str, request: Asked, state: State, lang: str, form: PictureForm) -> Response[bytes]:
    client = client_of(request)
    state.gate.check("stories", client)
    pictures: Pictures = state.pictures
    content = await unless_gone(request, pictures.picture(table, spoken(lang), form, client))
    return Response(content, media_type=KINDS[form], headers={"Cache-Control": A_WHILE})


AFTERWARDS: list[Any] = [review, moment, moment_hint, picture_svg, picture_png]
