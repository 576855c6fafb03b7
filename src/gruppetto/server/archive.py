"""Finished races are written down: result and story together, off the event loop, one after the other."""

import asyncio
import contextlib
import functools
import logging

from gruppetto.match import Match
from gruppetto.server.jobs import Recorded, Tell
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import Lost, Store
from gruppetto.server.workbench import Workbench

AGAIN_SECONDS = 1.0  # until what could not be written is tried again
PATIENCE = 20.0  # seconds that a server which stops waits for stories
logger = logging.getLogger(__name__)


class Archive:
    """The stories this worker is telling; what is told is in the database."""

    def __init__(self, store: Store, workbench: Workbench) -> None:
        self._store, self._workbench = store, workbench
        self._keeping: dict[str, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Lock()

    def keep(self, live: Live) -> "asyncio.Task[bytes]":
        """Write down a race that is over; until that is done the database holds it to be running."""
        if live.id not in self._keeping:
            task = asyncio.create_task(self._keep(live.id, live.match))
            self._keeping[live.id] = task
            task.add_done_callback(functools.partial(self._done, live.id))
        return self._keeping[live.id]

    def _done(self, table: str, task: "asyncio.Task[bytes]") -> None:
        del self._keeping[table]
        if not task.cancelled() and (error := task.exception()):
            logger.warning("the story of table %s could not be told: %s", table, error)

    async def story(self, live: Live) -> bytes | None:
        """The packed story of a finished race; told now, if it never was and can be."""
        if live.past:
            return live.packed
        if live.id not in self._keeping and (kept := await self._store.story(live.id)):
            return kept
        return await asyncio.shield(self.keep(live))

    async def close(self) -> None:
        """Let stories that are being told come to their end."""
        tasks = list(self._keeping.values())
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Lost, Refused):
                await task

    async def _keep(self, table: str, match: Match) -> bytes:
        async with self._one_at_a_time:
            packed = await self._workbench.do_for_us(Tell(Recorded.of(match)))
        while True:
            try:
                await self._store.finish_match(table, match.result, packed)
            except Lost as error:
                if self._store.closed:
                    raise
                logger.warning("the end of table %s could not be written down: %s", table, error)
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return packed
