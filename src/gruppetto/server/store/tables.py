"""Tables and their seats."""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.answers import Status
from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import LAST, PARTS, kicks, matches, moves, seats, talk
from gruppetto.server.store.rows import NOT_LENT, MatchRow, SeatRow, TableProgress

SeatCheck = Callable[[list[SeatRow], list[str]], None]  # of who sits there, and who was sent away


class Tables(Database):
    """Tables and their seats, as rows."""

    async def add_match(self, row: MatchRow, places: Sequence[SeatRow]) -> None:
        """A new table with its seats."""
        sitting = [asdict(place) for place in places]
        await self._write(sa.insert(matches).values(**asdict(row)), sa.insert(seats).values(sitting))

    async def match(self, match: str) -> MatchRow | None:
        """A table's row."""
        return first(await self._rows(sa.select(matches).where(matches.c.id == match), MatchRow))

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

    async def begin_match(self, match: str, time: float) -> bool:
        """Start a table that is open, and the first clocks with it; false if somebody else has."""
        is_open = sa.and_(matches.c.id == match, matches.c.status == "open")
        last = sa.select(sa.func.coalesce(sa.func.max(moves.c.seq), 0)).where(moves.c.match == match)
        still_open = sa.and_(seats.c.match == match, sa.exists().where(is_open))
        _, done = await self._write(
            sa.update(seats).where(still_open).values(turn=last.scalar_subquery(), since=time),
            sa.update(matches).where(is_open).values(status="running", touched=now(), due=0.0),
        )
        return bool(done.rowcount == 1)

    async def claim_seat(self, match: str, seat: int, name: str, owner: str, check: SeatCheck) -> bool:
        """Sit down on an open seat, unless that is refused; false if it is taken.

        What was whispered to whoever sat there before, and by them, is heard by nobody else: it is forgotten.
        People sit down at a table one after the other, on whatever worker: what was checked still holds then.
        """
        is_free = sa.and_(seats.c.match == match, seats.c.seat == seat, seats.c.kind == "open")
        taken = {"kind": "person", "name": name, "owner": owner, **NOT_LENT}
        whispered = sa.and_(
            talk.c.match == match, talk.c.to.is_not(None), sa.or_(talk.c.seat == seat, talk.c.to == seat)
        )

        async def write() -> bool:
            async with self._alone_at(match) as connection:
                found = await connection.execute(sa.select(seats).where(seats.c.match == match))
                away = await connection.execute(sa.select(kicks.c.owner).where(kicks.c.match == match))
                check([SeatRow(**row) for row in found.mappings()], list(away.scalars()))
                done = await connection.execute(sa.update(seats).where(is_free).values(**taken))
                if done.rowcount == 1:
                    await connection.execute(sa.delete(talk).where(whispered))
                return bool(done.rowcount == 1)

        return await self._finish(write())

    async def fill_seat(self, match: str, seat: int, **bot: Any) -> bool:
        """Put a bot on a seat; false if somebody has sat down there in this moment."""
        is_free = sa.and_(seats.c.match == match, seats.c.seat == seat, seats.c.kind == "open")
        (done,) = await self._write(sa.update(seats).where(is_free).values(**bot))
        return bool(done.rowcount == 1)

    async def update_seat(self, match: str, seat: int, **values: Any) -> None:
        """Change a seat."""
        await self._write(
            sa.update(seats).where(seats.c.match == match, seats.c.seat == seat).values(**values)
        )

    async def stand_in(self, match: str, seat: int, seq: int, level: str) -> None:
        """Lend a seat for want of its player, unless they have decided: the table must not have gone on."""
        gone_on = sa.exists().where(moves.c.match == match, moves.c.seq > seq)
        late = sa.and_(seats.c.match == match, seats.c.seat == seat, ~gone_on)
        await self._write(sa.update(seats).where(late).values(lent=True, by_table=True, level=level))

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

    async def keep_turns(self, match: str, seq: int, turns: dict[int, tuple[float, float | None]]) -> None:
        """The time that turns have used, and since when it goes on, where the log does not tell."""
        own = [sa.update(seats).where(seats.c.match == match, seats.c.seat == seat) for seat in turns]
        values = [{"turn": seq, "used": used, "since": since} for used, since in turns.values()]
        await self._write(*(work.values(**value) for work, value in zip(own, values, strict=True)))

    async def due_alone(self, time: float, patience: int) -> list[str]:
        """Running tables at which somebody's time may be over, and something is done though nobody is there.

        That is so where a clock says it, or where there is so much patience that nobody has to sit and wait.
        """
        at_zero = matches.c.clock["at_zero"].as_string()
        is_patient = sa.and_(at_zero.is_(None), matches.c.lend_after >= patience)
        alone = sa.or_(at_zero.in_(("bot", "safe")), is_patient)
        query = sa.select(matches.c.id).where(matches.c.status == "running", matches.c.due <= time, alone)
        return [row["id"] for row in await self._read(query)]
