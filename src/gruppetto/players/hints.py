"""Hints: what each choice of a seat promises, from what this seat may know."""

import numpy as np

from gruppetto.games import loops
from gruppetto.kernel.chance import derived
from gruppetto.kernel.record import duplicate
from gruppetto.match import Hint, Match
from gruppetto.players.halving import Budget, Cancelled, Halving, budget_of

SEED = 20  # nothing a hint depends on is secret


def advise(
    match: Match, seat: int, budget: Budget | str | float,
    *, threads: int = 1, cancelled: Cancelled = lambda: False,
) -> list[Hint]:  # fmt: skip
    """Every choice with its chance to win and its expected finish, the best first."""
    state, seed = duplicate(match.state), derived(SEED, len(match.log))
    loops.veil(match.game.rules.forget, state, seat, np.uint64(seed))
    choices = {choice.code: choice for choice in match.choices(seat)}
    estimates = Halving(match.game, state, seat, seed, threads=threads).estimate(
        wanted(budget), halving=False, cancelled=cancelled
    )
    rows = zip(estimates.codes, estimates.win, estimates.beaten, estimates.tried, strict=True)
    return [
        Hint(choices[code], win, 1 + (1 - beaten) * (match.seats - 1), tried)
        for code, win, beaten, tried in rows
    ]


def wanted(budget: Budget | str | float) -> Budget:
    """A budget as it may be given: in words, in seconds, or as what it is."""
    if isinstance(budget, Budget):
        return budget
    return budget_of(budget if isinstance(budget, str) else f"{budget}s")
