"""Who sits with whom: companions, people one has blocked, and for whom seats are kept."""

from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who, hash_of
from gruppetto.server.live import Live
from gruppetto.server.manner_answers import Company, Kept, People, Someone
from gruppetto.server.messages import Refused
from gruppetto.server.store import Pair

HANDLE = 16  # letters


# --- at a table -------------------------------------------------------------------------------------


async def check_welcome(desk: Desk, live: Live, seat: int, key: str) -> None:
    """Refuse a seat that is kept for another; and, in the same words, somebody whom the host has blocked."""
    kept = any(one.seat == seat and one.owner != key for one in await desk.store.invited(live.id))
    if kept or live.row.host in await desk.store.deaf_to(key):
        raise Refused(409, "SeatKept", "This seat is kept for somebody else.")


async def sat_together(desk: Desk, live: Live) -> None:
    """The people at a table in a race will know each other again."""
    owners = sorted({place.owner for place in live.seats if place.is_a_persons and place.owner})
    if len(owners) > 1:
        await desk.store.accompany(owners)


async def company(desk: Desk, table: str, who: Who) -> Company:
    """What somebody should know before they sit down: which seats are kept, and whom they have blocked."""
    async with desk.at(table) as live:
        await desk.reread(live)
        invited = [one for one in await desk.store.invited(table) if live.seats[one.seat].kind == "open"]
        blocked = {pair.other for pair in await desk.store.blocked_by(who.known)}
        kept = [Kept(one.seat, await _name(desk, one.owner), one.owner == who.key) for one in invited]
        return Company(kept, [place.seat for place in live.seats if place.owner in blocked])


async def _name(desk: Desk, key: str) -> str:
    known = await desk.store.find(key)
    return known.name if known else ""


async def block_at(desk: Desk, table: str, seat: int, who: Who) -> People:
    """Want nothing to do any more with whoever sits there."""
    async with desk.at(table) as live:
        await desk.own_seat(live, who)
        await desk.reread(live)
        place = desk.place(live, seat)
        if not place.is_a_persons or not place.owner or place.owner == who.key:
            raise Refused(409, "NobodyElse", "Nobody else sits there.")
        await desk.store.block(who.known, place.owner, place.name)
    return await people(desk, who)


# --- whom one knows ---------------------------------------------------------------------------------


async def people(desk: Desk, who: Who) -> People:
    """Whom somebody sat with, and whom they have blocked."""
    blocked = await desk.store.blocked_by(who.known)
    apart = {pair.other for pair in blocked}
    known = [pair for pair in await desk.store.companions(who.known) if pair.other not in apart]
    return People([_told(pair) for pair in known], [_told(pair) for pair in blocked])


def _told(pair: Pair) -> Someone:
    return Someone(_handle(pair), pair.name)


def _handle(pair: Pair) -> str:
    """What one person calls another here; nobody else can make anything of it."""
    return hash_of(f"{pair.owner} {pair.other}")[:HANDLE]


async def part(desk: Desk, handle: str, who: Who) -> People:
    """Take somebody off the list of one's companions."""
    known = await _found(desk, handle, who)
    await desk.store.part(known.owner, known.other)
    return await people(desk, who)


async def block(desk: Desk, handle: str, who: Who) -> People:
    """Want nothing to do with a companion any more."""
    known = await _found(desk, handle, who)
    await desk.store.block(known.owner, known.other, known.name)
    return await people(desk, who)


async def unblock(desk: Desk, handle: str, who: Who) -> People:
    """Make it up with somebody."""
    known = await _found(desk, handle, who)
    await desk.store.unblock(known.owner, known.other)
    return await people(desk, who)


async def _found(desk: Desk, handle: str, who: Who) -> Pair:
    known = [*await desk.store.companions(who.known), *await desk.store.blocked_by(who.known)]
    for pair in known:
        if _handle(pair) == handle:
            return pair
    raise Refused(404, "UnknownPerson", "You do not know anybody like that.")
