"""Strangers at the door of a real server: half-sent requests, slow bodies, too many connections."""

import asyncio
import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets.sync.client

from gruppetto.server import door
from gruppetto.server.app import Settings, application
from gruppetto.server.door import Door, Doorkeeper, Mailbox, Sluice, SocketDoor
from gruppetto.server.limits import Limits

from .conftest import eventually

Serve = Callable[..., tuple[int, Doorkeeper]]
PATIENCE = 10.0
HALF = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
POST = b"POST /api/tables/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """A server on a port of its own, in a thread; whoever is late is late after half a second."""
    monkeypatch.setattr(door, "SECONDS", {"headers": 0.5, "body": 0.5, "reading": 0.5})
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def start(limits: Limits = Limits.OFF, **more: Any) -> tuple[int, Doorkeeper]:
        app = application(Settings(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}", limits=limits, **more))
        config = uvicorn.Config(
            app, port=0, http=Door, ws=SocketDoor, log_config=None, timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        eventually(lambda: server.started)
        return server.servers[0].sockets[0].getsockname()[1], app.doorkeeper

    yield start
    for server, thread in running:
        server.should_exit = True
        thread.join(30)


def knock(port: int, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(said)
    return line


def heard(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while some := line.recv(65536):
            found += some
    line.close()
    return found


def asked(port: int, path: str = "/api/health") -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


def test_half_a_request_is_not_waited_for(serve: Serve) -> None:
    port, keeper = serve()
    lines = [knock(port, HALF) for _ in range(30)] + [knock(port)]
    assert asked(port) == 200
    for line in lines:
        assert heard(line).startswith(b"HTTP/1.1 408 ")
    eventually(lambda: keeper.open == 0)
    assert keeper.late["headers"] == 31


def test_a_byte_now_and_then_does_not_help(serve: Serve) -> None:
    port, keeper = serve()
    line = knock(port, HALF)
    with contextlib.suppress(ConnectionError):
        for _ in range(20):
            line.sendall(b"x")
            time.sleep(0.1)
    assert keeper.late["headers"] == 1
    assert keeper.open == 0
    line.close()


def test_a_second_request_must_be_sent_in_time_too(serve: Serve) -> None:
    port, keeper = serve()
    line = knock(port, b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
    line.sendall(HALF)
    assert b"408" in heard(line)
    assert keeper.late["headers"] == 1


def test_half_a_body_is_not_waited_for(serve: Serve) -> None:
    port, keeper = serve()
    line = knock(port, POST + b"Content-Length: 4000000\r\n\r\n" + b"x" * 1000)
    assert heard(line).startswith(b"HTTP/1.1 408 ")
    assert keeper.late["body"] == 1
    assert asked(port) == 200


def test_who_does_not_take_what_they_asked_for_is_let_go(serve: Serve) -> None:
    port, keeper = serve()
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    with contextlib.suppress(ConnectionError):
        for _ in range(400):  # pipelined: as many answers as fit nowhere
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if keeper.late["reading"]:
                break
            time.sleep(0.01)
    eventually(lambda: keeper.late["reading"] == 1)
    eventually(lambda: keeper.open == 0)
    line.close()


def test_one_address_has_only_so_many_connections(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=5))
    lines = [knock(port) for _ in range(5)]
    eventually(lambda: keeper.open == 5)
    refused = heard(knock(port))
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after" in refused
    assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["kind"] == "TooMany"
    lines.pop().close()
    eventually(lambda: keeper.open == 4)
    assert asked(port) == 200
    for line in lines:
        line.close()


def test_a_proxy_may_have_more_but_not_more_than_all(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=2, all_connections=4), proxies=("127.0.0.1",))
    lines = [knock(port) for _ in range(4)]
    eventually(lambda: keeper.open == 4)
    assert heard(knock(port)).startswith(b"HTTP/1.1 503 ")
    for line in lines:
        line.close()


def test_sockets_count_until_they_are_closed(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=3))
    with websockets.sync.client.connect(f"ws://127.0.0.1:{port}/api/tables/x/ws") as line:
        assert keeper.open == 1
        line.send('{"type": "hello"}')
        assert json.loads(line.recv())["error"]["kind"] == "UnknownTable"
    eventually(lambda: keeper.open == 0)


def test_a_socket_may_be_silent_for_longer_than_a_request(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(door.SECONDS, "body", 0.2)
    port, _ = serve()
    with websockets.sync.client.connect(f"ws://127.0.0.1:{port}/api/tables/x/ws") as line:
        time.sleep(0.5)
        line.send('{"type": "hello"}')
        assert json.loads(line.recv())["error"]["kind"] == "UnknownTable"


def test_metrics_tell_it(serve: Serve) -> None:
    port, _ = serve(metrics=("127.0.0.1",))
    assert heard(knock(port, HALF))
    asked(port, "/api/tables")
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    line.request("GET", "/metrics")
    page = line.getresponse().read().decode()
    line.close()
    assert 'gruppetto_connections_late_total{owing="headers"} 1' in page
    assert 'gruppetto_request_seconds_count{method="GET",route="/api/tables",status="200"} 1' in page
    for name in (
        "tables_kept",
        "sockets",
        "moves_waiting",
        "bots_thinking",
        "loop_lag_seconds",
        "jobs_waiting",
    ):
        assert f"# TYPE gruppetto_{name} gauge" in page
    for name in ("batch_seconds", "gc_pause_seconds", "decision_seconds"):
        assert f"# TYPE gruppetto_{name} histogram" in page


def test_a_socket_with_more_headers_than_anybody_needs_is_refused(serve: Serve) -> None:
    port, keeper = serve()
    headers = b"".join(b"X-%d: 1\r\n" % number for number in range(300))
    assert heard(knock(port, UPGRADE + KEY + headers + b"\r\n")).startswith(b"HTTP/1.1 431 ")
    eventually(lambda: keeper.open == 0)


TEXT, PIECE, PING, REST = 0x81, 0x01, 0x89, 0x00
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE = b"GET /api/tables/x/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


def frame(said: bytes, kind: int = TEXT) -> bytes:
    """A frame as it goes over the wire, with a mask that changes nothing."""
    return bytes([kind, 0x80 | len(said)]) + bytes(4) + said


@pytest.mark.parametrize("cut", [0, 1, 2, 9, 23], ids="{} bytes of it".format)
def test_a_message_may_be_said_in_one_breath_with_the_handshake(serve: Serve, cut: int) -> None:
    port, _ = serve()
    hello = frame(b'{"type": "hello"}')
    with knock(port, UPGRADE + KEY + b"\r\n" + hello[:cut]) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
        line.sendall(hello[cut:])
        said = b""
        while b"UnknownTable" not in said:
            more = line.recv(65536)
            assert more, said
            said += more


@pytest.mark.parametrize("first", [b"", frame(b"", PIECE)], ids=["pings", "pieces of a message"])
def test_who_sends_nothing_but_crumbs_is_shut_out(serve: Serve, first: bytes) -> None:
    port, keeper = serve()
    line = knock(port, UPGRADE + KEY + b"\r\n")
    assert line.recv(65536).startswith(b"HTTP/1.1 101 ")
    line.sendall(first + frame(b"", PING) * 20)
    assert len(line.recv(65536)) >= 2  # some are nobody's business
    with contextlib.suppress(ConnectionError):
        line.sendall(frame(b"", REST if first else PING) * 200_000)
    heard(line)
    assert keeper.late["frames"] == 1
    eventually(lambda: keeper.open == 0)


# --- sockets ----------------------------------------------------------------------------------------


def test_what_a_socket_has_heard_is_read_in_order() -> None:
    async def scenario() -> list[int]:
        mailbox = Mailbox()
        waiting = asyncio.create_task(mailbox.get())
        await asyncio.sleep(0)
        assert mailbox.empty()
        for number in range(3):
            mailbox.put_nowait(number)
        return [await waiting, await mailbox.get(), await mailbox.get()]

    assert asyncio.run(scenario()) == [0, 1, 2]


def test_who_writes_waits_while_a_socket_takes_no_more() -> None:
    async def scenario() -> None:
        sluice = Sluice()
        await sluice.wait()
        sluice.clear()
        sluice.clear()
        writing = asyncio.create_task(sluice.wait())
        await asyncio.sleep(0)
        assert not writing.done()
        sluice.set()
        await asyncio.wait_for(writing, 1)
        await sluice.wait()

    asyncio.run(scenario())
