"""What a host may do, and what the others may vote for, over HTTP."""

from typing import Any

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server import hosting, lending
from gruppetto.server.answers import Table
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.identity import who_asks
from gruppetto.server.messages import Lend, Mute, NewHost


@post("/api/tables/{table:str}/seats/{seat:int}/kick", status_code=200)
async def kick(table: FromPath[str], seat: FromPath[int], request: Asked, state: State) -> Table:
    """Send somebody away for good: their seat is open again, or in a race a bot's."""
    return await hosting.kick(desk_of(state), table, seat, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/close", status_code=200)
async def close(
    table: FromPath[str], seat: FromPath[int], data: JSONBody[Lend], request: Asked, state: State
) -> Table:
    """Put a bot on an open seat."""
    return await hosting.close(desk_of(state), table, seat, data.level, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/reopen", status_code=200)
async def reopen(table: FromPath[str], seat: FromPath[int], request: Asked, state: State) -> Table:
    """Let somebody sit down on a bot's seat."""
    return await hosting.reopen(desk_of(state), table, seat, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/mute", status_code=200)
async def mute(
    table: FromPath[str], seat: FromPath[int], data: JSONBody[Mute], request: Asked, state: State
) -> Table:
    """Let somebody talk no more, or again."""
    return await hosting.mute(desk_of(state), table, seat, who_asks(request), muted=data.muted)


@post("/api/tables/{table:str}/host", status_code=200)
async def pass_on(table: FromPath[str], data: JSONBody[NewHost], request: Asked, state: State) -> Table:
    """Make somebody else the host."""
    return await hosting.pass_on(desk_of(state), table, data.seat, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/vote", status_code=200)
async def vote(table: FromPath[str], seat: FromPath[int], request: Asked, state: State) -> Table:
    """Want a bot to ride for a player whom the table has waited for beyond its patience."""
    return await lending.vote(desk_of(state), table, seat, who_asks(request))


HOSTING: list[Any] = [kick, close, reopen, mute, pass_on, vote]
