"""Reviews of finished races: thought out in a process of their own, kept, given up if nobody looks."""

import asyncio
import logging
import time

import msgspec

from gruppetto.match import Match
from gruppetto.review.results import FORMAT
from gruppetto.server.answers import Snapshot
from gruppetto.server.considering import ReviewProgress
from gruppetto.server.desk import Desk
from gruppetto.server.jobs import Consider, Recorded, packed
from gruppetto.server.limits import Gate
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.seal import check_opened
from gruppetto.server.store import Lost, stop
from gruppetto.server.telling import moment
from gruppetto.server.workbench import OURS, Workbench

PATIENCE = 900.0  # seconds for the longest tour
UNWATCHED = 20.0  # seconds without a look after which a review is given up
EARLY = 90.0  # the same for one that was begun before anybody asked
WAITING = packed(ReviewProgress("waiting"))
FAILED = packed(ReviewProgress("failed"))
logger = logging.getLogger(__name__)


class Pending(msgspec.Struct):
    """A review under way: what it has found so far, and until when it goes on without a look."""

    until: float
    latest: bytes = WAITING

    def hear(self, found: bytes) -> None:
        """What was found is all that is known of the race now."""
        self.latest = found


class Reviews:
    """The reviews this worker is thinking out; those that are done are in the database."""

    def __init__(self, desk: Desk, gate: Gate, worlds: int | None) -> None:
        self._desk, self._gate, self._bench, self._worlds = desk, gate, Workbench(PATIENCE), worlds
        self._pending: dict[str, Pending] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def told(self, table: str, client: str) -> bytes:
        """How far the review of a race is, and what it has found; begun when it is first asked for."""
        match = await self._match(table)
        if kept := await self._desk.store.review(table, FORMAT):
            return kept
        if table not in self._tasks:
            if failed := self._pending.pop(table, None):
                return failed.latest
            if self._worlds == 0:
                raise Refused(403, "NoReviews", "Races are not reviewed on this server.")
            self._gate.check("reviews", client)
            self._bench.check(client)
            self._begin(table, match, client, UNWATCHED)
        pending = self._pending[table]
        pending.until = max(pending.until, time.monotonic() + UNWATCHED)
        return pending.latest

    def begin_early(self, live: Live) -> None:
        """Think a race over as soon as it has ended, if somebody is there to read it and no other waits."""
        watched = live.id in self._desk.hub.viewers
        if self._worlds != 0 and watched and not live.sealed and not self._tasks:
            self._begin(live.id, Recorded.of(live.match), OURS, EARLY)

    async def moment(self, table: str, number: int) -> Snapshot:
        """A finished race as the player saw it whose decision that was."""
        async with self._desk.at(table) as live:
            return _snapshot(live, *self._question(live, number))

    async def question(self, table: str, number: int) -> tuple[Match, int]:
        """The same to think about: a match of its own, and the seat."""
        async with self._desk.at(table) as live:
            return self._question(live, number)

    def _question(self, live: Live, number: int) -> tuple[Match, int]:
        self._check(live)
        if not 0 <= number < len(live.match.log):
            raise Refused(404, "UnknownMoment", f"There is no decision {number} in this race.")
        return live.match.at(number), live.match.log[number][0]

    async def close(self) -> None:
        """Think no further."""
        for task in list(self._tasks.values()):
            await stop(task)
        await self._bench.close()

    async def _match(self, table: str) -> Recorded:
        async with self._desk.at(table) as live:
            self._check(live)
            return Recorded.of(live.match)

    @staticmethod
    def _check(live: Live) -> None:
        if live.row.status != "over":
            raise Refused(403, "NotOver", "A race is thought over when it has ended.")
        check_opened(live)
        if live.past:
            raise Refused(410, "NoReview", "Other rules rode this race; it cannot be thought over any more.")

    def _begin(self, table: str, match: Recorded, client: str, seconds: float) -> None:
        self._pending[table] = Pending(time.monotonic() + seconds)
        self._tasks[table] = asyncio.create_task(self._consider(table, match, client))

    async def _consider(self, table: str, match: Recorded, client: str) -> None:
        """Think a race over and keep what was found, as long as somebody looks now and then."""
        pending = self._pending[table]
        # Names change and are forgotten; who sat where is none of a review's business.
        nameless = msgspec.structs.replace(match, seated=())
        thinking = asyncio.create_task(
            self._bench.do_for_us(Consider(nameless, self._worlds), client, pending.hear)
        )
        try:
            while not thinking.done() and (left := pending.until - time.monotonic()) > 0:
                await asyncio.wait({thinking}, timeout=left)
            if thinking.done():
                await self._desk.store.keep_review(table, FORMAT, thinking.result())
        except (Refused, Lost) as error:
            logger.warning("the review of table %s failed: %s", table, error)
            pending.latest = FAILED
        finally:
            thinking.cancel()
            await asyncio.gather(thinking, return_exceptions=True)
            del self._tasks[table]
            if pending.latest != FAILED:  # that is told once
                del self._pending[table]


def _snapshot(live: Live, match: Match, seat: int) -> Snapshot:
    """A table as it was to a seat, when nobody knew yet how it would end."""
    then = msgspec.structs.replace(live.table(set()), status="running", result=None, hints=False)
    return moment(match, seat, then)
