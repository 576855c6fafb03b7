"""The example that learns: a little of it, and what is said of the whole."""

import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "bench" / "results" / "training.json"


def test_the_example_trains_and_writes_its_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("train", ROOT / "examples" / "train.py")
    assert spec is not None
    assert spec.loader is not None
    train = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(train)
    monkeypatch.setattr(train, "STAGES", train.STAGES[:2])
    monkeypatch.setattr(train, "RACES", 16)
    out = tmp_path / "curve.json"
    monkeypatch.setattr(
        sys, "argv", ["train.py", "--rounds", "2", "--looks", "1", "--races", "5", "--out", str(out)]
    )
    train.main()
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [look["opponent"] for look in found["curve"]] == ["domestique", "domestique"]
    assert [final["races"] for final in found["finals"]] == [20, 20, 20]
    assert all(0 <= final["won"] <= 1 for final in found["finals"])


def test_the_guide_says_what_was_measured() -> None:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    final = found["finals"][0]
    page = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")
    assert final["opponent"] == "domestique"
    assert final["interval"][0] > 0.5
    assert re.search(rf"\b{final['won'] * 100:.1f} % of {final['races']:,} races", page)
