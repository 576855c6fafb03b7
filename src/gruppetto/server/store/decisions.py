"""The log of decisions, the only state of a game.

A move is accepted by inserting the next `seq`, so that two workers can never both accept one. All
appends that are waiting are committed together: one statement and one durable commit serve many tables.
"""

import asyncio
import contextlib
import itertools
import logging
import sqlite3
import time
from collections.abc import Coroutine, Iterable
from typing import Any

import asyncpg
import msgspec
import sqlalchemy as sa

from gruppetto.server.metrics import Timing
from gruppetto.server.store.database import DATABASE_SECONDS, Database, Lost, first, now
from gruppetto.server.store.layout import matches, moves
from gruppetto.server.store.rows import Move

LARGEST_BATCH = 200  # rows that are committed together
MOST_WAITING = 3000  # rows that wait for it; more would wait too long
TOUCH_SECONDS = 3.0  # how often it is written down which tables are alive
COMMIT_SECONDS = DATABASE_SECONDS + 2
logger = logging.getLogger(__name__)

# One statement for a whole batch, the rows as JSON: it is prepared once, whatever the size of the batch.
APPEND = {
    "sqlite": """
        INSERT INTO move ("match", seq, kind, seat, action, move_id, time, spent, at)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
               json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
               json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]')
        FROM json_each(:rows) WHERE true
        ON CONFLICT DO NOTHING RETURNING "match", seq, move_id""",
    "postgresql": """
        INSERT INTO move ("match", seq, kind, seat, action, move_id, time, spent, at)
        SELECT value->>0, (value->>1)::int, (value->>2)::int, (value->>3)::int, (value->>4)::int,
               value->>5, (value->>6)::float, (value->>7)::float, (value->>8)::float
        FROM jsonb_array_elements(CAST(:rows AS jsonb))
        ON CONFLICT DO NOTHING RETURNING "match", seq, move_id""",
}


class Append(msgspec.Struct):
    """A row that waits to be committed, and who waits for it."""

    match: str
    move: Move
    done: "asyncio.Future[bool]"

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells this row from all others."""
        return self.match, self.move.seq, self.move.move_id


class Decisions(Database):
    """The log of every table; appends go through one queue."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._waiting: asyncio.Queue[Append] = asyncio.Queue()
        self._touched: set[str] = set()
        self._log: Any = None  # the connection kept for appends
        self.batches, self.committed = Timing(), 0

    @property
    def waiting(self) -> int:
        """How many moves wait to be committed."""
        return self._waiting.qsize()

    def _forever(self) -> list[Coroutine[Any, Any, None]]:
        return [*super()._forever(), self._commit_forever(), self._touch_forever()]

    async def _write_the_rest(self) -> None:
        await super()._write_the_rest()
        await self._touch()

    async def _let_go(self) -> None:
        await super()._let_go()
        while not self._waiting.empty():
            _lose(self._waiting.get_nowait(), "the server is closing")
        await self._hang_up()

    async def append(self, match: str, move: Move) -> bool:
        """Add a row to a log, durably; false if its seq or its id is taken."""
        if self._closed:
            raise Lost("the server is closing")
        if self.waiting >= MOST_WAITING:
            raise Lost(f"{self.waiting} moves wait to be committed")
        append = Append(match, move, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(append)
        return await append.done

    async def append_all(self, match: str, log: Iterable[Move]) -> None:
        """Add many rows to a log, not so many at once that everybody else would have to wait."""
        left = iter(log)
        while some := list(itertools.islice(left, LARGEST_BATCH // 4)):
            await asyncio.gather(*(self.append(match, move) for move in some))

    async def log(self, match: str, after: int = 0) -> list[Move]:
        """The rows of a log after a seq, in order."""
        query = (
            sa.select(*(moves.c[name] for name in Move.__struct_fields__))
            .where(moves.c.match == match, moves.c.seq > after)
            .order_by(moves.c.seq)
        )
        return await self._rows(query, Move)

    async def seq_of(self, match: str, move_id: str) -> int | None:
        """Where in a log a move is, by its id."""
        row = first(
            await self._read(sa.select(moves.c.seq).where(moves.c.match == match, moves.c.move_id == move_id))
        )
        return row["seq"] if row else None

    async def _commit_forever(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._waiting.get_nowait())
            try:
                await self._settle(batch)
            except asyncio.CancelledError:
                for append in batch:
                    _lose(append, "the server is closing")
                raise

    async def _settle(self, batch: list[Append]) -> None:
        """Commit a batch and tell everybody; a row that cannot be stored is nobody's fault but its own."""
        begun = time.perf_counter()
        try:
            kept = await self._finish(self._commit(batch))
        except Exception as error:
            self.batches.fail()
            logger.warning("a batch of %d moves was not committed: %s", len(batch), error)
            if len(batch) > 1 and _is_fault_of_a_row(error):
                for append in batch:
                    await self._settle([append])
            else:
                for append in batch:
                    _lose(append, str(error))
            return
        self.batches.observe(time.perf_counter() - begun)
        self.committed += len(kept)
        self._touched.update(append.match for append in batch)
        for append in batch:
            if not append.done.done():
                append.done.set_result(append.key in kept)

    async def _commit(self, batch: list[Append]) -> set[tuple[str, int, str]]:
        """Insert all rows at once: those that were taken."""
        at = now()
        rows = msgspec.json.encode([(one.match, *msgspec.structs.astuple(one.move), at) for one in batch])
        async with self._turn:
            try:
                async with asyncio.timeout(COMMIT_SECONDS):
                    return {tuple(row) for row in await self._insert({"rows": rows.decode()})}
            except BaseException:
                await self._hang_up()
                raise

    async def _insert(self, rows: dict[str, str]) -> Iterable[Any]:
        """The statement commits itself, on a connection kept for it."""
        if self._log is None:
            connection = await self.engine.connect()
            self._log = await connection.execution_options(isolation_level="AUTOCOMMIT")
        found: Iterable[Any]
        if self.is_sqlite:
            # One visit to the thread of the connection; by way of SQLAlchemy it would be many.
            driver = (await self._log.get_raw_connection()).driver_connection
            found = await driver.execute_fetchall(APPEND["sqlite"], rows)
        else:
            found = (await self._log.execute(sa.text(APPEND["postgresql"]), rows)).all()
        return found

    async def _hang_up(self) -> None:
        """Let go of the connection of the log; the next batch takes a fresh one."""
        connection, self._log = self._log, None
        if connection:
            with contextlib.suppress(Exception):
                await connection.invalidate()
                await connection.close()

    async def _touch_forever(self) -> None:
        while True:
            await asyncio.sleep(TOUCH_SECONDS)
            try:
                await self._touch()
            except Exception as error:
                logger.warning("which tables are alive could not be written down: %s", error)

    async def _touch(self) -> None:
        """Write down which tables have been played at."""
        touched, self._touched = self._touched, set()
        if touched:
            try:
                await self._write(sa.update(matches).where(matches.c.id.in_(touched)).values(touched=now()))
            except Exception:
                self._touched |= touched
                raise


def _lose(append: Append, why: str) -> None:
    if not append.done.done():
        append.done.set_exception(Lost(why))
        append.done.exception()  # whoever waited may be gone


def _is_fault_of_a_row(error: BaseException | None) -> bool:
    """Whether a statement failed for what it was given, not because the database is gone."""
    while error:
        if isinstance(
            error, (sa.exc.DataError, sa.exc.IntegrityError, sqlite3.IntegrityError, asyncpg.DataError)
        ):
            return True
        error = error.__cause__
    return False
