"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio
import logging
import weakref
from collections import OrderedDict

import msgspec

from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Show
from gruppetto.server.messages import Refused
from gruppetto.server.workbench import Workbench

KEPT_BYTES = 32 * 1024 * 1024  # stories at hand, compressed
Key = tuple[str, int, str | None]
logger = logging.getLogger(__name__)


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return await asyncio.to_thread(live.save_file, await desk.archive.story(live))


class Stories:
    """Whole races, decision by decision, kept as they are sent: JSON, compressed."""

    def __init__(self, desk: Desk, workbench: Workbench) -> None:
        self._desk, self._workbench = desk, workbench
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._showing: weakref.WeakValueDictionary[Key, asyncio.Lock] = weakref.WeakValueDictionary()

    async def story(self, table: str, client: str) -> bytes:
        """The whole race again, once it is over."""
        async with self._desk.at(table) as live:
            if live.row.status != "over":
                raise Refused(403, "NotOver", "A race can be seen again when it is over.")
            key = live.id, live.seq, live.row.rematch
            shown = msgspec.json.encode(live.table(set()))
        lock = self._showing.setdefault(key, asyncio.Lock())
        async with lock:  # whoever asks for the same waits for the first
            if key not in self._kept:
                self._keep(key, await self._workbench.do(client, Show(shown, await self._packed(table))))
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _packed(self, table: str) -> bytes:
        async with self._desk.at(table) as live:
            packed = await self._desk.archive.story(live)
        if packed is None:
            raise Refused(410, "NoStory", "Other rules rode this race, and no story of it was kept.")
        return packed

    def _keep(self, key: Key, content: bytes) -> None:
        self._kept[key] = content
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT_BYTES:
            self._kept.popitem(last=False)


async def tell_untold(desk: Desk) -> None:
    """Tell the stories of races that were over before stories were kept, as long as their rules are here."""
    for table in await desk.store.untold():
        try:
            async with desk.at(table) as live:
                if live.row.status == "over" and not live.past:
                    await desk.archive.story(live)
        except Exception as error:
            logger.warning("the story of table %s could not be told: %s", table, error)
