"""Whose time is over is looked after, whatever becomes of other tables and however many are left behind."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from gruppetto.server import lending
from gruppetto.server.store import Store, matches

Make = Callable[..., Any]
SECOND = {"each": "decision", "seconds": 1}


def is_lent(seated: Any) -> bool:
    return bool(seated.get().json()["seats"][0]["lent"])


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_table_that_cannot_be_looked_after_keeps_no_other_waiting(
    table: Make, let_time_pass: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(lending, "_choose_safely", broken)
    made = [
        table(options={"first": 0}, tempo={"clock": {**SECOND, "at_zero": at_zero}}).join(0).join(1).start()
        for at_zero in ("safe", "bot")
    ]
    let_time_pass(10)
    end = time.monotonic() + 30
    while not is_lent(made[1]):
        assert time.monotonic() < end, "nobody looks after the other table"
        time.sleep(0.05)


def test_tables_that_were_left_behind_are_not_looked_at_again_and_again(
    serve: Make, seated_at: Make, sql: Make, database: str
) -> None:
    make = seated_at(serve(sweep_seconds=3600))
    tempos = {
        "impatient": {"lend_after": 300},
        "vote": {"clock": {**SECOND, "at_zero": "vote"}},
        "patient": {"lend_after": lending.LONG},
        "safe": {"lend_after": 300, "clock": {**SECOND, "at_zero": "safe"}},
        "bot": {"lend_after": None, "clock": {**SECOND, "at_zero": "bot"}},
    }
    made = {make(tempo=tempo).join(0).join(1).start().id: name for name, tempo in tempos.items()}
    sql(sa.update(matches).values(due=5.0))

    async def due(at: float) -> set[str]:
        store = Store(database)
        found = await store.due_alone(at, lending.LONG)
        await store.engine.dispose()
        return {made[table] for table in found}

    assert asyncio.run(due(5.0)) == {"patient", "safe", "bot"}
    assert asyncio.run(due(4.0)) == set()
