"""Talk at a table, with everybody or with one other seat."""

from typing import Any

from gruppetto.games.game import Json
from gruppetto.server.desk import Desk
from gruppetto.server.hub import encode
from gruppetto.server.live import PEOPLE, Live
from gruppetto.server.messages import Chat, Refused


async def say(desk: Desk, table: str, token: str | None, asked: Chat) -> Json:
    """A line of chat or a reaction, told to everybody or to one other seat."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, token)
        if asked.to is not None:
            await _check_private(desk, live, seat, asked.to)
        text = asked.text.strip() if asked.text else asked.reaction
        if not text:
            raise Refused(400, "Empty", "Say something, or send a reaction.")
        line = await desk.store.say(table, seat, text, reaction=asked.text is None, to=asked.to)
        tell_line(desk, live, line)
        desk.publish({"table": table, "what": "chat", "line": line["id"]})
        return chat_message(live, line)


async def _check_private(desk: Desk, live: Live, seat: int, to: int) -> None:
    """Refuse a line to one seat where the game has no such talk, or nobody else would read it."""
    if live.past or not live.match.game.talks_in_private(live.match.options):
        raise Refused(403, "NoPrivateTalk", "At this table everything is said to everybody.")
    await desk.reread(live)  # somebody may have sat down there by way of another worker
    place = desk.place(live, to)
    if to == seat:
        raise Refused(409, "ToYourself", "You cannot write to yourself.")
    if place["kind"] not in PEOPLE:
        raise Refused(409, "NobodyThere", "Nobody sits there who could read it.")


def tell_line(desk: Desk, live: Live, line: dict[str, Any]) -> None:
    """Tell a line of chat to those on this worker who may hear it."""
    message = encode(chat_message(live, line))
    if line["to"] is None:
        desk.hub.tell_all(live.id, message)
    else:
        desk.hub.tell_seats(live.id, (line["seat"], line["to"]), message)


def chat_message(live: Live, line: dict[str, Any]) -> Json:
    """A line of chat as it is told."""
    return {
        "type": "chat",
        "id": line["id"],
        "seat": line["seat"],
        "name": live.seats[line["seat"]]["name"],
        "reaction" if line["reaction"] else "text": line["text"],
        "to": line["to"],
        "at": line["at"],
    }
