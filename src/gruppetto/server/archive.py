"""Finished races are written down: result and story together, off the event loop, one after the other."""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable
from typing import NamedTuple

from gruppetto.games.game import Json
from gruppetto.match import Match
from gruppetto.server.finishes import finish_of
from gruppetto.server.jobs import Recorded, Tell
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import Finish, Lost, Store
from gruppetto.server.workbench import Workbench

Then = Callable[[Live], None]  # what is done with a race that has just ended
AGAIN_SECONDS = 1.0  # until what could not be written is tried again
PATIENCE = 20.0  # seconds that a server which stops waits for stories
logger = logging.getLogger(__name__)


class Ending(NamedTuple):
    """A race that is being written down: its story, which can be read as soon as it is told."""

    told: asyncio.Task[bytes]
    kept: asyncio.Task[None]


class Archive:
    """The stories this worker is telling, until they are in the database."""

    def __init__(self, store: Store, workbench: Workbench) -> None:
        self._store, self._workbench = store, workbench
        self._endings: dict[str, Ending] = {}
        self._one_at_a_time = asyncio.Lock()
        self.then: Then = _nothing

    def keep(self, live: Live) -> Ending:
        """Write down a race that is over; until that is done the database holds it to be running."""
        if live.id not in self._endings:
            told = asyncio.create_task(self._tell(live.match))
            kept = asyncio.create_task(self._keep(live.id, live.match.result, finish_of(live), told))
            kept.add_done_callback(functools.partial(self._done, live.id))
            self._endings[live.id] = Ending(told, kept)
            self.then(live)
        return self._endings[live.id]

    def _done(self, table: str, task: "asyncio.Task[None]") -> None:
        del self._endings[table]
        if not task.cancelled() and (error := task.exception()):
            logger.warning("the story of table %s could not be told: %s", table, error)

    async def story(self, live: Live) -> bytes | None:
        """The packed story of a finished race; told now, if it never was and can be."""
        if live.past:
            return live.packed
        if live.id not in self._endings and (kept := await self._store.story(live.id)):
            return kept
        return await asyncio.shield(self.keep(live).told)

    async def close(self) -> None:
        """Let stories that are being told come to their end."""
        tasks = [ending.kept for ending in self._endings.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Lost, Refused):
                await task

    async def _tell(self, match: Match) -> bytes:
        async with self._one_at_a_time:
            return await self._workbench.do_for_us(Tell(Recorded.of(match)))

    async def _keep(
        self, table: str, result: Json | None, finish: Finish | None, told: "asyncio.Task[bytes]"
    ) -> None:
        packed = await told
        while True:
            try:
                await self._store.finish_match(table, result, packed, finish)
            except Lost as error:
                if self._store.closed:
                    raise
                logger.warning("the end of table %s could not be written down: %s", table, error)
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                return


def _nothing(live: Live) -> None:
    del live
