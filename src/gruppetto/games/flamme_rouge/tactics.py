"""A sensible rider for Flamme Rouge: shelters, saves the big cards, times the sprint."""

import numpy as np

from gruppetto.games.flamme_rouge.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule


@rule
def domestique(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:
    """Placeholder."""
    return actions[0]
