"""What is kept: matches, their seats, their logs and their talk. The log is the only state of a game.

A move is accepted by inserting the next `seq`, so that two workers can never both accept one. All
appends that are waiting are committed together: one durable commit serves many tables.
"""

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

PLAY, UNDO = 0, 1
LARGEST_BATCH = 200  # rows that are committed together
Answer = TypeVar("Answer")
metadata = sa.MetaData()

matches = sa.Table(
    "match",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON, nullable=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("lend_after", sa.Integer, nullable=True),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("result", sa.JSON, nullable=True),
    sa.Column("rematch", sa.String(16), nullable=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
)
seats = sa.Table(
    "seat",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("level", sa.String(20), nullable=True),
    sa.Column("token", sa.String(64), nullable=True),
    sa.Column("lent", sa.Boolean, nullable=False),
)
moves = sa.Table(
    "move",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("move_id", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("match", "move_id"),
)
talk = sa.Table(
    "talk",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("reaction", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)


class Move(msgspec.Struct, frozen=True):
    """One row of a log."""

    seq: int
    kind: int
    seat: int
    action: int  # a code, or for an undo the seq of the move that is taken back
    move_id: str


class Append(msgspec.Struct):
    """A row that waits to be committed, and who waits for it."""

    match: str
    move: Move
    done: "asyncio.Future[bool]"


def now() -> float:
    """Seconds since the epoch."""
    return datetime.now(UTC).timestamp()


async def stop(task: "asyncio.Task[None]") -> None:
    """Cancel a task, and wait until it has let go of what it held."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


class Store:
    """The database, reached through one pool; appends go through one queue.

    Whatever is asked of the database is finished even if whoever asked is gone: a connection that is
    let go in the middle of a question would be lost, and closing waits for all of them.
    """

    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", _make_durable)
        self._waiting: asyncio.Queue[Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._asked: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def open(self) -> None:
        """Start committing."""
        self._writer = asyncio.create_task(self._commit_forever())

    async def close(self) -> None:
        """Stop, and let go of the database."""
        if self._writer:
            await stop(self._writer)
        self._closed = True
        while self._asked:
            await asyncio.wait(self._asked)
        await self.engine.dispose()

    async def _finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do something to its end, whatever becomes of the one who waits for it."""
        if self._closed:
            work.close()
            raise _Lost("the server is closing")
        task = asyncio.create_task(work)
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        return await asyncio.shield(task)

    async def _read(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
        """The rows a query finds."""

        async def read() -> list[dict[str, Any]]:
            async with self.engine.connect() as connection:
                return [dict(row) for row in (await connection.execute(query)).mappings()]

        return await self._finish(read())

    async def _write(self, *statements: sa.Executable) -> list[Any]:
        """Execute statements in one transaction: the result of each."""

        async def write() -> list[Any]:
            async with self.engine.begin() as connection:
                return [await connection.execute(statement) for statement in statements]

        return await self._finish(write())

    # --- the log ------------------------------------------------------------------------------------

    async def append(self, match: str, move: Move) -> bool:
        """Add a row to a log, durably; false if its seq or its id is taken."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        await self._waiting.put(Append(match, move, done))
        return await done

    async def _commit_forever(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while not self._waiting.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._waiting.get_nowait())
            try:
                kept = await self._commit(batch)
            except Exception as error:
                for append in batch:
                    if not append.done.done():
                        append.done.set_exception(_Lost(str(error)))
                continue
            for append in batch:
                if not append.done.done():
                    append.done.set_result((append.match, append.move.seq, append.move.move_id) in kept)

    async def _commit(self, batch: list[Append]) -> set[tuple[str, int, str]]:
        """Insert all rows at once: those that were taken."""
        at = now()
        rows = [{"match": append.match, "at": at, **msgspec.structs.asdict(append.move)} for append in batch]
        insert = (sqlite if self.is_sqlite else postgresql).insert(moves)
        statement = insert.values(rows).on_conflict_do_nothing()
        touched = {append.match for append in batch}
        inserted, _ = await self._write(
            statement.returning(moves.c.match, moves.c.seq, moves.c.move_id),
            sa.update(matches).where(matches.c.id.in_(touched)).values(touched=at),
        )
        return {tuple(row) for row in inserted.all()}

    async def log(self, match: str, after: int = 0) -> list[Move]:
        """The rows of a log after a seq, in order."""
        query = (
            sa.select(moves.c.seq, moves.c.kind, moves.c.seat, moves.c.action, moves.c.move_id)
            .where(moves.c.match == match, moves.c.seq > after)
            .order_by(moves.c.seq)
        )
        return [Move(**row) for row in await self._read(query)]

    # --- tables -------------------------------------------------------------------------------------

    async def add_match(self, row: dict[str, Any], places: Sequence[dict[str, Any]]) -> None:
        """A new table with its seats."""
        await self._write(sa.insert(matches).values(**row), sa.insert(seats).values(list(places)))

    async def match(self, match: str) -> dict[str, Any] | None:
        """A table's row."""
        return _first(await self._read(sa.select(matches).where(matches.c.id == match)))

    async def seats(self, match: str) -> list[dict[str, Any]]:
        """A table's seats, in order."""
        return await self._read(sa.select(seats).where(seats.c.match == match).order_by(seats.c.seat))

    async def update_match(self, match: str, **values: Any) -> None:
        """Change a table's row."""
        await self._write(sa.update(matches).where(matches.c.id == match).values(touched=now(), **values))

    async def begin_match(self, match: str) -> bool:
        """Start a table that is open; false if somebody else has."""
        is_open = sa.and_(matches.c.id == match, matches.c.status == "open")
        (done,) = await self._write(sa.update(matches).where(is_open).values(status="running", touched=now()))
        return bool(done.rowcount == 1)

    async def claim_seat(self, match: str, seat: int, name: str, token: str) -> bool:
        """Sit down on an open seat; false if it is taken."""
        is_free = sa.and_(seats.c.match == match, seats.c.seat == seat, seats.c.kind == "open")
        (done,) = await self._write(
            sa.update(seats).where(is_free).values(kind="person", name=name, token=token)
        )
        return bool(done.rowcount == 1)

    async def update_seat(self, match: str, seat: int, **values: Any) -> None:
        """Change a seat."""
        await self._write(
            sa.update(seats).where(seats.c.match == match, seats.c.seat == seat).values(**values)
        )

    async def listed(self, status: str | None, limit: int = 100) -> list[dict[str, Any]]:
        """The tables anybody may see, the latest first."""
        query = sa.select(matches).where(matches.c.listed).order_by(matches.c.touched.desc()).limit(limit)
        return await self._read(query.where(matches.c.status == status) if status else query)

    async def running(self, touched_after: float = 0.0) -> list[str]:
        """The tables being played."""
        is_played = sa.and_(matches.c.status == "running", matches.c.touched > touched_after)
        return [row["id"] for row in await self._read(sa.select(matches.c.id).where(is_played))]

    async def waiting_to_be_lent(self) -> list[str]:
        """Running tables on which an absent player's seat may be lent by now."""
        query = sa.select(matches.c.id).where(
            matches.c.status == "running",
            matches.c.lend_after.is_not(None),
            matches.c.touched + matches.c.lend_after < now(),
        )
        return [row["id"] for row in await self._read(query)]

    # --- talk ---------------------------------------------------------------------------------------

    async def say(self, match: str, seat: int, text: str, *, reaction: bool) -> dict[str, Any]:
        """Keep a line of chat or a reaction."""
        row = {"match": match, "seat": seat, "text": text, "reaction": reaction, "at": now()}
        (done,) = await self._write(sa.insert(talk).values(**row))
        return {**row, "id": done.inserted_primary_key[0]}

    async def said(self, match: str, limit: int = 100) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first."""
        query = sa.select(talk).where(talk.c.match == match).order_by(talk.c.id.desc()).limit(limit)
        return (await self._read(query))[::-1]

    async def line(self, number: int) -> dict[str, Any] | None:
        """One line of chat."""
        return _first(await self._read(sa.select(talk).where(talk.c.id == number)))


def _first(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    return rows[0] if rows else None


class _Lost(Exception):
    """The database did not take a batch; nothing of it has been acknowledged."""


def _make_durable(connection: Any, _: object) -> None:
    """SQLite: readers beside the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
