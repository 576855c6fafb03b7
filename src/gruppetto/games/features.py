"""What networks read of any game: small numbers, in which a flag is 0 or `FULL`."""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from gruppetto.kernel.rule import rule

Int8s = np.ndarray[Any, np.dtype[np.int8]]
FULL = 32  # what a flag is, and one of whatever a feature is counted in
LARGEST = 127


def network_beside(module: ModuleType) -> Path | None:
    """The network that lies beside a module of a room's bots; nothing until one is trained."""
    file = Path(str(module.__file__)).with_name("network.npz")
    return file if file.is_file() else None


@rule
def small(number: int) -> int:
    """A number as one of 8 bits, as near as it can be."""
    return min(max(number, -LARGEST), LARGEST)


@rule
def units(number: int, each: int) -> int:
    """So many of something, `FULL` for every `each` of it; the number may come from an array of 8 bits."""
    return small(int(number) * FULL // int(each))


@rule
def mark(number: int, out: Int8s) -> int:
    """A flag in one of as many places as there are; beyond them in the nearest. How many places there are."""
    out[min(max(int(number), 0), len(out) - 1)] = FULL
    return len(out)
