"""What a room can measure of a race that is played out, so that a review can say why a choice was worse."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import WIDTH

Sums = npt.NDArray[np.float64]


class Reason(msgspec.Struct, frozen=True):
    """One thing that is counted while a race is played out, from one seat's side.

    Its sentence goes by the game and its kind. `better` says which way it is good for that seat, and `least`
    how large a difference must be to be worth telling.
    """

    kind: str
    better: Literal[-1, 1]
    least: float = 0.05


class Reasons(msgspec.Struct, frozen=True):
    """All that a room counts, and the rule that counts it.

    `measure(state, seat, trace, out)` is called after every decision of a play-out, with the events noted on
    it, and adds to the numbers of `out`: one for each kind, in their order.
    """

    room: str
    measure: Callable[..., Any]
    kinds: tuple[Reason, ...]
    effects: tuple[str, ...] = ()  # kinds that are told only where no other says why


@rule
def noted(trace: Ints) -> int:
    """How many events can be read from a trace."""
    return min(trace[0], (len(trace) - 1) // WIDTH) if len(trace) > 0 else 0
