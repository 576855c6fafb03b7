"""Turns: so many may work at once, and those who wait are taken in turn, a client after the other."""

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator


class Turns:
    """Who waits and who works; somebody with a hundred wishes waits for the hundred, nobody else does."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.wishes: Counter[str] = Counter()  # of each client, those at work too

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not turn.done() for turns in self._waiting.values() for turn in turns)

    @contextlib.asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """A turn of this client, when it comes."""
        self.wishes[client] += 1
        try:
            await self._wait(client)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self.wishes[client] -= 1
            if not self.wishes[client]:
                del self.wishes[client]

    async def _wait(self, client: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._pass_on()  # it came in the very moment
            raise

    def _pass_on(self) -> None:
        """The next client's first wish; who has more of them goes to the end of the line."""
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.done():  # whoever is cancelled does not take it
                turn.set_result(None)
                return
        self._free += 1
