"""What a host may do: tables are set up, started and looked after by somebody."""

import logging
import time

from gruppetto.players.characters import called
from gruppetto.server.answers import Table
from gruppetto.server.desk import Desk
from gruppetto.server.hub import HOST
from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.messages import Fault, Refused
from gruppetto.server.roster import STAND_IN
from gruppetto.server.seal import check_shared
from gruppetto.server.store import LEAGUE, NOT_LENT, SeatRow

PATIENCE = 300.0  # seconds that a table without a patience of its own waits for its host
KICKED = Fault("Kicked", "The host has asked you to leave this table.")
logger = logging.getLogger(__name__)


def check_host(live: Live, who: Who) -> None:
    """Refuse what only the host may do."""
    if not live.is_host(who.known):
        raise Refused(403, "NotHost", "Only the host of this table can do this.")


async def kick(desk: Desk, table: str, seat: int, who: Who) -> Table:
    """Send somebody away from their seats for good; in a race bots ride on."""
    async with desk.at(table) as live:
        place = await _theirs(desk, live, seat, who)
        if place.owner:
            await desk.store.send_away(table, place.owner, lambda one: _empty(live, one))
        else:
            await desk.store.update_seat(table, seat, **_empty(live, seat))
        if live.row.status == "running" and live.row.rated:  # a host sends nobody away to win by it
            await desk.store.update_match(table, rated=False)
        await desk.changed(live)
        if place.owner:
            desk.hub.dismiss(table, place.owner, KICKED)
            desk.publish({"table": table, "what": "kick", "owner": place.owner})
        desk.attend(live)
        return live.table(desk.hub.online(table))


def _empty(live: Live, seat: int) -> dict[str, object]:
    """A seat that nobody sits on any more."""
    if live.row.status == "open":
        return {"kind": "open", "name": "", "owner": None, "muted": False, **NOT_LENT}
    return bot_on(live.id, seat, STAND_IN)


def bot_on(table: str, seat: int, level: str) -> dict[str, object]:
    """A seat on which a bot rides."""
    return {
        "kind": "bot",
        "name": called(level, table, seat),
        "owner": None,
        "muted": False,
        **NOT_LENT,
        "level": level,
    }


async def give_to_bot(desk: Desk, table: str, seat: int) -> None:
    """A bot rides on for somebody who does not come back."""
    async with desk.at(table) as live:
        if live.row.status == "running":
            await desk.store.update_seat(table, seat, **bot_on(table, seat, STAND_IN))
            await desk.changed(live)
            desk.attend(live)


async def close(desk: Desk, table: str, seat: int, level: str, who: Who) -> Table:
    """Let nobody sit down on an open seat: a bot rides there."""
    async with desk.at(table) as live:
        desk.roster.check(level, live.game)
        await _place(desk, live, seat, who)
        if not await desk.store.fill_seat(table, seat, **bot_on(table, seat, level)):
            raise Refused(409, "SeatTaken", "Somebody else sits there.")
        await desk.changed(live)
        desk.attend(live)
        return live.table(desk.hub.online(table))


async def reopen(desk: Desk, table: str, seat: int, who: Who) -> Table:
    """Let somebody sit down where a bot rides; in a race the bot rides on until they do."""
    async with desk.at(table) as live:
        place = await _place(desk, live, seat, who)
        if place.kind != "bot":
            raise Refused(409, "NoBot", "Only a bot's seat can be opened.")
        rides_on = live.row.status == "running"
        level = place.level if rides_on else None
        await desk.store.update_seat(table, seat, kind="open", name="", level=level, lent=rides_on)
        await desk.changed(live)
        return live.table(desk.hub.online(table))


async def mute(desk: Desk, table: str, seat: int, who: Who, *, muted: bool) -> Table:
    """Let somebody talk no more, or again."""
    async with desk.at(table) as live:
        await _theirs(desk, live, seat, who)
        await desk.store.update_seat(table, seat, muted=muted)
        await desk.changed(live)
        return live.table(desk.hub.online(table))


async def pass_on(desk: Desk, table: str, seat: int, who: Who) -> Table:
    """Make somebody else at the table its host."""
    async with desk.at(table) as live:
        place = await _theirs(desk, live, seat, who)
        await _hand_to(desk, live, place)
        return live.table(desk.hub.online(table))


async def _place(desk: Desk, live: Live, seat: int, who: Who) -> SeatRow:
    """A seat with which the host may do something now."""
    await desk.reread(live)
    check_host(live, who)
    check_shared(live)
    if live.row.status == "over":
        raise Refused(409, "NotRunning", "The race has not begun yet, or it is over.")
    return desk.place(live, seat)


async def _theirs(desk: Desk, live: Live, seat: int, who: Who) -> SeatRow:
    """The same, where another person sits on it."""
    place = await _place(desk, live, seat, who)
    if not place.is_a_persons or place.owner == who.key:
        raise Refused(409, "NobodyElse", "Nobody else sits there.")
    return place


async def _hand_to(desk: Desk, live: Live, place: SeatRow) -> None:
    if place.owner and await desk.store.pass_on(live.id, live.row.host, place.owner):
        await desk.changed(live)


# --- a host who is gone -----------------------------------------------------------------------------


class Watch:
    """Since when which tables are without their host, as far as this worker has seen."""

    def __init__(self) -> None:
        self._gone: dict[str, float] = {}

    async def look(self, desk: Desk) -> None:
        """Hand tables to somebody who is there when their host has been gone beyond their patience."""
        alone = [
            live
            for table in list(desk.hub.viewers)
            if (live := desk.known(table)) and _misses_host(desk, live)
        ]
        since = {live.id: self._gone.get(live.id, time.monotonic()) for live in alone}
        self._gone = since
        for live in alone:
            if time.monotonic() - since[live.id] >= _patience(live):
                await _replace_host_at(desk, live.id)


def _patience(live: Live) -> float:
    """Seconds that a table waits for its host: in a race as long as anybody may think, which can be days."""
    clock = live.row.tempo.clock if live.row.status == "running" else None
    return max(live.row.lend_after or PATIENCE, clock.seconds if clock else 0.0)


def _misses_host(desk: Desk, live: Live) -> bool:
    """Whether people sit at a table whose host is away."""
    online = desk.hub.online(live.id)
    needs_one = live.row.status != "over" and live.row.host != LEAGUE
    return needs_one and HOST not in online and bool(online)


async def _replace_host_at(desk: Desk, table: str) -> None:
    """Where a table cannot be looked after, the others are."""
    try:
        await _replace_host(desk, table)
    except Refused:
        return
    except Exception:
        logger.exception("nobody became the host of table %s", table)


async def _replace_host(desk: Desk, table: str) -> None:
    async with desk.at(table) as live:
        await desk.reread(live)
        online = desk.hub.online(table)
        here = [place for place in live.seats if place.is_a_persons and place.seat in online]
        if here and not any(live.is_host(place.owner) for place in here):
            await _hand_to(desk, live, here[0])
