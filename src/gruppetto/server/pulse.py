"""The pulse: how late everything is. Under too much load some are refused, before all of them wait."""

import asyncio
from collections import deque

from gruppetto.server.messages import Refused

BEAT = 0.1  # seconds
LATE = 0.25  # seconds by which a beat may come late
RECENT = 5  # beats; a pause now and then is no strain


class Pulse:
    """Beats on the event loop, and knows when it can take no more."""

    def __init__(self, *, sheds: bool) -> None:
        self._sheds = sheds
        self._late: deque[float] = deque([0.0] * RECENT, maxlen=RECENT)
        self.shed = 0

    @property
    def lag(self) -> float:
        """By how much the last beat was late."""
        return self._late[-1]

    @property
    def strained(self) -> bool:
        """Whether every beat has been late for a while."""
        return self._sheds and min(self._late) > LATE

    async def beat(self) -> None:
        """For ever."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            await asyncio.sleep(BEAT)
            self._late.append(loop.time() - begun - BEAT)

    def check(self) -> None:
        """Refuse what can wait."""
        if self.strained:
            self.shed += 1
            raise Refused(503, "Busy", "Too much is going on here at the moment; try again in a few seconds.")
