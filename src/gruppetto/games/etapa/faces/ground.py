"""Where a race is on its road, for whoever draws how it went."""

from gruppetto.games.etapa.rules import record as r
from gruppetto.games.etapa.rules.record import Race
from gruppetto.games.game import Ground

SLOPES = (0.0, -1.1, 1.0, 1.35, 1.8, 2.4)  # how much a field of each terrain climbs


def ground_of(race: Race) -> Ground:
    """The field of the foremost rider, and how high it lies."""
    foremost = max(0, int(max(race.field[: r.TEAM * race.setup.seats])))
    road = [int(terrain) % r.COBBLED for terrain in race.road[: foremost + 1]]
    height = round(sum(SLOPES[terrain] for terrain in road), 2)
    if road[-1] == r.DESCENT:
        return Ground(foremost, height, "descent")
    return Ground(foremost, height, "flat" if road[-1] == r.FLAT else "ascent")
