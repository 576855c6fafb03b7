"""Races whose players think: ridden decision by decision, as at a table."""

import time
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from gruppetto.games import loops
from gruppetto.games.game import Game, no_numbers
from gruppetto.kernel.chance import derived, spread
from gruppetto.kernel.record import Records
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.players.deciders import Decider
from gruppetto.players.playout import DECIDING, best, lowest


class Ridden(msgspec.Struct, frozen=True):
    """A race that is over."""

    winner: int
    scores: list[int]
    report: list[int]
    decisions: list[int]  # by seat
    seconds: list[float]  # spent on them


def ride(
    game: Game, setup: Records, deciders: Sequence[Decider], seed: int, number: int,
    watch: Callable[[Records], None] = lambda _: None, note: Callable[[int, int], None] = lambda *_: None,
) -> Ridden:  # fmt: skip
    """The `number`-th race of a seed; what is drawn in it does not depend on who rides.

    Whoever watches is shown the state before each decision, and once more when the race is over. Whoever
    notes is told every seat and what it decided.
    """
    rules, state, seats = game.rules, game.blank(), len(deciders)
    keys = np.empty(game.streams, np.uint64)
    spread(np.uint64(seed), np.uint64(number), keys)
    loops.begin(rules.deal, state, setup, keys)
    own = derived(derived(seed, number), DECIDING)
    decisions, seconds = [0] * seats, [0.0] * seats
    while not loops.ended(rules.over, state):
        watch(state)
        seat = int(lowest(loops.owing(rules.waiting, state)))
        luck = derived(derived(own, seat), decisions[seat])
        begun = time.perf_counter()
        code = deciders[seat].decide(game, state, seat, luck)
        seconds[seat] += time.perf_counter() - begun
        decisions[seat] += 1
        note(seat, code)
        loops.step(rules.act, state, seat, code, NOT_RECORDING)
    watch(state)
    return Ridden(
        *standing(game, state, seats), decisions=decisions, seconds=[round(spent, 6) for spent in seconds]
    )


def standing(game: Game, state: Records, seats: int) -> tuple[int, list[int], list[int]]:
    """The winner of a race that is over, the scores, and the game's own report."""
    scores, report = no_numbers(seats), no_numbers(len(game.report))
    loops.rank(game.rules.score, state, scores)
    loops.tell(game.rules.report, state, report)
    return int(best(scores)), scores.tolist(), report.tolist()
