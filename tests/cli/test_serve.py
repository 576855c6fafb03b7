"""`gruppetto serve` says in a sentence what is wrong, before anybody is let in."""

import asyncio
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Store


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gruppetto.cli", "serve", "--port", str(free_port()), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


async def make_newer(database: str) -> None:
    store = Store(database)
    await upgrade(store.engine)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await store.engine.dispose()


def test_a_sound_configuration_is_called_so(database: str) -> None:
    told = serve("--check", "--database", database, "--proxies", "10.0.0.0/8")
    assert told.returncode == 0, told.stderr
    assert "ok       database: it can be written to" in told.stderr
    assert "ok       proxies: 10.0.0.0/8" in told.stderr
    assert "wrong" not in told.stderr


def test_whatever_is_wrong_is_named(tmp_path: Path) -> None:
    nowhere = f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'tables.db'}"
    told = serve("--check", "--database", nowhere, "--channels", "redis://127.0.0.1:1")
    assert told.returncode == 2
    assert "wrong    database: " in told.stderr
    assert "wrong    channels: redis does not answer" in told.stderr
    assert "2 things are wrong" in told.stderr


@pytest.mark.parametrize("check", [(), ("--check",)], ids=["serve", "check"])
def test_a_newer_database_is_one_sentence(database: str, check: tuple[str, ...]) -> None:
    with ThreadPoolExecutor(1) as pool:  # a loop of its own, whatever else runs here
        pool.submit(asyncio.run, make_newer(database)).result()
    told = serve("--database", database, *check)
    assert told.returncode == 2
    assert "a newer version of Gruppetto has made it" in told.stderr
    assert "Traceback" not in told.stderr


def test_redis_that_is_not_there_is_one_sentence(database: str) -> None:
    told = serve("--database", database, "--channels", "redis://127.0.0.1:1")
    assert told.returncode == 2
    assert told.stderr.startswith("gruppetto: channels: redis does not answer")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--proxies", "10.0.0.1/8", "proxies: 10.0.0.1/8 has host bits set"),
        ("--metrics", "everybody", "metrics: 'everybody' does not appear to be"),
        ("--log", "loud", "log: 'loud' is none of quiet, text, json."),
    ],
)
def test_a_wrong_option_is_refused(database: str, option: str, value: str, said: str) -> None:
    told = serve("--database", database, option, value)
    assert (told.returncode, said in told.stderr) == (2, True), told.stderr
