"""One socket for each viewer: a snapshot first, then every step as they may know it.

There are more sockets than anything else, and each may be open for days. So a socket is served as the web
server hands it over, without a framework in between.
"""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import msgspec
from litestar.datastructures import Headers, State
from msgspec.structs import replace

from gruppetto.server import lending, talking
from gruppetto.server.addresses import network_of
from gruppetto.server.answers import Acknowledged, Failed, MoveRefused, Pong
from gruppetto.server.border import check_edition, check_origin
from gruppetto.server.desk import Desk
from gruppetto.server.hosting import KICKED
from gruppetto.server.hub import Ending, Viewer, encode
from gruppetto.server.identity import Who, hash_of
from gruppetto.server.limits import Gate
from gruppetto.server.live import Live
from gruppetto.server.messages import (
    Chat,
    Decision,
    Hello,
    Incoming,
    Ping,
    Refused,
    SocketChat,
    SocketMove,
    SocketReaction,
)
from gruppetto.server.seal import check_rider
from gruppetto.server.store import Lost

LARGEST = 8 * 1024
HELLO_SECONDS = 15
PER_SECOND = 20
GONE, NOT_UNDERSTOOD, TOO_LARGE, BROKEN, TRY_AGAIN = 1005, 1008, 1009, 1011, 1013
PATH = re.compile("/api/tables/([^/]+)/ws")
NEEDED = ("type", "path", "client")  # of what a socket was asked with, while it is open
logger = logging.getLogger(__name__)


class Unwelcome(Exception):
    """The socket must be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Gone(Exception):
    """The other side has hung up."""


class Socket:
    """A socket as the web server hands it over."""

    __slots__ = ("_receive", "_send", "ended")

    def __init__(self, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        self._receive, self._send = receive, send
        self.ended = GONE  # the code it is closed with

    async def accept(self) -> None:
        """Shake hands."""
        await self._receive()
        await self._send({"type": "websocket.accept"})

    async def hear(self) -> str | bytes:
        """What the other side says next."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text

    async def tell(self, message: bytes | Ending) -> None:
        """Say something, or that it is over."""
        if isinstance(message, bytes):
            await self._send({"type": "websocket.send", "text": message.decode()})
        else:
            await self.close(*message)

    async def close(self, code: int, reason: str) -> None:
        """Say why, if the other side still listens."""
        self.ended = code
        with contextlib.suppress(Exception):
            await self._send({"type": "websocket.close", "code": code, "reason": reason})


async def serve(scope: Any, receive: Any, send: Any, state: State) -> int:
    """A socket from its first byte to its last: the code it was closed with."""
    socket, path = Socket(receive, send), PATH.fullmatch(scope["path"].removeprefix(scope["root_path"]))
    try:
        check_origin(Headers.from_scope(scope), state.origins)
        if path is None:
            raise Refused(404, "NotFound", "There is no such page.")  # noqa: TRY301
    except Refused as error:
        await socket.close(4000 + error.status, error.fault.kind)
        return socket.ended
    await socket.accept()
    for part in scope.keys() - set(NEEDED):
        del scope[part]
    await _serve(socket, path[1], state, network_of(scope["client"][0] if scope["client"] else None))
    return socket.ended


async def _serve(socket: Socket, table: str, state: State, client: str) -> None:
    """A socket from hello to the end."""
    try:
        state.pulse.check()
        with state.gate.one_more(client):
            hello = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
            if not isinstance(hello, Hello):
                raise Unwelcome(NOT_UNDERSTOOD, "Say hello first.")  # noqa: TRY301
            check_edition(hello.edition)
            async with _viewer(socket, table, state.desk, hello) as viewer:
                await _listen(socket, table, state.desk, state.gate, viewer, client)
    except Unwelcome as error:
        await socket.close(error.code, error.reason)
    except Refused as error:
        with contextlib.suppress(Exception):
            await socket.tell(encode(Failed(error.fault)))
        await socket.close(TRY_AGAIN if error.status == 503 else 4000 + error.status, error.fault.kind)
    except Lost as error:
        logger.warning("a socket at table %r was closed: %s", table, error)
        await socket.close(TRY_AGAIN, "The table could not be reached; connect again.")
    except (Gone, TimeoutError):
        pass
    except Exception:
        logger.exception("a socket at table %r broke", table)
        await socket.close(BROKEN, "Something went wrong here; connect again.")


