"""When the garbage collector may hold everybody up, and for how long.

Nearly everything a server holds is let go of by counting references. Only what refers to itself in circles
has to be looked for, and a search through everything there is takes longer the more tables there are. So
the collector looks at what is new; what it finds to be in use is put aside, and not looked at again until
so much lies there that some of it may be of no use any more.
"""

import asyncio
import gc
import time
from collections.abc import Callable

from gruppetto.server.metrics import Timing

YOUNG = 20_000  # new objects after which the collector looks at them
MANY = 2_000_000  # objects put aside: then all are looked at again, as soon as nobody decides anything
TOO_MANY = 3 * MANY  # or at once
LOOK_SECONDS = 1.0  # without a decision: a quiet moment
NEVER = 1_000_000


class Collector:
    """Counts how long everybody had to wait for the collector; and sees to it that it is not long."""

    def __init__(self) -> None:
        self.pauses, self.longest, self._begun = Timing(), 0.0, 0.0
        self._putting_aside = False
        self.put_aside = 0  # objects at the most, since all were looked at

    def __enter__(self) -> "Collector":
        gc.callbacks.append(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._note)

    def take_over(self) -> None:
        """From now on only look at what is new; for a process that does nothing but serve."""
        self._putting_aside = True
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self.look_at_all()

    def look_at_all(self) -> None:
        """Look at everything, whatever was put aside too."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.put_aside = 0

    async def watch(self, decisions: Callable[[], int]) -> None:
        """Look at everything when much has been put aside, and nobody decides anything."""
        while True:
            before = decisions()
            await asyncio.sleep(LOOK_SECONDS)
            quiet = decisions() == before
            if self.put_aside > (MANY if quiet else TOO_MANY):
                self.look_at_all()

    def _note(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
            return
        if self._putting_aside:
            gc.freeze()
            self.put_aside += YOUNG
        paused = time.perf_counter() - self._begun
        self.pauses.observe(paused)
        self.longest = max(self.longest, paused)
