"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio
import logging

import msgspec

from gruppetto.games.game import Game, Json
from gruppetto.server.desk import Desk
from gruppetto.server.messages import Refused
from gruppetto.story import changes, unpack

logger = logging.getLogger(__name__)


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row["status"] != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return await asyncio.to_thread(live.save_file, await desk.archive.story(live))


async def story(desk: Desk, table: str) -> Json:
    """The whole race again, decision by decision, once it is over."""
    async with desk.at(table) as live:
        if live.row["status"] != "over":
            raise Refused(403, "NotOver", "A race can be seen again when it is over.")
        packed = await desk.archive.story(live)
        if packed is None:
            raise Refused(410, "NoStory", "Other rules rode this race, and no story of it was kept.")
        told = await asyncio.to_thread(_shown, live.match.game, packed)
        return {"table": live.table(desk.hub.online(table)), **told, "result": live.row["result"]}


async def tell_untold(desk: Desk) -> None:
    """Tell the stories of races that were over before stories were kept, as long as their rules are here."""
    for table in await desk.store.untold():
        try:
            async with desk.at(table) as live:
                if live.row["status"] == "over" and not live.past:
                    await desk.archive.story(live)
        except Exception as error:
            logger.warning("the story of table %s could not be told: %s", table, error)


def _shown(game: Game, packed: bytes) -> Json:
    """A story as a replay draws it: moments, of which each step tells only what it has changed."""
    told = unpack(packed)
    moments = [_moment(game, view) for view in told.views()]
    steps = [
        {"seat": step.seat, "code": step.code, "text": step.text, "events": step.events, **changed}
        for step, changed in zip(told.steps, changes(moments), strict=True)
    ]
    return {"scenery": told.scenery, "begin": moments[0], "steps": msgspec.Raw(msgspec.json.encode(steps))}


def _moment(game: Game, view: Json) -> Json:
    """What a replay shows of a view; all of it, where other rules saw what our room does not look for."""
    try:
        return game.moment(view)
    except (LookupError, TypeError, AttributeError):
        return view
