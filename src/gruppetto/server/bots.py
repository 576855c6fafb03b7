"""Bots at the tables: they think on threads, and decide like anybody else."""

import asyncio
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor

from gruppetto.kernel.record import duplicate
from gruppetto.players.player import think
from gruppetto.server.desk import Desk
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import stop

logger = logging.getLogger(__name__)


class Bots:
    """All bots of this worker: at most one of them thinks for a table at a time."""

    def __init__(self, desk: Desk, threads: int = 2) -> None:
        self.desk = desk
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        desk.wake_bots = self.wake

    def wake(self, live: Live) -> None:
        """Let a bot of this table think, if one is to move."""
        if not self._closed and live.id not in self._busy and live.bots_to_move():
            task = asyncio.create_task(self._play_on(live.id))
            self._busy[live.id] = task
            task.add_done_callback(lambda _: self._rest(live))

    def _rest(self, live: Live) -> None:
        self._busy.pop(live.id, None)
        self.wake(live)

    async def close(self) -> None:
        """No more thinking."""
        self._closed = True
        for task in list(self._busy.values()):
            await stop(task)
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _play_on(self, table: str) -> None:
        try:
            while await self._one_decision(table):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a bot at table %s gave up", table)
            await asyncio.sleep(1)

    async def _one_decision(self, table: str) -> bool:
        async with self.desk.at(table) as live:
            to_move = live.bots_to_move()
            if not to_move:
                return False
            seat = to_move[0]
            player, own, game = live.player_on(seat), live.own(seat), live.match.game
            state = duplicate(live.match.state)
            seed = _seed(live.row["seed"], seat, own)
        loop = asyncio.get_running_loop()
        code = await loop.run_in_executor(self._pool, think, game, state, seat, player or "domestique", seed)
        async with self.desk.at(table) as live:
            if live.player_on(seat) is None or live.own(seat) != own:
                return True  # the table has moved on
            try:
                await self.desk.play(live, seat, own, code, f"bot:{seat}:{own}:{live.undone()}")
            except Refused:
                return True
        return True


def _seed(secret: str, seat: int, own: int) -> int:
    """A bot's own chance: the same on every worker, unknown to everybody else."""
    digest = hashlib.blake2b(
        f"{seat}:{own}".encode(), key=bytes.fromhex(secret), digest_size=8, person=b"bot"
    )
    return int.from_bytes(digest.digest(), "big")
