"""A real server on a real database, SQLite and PostgreSQL, and clients that sit down at its tables."""

import asyncio
import copy
import itertools
import json
import random
import secrets
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.store import Store, matches, timekeeper

NUMBERS = itertools.count()


def new_key() -> str:
    """A key, as a browser makes one."""
    return secrets.token_urlsafe(16)


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


@pytest.fixture
def let_time_pass(database: str) -> Callable[[float], None]:
    """Let the timekeeper have counted so many seconds more, by the word of another worker."""

    async def write(seconds: float) -> None:
        store = Store(database)
        async with store.engine.begin() as connection:
            later = timekeeper.c.seconds + seconds
            await connection.execute(sa.update(timekeeper).values(seconds=later))
        await store.engine.dispose()

    return lambda seconds: asyncio.run(write(seconds))


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
        self.client, self.host = client, new_key()
        answer = client.post("/api/tables", json=body, headers={"X-Key": self.host})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.id: str = made["id"]
        here = [seat["seat"] for seat in made["table"]["seats"] if seat["kind"] == "hotseat"]
        self.keys: dict[int, str] = dict.fromkeys(here, self.host)

    def shown(self, seat: int) -> dict[str, str]:
        """What shows that somebody is whoever sits there."""
        return {"X-Key": self.keys[seat], "X-Seat": str(seat)}

    def post(self, path: str, body: Any = None, seat: int | None = None, **headers: str) -> Any:
        if seat is not None:
            headers |= self.shown(seat)
        return self.client.post(f"/api/tables/{self.id}/{path}", json=body, headers=headers)

    def hosted(self, path: str, body: Any = None) -> Any:
        """Do something as the host."""
        return self.post(path, body, **{"X-Key": self.host})

    def get(self, path: str = "", seat: int | None = None) -> Any:
        headers = {} if seat is None else self.shown(seat)
        return self.client.get(f"/api/tables/{self.id}{'/' if path else ''}{path}", headers=headers)

    def join(self, seat: int, name: str | None = None, key: str | None = None) -> "Seated":
        self.keys[seat] = key or new_key()
        named = {"name": name or f"Player {'ABCDEF'[seat]}"}
        answer = self.post(f"seats/{seat}/join", named, **{"X-Key": self.keys[seat]})
        assert answer.status_code == 200, answer.text
        return self

    def start(self, fill: str | None = None) -> "Seated":
        answer = self.hosted("start", {"fill": fill})
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
            mine = [seat for seat in self.waiting() if seat in self.keys]
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
    key = None if seat is None else seated.keys[seat]
    socket.send_json({"type": "hello", "key": key, "seat": seat, "since": since})
    return socket


def eventually(true: Callable[[], Any], seconds: float = 120) -> Any:
    """What comes of a question, once it is something; a machine may be busy."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return found


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


@pytest.fixture
def sql(database: str) -> Callable[..., list[Any]]:
    """What statements find in the database of a running server; the rows of the last."""

    async def found(*statements: Any) -> list[Any]:
        store = Store(database)
        async with store.engine.begin() as connection:
            answers = [await connection.execute(statement) for statement in statements]
            seen = [list(answer.all()) if answer.returns_rows else [] for answer in answers]
        await store.engine.dispose()
        return seen[-1]

    return lambda *statements: asyncio.run(found(*statements))


@pytest.fixture
def asks(client: TestClient[Any]) -> Callable[..., int]:
    """How many statements with certain words in them it takes to do something: `asks(work, "FROM club")`."""

    def count(work: Callable[[], Any], *words: str) -> int:
        statements: list[str] = []

        def note(_1: Any, _2: Any, statement: str, *_3: Any) -> None:
            statements.append(statement)

        engine = client.app.state.desk.store.engine.sync_engine
        sa.event.listen(engine, "before_cursor_execute", note)
        work()
        sa.event.remove(engine, "before_cursor_execute", note)
        return sum(any(word in statement for word in words) for statement in statements)

    return count


@pytest.fixture
def until_counted(sql: Callable[..., list[Any]]) -> Callable[[Seated], Seated]:
    """Wait until a race is over and all that is left of it has been written down."""

    def wait(race: Seated) -> Seated:
        end = time.monotonic() + 180
        while not sql(sa.select(matches.c.counted).where(matches.c.id == race.id))[0].counted:
            assert time.monotonic() < end, "the race is never written down"
            time.sleep(0.02)
        return race

    return wait


@pytest.fixture
def ridden(client: TestClient[Any], until_counted: Callable[[Seated], Seated]) -> Callable[..., Seated]:
    """A race on two tiles of road, ridden to its end; `keys` says whose open seats are."""

    def ride(keys: dict[int, str] | None = None, **more: Any) -> Seated:
        race = Seated(client, options={"stage": "abu"}, **more)
        for seat, place in enumerate(race.get().json()["seats"]):
            if place["kind"] == "open":
                race.join(seat, key=(keys or {}).get(seat))
        return until_counted(race.start().race())

    return ride


@pytest.fixture
def mine(client: TestClient[Any]) -> Callable[..., Any]:
    """What the server tells somebody of themselves: `mine(key, "races", year=2026)`."""

    def told(key: str, path: str = "races", **asked: Any) -> Any:
        answer = client.get(f"/api/me/{path}", params=asked, headers={"X-Key": key})
        assert answer.status_code == 200, answer.text
        return answer.json()

    return told
