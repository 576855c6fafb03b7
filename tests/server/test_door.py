"""Strangers at the door of a real server: half-sent requests, slow bodies, too many connections."""

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
from gruppetto.server.door import Door, Doorkeeper, SocketDoor
from gruppetto.server.limits import Limits

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
        until(lambda: server.started)
        return server.servers[0].sockets[0].getsockname()[1], app.doorkeeper

    yield start
    for server, thread in running:
        server.should_exit = True
        thread.join(30)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


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
    until(lambda: keeper.open == 0)
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
    until(lambda: keeper.late["reading"] == 1)
    until(lambda: keeper.open == 0)
    line.close()


def test_one_address_has_only_so_many_connections(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=5))
    lines = [knock(port) for _ in range(5)]
    until(lambda: keeper.open == 5)
    refused = heard(knock(port))
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after" in refused
    assert json.loads(refused.partition(b"\r\n\r\n")[2])["error"]["kind"] == "TooMany"
    lines.pop().close()
    until(lambda: keeper.open == 4)
    assert asked(port) == 200
    for line in lines:
        line.close()


def test_a_proxy_may_have_more_but_not_more_than_all(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=2, all_connections=4), proxies=("127.0.0.1",))
    lines = [knock(port) for _ in range(4)]
    until(lambda: keeper.open == 4)
    assert heard(knock(port)).startswith(b"HTTP/1.1 503 ")
    for line in lines:
        line.close()


def test_sockets_count_until_they_are_closed(serve: Serve) -> None:
    port, keeper = serve(Limits(connections=3))
    with websockets.sync.client.connect(f"ws://127.0.0.1:{port}/api/tables/x/ws") as line:
        assert keeper.open == 1
        line.send('{"type": "hello"}')
        assert json.loads(line.recv())["error"]["kind"] == "UnknownTable"
    until(lambda: keeper.open == 0)


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
