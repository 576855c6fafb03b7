"""Which roads are ridden: those that were printed, or composed ones of which there is no end.

The road of a tour is written as its stages, with commas between them: now fewer, now more.
"""

from collections.abc import Sequence

import numpy as np

from gruppetto.errors import BadOption
from gruppetto.games.game import Game, Json

ROADS = ("printed", "composed", "both")
UNSEEN = 1 << 48  # seeds of composed roads from here on are never trained on
MANY = 1 << 32
OTHER_RULES = 1 / 8  # the share of roads that is ridden by other rules than the usual ones
EXAMINED = 3  # stages of a tour in an exam


class Roads:
    """Draws roads for races, the same ones for the same dice."""

    def __init__(self, game: Game, roads: str) -> None:
        if roads not in ROADS:
            raise BadOption(f"roads: {roads!r} is not one of {', '.join(ROADS)}.")
        self.game, self.roads = game, roads
        self.laid_by = game.of_stages or game  # whose roads they are
        if roads == "composed" and self.laid_by.studio is None:
            raise BadOption(f"roads: nothing composes roads of {game.name}; train on 'printed' ones.")

    def any(self, dice: np.random.Generator) -> Json:
        """The options of a race on any of the roads, now and then by other rules."""
        road = self.options(",".join(self.stage(dice) for _ in range(self.length(dice))))
        return {**self.rules(dice), **road} if dice.random() < OTHER_RULES else road

    def length(self, dice: np.random.Generator) -> int:
        """How many stages a race has."""
        known = self.game.lengths
        return known[int(dice.integers(len(known)))] if len(known) > 1 else known[0]

    def rules(self, dice: np.random.Generator) -> Json:
        """The options of any preset that goes with every number of seats, or of a variant."""
        known = [preset.options for preset in self.game.presets if not preset.seats] + [*self.game.variants]
        return dict(known[int(dice.integers(len(known)))]) if known else {}

    def stage(self, dice: np.random.Generator) -> str:
        """Any stage, printed or composed, as far as there are both."""
        both = self.roads == "both" and self.laid_by.studio is not None
        composed = self.roads == "composed" or (both and dice.random() < 0.5)
        return self.composed(int(dice.integers(MANY))) if composed else self.printed(dice)

    def printed(self, dice: np.random.Generator) -> str:
        """One of the stages that were printed; nothing in a game that has none to choose from."""
        known = self.laid_by.stages()
        return known[int(dice.integers(len(known)))] if known else ""

    def composed(self, seed: int) -> str:
        """A stage composed from a seed, written out."""
        studio = self.laid_by.studio
        return studio.compose(studio.wishes({}), seed) if studio else ""

    def options(self, road: str) -> Json:
        """The options of a race on a road."""
        return self.game.on_stage(road) if road else {}

    def unseen(self, number: int) -> list[str]:
        """So many composed roads that are never trained on."""
        return self.around([self.composed(UNSEEN + seed) for seed in range(number)])

    def all_printed(self) -> list[str]:
        """Every road that was printed."""
        return self.around(self.laid_by.stages()) or [""]

    def around(self, stages: Sequence[str]) -> list[str]:
        """Each of the stages; where a race has several, it begins there and goes on with the next."""
        length = min(EXAMINED, max(self.game.lengths))
        return [
            ",".join(stages[(first + turn) % len(stages)] for turn in range(length))
            for first in range(len(stages))
        ]
