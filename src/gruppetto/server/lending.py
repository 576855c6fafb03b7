"""Seats are lent to bots by their players, and something is done for players whose time is over.

Here alone it is decided whose time that is, by a clock or by the patience of the others, and what is done.
"""

import contextlib
import logging
from collections import defaultdict

from gruppetto.server.answers import Idle, Table
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused, Tempo
from gruppetto.server.roster import STAND_IN
from gruppetto.server.seal import check_shared
from gruppetto.server.store import CLOCK, NOT_LENT

LONG = 3600  # seconds; with so much patience nobody sits and waits, and nobody has to
TWICE = 2  # one who is there but does not decide has so many times the table's patience
logger = logging.getLogger(__name__)


async def lend(desk: Desk, table: str, seat: int, who: Who, level: str | None) -> Table:
    """Let a bot play for an own seat, or take it back."""
    async with desk.at(table) as live:
        await desk.reread(live)
        desk.place(live, seat)
        if seat not in live.seats_of(who.known):
            raise Refused(403, "NotYours", "That is not your seat.")
        check_shared(live)
        if level is not None:
            desk.roster.check(level, live.game)
        values = NOT_LENT if level is None else {"lent": True, "by_table": False, "level": level}
        await desk.store.update_seat(table, seat, **values)
        return await _lent(desk, live)


async def _lent(desk: Desk, live: Live) -> Table:
    await desk.changed(live)
    desk.attend(live)
    return live.table(desk.hub.online(live.id))


# --- those whose time is over -----------------------------------------------------------------------


async def look_after_all(desk: Desk) -> None:
    """Look after every table at which somebody's time may be over, and where something can be done."""
    alone = await desk.store.due_alone(desk.store.time(), LONG)
    for table in dict.fromkeys([*alone, *desk.due_here()]):
        try:
            await look_after(desk, table)
        except Refused:
            continue  # begun by other rules, and ours cannot take it up
        except Exception:
            logger.exception("nobody's time could be looked after at table %s", table)


def _is_patient(tempo: Tempo) -> bool:
    return (tempo.lend_after or 0) >= LONG


async def look_after(desk: Desk, table: str) -> None:
    """Do for everybody whose time is over what the table does then."""
    async with desk.at(table) as live:
        await desk.look_again(live)
        late = {seat: _what_is_done(desk, live, seat) for seat in live.reckoning.late()}
        if lent := [seat for seat, done in late.items() if done == "bot"]:
            await stand_in(desk, live, lent)
        for seat in [seat for seat, done in late.items() if done == "safe"]:
            if seat in live.waiting:  # another's decision may have answered for them
                await _choose_safely(desk, live, seat)
        await _tell_idle(desk, live, [seat for seat, done in late.items() if done == "vote"])


def _what_is_done(desk: Desk, live: Live, seat: int) -> str | None:
    """A bot rides on, a safe choice is made, or the others may vote."""
    if clock := live.row.tempo.clock:
        return clock.at_zero
    if not _is_waited_for(desk, live, seat):
        return None
    is_away = seat not in desk.hub.online(live.id)
    return "bot" if is_away or _had_time_enough(live, seat) else "vote"


def _is_waited_for(desk: Desk, live: Live, seat: int) -> bool:
    """Whether a player holds up somebody else; who rides against bots alone may take all day."""
    online, others = desk.hub.online(live.id), live.others(seat)
    return any(_is_patient(live.row.tempo) or other.seat in online for other in others)


def _had_time_enough(live: Live, seat: int) -> bool:
    return live.reckoning.used(seat) >= TWICE * (live.row.lend_after or 0)


async def wait_anew(desk: Desk, live: Live) -> None:
    """Somebody comes to a table where nobody was: from now on, not from their leaving, others wait."""
    if live.row.clock is None and not _is_patient(live.row.tempo):
        live.reckoning.begin_anew()
        await desk.keep_turns(live)


async def _choose_safely(desk: Desk, live: Live, seat: int) -> None:
    """Decide once for somebody, as quick play would; where that has no answer, the first choice there is."""
    own, choices = live.own(seat), live.match.explained(seat, live.legal(seat))
    routine = [choice for choice in choices if choice.routine]
    with contextlib.suppress(Refused):  # they have decided in this moment
        await desk.play(live, seat, own, (routine or choices)[0].code, f"{CLOCK}{seat}:{own}:{live.undone()}")


async def stand_in(desk: Desk, live: Live, seats: list[int]) -> Table:
    """Bots ride for these until they are back (the table is locked)."""
    for seat in seats:
        await desk.store.stand_in(live.id, seat, live.seq, STAND_IN)
    return await _lent(desk, live)


async def _tell_idle(desk: Desk, live: Live, seats: list[int]) -> None:
    found = await _idle(desk, live, seats) if seats else []
    if found != live.idle:
        live.idle = found
        desk.hub.tell_table(live)


async def _idle(desk: Desk, live: Live, seats: list[int]) -> list[Idle]:
    """Who holds up a table, and who has voted for a bot."""
    cast: dict[int, set[str]] = defaultdict(set)
    for seat, owner in await desk.store.votes(live.id, live.seq):
        cast[seat].add(owner)
    return [_counted(desk, live, seat, cast[seat]) for seat in seats]


def _counted(desk: Desk, live: Live, seat: int, cast: set[str]) -> Idle:
    """More than half of the others who are there must want it, each person once."""
    here = [place for place in live.others(seat) if place.seat in desk.hub.online(live.id)]
    voters = {place.owner: place.seat for place in reversed(here)}
    voted = sorted(place for owner, place in voters.items() if owner in cast)
    return Idle(seat, live.seq, voted, len(voters) // 2 + 1)


async def vote(desk: Desk, table: str, seat: int, who: Who) -> Table:
    """Want a bot to ride for somebody who holds up the table."""
    async with desk.at(table) as live:
        await desk.look_again(live)
        await desk.own_seat(live, who)
        if not any(idle.seat == seat and idle.seq == live.seq for idle in live.idle):
            raise Refused(409, "NotIdle", "Nobody has waited long enough for this player yet.")
        if seat in live.seats_of(who.known):
            raise Refused(409, "NobodyElse", "Nobody else sits there.")
        await desk.store.vote(table, seat, who.known, live.seq)
        await count_again(desk, live)
        desk.publish({"table": table, "what": "vote"})
        if any(idle.seat == seat and len(idle.voted) >= idle.needed for idle in live.idle):
            return await stand_in(desk, live, [seat])
        return live.table(desk.hub.online(table))


async def count_again(desk: Desk, live: Live) -> None:
    """Somebody has voted, here or on another worker."""
    await _tell_idle(desk, live, [idle.seat for idle in live.idle if idle.seq == live.seq])
