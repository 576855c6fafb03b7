"""Races on a GPU, from the unmodified rules: how many a second, and the same winners as on the CPU.

    python bench/gpu.py [--races N] [--stage S] [--out bench/results/FILE.json]

Needs a CUDA GPU and numba-cuda. The rules are rebuilt as device functions by `for_gpu`; every thread
rides whole races through the contract (`waiting`, `legal`, `act`) in a record of its own.
"""

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np

from gruppetto.games import game as contract
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.kernel import chance
from gruppetto.kernel.rule import for_gpu
from gruppetto.lab.simulate import DECIDING, Simulation

KEYS = 16


def kernel_for(game: Any, seats: int) -> Any:
    """A CUDA kernel in which thread t rides the races first + t, first + t + threads, …"""
    rules, streams = for_gpu(game.rules), for_gpu(chance)
    from numba import cuda, int32, uint64

    deal, waiting, legal, act = rules.deal, rules.waiting, rules.legal, rules.act
    over, score, report = rules.over, rules.score, rules.report
    spread, mix, fraction_of, share = streams.spread, streams.mix, streams.fraction_of, streams.share
    record, number_of_keys = np.dtype(game.record.descr, align=True), game.streams
    record = game.record

    @cuda.jit
    def ride(setups, seed, first, races, winners, rounds, decisions):  # type: ignore[no-untyped-def]
        states = cuda.local.array(1, record)
        keys = cuda.local.array(number_of_keys, uint64)
        actions = cuda.local.array(MOST_LEGAL, int32)
        numbers = cuda.local.array(8, int32)
        silent = actions[:0]
        state = states[0]
        race = cuda.grid(1)
        while race < races:
            number = np.uint64(first + race)
            spread(seed, number, keys)
            deal(state, setups[0], keys)
            own_chance = mix(mix(seed, number), np.uint64(DECIDING))
            made = 0
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
            winners[race] = best
            report(state, numbers)
            rounds[race] = numbers[0]
            decisions[race] = made
            race += cuda.gridsize(1)

    return ride


MOST_LEGAL = min(MOST_ACTIONS, 64)


def measure(stage: str, races: int, seats: int) -> dict[str, Any]:
    from numba import cuda

    simulation = Simulation("flamme-rouge", ["random"] * seats, {"stage": stage}, seed=7)
    ride = kernel_for(simulation.game, seats)
    setups = cuda.to_device(simulation.setup)
    winners, rounds, decisions = (cuda.device_array(races, np.int32) for _ in range(3))
    begun = time.perf_counter()
    ride[1, 32](setups, simulation.seed, 0, 32, winners, rounds, decisions)
    cuda.synchronize()
    compiled = time.perf_counter() - begun
    tried = {}
    for threads in (32, 64, 128, 256):
        for blocks_per_unit in (4, 8, 16, 32):
            blocks = blocks_per_unit * cuda.get_current_device().MULTIPROCESSOR_COUNT
            times = []
            for _ in range(3):
                cuda.synchronize()
                begun = time.perf_counter()
                ride[blocks, threads](setups, simulation.seed, 0, races, winners, rounds, decisions)
                cuda.synchronize()
                times.append(time.perf_counter() - begun)
            tried[f"{blocks_per_unit}x{threads}"] = races / sorted(times)[1]
    best = max(tried, key=lambda shape: tried[shape])
    total = int(decisions.copy_to_host().sum(dtype=np.int64))
    checked = min(races, 50_000)
    _, table = simulation.run(checked)
    columns = simulation.columns()
    same = (table[:, columns.index("winner")] == winners.copy_to_host()[:checked]) & (
        table[:, columns.index("decisions")] == decisions.copy_to_host()[:checked]
    )
    return {
        "stage": stage,
        "races": races,
        "compile_seconds": round(compiled, 1),
        "shapes": {shape: round(rate) for shape, rate in tried.items()},
        "best_shape": best,
        "races_per_second": round(tried[best]),
        "decisions_per_second": round(tried[best] * total / races),
        "checked_against_cpu": checked,
        "same_winner_and_decisions": int(same.sum()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=2_000_000)
    parser.add_argument("--stage", action="append", default=[])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    from numba import cuda

    for_gpu(contract.get("flamme-rouge").rules)
    found = {
        "machine": cuda.get_current_device().name.decode()
        if isinstance(cuda.get_current_device().name, bytes)
        else str(cuda.get_current_device().name),
        "python": platform.python_version(),
        "record_bytes": contract.get("flamme-rouge").record.itemsize,
        "results": [
            measure(stage, given.races, given.seats)
            for stage in (given.stage or ["Avenue Corso Paseo", "La Classicissima"])
        ],
    }
    text = json.dumps(found, indent=1)
    print(text)
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
