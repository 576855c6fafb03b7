"""Races of every game on a GPU, from the unmodified rules: how many a second, and the same as on the CPU.

    python bench/gpu.py [--only GAME …] [--races N] [--out bench/results/FILE.json]

Needs a CUDA GPU and `gruppetto[gpu]`. Kernels are compiled side by side, and measured one after another.
"""

import argparse
import json
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto.games import registry
from gruppetto.kernel.rule import sources_hash
from gruppetto.lab.host import machine

CHECKED = 100_000  # races compared with the CPU, row by row
REPEATS = 3
SHAPES = [(4, 64), (8, 64), (8, 128), (16, 128)]  # blocks for a multiprocessor, and their threads


class Case(msgspec.Struct, frozen=True):
    """What is ridden."""

    game: str
    player: str
    races: int
    options: dict[str, Any] = {}


CASES = [
    Case("flamme-rouge", "random", 4_000_000),
    Case("flamme-rouge", "random", 4_000_000, {"stage": "La Classicissima"}),
    Case("flamme-rouge", "domestique", 2_000_000),
    Case("flamme-rouge-tour", "random", 200_000),
    Case("flamme-rouge-tour", "domestique", 200_000),
    Case("due-ruote", "random", 200_000),
    Case("due-ruote", "domestique", 200_000),
    Case("etapa", "random", 200_000),
    Case("etapa", "domestique", 200_000),
]


def measured(case: Case, turn: Any) -> dict[str, Any]:
    """Rates for several launch shapes, and a check of the results against the CPU."""
    from gruppetto.lab.gpu import Gpu
    from gruppetto.lab.running import Tally, spans
    from gruppetto.lab.simulate import Simulation

    simulation = Simulation(case.game, [case.player] * 4, case.options, seed=7)
    gpu, begun = Gpu(), time.perf_counter()
    gpu.ready(simulation)
    compiling = time.perf_counter() - begun
    _, table = simulation.run(CHECKED, workers=1)
    with turn:  # the GPU is for one case at a time
        rates = {f"{b} blocks of {t}": rate(gpu, simulation, case.races, b, t) for b, t in SHAPES}
        tally, found, begun = Tally(simulation), [], time.perf_counter()
        for _, rows in gpu.ride(simulation, spans(0, 4 * case.races, simulation.chunk)):
            tally.add(rows)
            if sum(map(len, found)) < CHECKED:
                found.append(rows)
        summary = tally.summary(time.perf_counter() - begun)
    best = max(rates.values())
    return {
        **msgspec.to_builtins(case),
        "record_bytes": simulation.game.record.itemsize,
        **gpu.prepared(simulation).needs(),
        "compile_seconds": round(compiling, 1),
        "races_per_second_by_shape_of_a_multiprocessor": {
            shape: round(rate) for shape, rate in rates.items()
        },
        "races_per_second": round(best),
        "decisions_per_second": round(best * summary.decisions_per_second / summary.races_per_second),
        "races_per_second_fetched_and_counted": round(summary.races_per_second),
        "checked_against_cpu": len(table),
        "same": int((np.concatenate(found)[: len(table)] == table).all(axis=1).sum()),
    }


def rate(gpu: Any, simulation: Any, races: int, blocks: int, threads: int) -> float:
    """Races in a second that are only ridden, by the median launch."""
    taken = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        gpu.launch(simulation, [(0, races)], shape=(blocks, threads)).wait()
        taken.append(time.perf_counter() - begun)
    return races / statistics.median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description="Races on a GPU, from the unmodified rules.")
    parser.add_argument("--only", action="append", help="a game; all of them by default")
    parser.add_argument("--races", type=int, help="instead of each case's own number")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    cases = [case for case in CASES if not given.only or case.game in given.only]
    if given.races:
        cases = [msgspec.structs.replace(case, races=given.races) for case in cases]
    results, context = [], get_context("spawn")
    with context.Manager() as manager, ProcessPoolExecutor(len(cases), context) as pool:
        turn = manager.Lock()
        for result in [pool.submit(measured, case, turn) for case in cases]:
            results.append(result.result())
            print(json.dumps(results[-1], indent=1), flush=True)
    from numba import cuda

    text = json.dumps(
        {
            "gpu": str(cuda.get_current_device().name),
            "machine": msgspec.to_builtins(machine()),
            "rules": sources_hash(*(game.rules.__name__ for game in registry.games().values())),
            "results": results,
        },
        indent=1,
    )
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
