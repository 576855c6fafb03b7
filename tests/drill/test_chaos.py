"""The worst days of a server: nothing acknowledged is lost, doubled or wrong, and it recovers by itself."""

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
from killing import check
from ledger import Drill
from redis_server import Redis
from servers import HOST, Rider, Server, open_tables

from gruppetto.server.app import GRACE_SECONDS

pytestmark = pytest.mark.drill
TABLES = 5
BEFORE = 2.0  # seconds of play before it happens
STOPPED = 5.0  # seconds for which something is gone
FROZEN = 15.0  # longer than the server waits for a database
PATIENCE = 60.0  # seconds to recover in
Trouble = Callable[[], AbstractAsyncContextManager[None]]


class Postgres:
    """A PostgreSQL server of its own, which can be stopped and frozen."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pgserver

            self.server: Any = pgserver.get_server(folder / "data", cleanup_mode="delete")
        self.url = self.server.get_uri().replace(
            "postgresql://postgres:@/", "postgresql+asyncpg://postgres@/"
        )

    def stop(self) -> None:
        """At once, as a power cut would."""
        postmaster = self.server.get_pid()
        os.kill(postmaster, signal.SIGQUIT)
        while Path(f"/proc/{postmaster}/stat").exists() and not _is_dead(postmaster):
            time.sleep(0.05)

    def start(self) -> None:
        self.server.ensure_postgres_running()

    def signal_all(self, what: signal.Signals) -> None:
        postmaster = self.server.get_pid()
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, check=True
        )
        for process in [postmaster, *map(int, found.stdout.split())]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, what)


def _is_dead(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"


@pytest.fixture
def postgresql() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="gruppetto-chaos-", ignore_cleanup_errors=True) as folder:
        running = Postgres(Path(folder))
        yield running
        running.server.cleanup()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    running = Redis(tmp_path)
    running.start()
    yield running
    running.stop()


# --- playing on -------------------------------------------------------------------------------------


async def play_through(servers: list[Server], trouble: Trouble, seed: int) -> list[Rider]:
    """People play to the end of their races, whatever happens meanwhile."""
    urls, chance = [server.url for server in servers], random.Random(seed)
    riders = [
        Rider(table, seat, key, urls, chance.getrandbits(32))
        for table, keys in (await open_tables(urls, TABLES)).items()
        for seat, key in keys.items()
    ]
    async with httpx.AsyncClient(timeout=30) as client:
        riding = [asyncio.create_task(rider.ride(client, 0.05)) for rider in riders]
        await asyncio.sleep(BEFORE)
        async with trouble():
            pass
        for server in servers:
            await is_ready(server)
        await asyncio.gather(*riding)
    return riders


async def asked(server: Server, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        return await client.get(path)


async def refuses_with_a_reason(server: Server) -> None:
    """It lives, but says that it can keep nothing; and it says so in time."""
    begun = time.monotonic()
    assert (await asked(server, "/api/health")).status_code == 200
    refusal = await asked(server, "/api/ready")
    assert refusal.status_code == 503
    assert refusal.json()["error"]["kind"] == "Lost"
    assert time.monotonic() - begun < 40


async def is_ready(server: Server) -> None:
    """It recovers by itself."""
    end = time.monotonic() + PATIENCE
    while (await asked(server, "/api/ready")).status_code != 200:
        assert time.monotonic() < end, "the server does not recover"
        await asyncio.sleep(0.2)


def survives(servers: list[Server], trouble: Trouble, drill: Drill) -> None:
    """Play through a trouble, and look whether all that was acknowledged is there."""
    for server in servers:
        server.start()
    for server in servers:
        server.wait()
    try:
        for seed in drill.pieces(troubles=1):
            riders = asyncio.run(play_through(servers, trouble, seed))
            acknowledged = check(riders, servers[0].database, servers[0].url)
            resent = sum(rider.resent for rider in riders)
            drill.count(troubles=1, races=TABLES, acknowledged=acknowledged, resent=resent)
    finally:
        for server in servers:
            server.kill()


# --- troubles ---------------------------------------------------------------------------------------


def test_the_database_is_stopped(postgresql: Postgres, drill: Drill) -> None:
    workers = [Server(postgresql.url, postgresql.url) for _ in range(2)]

    @contextlib.asynccontextmanager
    async def stopped() -> AsyncIterator[None]:
        postgresql.stop()
        try:
            for worker in workers:
                await refuses_with_a_reason(worker)
            await asyncio.sleep(STOPPED)
        finally:
            await asyncio.to_thread(postgresql.start)
        yield

    survives(workers, stopped, drill)


def test_the_database_is_frozen(postgresql: Postgres, drill: Drill) -> None:
    server = Server(postgresql.url)

    @contextlib.asynccontextmanager
    async def frozen() -> AsyncIterator[None]:
        postgresql.signal_all(signal.SIGSTOP)
        try:
            begun = time.monotonic()
            await refuses_with_a_reason(server)
            await asyncio.sleep(max(0.0, FROZEN - (time.monotonic() - begun)))
        finally:
            postgresql.signal_all(signal.SIGCONT)
        yield

    survives([server], frozen, drill)


def test_the_database_is_locked_by_somebody_else(sqlite: str, tmp_path: Path, drill: Drill) -> None:
    server = Server(sqlite)

    @contextlib.asynccontextmanager
    async def locked() -> AsyncIterator[None]:
        other = sqlite3.connect(tmp_path / "tables.db", timeout=60, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            await refuses_with_a_reason(server)
        finally:
            other.execute("ROLLBACK")
            other.close()
        yield

    survives([server], locked, drill)


def test_the_disk_is_full(sqlite: str, drill: Drill) -> None:
    server = Server(sqlite)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    @contextlib.asynccontextmanager
    async def full() -> AsyncIterator[None]:
        assert server.process
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))
        try:
            await refuses_with_a_reason(server)
            await asyncio.sleep(STOPPED)
        finally:
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        yield

    survives([server], full, drill)


def test_redis_is_gone(postgresql: Postgres, redis: Redis, drill: Drill) -> None:
    """Workers do not hear of each other, and everything is as it was: the log decides, not the channels."""
    workers = [Server(postgresql.url, redis.url) for _ in range(2)]

    @contextlib.asynccontextmanager
    async def gone() -> AsyncIterator[None]:
        redis.stop()
        try:
            for worker in workers:
                assert (await asked(worker, "/api/ready")).status_code == 200
            await asyncio.sleep(STOPPED)
        finally:
            redis.start()
        yield

    survives(workers, gone, drill)


def test_the_clock_jumps(sqlite: str, tmp_path: Path, drill: Drill) -> None:
    wrong_by = tmp_path / "wrong-by"
    wrong_by.write_text("0")
    program = (str(Path(__file__).with_name("jumping.py")), str(wrong_by))
    server = Server(sqlite, program=program)

    @contextlib.asynccontextmanager
    async def jumping() -> AsyncIterator[None]:
        for seconds in (86_400, -86_400, 3600, -3600, 0):
            wrong_by.write_text(str(seconds))
            assert (await asked(server, "/api/ready")).status_code == 200
            await asyncio.sleep(1)
        yield

    survives([server], jumping, drill)


def test_nobody_loses_on_time_by_a_jump_or_a_kill(sqlite: str, tmp_path: Path, drill: Drill) -> None:
    wrong_by = tmp_path / "wrong-by"
    wrong_by.write_text("0")
    server = Server(sqlite, program=(str(Path(__file__).with_name("jumping.py")), str(wrong_by)))
    jumps = (86_400, -86_400, 3600, 0)
    try:
        for _ in drill.pieces(jumps=len(jumps)):
            server.start()
            server.wait()
            table = _timed_table(server.url, seconds=120)
            for seconds in jumps:
                server.kill()
                wrong_by.write_text(str(seconds))
                server.start()
                server.wait()
                wrong_by.write_text(str(-seconds))
                time.sleep(GRACE_SECONDS + 3)
                assert not _is_lent(server.url, table)
            end = time.monotonic() + 120 + PATIENCE
            while not _is_lent(server.url, table):
                assert time.monotonic() < end, "their time is never over"
                time.sleep(1)
            server.kill()
            drill.count(jumps=len(jumps))
    finally:
        server.kill()


def _is_lent(url: str, table: str) -> bool:
    found = httpx.get(f"{url}/api/tables/{table}", timeout=PATIENCE).raise_for_status()
    return bool(found.json()["seats"][0]["lent"])


def _timed_table(url: str, seconds: int) -> str:
    """A race of somebody who never decides, against a clock."""
    asked = {
        "game": "flamme-rouge",
        "seats": [{"kind": "hotseat", "name": "A"}, {"kind": "bot"}],
        "options": {"first": 0},
        "tempo": {"clock": {"each": "decision", "seconds": seconds}},
    }
    with httpx.Client(base_url=f"{url}/api/tables", headers=HOST, timeout=30) as client:
        table = client.post("", json=asked).raise_for_status().json()["id"]
        client.post(f"/{table}/start", json={}).raise_for_status()
    return str(table)
