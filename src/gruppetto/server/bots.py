"""Bots at the tables: they think on threads of their own, and decide like anybody else."""

import asyncio
import hashlib
import logging
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec

from gruppetto.games.game import Game
from gruppetto.kernel.record import Records, duplicate
from gruppetto.match import Match
from gruppetto.players import Budget, think
from gruppetto.players.hints import advise
from gruppetto.server.desk import Desk
from gruppetto.server.live import Live
from gruppetto.server.messages import Advice, Advised, Refused
from gruppetto.server.store import stop

PATIENCE = Budget(seconds=0.25)  # for a decision at a table, where people wait
MODESTY = 10  # how far a thinking thread steps back behind those that serve people
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

    def decide(self) -> int:
        """Think it through; a thought that has become vain is cut short."""
        return think(
            self.game, self.state, self.seat, self.player, self.seed,
            budget=PATIENCE, cancelled=self.vain.is_set,
        )  # fmt: skip

    def stands(self, live: Live) -> bool:
        """Whether the table still waits for it."""
        return live.player_on(self.seat) == self.player and live.own(self.seat) == self.own


class Bots:
    """All bots of this worker: at most one thinks for a seat at a time."""

    def __init__(self, desk: Desk, threads: int | None = None) -> None:
        self.desk = desk
        spare = max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(threads or spare, "bot", initializer=_step_back)
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._thoughts: dict[tuple[str, int], Thought] = {}
        self._closed = False
        desk.wake_bots = self.wake

    def wake(self, live: Live) -> None:
        """Let the bots think that are to move at this table, and others no longer."""
        for (table, _), thought in self._thoughts.items():
            if table == live.id and not thought.stands(live):
                thought.vain.set()
        for seat in [] if self._closed else live.bots_to_move():
            if (live.id, seat) not in self._busy:
                task = asyncio.create_task(self._play_on(live.id, seat))
                self._busy[live.id, seat] = task
                task.add_done_callback(lambda _, seat=seat: self._rest(live, seat))  # type: ignore[misc]

    def _rest(self, live: Live, seat: int) -> None:
        self._busy.pop((live.id, seat), None)
        self.wake(live)

    async def close(self) -> None:
        """No more thinking."""
        self._closed = True
        for thought in self._thoughts.values():
            thought.vain.set()
        for task in list(self._busy.values()):
            await stop(task)
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def advise(self, match: Match, seat: int) -> Advice:
        """What the choices of a seat promise, thought over as long as a bot would."""
        begun = time.perf_counter()
        hints = await asyncio.get_running_loop().run_in_executor(self._pool, advise, match, seat, PATIENCE)
        choices = [Advised(hint.choice.code, hint.win, hint.place, hint.tried) for hint in hints]
        return Advice(choices, time.perf_counter() - begun)

    async def _play_on(self, table: str, seat: int) -> None:
        try:
            while await self._one_decision(table, seat):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("the bot on seat %s at table %s gave up", seat, table)
            await asyncio.sleep(1)

    async def _one_decision(self, table: str, seat: int) -> bool:
        async with self.desk.at(table) as live:
            if seat not in live.bots_to_move():
                return False
            thought = _thought(live, seat)
        self._thoughts[table, seat] = thought
        try:
            code = await asyncio.get_running_loop().run_in_executor(self._pool, thought.decide)
        finally:
            del self._thoughts[table, seat]
        async with self.desk.at(table) as live:
            if thought.stands(live):
                try:
                    await self.desk.play(live, seat, thought.own, code, thought.move_id)
                except Refused:
                    return True
        return True


def _thought(live: Live, seat: int) -> Thought:
    own = live.own(seat)
    return Thought(
        live.match.game, duplicate(live.match.state), seat, own, live.player_on(seat) or "domestique",
        _seed(live.row["seed"], seat, own), f"bot:{seat}:{own}:{live.undone()}", threading.Event(),
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
