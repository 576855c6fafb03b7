"""The application: routes, errors and headers around the desk."""

import asyncio
import contextlib
import gzip
import logging
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from gruppetto import __version__
from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.past import SaveFile
from gruppetto.readiness import Progress
from gruppetto.saves import game_in
from gruppetto.server import answers, lending, metrics, opening, pages, sockets, stories, talking, undoing
from gruppetto.server.addresses import Networks
from gruppetto.server.answers import (
    Accepted,
    Advice,
    ChatLine,
    Created,
    GameInfo,
    Health,
    Joined,
    PlayerInfo,
    Rematch,
    RuleText,
    Snapshot,
    Status,
    Story,
    Table,
    Undone,
)
from gruppetto.server.api_page import ApiPage
from gruppetto.server.border import WRITES, Application, check_content, check_origin, unless_gone
from gruppetto.server.bots import Bots
from gruppetto.server.broadcast import Broadcast
from gruppetto.server.desk import Desk, refusal_for
from gruppetto.server.door import Doorkeeper
from gruppetto.server.hub import Hub
from gruppetto.server.jobs import Brought, Import
from gruppetto.server.limits import LARGEST_BODY, LARGEST_IMPORT, Gate, Limits, client_of
from gruppetto.server.logs import REQUEST, Style
from gruppetto.server.messages import (
    Answer,
    Chat,
    Decision,
    Fault,
    Join,
    Lend,
    NewTable,
    Refusal,
    Refused,
    Start,
)
from gruppetto.server.metrics import Pauses, Requests
from gruppetto.server.migrate import upgrade
from gruppetto.server.pages import takes_gzip
from gruppetto.server.pulse import Pulse
from gruppetto.server.readiness import Readiness
from gruppetto.server.reports import RACES, Reports
from gruppetto.server.roster import Roster
from gruppetto.server.rules import rule_text
from gruppetto.server.schema import ByName, Config
from gruppetto.server.store import Lost, Store, now, stop
from gruppetto.server.studio import STUDIO
from gruppetto.server.turns import Turns
from gruppetto.server.workbench import Workbench

SWEEP_SECONDS = 2.0
GRACE_SECONDS = 15.0  # after a start, so that players can come back before their seats are lent
SAVED = ResponseSpec(SaveFile, generate_examples=False, description="A save file.")
TOLD = ResponseSpec(Story, generate_examples=False, description="A finished match again, step by step.")
FIRST_LOOK_BACK = 3600.0  # seconds before a start; bots at older tables wait until somebody looks
LOOK_BACK = 60.0  # seconds; tables that nobody has touched for so long wait for a person
IMPORTS = 16  # save files that are received and read at the same time
NEVER_SHED = ("/moves", "/health", "/ready")
logger = logging.getLogger(__name__)