@contextlib.asynccontextmanager
async def _viewer(socket: Socket, table: str, desk: Desk, hello: Hello) -> AsyncIterator[Viewer]:
    """A viewer who is told everything as long as the socket is open."""
    viewer = await _enter(socket, desk, table, hello)
    try:
        _announce(desk, table)
        yield viewer
    finally:
        desk.hub.leave(table, viewer)
        _announce(desk, table)
        await viewer.leave()


async def _enter(socket: Socket, desk: Desk, table: str, hello: Hello) -> Viewer:
    who = Who(hash_of(hello.key) if hello.key else None, hello.seat)
    async with desk.at(table) as live:
        await desk.catch_up(live)
        seat = await _seat(desk, live, who)
        check_rider(live, who)
        said = await talking.said(desk, live, seat, who)
        if seat is not None:
            await _welcome(desk, live, seat)
        viewer = Viewer(seat, socket.tell, who.key)
        desk.hub.enter(table, viewer)
        viewer.tell(live.you(who.key))  # first: several people at one screen hang a curtain
        viewer.send(encode(live.snapshot(seat, desk.hub.online(table), hello.since)))
        for line in said:
            viewer.send(encode(replace(talking.told(live, line), old=True)))
        if seat is not None and who.key:
            desk.opened(table, who.key)
        desk.attend(live)
    return viewer


async def _seat(desk: Desk, live: Live, who: Who) -> int | None:
    """The seat a viewer means; none for those who watch, and no entry for those who were sent away."""
    if who.key and who.key in await desk.store.kicked(live.id):
        raise Refused(403, KICKED.kind, KICKED.text)
    if who.key and live.seat_of(who) is None:
        await desk.reread(live)  # they may have sat down by way of another worker
    if who.seat is not None:
        return await desk.own_seat(live, who)
    return live.seat_of(who)


async def _welcome(desk: Desk, live: Live, seat: int) -> None:
    """Whoever comes back finds their seat; and from then on, not from their leaving, it counts who waits."""
    if live.row.status == "running" and not desk.hub.online(live.id):
        await lending.wait_anew(desk, live)
    if live.seats[seat].by_table:
        await desk.return_seat(live, seat)


def _announce(desk: Desk, table: str) -> None:
    """Tell everybody who is there."""
    desk.tell_presence(table)
    desk.publish({"table": table, "what": "presence", "seats": desk.hub.here(table)})


async def _receive(socket: Socket) -> Incoming:
    data = await socket.hear()
    if len(data) > LARGEST:
        raise Unwelcome(TOO_LARGE, "A message has at most 8 KiB.")
    try:
        return cast("Incoming", msgspec.json.decode(data, type=Incoming))
    except msgspec.ValidationError as error:
        raise Refused(400, "BadRequest", str(error)) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unwelcome(NOT_UNDERSTOOD, f"Not understood: {error}"[:100]) from None


async def _listen(socket: Socket, table: str, desk: Desk, gate: Gate, viewer: Viewer, client: str) -> None:
    second, heard = int(time.monotonic()), 0
    while True:
        try:
            message = await _receive(socket)
        except Refused as error:
            viewer.send(encode(Failed(error.fault)))
            message = Ping()  # it counts as one
        if int(time.monotonic()) != second:
            second, heard = int(time.monotonic()), 0
        heard += 1
        if heard > PER_SECOND and gate.limits.factor:
            raise Unwelcome(NOT_UNDERSTOOD, "Too many messages.")
        await _answer(message, table, desk, gate, viewer, client)


async def _answer(message: Incoming, table: str, desk: Desk, gate: Gate, viewer: Viewer, client: str) -> None:
    who = Who(viewer.key, viewer.seat)
    move_id = message.move_id if isinstance(message, SocketMove) else None
    try:
        gate.check("messages", client)
        match message:
            case Ping():
                viewer.send(encode(Pong()))
            case SocketMove(own=own, code=code, move_id=move_id):
                gate.check("decisions", f"{table} {viewer.key or client}")
                seq = await desk.decide(table, who, Decision(own, code, move_id))
                viewer.send(encode(Acknowledged(move_id, seq)))
            case SocketChat(text=text, to=to):
                gate.check("talk", client)
                await talking.say(desk, table, who, Chat(text=text, to=to))
            case SocketReaction(reaction=reaction, to=to):
                gate.check("talk", client)
                await talking.say(desk, table, who, Chat(reaction=reaction, to=to))
            case Hello():
                raise Unwelcome(NOT_UNDERSTOOD, "Say hello once.")
    except Refused as error:
        viewer.send(encode(MoveRefused(move_id, error.fault) if move_id else Failed(error.fault)))
