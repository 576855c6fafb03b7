"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio
import weakref
from collections import OrderedDict

import msgspec

from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Recorded, Tell
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.workbench import Workbench

KEPT_BYTES = 32 * 1024 * 1024  # stories at hand, compressed
Key = tuple[str, int, str | None]


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row["status"] != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return live.save_file()


class Stories:
    """Whole races, decision by decision, told once and kept as they are sent: JSON, compressed."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._telling: weakref.WeakValueDictionary[Key, asyncio.Lock] = weakref.WeakValueDictionary()

    async def story(self, desk: Desk, table: str, client: str) -> bytes:
        """The whole race again, once it is over."""
        async with desk.at(table) as live:
            if live.row["status"] != "over":
                raise Refused(403, "NotOver", "A race can be seen again when it is over.")
            key, job = _key(live), _job(live)
        lock = self._telling.setdefault(key, asyncio.Lock())
        async with lock:  # whoever asks for the same waits for the first
            if key not in self._kept:
                self._keep(key, await self._workbench.do(client, job))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: Key, content: bytes) -> None:
        self._kept[key] = content
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > KEPT_BYTES:
            self._kept.popitem(last=False)


def _key(live: Live) -> Key:
    return live.id, live.seq, live.row["rematch"]


def _job(live: Live) -> Tell:
    return Tell(msgspec.json.encode(live.table(set())), Recorded.of(live.match))
