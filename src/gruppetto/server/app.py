"""The application: the routes around the desk, and its life."""

import asyncio
import contextlib
import functools
import logging
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State

from gruppetto import __version__
from gruppetto.server import hosting, lending, metrics, pages, sockets, stories
from gruppetto.server.addresses import Networks
from gruppetto.server.afterwards import AFTERWARDS
from gruppetto.server.answers import Health
from gruppetto.server.api_page import ApiPage
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.border import (
    WRITES,
    Application,
    check_address,
    check_content,
    check_edition,
    check_origin,
    check_path,
)
from gruppetto.server.bots import Bots
from gruppetto.server.broadcast import Broadcast
from gruppetto.server.clock_routes import CLOCKS
from gruppetto.server.clubs.commissaire import Commissaire
from gruppetto.server.clubs.routes import CLUBS
from gruppetto.server.collecting import Collector
from gruppetto.server.day_routes import DAYS
from gruppetto.server.desk import Desk
from gruppetto.server.door import Doorkeeper
from gruppetto.server.finishes import count_uncounted
from gruppetto.server.game_routes import GAMES
from gruppetto.server.host_routes import HOSTING
from gruppetto.server.hub import Hub
from gruppetto.server.installing import INSTALLING
from gruppetto.server.ladders import LADDERS
from gruppetto.server.lessons import LESSONS
from gruppetto.server.limits import LARGEST_BODY, Gate, Limits, client_of
from gruppetto.server.logs import Style
from gruppetto.server.manner_routes import MANNERS
from gruppetto.server.me import ME
from gruppetto.server.messages import EDITION, Refused
from gruppetto.server.metrics import Requests
from gruppetto.server.migrate import upgrade
from gruppetto.server.names import unwanted_in
from gruppetto.server.notices.crier import Crier
from gruppetto.server.notices.opening import Outside, opened
from gruppetto.server.notices.routes import NOTICES, ONE_CLICK
from gruppetto.server.packing import packing
from gruppetto.server.pictures import Pictures
from gruppetto.server.pulse import Pulse
from gruppetto.server.puzzles import PUZZLES
from gruppetto.server.readiness import Readiness
from gruppetto.server.refusals import REFUSALS
from gruppetto.server.reports import RACES, Reports
from gruppetto.server.reviews import Reviews
from gruppetto.server.rides import RIDES
from gruppetto.server.roster import Roster
from gruppetto.server.schema import ByName, Config
from gruppetto.server.store import Store, now
from gruppetto.server.studio import STUDIO
from gruppetto.server.table_routes import TABLES
from gruppetto.server.taking_along import EXPORT
from gruppetto.server.turns import Turns
from gruppetto.server.workbench import Workbench

SWEEP_SECONDS = 2.0
SHORTEST_ROUND = 3600
GRACE_SECONDS = 15.0  # after a start, so that players can come back before their seats are lent
FIRST_LOOK_BACK = 3600.0  # seconds before a start; bots at older tables wait until somebody looks
LOOK_BACK = 60.0  # seconds; tables that nobody has touched for so long wait for a person
IMPORTS = 16  # save files that are received and read at the same time
# What opens a table.
OPENING = re.compile("/api/(tables(/import|/[^/]+/(again|rematch))?|lessons/[^/]+|days/[^/]+/ride)")
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
    review_worlds: int | None = None  # imagined for each decision, if not as the game says; 0: no reviews
    bots: dict[str, str] = {}  # players from outside, by the names they may be chosen by
    compiling: bool = False  # behind the page, what is not compiled yet
    log: Style = "quiet"
    proxies: tuple[str, ...] = ()  # who may say for whom they ask
    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    metrics: tuple[str, ...] = ()  # who may read /metrics
    outside: Outside = Outside()  # how people are called who are not looking
    shortest_round: int = SHORTEST_ROUND  # of a league, in seconds
    names: str | None = None  # a file of words that nobody may be called


@get("/api/health", sync_to_thread=False)
def health(state: State) -> Health:
    """Whether this worker is alive."""
    return Health(ok=True, version=__version__, worker=state.broadcast.worker, edition=EDITION)


@get("/api/ready")
async def ready(state: State) -> Health:
    """Whether it can keep what it is told: something is written to the database for it."""
    await desk_of(state).store.check_writing()
    return Health(ok=True, version=__version__, worker=state.broadcast.worker, edition=EDITION)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def read_metrics(request: Asked, state: State) -> Response[str]:
    """What Prometheus asks for, if it was named."""
    forwarded = "x-forwarded-for" in request.headers and not state.behind_proxy
    if forwarded or (request.client.host if request.client else None) not in state.readers:
        raise Refused(404, "NotFound", "There is no such page.")
    return Response(metrics.write(state), media_type=metrics.CONTENT_TYPE)


