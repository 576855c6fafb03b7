"""Where a race is on its road, for whoever draws how it went."""

from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.game import Ground


def ground_of(race: Race) -> Ground:
    """The square of the foremost rider, one up for every ascent before it, one down for every descent."""
    foremost = max(0, int(max(race.square[: 2 * race.setup.seats])))
    road = race.setup.terrain[: min(foremost, race.setup.line - 1) + 1]
    height = int((road == r.ASCENT).sum()) - int((road == r.DESCENT).sum())
    match road[-1]:
        case r.ASCENT:
            return Ground(foremost, height, "ascent")
        case r.DESCENT:
            return Ground(foremost, height, "descent")
    return Ground(foremost, height)
