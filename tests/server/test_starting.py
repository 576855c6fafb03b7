"""A server starts on a database full of tables that nobody looks at."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from gruppetto.server import bots
from gruppetto.server.store import Lost, Store, matches

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
def test_a_bot_whose_table_is_let_go_of_meanwhile_thinks_on_once(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it happens where more tables are watched than a worker keeps."""
    pair = table(seats=[{"kind": "open"}, {"kind": "bot", "level": "domestique"}]).join(0).start()
    state, woken, thinks, may_go_on = pair.client.app.state, [], threading.Event(), threading.Event()
    wake, decide = bots.Bots.wake, bots.Thought.decide

    def slowly(self: bots.Thought, *given: Any) -> int:
        thinks.set()
        may_go_on.wait(30)
        return decide(self, *given)

    def note(self: bots.Bots, desk: Any, live: Any) -> None:
        woken.append(live)
        wake(self, desk, live)

    monkeypatch.setattr(bots.Thought, "decide", slowly)
    monkeypatch.setattr(bots.Bots, "wake", note)
    while not thinks.is_set():
        if 0 in pair.waiting():
            pair.play(0)
    state.desk.forget(pair.id)
    before = pair.view()["seq"]
    may_go_on.set()
    eventually(lambda: pair.view()["seq"] > before)
    time.sleep(0.5)
    assert len(woken) < 50


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_failed_at_the_start_keeps_nothing_open_at_the_end(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(_: Store) -> list[str]:
        raise Lost("the database is slow today")

    closed, close = [], Store.close

    async def note(self: Store) -> None:
        closed.append(self)
        await close(self)

    monkeypatch.setattr(Store, "untold", lost)
    monkeypatch.setattr(Store, "close", note)
    assert serve().get("/api/health").status_code == 200
    serve()
    assert len(closed) == 1


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
