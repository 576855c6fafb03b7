"""What is asked of the database is finished, and closing waits for it."""

import asyncio
import gc
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from gruppetto.server import migrate
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Lost, MatchRow, Move, SeatRow, Store, database, decisions, matches


def test_nobody_who_walks_away_leaves_a_connection_behind(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.open()
        for wait in range(40):
            impatient = [asyncio.create_task(store.running()) for _ in range(8)]
            await asyncio.sleep(wait / 4000)
            for task in impatient:
                task.cancel()
        late = asyncio.create_task(store.running())
        await asyncio.sleep(0)
        await store.close()
        assert await late == []
        with pytest.raises(Exception, match="closing"):
            await store.running()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asyncio.run(scenario())
        gc.collect()


def test_one_commit_says_of_each_row_whether_it_was_taken(tmp_path: Path) -> None:
    async def scenario() -> list[bool]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.open()
        try:
            await store.add_match(ROW, [SEAT])
            await store.append("t", Move(1, 0, 0, 0, "first"))
            rows = [Move(1, 0, 0, 0, "late"), Move(2, 0, 0, 0, "first"), Move(2, 0, 0, 5, "next")]
            return list(await asyncio.gather(*(store.append("t", row) for row in rows)))
        finally:
            await store.close()

    assert asyncio.run(scenario()) == [False, False, True]


def test_the_end_of_a_table_that_was_removed_is_written_down_nowhere(tmp_path: Path) -> None:
    """An operator may be quicker than a long story; nobody tries again and again, then."""

    async def scenario() -> bytes | None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.open()
        try:
            await store.add_match(ROW, [SEAT])
            await store.remove_match("t")
            await store.finish_match("t", None, b"story", None)
            return await store.story("t")
        finally:
            await store.close()

    assert asyncio.run(scenario()) is None


def test_the_journal_is_carried_over_while_commits_go_on(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(database, "CHECKPOINT_SECONDS", 0.02)
    monkeypatch.setattr(database, "LARGEST_JOURNAL", 50)

    async def scenario() -> int:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.open()
        try:
            await store.add_match(ROW, [SEAT])
            for seq in range(1, 600):
                assert await store.append("t", Move(seq, 0, 0, 0, str(seq)))
            return len(await store.log("t"))
        finally:
            await store.close()

    assert asyncio.run(scenario()) == 599
    assert (tmp_path / "tables.db").stat().st_size > 20_000


def test_lines_from_before_there_was_private_talk_are_still_for_everybody(database: str) -> None:
    async def scenario() -> list[list[Any]]:
        store = Store(database)
        await upgrade(store.engine, "0001")
        async with store.engine.begin() as connection:
            known = await connection.run_sync(lambda plain: sa.inspect(plain).get_columns("match"))
            row = {column["name"]: getattr(ROW, column["name"]) for column in known}
            await connection.execute(sa.insert(matches).values(**row))
            line = "INSERT INTO talk (match, seat, text, reaction, at) VALUES ('t', 0, 'Allez!', false, 0.0)"
            await connection.exec_driver_sql(line)
        await upgrade(store.engine)
        await store.say("t", 0, "Only for you", reaction=False, to=1)
        try:
            return [[line.text for line in await store.said("t", seat)] for seat in (0, 1, 2, None)]
        finally:
            await store.close()

    first, second, *others = asyncio.run(scenario())
    assert first == second == ["Allez!", "Only for you"]
    assert others == [["Allez!"], ["Allez!"]]


@pytest.mark.parametrize("bad", [("nowhere", "a"), ("t", "a\x00b")], ids=["no such table", "NUL"])
def test_one_bad_row_of_a_batch_hurts_only_its_sender(database: str, bad: tuple[str, str]) -> None:
    async def scenario() -> list[Any]:
        store = Store(database)
        await upgrade(store.engine)
        await store.add_match(ROW, [SEAT])
        await store.open()
        table, move_id = bad
        rows = [
            ("t", Move(1, 0, 0, 0, "x")),
            (table, Move(3, 0, 0, 0, move_id)),
            ("t", Move(2, 0, 0, 0, "y")),
        ]
        asked = [asyncio.create_task(store.append(match, move)) for match, move in rows]
        try:
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await store.close()

    first, culprit, last = asyncio.run(scenario())
    assert first is last is True
    assert culprit is False or isinstance(culprit, Lost)


def test_who_would_wait_too_long_is_told_at_once(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(decisions, "MOST_WAITING", 2)

    async def scenario() -> list[Any]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.add_match(ROW, [SEAT])
        asked = [asyncio.create_task(store.append("t", Move(seq, 0, 0, 0, str(seq)))) for seq in (1, 2, 3)]
        await asyncio.sleep(0)
        await store.open()
        try:
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await store.close()

    first, second, third = asyncio.run(scenario())
    assert first is second is True
    assert isinstance(third, Lost)


def test_a_statement_that_fails_is_told_without_its_parameters(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.add_match(ROW, [SEAT])
        try:
            await store.add_match(ROW, [SEAT])
        finally:
            await store.close()

    with pytest.raises(Lost, match="UNIQUE") as lost:
        asyncio.run(scenario())
    assert ROW.seed not in str(lost.value)


def test_of_many_who_start_on_an_empty_file_one_makes_the_tables(tmp_path: Path, monkeypatch: Any) -> None:
    real, inside, together = migrate._upgrade, threading.Semaphore(1), []

    def alone(connection: sa.Connection, to: str) -> None:
        free = inside.acquire(blocking=False)
        together.append(not free)
        time.sleep(0.05)
        try:
            real(connection, to)
        finally:
            if free:
                inside.release()

    async def start() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.engine.dispose()

    monkeypatch.setattr(migrate, "_upgrade", alone)
    with ThreadPoolExecutor(4) as workers:
        for begun in [workers.submit(asyncio.run, start()) for _ in range(4)]:
            begun.result()
    assert together == [False] * 4


SEAT = SeatRow("t", 0, "open", "")
ROW = MatchRow(
    id="t",
    game="flamme-rouge",
    rules_version=1,
    seats=1,
    options={},
    start=None,
    seed="00",
    commitment="00",
    title="",
    status="running",
    listed=True,
    hints=False,
    lend_after=None,
    host="",
    created=0.0,
    touched=0.0,
)
