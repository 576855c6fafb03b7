"""However many races and people there are, what is asked all the time is found by an index."""

import asyncio
import json
from typing import Any

from sqlalchemy import event

from gruppetto.server.identity import hash_of
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Store
from people import GAMES, Season, fill

SEASON = Season(400, 4000)
# With so few rows PostgreSQL may well read a whole table; it is asked whether it would have to.
OTHER_WAYS = ("seqscan", "hashjoin", "mergejoin")
READING = ("Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Index Scan")


async def asked_all_the_time(store: Store) -> None:
    """What the lobby, the page of one's own races and the ladders ask."""
    key = hash_of(SEASON.key(3))
    for status in (None, "open", "running", "over"):
        await store.listed(status)
    await store.tables_of(key)
    first = await store.rides(key, 30, None)
    await store.rides(key, 30, first[-1].mark)
    await store.remembered(key)
    await store.seats_of([ride.match for ride in first])
    top = await store.ladder(GAMES[0], 50, None)
    await store.ladder(GAMES[0], 50, top[-1])
    await store.above(GAMES[0], top[-1])
    await store.rider(GAMES[0], top[0].rider)
    await store.steps(f"{3:016x}")
    await store.ratings_of(key)
    async with store.engine.begin() as connection:
        await store._met_too_often(connection, [f"{number:016x}" for number in range(4)])


def full_scans(plan: dict[str, Any]) -> list[str]:
    """The tables that a plan of PostgreSQL reads from one end to the other."""
    found = [name for child in plan.get("Plans", []) for name in full_scans(child)]
    if plan["Node Type"] in READING and "Index Cond" not in plan:
        found.append(f"{plan['Node Type']} of {plan.get('Relation Name', plan.get('Index Name'))}")
    return found


def test_nothing_is_read_from_one_end_to_the_other(database: str) -> None:
    statements: list[tuple[str, Any]] = []

    def note(_1: Any, _2: Any, statement: str, parameters: Any, *_3: Any) -> None:
        statements.append((statement, parameters))

    async def scenario() -> dict[str, list[str]]:
        store = Store(database)
        await upgrade(store.engine)
        await fill(store, SEASON, hash_of)
        event.listen(store.engine.sync_engine, "before_cursor_execute", note)
        await asked_all_the_time(store)
        event.remove(store.engine.sync_engine, "before_cursor_execute", note)
        found = {}
        async with store.engine.connect() as connection:
            for way in () if store.is_sqlite else OTHER_WAYS:
                await connection.exec_driver_sql(f"SET enable_{way} = off")
            for statement, parameters in statements:
                found[statement] = await explained(connection, store.is_sqlite, statement, parameters)
        await store.engine.dispose()
        return {statement: scans for statement, scans in found.items() if scans}

    assert asyncio.run(scenario()) == {}
    assert len(statements) == 16


async def explained(connection: Any, is_sqlite: bool, statement: str, parameters: Any) -> list[str]:
    """What a statement reads from one end to the other."""
    if is_sqlite:
        rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        details = [row[-1] for row in rows]
        return [detail for detail in details if detail.startswith("SCAN ") and " AS " not in detail]
    (row,) = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters)
    plan = row[0] if isinstance(row[0], list) else json.loads(row[0])
    return full_scans(plan[0]["Plan"])
