"""What is kept: matches, their seats, their logs and their talk. The log is the only state of a game.

A move is accepted by inserting the next `seq`, so that two workers can never both accept one. All
appends that are waiting are committed together: one statement and one durable commit serve many tables.
"""

import asyncio
import contextlib
import itertools
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gruppetto.games.game import Json
from gruppetto.server.answers import CarriedOver, Status
from gruppetto.server.messages import SeatKind
from gruppetto.server.metrics import Timing

PLAY, UNDO, CARRY = 0, 1, 2
ROUNDS = 3  # of a running table so many beginnings of rounds are kept
LARGEST_BATCH = 200  # rows that are committed together
MOST_WAITING = 3000  # rows that wait for it; more would wait too long
TOUCH_SECONDS = 3.0  # how often it is written down which tables are alive
CHECKPOINT_SECONDS = 30.0  # how often SQLite's journal is carried over into its file
DATABASE_SECONDS = 10  # for a connection, a lock and a statement
COMMIT_SECONDS = DATABASE_SECONDS + 2
PATIENCE = 25.0  # seconds for anything that is asked, with all it waits for
LARGEST_JOURNAL = 16_000  # pages; above this, commits wait until it is carried over completely
logger = logging.getLogger(__name__)
Answer = TypeVar("Answer")
Row = TypeVar("Row")
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
    sa.Column("carried", sa.Integer, nullable=False, server_default="0"),  # up to this seq other rules ruled
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
    sa.Column("to", sa.Integer, nullable=True),  # the one seat a private line is for
    sa.Column("at", sa.Float, nullable=False),
)

