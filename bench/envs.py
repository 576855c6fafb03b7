"""Measure how many steps in a second the environments make, on one core unless `threads` says otherwise.

    python bench/envs.py bench/results/envs.json

A step is one decision of whoever drives the environment: the action goes in; the observation and the
mask of the next decision, rewards and ends come out. Races that end are dealt anew within the step. The
actions are legal ones chosen at random; in `with_choosing` the time it takes to choose them counts too.

Wall-clock time depends on what else the machine is doing. `cpu` counts only the time this process had
a core, and `share` says how much of the wall clock that was: near 1 on a quiet machine. The figures for
environments of one race are by that clock.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto import envs
from gruppetto.games import registry
from gruppetto.lab.host import machine

REPEATS = 5
DECISIONS = 400_000  # in one repeat of a batch
SECONDS = 2.0  # for each of the environments of one race
SIZES = (16, 64, 256, 1024, 4096, 16384)
THREADS = 2  # beside one, where the batch is large enough to be split


def measured(call: Callable[[], None], steps: int) -> dict[str, float]:
    """Steps in a second by both clocks, the medians of some repeats."""
    wall, cpu = [], []
    for _ in range(REPEATS):
        begun, used = time.perf_counter(), time.process_time()
        call()
        wall.append(time.perf_counter() - begun)
        cpu.append(time.process_time() - used)
    took, had = statistics.median(wall), statistics.median(cpu)
    return {"wall": round(steps / took), "cpu": round(steps / had), "share": round(had / took, 2)}


def batch(game: str, n: int, **terms: Any) -> dict[str, Any]:
    """A batch with and without the time to choose."""
    races = envs.vector(game, n, **terms)
    races.reset(seed=1)
    rounds, chosen = max(1, DECISIONS // n), np.zeros(n, np.int32)
    for _ in range(rounds // 4 + 1):  # into the middle of the races, each somewhere else
        races.step(races.sample(chosen))

    def stepping() -> None:
        for _ in range(rounds):
            races.step(races.sample(chosen))

    def choosing() -> None:
        for _ in range(rounds):
            races.sample(chosen)

    both, alone = measured(stepping, rounds * n), measured(choosing, rounds * n)
    step = round(1 / (1 / both["cpu"] - 1 / alone["cpu"]))
    return {"game": game, "n": n, **terms, "step_cpu": step, "with_choosing": both}


def one_race(game: str) -> dict[str, float]:
    """Decisions in a second through the environments of one race."""
    return {"aec": rate(ride_aec, game), "gym": rate(ride_gym, game), "spiel": rate(ride_spiel, game)}


def rate(ride: Callable[[str, random.Random], int], game: str) -> int:
    dice = random.Random(1)  # noqa: S311  (nothing secret)
    ride(game, dice)
    begun, made = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        made += ride(game, dice)
    return round(made / (time.process_time() - begun))


def any_of(mask: Any, dice: random.Random) -> int:
    return int(dice.choice(np.flatnonzero(mask)))


def ride_aec(game: str, dice: random.Random) -> int:
    env, made = envs.aec(game), 0
    env.reset()
    while not env.terminations[env.agent_selection]:
        env.step(any_of(env.observe(env.agent_selection)["action_mask"], dice))
        made += 1
    return made


def ride_gym(game: str, dice: random.Random) -> int:
    env, made, over = envs.gym(game, ["random"]), 0, False
    seen, _ = env.reset()
    while not over:
        seen, _, over, _, _ = env.step(any_of(seen["action_mask"], dice))
        made += 1
    return made


def ride_spiel(game: str, dice: random.Random) -> int:
    state = envs.spiel(game).new_initial_state()
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    return len(state.history())


def main() -> None:
    found: dict[str, Any] = {"machine": msgspec.to_builtins(machine()), "batches": []}
    plan = [("flamme-rouge", n, {"seats": 2}) for n in SIZES]
    plan += [("flamme-rouge", n, {"seats": 2, "threads": THREADS}) for n in SIZES[3:]]
    plan += [("flamme-rouge", 1024, {"seats": 4}), ("flamme-rouge", 1024, {"opponents": ["domestique"]})]
    plan += [(game, 1024, {"seats": 2}) for game in registry.games() if game != "flamme-rouge"]
    for game, n, terms in plan:
        found["batches"].append(batch(game, n, **terms))
        print(json.dumps(found["batches"][-1]), flush=True)
    found["one_race"] = {game: one_race(game) for game in registry.games()}
    print(json.dumps(found["one_race"]))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
