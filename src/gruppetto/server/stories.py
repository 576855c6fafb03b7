"""A race that is over: its log, and the whole of it again, decision by decision."""

import asyncio

from gruppetto.games.game import Json
from gruppetto.match import Match
from gruppetto.server.desk import Desk
from gruppetto.server.live import event_document
from gruppetto.server.messages import Refused


async def log(desk: Desk, table: str) -> bytes:
    """The save file of a finished race."""
    async with desk.at(table) as live:
        if live.row["status"] != "over":
            raise Refused(403, "NotOver", "The log and the seed are told when the race is over.")
        return live.save_file()


async def story(desk: Desk, table: str) -> Json:
    """The whole race again, decision by decision, once it is over."""
    async with desk.at(table) as live:
        if live.row["status"] != "over":
            raise Refused(403, "NotOver", "A race can be seen again when it is over.")
        begin, steps = await asyncio.to_thread(ridden_again, live.match)
        return {
            "table": live.table(desk.hub.online(table)),
            "scenery": live.match.game.scenery(begin.get("letters", "")),
            "begin": begin,
            "steps": steps,
            "result": live.match.result,
        }


def ridden_again(match: Match) -> tuple[Json, list[Json]]:
    """How a match began, and every decision of it; a long tour takes a while."""
    again, steps = match.at(0), []
    game = match.game
    begin = last = game.moment(again.view(None))
    for seat, code in match.log:
        text = game.message(again.state, seat, code).text
        events = [event_document(event) for event in again.play(seat, code)]
        now = game.moment(again.view(None))
        steps.append({"seat": seat, "code": code, "text": text, "events": events, **_changed(last, now)})
        last = now
    return begin, steps


def _changed(before: Json, after: Json) -> Json:
    """What is new in a position, of the riders only those to whom something happened."""
    changed = {key: value for key, value in after.items() if key not in before or value != before[key]}
    if "riders" in changed:
        known = before["riders"]
        changed["riders"] = {name: it for name, it in after["riders"].items() if it != known.get(name)}
    return changed
