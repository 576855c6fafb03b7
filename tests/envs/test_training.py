"""The example that learns: a little of it, and what is said of the whole."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gruppetto import envs

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "bench" / "results" / "training.json"


def test_the_example_trains_saves_what_it_learnt_and_enters_it_into_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("train", ROOT / "examples" / "train.py")
    assert spec is not None
    assert spec.loader is not None
    train = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train", train)
    spec.loader.exec_module(train)
    monkeypatch.setattr(train, "STAGES", train.STAGES[:2])
    monkeypatch.setattr(train, "RACES", 16)
    out, kept = tmp_path / "curve.json", tmp_path / "learnt.npz"
    wanted = ["--rounds", "2", "--looks", "1", "--races", "5", "--out", str(out), "--save", str(kept)]
    monkeypatch.setattr(sys, "argv", ["train.py", *wanted])
    train.main()
    assert re.search(r"In the arena it beats domestique in \d.* of 80 races", capsys.readouterr().out)
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [look["opponent"] for look in found["curve"]] == ["domestique", "domestique"]
    assert [final["races"] for final in found["finals"]] == [20, 20, 20]
    assert all(0 <= final["won"] <= 1 for final in found["finals"])
    learnt, network = train.Learnt(str(kept)), train.untrained(np.random.default_rng(1))
    assert [weights.shape for weights in learnt.network.weights] == [w.shape for w in network.weights]
    rides_as_it_was_trained(train, learnt)


def rides_as_it_was_trained(train: ModuleType, learnt: Any) -> None:
    """In an environment and when it is asked, the same race: the same decisions."""
    env = envs.vector("flamme-rouge", 1, opponents=["domestique"], seat=1, stage=train.STAGES[0])
    env.reset(seed=5)
    features = np.zeros((1, train.FEATURES), np.float32)
    over = np.zeros(1, np.bool_)
    while not over.any():
        train.spread_out(env.observations, features)
        chances, _, _ = learnt.network(features, env.masks.astype(np.bool_))
        question = SimpleNamespace(observation=env.observations[0], mask=env.masks[0])
        assert learnt.decide(question) == chances.argmax()
        _, _, over, _, _ = env.step(chances.argmax(1))


def test_the_guide_says_what_was_measured() -> None:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    final = found["finals"][0]
    page = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")
    assert final["opponent"] == "domestique"
    assert final["interval"][0] > 0.5
    assert re.search(rf"\b{final['won'] * 100:.1f} % of {final['races']:,} races", page)
