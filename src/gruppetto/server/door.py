"""The door: how many may stand in it at once, and for how long one may fumble with a request.

uvicorn waits for ever for the rest of a request. Its protocols are given a clock and a count here: whoever
is too slow with headers, with a body or with taking an answer is shut out, and whoever has too many
connections open gets no more.
"""

import asyncio
import http
from collections import Counter
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol

from gruppetto.server.addresses import Networks, network_of
from gruppetto.server.limits import Limits
from gruppetto.server.metrics import Page

SECONDS = {"headers": 10.0, "body": 60.0, "reading": 60.0}  # for what a client owes
OWED = {h11.IDLE: "headers", h11.SEND_BODY: "body"}
SPARE_FILES = 100  # what may be open besides connections: the database, processes, channels
FRAMES = 100  # a socket may send in a second, messages and all; they cost us more than whoever sends them
BITE = 2048  # bytes of them that are taken at a time
STATE = "doorkeeper"  # where the keeper is found among what the application hands to connections


def _answer(status: str, kind: str, text: str) -> bytes:
    body = f'{{"error":{{"kind":"{kind}","text":"{text}"}}}}'
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return f"{head}retry-after: 5\r\nconnection: close\r\n\r\n{body}".encode()


TOO_MANY = _answer("503 Service Unavailable", "TooMany", "Too many connections are open; try again later.")
TOO_SLOW = _answer("408 Request Timeout", "TooSlow", "The rest of the request did not come in time.")


class Doorkeeper:
    """Counts the connections of a worker, in all and by network."""

    def __init__(self, limits: Limits, proxies: Networks) -> None:
        self._proxies = proxies
        self._each = int(limits.connections * limits.factor)
        self._most = min(limits.all_connections, room_for_connections())
        self._by: Counter[str] = Counter()
        self.open = self.refused = 0
        self.late: Counter[str] = Counter()

    def enter(self, host: str | None) -> bool:
        """Let one more connection in, or not."""
        who = network_of(host)
        too_many = self._by[who] >= self._each > 0 and host not in self._proxies
        if too_many or self.open >= self._most:
            self.refused += 1
            return False
        self._by[who] += 1
        self.open += 1
        return True

    def leave(self, host: str | None) -> None:
        """A connection is closed."""
        who = network_of(host)
        self.open -= 1
        self._by[who] -= 1
        if not self._by[who]:
            del self._by[who]

    def tell(self, page: Page) -> None:
        """What metrics say of it."""
        page.number("gauge", "connections", "Connections that are open.", self.open)
        page.number(
            "counter", "connections_refused_total", "Connections that were one too many.", self.refused
        )
        page.number("counter", "connections_late_total{owing}", "Connections that were too slow.", self.late)


def room_for_connections() -> int:
    """How many connections the system lets us have open, once it lets us have as many as it may."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return max(SPARE_FILES, hard - SPARE_FILES) if hard != resource.RLIM_INFINITY else 1_000_000


class Door(H11Protocol):
    """One connection: a client owes headers, then a body, and has to read what it asked for."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._keeper: Doorkeeper = app_state[STATE]
        self._inside = self._is_socket = False
        self._owed: str | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    @property
    def _host(self) -> str | None:
        return self.client[0] if self.client else None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self._inside = self._keeper.enter(self._host)
        if self._inside:
            self._expect()
        else:
            self._shut(TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_clocks()
        if self._inside:
            self._keeper.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of what they owe has come."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, and owes nothing; what came in the same breath is said there."""
        super().handle_websocket_upgrade(event)
        self._is_socket = True
        said, _ = self.conn.trailing_data
        if said:
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(said)

    def _expect(self) -> None:
        """Start the clock for what is owed now; more of the same does not set it back."""
        owed = None if self._is_socket else OWED.get(self.conn.their_state)
        if owed != self._owed:
            self._stop_clocks()
            self._owed = owed
            if owed and not self.transport.is_closing():
                self._clock = self.loop.call_later(SECONDS[owed], self._too_slow)

    def _too_slow(self) -> None:
        self._keeper.late[self._owed or ""] += 1
        answered = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        self._shut(b"" if answered else TOO_SLOW)

    def _shut(self, last_words: bytes) -> None:
        self.transport.write(last_words)
        self.transport.close()

    def _stop_clocks(self) -> None:
        for clock in (self._clock, self._reading):
            if clock:
                clock.cancel()
        self._clock = self._reading = None

    def pause_writing(self) -> None:
        """They do not take what they asked for."""
        super().pause_writing()
        self._reading = self.loop.call_later(SECONDS["reading"], self._not_read)

    def resume_writing(self) -> None:
        """They do after all."""
        super().resume_writing()
        if self._reading:
            self._reading.cancel()

    def _not_read(self) -> None:
        self._keeper.late["reading"] += 1
        self.transport.abort()


class Mailbox:
    """What a socket has heard: a queue with one reader takes a tenth of one that may have many."""

    __slots__ = ("_heard", "_reader")

    def __init__(self) -> None:
        self._heard: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether all of it has been read."""
        return not self._heard

    def put_nowait(self, message: Any) -> None:
        """Something more was heard."""
        self._heard.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """What was heard first, as soon as there is anything."""
        while not self._heard:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._heard.pop(0)


class Sluice:
    """Whether a socket takes more just now: an event that takes no room while it does."""

    __slots__ = ("_shut",)

    def __init__(self) -> None:
        self._shut: asyncio.Event | None = None

    def clear(self) -> None:
        """It takes no more."""
        self._shut = self._shut or asyncio.Event()

    def set(self) -> None:
        """It does again."""
        if self._shut:
            self._shut.set()
        self._shut = None

    async def wait(self) -> None:
        """Until it does."""
        if self._shut:
            await self._shut.wait()


class SocketDoor(WebSocketsSansIOProtocol):
    """A connection that has become a socket: it counts until it is closed."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._keeper: Doorkeeper = app_state[STATE]
        self.queue: Any = Mailbox()
        self.writable: Any = Sluice()
        self._second = self._frames = 0

    def handle_connect(self, event: Any) -> None:
        """They knock; from the first byte behind their headers another parser reads."""
        super().handle_connect(event)
        if self.response.status_code == http.HTTPStatus.SWITCHING_PROTOCOLS:
            self.conn.parser = Protocol.parse(self.conn)  # the one that has read the headers would keep them
            next(self.conn.parser)

    def data_received(self, data: bytes) -> None:
        """What they say, bite by bite: whoever chops it into crumbs is shut out before all are counted."""
        for start in range(0, len(data), BITE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + BITE])
        if self.conn.handshake_exc and not self.transport.is_closing():  # refused before anybody was asked
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_events(self) -> None:
        """Frames have come."""
        if int(self.loop.time()) != self._second:
            self._second, self._frames = int(self.loop.time()), 0
        self._frames += len(self.conn.events)
        if self._frames > FRAMES:
            self._keeper.late["frames"] += 1
            self.transport.abort()
        else:
            super().handle_events()

    def start_keepalive(self) -> None:
        """They are in: what they came with is of no use for as long as they stay."""
        super().start_keepalive()
        del self.request, self.response

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._keeper.leave(self.client[0] if self.client else None)
        super().connection_lost(exc)