rounds = sa.Table(
    "round",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("position", sa.LargeBinary, nullable=False),
)
stories = sa.Table(
    "story",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("packed", sa.LargeBinary, nullable=False),
)
carried = sa.Table(
    "carried",
    metadata,
    sa.Column("match", sa.String(16), sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON, nullable=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("taken_back", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
PARTS = (talk, moves, rounds, stories, carried, seats)  # what hangs on a table, in an order to delete it

LAST = sa.func.coalesce(
    sa.select(sa.func.max(moves.c.seq)).where(moves.c.match == matches.c.id).scalar_subquery(), 0
)  # how far a table's log has come


class MatchRow(msgspec.Struct, kw_only=True):
    """A table."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: Json
    start: Json | None = None
    seed: str
    commitment: str
    title: str
    status: Status = "open"
    listed: bool
    hints: bool
    lend_after: int | None
    host: str  # a hash of the host's token
    result: Json | None = None
    rematch: str | None = None
    created: float
    touched: float
    carried: int = 0  # up to this seq the log is of other rules


class SeatRow(msgspec.Struct):
    """A seat of a table."""

    match: str
    seat: int
    kind: SeatKind
    name: str
    level: str | None = None
    token: str | None = None  # a hash of it
    lent: bool = False

    @property
    def is_a_persons(self) -> bool:
        """Whether somebody sits there who can read and decide."""
        return self.kind in ("person", "hotseat")


class Line(msgspec.Struct, frozen=True):
    """A line of chat, or a reaction."""

    id: int
    match: str
    seat: int
    text: str
    reaction: bool
    to: int | None
    at: float


class Move(msgspec.Struct, frozen=True):
    """One row of a log."""

    seq: int
    kind: int
    seat: int
    action: int  # a code; for an undo the seq of the move taken back, for a carry-over the last that stands
    move_id: str


class Append(msgspec.Struct):
    """A row that waits to be committed, and who waits for it."""

    match: str
    move: Move
    done: "asyncio.Future[bool]"

    @property
    def key(self) -> tuple[str, int, str]:
        """What tells this row from all others."""
        return self.match, self.move.seq, self.move.move_id


class TableProgress(msgspec.Struct, frozen=True):
    """How far a running table's log has come."""

    id: str
    seq: int
    bots: bool  # whether a bot plays there, on a seat of its own or on one that was lent


class Round(msgspec.Struct, frozen=True):
    """Where a round began: after which seq, and the packed position document."""

    seq: int
    position: bytes


class KeptRound(msgspec.Struct, frozen=True):
    """A beginning of a round that waits to be written, and who waits for it."""

    match: str
    round: Round
    done: "asyncio.Future[None]"


def _engine(url: str) -> AsyncEngine:
    """The pool; faults never tell what was in a row, and nothing is waited for without end."""
    if url.startswith("sqlite"):
        make_private(url)
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


def make_private(url: str) -> None:
    """A database in a file is its owner's alone: it holds the seeds. Its journal does as the file does."""
    path = sa.make_url(url).database
    if path and path != ":memory:":
        with contextlib.suppress(OSError):  # a folder that is not there is told when the database is opened
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            Path(path).chmod(0o600)


class Lost(Exception):
    """The database did not answer; nothing of what was asked has been acknowledged."""


# One statement for a whole batch, the rows as JSON: it is prepared once, whatever the size of the batch.
APPEND = {
    "sqlite": """
        INSERT INTO move ("match", seq, kind, seat, action, move_id, at)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
               json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
               json_extract(value, '$[6]')
        FROM json_each(:rows) WHERE true
        ON CONFLICT DO NOTHING RETURNING "match", seq, move_id""",
    "postgresql": """
        INSERT INTO move ("match", seq, kind, seat, action, move_id, at)
        SELECT value->>0, (value->>1)::int, (value->>2)::int, (value->>3)::int, (value->>4)::int,
               value->>5, (value->>6)::float
        FROM jsonb_array_elements(CAST(:rows AS jsonb))
        ON CONFLICT DO NOTHING RETURNING "match", seq, move_id""",
}


KEEP_ROUND = """
    INSERT INTO round ("match", seq, position) VALUES (:match, :seq, :position) ON CONFLICT DO NOTHING"""
FORGET_ROUNDS = f"""
    DELETE FROM round WHERE "match" = :match AND seq NOT IN (
        SELECT seq FROM round WHERE "match" = :match ORDER BY seq DESC LIMIT {ROUNDS})"""  # noqa: S608


def now() -> float:
    """Seconds since the epoch."""
    return datetime.now(UTC).timestamp()


def standing(log: Sequence[Move], carried: int) -> list[Move]:
    """The decisions of a log that stand, of those that the rules of the table made."""
    undone = {move.action for move in log if move.kind not in (PLAY, CARRY)}
    return [move for move in log if move.kind == PLAY and move.seq > carried and move.seq not in undone]


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
        self.is_sqlite = url.startswith("sqlite")
        self.engine: AsyncEngine = _engine(url)
        self._waiting: asyncio.Queue[Append] = asyncio.Queue()
        self._rounds: asyncio.Queue[KeptRound] = asyncio.Queue()
        self._touched: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._asked: set[asyncio.Task[Any]] = set()
        self._log: AsyncConnection | None = None
        # SQLite has one writer at a time, and trying again takes longer than waiting for one's turn.
        self._turn: contextlib.AbstractAsyncContextManager[Any] = (
            asyncio.Lock() if self.is_sqlite else contextlib.nullcontext()
        )
        self._closed = False
        self.batches, self.committed = Timing(), 0

    @property
    def waiting(self) -> int:
        """How many moves wait to be committed."""
        return self._waiting.qsize()

    async def open(self) -> None:
        """Start committing."""
        self._tasks = [
            asyncio.create_task(self._commit_forever()),
            asyncio.create_task(self._touch_forever()),
            asyncio.create_task(self._keep_rounds_forever()),
        ]
        if self.is_sqlite:
            self._tasks.append(asyncio.create_task(self._checkpoint_forever()))

    async def close(self) -> None:
        """Stop, and let go of the database; whoever still waits for a commit is told that there is none."""
        for task in self._tasks:
            await stop(task)
        with contextlib.suppress(Exception):
            await self._touch()
        self._closed = True
        if self._asked:
            _, late = await asyncio.wait(self._asked, timeout=DATABASE_SECONDS)
            for task in late:
                await stop(task)
        while not self._waiting.empty():
            _lose(self._waiting.get_nowait(), "the server is closing")
        while not self._rounds.empty():
            self._rounds.get_nowait().done.cancel()
        await self._hang_up()
        await self.engine.dispose()

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

    async def _read(self, query: sa.Select[Any]) -> list[dict[str, Any]]:
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

    # --- the log ------------------------------------------------------------------------------------

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
        if not self.is_sqlite:
            return (await self._log.execute(sa.text(APPEND["postgresql"]), rows)).all()
        driver: Any = (await self._log.get_raw_connection()).driver_connection
        # One visit to the thread of the connection; by way of SQLAlchemy it would be many.
        found: Iterable[Any] = await driver.execute_fetchall(APPEND["sqlite"], rows)
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

    async def log(self, match: str, after: int = 0) -> list[Move]:
        """The rows of a log after a seq, in order."""
        query = (
            sa.select(moves.c.seq, moves.c.kind, moves.c.seat, moves.c.action, moves.c.move_id)
            .where(moves.c.match == match, moves.c.seq > after)
            .order_by(moves.c.seq)
        )
        return await self._rows(query, Move)

    # --- what outlives the rules --------------------------------------------------------------------

    async def keep_round(self, match: str, begun: Round) -> None:
        """Keep where a round began; those that wait are written together."""
        kept = KeptRound(match, begun, asyncio.get_running_loop().create_future())
        self._rounds.put_nowait(kept)
        await kept.done

    async def _keep_rounds_forever(self) -> None:
        while True:
            batch = [await self._rounds.get()]
            while not self._rounds.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._rounds.get_nowait())
            try:
                await self._finish(self._write_rounds(batch))
            except Exception as error:
                logger.warning("where %d rounds began was not kept: %s", len(batch), error)
            finally:
                for kept in batch:
                    if not kept.done.done():
                        kept.done.set_result(None)  # the next round is kept again

    async def _write_rounds(self, batch: list[KeptRound]) -> None:
        """Write all at once, and forget the older ones of the same tables."""
        rows = [{"match": kept.match, **asdict(kept.round)} for kept in batch]
        async with self._turn, self.engine.begin() as connection:
            await connection.execute(sa.text(KEEP_ROUND), rows)
            await connection.execute(sa.text(FORGET_ROUNDS), [{"match": row["match"]} for row in rows])

    async def rounds(self, match: str) -> list[Round]:
        """Where the latest rounds of a table began, the last of them first."""
        query = sa.select(rounds.c.seq, rounds.c.position).where(rounds.c.match == match)
        return await self._rows(query.order_by(rounds.c.seq.desc()), Round)

    async def finish_match(self, match: str, result: Any, packed: bytes) -> None:
        """A race is over: its result and its story, both or neither."""
        await self._write(
            sa.update(matches)
            .where(matches.c.id == match)
            .values(status="over", result=result, touched=now()),
            *self._story(match, packed),
            sa.delete(rounds).where(rounds.c.match == match),
        )

    async def keep_story(self, match: str, packed: bytes) -> None:
        """The story of a race that others have ridden."""
        await self._write(*self._story(match, packed))

    @staticmethod
    def _story(match: str, packed: bytes) -> tuple[sa.Executable, sa.Executable]:
        return (
            sa.delete(stories).where(stories.c.match == match),
            sa.insert(stories).values(match=match, packed=packed),
        )

    async def story(self, match: str) -> bytes | None:
        """The packed story of a finished race."""
        found = await self._read(sa.select(stories.c.packed).where(stories.c.match == match))
        return found[0]["packed"] if found else None

    async def untold(self) -> list[str]:
        """Finished races that have no story."""
        told = sa.exists().where(stories.c.match == matches.c.id)
        query = sa.select(matches.c.id).where(matches.c.status == "over", ~told)
        return [row["id"] for row in await self._read(query.order_by(matches.c.touched.desc()))]

    async def adopt_match(self, match: str, was: int, is_now: int) -> None:
        """A table at which nothing has been dealt belongs to other rules from now on."""
        mine = sa.and_(matches.c.id == match, matches.c.rules_version == was)
        await self._write(sa.update(matches).where(mine).values(rules_version=is_now))

    async def carry_over(self, row: MatchRow, values: dict[str, Any], over: CarriedOver, line: Move) -> None:
        """Let a table go on under other rules, unless another worker has: what was, and a line in its log."""
        match = row.id
        mine = sa.and_(matches.c.id == match, matches.c.rules_version == row.rules_version)
        before = {"options": row.options, "start": row.start, "seed": row.seed}

        async def write() -> None:
            async with self._turn, self.engine.begin() as connection:
                done = await connection.execute(
                    sa.update(matches).where(mine).values(touched=now(), **values)
                )
                if done.rowcount == 1:
                    kept = {"match": match, "at": now(), **before, **asdict(over)}
                    await connection.execute(sa.insert(carried).values(**kept))
                    played = {"match": match, "at": now(), **asdict(line)}
                    await connection.execute(sa.insert(moves).values(**played))
                    await connection.execute(sa.delete(rounds).where(rounds.c.match == match))

        await self._finish(write())

    async def carried(self, match: str) -> CarriedOver | None:
        """The last time that a table was carried over to other rules."""
        columns = (carried.c[name] for name in CarriedOver.__struct_fields__)
        query = sa.select(*columns).where(carried.c.match == match).order_by(carried.c.seq.desc()).limit(1)
        return _first(await self._rows(query, CarriedOver))

    async def seq_of(self, match: str, move_id: str) -> int | None:
        """Where in a log a move is, by its id."""
        row = _first(
            await self._read(sa.select(moves.c.seq).where(moves.c.match == match, moves.c.move_id == move_id))
        )
        return row["seq"] if row else None

    # --- tables -------------------------------------------------------------------------------------

    async def add_match(self, row: MatchRow, places: Sequence[SeatRow]) -> None:
        """A new table with its seats."""
        sitting = [asdict(place) for place in places]
        await self._write(sa.insert(matches).values(**asdict(row)), sa.insert(seats).values(sitting))

    async def match(self, match: str) -> MatchRow | None:
        """A table's row."""
        return _first(await self._rows(sa.select(matches).where(matches.c.id == match), MatchRow))

    async def seats(self, match: str) -> list[SeatRow]:
        """A table's seats, in order."""
        query = sa.select(seats).where(seats.c.match == match).order_by(seats.c.seat)
        return await self._rows(query, SeatRow)

    async def seats_of(self, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of many tables."""
        found: dict[str, list[SeatRow]] = {table: [] for table in tables}
        query = sa.select(seats).where(seats.c.match.in_(tables)).order_by(seats.c.seat)
        for place in await self._rows(query, SeatRow):
            found[place.match].append(place)
        return found

    async def remove_match(self, match: str) -> None:
        """A table nobody has seen yet is not needed after all."""
        parts = (sa.delete(part).where(part.c.match == match) for part in PARTS)
        await self._write(*parts, sa.delete(matches).where(matches.c.id == match))

    async def claim_rematch(self, match: str, rematch: str) -> bool:
        """Name the table that follows on this one; false if another has been named."""
        is_free = sa.and_(matches.c.id == match, matches.c.rematch.is_(None))
        (done,) = await self._write(sa.update(matches).where(is_free).values(rematch=rematch, touched=now()))
        return bool(done.rowcount == 1)

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

    async def fill_seat(self, match: str, seat: int, level: str) -> None:
        """Put a bot on a seat, unless somebody has sat down there in this moment."""
        is_free = sa.and_(seats.c.match == match, seats.c.seat == seat, seats.c.kind == "open")
        await self._write(sa.update(seats).where(is_free).values(kind="bot", name=level, level=level))

    async def update_seat(self, match: str, seat: int, **values: Any) -> None:
        """Change a seat."""
        await self._write(
            sa.update(seats).where(seats.c.match == match, seats.c.seat == seat).values(**values)
        )

    async def listed(self, status: Status | None, limit: int = 100) -> list[tuple[MatchRow, int]]:
        """The tables anybody may see, the latest first, and how far each has come."""
        query = (
            sa.select(matches, LAST.label("seq"))
            .where(matches.c.listed)
            .order_by(matches.c.touched.desc())
            .limit(limit)
        )
        found = await self._read(query.where(matches.c.status == status) if status else query)
        return [(MatchRow(**row), seq) for row in found for seq in [row.pop("seq")]]

    async def running(self, touched_after: float = 0.0) -> list[TableProgress]:
        """The tables being played that have been touched after a time, and how far they have come."""
        is_bot = sa.and_(seats.c.match == matches.c.id, sa.or_(seats.c.kind == "bot", seats.c.lent))
        query = sa.select(matches.c.id, LAST.label("seq"), sa.exists().where(is_bot).label("bots")).where(
            matches.c.status == "running", matches.c.touched > touched_after
        )
        return await self._rows(query, TableProgress)

    async def check_writing(self) -> None:
        """Write something that changes nothing: a database that is full, locked or gone is Lost."""
        at = int(now()) % 2**31
        pulse = (
            f"PRAGMA user_version = {at}"
            if self.is_sqlite
            else "UPDATE alembic_version SET version_num = version_num"
        )
        await self._write(sa.text(pulse))

    async def waiting_to_be_lent(self) -> list[str]:
        """Running tables on which an absent player's seat may be lent by now."""
        query = sa.select(matches.c.id).where(
            matches.c.status == "running",
            matches.c.lend_after.is_not(None),
            matches.c.touched + matches.c.lend_after < now(),
        )
        return [row["id"] for row in await self._read(query)]

    # --- talk ---------------------------------------------------------------------------------------

    async def say(self, match: str, seat: int, text: str, *, reaction: bool, to: int | None) -> Line:
        """Keep a line of chat or a reaction."""
        row: Json = {"match": match, "seat": seat, "text": text, "reaction": reaction, "to": to, "at": now()}
        (done,) = await self._write(sa.insert(talk).values(**row))
        return Line(id=done.inserted_primary_key[0], **row)

    async def said(self, match: str, seat: int | None, limit: int = 100) -> list[Line]:
        """The last lines of chat that a seat (or a spectator) may hear, oldest first."""
        for_all = talk.c.to.is_(None)
        heard = for_all if seat is None else sa.or_(for_all, talk.c.to == seat, talk.c.seat == seat)
        query = sa.select(talk).where(talk.c.match == match, heard).order_by(talk.c.id.desc()).limit(limit)
        return (await self._rows(query, Line))[::-1]

    async def line(self, number: int) -> Line | None:
        """One line of chat."""
        return _first(await self._rows(sa.select(talk).where(talk.c.id == number), Line))


def _first(rows: list[Row]) -> Row | None:
    return rows[0] if rows else None


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


def _make_durable(connection: Any, _: object) -> None:
    """SQLite: readers beside the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={DATABASE_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA wal_autocheckpoint=20000")  # should nobody else do it
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
