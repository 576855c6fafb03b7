"""Environments whose races live on a GPU: the same as on the CPU, and how many steps they make in a second.

    python bench/gpu_envs.py [--only GAME …] [--out bench/results/gpu-envs.json]

Needs a CUDA GPU and `gruppetto[gpu,rl]`; with PyTorch installed, a network of 256 × 256 chooses every action
as well. First every array is compared with that of `envs.vector`, bit by bit, for so many steps. Then a
*step* is one decision in every race, its action picked at random by a kernel of its own (`alone`) or by the
network (`with_network`); the clock runs until the device has done all of them.
"""

import argparse
import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto import envs
from gruppetto.games import registry
from gruppetto.kernel.rule import numba_cuda
from gruppetto.lab.host import machine

CHECKED = 1 << 12  # races that are compared
COMPARED = 400  # steps of them
SIZES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)
MEMORY = 64 << 30  # bytes that records and observations of a batch may take
REPEATS, STEPS, WARMING = 5, 50, 120
WIDTH = 256  # of the network's two layers


def checked(game: str) -> int:
    """Steps in which all arrays were the same as on the CPU; stops at the first that were not."""
    here, there = envs.vector(game, CHECKED, threads=4), envs.gpu(game, CHECKED)
    here.reset(seed=7)
    there.reset(seed=7)
    for step in range(COMPARED):
        chosen, picked = here.sample(), there.sample()
        here.step(chosen)
        there.step(picked)
        pairs = {
            "sample": (chosen, picked),
            "observations": (here.observations, there.observations),
            "masks": (here.masks, there.masks),
            "rewards": (here.rewards, there.rewards),
            "ended": (here.ended, there.ended),
            "deciding": (here.deciding, there.deciding),
            "races": (here.races, there.races),
        }
        for name, (mine, yours) in pairs.items():
            if not np.array_equal(mine, yours.copy_to_host()):
                raise SystemExit(f"{game}: {name} differ from those of the CPU in step {step}.")
    return COMPARED


def rate(races: Any, choose: Callable[[], Any]) -> int:
    """Steps in a second, all races together, by the median of some repeats."""
    cuda = numba_cuda()
    for _ in range(WARMING):  # compiled, and into the middle of the races, each somewhere else
        races.step(choose())
    taken = []
    for _ in range(REPEATS):
        cuda.synchronize()
        begun = time.perf_counter()
        for _ in range(STEPS):
            races.step(choose())
        cuda.synchronize()
        taken.append(time.perf_counter() - begun)
    return round(races.num_envs * STEPS / statistics.median(taken))


def network(races: Any) -> Callable[[], Any]:
    """An untrained network that chooses among the legal actions; it shares the arrays without a copy."""
    import torch
    from torch import nn

    game = races.game
    layers = nn.Sequential(
        nn.Linear(game.observation, WIDTH), nn.ReLU(),
        nn.Linear(WIDTH, WIDTH), nn.ReLU(),
        nn.Linear(WIDTH, game.actions),
    ).to("cuda", torch.bfloat16)  # fmt: skip
    seen = torch.as_tensor(races.observations, device="cuda")
    mask = torch.as_tensor(races.masks, device="cuda")

    @torch.no_grad()
    def choose() -> Any:
        logits = layers(seen.to(torch.bfloat16)).float()
        luck = -torch.empty_like(logits).exponential_().log()
        return (logits + luck).masked_fill(mask == 0, -torch.inf).argmax(1)

    return choose


def measured(game: str) -> dict[str, Any]:
    """What one game comes to."""
    found: dict[str, Any] = {"game": game, "same_as_cpu": {"races": CHECKED, "steps": checked(game)}}
    room = registry.get(game)
    each = 2 * room.record.itemsize + room.observation * room.bounds()[0].dtype.itemsize
    for n in (size for size in SIZES if size * each < MEMORY):
        races = envs.gpu(game, n)
        races.reset(seed=1)
        rates = {"alone": rate(races, races.sample)}
        if importlib.util.find_spec("torch"):
            rates["with_network"] = rate(races, network(races))
        found |= {"thread": races._kernels.needs(), f"steps_per_second_{n}": rates}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Environments whose races live on a GPU.")
    parser.add_argument("--only", action="append", help="a game; all of them by default")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    results = []
    for game in given.only or registry.games():
        results.append(measured(game))
        print(json.dumps(results[-1]), flush=True)
    name = numba_cuda().get_current_device().name
    whole = {"gpu": str(name), "machine": msgspec.to_builtins(machine()), "results": results}
    if given.out:
        given.out.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
