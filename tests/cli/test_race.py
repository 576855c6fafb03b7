"""`gruppetto simulate --moves` and `gruppetto race`: what was simulated can be looked at."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import gruppetto as g

Gruppetto = Callable[..., tuple[int, str, str]]
SIMULATIONS = [
    ("flamme-rouge", "--players", "domestique,muscle,random", "--stage", "abu"),
    ("flamme-rouge-tour", "--players", "random", "--seats", 2, "--stages", "abu,aLBU"),
    ("due-ruote", "--players", "touriste", "--seats", 2, "--option", "delay=printed"),
    ("etapa", "--players", "domestique,random", "--stage", "Trois Géants"),
]


@pytest.mark.parametrize("simulation", SIMULATIONS, ids=lambda words: words[0])
def test_a_race_of_a_simulation_is_written_as_a_save_file(
    simulation: tuple[object, ...], gruppetto: Gruppetto, tmp_path: Path
) -> None:
    results, moves, save = tmp_path / "races.parquet", tmp_path / "moves.parquet", tmp_path / "race.json"
    code, out, err = gruppetto(
        "simulate", *simulation, "--races", 5, "--seed", 8, "--out", results, "--moves", moves
    )
    assert (code, err) == (0, "")
    assert f"Every decision is a row of {moves.name}" in out.replace(str(tmp_path) + "/", "")
    code, out, err = gruppetto("race", 3, *simulation, "--seed", 8, "--save", save)
    assert (code, err) == (0, "")
    assert "Race 3 of seed 8" in out
    match = g.load(save)
    row = pl.read_parquet(results).row(3, named=True)
    assert match.result is not None
    assert (len(match.log), match.result["winner"]) == (row["decisions"], row["winner"])
    assert pl.read_parquet(moves).filter(race=3).select("seat", "action").rows() == match.log
    for file in (results, moves):
        assert gruppetto("race", 3, "--of", file, "--save", tmp_path / "same.json", "--force")[0] == 0
        assert (tmp_path / "same.json").read_bytes() == save.read_bytes()
    assert "all" in gruppetto("verify", save)[1]
    code, out, _ = gruppetto("replay", save, "--json")
    assert json.loads(out)["result"] == json.loads(save.read_text())["result"]


def test_observations_are_a_column_if_they_are_asked_for(gruppetto: Gruppetto, tmp_path: Path) -> None:
    file = tmp_path / "moves.parquet"
    assert gruppetto("simulate", "--races", 2, "--stage", "abu", "--moves", file, "--observations")[0] == 0
    frame = pl.read_parquet(file)
    assert frame["observation"].to_numpy().shape == (frame.height, 279)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("simulate", "--moves", "m.parquet", "--gpu"), "--moves: decisions are written down here"),
        (("simulate", "--moves", "m.parquet", "--check"), "--moves: decisions are written down here"),
        (("simulate", "--observations"), "--observations: they are a column of the moves"),
        (("simulate", "--moves", "m.parquet", "--out", "m.parquet"), "--moves: results and moves"),
        (("race", 1, "etapa", "--of", "m.parquet", "--seed", 2), "leave out GAME, --seed"),
        (("race", 1, "--of", "m.parquet"), "m.parquet: cannot be read"),
        (("race", 1 << 40, "--players", "random"), "race:"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    words: tuple[object, ...],
    reason: str,
    gruppetto: Gruppetto,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = gruppetto(*words)
    assert code != 0
    assert reason in " ".join(err.split())
    assert list(tmp_path.glob("*.*")) == []


def test_a_race_is_not_written_over_another(
    gruppetto: Gruppetto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("race", 4, "--players", "random", "--stage", "abu")
    assert gruppetto(*words)[0] == 0
    assert g.load("race-4.json").over
    code, _, err = gruppetto(*words)
    assert code != 0
    assert "--force" in err
    assert gruppetto(*words, "--force")[0] == 0
