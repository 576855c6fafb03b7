"""Where a race is on its road, for whoever draws how it went."""

from gruppetto.games.due_ruote.rules.codes import Terrain
from gruppetto.games.due_ruote.rules.record import Race
from gruppetto.games.game import Ground

SLOPES = {Terrain.FLAT: 0.0, Terrain.HILL: 1.0, Terrain.MOUNTAIN: 2.0, Terrain.DESCENT: -2.0}


def ground_of(race: Race) -> Ground:
    """The terrain of the turn, and how high the cards before it have led."""
    cards = [int(card) for card in race.route[: race.shown]]
    height = sum(SLOPES.get(Terrain(card), 0.0) for card in cards if card in set(Terrain))
    if not race.turn or race.terrain == Terrain.FLAT:
        return Ground(int(race.turn), height)
    return Ground(int(race.turn), height, "descent" if race.terrain == Terrain.DESCENT else "ascent")
