"""The stages of the days, and who rode them how."""

import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.store.database import first
from gruppetto.server.store.layout import day_rides, days, matches, seats
from gruppetto.server.store.people import People
from gruppetto.server.store.rows import DayRide, DayRow, MatchRow, Placed

MOST_LISTED = 100  # riders of a day who are told by name
MOST_DAYS = 400  # of somebody's, for their streak
COUNTS = day_rides.c.place.is_not(None)


class Days(People):
    """One deal for everybody, one ride for each."""

    async def dealt_day(self, row: DayRow) -> DayRow:
        """The stage of a day: this one, unless another worker has dealt it."""
        await self._write(self._new(days).values(asdict(row)).on_conflict_do_nothing())
        return await self.day(row.day) or row

    async def day(self, day: str) -> DayRow | None:
        """The stage of a day, if there was one."""
        return first(await self._rows(sa.select(days).where(days.c.day == day), DayRow))

    async def begin_ride(self, ride: DayRide) -> bool:
        """Somebody rides the stage of a day; false if they do already."""
        (done,) = await self._write(self._new(day_rides).values(asdict(ride)).on_conflict_do_nothing())
        return bool(done.rowcount == 1)

    async def ride_of(self, day: str, owner: str) -> DayRide | None:
        """Somebody's ride of a day."""
        mine = sa.and_(day_rides.c.day == day, day_rides.c.owner == owner)
        return first(await self._rows(sa.select(day_rides).where(mine), DayRide))

    async def list_ride(self, day: str, owner: str, *, listed: bool) -> None:
        """Let others read that somebody rode, or not."""
        mine = sa.and_(day_rides.c.day == day, day_rides.c.owner == owner)
        await self._write(sa.update(day_rides).where(mine).values(listed=listed))

    async def came_in(self, since: str) -> list[MatchRow]:
        """The rides from a day on that have ended, and of which nobody has said yet whether they count."""
        query = (
            sa.select(matches)
            .join(day_rides, day_rides.c.match == matches.c.id)
            .where(day_rides.c.day >= since, day_rides.c.points.is_(None), matches.c.status == "over")
        )
        return await self._rows(query, MatchRow)

    async def place_ride(self, match: str, place: int | None, points: int) -> None:
        """A ride has ended; it counts if it has a place."""
        await self._write(
            sa.update(day_rides).where(day_rides.c.match == match).values(place=place, points=points)
        )

    async def rode_on(self, day: str) -> int:
        """How many rode the stage of a day to its end."""
        query = sa.select(sa.func.count().label("many")).where(day_rides.c.day == day, COUNTS)
        many: int = (await self._read(query))[0]["many"]
        return many

    async def rank_of(self, day: str, owner: str) -> int | None:
        """Where somebody stands among all who rode; equals share a rank."""
        ranked = _ranked(day)
        row = first(await self._read(sa.select(ranked.c.rank).where(ranked.c.owner == owner)))
        return row["rank"] if row else None

    async def placed(self, day: str) -> list[Placed]:
        """The best rides of those who may be named."""
        ranked = _ranked(day)
        columns = [ranked.c[name] for name in Placed.__struct_fields__ if name in ranked.c]
        query = (
            sa.select(*columns, seats.c.name)
            .join(seats, sa.and_(seats.c.match == ranked.c.match, seats.c.owner == ranked.c.owner))
            .where(ranked.c.listed)
            .order_by(ranked.c.rank, seats.c.name)
            .limit(MOST_LISTED)
        )
        return await self._rows(query, Placed)

    async def days_of(self, owner: str) -> list[str]:
        """The days whose stage somebody rode to its end, the latest first."""
        query = sa.select(day_rides.c.day).where(day_rides.c.owner == owner, COUNTS)
        found = await self._read(query.order_by(day_rides.c.day.desc()).limit(MOST_DAYS))
        return [row["day"] for row in found]


def _ranked(day: str) -> sa.Subquery:
    """All who rode the stage of a day to its end, and their ranks."""
    rank = sa.func.rank().over(order_by=(day_rides.c.place, day_rides.c.points)).label("rank")
    return sa.select(day_rides, rank).where(day_rides.c.day == day, COUNTS).subquery()
