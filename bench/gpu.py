"""Races on a GPU, from the unmodified rules: how many a second, and the same winners as on the CPU.

    python bench/gpu.py [--races N] [--stage S …] [--out bench/results/FILE.json]

Needs a CUDA GPU and numba-cuda. The rules are rebuilt as device functions by `for_gpu`; every thread
rides whole races through the contract (`waiting`, `legal`, `act`) in a record of its own.
"""

import argparse
import json
import platform
import statistics
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from gruppetto.kernel import chance
from gruppetto.kernel.rule import for_gpu, sources_hash
from gruppetto.lab.simulate import DECIDING, Simulation

MOST_LEGAL, MOST_NUMBERS = 64, 16
SHAPES = [(blocks, threads) for threads in (64, 128, 256) for blocks in (4, 8, 16)]
CHECKED = 100_000


def kernel_for(simulation: Simulation) -> Any:
    """A CUDA kernel in which each thread rides every n-th race."""
    rules, streams = for_gpu(simulation.game.rules), for_gpu(chance)
    from numba import cuda, int32, uint64

    deal, waiting, legal, act = rules.deal, rules.waiting, rules.legal, rules.act
    over, score, report = rules.over, rules.score, rules.report
    spread, mix, fraction_of, share = streams.spread, streams.mix, streams.fraction_of, streams.share
    record, keys_needed, seats = simulation.game.record, simulation.game.streams, simulation.seats

    @cuda.jit
    def ride(setups, seed, races, winners, rounds, decisions):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, record)
        keys = cuda.local.array(keys_needed, uint64)
        actions = cuda.local.array(MOST_LEGAL, int32)
        numbers = cuda.local.array(MOST_NUMBERS, int32)
        state, silent = states[0], actions[:0]
        race = cuda.grid(1)
        while race < races:
            number = np.uint64(race)
            spread(seed, number, keys)
            deal(state, setups[0], keys)
            own_chance, made = mix(mix(seed, number), np.uint64(DECIDING)), 0
            while not over(state):
                owing, seat = waiting(state), 0
                while owing >> seat & 1 == 0:
                    seat += 1
                found = legal(state, seat, actions)
                made += 1
                index, _ = share(fraction_of(own_chance, made), found)
                act(state, seat, actions[index], silent)
            score(state, numbers)
            best = 0
            for seat in range(seats):
                if numbers[seat] > numbers[best]:
                    best = seat
            report(state, numbers)
            winners[race], rounds[race], decisions[race] = best, numbers[0], made
            race += cuda.gridsize(1)

    return ride


def measure(stage: str, races: int) -> dict[str, Any]:
    """Rates for several launch shapes, and a check of the results against the CPU."""
    from numba import cuda

    simulation = Simulation("flamme-rouge", ["random"] * 4, {"stage": stage}, seed=7)
    ride, setups = kernel_for(simulation), cuda.to_device(simulation.setup)
    out = [cuda.device_array(races, np.int32) for _ in range(3)]

    def seconds(blocks: int, threads: int, many: int) -> float:
        units = cuda.get_current_device().MULTIPROCESSOR_COUNT
        cuda.synchronize()
        begun = time.perf_counter()
        ride[blocks * units, threads](setups, simulation.seed, many, *out)
        cuda.synchronize()
        return time.perf_counter() - begun

    compiling = seconds(4, 64, 64)
    rates = {
        f"{blocks} blocks of {threads} a multiprocessor": races
        / statistics.median(seconds(blocks, threads, races) for _ in range(5))
        for blocks, threads in SHAPES
    }
    best = max(rates.values())
    winners, rounds, decisions = (column.copy_to_host() for column in out)
    return {
        "stage": stage,
        "races": races,
        "compile_seconds": round(compiling, 1),
        "races_per_second_by_shape": {shape: round(rate) for shape, rate in rates.items()},
        "races_per_second": round(best),
        "decisions_per_second": round(best * decisions.mean(dtype=np.float64)),
        **same_as_cpu(simulation, winners, rounds, decisions),
    }


def same_as_cpu(simulation: Simulation, winners: Any, rounds: Any, decisions: Any) -> dict[str, int]:
    """How many of the first races came out the same on the CPU: winner, rounds, number of decisions."""
    _, table = simulation.run(min(CHECKED, len(winners)), workers=2)
    columns = simulation.columns()
    same = np.ones(len(table), bool)
    for name, found in (("winner", winners), ("rounds", rounds), ("decisions", decisions)):
        same &= table[:, columns.index(name)] == found[: len(table)]
    return {"checked_against_cpu": len(table), "same": int(same.sum())}


def main() -> None:
    parser = argparse.ArgumentParser(description="Races on a GPU, from the unmodified rules.")
    parser.add_argument("--races", type=int, default=4_000_000)
    parser.add_argument("--stage", action="append")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    results = [
        measure(stage, given.races) for stage in given.stage or ["Avenue Corso Paseo", "La Classicissima"]
    ]
    from numba import cuda

    text = json.dumps(
        {
            "machine": str(cuda.get_current_device().name),
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
            "rules": sources_hash(),
            "results": results,
        },
        indent=1,
    )
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
