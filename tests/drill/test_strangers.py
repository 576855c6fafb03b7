"""What one anonymous address can do to a server that others play on: less than it wants to."""

import contextlib
import random
import resource
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
from ledger import Drill
from servers import HOST, Server

import gruppetto as g

pytestmark = pytest.mark.drill
STRANGER = ("127.0.0.2", 0)  # everybody else is 127.0.0.1
HALF = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = (
    b"POST /api/tables/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 4000000\r\n\r\n"
)
LONG = {"stages": ["La Classicissima"] * 21}


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    running = Server(sqlite, options=())
    running.start()
    running.wait()
    yield running
    running.kill()


def knock(server: Server, said: bytes) -> socket.socket | None:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=STRANGER)
    try:
        line.sendall(said)
    except ConnectionError:
        return None
    return line


def goes_on(server: Server, client: httpx.Client) -> None:
    """Others are answered, on a connection of their own."""
    assert client.get(f"{server.url}/api/ready", headers={"Connection": "close"}).status_code == 200


def test_a_thousand_half_sent_requests(server: Server, drill: Drill) -> None:
    with httpx.Client(timeout=10) as client:
        lines = []
        for number in range(1005):
            lines.append(knock(server, HALF))
            if number % 100 == 0:
                goes_on(server, client)
        goes_on(server, client)
    drill.count(connections=len(lines))
    for line in filter(None, lines):
        line.close()


def test_four_hundred_slow_bodies(server: Server, drill: Drill) -> None:
    before, sent, lines = server.memory(), 0, [knock(server, BODY) for _ in range(400)]
    with httpx.Client(timeout=10) as client:
        for _ in range(30):
            for line in filter(None, lines):
                line.settimeout(0.01)
                with contextlib.suppress(OSError):
                    sent += line.send(b"x" * 100_000)
            goes_on(server, client)
    held = server.memory() - before
    drill.count(connections=len(lines), sent=sent, held=held)
    for line in filter(None, lines):
        line.close()
    assert held < 300_000_000


def saved_tour() -> bytes:
    match, chance = g.start("flamme-rouge-tour", seats=2, seed=1, options=LONG), random.Random(1)
    while not match.over:
        seat = match.waiting[0]
        match.apply(seat, chance.choice(match.legal(seat)))
    return match.to_json()


def test_stories_that_nobody_waits_for(server: Server, drill: Drill) -> None:
    with httpx.Client(base_url=server.url, timeout=600) as client:  # a busy machine takes its time
        made = client.post(
            "/api/tables/import", content=saved_tour(), headers={**HOST, "Content-Type": "application/json"}
        )
        path = f"/api/tables/{made.json()['id']}/story"
        for _ in range(16):
            line = knock(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert line
            line.close()
        begun = time.monotonic()
        goes_on(server, client)
        story = client.get(path)
        assert len(story.json()["steps"]) > 1000
        drill.count(stories=16, milliseconds=round(1000 * (time.monotonic() - begun)))


def test_a_full_disk_is_told(sqlite: str, drill: Drill) -> None:
    """No file of the server may grow beyond a limit: it lives, but says that it is not ready."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    running = Server(sqlite, options=())
    running.start()
    running.wait()
    try:
        assert running.process
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        with httpx.Client(base_url=running.url, timeout=30) as client:
            assert client.get("/api/health").status_code == 200
            assert client.get("/api/ready").status_code == 503
            resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
            assert client.get("/api/ready").status_code == 200
    finally:
        running.kill()
    drill.count(full=1)
