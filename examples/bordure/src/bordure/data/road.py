"""The roads there are, read from their file and checked."""

import functools

from bordure.rules.options import Stage
from bordure.rules.record import LONGEST_ROAD
from gruppetto.errors import BadData
from gruppetto.games.datafiles import only_table, text_of
from gruppetto.games.vocabulary import word_of

FILE = "stages.toml"


@functools.cache
def lengths() -> dict[Stage, int]:
    """How many squares each stage has before its line (BD1.2)."""
    table = only_table(FILE, text_of("bordure.data", FILE), "stages", dict)
    return {stage: _length(word_of(stage), table.get(word_of(stage))) for stage in Stage}


def _length(stage: str, squares: object) -> int:
    if not isinstance(squares, int) or not 1 <= squares <= LONGEST_ROAD:
        raise BadData(f"{FILE}: stages.{stage}: a road has 1 to {LONGEST_ROAD} squares, not {squares!r}.")
    return squares
