"""Pieces of work on many processes at once: what comes of them is the same on however many."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

AHEAD = 4  # pieces for each process that may wait for an earlier one
Piece = TypeVar("Piece")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], workers: int
) -> Generator[Result, None, None]:
    """What comes of every piece, in their order; who stops asking stops the work."""
    if workers == 1:
        yield from map(work, pieces)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_first)
    waiting = deque[Future[Result]]()
    try:
        for piece in pieces:
            waiting.append(pool.submit(work, piece))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        own = list(pool._processes.values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in own:
            process.terminate()


def _leave_interrupts_to_the_first() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
