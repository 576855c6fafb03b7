"""Every figure this machine is measured by, and its goal."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from gruppetto import envs
from gruppetto.errors import MissingExtra, Unavailable
from gruppetto.games import registry
from gruppetto.lab import bench

FLAMME_ROUGE, ETAPA = "flamme-rouge", "etapa"
CORES = "cores the 2 workers got"
COMMAND = ("-m", "gruppetto.cli")
GOALS = {"flamme-rouge-tour": 10_000, "due-ruote": 1_500, ETAPA: 3_000}  # races in a second by one core
SIX_STAGES = ["Plaine", "Collines", "Moyenne montagne", "Pavés", "Haute montagne", "Les Champs"]
ON_A_GPU = 1_000_000_000  # decisions of Flamme Rouge in a second
SIDE_BY_SIDE = 1024  # races of a vector environment


class Figure(msgspec.Struct, frozen=True):
    """Something measured, and its goal where it has one."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


def measured(*, quick: bool, cold: bool) -> Iterator[Figure]:
    """All figures, one after another."""
    yield from _flamme_rouge(quick=quick)
    yield from _other_games(quick=quick)
    yield from _thought_and_state(quick=quick)
    yield from _environments(quick=quick)
    yield from _gpu(quick=quick)
    yield from _commands(quick=quick)
    if cold:
        yield from _cold()


def _flamme_rouge(*, quick: bool) -> Iterator[Figure]:
    pace = bench.pace(FLAMME_ROUGE, 20_000 if quick else 200_000, 3 if quick else 5)
    yield Figure("random races, 4 seats, 1 worker", pace.races_per_second, "races/s", 50_000)
    yield Figure("decisions, 1 worker", pace.decisions_per_second, "decisions/s")
    yield Figure("2 workers against 1", pace.scaling, "×", 1.8)
    yield Figure(CORES, pace.cores, "cores")


def _other_games(*, quick: bool) -> Iterator[Figure]:
    """Random races of every other game by one worker, and whole tours of Etapa."""
    races, repeats = (500, 1) if quick else (10_000, 5)
    for game in registry.games():
        if game != FLAMME_ROUGE:
            run = bench.alone(game, races, repeats)
            yield Figure(
                f"{registry.get(game).name}, the same", run.races_per_second, "races/s", GOALS.get(game)
            )
            yield Figure("its decisions", run.decisions_per_second, "decisions/s")
    tours = bench.alone(ETAPA, races // 10, repeats, stages=SIX_STAGES)
    yield Figure("Etapa, tours of six stages", tours.races_per_second, "tours/s", 150)


def _thought_and_state(*, quick: bool) -> Iterator[Figure]:
    race = bench.finished(FLAMME_ROUGE)
    play_outs = bench.play_outs(race, 10_000 if quick else 100_000)
    yield Figure("random play-outs from mid-race, 1 thread", play_outs.random, "races/s", 40_000)
    yield Figure("sensible play-outs", play_outs.sensible, "races/s")
    yield Figure("sensible play-outs with trees", play_outs.with_trees, "races/s")
    replays, copies = bench.replays(race), bench.copies(race)
    yield Figure(
        f"replay of {replays.decisions} decisions", replays.compiled_us, "µs", 50, more_is_better=False
    )
    yield Figure("the same through Match.go_to", replays.match_us, "µs", 50, more_is_better=False)
    yield Figure(f"copy of a state, {copies.bytes} bytes", copies.python_us, "µs", 1, more_is_better=False)
    yield Figure("the same in compiled code", copies.compiled_us, "µs", 1, more_is_better=False)


def _environments(*, quick: bool) -> Iterator[Figure]:
    """Steps of the vector environment, the picking of a legal action included; nothing without `[rl]`."""
    try:
        races = envs.vector(FLAMME_ROUGE, SIDE_BY_SIDE, seats=2)
    except MissingExtra:
        return
    races.reset(seed=1)
    steps, chosen, rates = 40 if quick else 400, np.zeros(SIDE_BY_SIDE, np.int32), []
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(steps):
            races.step(races.sample(chosen))
        rates.append(steps * SIDE_BY_SIDE / (time.perf_counter() - begun))
    yield Figure("steps of a vector environment", statistics.median(rates), "steps/s", 1_000_000)


def _gpu(*, quick: bool) -> Iterator[Figure]:
    """Flamme Rouge on the GPU; nothing where there is none."""
    try:
        run = bench.on_gpu(FLAMME_ROUGE, 1_000_000 if quick else 20_000_000)
    except Unavailable:
        return
    yield Figure("random races on the GPU, fetched and counted", run.races_per_second, "races/s")
    yield Figure("decisions on the GPU", run.decisions_per_second, "decisions/s", ON_A_GPU)


def _commands(*, quick: bool) -> Iterator[Figure]:
    for words in (("--version",), ("stages", "list")):
        seconds = bench.command_seconds([*COMMAND, *words], 1 if quick else 5)
        yield Figure(f"gruppetto {' '.join(words)}", seconds, "s", 1.5, more_is_better=False)


def _cold() -> Iterator[Figure]:
    """Compiled anew in a folder of its own: one game, then the others; and then once more from there."""
    steps = (
        ("first compilation of Flamme Rouge", ["warmup", FLAMME_ROUGE], 8.0),
        ("of the other games, after it", ["warmup"], 32.0),
        ("all of them once cached", ["warmup"], None),
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, words, goal in steps:
            seconds = bench.command_seconds([*COMMAND, *words], 1, Path(folder))
            yield Figure(name, seconds, "s", goal, more_is_better=False)
