"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio
import logging

from gruppetto.server.answers import Story, StoryStep
from gruppetto.server.desk import Desk
from gruppetto.server.messages import Refused
from gruppetto.story import unpack

logger = logging.getLogger(__name__)


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return await asyncio.to_thread(live.save_file, await desk.archive.story(live))


async def story(desk: Desk, table: str) -> Story:
    """The whole race again, decision by decision, once it is over."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "A race can be seen again when it is over.")
        packed = await desk.archive.story(live)
        if packed is None:
            raise Refused(410, "NoStory", "Other rules rode this race, and no story of it was kept.")
        told = await asyncio.to_thread(unpack, packed)
        shown = live.table(desk.hub.online(table))
    steps = [StoryStep(step.seat, step.code, step.text, step.events, step.changed) for step in told.steps]
    return Story(shown.game, shown, told.scenery, told.begin, steps, shown.result)


async def tell_untold(desk: Desk) -> None:
    """Tell the stories of races that were over before stories were kept, as long as their rules are here."""
    for table in await desk.store.untold():
        try:
            async with desk.at(table) as live:
                if live.row.status == "over" and not live.past:
                    await desk.archive.story(live)
        except Exception as error:
            logger.warning("the story of table %s could not be told: %s", table, error)
