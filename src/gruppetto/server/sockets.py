"""One socket for each viewer: a snapshot first, then every step as he may know it."""

import asyncio
import contextlib
import time
from typing import Any, cast

import msgspec
from litestar import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from gruppetto.server.desk import Desk, chat_message
from gruppetto.server.hub import Viewer, encode
from gruppetto.server.limits import Gate
from gruppetto.server.messages import (
    Chat,
    Decision,
    Fault,
    Hello,
    Incoming,
    Ping,
    Refused,
    SocketChat,
    SocketMove,
    SocketReaction,
)

Socket = WebSocket[Any, Any, State]
LARGEST = 8 * 1024
HELLO_SECONDS = 15
PER_SECOND = 20
NOT_UNDERSTOOD, TOO_LARGE = 1008, 1009


class Unwelcome(Exception):
    """The socket must be closed."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def serve(socket: Socket, table: str, desk: Desk, gate: Gate, client: str) -> None:
    """A socket from hello to the end."""
    await socket.accept()
    viewer: Viewer | None = None
    sender: asyncio.Task[None] | None = None
    token: str | None = None
    try:
        hello = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
        if not isinstance(hello, Hello):
            raise Unwelcome(NOT_UNDERSTOOD, "Say hello first.")  # noqa: TRY301
        token = hello.token
        viewer = await _enter(desk, table, hello)
        sender = asyncio.create_task(_send(socket, viewer))
        await _listen(socket, table, desk, gate, viewer, token, client)
    except Unwelcome as error:
        with contextlib.suppress(Exception):
            await socket.close(error.code, error.reason)
    except Refused as error:
        with contextlib.suppress(Exception):
            await socket.send_data(
                encode({"type": "error", "error": msgspec.to_builtins(error.fault)}), mode="text"
            )
            await socket.close(4000 + error.status, error.fault.kind)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        if sender:
            sender.cancel()
        if viewer:
            desk.hub.leave(table, viewer)
            await _announce(desk, table)


async def _enter(desk: Desk, table: str, hello: Hello) -> Viewer:
    async with desk.at(table) as live:
        await desk.catch_up(live)
        seat = live.seat_of(hello.token)
        if hello.token and seat is None:
            await desk.reread(live)
            seat = live.seat_of(hello.token)
            if seat is None:
                raise Refused(401, "NotAllowed", "This token opens no seat at this table.")
        viewer = Viewer(seat)
        desk.hub.enter(table, viewer)
        viewer.send(encode({"type": "snapshot", **live.snapshot(seat, desk.hub.online(table), hello.since)}))
        for line in await desk.store.said(table):
            viewer.send(encode({**chat_message(live, line), "old": True}))
        desk.wake_bots(live)
    await _announce(desk, table)
    return viewer


async def _announce(desk: Desk, table: str) -> None:
    """Tell everybody who is there."""
    with contextlib.suppress(Refused):
        async with desk.at(table) as live:
            desk.hub.tell_table(live)
        await desk.publish({"table": table, "what": "presence", "seats": desk.hub.here(table)})


async def _send(socket: Socket, viewer: Viewer) -> None:
    while True:
        message = await viewer.queue.get()
        if message is None:
            await socket.close(1013, "Too slow; connect again.")
            return
        await socket.send_data(message, mode="text")


async def _receive(socket: Socket) -> Incoming:
    data = await socket.receive_data(mode="text")
    if len(data) > LARGEST:
        raise Unwelcome(TOO_LARGE, "A message has at most 8 KiB.")
    try:
        return cast("Incoming", msgspec.json.decode(data, type=Incoming))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unwelcome(NOT_UNDERSTOOD, f"Not understood: {error}"[:100]) from None


async def _listen(
    socket: Socket, table: str, desk: Desk, gate: Gate, viewer: Viewer, token: str | None, client: str
) -> None:
    second, heard = int(time.monotonic()), 0
    while True:
        message = await _receive(socket)
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
                viewer.send(encode({"type": "pong"}))
            case SocketMove(own=own, code=code, move_id=move_id):
                gate.check("decisions", token or client)
                seq = await desk.decide(table, token, Decision(own, code, move_id))
                viewer.send(encode({"type": "ack", "move_id": move_id, "seq": seq}))
            case SocketChat(text=text):
                gate.check("decisions", token or client)
                await desk.say(table, token, Chat(text=text))
            case SocketReaction(reaction=reaction):
                gate.check("decisions", token or client)
                await desk.say(table, token, Chat(reaction=reaction))
            case Hello():
                raise Unwelcome(NOT_UNDERSTOOD, "Say hello once.")
    except Refused as error:
        viewer.send(encode(_refused(move_id, error.fault)))


def _refused(move_id: str | None, fault: Fault) -> dict[str, object]:
    error = msgspec.to_builtins(fault)
    return (
        {"type": "refused", "move_id": move_id, "error": error}
        if move_id
        else {"type": "error", "error": error}
    )
