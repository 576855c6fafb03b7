"""Who is waited for and not looking is called: once, until they look.

Nothing of this is in the way of a decision. A table is looked at again a moment later, since whoever
reloads a page is away only for an instant; then one question to the database tells how those who are
missing may be called, and whoever writes a notice down first sends it.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any

from gruppetto.server.desk import Desk
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.notices.hours import after_quiet
from gruppetto.server.notices.ways import Outcome, Ways
from gruppetto.server.notices.words import Called
from gruppetto.server.store import CHAT, MAIL, Lost, Notice, Store, Way, What, now, stop
from gruppetto.server.turns import Turns

GLANCE = 0.4  # seconds for a page to be reloaded
MINUTE = 60.0
LOOK_SECONDS = 2.0  # between two looks for notices whose time has come
AT_ONCE = 64  # that are sent at the same time
MOST_EACH = 16  # calls to one person that are under way
MOST_WAITING = 2000  # tables and notices that are being seen to; more are left out, and counted
REMEMBERED = 10_000  # tables
AGAIN = (10.0, 60.0, 600.0, 3600.0)  # seconds until what could not be sent is tried again
logger = logging.getLogger(__name__)


class Crier:
    """Calls people to their tables, on this worker."""

    def __init__(self, store: Store, ways: Ways) -> None:
        self._store, self._ways = store, ways
        self._missing: OrderedDict[str, frozenset[tuple[str, int]]] = OrderedDict()  # as found last, by table
        self._soon: set[str] = set()  # tables that are about to be looked at
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = Turns(AT_ONCE)
        self.counts: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How much there is to do."""
        return len(self._tasks)

    async def close(self) -> None:
        """Call nobody any more."""
        for task in list(self._tasks):
            await stop(task)

    # --- what happens at the tables -----------------------------------------------------------------

    def attend(self, desk: Desk, live: Live) -> None:
        """It may be somebody's turn who is not looking; without anything new this costs next to nothing."""
        known = self._missing.get(live.id)
        if live.row.status == "open" or (known is None and live.over):
            return  # nobody is waited for yet, or it ended long ago
        missing = frozenset((called.owner, called.made) for called in _missing(desk, live))
        if missing <= (known or frozenset()) or live.id in self._soon:
            self._remember(live.id, missing & (known or frozenset()))
        elif self._begin(self._look(desk, live.id)):
            self._soon.add(live.id)

    def _remember(self, table: str, missing: frozenset[tuple[str, int]]) -> None:
        self._missing[table] = missing
        self._missing.move_to_end(table)
        if len(self._missing) > REMEMBERED:
            self._missing.popitem(last=False)

    def opened(self, table: str, key: str) -> None:
        """Somebody looks at a table: whatever they were called to is seen."""
        self._begin(self._saw(table, key))

    def invite(self, desk: Desk, table: str, people: dict[str, str]) -> None:
        """People are expected at a table that has not begun, each by the name they had."""
        self._begin(self._invite(desk, table, people))

    def _begin(self, work: Coroutine[Any, Any, None]) -> bool:
        """Do something soon, if there is not too much to do already."""
        if len(self._tasks) >= MOST_WAITING:
            work.close()
            self.counts["left out"] += 1
            return False
        task = asyncio.create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    @staticmethod
    async def _done(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Refused, Lost) as error:
            logger.info("somebody could not be called: %s", error)
        except Exception:
            logger.exception("somebody could not be called")

    # --- calling ------------------------------------------------------------------------------------

    async def _look(self, desk: Desk, table: str) -> None:
        """Call those who are still waited for and still not looking."""
        await asyncio.sleep(GLANCE)
        self._soon.discard(table)
        async with desk.at(table) as live:
            called = list(_missing(desk, live))
            self._remember(table, frozenset((one.owner, one.made) for one in called))
        await self._call(desk, called)

    async def _invite(self, desk: Desk, table: str, people: dict[str, str]) -> None:
        async with desk.at(table) as live:
            called = [
                _called(live, owner, name, "invited")
                for owner, name in people.items()
                if not _is_looking(desk, live, owner)
            ]
        await self._call(desk, called)

    async def _call(self, desk: Desk, called: list[Called]) -> None:
        if not called:
            return
        ways = await self._store.ways_to({one.owner for one in called}, called[0].table)
        wanted = {notice.key: (notice, one) for one in called for notice in _notices(one, ways)}
        if not wanted:
            return
        for key in await self._store.claim([notice for notice, _ in wanted.values()]):
            notice, one = wanted[key]
            if notice.due is None:
                await self._seen_to(notice, self._send(desk, notice, one))

    async def _send(self, desk: Desk, notice: Notice, called: Called) -> None:
        async with self._turns.of(notice.owner):
            live = desk.known(notice.match)
            if live and _is_looking(desk, live, notice.owner):
                await self._store.saw(notice.match, notice.owner)
                return
            outcome = await self._ways.call(notice.way, called)
        self.counts[outcome.name.lower()] += 1
        if outcome is Outcome.AGAIN:
            await self._put_off(notice)

    async def _put_off(self, notice: Notice) -> None:
        if notice.tries < len(AGAIN):
            await self._store.put_off(notice, now() + AGAIN[notice.tries])

    async def _seen_to(self, notice: Notice, work: Coroutine[Any, Any, None]) -> None:
        """See to a notice that is ours; what there is no room for, or what is cut off, is left for later."""
        has_room = self._turns.wishes[notice.owner] < MOST_EACH
        if not (has_room and self._begin(self._or_later(notice, work))):
            work.close()
            await self._put_off(notice)

    async def _or_later(self, notice: Notice, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except BaseException:
            with suppress(Lost):
                await self._put_off(notice)
            raise

    async def _saw(self, table: str, key: str) -> None:
        if await self._store.is_unseen(table, key):
            await self._store.saw(table, key)

    # --- what was put off ---------------------------------------------------------------------------

    async def keep_watch(self, desk: Desk) -> None:
        """Send what comes due, for ever: after quiet hours, after some patience, after a failure."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(Lost):
                for notice in await self._store.take_due():
                    await self._seen_to(notice, self._send_late(desk, notice))

    async def _send_late(self, desk: Desk, notice: Notice) -> None:
        """Send a notice, if it still says the truth."""
        async with desk.at(notice.match) as live:
            await desk.look_again(live)
            waits = [*_waits(live), *_invited(live), *await self._kept_for(live, notice.owner)]
            meant = notice.owner, notice.what, notice.made
            called = [one for one in waits if (one.owner, one.what, one.made) == meant]
        if called:
            await self._send(desk, notice, called[0])

    async def _kept_for(self, live: Live, owner: str) -> list[Called]:
        """Somebody, if a seat is kept for them that they have not taken yet."""
        kept = await self._store.invited(live.id) if live.row.status == "open" else []
        if owner not in {one.owner for one in kept}:
            return []
        known = await self._store.find(owner)
        return [_called(live, owner, known.name if known else "", "invited")]


def _notices(called: Called, ways: Iterable[Way]) -> Iterable[Notice]:
    """How somebody is called to a table: to a decision in all ways, to anything else on their devices."""
    for way in ways:
        is_theirs = way.owner == called.owner or way.way == CHAT
        if is_theirs and (called.what == "turn" or way.way not in (CHAT, MAIL)):
            at = now()
            due = after_quiet(at + way.minutes * MINUTE, way.quiet)
            yield Notice(
                called.table, called.owner, way.way, called.what, called.made, due if due > at else None
            )


def _missing(desk: Desk, live: Live) -> Iterable[Called]:
    """Who is waited for, or has a result to see, and is not looking."""
    return [called for called in _waits(live) if not _is_looking(desk, live, called.owner)]


def _is_looking(desk: Desk, live: Live, owner: str) -> bool:
    """Whether somebody has the table before them, on any device and any worker."""
    online = desk.hub.online(live.id)
    return any(seat in online for seat in live.seats_of(owner))


def _waits(live: Live) -> list[Called]:
    """What a table expects of its people: each is called once, whichever seats are theirs."""
    if live.row.status == "open":
        return []
    seats = range(len(live.seats)) if live.over else live.waiting
    called: dict[str, Called] = {}
    for seat in seats:
        place = live.seats[seat]
        if place.owner and place.is_a_persons and not place.lent:
            what: What = "over" if live.over else "turn"
            called.setdefault(place.owner, _called(live, place.owner, place.name, what))
    return list(called.values())


def _invited(live: Live) -> list[Called]:
    """Who may be expected at a table that has not begun."""
    if live.row.status != "open":
        return []
    return [_called(live, place.owner, place.name, "invited") for place in live.seats if place.owner]


def _called(live: Live, owner: str, name: str, what: What) -> Called:
    made = sum(live.own(seat) for seat in live.seats_of(owner))
    return Called(live.id, owner, what, made, name, live.row.game, live.row.title)
