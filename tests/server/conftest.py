"""A real server on a real database, SQLite and PostgreSQL, and clients that sit down at its tables."""

import copy
import itertools
import json
import random
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server from a wheel, for as long as the tests run."""
    # Not below pytest's own folder: every session that starts closes it to other users, PostgreSQL's too.
    with tempfile.TemporaryDirectory(prefix="gruppetto-postgres-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pgserver

            server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        yield server
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    return new_postgres_database(request.getfixturevalue("postgres"))


def new_postgres_database(server: Any) -> str:
    name = f"tables_{next(NUMBERS)}"
    server.psql(f"CREATE DATABASE {name} TEMPLATE template0;")
    uri: str = server.get_uri(database=name)
    return uri.replace("postgresql://postgres:@/", "postgresql+asyncpg://postgres@/")


Serve = Callable[..., TestClient[Any]]


@pytest.fixture
def serve(database: str) -> Iterator[Serve]:
    """Start a server on the database; starting it again is a restart."""
    running: list[TestClient[Any]] = []

    def start(limits: Limits = Limits.OFF, sweep_seconds: float = 0.2) -> TestClient[Any]:
        stop()
        client = TestClient(application(Settings(database, "memory://", limits, sweep_seconds, 0.0)))
        client.__enter__()
        running.append(client)
        return client

    def stop() -> None:
        while running:
            running.pop().__exit__(None, None, None)

    yield start
    stop()


@pytest.fixture
def client(serve: Serve) -> TestClient[Any]:
    return serve()


class Seated:
    """A table and the people at it, as a client knows them."""

    def __init__(self, client: TestClient[Any], **asked: Any) -> None:
        body = {"game": "flamme-rouge", "seats": [{"kind": "open"}, {"kind": "open"}], **asked}
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        self.client, made = client, answer.json()
        self.id, self.host = made["id"], made["host_token"]
        self.tokens: dict[int, str] = {int(seat): token for seat, token in made["tokens"].items()}

    def post(self, path: str, body: Any = None, seat: int | None = None, **headers: str) -> Any:
        if seat is not None:
            headers["X-Seat-Token"] = self.tokens[seat]
        return self.client.post(f"/api/tables/{self.id}/{path}", json=body, headers=headers)

    def get(self, path: str = "", seat: int | None = None) -> Any:
        headers = {} if seat is None else {"X-Seat-Token": self.tokens[seat]}
        return self.client.get(f"/api/tables/{self.id}{'/' if path else ''}{path}", headers=headers)

    def join(self, seat: int, name: str = "Ada") -> "Seated":
        answer = self.post(f"seats/{seat}/join", {"name": name})
        assert answer.status_code == 200, answer.text
        self.tokens[seat] = answer.json()["token"]
        return self

    def start(self, fill: str | None = None) -> "Seated":
        answer = self.post("start", {"fill": fill}, **{"X-Host-Token": self.host})
        assert answer.status_code == 200, answer.text
        return self

    def view(self, seat: int | None = None) -> dict[str, Any]:
        answer = self.get("view", seat)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, seat: int, which: int = 0) -> dict[str, Any]:
        """Make one of the choices a seat has now."""
        view = self.view(seat)
        choice = view["choices"][which % len(view["choices"])]
        body = {"own": view["own"], "code": choice["code"], "move_id": f"m{next(NUMBERS)}"}
        answer = self.post("moves", body, seat)
        assert answer.status_code == 200, answer.text
        return body

    def waiting(self) -> list[int]:
        """The seats that owe a decision."""
        found: list[int] = self.view()["view"]["waiting"]
        return found

    def race(self, seed: int = 1, decisions: int = 10_000) -> "Seated":
        """Random decisions of the people at the table, until the race is over or so many were made."""
        chance = random.Random(seed)
        for _ in range(decisions):
            mine = [seat for seat in self.waiting() if seat in self.tokens]
            if self.get().json()["status"] == "over":
                break
            if mine:
                self.play(chance.choice(mine), chance.randrange(9))
        return self


@pytest.fixture
def table(client: TestClient[Any]) -> Callable[..., Seated]:
    def make(**asked: Any) -> Seated:
        return Seated(client, **asked)

    return make


@pytest.fixture
def seated_at() -> Callable[..., Callable[..., Seated]]:
    """Tables of a given server."""
    return lambda client: lambda **asked: Seated(client, **asked)


@pytest.fixture
def pair(table: Callable[..., Seated]) -> Seated:
    """Two people at a running table."""
    return table().join(0, "Ada").join(1, "Bo").start()


def connected(seated: Seated, seat: int | None = None, since: int = -1) -> Any:
    socket = seated.client.websocket_connect(f"/api/tables/{seated.id}/ws")
    socket.__enter__()
    token = None if seat is None else seated.tokens[seat]
    socket.send_json({"type": "hello", "token": token, "since": since})
    return socket


def next_of(socket: Any, kind: str, most: int = 500) -> dict[str, Any]:
    for _ in range(most):
        message: dict[str, Any] = json.loads(socket.receive_text(timeout=10))
        if message["type"] == kind:
            return message
    pytest.fail(f"no {kind} came")


@pytest.fixture
def connect() -> Callable[..., Any]:
    """Open a socket at a table: `connect(seated, seat, since)`."""
    return connected


@pytest.fixture
def until() -> Callable[..., dict[str, Any]]:
    """The next message of a kind: `until(socket, kind)`."""
    return next_of


@pytest.fixture
def new_database(request: pytest.FixtureRequest) -> Callable[[], str]:
    """Make an empty PostgreSQL database: its URL."""
    return lambda: new_postgres_database(request.getfixturevalue("postgres"))


@pytest.fixture
def same_table() -> Callable[[Seated, TestClient[Any]], Seated]:
    """The same table and people, on another worker."""

    def there(seated: Seated, worker: TestClient[Any]) -> Seated:
        other = copy.copy(seated)
        other.client = worker
        return other

    return there
