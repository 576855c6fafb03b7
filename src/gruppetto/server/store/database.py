"""The database, reached through one pool: whatever is asked of it is finished, or Lost."""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gruppetto.server.store.layout import matches

CHECKPOINT_SECONDS = 30.0  # how often SQLite's journal is carried over into its file
DATABASE_SECONDS = 10  # for a connection, a lock and a statement
PATIENCE = 25.0  # seconds for anything that is asked, with all it waits for
LARGEST_JOURNAL = 16_000  # pages; above this, commits wait until it is carried over completely
logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Row = TypeVar("Row")


class Lost(Exception):
    """The database did not answer; nothing of what was asked has been acknowledged."""


def now() -> float:
    """Seconds since the epoch."""
    return time.time()


async def stop(task: "asyncio.Task[None]") -> None:
    """Cancel a task, and wait until it has let go of what it held."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


class Database:
    """The pool, and how it is asked.

    Whatever is asked of the database is finished even if whoever asked is gone: a connection that is
    let go in the middle of a question would be lost, and closing waits for all of them.
    """

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _engine(url)
        self._tasks: list[asyncio.Task[None]] = []
        self._asked: set[asyncio.Task[Any]] = set()
        # SQLite has one writer at a time, and trying again takes longer than waiting for one's turn.
        self._turn: contextlib.AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.is_sqlite else contextlib.nullcontext()
        )
        self._closed = False

    async def open(self) -> None:
        """Start what goes on for as long as the database is open."""
        self._tasks = [asyncio.create_task(work) for work in self._forever()]

    async def close(self) -> None:
        """Stop, and let go of the database; whoever still waits for a commit is told that there is none."""
        for task in self._tasks:
            await stop(task)
        with contextlib.suppress(Exception):
            await self._write_the_rest()
        self._closed = True
        if self._asked:
            _, late = await asyncio.wait(self._asked, timeout=DATABASE_SECONDS)
            for task in late:
                await stop(task)
        await self._let_go()
        await self.engine.dispose()

    @property
    def _new(self) -> Any:
        """Insert unless it is there: every database says that in its own way."""
        return sqlite.insert if self.is_sqlite else postgresql.insert

    def _forever(self) -> list[Coroutine[Any, Any, None]]:
        """What goes on for as long as the database is open; every part adds its own."""
        return [self._checkpoint_forever()] if self.is_sqlite else []

    async def _write_the_rest(self) -> None:
        """What a part has put off until the end."""

    async def _let_go(self) -> None:
        """Whoever still waits for a part is told."""

    @property
    def closed(self) -> bool:
        """Whether nothing is written any more."""
        return self._closed

    async def _finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do something to its end, whatever becomes of the one who waits for it."""
        if self._closed:
            work.close()
            raise Lost("the server is closing")
        task = asyncio.create_task(work)
        self._asked.add(task)
        task.add_done_callback(self._done)
        try:
            async with asyncio.timeout(PATIENCE):  # wait_for may lose that we are cancelled
                return await asyncio.shield(task)
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise Lost(str(error) or "the database did not answer in time") from error

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited may be gone

    async def _read(self, query: sa.Select[Any] | sa.CompoundSelect[Any]) -> list[dict[str, Any]]:
        """The rows a query finds."""

        async def read() -> list[dict[str, Any]]:
            async with self.engine.connect() as connection:
                return [dict(row) for row in (await connection.execute(query)).mappings()]

        return await self._finish(read())

    async def _rows(self, query: sa.Select[Any], kind: Callable[..., Row]) -> list[Row]:
        """The same, each as what it is."""
        return [kind(**row) for row in await self._read(query)]

    async def _write(self, *statements: sa.Executable) -> list[Any]:
        """Execute statements in one transaction: the result of each."""

        async def write() -> list[Any]:
            async with self._turn, self.engine.begin() as connection:
                return [await connection.execute(statement) for statement in statements]

        return await self._finish(write())

    @contextlib.asynccontextmanager
    async def _alone_at(self, match: str) -> AsyncIterator[AsyncConnection]:
        """A transaction in which nobody else sits down at a table or is sent away from it."""
        held = sa.update(matches).where(matches.c.id == match).values(touched=matches.c.touched)
        async with self._turn, self.engine.begin() as connection:
            await connection.execute(held)
            yield connection

    async def _write_if(self, first: sa.Executable, *then: sa.Executable) -> bool:
        """Execute statements in one transaction, if the first of them returns a row: whether it did."""

        async def write() -> bool:
            async with self._turn, self.engine.begin() as connection:
                if (await connection.execute(first)).first() is None:
                    return False
                for statement in then:
                    await connection.execute(statement)
                return True

        return await self._finish(write())

    async def check_writing(self) -> None:
        """Write something that changes nothing: a database that is full, locked or gone is Lost."""
        at = int(now()) % 2**31
        pulse = (
            f"PRAGMA user_version = {at}"
            if self.is_sqlite
            else "UPDATE alembic_version SET version_num = version_num"
        )
        await self._write(sa.text(pulse))

    async def _checkpoint_forever(self) -> None:
        """Carry the journal over beside the commits; the first is what a server that was killed has left."""
        while True:
            try:
                if await self._finish(self._checkpoint()) > LARGEST_JOURNAL:
                    async with self._turn:
                        await self._finish(self._checkpoint())
            except Exception as error:
                logger.warning("the journal could not be carried over: %s", error)
            await asyncio.sleep(CHECKPOINT_SECONDS)

    async def _checkpoint(self) -> int:
        """How many pages the journal has; it begins anew when all are carried over."""
        async with self.engine.connect() as connection:
            done: Any = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")).one()
            return int(done[1])


def _engine(url: str) -> AsyncEngine:
    """The pool; faults never tell what was in a row, and nothing is waited for without end."""
    if url.startswith("sqlite"):
        _make_private(url)
        engine = create_async_engine(url, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _make_durable)
        return engine
    limits = {"statement_timeout": f"{DATABASE_SECONDS}s", "lock_timeout": f"{DATABASE_SECONDS}s"}
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_timeout=DATABASE_SECONDS,
        connect_args={"timeout": DATABASE_SECONDS, "server_settings": limits},
    )


def _make_private(url: str) -> None:
    """A database in a file is its owner's alone: it holds the seeds. Its journal does as the file does."""
    path = sa.make_url(url).database
    if path and path != ":memory:":
        with contextlib.suppress(OSError):  # a folder that is not there is told when the database is opened
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            Path(path).chmod(0o600)


def _make_durable(connection: Any, _: object) -> None:
    """SQLite: readers beside the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={DATABASE_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA wal_autocheckpoint=20000")  # should nobody else do it
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def first(rows: list[Row]) -> Row | None:
    """The one row that was looked for, if it is there."""
    return rows[0] if rows else None
