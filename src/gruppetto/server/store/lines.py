"""What is said at the tables."""

from typing import Any

import sqlalchemy as sa

from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import talk
from gruppetto.server.store.rows import Line


class Lines(Database):
    """Lines of chat, and reactions."""

    async def say(self, match: str, seat: int, text: str, *, reaction: bool, to: int | None) -> Line:
        """Keep a line of chat or a reaction."""
        row: dict[str, Any] = {
            "match": match,
            "seat": seat,
            "text": text,
            "reaction": reaction,
            "to": to,
            "at": now(),
        }
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
        return first(await self._rows(sa.select(talk).where(talk.c.id == number), Line))
