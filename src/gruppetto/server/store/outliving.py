"""What outlives the rules: stories of finished races, and tables that go on under other rules."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.answers import CarriedOver
from gruppetto.server.store.database import first, now
from gruppetto.server.store.layout import carried, matches, moves, reviews, rounds, seats, stories
from gruppetto.server.store.ridden import Rides
from gruppetto.server.store.rows import Finish, MatchRow, Move


class Outliving(Rides):
    """Stories and carry-overs."""

    async def finish_match(self, match: str, result: Any, packed: bytes, finish: Finish | None) -> None:
        """A race is over: its result, its story, its rides and what they make of ratings, all or nothing."""
        over = sa.update(matches).where(matches.c.id == match)
        ended = over.values(status="over", result=result, touched=now())

        async def write() -> None:
            async with self._turn, self.engine.begin() as connection:
                if (await connection.execute(ended)).rowcount == 0:
                    return  # the table was removed while its story was told
                for statement in self._story(match, packed):
                    await connection.execute(statement)
                await connection.execute(sa.delete(rounds).where(rounds.c.match == match))
                await self._count(connection, match, finish)

        await self._finish(write())

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

    async def keep_review(self, match: str, form: int, packed: bytes) -> None:
        """What was found when a finished race was thought over."""
        await self._write(
            sa.delete(reviews).where(reviews.c.match == match),
            sa.insert(reviews).values(match=match, format=form, packed=packed),
        )

    async def review(self, match: str, form: int) -> bytes | None:
        """The same, as it was kept; nothing where that was in another form."""
        query = sa.select(reviews.c.packed).where(reviews.c.match == match, reviews.c.format == form)
        found = await self._read(query)
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

    async def replace_bots(self, match: str, gone: Collection[str], level: str) -> None:
        """Seat bots of a level in place of those who do not ride under the installed rules."""
        theirs = sa.and_(seats.c.match == match, seats.c.level.in_(gone))
        await self._write(sa.update(seats).where(theirs).values(level=level))

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
        return first(await self._rows(query, CarriedOver))
