"""Friends and manners over HTTP: invited again, blocked, reported."""

from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server import company, complaints, inviting
from gruppetto.server.answers import Rematch
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.manner_answers import Company, Invited, People, Reported
from gruppetto.server.messages import NewReport


@get("/api/me/people")
async def my_people(request: Asked, state: State) -> People:
    """Whom one sat with, and whom one has blocked."""
    return await company.people(desk_of(state), who_asks(request))


@post("/api/me/people/{handle:str}/part", status_code=200)
async def part(handle: FromPath[str], request: Asked, state: State) -> People:
    """Take somebody off the list of those one sat with."""
    return await company.part(desk_of(state), handle, who_asks(request))


@post("/api/me/people/{handle:str}/block", status_code=200)
async def block(handle: FromPath[str], request: Asked, state: State) -> People:
    """Want nothing to do with somebody; they are not told."""
    return await company.block(desk_of(state), handle, who_asks(request))


@post("/api/me/people/{handle:str}/unblock", status_code=200)
async def unblock(handle: FromPath[str], request: Asked, state: State) -> People:
    """Make it up with somebody."""
    return await company.unblock(desk_of(state), handle, who_asks(request))


@get("/api/me/invitations")
async def my_invitations(request: Asked, state: State) -> list[Invited]:
    """The tables at which a seat is kept for one."""
    return await inviting.invitations(desk_of(state), who_asks(request))


@post("/api/tables/{table:str}/again")
async def again(table: FromPath[str], request: Asked, state: State) -> Rematch:
    """A table like a finished one, with seats kept for those one sat with."""
    return await inviting.again(desk_of(state), table, who_asks(request))


@post("/api/tables/{table:str}/decline", status_code=200)
async def decline(table: FromPath[str], request: Asked, state: State) -> list[Invited]:
    """Let others have the seat that is kept for one; the invitations that are left."""
    return await inviting.decline(desk_of(state), table, who_asks(request))


@get("/api/tables/{table:str}/company")
async def table_company(table: FromPath[str], request: Asked, state: State) -> Company:
    """What one should know before one sits down: kept seats, and people one has blocked."""
    return await company.company(desk_of(state), table, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/block", status_code=200)
async def block_at(table: FromPath[str], seat: FromPath[int], request: Asked, state: State) -> People:
    """Want nothing to do with whoever sits there; they are not told."""
    return await company.block_at(desk_of(state), table, seat, who_asks(request))


@post("/api/tables/{table:str}/seats/{seat:int}/report")
async def report(
    table: FromPath[str], seat: FromPath[int], data: JSONBody[NewReport], request: Asked, state: State
) -> Reported:
    """Tell whoever runs the server of somebody at one's table."""
    state.gate.check("complaints", client_of(request))
    return await complaints.report(desk_of(state), table, seat, who_asks(request), data)


MANNERS: list[Any] = [
    my_people, part, block, unblock, my_invitations, again, decline, table_company, block_at, report,
]  # fmt: skip
