"""Judging: a choice beside another one, in worlds that its player could not tell from the true one."""

import math
from typing import Any

import msgspec
import numpy as np

from gruppetto.games.game import Game
from gruppetto.kernel.record import Records
from gruppetto.kernel.trace import NOT_RECORDING, recorder
from gruppetto.players.playout import Floats
from gruppetto.review.losses import FIRST, compare, mean_and_error, unmeasured
from gruppetto.review.results import DOUBTS, MISTAKES

ENOUGH, SURE, SETTLED = 256, 4.5, 2.0  # worlds, and errors, after which a verdict will not change any more
EXPLAINING = 512  # worlds at most in which reasons are measured


class Measured(msgspec.Struct, frozen=True):
    """How much of something, with the choice made and with the best, and the error of the difference."""

    made: float
    best: float
    error: float


class Weighed(msgspec.Struct, frozen=True):
    """A choice beside a better one."""

    best: int
    loss: float
    error: float
    worlds: int
    measured: tuple[Measured, ...] = ()  # what the room measures, in its order


class Question(msgspec.Struct, frozen=True):
    """Two choices of a seat: the one made, or thought of, and a better one."""

    state: Records
    seat: int
    code: int
    best: int
    seed: int  # of the worlds in which they are tried


class Judge:
    """Tries two choices in the same worlds; of a tour up to the end of the stage, as thinkers do."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats
        near = game.horizon
        self.near = bool(near and near.over is not game.rules.over)
        self._end = near if near and self.near else game.rules

    def beside(self, asked: Question, most: int, *, least: int = ENOUGH) -> Weighed:
        """What a choice loses to the other, in fresh worlds: more of them, as long as there is doubt."""
        if asked.best == asked.code:
            return Weighed(asked.best, 0.0, 0.0, 0)
        table, worlds, more, loss, error = np.zeros((FIRST, 2)), 0, min(least, most), 0.0, 0.0
        while more:
            self._compare(asked, worlds, more, unmeasured, NOT_RECORDING, table, np.zeros_like(table))
            worlds += more
            loss, error = mean_and_error(table[0], worlds)
            settled = _settled(loss, error, math.sqrt(worlds / most))
            more = 0 if settled else min(max(least, worlds // 2), most - worlds)
        return Weighed(asked.best, loss, error, worlds)

    def explained(self, asked: Question, most: int) -> Weighed:
        """The same with all that the room measures of the two, in few worlds."""
        reasons, worlds = self.game.reasons, min(EXPLAINING, most)
        rows = FIRST + (len(reasons.kinds) if reasons else 0)
        table, levels = np.zeros((rows, 2)), np.zeros((rows, 2))
        measure, trace = (reasons.measure, recorder()) if reasons else (unmeasured, NOT_RECORDING)
        self._compare(asked, 0, worlds, measure, trace, table, levels)
        measured = tuple(
            Measured(made / worlds, best / worlds, mean_and_error(table[row], worlds)[1])
            for row, (made, best) in enumerate(levels.tolist()[FIRST:], FIRST)
        )
        return Weighed(asked.best, *mean_and_error(table[0], worlds), worlds, measured)

    def prepare(self, asked: Question) -> None:
        """Go through all that is called here, so that it is compiled."""
        self.explained(asked, 1)
        self._compare(asked, 0, 1, unmeasured, NOT_RECORDING, np.zeros((FIRST, 2)), np.zeros((FIRST, 2)))

    def _compare(
        self,
        asked: Question,
        first: int,
        worlds: int,
        measure: Any,
        trace: Any,
        table: Floats,
        levels: Floats,
    ) -> None:
        rules, end = self.game.rules, self._end
        compare(
            rules.waiting, rules.legal, rules.act, end.over, end.score, rules.forget, self.game.heuristic,
            measure, np.repeat(asked.state, 3), asked.seat, asked.code, asked.best, self.seats,
            np.uint64(asked.seed), first, worlds, trace, table, levels,
        )  # fmt: skip


def _settled(loss: float, error: float, narrowing: float) -> bool:
    """Whether more worlds would hardly change the verdict, if all of them leave such a part of the error."""
    least = min(MISTAKES.values())
    sure = loss > SURE * error and loss - SETTLED * error >= least
    needed = max(least, DOUBTS * error * narrowing)  # to be called a mistake in the end
    return sure or loss + SETTLED * error < needed
