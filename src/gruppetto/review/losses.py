"""Losses: a choice beside a better one, in worlds that its player could not tell from the true one."""

import math
from typing import Any

import numpy as np

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, HEURISTIC, Floats, choose, lowest, won

GAIN, SQUARES = 0, 1  # of a table of differences, and from FIRST on the measures of a room's reasons
FIRST = 1  # the row of victories comes before the rows of measures


@rule
def unmeasured(state: Any, seat: int, trace: Ints, out: Floats) -> None:
    """Nothing is measured where nobody asks why."""


@rule
def ride_home(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, heuristic: Rule, measure: Rule,
    state: Any, seat: int, action: int, own: np.uint64, actions: Ints, trace: Ints, out: Floats,
) -> None:  # fmt: skip
    """Make a decision, play the race out as the reference rider would, and measure what happens to a seat."""
    decider, made = seat, 0
    while True:
        if len(trace) > 0:
            trace[0] = 0
        act(state, decider, action, trace)
        measure(state, seat, trace, out)
        if over(state):
            return
        decider = lowest(waiting(state))
        found = legal(state, decider, actions)
        made += 1
        action = choose(heuristic, HEURISTIC, state, decider, actions, found, fraction_of(own, made))


@rule
def compare(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, heuristic: Rule,
    measure: Rule, states: Records, seat: int, made: int, best: int, seats: int,
    seed: np.uint64, first: int, worlds: int, trace: Ints, table: Floats, levels: Floats,
) -> None:  # fmt: skip
    """Try two choices in the same worlds, and add up what the better one gains: victories, then measures.

    A row of the table holds the sum of the gains and of their squares; `levels` the sums for either choice.
    """
    actions, scores = np.empty(MOST_ACTIONS, np.int32), np.empty(seats, np.int32)
    measured = np.empty((2, len(table)))
    for number in range(first, first + worlds):
        luck = mix(seed, np.uint64(number))
        own = mix(luck, np.uint64(DECIDING))
        states[1] = states[0]
        forget(states[1], seat, luck)
        measured[:] = 0.0
        for index in range(2):
            states[2] = states[1]
            ride_home(
                waiting, legal, act, over, heuristic, measure,
                states[2], seat, best if index else made, own, actions, trace, measured[index, FIRST:],
            )  # fmt: skip
            score(states[2], scores)
            measured[index, 0] = won(scores, seat)
        for row in range(len(table)):
            gain = measured[1, row] - measured[0, row]
            table[row, GAIN] += gain
            table[row, SQUARES] += gain * gain
            levels[row, 0] += measured[0, row]
            levels[row, 1] += measured[1, row]


def mean_and_error(row: Floats, worlds: int) -> tuple[float, float]:
    """The mean of a row of gains, and its standard error, which is never quite nothing."""
    mean = float(row[GAIN]) / worlds
    spread = (float(row[SQUARES]) + 1) / (worlds + 1) - (float(row[GAIN]) / (worlds + 1)) ** 2
    return mean, math.sqrt(max(spread, 0.0) / worlds)
