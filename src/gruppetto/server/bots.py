"""Bots at the tables: they think on threads of their own, and decide like anybody else."""

import asyncio
import contextlib
import functools
import hashlib
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from gruppetto.games.game import Game
from gruppetto.kernel.record import Records, duplicate
from gruppetto.match import Match
from gruppetto.players import Budget, think
from gruppetto.players.halving import UNBOUND, Cancelled
from gruppetto.players.hints import advise
from gruppetto.players.levels import BUDGETED
from gruppetto.review.hinting import explain
from gruppetto.server.answers import Advice, Advised
from gruppetto.server.desk import Desk
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.roster import STAND_IN, Roster
from gruppetto.server.store import Lost, stop
from gruppetto.server.turns import Turns

PATIENCE = 0.25  # seconds for a decision at a table, where people wait; less when many think at once
LEAST = 0.01
MOST_TABLES = 20  # of one client, at which bots think at the same time
MOST_OWNERS = 10_000  # remembered
MODESTY = 10  # how far a thinking thread steps back behind those that serve people
Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


class Thought(msgspec.Struct, frozen=True):
    """What a bot thinks about: a decision of a seat, in a state that is its own."""

    game: Game
    state: Records
    seat: int
    own: int  # decisions this seat had made before
    player: str
    seed: int
    move_id: str
    vain: threading.Event  # set once the table has moved on

    def decide(self, roster: Roster, seconds: Callable[[], float], threads: Callable[[], int]) -> int:
        """Think it through, once it is its turn; a thought that has become vain is cut short.

        For one from outside who fails or is no longer there, a sensible rider decides: nobody at the table
        waits for a program.
        """
        player = roster.rider(self.player, self.game)
        if roster.is_outside(player):
            code = roster.decide(player, self.game, self.state, self.seat, self.seed)
            if code is not None:
                return code
            player = STAND_IN
        budget = UNBOUND if BUDGETED in player else Budget(seconds=seconds())
        return think(
            self.game, self.state, self.seat, player, self.seed,
            budget=budget, threads=threads(), cancelled=self.vain.is_set,
        )  # fmt: skip

    def stands(self, live: Live) -> bool:
        """Whether the table still waits for it."""
        return live.player_on(self.seat) == self.player and live.own(self.seat) == self.own

    @property
    def whole(self) -> bool:
        """Whether it was thought to its end."""
        return not self.vain.is_set()


