"""What an operator does with a database, beside a running server or without one."""

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from gruppetto.errors import Unavailable
from gruppetto.games.game import Json
from gruppetto.match import FORMAT, signed
from gruppetto.server.answers import CarriedOver
from gruppetto.server.messages import Tempo
from gruppetto.server.migrate import head, revision
from gruppetto.server.store import (
    BELONGINGS,
    NOBODY,
    PARTS,
    Identity,
    Line,
    MatchRow,
    Move,
    Round,
    SeatRow,
    Store,
    blocks,
    carried,
    complaints,
    identities,
    matches,
    members,
    moves,
    now,
    rounds,
    seats,
    standing,
    stories,
    talk,
)
from gruppetto.server.telling import seated
from gruppetto.story import unpacked

AT_ONCE = 200  # tables that are removed in one transaction, so that players never wait long


class TablesKept(msgspec.Struct, frozen=True):
    """Tables of one kind, and what they take."""

    game: str
    status: str
    rules_version: int
    tables: int
    decisions: int
    stories: int  # bytes
    positions: int  # bytes


class DatabaseKept(msgspec.Struct, frozen=True):
    """All of a database."""

    tables: list[TablesKept]
    bytes: int


class Person(msgspec.Struct, frozen=True):
    """Somebody on a seat, as an export tells."""

    seat: int
    kind: str
    name: str
    level: str | None


class TableExported(msgspec.Struct, frozen=True):
    """What an export tells of a table beside its save file; no secrets of seats."""

    id: str
    title: str
    game: str
    rules_version: int
    status: str
    created: float
    touched: float
    file: str
    tempo: Tempo
    seats: list[Person]
    talk: list[Line]
    carried: list[CarriedOver]


@contextlib.asynccontextmanager
async def at_hand(url: str) -> AsyncIterator[Store]:
    """A database of our own making, for as long as something is done with it."""
    path = sa.make_url(url).database
    if url.startswith("sqlite") and not Path(path or "").is_file():
        raise Unavailable(f"database: there is no file {path}; a server makes one when it starts.")
    store = Store(url)
    try:
        await _check_schema(store)
        yield store
    except (sa.exc.SQLAlchemyError, OSError) as error:
        raise Unavailable(f"database: it does not answer: {_reason(error)}.") from None
    finally:
        await store.engine.dispose()


async def _check_schema(store: Store) -> None:
    found = await revision(store.engine)
    if found != head():
        raise Unavailable(
            f"database: its layout is {found or 'not ours'}, this version's is {head()}. "
            "Use the version that its server runs, or start this version's server once."
        )


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")


# --- looking ----------------------------------------------------------------------------------------


async def counted(store: Store) -> DatabaseKept:
    """How many tables there are of each kind, and what they take."""
    kind = (matches.c.game, matches.c.status, matches.c.rules_version)
    query = (
        sa.select(
            *kind,
            sa.func.count(matches.c.id).label("tables"),
            _sum(sa.select(sa.func.count()).where(moves.c.match == matches.c.id), "decisions"),
            _sum(_bytes(stories.c.packed, stories.c.match), "stories"),
            _sum(_bytes(rounds.c.position, rounds.c.match), "positions"),
        )
        .group_by(*kind)
        .order_by(*kind)
    )
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).mappings().all()
        return DatabaseKept([TablesKept(**row) for row in rows], await _size(store, connection))


def _sum(each: sa.Select[Any], name: str) -> sa.Label[Any]:
    return sa.cast(sa.func.sum(sa.func.coalesce(each.scalar_subquery(), 0)), sa.BigInteger).label(name)


def _bytes(column: sa.Column[Any], match: sa.Column[Any]) -> sa.Select[Any]:
    return sa.select(sa.func.sum(sa.func.length(column))).where(match == matches.c.id)


async def _size(store: Store, connection: AsyncConnection) -> int:
    pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    query = pages if store.is_sqlite else "SELECT pg_database_size(current_database())"
    return int((await connection.execute(sa.text(query))).scalar_one())


async def untouched(store: Store, seconds: float, statuses: Sequence[str]) -> list[str]:
    """Tables of these kinds that nobody has touched for so long."""
    old = sa.and_(matches.c.touched < now() - seconds, matches.c.status.in_(statuses))
    async with store.engine.connect() as connection:
        return list((await connection.execute(sa.select(matches.c.id).where(old))).scalars())


async def person_of(store: Store, number: str) -> Identity | None:
    """Somebody by the number that their page shows them."""
    async with store.engine.connect() as connection:
        query = sa.select(identities).where(identities.c.id == number)
        found: list[Identity] = await _rows(connection, query, Identity)
    return found[0] if found else None


async def seats_of_name(store: Store, name: str) -> list[tuple[str, int]]:
    """Where somebody of this name sits or sat."""
    query = sa.select(seats.c.match, seats.c.seat).where(seats.c.name == name, _is_a_persons())
    async with store.engine.connect() as connection:
        return [(row.match, row.seat) for row in await connection.execute(query)]


def _is_a_persons() -> sa.ColumnElement[bool]:
    return seats.c.kind.in_(("person", "hotseat"))


# --- removing ---------------------------------------------------------------------------------------


async def remove(store: Store, tables: Sequence[str]) -> int:
    """Delete tables with all that hangs on them; how many there were."""
    removed = 0
    for first in range(0, len(tables), AT_ONCE):
        some = tables[first : first + AT_ONCE]
        async with store.engine.begin() as connection:
            for part in PARTS:
                await connection.execute(sa.delete(part).where(part.c.match.in_(some)))
            removed += (await connection.execute(sa.delete(matches).where(matches.c.id.in_(some)))).rowcount
    return removed


