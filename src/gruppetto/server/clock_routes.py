"""Pauses over HTTP, at tables that have clocks."""

from typing import Any

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server import pausing
from gruppetto.server.answers import PauseWish
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import Answer


@post("/api/tables/{table:str}/pause", status_code=200)
async def pause(table: FromPath[str], request: Asked, state: State) -> PauseWish:
    """Let the clocks stand, at once or by consent."""
    who = who_asks(request)
    state.gate.check("pauses", who.key or client_of(request))
    return await pausing.ask(desk_of(state), table, who)


@post("/api/tables/{table:str}/pause/answer", status_code=200)
async def answer_pause(
    table: FromPath[str], data: JSONBody[Answer], request: Asked, state: State
) -> PauseWish:
    """Agree to a pause, or not."""
    return await pausing.answer(desk_of(state), table, who_asks(request), agree=data.agree)


@post("/api/tables/{table:str}/pause/withdraw", status_code=200)
async def withdraw_pause(table: FromPath[str], request: Asked, state: State) -> PauseWish:
    """Ask no longer for it."""
    return await pausing.withdraw(desk_of(state), table, who_asks(request))


@post("/api/tables/{table:str}/resume", status_code=200)
async def resume(table: FromPath[str], request: Asked, state: State) -> PauseWish:
    """Let the race go on after a pause."""
    return await pausing.go_on(desk_of(state), table, who_asks(request))


CLOCKS: list[Any] = [pause, answer_pause, withdraw_pause, resume]
