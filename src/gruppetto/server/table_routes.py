"""Tables over HTTP: set up, sat down at, ridden at, talked at, and seen again."""

import asyncio
import gzip
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from gruppetto.games import registry
from gruppetto.past import SaveFile
from gruppetto.saves import game_in
from gruppetto.server import lending, opening, stories, talking, undoing
from gruppetto.server.answers import (
    Accepted,
    Advice,
    ChatLine,
    Created,
    Joined,
    Rematch,
    Snapshot,
    Status,
    Story,
    Table,
    Undone,
)
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.border import unless_gone
from gruppetto.server.identity import who_asks
from gruppetto.server.jobs import Brought, Import
from gruppetto.server.limits import LARGEST_IMPORT, client_of
from gruppetto.server.messages import Answer, Chat, Decision, Join, Lend, NewTable, Start
from gruppetto.server.pages import takes
from gruppetto.server.seal import check_rider
from gruppetto.server.store import NOBODY

SAVED = ResponseSpec(SaveFile, generate_examples=False, description="A save file.")
TOLD = ResponseSpec(Story, generate_examples=False, description="A finished match again, step by step.")


@get("/api/tables")
async def list_tables(state: State, status: FromQuery[Status | None] = None) -> list[Table]:
    """Tables to join or to watch."""
    return await desk_of(state).listed(status)


@post("/api/tables")
async def open_table(data: JSONBody[NewTable], request: Asked, state: State) -> Created:
    """Set up a table."""
    return await opening.open_table(desk_of(state), data, who_asks(request))


@post("/api/tables/import", request_max_body_size=LARGEST_IMPORT)
async def import_table(request: Asked, state: State, carry_over: FromQuery[bool] = False) -> Created:
    """A table from a save file; a running race of other rules only if it is to be carried over to ours."""
    client, who = client_of(request), who_asks(request)
    state.bots.check(client)
    async with state.imports.of(client):
        content = await request.body()
        if known := registry.games().get(await asyncio.to_thread(game_in, content)):
            await desk_of(state).readiness.ready(known)
        job = Import(content, carry_over)
        read = await unless_gone(request, state.workbench.do(client, job))
    brought = msgspec.msgpack.decode(read, type=Brought)
    return await opening.bring(desk_of(state), brought, who, lambda table: state.bots.adopt(table, client))


@get("/api/tables/{table:str}")
async def one_table(table: FromPath[str], request: Asked, state: State) -> Table:
    """A table."""
    desk = desk_of(state)
    async with desk.at(table) as live:
        await desk.reread(live)
        check_rider(live, who_asks(request))
        return live.table(desk.hub.online(table))


@post("/api/tables/{table:str}/seats/{seat:int}/join", status_code=200)
async def join(
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[Join],
    request: Asked,
    state: State,
) -> Joined:
    """Sit down."""
    state.gate.check("seats", client_of(request))
    name = data.name.strip() or NOBODY
    return await opening.join(desk_of(state), table, seat, name, who_asks(request))


@post("/api/tables/{table:str}/start", status_code=200)
async def start(table: FromPath[str], data: JSONBody[Start], request: Asked, state: State) -> Table:
    """Begin the race; the host does."""
    client = client_of(request)
    state.bots.check(client)
    begun = await opening.start(desk_of(state), table, who_asks(request), data.fill)
    state.bots.adopt(table, client)
    return begun


@get("/api/tables/{table:str}/view")
async def view(table: FromPath[str], request: Asked, state: State, since: FromQuery[int] = -1) -> Snapshot:
    """The race as a player or a spectator may see it."""
    desk, who = desk_of(state), who_asks(request)
    async with desk.at(table) as live:
        await desk.reread(live)
        await desk.catch_up(live)
        check_rider(live, who)
        seat = live.seat_of(who) if who.seat is None else await desk.own_seat(live, who)
        return live.snapshot(seat, desk.hub.online(table), since)


@get("/api/tables/{table:str}/hint")
async def hint(table: FromPath[str], request: Asked, state: State) -> Advice:
    """What each choice of one's seat promises; only at tables that allow it."""
    who = who_asks(request)
    state.gate.check("hints", who.key or client_of(request))
    match, seat = await desk_of(state).question_of(table, who)
    advice: Advice = await unless_gone(request, state.bots.advise(table, match, seat, client_of(request)))
    return advice


@post("/api/tables/{table:str}/moves", status_code=200)
async def move(table: FromPath[str], data: JSONBody[Decision], request: Asked, state: State) -> Accepted:
    """Make a decision."""
    who = who_asks(request)
    state.gate.check("decisions", f"{table} {who.key or client_of(request)}")
    return Accepted(await desk_of(state).decide(table, who, data))


@post("/api/tables/{table:str}/undo", status_code=200)
async def undo(table: FromPath[str], request: Asked, state: State) -> Undone:
    """Take back one's last decision, at once or by consent."""
    who = who_asks(request)
    state.gate.check("undos", who.key or client_of(request))
    return await undoing.undo(desk_of(state), table, who)


@post("/api/tables/{table:str}/undo/withdraw", status_code=200)
async def withdraw(table: FromPath[str], request: Asked, state: State) -> Undone:
    """Ask no longer for it."""
    return await undoing.withdraw(desk_of(state), table, who_asks(request))


@post("/api/tables/{table:str}/undo/answer", status_code=200)
async def answer(table: FromPath[str], data: JSONBody[Answer], request: Asked, state: State) -> Undone:
    """Agree to an undo, or not."""
    return await undoing.answer(desk_of(state), table, who_asks(request), agree=data.agree)


@post("/api/tables/{table:str}/seats/{seat:int}/lend", status_code=200)
async def lend(
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[Lend],
    request: Asked,
    state: State,
) -> Table:
    """Let a bot play on for one's own seat."""
    return await lending.lend(desk_of(state), table, seat, who_asks(request), data.level)


@post("/api/tables/{table:str}/seats/{seat:int}/take-back", status_code=200)
async def take_back(table: FromPath[str], seat: FromPath[int], request: Asked, state: State) -> Table:
    """Play again oneself."""
    return await lending.lend(desk_of(state), table, seat, who_asks(request), None)


@post("/api/tables/{table:str}/chat", status_code=200)
async def chat(table: FromPath[str], data: JSONBody[Chat], request: Asked, state: State) -> ChatLine:
    """Say something."""
    state.gate.check("talk", client_of(request))
    return await talking.say(desk_of(state), table, who_asks(request), data)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(table: FromPath[str], request: Asked, state: State) -> Rematch:
    """The same again."""
    return await opening.rematch(desk_of(state), table, who_asks(request))


@get("/api/tables/{table:str}/log", media_type=MediaType.JSON, responses={200: SAVED})
async def log(table: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """The save file of a finished race."""
    state.gate.check("stories", client_of(request))
    content = await stories.log(desk_of(state), table)
    return Response(
        content,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="gruppetto-{table}.json"'},
    )


@get("/api/tables/{table:str}/story", responses={200: TOLD})
async def story(table: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """A finished race again, step by step."""
    client = client_of(request)
    state.gate.check("stories", client)
    packed = await unless_gone(request, state.stories.story(table, client))
    if takes(request, "gzip"):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json")


TABLES: list[Any] = [
    list_tables, open_table, import_table, one_table, join, start, view, hint, move, undo, answer, lend,
    take_back, withdraw, chat, rematch, log, story,
]  # fmt: skip