class Settings(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: str
    channels: str = "memory://"
    limits: Limits = Limits()
    sweep_seconds: float = SWEEP_SECONDS
    grace_seconds: float = GRACE_SECONDS
    report_races: int = RACES
    bots: dict[str, str] = {}  # players from outside, by the names they may be chosen by
    compiling: bool = False  # behind the page, what is not compiled yet
    log: Style = "quiet"
    proxies: tuple[str, ...] = ()  # who may say for whom they ask
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    metrics: tuple[str, ...] = ()  # who may read /metrics


def desk_of(state: State) -> Desk:
    """The desk of this worker."""
    desk: Desk = state.desk
    return desk


def seat_token(request: Request[Any, Any, State]) -> str | None:
    """The secret of a seat, in a header."""
    return request.headers.get("x-seat-token")


def host_token(request: Request[Any, Any, State]) -> str | None:
    """The secret of the host, in a header."""
    return request.headers.get("x-host-token")


# --- games ------------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """What can be played, with options and their schema."""
    return [GameInfo(**game.describe()) for game in registry.games().values()]


@get("/api/games/{game:str}/catalogue", sync_to_thread=False)
def catalogue(game: FromPath[str]) -> answers.Catalogue:
    """What there is to choose from when a table is set up."""
    return registry.get(game).catalogue()


@get("/api/games/{game:str}/scenery", sync_to_thread=False)
def scenery(game: FromPath[str], stage: FromQuery[str]) -> answers.Scenery:
    """What does not change during a race, for drawing it."""
    return registry.get(game).scenery(stage)


@get("/api/players", sync_to_thread=False)
def list_players(state: State) -> list[PlayerInfo]:
    """The bots one can sit down with."""
    return desk_of(state).roster.listed()


@get("/api/rules/{number:str}", sync_to_thread=False)
def one_rule(number: FromPath[str]) -> RuleText:
    """A numbered rule."""
    return rule_text(number)


@get("/api/health", sync_to_thread=False)
def health(state: State) -> Health:
    """Whether this worker is alive."""
    return Health(ok=True, version=__version__, worker=state.broadcast.worker)


@get("/api/ready")
async def ready(state: State) -> Health:
    """Whether it can keep what it is told: something is written to the database for it."""
    await desk_of(state).store.check_writing()
    return Health(ok=True, version=__version__, worker=state.broadcast.worker)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def read_metrics(request: Request[Any, Any, State], state: State) -> Response[str]:
    """What Prometheus asks for, if it was named."""
    if (request.client.host if request.client else None) not in state.readers:
        raise Refused(404, "NotFound", "There is no such page.")
    return Response(metrics.write(state), media_type=metrics.CONTENT_TYPE)


@get("/api/readiness", sync_to_thread=False)
def readiness(state: State, wanted: FromQuery[str | None] = None) -> list[Progress]:
    """How far the rules of each game are compiled, in the order of compiling; `wanted` comes first."""
    waiting = desk_of(state).readiness
    if wanted is not None:
        waiting.want(registry.get(wanted))
    return waiting.told()


# --- tables -----------------------------------------------------------------------------------------


@get("/api/tables")
async def list_tables(state: State, status: FromQuery[Status | None] = None) -> list[Table]:
    """Tables to join or to watch."""
    return await desk_of(state).listed(status)


@post("/api/tables")
async def open_table(data: JSONBody[NewTable], state: State) -> Created:
    """Set up a table."""
    return await opening.open_table(desk_of(state), data)


@post("/api/tables/import", request_max_body_size=LARGEST_IMPORT)
async def import_table(
    request: Request[Any, Any, State], state: State, carry_over: FromQuery[bool] = False
) -> Created:
    """A table from a save file; a running race of other rules only if it is to be carried over to ours."""
    client = client_of(request)
    state.bots.check(client)
    async with state.imports.of(client):
        content = await request.body()
        if known := registry.games().get(await asyncio.to_thread(game_in, content)):
            await desk_of(state).readiness.ready(known)
        job = Import(content, carry_over)
        read = await unless_gone(request, state.workbench.do(client, job))
    brought = msgspec.msgpack.decode(read, type=Brought)
    return await opening.bring(desk_of(state), brought, lambda table: state.bots.adopt(table, client))


@get("/api/tables/{table:str}")
async def one_table(table: FromPath[str], state: State) -> Table:
    """A table."""
    desk = desk_of(state)
    async with desk.at(table) as live:
        await desk.reread(live)
        return live.table(desk.hub.online(table))


@post("/api/tables/{table:str}/seats/{seat:int}/join", status_code=200)
async def join(table: FromPath[str], seat: FromPath[int], data: JSONBody[Join], state: State) -> Joined:
    """Sit down; the answer holds the seat's secret token."""
    return await opening.join(desk_of(state), table, seat, data.name.strip() or "Anonymous", data.former)


@post("/api/tables/{table:str}/start", status_code=200)
async def start(
    table: FromPath[str], data: JSONBody[Start], request: Request[Any, Any, State], state: State
) -> Table:
    """Begin the race."""
    client = client_of(request)
    state.bots.check(client)
    begun = await opening.start(desk_of(state), table, host_token(request), seat_token(request), data.fill)
    state.bots.adopt(table, client)
    return begun


@get("/api/tables/{table:str}/view")
async def view(
    table: FromPath[str], request: Request[Any, Any, State], state: State, since: FromQuery[int] = -1
) -> Snapshot:
    """The race as a seat (by its token) or a spectator may see it."""
    desk, token = desk_of(state), seat_token(request)
    async with desk.at(table) as live:
        await desk.reread(live)
        await desk.catch_up(live)
        seat = live.seat_of(token)
        if token and seat is None:
            raise Refused(401, "NotAllowed", "This token opens no seat at this table.")
        return live.snapshot(seat, desk.hub.online(table), since)


@get("/api/tables/{table:str}/hint")
async def hint(table: FromPath[str], request: Request[Any, Any, State], state: State) -> Advice:
    """What each choice of one's seat promises; only at tables that allow it."""
    state.gate.check("hints", seat_token(request) or client_of(request))
    bots: Bots = state.bots
    match, seat = await desk_of(state).question_of(table, seat_token(request))
    return await unless_gone(request, bots.advise(table, match, seat, client_of(request)))


@post("/api/tables/{table:str}/moves", status_code=200)
async def move(
    table: FromPath[str], data: JSONBody[Decision], request: Request[Any, Any, State], state: State
) -> Accepted:
    """Make a decision."""
    state.gate.check("decisions", seat_token(request) or client_of(request))
    return Accepted(await desk_of(state).decide(table, seat_token(request), data))


@post("/api/tables/{table:str}/undo", status_code=200)
async def undo(table: FromPath[str], request: Request[Any, Any, State], state: State) -> Undone:
    """Take back one's last decision, at once or by consent."""
    return await undoing.undo(desk_of(state), table, seat_token(request))


@post("/api/tables/{table:str}/undo/answer", status_code=200)
async def answer(
    table: FromPath[str], data: JSONBody[Answer], request: Request[Any, Any, State], state: State
) -> Undone:
    """Agree to an undo, or not."""
    return await undoing.answer(desk_of(state), table, seat_token(request), agree=data.agree)


@post("/api/tables/{table:str}/seats/{seat:int}/lend", status_code=200)
async def lend(
    table: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[Lend],
    request: Request[Any, Any, State],
    state: State,
) -> Table:
    """Let a bot play on for one's own seat."""
    return await lending.lend(desk_of(state), table, seat, seat_token(request), data.level)


@post("/api/tables/{table:str}/seats/{seat:int}/take-back", status_code=200)
async def take_back(
    table: FromPath[str], seat: FromPath[int], request: Request[Any, Any, State], state: State
) -> Table:
    """Play again oneself."""
    return await lending.lend(desk_of(state), table, seat, seat_token(request), None)


@post("/api/tables/{table:str}/chat", status_code=200)
async def chat(
    table: FromPath[str], data: JSONBody[Chat], request: Request[Any, Any, State], state: State
) -> ChatLine:
    """Say something."""
    state.gate.check("decisions", seat_token(request) or client_of(request))
    return await talking.say(desk_of(state), table, seat_token(request), data)


@post("/api/tables/{table:str}/rematch", status_code=200)
async def rematch(table: FromPath[str], request: Request[Any, Any, State], state: State) -> Rematch:
    """The same again."""
    return await opening.rematch(desk_of(state), table, host_token(request), seat_token(request))


@get("/api/tables/{table:str}/log", media_type=MediaType.JSON, responses={200: SAVED})
async def log(table: FromPath[str], state: State) -> Response[bytes]:
    """The save file of a finished race."""
    content = await stories.log(desk_of(state), table)
    return Response(
        content,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="gruppetto-{table}.json"'},
    )


@get("/api/tables/{table:str}/story", responses={200: TOLD})
async def story(table: FromPath[str], request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """A finished race again, step by step."""
    client = client_of(request)
    state.gate.check("stories", client)
    packed = await unless_gone(request, state.stories.story(table, client))
    if takes_gzip(request):
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json")


@websocket("/api/tables/{table:str}/ws")
async def socket(socket: WebSocket[Any, Any, State], table: FromPath[str], state: State) -> None:
    """One viewer."""
    check_origin(socket, state.origins)
    await sockets.serve(socket, table, desk_of(state), state.gate, state.pulse, client_of(socket))


ROUTES: list[Any] = [
    list_games, catalogue, scenery, list_players, one_rule, health, ready, readiness, read_metrics,
    list_tables, open_table, import_table, one_table, join, start, view, hint, move, undo, answer, lend,
    take_back, chat, rematch, log, story, socket, *STUDIO,
]  # fmt: skip


# --- errors, headers, life --------------------------------------------------------------------------


def _refuse(request: Request[Any, Any, State], error: Refused) -> Response[Refusal]:
    if error.status >= 500:
        why = error.__cause__ or error
        logger.warning(
            "%d for %s %r: %s: %s", error.status, request.method, request.url.path, error.fault.kind, why
        )
    headers = {"Retry-After": "2"} if error.status in (429, 503) else {}
    return Response(Refusal(error.fault), status_code=error.status, headers=headers)


def _refuse_lost(request: Request[Any, Any, State], error: Lost) -> Response[Refusal]:
    refused = Refused(503, "Lost", "The table could not be reached; try again.")
    refused.__cause__ = error
    return _refuse(request, refused)


def _refuse_fault(request: Request[Any, Any, State], error: Exception) -> Response[Refusal]:
    """What nobody has thought of: all of it for the operator, its number for the client."""
    logger.error("500 for %s %r", request.method, request.url.path, exc_info=error)
    said = f"Something went wrong here. It was noted under {REQUEST.get()}."
    return Response(Refusal(Fault("Fault", said)), status_code=500)


def _refuse_input(request: Request[Any, Any, State], error: GruppettoError) -> Response[Refusal]:
    return _refuse(request, refusal_for(error))


def _refuse_depth(request: Request[Any, Any, State], _: RecursionError) -> Response[Refusal]:
    return _refuse(request, Refused(400, "BadOption", "Nothing here is nested that deep."))


def _refuse_http(request: Request[Any, Any, State], error: HTTPException) -> Response[Refusal]:
    text = error.detail
    if isinstance(error, ValidationException) and error.extra:
        text = (
            "; ".join(str(item.get("message", item)) for item in error.extra if isinstance(item, dict))
            or text
        )
    return _refuse(request, Refused(error.status_code, "BadRequest", text))


async def _limit(request: Request[Any, Any, State]) -> None:
    if request.url.path.startswith("/api/"):
        check_content(request)
        if request.method in WRITES:
            check_origin(request, request.app.state.origins)
        if not request.url.path.endswith(NEVER_SHED):
            request.app.state.pulse.check()
        opens = request.method == "POST" and request.url.path in ("/api/tables", "/api/tables/import")
        request.app.state.gate.check("tables" if opens else "requests", client_of(request))


def application(settings: Settings) -> Application:
    """The server, ready to be run."""

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store, broadcast = Store(settings.database), Broadcast(settings.channels)
        await upgrade(store.engine)
        await store.open()
        bots, reports, workbench = Bots(Roster(settings.bots)), Reports(settings.report_races), Workbench()
        readiness = Readiness(compiling=settings.compiling)
        desk = Desk(store, Hub(), broadcast.publish, bots.wake, bots.roster, readiness, workbench)
        pulse = Pulse(sheds=settings.limits.factor > 0)
        app.state.update({
            "desk": desk, "bots": bots, "reports": reports, "broadcast": broadcast, "workbench": workbench,
            "stories": stories.Stories(desk, workbench), "imports": Turns(IMPORTS), "pulse": pulse,
            "gate": Gate(settings.limits), "origins": settings.origins, "requests": made.requests,
            "readers": Networks(settings.metrics, "metrics"), "door": made.doorkeeper,
        })  # fmt: skip
        await broadcast.open(desk)
        await readiness.open()
        tasks = [
            asyncio.create_task(work)
            for work in (_sweep(desk, settings), stories.tell_untold(desk), pulse.beat())
        ]
        with Pauses() as app.state.pauses:
            try:
                yield
            finally:
                for task in tasks:
                    await stop(task)
                for part in (readiness, reports, bots, broadcast, desk.archive, workbench, store):
                    await part.close()

    made = Application(
        route_handlers=[*ROUTES, *pages.handlers()],
        lifespan=[life],
        before_request=_limit,
        exception_handlers={
            Refused: _refuse,
            Lost: _refuse_lost,
            GruppettoError: _refuse_input,
            RecursionError: _refuse_depth,
            HTTPException: _refuse_http,
            Exception: _refuse_fault,
        },
        plugins=[ByName()],
        request_max_body_size=LARGEST_BODY,
        openapi_config=Config(
            title="Gruppetto",
            version=__version__,
            path="/api/schema",
            render_plugins=[ApiPage(path="/page")],
        ),
        logging_config=None,
    )
    made.requests, made.behind_proxy = Requests(), bool(settings.proxies)
    made.doorkeeper = Doorkeeper(settings.limits, Networks(settings.proxies, "proxies"))
    return made


async def _sweep(desk: Desk, settings: Settings) -> None:
    """Wake bots whose worker died, and lend seats that hold up a table."""
    since, lend_from = now() - FIRST_LOOK_BACK, now() + settings.grace_seconds
    while True:
        try:
            begun = now()
            await desk.sweep(since)
            since = begun - LOOK_BACK
            if begun >= lend_from:
                await lending.lend_all_absent(desk)
        except Exception:
            logger.exception("tables could not be looked after")
        await asyncio.sleep(settings.sweep_seconds)
