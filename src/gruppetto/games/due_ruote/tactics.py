"""A sensible rider for Due Ruote."""

import numpy as np

from gruppetto.games.due_ruote.record import Race
from gruppetto.kernel.chance import share
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """Any action."""
    index, _ = share(fraction, found)
    return actions[index]
