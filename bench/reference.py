"""The strongest kind of public bot for Flamme Rouge, to be measured against.

For every card in the hand, 32 races are played out in which everybody rides their highest card; the card
that wins most is played. Nothing hidden is looked at.
"""

import numpy as np

from gruppetto.games import registry
from gruppetto.games.flamme_rouge.rules.record import Race
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.players.halving import Budget, Halving
from gruppetto.players.playout import HEURISTIC
from gruppetto.players.questions import Question

ROLL_OUTS = 32


@rule
def highest_card(race: Race, seat: int, actions: Ints, found: int, fraction: np.uint64) -> int:  # noqa: ARG001
    """The last of the legal actions: the highest card, the rouleur first, the front of the start."""
    return actions[found - 1]


class MaxCardMonteCarlo:
    """Flat Monte Carlo with so many roll-outs a card."""

    def decide(self, question: Question) -> int:
        """The choice that wins most of its roll-outs."""
        game, world = registry.get(question.game), question.world(question.seed)
        scales = Halving(
            game, world, question.seat, question.seed, policy=HEURISTIC, trees=False, heuristic=highest_card
        )
        return scales.estimate(Budget(playouts=ROLL_OUTS * len(scales.codes)), halving=False).codes[0]
