"""A server is backed up while people play, is lost, and goes on from the copy."""

import asyncio
import sqlite3
import stat
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers import HOST, Rider, Server

from gruppetto.server.backup import thin_out
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Store

Gruppetto = Callable[..., tuple[int, str, str]]


def alone(work: Coroutine[Any, Any, Any]) -> Any:
    """Do something in a loop of its own, whatever else runs here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
def serving() -> Iterator[Callable[[Path], Server]]:
    """Servers on database files, killed in the end whatever happens."""
    begun: list[Server] = []

    def serve(path: Path) -> Server:
        server = Server(url(path))
        begun.append(server)
        server.start()
        server.wait()
        return server

    yield serve
    for server in begun:
        server.kill()


async def seated_at(server: Server) -> list[Rider]:
    seats = [{"kind": "hotseat", "name": "Ada"}, {"kind": "hotseat", "name": "Bo"}]
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        made = (
            await client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST)
        ).json()
        await client.post(f"/api/tables/{made['id']}/start", json={}, headers=HOST)
    return [Rider(made["id"], seat, HOST["X-Key"], [server.url], 7) for seat in range(len(seats))]


async def ride_until(riders: list[Rider], enough: Callable[[], bool]) -> None:
    """Everybody decides as fast as they are asked, until something has happened."""
    async with httpx.AsyncClient(timeout=60) as client:
        riding = [asyncio.create_task(rider.ride(client, 0)) for rider in riders]
        while not enough() and not all(task.done() for task in riding):
            await asyncio.sleep(0.01)
        for task in riding:
            task.cancel()
        await asyncio.gather(*riding, return_exceptions=True)


async def state_of(server: Server, rider: Rider) -> Any:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        return (await client.get(f"/api/tables/{rider.table}/view?since=100000", headers=rider.shown)).json()


def test_tables_go_on_from_a_copy(
    gruppetto: Gruppetto, serving: Callable[[Path], Server], tmp_path: Path
) -> None:
    (tmp_path / "copies").mkdir()
    first = serving(tmp_path / "tables.db")
    riders = alone(seated_at(first))
    alone(ride_until(riders, lambda: sum(rider.made for rider in riders) >= 6))
    known = sum(rider.made for rider in riders)

    async def copy_while_they_ride() -> tuple[int, str, str]:
        asked = ("db", "backup", tmp_path / "copies", "--database", url(tmp_path / "tables.db"))
        copying = asyncio.create_task(asyncio.to_thread(gruppetto, *asked))
        await ride_until(riders, copying.done)
        return await copying

    code, out, err = alone(copy_while_they_ride())
    assert (code, err) == (0, "")
    first.kill()
    copy = next((tmp_path / "copies").iterdir())
    assert str(copy) in out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600

    code, _, err = gruppetto("db", "restore", copy, "--database", url(tmp_path / "again.db"))
    assert (code, err) == (0, "")
    second = serving(tmp_path / "again.db")
    assert alone(state_of(second, riders[0]))["seq"] >= known
    for rider in riders:
        rider.urls = [second.url]
    alone(ride_until(riders, lambda: False))
    assert alone(state_of(second, riders[0]))["table"]["status"] == "over"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database as a server makes it."""

    async def made(path: Path) -> None:
        store = Store(url(path))
        await upgrade(store.engine)
        await store.engine.dispose()

    alone(made(tmp_path / "tables.db"))
    return tmp_path / "tables.db"


def test_nothing_is_overwritten(gruppetto: Gruppetto, database: Path, tmp_path: Path) -> None:
    copy, here = tmp_path / "copy.db", ("--database", url(database))
    assert gruppetto("db", "backup", copy, *here)[0] == 0
    for command in ("backup", "restore"):
        code, _, err = gruppetto("db", command, copy, *here)
        assert (code, "is there already; move it away first" in err) == (2, True), err
    database.rename(tmp_path / "older.db")
    (tmp_path / "tables.db-wal").touch()  # SQLite would play it into whatever lies beside it
    assert "tables.db-wal is there already" in gruppetto("db", "restore", copy, *here)[2]


@pytest.mark.parametrize("name", ["half.db", "text.db", "songs.db", "none.db"])
def test_what_is_no_copy_is_not_put_back(
    gruppetto: Gruppetto, database: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "half.db").write_bytes(database.read_bytes()[:20_000])
    (tmp_path / "text.db").write_text("a backup of something else, " * 100)
    sqlite3.connect(tmp_path / "songs.db").execute("CREATE TABLE songs (title TEXT)").connection.close()
    code, out, err = gruppetto("db", "restore", tmp_path / name, "--database", url(tmp_path / "new.db"))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert name in err
    assert sorted(tmp_path.glob("new.db*")) == []


def test_postgres_is_told_its_own_tools(gruppetto: Gruppetto, tmp_path: Path) -> None:
    code, _, err = gruppetto("db", "backup", tmp_path / "copy", "--database", "postgresql+asyncpg://a@b/c")
    assert (code, "use pg_dump and pg_restore" in err) == (2, True)


def test_the_latest_copies_are_kept(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"gruppetto-2026110{day}T030000Z.db").touch()
    (tmp_path / "gruppetto-by-hand.db").touch()
    assert thin_out(tmp_path, 2) == 3
    left = ["gruppetto-20261104T030000Z.db", "gruppetto-20261105T030000Z.db", "gruppetto-by-hand.db"]
    assert sorted(path.name for path in tmp_path.iterdir()) == left
