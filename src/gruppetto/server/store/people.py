"""What is kept of people: who they are, where they sit, and where they are not welcome."""

import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import (
    BELONGINGS,
    LAST,
    handovers,
    identities,
    kicks,
    matches,
    seats,
    votes,
)
from gruppetto.server.store.rows import Identity, MatchRow

MOST_TABLES = 60  # of one's own that are listed


class People(Database):
    """Identities and what hangs on them."""

    # --- who they are -------------------------------------------------------------------------------

    async def meet(self, key: str, name: str) -> None:
        """Somebody is here, under a name; one who was here before may have changed it."""
        row = {"id": secrets.token_hex(8), "key": key, "name": name, "made": now(), "seen": now()}
        again = {"seen": now(), **({"name": name} if name else {})}
        await self._write(
            self._new(identities).values(row).on_conflict_do_update(index_elements=["key"], set_=again)
        )

    async def find(self, key: str) -> Identity | None:
        """Whoever has a key."""
        return first(await self._rows(sa.select(identities).where(identities.c.key == key), Identity))

    async def take_over(self, key: str, former: list[str]) -> None:
        """What hangs on former keys hangs on this one from now on."""
        wished = sa.select(identities.c.key).where(identities.c.key.in_(former), identities.c.rated)
        await self._write(
            sa.update(identities).where(identities.c.key == key, wished.exists()).values(rated=True),
            sa.update(seats).where(seats.c.owner.in_(former)).values(owner=key),
            sa.update(matches).where(matches.c.host.in_(former)).values(host=key),
            *(work for column in BELONGINGS for work in self._follow(column, key, former)),
            sa.delete(identities).where(identities.c.key.in_(former)),
        )

    def _follow(self, column: sa.Column[str], key: str, former: list[str]) -> list[sa.Executable]:
        """Rows that belong to former keys belong to this one; what it has already it keeps as it is."""
        theirs = column.in_(former)
        if not column.primary_key:
            return [sa.update(column.table).where(theirs).values({column: key})]
        kept = [sa.literal(key) if each is column else each for each in column.table.c]
        copied = self._new(column.table).from_select(column.table.c.keys(), sa.select(*kept).where(theirs))
        return [copied.on_conflict_do_nothing(), sa.delete(column.table).where(theirs)]

    async def tables_of(self, key: str) -> list[tuple[MatchRow, int]]:
        """The tables somebody sits at or is the host of, the latest first, and how far each has come."""
        hosts = sa.select(matches.c.id).where(matches.c.host == key)
        sits = sa.select(seats.c.match).where(seats.c.owner == key)
        query = (
            sa.select(matches, LAST.label("seq"))
            .where(matches.c.id.in_(hosts.union(sits)))  # with an "or" PostgreSQL would look at all tables
            .order_by(matches.c.touched.desc())
            .limit(MOST_TABLES)
        )
        return [(MatchRow(**row), seq) for row in await self._read(query) for seq in [row.pop("seq")]]

    # --- another device -----------------------------------------------------------------------------

    async def hand_over(self, code: str, sealed: str, seconds: float) -> None:
        """Keep a sealed key for a while; what was never fetched is thrown away."""
        await self._write(
            sa.delete(handovers).where(handovers.c.ends < now()),
            sa.insert(handovers).values(code=code, sealed=sealed, ends=now() + seconds),
        )

    async def fetch(self, code: str) -> str | None:
        """A sealed key, once."""
        waiting = sa.and_(handovers.c.code == code, handovers.c.ends >= now())
        (done,) = await self._write(sa.delete(handovers).where(waiting).returning(handovers.c.sealed))
        sealed: str | None = done.scalar()
        return sealed

    # --- at a table ---------------------------------------------------------------------------------

    async def kick(self, match: str, owner: str) -> None:
        """Somebody is not welcome at a table any more."""
        await self._write(self._new(kicks).values(match=match, owner=owner).on_conflict_do_nothing())

    async def send_away(self, match: str, owner: str, emptied: Callable[[int], dict[str, Any]]) -> None:
        """Somebody is not welcome at a table any more, on none of their seats."""

        async def write() -> None:
            async with self._alone_at(match) as connection:
                away = self._new(kicks).values(match=match, owner=owner)
                await connection.execute(away.on_conflict_do_nothing())
                mine = sa.and_(seats.c.match == match, seats.c.owner == owner)
                for seat in (await connection.execute(sa.select(seats.c.seat).where(mine))).scalars().all():
                    left = sa.update(seats).where(mine, seats.c.seat == seat).values(**emptied(seat))
                    await connection.execute(left)

        await self._finish(write())

    async def kicked(self, match: str) -> list[str]:
        """Who is not welcome there."""
        found = await self._read(sa.select(kicks.c.owner).where(kicks.c.match == match))
        return [row["owner"] for row in found]

    async def pass_on(self, match: str, was: str, owner: str) -> bool:
        """The table has another host; false if somebody else has become it."""
        mine = sa.and_(matches.c.id == match, matches.c.host == was)
        (done,) = await self._write(sa.update(matches).where(mine).values(host=owner))
        return bool(done.rowcount == 1)

    async def vote(self, match: str, seat: int, owner: str, seq: int) -> None:
        """Somebody wants a bot to ride for a seat that holds up the table."""
        row = {"match": match, "seat": seat, "owner": owner, "seq": seq}
        insert = self._new(votes).values(row)
        await self._write(
            insert.on_conflict_do_update(index_elements=["match", "seat", "owner"], set_={"seq": seq})
        )

    async def votes(self, match: str, seq: int) -> list[tuple[int, str]]:
        """The votes of a table that waits there: for which seat, and whose."""
        query = sa.select(votes.c.seat, votes.c.owner).where(votes.c.match == match, votes.c.seq == seq)
        return [(row["seat"], row["owner"]) for row in await self._read(query)]
