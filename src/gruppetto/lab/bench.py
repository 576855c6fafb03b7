"""Measure how fast races are ridden, replayed and copied on this machine."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto.games import loops
from gruppetto.kernel.record import Records, duplicate
from gruppetto.kernel.rule import rule
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.lab.running import Summary, Tally, spans
from gruppetto.lab.simulate import Simulation
from gruppetto.match import Match, start
from gruppetto.players import Budget, decide
from gruppetto.players.halving import Halving
from gruppetto.players.playout import HEURISTIC, RANDOM

SEATS = 4
FEWEST_CHOICES = 3  # a decision worth thinking about
STATES = 64  # records that copies are made of and into, so that no copy can be optimised away


class Pace(msgspec.Struct, frozen=True):
    """Races and decisions in a second by one worker, how many times that two ride, and the cores they got."""

    races_per_second: float
    decisions_per_second: float
    scaling: float
    cores: float  # near 2, or the machine was busy with something else and `scaling` says little


def alone(game: str, races: int, repeats: int, **options: Any) -> Summary:
    """Random races by one worker: the run of the median speed."""
    simulation = Simulation(game, ["random"] * SEATS, options)
    runs = [simulation.run(races)[0] for _ in range(repeats)]
    return sorted(runs, key=lambda run: run.races_per_second)[repeats // 2]


def pace(game: str, races: int, repeats: int) -> Pace:
    """Random races, by one worker and by two in turn; the medians."""
    simulation = Simulation(game, ["random"] * SEATS)
    by_one, together, cores = [], [], []
    for _ in range(repeats):
        by_one.append(simulation.run(races, workers=1)[0])
        used = time.process_time()
        together.append(simulation.run(races, workers=2)[0])
        cores.append((time.process_time() - used) / together[-1].seconds)
    one = statistics.median(summary.races_per_second for summary in by_one)
    two = statistics.median(summary.races_per_second for summary in together)
    decisions = statistics.median(summary.decisions_per_second for summary in by_one)
    return Pace(one, decisions, two / one, statistics.median(cores))


def on_gpu(game: str, races: int) -> Summary:
    """Random races on the GPU, fetched and counted."""
    from gruppetto.lab.gpu import Gpu  # noqa: PLC0415  (an extra)

    simulation, gpu = Simulation(game, ["random"] * SEATS), Gpu()
    gpu.ready(simulation)
    tally, begun = Tally(simulation), time.perf_counter()
    for _, rows in gpu.ride(simulation, spans(0, races, simulation.chunk)):
        tally.add(rows)
    return tally.summary(time.perf_counter() - begun)


def finished(game: str) -> Match:
    """A race ridden to its end by domestiques."""
    match = start(game, seats=SEATS, seed=1)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    return match


class Replays(msgspec.Struct, frozen=True):
    """Microseconds to replay a finished race: through `Match.go_to`, and as the bare compiled call."""

    decisions: int
    match_us: float
    compiled_us: float


def replays(match: Match) -> Replays:
    """Replay a finished race from its log."""
    rules, log = match.game.rules, np.array(match.log, np.int32)
    first, moves = match.at(0).state, list(match.log)

    def bare() -> None:
        state = duplicate(first)
        loops.replay(rules.waiting, rules.legal, rules.act, state, log, NOT_RECORDING)

    return Replays(len(moves), microseconds(lambda: match.go_to(moves), 300), microseconds(bare, 300))


class PlayOuts(msgspec.Struct, frozen=True):
    """Play-outs in a second from the middle of a race: flat and random, flat and sensible, with trees."""

    random: float
    sensible: float
    with_trees: float


def play_outs(match: Match, many: int) -> PlayOuts:
    """Weigh the first real decision after half of a finished race."""
    decisions = len(match.log) // 2
    while len(match.at(decisions).choices(match.log[decisions][0])) < FEWEST_CHOICES:
        decisions += 1
    here, seat = match.at(decisions), match.log[decisions][0]

    def rate(policy: int, *, trees: bool) -> float:
        halving = Halving(here.game, here.state, seat, 1, policy=policy, trees=trees)
        estimates = halving.estimate(Budget(playouts=many), halving=False)
        return estimates.playouts / estimates.seconds

    return PlayOuts(rate(RANDOM, trees=False), rate(HEURISTIC, trees=False), rate(HEURISTIC, trees=True))


class Copies(msgspec.Struct, frozen=True):
    """Microseconds to copy a state: from Python, and in compiled code."""

    bytes: int
    python_us: float
    compiled_us: float


def copies(match: Match) -> Copies:
    """Copy a state."""
    here, there = np.repeat(match.state, STATES), np.repeat(match.state, STATES)
    times = 20_000
    in_compiled = microseconds(lambda: copy_often(here, there, times), 15) / times
    in_python = microseconds(lambda: duplicate(match.state), 5000)
    return Copies(match.state.nbytes, in_python, in_compiled)


@rule
def copy_often(here: Records, there: Records, times: int) -> None:
    """Copy one record after another, `times` times."""
    for time_ in range(times):
        there[time_ % STATES] = here[(time_ * 7) % STATES]


def microseconds(call: Callable[[], Any], times: int) -> float:
    """The median time of a call, once it is compiled."""
    call()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        call()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken) * 1e6


def command_seconds(arguments: Sequence[str], repeats: int = 3, cache: Path | None = None) -> float:
    """The median time of a Python command from start to end; with another cache folder if one is given."""
    environment = dict(os.environ) if cache is None else {**os.environ, "GRUPPETTO_CACHE": str(cache)}
    taken = []
    for _ in range(repeats):
        begun = time.perf_counter()
        subprocess.run(  # noqa: S603  (our own module, by the interpreter that runs us)
            [sys.executable, *arguments], check=True, env=environment, capture_output=True
        )
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)
