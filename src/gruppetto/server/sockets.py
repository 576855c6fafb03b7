"""One socket for each viewer: a snapshot first, then every step as they may know it."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from msgspec.structs import replace

from gruppetto.server import talking
from gruppetto.server.answers import Acknowledged, Failed, MoveRefused, Pong
from gruppetto.server.desk import Desk
from gruppetto.server.hub import Viewer, encode
from gruppetto.server.limits import Gate
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
from gruppetto.server.pulse import Pulse
from gruppetto.server.store import Lost, stop

Socket = WebSocket[Any, Any, State]
LARGEST = 8 * 1024
HELLO_SECONDS = 15
PER_SECOND = 20
NOT_UNDERSTOOD, TOO_LARGE, BROKEN, TRY_AGAIN = 1008, 1009, 1011, 1013
logger = logging.getLogger(__name__)


class Unwelcome(Exception):
    """The socket must be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def serve(socket: Socket, table: str, desk: Desk, gate: Gate, pulse: Pulse, client: str) -> None:
    """A socket from hello to the end."""
    await socket.accept()
    try:
        pulse.check()
        with gate.one_more(client):
            hello = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
            if not isinstance(hello, Hello):
                raise Unwelcome(NOT_UNDERSTOOD, "Say hello first.")  # noqa: TRY301
            async with _viewer(socket, table, desk, hello) as viewer:
                await _listen(socket, table, desk, gate, viewer, hello.token, client)
    except Unwelcome as error:
        await _close(socket, error.code, error.reason)
    except Refused as error:
        with contextlib.suppress(Exception):
            await socket.send_data(encode(Failed(error.fault)), mode="text")
        await _close(socket, TRY_AGAIN if error.status == 503 else 4000 + error.status, error.fault.kind)
    except Lost as error:
        logger.warning("a socket at table %r was closed: %s", table, error)
        await _close(socket, TRY_AGAIN, "The table could not be reached; connect again.")
    except (WebSocketDisconnect, TimeoutError):
        pass
    except Exception:
        logger.exception("a socket at table %r broke", table)
        await _close(socket, BROKEN, "Something went wrong here; connect again.")


async def _close(socket: Socket, code: int, reason: str) -> None:
    """Say why, if the other side still listens."""
    with contextlib.suppress(Exception):
        await socket.close(code, reason)


@contextlib.asynccontextmanager
async def _viewer(socket: Socket, table: str, desk: Desk, hello: Hello) -> AsyncIterator[Viewer]:
    """A viewer who is told everything as long as the socket is open."""
    viewer = await _enter(desk, table, hello)
    sender = asyncio.create_task(_send(socket, viewer))
    try:
        _announce(desk, table)
        yield viewer
    finally:
        desk.hub.leave(table, viewer)
        _announce(desk, table)
        await stop(sender)


async def _enter(desk: Desk, table: str, hello: Hello) -> Viewer:
    async with desk.at(table) as live:
        await desk.catch_up(live)
        seat = live.seat_of(hello.token)
        if hello.token and seat is None:
            await desk.reread(live)
            seat = live.seat_of(hello.token)
            if seat is None:
                raise Refused(401, "NotAllowed", "This token opens no seat at this table.")
        said = await desk.store.said(table, seat)
        viewer = Viewer(seat)
        desk.hub.enter(table, viewer)
        viewer.send(encode(live.snapshot(seat, desk.hub.online(table), hello.since)))
        for line in said:
            viewer.send(encode(replace(talking.told(live, line), old=True)))
        desk.wake_bots(live)
    return viewer


def _announce(desk: Desk, table: str) -> None:
    """Tell everybody who is there."""
    desk.tell_presence(table)
    desk.publish({"table": table, "what": "presence", "seats": desk.hub.here(table)})


async def _send(socket: Socket, viewer: Viewer) -> None:
    while True:
        message = await viewer.queue.get()
        try:
            if message is None:
                await socket.close(TRY_AGAIN, "Too slow; connect again.")
                return
            await socket.send_data(message, mode="text")
        except Exception:  # the other side is gone, and listening ends by itself
            return


async def _receive(socket: Socket) -> Incoming:
    data = await socket.receive_data(mode="text")
    if len(data) > LARGEST:
        raise Unwelcome(TOO_LARGE, "A message has at most 8 KiB.")
    try:
        return cast("Incoming", msgspec.json.decode(data, type=Incoming))
    except msgspec.ValidationError as error:
        raise Refused(400, "BadRequest", str(error)) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unwelcome(NOT_UNDERSTOOD, f"Not understood: {error}"[:100]) from None


async def _listen(
    socket: Socket, table: str, desk: Desk, gate: Gate, viewer: Viewer, token: str | None, client: str
) -> None:
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
        await _answer(message, table, desk, gate, viewer, token, client)


async def _answer(
    message: Incoming, table: str, desk: Desk, gate: Gate, viewer: Viewer, token: str | None, client: str
) -> None:
    move_id = message.move_id if isinstance(message, SocketMove) else None
    try:
        match message:
            case Ping():
                viewer.send(encode(Pong()))
            case SocketMove(own=own, code=code, move_id=move_id):
                gate.check("decisions", token or client)
                seq = await desk.decide(table, token, Decision(own, code, move_id))
                viewer.send(encode(Acknowledged(move_id, seq)))
            case SocketChat(text=text, to=to):
                gate.check("decisions", token or client)
                await talking.say(desk, table, token, Chat(text=text, to=to))
            case SocketReaction(reaction=reaction, to=to):
                gate.check("decisions", token or client)
                await talking.say(desk, table, token, Chat(reaction=reaction, to=to))
            case Hello():
                raise Unwelcome(NOT_UNDERSTOOD, "Say hello once.")
    except Refused as error:
        viewer.send(encode(MoveRefused(move_id, error.fault) if move_id else Failed(error.fault)))