ROUTES: list[Any] = [
    health, ready, read_metrics, *GAMES, *TABLES, *AFTERWARDS, *HOSTING, *CLOCKS, *ME, *RIDES, *LADDERS,
    *EXPORT, *CLUBS, *DAYS, *MANNERS, *LESSONS, *PUZZLES, *STUDIO, *INSTALLING, *NOTICES,
]  # fmt: skip


async def _limit(request: Request[Any, Any, Any]) -> None:
    path = request.scope["path"]
    check_address(request.headers)
    check_path(path)
    if path.startswith("/api/"):
        check_path(path)
        if not path.startswith(ONE_CLICK):
            check_content(request)
        check_edition(request.headers.get("x-edition"))
        if request.method in WRITES:
            check_origin(request.headers, request.app.state.origins)
        if not path.endswith(NEVER_SHED):
            request.app.state.pulse.check()
        opens = request.method == "POST" and OPENING.fullmatch(path)
        request.app.state.gate.check("tables" if opens else "requests", client_of(request))
    else:
        request.app.state.gate.check("pages", client_of(request))


def application(settings: Settings) -> Application:
    """The server, ready to be run."""

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store, broadcast = Store(settings.database), Broadcast(settings.channels)
        await upgrade(store.engine)
        await store.open()
        bots, reports, workbench = Bots(Roster(settings.bots)), Reports(settings.report_races), Workbench()
        readiness = Readiness(compiling=settings.compiling)
        ways = await opened(settings.outside, store)
        crier = Crier(store, ways)
        desk = Desk(
            store, Hub(), broadcast.publish, [bots.wake, crier.attend], bots.roster, readiness, workbench
        )
        desk.opened, desk.invite = crier.opened, functools.partial(crier.invite, desk)
        pulse, gate = Pulse(sheds=settings.limits.factor > 0), Gate(settings.limits)
        reviews = Reviews(desk, gate, settings.review_worlds)
        desk.archive.then, commissaire = reviews.begin_early, Commissaire(desk)
        desk.unwanted = unwanted_in(settings.names)
        app.state.update({
            "desk": desk, "bots": bots, "reports": reports, "broadcast": broadcast, "workbench": workbench,
            "stories": stories.Stories(desk, workbench), "imports": Turns(IMPORTS), "pulse": pulse,
            "reviews": reviews, "pictures": Pictures(desk, workbench),
            "gate": gate, "origins": settings.origins, "requests": made.requests,
            "readers": Networks(settings.metrics, "metrics"), "door": made.doorkeeper,
            "collector": made.collector, "commissaire": commissaire, "ways": ways, "crier": crier,
            "behind_proxy": made.behind_proxy, "shortest_round": settings.shortest_round,
        })  # fmt: skip
        await broadcast.open(desk)
        await readiness.open()
        always = (
            _sweep(desk, commissaire, settings), stories.tell_untold(desk), count_uncounted(store),
            pulse.beat(), crier.keep_watch(desk),
            made.collector.watch(lambda: desk.store.committed),
        )  # fmt: skip
        tasks = [asyncio.create_task(work) for work in always]
        with made.collector:
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)  # whatever has become of them
                for part in (
                    readiness, reports, reviews, bots, crier, ways, broadcast, desk.archive, workbench, store,
                ):  # fmt: skip
                    await part.close()

    made = Application(
        route_handlers=[*ROUTES, *pages.handlers()],
        lifespan=[life],
        request_class=Asked,
        middleware=[packing],
        before_request=_limit,
        exception_handlers=REFUSALS,
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
    made.serve_socket, made.collector = sockets.serve, Collector()
    made.doorkeeper = Doorkeeper(settings.limits, Networks(settings.proxies, "proxies"))
    return made


async def _sweep(desk: Desk, commissaire: Commissaire, settings: Settings) -> None:
    """Keep time, wake bots whose worker died, and look after leagues and those whose time is over."""
    since, watch = now() - FIRST_LOOK_BACK, hosting.Watch()
    lend_from = time.monotonic() + settings.grace_seconds
    while True:
        try:
            begun = now()
            await desk.store.beat()
            await desk.keep_dues()
            await desk.sweep(since)
            since = begun - LOOK_BACK
            await commissaire.look()
            if time.monotonic() >= lend_from:
                await lending.look_after_all(desk)
                await watch.look(desk)
        except Exception:
            logger.exception("tables could not be looked after")
        await asyncio.sleep(settings.sweep_seconds)
