"""The event buffer a rule writes to: rows of a code and a few numbers, or nothing at all."""

import numpy as np

from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

NUMBERS = 5
WIDTH = 1 + NUMBERS
NOT_RECORDING: Ints = np.zeros(0, np.int32)


def recorder(events: int = 4096) -> Ints:
    """An empty trace with room for that many events; its first number counts them."""
    return np.zeros(1 + events * WIDTH, np.int32)


@rule
def note(trace: Ints, code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Write one event, if anybody is recording; a full trace only counts on."""
    if len(trace) == 0:
        return
    at = 1 + trace[0] * WIDTH
    trace[0] += 1
    if at + WIDTH <= len(trace):
        trace[at], trace[at + 1], trace[at + 2] = code, a, b
        trace[at + 3], trace[at + 4], trace[at + 5] = c, d, e


def rows(trace: Ints) -> list[tuple[int, ...]]:
    """The events of a trace, oldest first; the trace is emptied."""
    count = int(trace[0])
    room = (len(trace) - 1) // WIDTH
    if count > room:
        msg = f"{count} events do not fit into a trace with room for {room}"
        raise OverflowError(msg)
    trace[0] = 0
    table = trace[1 : 1 + count * WIDTH].reshape(count, WIDTH)
    return [tuple(row) for row in table.tolist()]
