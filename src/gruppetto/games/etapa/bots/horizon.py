"""How a race came out for thinkers: by how much, not only in which order (C5.1, C5.6)."""

from gruppetto.games.etapa.rules.movement import length
from gruppetto.games.etapa.rules.race import over
from gruppetto.games.etapa.rules.record import (
    KIND,
    ROAD,
    TEAM,
    Race,
)
from gruppetto.games.etapa.rules.results import void
from gruppetto.games.etapa.rules.standings import best_rider
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule

__all__ = ["over", "score"]

NOWHERE = -1 << 20  # of a team that is not classified
FURTHEST = 1 << 10  # beyond any field


@rule
def score(race: Race, out: Ints) -> None:
    """For each seat, how far its best rider got; in tours and time trials, how little time they took."""
    if race.setup.stages == 1 and race.setup.stage[0, KIND] == ROAD:
        score_by_fields(race, out)
        return
    for seat in range(race.setup.seats):
        rider = best_rider(race, seat)
        out[seat] = NOWHERE if race.gone[rider] else -race.time[rider]


@rule
def score_by_fields(race: Race, out: Ints) -> None:
    """Fields past the line, but always fewer than who was placed before them (C5.1, C5.2)."""
    for seat in range(race.setup.seats):
        out[seat] = NOWHERE
    before = FURTHEST
    for place in range(race.starters):
        rider = race.finish[place]
        before = min(before - 1, race.field[rider] - length(race))
        seat = rider // TEAM
        if out[seat] == NOWHERE and not void(race, seat):
            out[seat] = before
