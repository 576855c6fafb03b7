"""Seats are lent to bots, by their players or because these are not there."""

import contextlib

from gruppetto.server.answers import Table
from gruppetto.server.desk import Desk
from gruppetto.server.messages import Refused


async def lend(desk: Desk, table: str, seat: int, token: str | None, level: str | None) -> Table:
    """Let a bot play for an own seat, or take it back."""
    async with desk.at(table) as live:
        await desk.reread(live)
        if await desk.own_seat(live, token) != seat:
            raise Refused(403, "NotYours", "That is not your seat.")
        if level is not None:
            desk.roster.check(level)
        await desk.store.update_seat(table, seat, lent=level is not None, level=level)
        await desk.changed(live)
        desk.wake_bots(live)
        return live.table(desk.hub.online(table))


async def lend_absent(desk: Desk, table: str) -> None:
    """Lend the seats that hold up a table and whose players are not there."""
    async with desk.at(table) as live:
        await desk.look_again(live)
        absent = [
            seat
            for seat in live.waiting
            if live.seats[seat].is_a_persons
            and not live.seats[seat].lent
            and seat not in desk.hub.online(table)
        ]
        for seat in absent:
            await desk.store.update_seat(table, seat, lent=True, level="domestique")
        if absent:
            await desk.changed(live)
            desk.wake_bots(live)


async def lend_all_absent(desk: Desk) -> None:
    """The same at every table that has waited long enough."""
    for table in await desk.store.waiting_to_be_lent():
        with contextlib.suppress(Refused):
            await lend_absent(desk, table)
