"""How long the house has been open, in all: the time that clocks and patience go by.

It stands still while no worker runs, and is no affair of the machine's clock, which may jump. Each worker
counts on from what it has read last, and writes down how far it has come; the furthest is right for all. More
than a few seconds are never counted at once, so that nobody pays for a worker that hung, or for a database
that did not answer.
"""

import time

import sqlalchemy as sa

from gruppetto.server.store.database import Database
from gruppetto.server.store.layout import matches, moves, timekeeper

LONGEST_STEP = 10.0  # seconds that count, if nothing could be written down for longer


class Timekeeping(Database):
    """The timekeeper, and when tables have to be looked at."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._seconds, self._as_of = 0.0, time.monotonic()

    async def open(self) -> None:
        """Go on from where the house was closed."""
        await self.beat()
        await self._look_again()
        await super().open()

    def time(self) -> float:
        """Seconds that the house has been open."""
        return self._seconds + min(time.monotonic() - self._as_of, LONGEST_STEP)

    async def beat(self) -> None:
        """Write down how far time has come here, and read how far it has come elsewhere."""
        as_of, mine = time.monotonic(), self.time()
        behind = timekeeper.c.seconds < mine
        _, found = await self._write(
            sa.update(timekeeper).where(behind).values(seconds=mine), sa.select(timekeeper.c.seconds)
        )
        furthest = found.scalar_one()
        if furthest > mine:
            as_of, mine = time.monotonic(), furthest
        self._seconds, self._as_of = mine, as_of

    async def _look_again(self) -> None:
        """Whoever was stopped may not have written down when a table is due after its last decisions."""
        recent = sa.exists().where(moves.c.match == matches.c.id, moves.c.time > self.time() - LONGEST_STEP)
        await self._write(sa.update(matches).where(matches.c.status == "running", recent).values(due=0.0))

    async def keep_dues(self, dues: dict[str, float | None]) -> None:
        """When somebody has to look at tables, next or again; at some of them nobody has to."""
        if dues:
            each = (sa.update(matches).where(matches.c.id == table) for table in dues)
            await self._write(*(work.values(due=due) for work, due in zip(each, dues.values(), strict=True)))
