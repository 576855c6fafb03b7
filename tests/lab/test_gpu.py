"""Races on a GPU are those of the CPU: on Numba's simulated one here, on a real one by `bench/gpu.py`."""

import json
import os
import subprocess
import sys

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.lab import gpu
from gruppetto.lab.gpu import Gpu
from gruppetto.lab.simulate import Simulation

FIELD = ["random", "touriste", "domestique"]
ROWS = """
import sys, numpy as np
from gruppetto.lab import gpu
from gruppetto.lab.running import spans
from gruppetto.lab.simulate import Simulation

gpu.CHUNKS = 2
for game in sys.argv[1:]:
    simulation = Simulation(game, ["random", "touriste", "domestique"], seed=7)
    ridden = list(gpu.Gpu().ride(simulation, spans(3, 6, 1)))
    print(game, [first for first, _ in ridden], np.concatenate([rows for _, rows in ridden]).tolist())
"""


def on_a_simulated_gpu(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_every_game_gives_the_rows_of_the_cpu(game: str) -> None:
    rows = Simulation(game, FIELD, seed=7).ride(3, 3).tolist()
    assert on_a_simulated_gpu("-c", ROWS, game) == f"{game} [3, 4, 5] {rows}\n"


def test_the_command_reports_what_it_reports_without_a_gpu() -> None:
    words = ["-m", "gruppetto.cli", "simulate", "--races", "3", "--players", ",".join(FIELD), "--json"]
    on_gpu = json.loads(on_a_simulated_gpu(*words, "--gpu"))
    on_cpu = json.loads(on_a_simulated_gpu(*words))
    for counted in ("races", "rounds_mean", "wins_by_seat", "wins_by_rider"):
        assert on_gpu[counted] == on_cpu[counted]


def test_where_there_is_no_gpu_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu.cuda, "is_available", lambda: False)
    with pytest.raises(g.Unavailable, match=r"--gpu: there is no GPU.*gruppetto\[gpu\]"):
        Gpu()


def test_players_who_think_stay_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gpu, "__init__", lambda self: setattr(self, "_prepared", None))
    with pytest.raises(g.BadOption, match="--gpu: players who think"):
        Gpu().ready(Simulation("flamme-rouge", ["patron", "domestique"]))
