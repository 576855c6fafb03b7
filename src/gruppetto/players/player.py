"""Players decide on a state passed through `forget`, so they never know more than a person would.

In simulations without thinkers the cheap players are given the true state for speed; that they look at
nothing hidden is a test of its own.
"""

import numpy as np

from gruppetto.games import loops
from gruppetto.games.game import Game, no_numbers
from gruppetto.kernel.chance import derived
from gruppetto.kernel.record import Records, duplicate
from gruppetto.match import Match
from gruppetto.players.guided import Guided
from gruppetto.players.halving import UNBOUND, Budget, Cancelled, Estimates, Halving
from gruppetto.players.levels import Level, level_in
from gruppetto.players.network import ride_alone
from gruppetto.players.playout import ponder


def decide(match: Match, seat: int, player: str, seed: int) -> int:
    """The action code a player chooses for a seat that owes a decision."""
    return think(match.game, duplicate(match.state), seat, player, seed)


def think(
    game: Game, state: Records, seat: int, player: str, seed: int,
    *, budget: Budget = UNBOUND, threads: int = 1, cancelled: Cancelled = lambda: False,
) -> int:  # fmt: skip
    """The same on a state of one's own, which is forgotten in the course of it."""
    level = level_in(game, player)
    loops.veil(game.rules.forget, state, seat, np.uint64(seed))
    if level.budget is None and level.network:
        return ride_alone(game, state, seat)
    if level.budget is None:
        return follow(game, state, seat, level.policy, seed)
    halving = _halving(level, game, state, seat, seed, threads)
    return _pick(halving.estimate(level.budget.within(budget), cancelled=cancelled), level, seed)


def _halving(level: Level, game: Game, state: Records, seat: int, seed: int, threads: int) -> Halving:
    """How a level weighs its choices."""
    if level.network:
        return Guided(game, state, seat, seed, threads=threads)
    return Halving(
        game, state, seat, seed, policy=level.policy, trees=level.trees, threads=threads, near=True
    )


def _pick(estimates: Estimates, level: Level, seed: int) -> int:
    """The best choice, or what looks best to somebody who misjudges a little."""
    if not level.blur:
        return estimates.codes[0]
    misjudged = [
        worth - doubt + level.blur * _error(seed, code)
        for worth, doubt, code in zip(estimates.worth, estimates.doubt, estimates.codes, strict=True)
    ]
    return estimates.codes[misjudged.index(max(misjudged))]


def _error(seed: int, code: int) -> float:
    """Something between -1 and 1."""
    return 2.0 * derived(seed, code) / 2.0**64 - 1.0


def follow(game: Game, state: Records, seat: int, policy: int, seed: int) -> int:
    """What a player who does not think picks."""
    actions = no_numbers(loops.MOST_ACTIONS)
    return int(ponder(game.rules.legal, game.heuristic, state, seat, policy, actions, np.uint64(seed)))
