"""The border: every request is numbered, timed and noted; what comes from another page is turned away."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar
from urllib.parse import urlsplit

from litestar import Litestar, Request
from litestar.datastructures import Headers, MutableScopeHeaders, State
from litestar.types import Message, Send

from gruppetto.server.addresses import network_of
from gruppetto.server.collecting import Collector
from gruppetto.server.door import STATE, Doorkeeper
from gruppetto.server.limits import HEADERS, LONGEST
from gruppetto.server.logs import new_request
from gruppetto.server.messages import EDITION, Refused
from gruppetto.server.metrics import Requests

WRITES = ("POST", "PUT", "PATCH", "DELETE")
GONE = 499  # nobody is there to be answered
logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Application(Litestar):
    """Litestar, with somebody who takes notes at its door."""

    doorkeeper: Doorkeeper
    collector: Collector
    requests: Requests
    behind_proxy: bool
    serve_socket: Callable[[Any, Any, Any, State], Coroutine[Any, Any, int]]
    warned = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, and note what came of it."""
        if scope["type"] == "lifespan":
            scope.setdefault("state", {})[STATE] = self.doorkeeper
            await super().__call__(scope, receive, send)
            return
        self._look_for_proxies(scope)
        if scope["type"] == "websocket":
            new_request()
            begun = time.perf_counter()
            code = await self.serve_socket(scope, receive, send, self.state)
            self._note(scope, code, time.perf_counter() - begun)
            return
        async with self._noted(scope, send) as told:
            await super().__call__(scope, receive, told)

    @contextlib.asynccontextmanager
    async def _noted(self, scope: Any, send: Send) -> AsyncIterator[Send]:
        number, begun, status = new_request(), time.perf_counter(), 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _make_safe(message, number)
            await send(message)

        try:
            yield told
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        method = scope.get("method", "SOCKET")
        if scope["type"] == "http":
            self.requests.observe(method, _route(scope), status, seconds)
        client = network_of(scope["client"][0] if scope.get("client") else None)
        facts = {
            "method": method,
            "path": shown(scope["path"]),
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        said = "%(method)s %(path)r %(status)d %(ms).1f ms %(client)s"
        logger.info(said, {**facts, "client": client}, extra={**facts, "client": client})

    def _look_for_proxies(self, scope: Any) -> None:
        """Say once if somebody forwards requests although no proxy was named."""
        if self.warned or self.behind_proxy:
            return
        if any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            self.warned = True
            host = scope["client"][0] if scope.get("client") else None
            logger.warning("%s forwards requests, but is no trusted proxy: all it forwards count as its own. "
                           "If it is your proxy, name it with --proxies.", host)  # fmt: skip


def shown(path: str) -> str:
    """A path as it is noted: clients choose how long it is."""
    return path if len(path) <= LONGEST else f"{path[:LONGEST]}…"


def _route(scope: Any) -> str:
    """The path as it was declared: labels must not grow with what people ask for."""
    template = str(scope.get("path_template") or "")
    return template if template.startswith(("/api/", "/metrics")) else "/…"


def _make_safe(message: Message, number: str) -> None:
    """Every answer carries the headers, errors and files too."""
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers["X-Request-Id"] = number


# --- other people's pages ---------------------------------------------------------------------------


def check_address(headers: Headers) -> None:
    """Refuse to be asked at what is no address: links are made of it."""
    try:
        urlsplit(f"//{headers.get('host', '')}").port  # noqa: B018  (reading it looks at it)
    except ValueError:
        raise Refused(400, "BadRequest", "Host is no address.") from None


def check_path(path: str) -> None:
    """Nothing is where a path has characters that nobody can see, and no database is asked for it."""
    if not path.isprintable():
        raise Refused(404, "NotFound", "There is no such page.")


def check_origin(headers: Headers, allowed: tuple[str, ...]) -> None:
    """Refuse what the page of another site has sent; programs send no origin at all."""
    origin = headers.get("origin")
    if origin and origin not in allowed and not _same_site(origin, headers.get("host", "")):
        raise Refused(403, "OtherSite", "Pages of other sites cannot do this here.")


def _same_site(origin: str, host: str) -> bool:
    """Whether an origin is the address we are asked at; a proxy may have left out the port."""
    with contextlib.suppress(ValueError):
        there, here = urlsplit(origin), urlsplit(f"//{host}")
        return there.hostname == here.hostname and here.port in (None, there.port)
    return False


def check_edition(spoken: str | int | None) -> None:
    """Refuse a page of the app that is older or newer than we are; programs name no edition."""
    if spoken is not None and str(spoken) != str(EDITION):
        raise Refused(409, "OtherEdition", "The page and the server are of different versions. Load it anew.")


def check_content(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that is not declared as JSON: other sites could have had a browser send it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if request.method in WRITES and has_body and kind != "application/json":
        raise Refused(415, "NotJson", "Send application/json.")


# --- those who hang up ------------------------------------------------------------------------------


async def unless_gone(request: Request[Any, Any, Any], work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do something that takes a while, unless whoever asked hangs up."""
    working = asyncio.create_task(work)
    gone = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused(GONE, "Gone", "Nobody waits for the answer any more.")
        return await working
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _hung_up(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
