"""The traits of a tour's riders, where the rules of a race take them into account (GT11).

`traits` holds the card in effect for each rider: those that always hold, and Cannibal or Badger in a
movement in which they raise. A race on its own has no traits, `None`, and pays nothing for them.
"""

from gruppetto.games.flamme_rouge.rules.record import (
    BOTH_LANES,
    CLIMBING_LIMIT,
    EXHAUSTION,
    NOBODY,
    Race,
)
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

NO_TRAIT = 0
PROFESSOR, TASHKENT_TERROR, CANNIBAL, BADGER = 1, 2, 3, 4  # once per stage
SHERIFF, MONSIEUR_CHRONO, IL_PIRATA, IL_CAMPIONISSIMO = 5, 6, 7, 8  # always
TRAITS = 8


@rule
def raises(trait: int) -> bool:
    """Whether a card is one that raises another by 1 (GT11)."""
    return trait in (CANNIBAL, BADGER)


@rule
def lasts(trait: int) -> bool:
    """Whether a card is in effect for the whole tour (GT11)."""
    return trait >= SHERIFF


@rule
def bonus(rider: int, kind: int, traits: Ints | None) -> int:
    """What a trait adds to a rider's card, before the terrain has its say (GT11, FR8.7)."""
    if traits is None:
        return 0
    if traits[rider] == MONSIEUR_CHRONO:
        return int(kind == EXHAUSTION)
    return int(raises(traits[rider]))


@rule
def climbing_limit(rider: int, traits: Ints | None) -> int:
    """How far a rider gets in the mountains: Il Pirata one square further (GT11, FR8.6)."""
    if traits is None:
        return CLIMBING_LIMIT
    return CLIMBING_LIMIT + int(traits[rider] == IL_PIRATA)


@rule
def barring(race: Race, square: int, traits: Ints | None) -> int:
    """Il Campionissimo, if they ride here with nobody beside them to give slipstream instead (GT11)."""
    if traits is None or race.taken[square] == BOTH_LANES:
        return NOBODY
    for rider in range(2 * race.setup.seats):
        if traits[rider] == IL_CAMPIONISSIMO and race.square[rider] == square:
            return rider
    return NOBODY
