"""What is left of a race for those who rode it: one row for every person's seat, written when it ends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from gruppetto.server.store.database import now
from gruppetto.server.store.layout import (
    identities,
    matches,
    rated,
    ratings,
    rides,
    seats,
    talk,
    votes,
)
from gruppetto.server.store.rows import NOBODY, Finish, MatchRow, Ride, SeatRow
from gruppetto.server.store.strengths import Ratings

MOST_REMEMBERED = 5000  # of one's latest rides, for what they come to
COLUMNS = (
    *(rides.c[name] for name in Ride.__struct_fields__ if name in rides.c),
    matches.c.title,
    rated.c.gained,
)
TOLD = rides.join(matches, matches.c.id == rides.c.match).outerjoin(
    rated, sa.and_(rated.c.match == rides.c.match, rated.c.seat == rides.c.seat)
)


class Rides(Ratings):
    """Rides, written and read."""

    # --- when a race ends ---------------------------------------------------------------------------

    async def count_races(self, found: Sequence[tuple[str, Finish | None]]) -> None:
        """Write down the rides of races that have ended before rides were kept."""

        async def write() -> None:
            async with self._turn, self.engine.begin() as connection:
                for match, finish in found:
                    await self._count(connection, match, finish)

        await self._finish(write())

    async def uncounted(self, limit: int) -> list[MatchRow]:
        """Races that are over and whose rides nobody has written down."""
        query = sa.select(matches).where(matches.c.status == "over", ~matches.c.counted)
        return await self._rows(query.limit(limit), MatchRow)

    async def _count(self, connection: AsyncConnection, match: str, finish: Finish | None) -> None:
        """Write down the rides of a race and what they make of ratings, once, whoever else does."""
        mine = sa.and_(matches.c.id == match, ~matches.c.counted)
        done = await connection.execute(sa.update(matches).where(mine).values(counted=True))
        if done.rowcount != 1 or finish is None:
            return
        row = MatchRow(**await _one(connection, sa.select(matches).where(matches.c.id == match)))
        query = sa.select(seats).where(seats.c.match == match).order_by(seats.c.seat)
        sitting = [SeatRow(**place) for place in (await connection.execute(query)).mappings()]
        verdicts = await self._rate(connection, row, sitting, finish) if row.rated else {}
        written = [
            _ride(row, place, sitting, finish) | {"verdict": verdicts.get(place.seat)}
            for place in sitting
            if place.is_a_persons
        ]
        if written:
            await connection.execute(sa.insert(rides), written)

    # --- one's own ----------------------------------------------------------------------------------

    async def rides(
        self, key: str, limit: int, before: tuple[float, str, int] | None, *wanted: sa.ColumnElement[bool]
    ) -> list[Ride]:
        """The rides of somebody that are wanted, the latest first."""
        query = sa.select(*COLUMNS).select_from(TOLD).where(rides.c.owner == key, *wanted)
        if before:
            at, match, seat = before
            placed = sa.tuple_(rides.c.at, rides.c.match, rides.c.seat)
            query = query.where(rides.c.at <= at, placed < sa.tuple_(*map(sa.literal, (at, match, seat))))
        latest = query.order_by(rides.c.at.desc(), rides.c.match.desc(), rides.c.seat.desc())
        return await self._rows(latest.limit(limit), Ride)

    async def remembered(self, key: str) -> list[Ride]:
        """The latest rides of somebody, as much of them as they come to."""
        return await self.rides(key, MOST_REMEMBERED, None)

    # --- taken off ----------------------------------------------------------------------------------

    async def leave_race(self, key: str, match: str) -> bool:
        """Take somebody off a race that is over; false if they are not in it."""
        this = matches.c.id == match
        found = await self._races_of(key, this)
        await self._write(*_taken_off(key, this))
        return bool(found)

    async def leave_races(self, key: str) -> list[str]:
        """Take somebody off all their races, and their ratings away: which races these were."""
        found = await self._races_of(key)
        wish = sa.update(identities).where(identities.c.key == key).values(rated=False)
        await self._write(*_taken_off(key), sa.delete(ratings).where(ratings.c.owner == key), wish)
        return found

    async def _races_of(self, key: str, *which: sa.ColumnElement[bool]) -> list[str]:
        """The races that are over in which somebody has ridden or was the host."""
        hosts = sa.select(matches.c.id).where(matches.c.host == key)
        sits = sa.select(seats.c.match).where(seats.c.owner == key)
        mine = matches.c.id.in_(hosts.union(sits))
        query = sa.select(matches.c.id).where(mine, matches.c.status == "over", *which)
        return [row["id"] for row in await self._read(query)]


def _taken_off(key: str, *which: sa.ColumnElement[bool]) -> Iterator[sa.Executable]:
    """Name, key and what was said go; the races are there for the others."""
    over = sa.select(matches.c.id).where(matches.c.status == "over", *which)
    sat = sa.and_(seats.c.owner == key, seats.c.match.in_(over))
    said = sa.exists().where(seats.c.match == talk.c.match, seats.c.seat == talk.c.seat, sat)
    yield sa.delete(talk).where(said)
    yield sa.delete(votes).where(votes.c.owner == key, votes.c.match.in_(over))
    yield sa.update(rides).where(rides.c.owner == key, rides.c.match.in_(over)).values(owner=None)
    yield sa.update(seats).where(sat).values(owner=None, name=NOBODY)
    yield sa.update(matches).where(matches.c.host == key, matches.c.id.in_(over)).values(host="")


async def _one(connection: AsyncConnection, query: sa.Select[Any]) -> Mapping[str, Any]:
    return dict((await connection.execute(query)).mappings().one())


def _ride(row: MatchRow, place: SeatRow, sitting: Sequence[SeatRow], finish: Finish) -> dict[str, Any]:
    """A person's seat in a race that is over, as a row."""
    others = [other for other in sitting if other.seat != place.seat]
    return {
        "match": row.id,
        "seat": place.seat,
        "owner": place.owner,
        "game": row.game,
        "stage": finish.stage,
        "seats": row.seats,
        "place": finish.places[place.seat],
        "score": finish.scores[place.seat] if finish.scores else None,
        "people": sum(other.is_a_persons for other in others),
        "level": _strongest([other.level for other in others if other.kind == "bot"], finish.anchors),
        "at": row.touched if finish.scores is None else now(),
    }


def _strongest(levels: Sequence[str | None], anchors: Mapping[str, float]) -> str | None:
    """The strongest of some bots; of those that nobody has measured, any."""
    known = [level for level in levels if level]
    return max(known, key=lambda level: anchors.get(level, float("-inf")), default=None)
