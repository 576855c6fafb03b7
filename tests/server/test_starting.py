"""A server starts on a database full of tables that nobody looks at."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from gruppetto.server import bots
from gruppetto.server.store import Store, matches

PATRONS = [{"kind": "bot", "level": "patron"}] * 2


def eventually(true: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def leave_alone(database: str, table: str, seconds: float) -> None:
    """Nobody has touched a table for so long."""

    async def write() -> None:
        store = Store(database)
        async with store.engine.begin() as connection:
            mine = sa.update(matches).where(matches.c.id == table)
            await connection.execute(mine.values(touched=time.time() - seconds))
        await store.engine.dispose()

    asyncio.run(write())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_bots_of_an_abandoned_table_think_only_when_somebody_looks(
    serve: Any,
    table: Any,
    connect: Any,
    same_table: Any,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 500.0)
    abandoned, fresh = table(seats=PATRONS).start(), table(seats=PATRONS).start()
    leave_alone(database, abandoned.id, 2 * 3600)
    monkeypatch.setattr(bots, "PATIENCE", 0.01)
    client = serve()
    abandoned, fresh = same_table(abandoned, client), same_table(fresh, client)
    eventually(lambda: fresh.get().json()["seq"] >= 10)
    assert abandoned.get().json()["seq"] == 0
    watching = connect(abandoned)
    eventually(lambda: abandoned.get().json()["seq"] >= 10)
    watching.close()
