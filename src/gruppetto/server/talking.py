"""Talk at a table, with everybody or with one other seat."""

from msgspec import UNSET

from gruppetto.server.answers import ChatLine
from gruppetto.server.desk import Desk
from gruppetto.server.hub import encode
from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.messages import Chat, Refused
from gruppetto.server.store import Line


async def say(desk: Desk, table: str, who: Who, asked: Chat) -> ChatLine:
    """A line of chat or a reaction, told to everybody or to one other seat."""
    async with desk.at(table) as live:
        seat = await desk.own_seat(live, who)
        if live.seats[seat].muted:
            raise Refused(403, "Muted", "The host has asked you to be silent at this table.")
        if asked.to is not None:
            await _check_private(desk, live, seat, asked.to)
        text = asked.text.strip() if asked.text else asked.reaction
        if not text:
            raise Refused(400, "Empty", "Say something, or send a reaction.")
        line = await desk.store.say(table, seat, text, reaction=asked.text is None, to=asked.to)
        await tell_line(desk, live, line)
        desk.publish({"table": table, "what": "chat", "line": line.id})
        return told(live, line)


async def _check_private(desk: Desk, live: Live, seat: int, to: int) -> None:
    """Refuse a line to one seat where the game has no such talk, or nobody else would read it."""
    if live.past or not live.match.game.talks_in_private(live.match.options):
        raise Refused(403, "NoPrivateTalk", "At this table everything is said to everybody.")
    await desk.reread(live)  # somebody may have sat down there by way of another worker
    place = desk.place(live, to)
    if to == seat:
        raise Refused(409, "ToYourself", "You cannot write to yourself.")
    if not place.is_a_persons:
        raise Refused(409, "NobodyThere", "Nobody sits there who could read it.")


async def tell_line(desk: Desk, live: Live, line: Line) -> None:
    """Tell a line of chat to those on this worker who may hear it, and have not blocked whoever says it."""
    message, deaf = encode(told(live, line)), await desk.store.deaf_to(live.seats[line.seat].owner)
    seats = None if line.to is None else (line.seat, line.to)
    desk.hub.tell_hearers(live.id, seats, deaf, message)


async def said(desk: Desk, live: Live, seat: int | None, who: Who) -> list[Line]:
    """What was said before somebody came, as far as they may hear it and want to."""
    lines = await desk.store.said(live.id, seat)
    apart = {pair.other for pair in await desk.store.blocked_by(who.key)} if who.key else set()
    return [line for line in lines if live.seats[line.seat].owner not in apart]


def told(live: Live, line: Line) -> ChatLine:
    """A line of chat as it is told."""
    return ChatLine(
        id=line.id,
        seat=line.seat,
        name=live.seats[line.seat].name,
        text=UNSET if line.reaction else line.text,
        reaction=line.text if line.reaction else UNSET,
        to=line.to,
        at=line.at,
    )
