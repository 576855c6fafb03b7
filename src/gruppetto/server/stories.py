"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio

import msgspec

from gruppetto.games.game import Json
from gruppetto.match import Match
from gruppetto.server.answers import Story, StoryStep
from gruppetto.server.desk import Desk
from gruppetto.server.live import event_document
from gruppetto.server.messages import Refused


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return live.save_file()


async def story(desk: Desk, table: str) -> Story:
    """The whole race again, decision by decision, once it is over."""
    async with desk.at(table) as live:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "A race can be seen again when it is over.")
        begin, steps = await asyncio.to_thread(ridden_again, live.match)
        scenery = live.match.game.scenery(begin.get("letters", ""))
        told = live.table(desk.hub.online(table))
        return Story(live.row.game, told, scenery, begin, steps, live.match.result)


def ridden_again(match: Match) -> tuple[Json, list[StoryStep]]:
    """How a match began, and every decision of it; a long tour takes a while."""
    again, steps = match.at(0), []
    begin = last = _moment(again)
    for seat, code in match.log:
        text = match.game.message(again.state, seat, code).text
        events = [event_document(event) for event in again.play(seat, code)]
        now = _moment(again)
        steps.append(StoryStep(seat, code, text, events, _changed(last, now)))
        last = now
    return begin, steps


def _moment(match: Match) -> Json:
    """What everybody sees of a match, as a document that can be compared."""
    found: Json = msgspec.to_builtins(match.game.moment(match.game.view(match.state, None)))
    return found


def _changed(before: Json, after: Json) -> Json:
    """What is new in a position, of the riders only those to whom something happened."""
    changed = {key: value for key, value in after.items() if key not in before or value != before[key]}
    if "riders" in changed:
        known = before["riders"]
        changed["riders"] = {name: it for name, it in after["riders"].items() if it != known.get(name)}
    return changed
