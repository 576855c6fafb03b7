"""Races that live on a GPU are those of `envs.vector`: on Numba's simulated one here, on a real one by
`bench/gpu_envs.py`."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import gruppetto as g
from gruppetto import envs
from gruppetto.envs import device

STEPS = """
import json, sys
import numpy as np
from gruppetto import envs

given = json.loads(sys.argv[1])
steps, odd = given.pop("steps"), given.pop("odd", False)
here, there = envs.vector(**given), envs.gpu(**given)
ends = 0


def check(ours, theirs):
    for mine, yours in zip(ours, theirs, strict=True):
        yours = yours.copy_to_host()
        assert (mine.dtype, mine.tolist()) == (yours.dtype, yours.tolist())


for seed in (7, None):
    seen, infos = here.reset(seed=seed)
    same, told = there.reset(seed=seed)
    for step in range(steps):
        check([seen["observation"], seen["action_mask"], infos["seat"]],
              [same["observation"], same["action_mask"], told["seat"]])
        chosen, picked = here.sample(), there.sample()
        check([chosen], [picked])
        if odd:
            chosen[0] = -1
            picked = chosen.astype(np.int64)[::1]
        seen, *ours, infos = here.step(chosen)
        same, *theirs, told = there.step(picked)
        check([*ours, infos["illegal"], here.races], [*theirs, told["illegal"], there.races])
        ends += int(here.ended.sum())
    records = here.states.view(np.uint64).reshape(here.num_envs, -1)
    assert (records.T == there._parked.copy_to_host()).all()
print(ends)
"""


def ends_on_a_simulated_gpu(**given: Any) -> int:
    """Step by step the same as on the CPU; how many races have ended."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", STEPS, json.dumps(given)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("game", ["flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa"])
def test_every_game_makes_the_steps_of_the_cpu(game: str) -> None:
    ends_on_a_simulated_gpu(game=game, n=3, steps=40)


def test_races_that_end_are_dealt_anew_on_the_device() -> None:
    assert ends_on_a_simulated_gpu(game="flamme-rouge", n=3, steps=50, stage="abu", reward="win") > 3


def test_opponents_ride_on_the_device_and_illegal_actions_are_replaced() -> None:
    riders = ["domestique", "touriste"]
    assert ends_on_a_simulated_gpu(
        game="flamme-rouge", n=2, steps=40, stage="abu", opponents=riders, seat=1, odd=True
    )


def test_where_there_is_no_gpu_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device.cuda, "is_available", lambda: False)
    with pytest.raises(g.Unavailable, match=r"envs.gpu: there is no GPU.*gruppetto\[gpu\].*envs.vector"):
        envs.gpu("flamme-rouge", 4)


def test_wrong_terms_are_refused() -> None:
    with pytest.raises(g.UnknownPlayer, match="thinks"):
        envs.gpu("flamme-rouge", 4, opponents=["patron"])
    with pytest.raises(g.BadOption, match="n:"):
        envs.gpu("flamme-rouge", 0)