class Bots:
    """All bots of this worker: at most one thinks for a seat at a time.

    Those who do not think never queue behind those who do, and the more think, the less each may.
    """

    def __init__(self, roster: Roster, threads: int | None = None) -> None:
        self.roster = roster
        self._threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._thinkers = ThreadPoolExecutor(self._threads, "thinker", initializer=_step_back)
        self._others = ThreadPoolExecutor(1, "bot")
        self._turns = Turns(self._threads)
        self._owners: OrderedDict[str, str] = OrderedDict()  # who has begun a table, as far as is known
        self._advising: set[tuple[str, int]] = set()
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._thoughts: dict[tuple[str, int], Thought] = {}
        self._closed = False

    @property
    def thinking(self) -> int:
        """How many thoughts and hints are under way or wait."""
        return len(self._thoughts) + len(self._advising)

    def check(self, client: str) -> None:
        """Refuse a client at whose tables bots think already, at too many of them."""
        thinking = {table for table, _ in self._busy if self._owner(table) == client}
        if len(thinking) >= MOST_TABLES:
            raise Refused(
                429, "TooMany", "Bots still think at many tables of yours; let some races end first."
            )

    def adopt(self, table: str, client: str) -> None:
        """Count the thinking at a table to the client who has begun it."""
        self._owners[table] = client
        if len(self._owners) > MOST_OWNERS:
            self._owners.popitem(last=False)

    def _owner(self, table: str) -> str:
        return self._owners.get(table, table)

    def wake(self, desk: Desk, live: Live) -> None:
        """Let the bots think that are to move at this table, and others no longer."""
        for (table, _), thought in self._thoughts.items():
            if table == live.id and not thought.stands(live):
                thought.vain.set()
        for seat in [] if self._closed else live.bots_to_move():
            if (live.id, seat) not in self._busy:
                task = asyncio.create_task(self._play_on(desk, live.id, seat))
                self._busy[live.id, seat] = task
                task.add_done_callback(lambda _, seat=seat: self._rest(desk, live, seat))  # type: ignore[misc]

    def _rest(self, desk: Desk, live: Live, seat: int) -> None:
        self._busy.pop((live.id, seat), None)
        if known := desk.known(live.id):  # a table that was let go of meanwhile knows nothing any more
            self.wake(desk, known)

    async def close(self) -> None:
        """No more thinking."""
        self._closed = True
        for thought in self._thoughts.values():
            thought.vain.set()
        for task in list(self._busy.values()):
            await stop(task)
        for pool in (self._thinkers, self._others):
            pool.shutdown(wait=True, cancel_futures=True)
        self.roster.close()

    def _patience(self, owner: str) -> float:
        """Seconds for a thought: owners share the threads there are, and the thoughts of one its part."""
        share = self._threads / max(1, len(self._turns.wishes))
        return max(LEAST, PATIENCE * min(1.0, share / max(1, self._turns.wishes[owner])))

    def _share(self) -> int:
        """Threads for a thought: where few think, each may use several."""
        return max(1, self._threads // max(1, self._turns.wishes.total()))

    async def _think(
        self, owner: str, thought: Callable[[Callable[[], float], Callable[[], int]], Answer]
    ) -> Answer:
        """Think on a thread, when it is this owner's turn."""
        async with self._turns.of(owner):
            loop = asyncio.get_running_loop()
            patience = functools.partial(self._patience, owner)
            return await loop.run_in_executor(self._thinkers, thought, patience, self._share)

    async def advise(self, table: str, match: Match, seat: int, client: str) -> Advice:
        """What the choices of a seat promise, thought over as long as a bot would; one hint at a time."""
        if (table, seat) in self._advising:
            raise Refused(429, "TooMany", "The last hint is still being thought over.")
        self._advising.add((table, seat))
        begun, gone = time.perf_counter(), threading.Event()
        try:
            choices = await self._think(
                client, lambda seconds, threads: _advice(match, seat, seconds(), threads(), gone.is_set)
            )
        finally:
            gone.set()
            self._advising.discard((table, seat))
        return Advice(choices, time.perf_counter() - begun)

    async def _play_on(self, desk: Desk, table: str, seat: int) -> None:
        try:
            while await self._one_decision(desk, table, seat):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("the bot on seat %s at table %s gave up", seat, table)
            await asyncio.sleep(1)
            with contextlib.suppress(Refused, Lost):
                async with desk.at(table) as live:
                    await desk.reread(live)  # a table that was removed is forgotten

    async def _one_decision(self, desk: Desk, table: str, seat: int) -> bool:
        async with desk.at(table) as live:
            if seat not in live.bots_to_move():
                return False
            thought = _thought(live, seat)
        self._thoughts[table, seat] = thought
        try:
            if self.roster.thinks(thought.player):
                decide = functools.partial(thought.decide, self.roster)
                code = await self._think(self._owner(table), decide)
            else:
                loop, wanted = asyncio.get_running_loop(), (self.roster, lambda: PATIENCE, lambda: 1)
                code = await loop.run_in_executor(self._others, thought.decide, *wanted)
        finally:
            del self._thoughts[table, seat]
        async with desk.at(table) as live:
            if thought.whole and thought.stands(live):
                try:
                    await desk.play(live, seat, thought.own, code, thought.move_id)
                except Refused:
                    return True
        return True


def _advice(match: Match, seat: int, seconds: float, threads: int, gone: Cancelled) -> list[Advised]:
    """What the choices of a seat promise, and what speaks against them."""
    hints = advise(match, seat, Budget(seconds=seconds), threads=threads, cancelled=gone)
    rows = zip(hints, explain(match, seat, hints, cancelled=gone), strict=True)
    return [
        Advised(hint.choice.code, hint.win, hint.place, hint.error, hint.tried, against)
        for hint, against in rows
    ]


def _thought(live: Live, seat: int) -> Thought:
    own = live.own(seat)
    return Thought(
        live.match.game, duplicate(live.match.state), seat, own, live.player_on(seat) or STAND_IN,
        _seed(live.row.seed, seat, own), f"bot:{seat}:{own}:{live.undone()}", threading.Event(),
    )  # fmt: skip


def _seed(secret: str, seat: int, own: int) -> int:
    """A bot's own chance: the same on every worker, unknown to everybody else."""
    digest = hashlib.blake2b(
        f"{seat}:{own}".encode(), key=bytes.fromhex(secret), digest_size=8, person=b"bot"
    )
    return int.from_bytes(digest.digest(), "big")


def _step_back() -> None:
    """Where threads have priorities of their own (on Linux), thinking comes after serving."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), MODESTY)
