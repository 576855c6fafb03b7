"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio
import logging

import msgspec

from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Show
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.seal import check_opened
from gruppetto.server.shelf import Shelf
from gruppetto.server.store import Lost
from gruppetto.server.workbench import Workbench

KEPT_BYTES = 32 * 1024 * 1024  # stories at hand, compressed
logger = logging.getLogger(__name__)


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        check_opened(live)
    packed = await desk.archive.story(live)  # nobody at the table waits until it is told
    return await asyncio.to_thread(live.save_file, packed)


class Stories:
    """Whole races, decision by decision, kept as they are sent: JSON, compressed."""

    def __init__(self, desk: Desk, workbench: Workbench) -> None:
        self._desk, self._workbench = desk, workbench
        self._shelf = Shelf[tuple[str, bytes]](KEPT_BYTES)

    async def story(self, table: str, client: str) -> bytes:
        """The whole race again, once it is over."""
        async with self._desk.at(table) as live:
            if live.row.status != "over":
                raise Refused(403, "NotOver", "A race can be seen again when it is over.")
            check_opened(live)
            shown = msgspec.json.encode(live.table(set()))  # names may go

        async def told() -> bytes:
            return await self._workbench.do(client, Show(shown, await self._packed(live)))

        return await self._shelf.content((live.id, shown), told)

    async def _packed(self, live: Live) -> bytes:
        packed = await self._desk.archive.story(live)
        if packed is None:
            raise Refused(410, "NoStory", "Other rules rode this race, and no story of it was kept.")
        return packed


async def tell_untold(desk: Desk) -> None:
    """Tell the stories of races that were over before stories were kept, as long as their rules are here."""
    try:
        untold = await desk.store.untold()
    except Lost as error:
        logger.warning("stories that were never told could not be looked for: %s", error)
        return
    for table in untold:
        try:
            async with desk.at(table) as live:
                pass
            if live.row.status == "over" and not live.past:
                await desk.archive.story(live)
        except Exception as error:
            logger.warning("the story of table %s could not be told: %s", table, error)
