"""PostgreSQL is dumped while people play, is lost, and is put back: their tables go on."""

import asyncio
import importlib.util
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from servers import Rider, Server, open_tables

pytestmark = pytest.mark.drill
TABLES = 3
PGSERVER = importlib.util.find_spec("pgserver")
BIN = Path((PGSERVER and PGSERVER.origin) or "").parent / "pginstall" / "bin"  # of the database's own version
PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"


@pytest.fixture
def serving() -> Iterator[list[Server]]:
    """Servers that are killed in the end, whatever happens."""
    begun: list[Server] = []
    yield begun
    for server in begun:
        server.kill()


def started(database: str, serving: list[Server]) -> Server:
    server = Server(database)
    serving.append(server)
    server.start()
    server.wait()
    return server


def typed(command: str, database: str) -> None:
    """A command as it stands on the page, for the database there is here."""
    assert f"$ {command}" in PAGE.read_text("utf-8")
    plain = database.replace("+asyncpg", "")
    paths = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "DATABASE": plain}
    done = subprocess.run(["bash", "-euc", command], env=paths, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


async def ride(riders: list[Rider], until: "asyncio.Future[None] | None" = None) -> None:
    """Everybody rides, to the end or until something is done."""
    async with httpx.AsyncClient(timeout=60) as client:
        riding = [asyncio.ensure_future(rider.ride(client, 0.02)) for rider in riders]
        if until is None:
            await asyncio.gather(*riding)
            return
        await until
        for task in riding:
            task.cancel()
        await asyncio.gather(*riding, return_exceptions=True)


def test_tables_go_on_from_a_dump(
    postgres: str, serving: list[Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = started(postgres, serving)
    tables = asyncio.run(open_tables([first.url], TABLES))
    chance = random.Random(7)
    riders = [
        Rider(table, seat, key, [first.url], chance.getrandbits(32))
        for table, seats in tables.items()
        for seat, key in seats.items()
    ]

    async def under_way() -> None:
        while sum(rider.made for rider in riders) <= TABLES:
            await asyncio.sleep(0.05)

    async def dump_while_they_ride() -> None:
        await ride(riders, asyncio.ensure_future(under_way()))
        dumping = asyncio.to_thread(typed, 'pg_dump --format=custom --file=tables.dump "$DATABASE"', postgres)
        await ride(riders, asyncio.ensure_future(dumping))

    asyncio.run(dump_while_they_ride())
    first.kill()

    fresh, _, rest = postgres.rpartition("/postgres")
    again = f"{fresh}/again{rest}"
    subprocess.run(
        [BIN / "psql", postgres.replace("+asyncpg", ""), "-c", "CREATE DATABASE again"], check=True
    )
    typed('pg_restore --clean --if-exists --no-owner --dbname="$DATABASE" tables.dump', again)
    second = started(again, serving)
    for rider in riders:
        rider.urls = [second.url]
    asyncio.run(ride(riders))
    for table in tables:
        assert httpx.get(f"{second.url}/api/tables/{table}").json()["status"] == "over"
