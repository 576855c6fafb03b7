"""Once more with the same people: a table at which their seats are kept until they accept or decline."""

import contextlib

from gruppetto.errors import GruppettoError
from gruppetto.server import opening
from gruppetto.server.answers import Rematch
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.manner_answers import Invited
from gruppetto.server.messages import Refused
from gruppetto.server.seal import check_shared
from gruppetto.server.store import Invitation


async def again(desk: Desk, table: str, who: Who) -> Rematch:
    """A table like a finished one, at which seats are kept for those who sat there with somebody."""
    async with desk.at(table) as live:
        await desk.reread(live)
        mine = live.seats_of(who.known)
        if not mine:
            raise Refused(401, "NotAllowed", "This key opens no seat at this table.")
        check_shared(live)
        if live.row.status != "over":
            raise Refused(409, "NotOver", "This race is not over yet.")
        made = await opening.open_again(desk, live, who)
        kept = await _kept(desk, live, made.id, who)
        if kept:
            await desk.store.invite(kept)
            await opening.call(desk, made.id, who, {one.owner: live.seats[one.seat].name for one in kept})
    return Rematch(made.id)


async def _kept(desk: Desk, live: Live, made: str, who: Who) -> list[Invitation]:
    """A seat for each of the others, but for those whom somebody has blocked."""
    apart = {pair.other for pair in await desk.store.blocked_by(who.known)}
    wanted = {
        place.owner: place.seat
        for place in reversed(live.seats)
        if place.is_a_persons and place.owner and place.owner != who.key and place.owner not in apart
    }
    return [Invitation(made, owner, seat, who.known) for owner, seat in wanted.items()]


async def invitations(desk: Desk, who: Who) -> list[Invited]:
    """The tables at which a seat is kept for somebody; one that cannot be taken up any more is left out."""
    found = []
    for one in await desk.store.invitations_of(who.known):
        with contextlib.suppress(Refused, GruppettoError):
            async with desk.at(one.match) as live:
                by = await desk.store.find(one.by)
                table = live.table(desk.hub.online(live.id))
                found.append(Invited(table, one.seat, by.name if by else ""))
    return found


async def decline(desk: Desk, table: str, who: Who) -> list[Invited]:
    """Keep no seat for somebody: anybody may sit down there."""
    await desk.store.withdraw(table, who.known)
    return await invitations(desk, who)
