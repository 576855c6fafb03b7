"""What Flamme Rouge brings to the stage studio."""

from collections.abc import Mapping

from gruppetto.games.flamme_rouge.data.road import DESCENT, stage, stages, tiles
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.games.flamme_rouge.rules.cards import copies
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.games.flamme_rouge.studio.composition import Composition, DrawnSide, composition, drawn_sides
from gruppetto.games.flamme_rouge.studio.drawing import draw
from gruppetto.games.flamme_rouge.studio.generator import Wishes, climbs_of, compose
from gruppetto.games.game import Json
from gruppetto.games.studio import Measure, Noted, Studio
from gruppetto.language import t

CLEAR = 2  # squares: a victory that was not close


class FlammeRougeStudio(Studio):
    """Stages of tiles."""

    wishes_type = Wishes
    kinds = ("sprinteur", "rouleur")
    unit = "squares"
    gaps = (0, 1, 2, 3, 4, 5, 6)
    measures = (
        Measure("sprinteur", "sprinteur wins", "share"),
        Measure("clear", "won by 2 squares or more", "share"),
        Measure("exhaustion", "exhaustion left"),
    )

    def written(self, name: str) -> str:
        """The letters of its tiles."""
        return stage(name).letters

    def called(self, name: str) -> str:
        """Its name, or the letters of one's own."""
        return stage(name).name

    def options(self, name: str) -> Json:
        """A race on it."""
        return {"stage": name}

    def official(self) -> list[str]:
        """The seven that were printed as cards (FR1.6)."""
        return [card.name for group in ("box", "promo") for card in stages(group)]

    def pieces(self) -> list[DrawnSide]:
        """Both sides of all tiles (FR1.4)."""
        return drawn_sides()

    def composition(self, text: str) -> Composition:
        """The road that some tiles make."""
        return composition(text)

    def compose(self, wishes: Wishes, seed: int) -> str:
        """The letters of a stage of all tiles."""
        return compose(wishes, seed).letters

    def facts(self, name: str) -> Json:
        """What there is to count on a road."""
        road = stage(name)
        climbs = climbs_of(road.squares)
        return {
            "tiles": len(road.letters),
            "squares": road.length,
            "start_squares": road.start_squares,
            "race": road.line - road.start_squares,
            "climbs": len(climbs),
            "ascent": sum(climbs),
            "descent": road.squares.count(DESCENT),
        }

    def summary(self, name: str) -> str:
        """The figures of a road as a sentence."""
        return t("studio.summary.tiles", **self.facts(name))

    def remarks(self, name: str) -> list[str]:
        """Which tiles are left."""
        left = sorted(set(map(str.lower, tiles())) - set(self.written(name).lower()))
        return [t("studio.left", letters=" ".join(left)) if left else t("studio.left.none")]

    def draw(self, name: str) -> str:
        """The road as it lies on the table."""
        return draw(stage(name))

    def round_of(self, race: Race) -> int:
        """The round, once energy is spent in it."""
        return int(race.rounds) if race.phase == r.Phase.ENERGY else 0

    def leader(self, race: Race) -> int:
        """The team of the foremost rider."""
        return int(race.order[0]) // 2

    def noted(self, race: Race, report: Mapping[str, int]) -> Noted:
        """The gap in squares, and the exhaustion cards that teams have left."""
        winner, seats = report["rider"], int(race.setup.seats)
        rivals = [race.square[rider] for rider in range(2 * seats) if rider // 2 != winner // 2]
        gap = max(0, int(race.square[winner]) - int(max(rivals)))
        kind = self.kinds[winner % 2]
        means = {
            "sprinteur": float(kind == "sprinteur"),
            "clear": float(gap >= CLEAR),
            "exhaustion": exhausted(race, seats) / seats,
        }
        return Noted(kind, gap, means)


STUDIO = FlammeRougeStudio()


def exhausted(race: Race, seats: int) -> int:
    """The exhaustion cards in all decks, hands and recycled piles."""
    piles = (race.deck, race.recycled, race.hand)
    return sum(int(copies(pile[rider], r.EXHAUSTION)) for pile in piles for rider in range(2 * seats))