async def forget_name(store: Store, name: str) -> tuple[int, int]:
    """Take a name off all seats, and what was said there out of the talk: how many of both."""
    async with store.engine.begin() as connection:
        named = sa.and_(seats.c.name == name, _is_a_persons())
        await connection.execute(sa.update(identities).where(identities.c.name == name).values(name=""))
        for table in (members, blocks):
            await connection.execute(sa.update(table).where(table.c.name == name).values(name=NOBODY))
        return await _make_anonymous(connection, named)


async def forget_person(store: Store, person: Identity) -> tuple[int, int]:
    """Forget somebody with their key: their seats are nobody's, and what they said is gone."""
    async with store.engine.begin() as connection:
        done = await _make_anonymous(connection, seats.c.owner == person.key, owner=None)
        for column in BELONGINGS:
            await connection.execute(_let_go(column, person.key))
        hosted = sa.update(matches).where(matches.c.host == person.key).values(host="")
        await connection.execute(hosted)
        await connection.execute(sa.delete(identities).where(identities.c.key == person.key))
    return done


def _let_go(column: sa.Column[str], key: str) -> sa.Executable:
    """What belongs to somebody belongs to nobody, or is gone."""
    table = column.table
    if column.nullable:
        return sa.update(table).where(column == key).values({column: None})
    return sa.delete(table).where(column == key)


async def _make_anonymous(
    connection: AsyncConnection, whose: sa.ColumnElement[bool], **values: Any
) -> tuple[int, int]:
    """Take names off seats, and what was said there out of the talk: how many of both."""
    mine = sa.select(seats.c.seat).where(seats.c.match == talk.c.match, seats.c.seat == talk.c.seat, whose)
    said = await connection.execute(sa.delete(talk).where(sa.exists(mine)))
    there = complaints.c.match.in_(sa.select(seats.c.match).where(whose))
    await connection.execute(sa.update(complaints).where(there).values(lines=[]))
    sat = await connection.execute(sa.update(seats).where(whose).values(name=NOBODY, **values))
    return sat.rowcount, said.rowcount


# --- exporting --------------------------------------------------------------------------------------


async def exported(store: Store) -> AsyncIterator[tuple[TableExported, bytes]]:
    """Every table: what is told of it, and its save file."""
    async with store.engine.connect() as connection:
        ids = list((await connection.execute(sa.select(matches.c.id).order_by(matches.c.created))).scalars())
    for table in ids:
        if found := await exported_table(store, table):
            yield found


async def exported_table(store: Store, table: str) -> tuple[TableExported, bytes] | None:
    """The same of one; nothing if it has been removed in the meantime."""
    async with store.engine.connect() as connection:  # one for each: a server must not wait for all
        found = await _rows(connection, sa.select(matches).where(matches.c.id == table), MatchRow)
        return await _exported(connection, found[0]) if found else None


async def _exported(connection: AsyncConnection, row: MatchRow) -> tuple[TableExported, bytes]:
    async def all_of(part: sa.Table, kind: Any, *order: sa.Column[Any]) -> list[Any]:
        columns = [part.c[name] for name in kind.__struct_fields__]
        query = sa.select(*columns).where(part.c.match == row.id).order_by(*order)
        return await _rows(connection, query, kind)

    sitting: list[SeatRow] = await all_of(seats, SeatRow, seats.c.seat)
    begun: list[Round] = await all_of(rounds, Round, rounds.c.seq)
    log: list[Move] = await all_of(moves, Move, moves.c.seq)
    told = await connection.execute(sa.select(stories.c.packed).where(stories.c.match == row.id))
    people = [Person(place.seat, place.kind, place.name, place.level) for place in sitting]
    about = TableExported(
        row.id, row.title, row.game, row.rules_version, row.status, row.created, row.touched,
        f"{row.id}.json", row.tempo, people, await all_of(talk, Line, talk.c.id),
        await all_of(carried, CarriedOver, carried.c.seq),
    )  # fmt: skip
    return about, save_file(row, sitting, log, begun, told.scalar())


async def _rows(connection: AsyncConnection, query: sa.Select[Any], kind: Any) -> list[Any]:
    return [kind(**row) for row in (await connection.execute(query)).mappings()]


def save_file(
    row: MatchRow,
    sitting: Sequence[SeatRow],
    log: Sequence[Move],
    begun: Sequence[Round],
    story: bytes | None,
) -> bytes:
    """A table as a save file, whatever rules it is of: nothing is replayed."""
    played = standing(log, row.carried)
    document: Json = {
        "gruppetto": FORMAT,
        "game": row.game,
        "rules_version": row.rules_version,
        "seats": row.seats,
        "seated": [msgspec.to_builtins(seated(place)) for place in sitting],
        "options": row.options,
        "seed": row.seed,
        "commitment": row.commitment,
        "start": row.start,
        "log": [(move.seat, move.action) for move in played],
        "result": row.result,
        "position": None,
        "round": None if row.status == "over" else next(_latest(played, begun)),
        "story": msgspec.to_builtins(story),
    }
    return signed(document)


def _latest(played: Sequence[Move], begun: Sequence[Round]) -> Iterator[Json]:
    """Where the latest round began that still stands."""
    seqs = [move.seq for move in played]
    for kept in reversed(begun):
        if kept.seq in seqs:
            yield {
                "decisions": seqs.index(kept.seq) + 1,
                "position": msgspec.json.decode(unpacked(kept.position)),
            }
    yield {"decisions": 0, "position": None}
