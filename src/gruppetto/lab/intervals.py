"""How sure a figure is: of races that are independent, and of deals that were ridden from every seat.

The rotations of a deal are not independent: the same cards come again. What is independent are the deals, so
a deal is one observation, whatever was ridden on it.
"""

import math
from collections.abc import Sequence

import msgspec

CONFIDENT = 1.959964  # standard deviations on either side of a 95 % interval
VIRTUAL = 0.5  # deals that are counted as won, and as many as lost, so that nobody is sure after a few

Interval = tuple[float, float]


class Share(msgspec.Struct, frozen=True):
    """How much of something came about, and its 95 % interval."""

    share: float
    interval: Interval


def wilson(wins: int, of: int) -> Interval:
    """The 95 % interval of a share of independent races."""
    if of == 0:
        return 0.0, 1.0
    share, extra = wins / of, CONFIDENT**2 / of
    middle = (share + extra / 2) / (1 + extra)
    half = CONFIDENT / (1 + extra) * math.sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def paired(deals: Sequence[float]) -> Share:
    """The mean of a share that is known deal by deal, and its 95 % interval."""
    mean, spread = moments(deals)
    count = len(deals) + 2 * VIRTUAL
    half = student(count - 1) * math.sqrt(spread / count) if deals else 1.0
    return Share(math.fsum(deals) / max(1, len(deals)), (max(0.0, mean - half), min(1.0, mean + half)))


def moments(deals: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of shares, with the virtual deals among them."""
    count = len(deals) + 2 * VIRTUAL
    mean = (math.fsum(deals) + VIRTUAL) / count
    squares = math.fsum(share * share for share in deals) + VIRTUAL - count * mean * mean
    return mean, max(0.0, squares) / max(VIRTUAL, count - 1)


def student(freedom: float) -> float:
    """Half the width of a 95 % interval in standard errors, where these had to be estimated themselves.

    The first terms of the Cornish–Fisher expansion of Student's distribution: 3 % too little for two degrees
    of freedom, less than 1 % from three on.
    """
    z, n = CONFIDENT, max(1.0, freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
