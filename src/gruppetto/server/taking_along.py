"""All that the server keeps of somebody, as files in one archive: their races, and every row that is theirs.

The archive is written while it is sent, a race at a time, so that it takes no more room than the longest
race, however many there are.
"""

import csv
import io
import zipfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.response import Stream

from gruppetto.games.game import Json
from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.days import is_sealed
from gruppetto.server.housekeeping import exported_table
from gruppetto.server.identity import who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.store import (
    BELONGINGS,
    Ride,
    Store,
    blocks,
    companions,
    complaints,
    identities,
    matches,
    rated,
    ratings,
    seats,
    talk,
)

AT_ONCE = 200  # rides that are read together
ZIP = ResponseSpec(bytes, generate_examples=False, description="An archive.", media_type="application/zip")
SECRET = "key", "owner", "host"  # columns that hold a hash of the key
KEYS = set(BELONGINGS)
OTHERS = {companions.c.other, blocks.c.other, complaints.c.about}  # what others keep of somebody is theirs


class Pipe(io.RawIOBase):
    """A file that is sent as it is written."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        """It can be written to, and nothing else."""
        return True

    def write(self, content: Any) -> int:
        """Take what is written."""
        self._written.append(bytes(content))
        return len(content)

    def taken(self) -> bytes:
        """What has been written since this was last asked."""
        content = b"".join(self._written)
        self._written.clear()
        return content


@get("/api/me/export", responses={200: ZIP})
async def export(request: Asked, state: State) -> Stream:
    """All that the server keeps of whoever asks: a save file for each race, lists of them, and the rest."""
    state.gate.check("exports", client_of(request))
    headers = {"Content-Disposition": 'attachment; filename="gruppetto-races.zip"'}
    packed = archive(desk_of(state).store, who_asks(request).known)
    return Stream(packed, media_type="application/zip", headers=headers)


async def archive(store: Store, key: str) -> AsyncIterator[bytes]:
    """The archive, piece by piece."""
    pipe, listed = Pipe(), list[Json]()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:
        async for ride in _all_rides(store, key):
            file = f"races/{ride.match}.json"
            is_there = bool(listed) and listed[-1]["file"] == file  # of several seats in a race
            if not is_there and (found := await _opened(store, ride.match)):
                packed.writestr(file, found)
                yield pipe.taken()
            listed.append(msgspec.to_builtins(ride) | {"file": file})
        packed.writestr("races.json", msgspec.json.format(msgspec.json.encode(listed)))
        packed.writestr("races.csv", _as_csv(listed))
        packed.writestr("kept.json", msgspec.json.format(msgspec.json.encode(await _kept(store, key))))
    yield pipe.taken()


async def _opened(store: Store, match: str) -> bytes | None:
    """The save file of a race, unless its deal is sealed: others may still ride it."""
    row = await store.match(match)
    found = None if row is None or is_sealed(row.day) else await exported_table(store, match)
    return found[1] if found else None


async def _all_rides(store: Store, key: str) -> AsyncIterator[Ride]:
    """All rides of somebody, the latest first, read some at a time."""
    last: Ride | None = None
    while found := await store.rides(key, AT_ONCE, last.mark if last else None):
        for ride in found:
            yield ride
        last = found[-1]


def _as_csv(rows: Sequence[Json]) -> str:
    """The same list for a spreadsheet."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*Ride.__struct_fields__, "file"])
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


async def _kept(store: Store, key: str) -> dict[str, list[Json]]:
    """Every row that belongs to somebody, table by table; what is secret of running races is not told."""
    found = defaultdict[str, list[Json]](list)
    for name, query in _belonging(key):
        async with store.engine.connect() as connection:
            rows = (await connection.execute(query)).mappings()
            found[name] += [{column: _plain(value) for column, value in row.items()} for row in rows]
    return found


def _belonging(key: str) -> Iterator[tuple[str, sa.Select[Any]]]:
    yield "identity", _told(identities).where(identities.c.key == key)
    yield "seat", _told(seats).where(seats.c.owner == key)
    hosted = (matches.c[name] for name in ("id", "game", "title", "status", "created", "touched"))
    yield "host", sa.select(*hosted).where(matches.c.host == key)
    sat = sa.and_(seats.c.match == talk.c.match, seats.c.seat == talk.c.seat, seats.c.owner == key)
    yield "talk", sa.select(talk).where(sa.exists().where(sat))
    for column in BELONGINGS:
        if column not in OTHERS:
            yield column.table.name, _told(column.table).where(column == key)
    riders = sa.select(ratings.c.rider).where(ratings.c.owner == key)
    yield "rated", sa.select(rated).where(rated.c.rider.in_(riders))


def _told(table: sa.Table) -> sa.Select[Any]:
    """Its columns without those that hold somebody's key."""
    return sa.select(*(each for each in table.c if each.name not in SECRET and each not in KEYS))


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


EXPORT: list[Any] = [export]
