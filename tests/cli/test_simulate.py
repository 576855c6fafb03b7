"""`gruppetto simulate` and `gruppetto bench`."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from gruppetto.cli import bench as printing
from gruppetto.cli.figures import Figure
from gruppetto.lab import bench
from gruppetto.lab.host import machine

Gruppetto = Callable[..., tuple[int, str, str]]
KEYS = {
    "races", "seconds", "races_per_second", "decisions_per_second",
    "rounds_mean", "wins_by_seat", "wins_by_rider",
}  # fmt: skip
TIMING = {"seconds", "races_per_second", "decisions_per_second"}


def simulated(gruppetto: Gruppetto, *arguments: object) -> dict[str, object]:
    code, out, err = gruppetto("simulate", "--json", *arguments)
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    assert set(found) == KEYS
    return {key: value for key, value in found.items() if key not in TIMING}


def test_the_same_seed_gives_the_same_races_for_any_number_of_workers(gruppetto: Gruppetto) -> None:
    given = ("--races", 5000, "--players", "domestique,random,random", "--seed", 5)
    one, two = (simulated(gruppetto, *given, "--workers", workers) for workers in (1, 2))
    assert one == two
    assert one["races"] == 5000
    assert one != simulated(gruppetto, *given[:-1], 6)


@pytest.mark.parametrize("stages", ["2", "abu,aLBU"])
def test_a_tour_has_so_many_stages_or_these(stages: str, gruppetto: Gruppetto) -> None:
    found = simulated(
        gruppetto, "flamme-rouge-tour", "--races", 50, "--players", "random", "--stages", stages
    )
    assert found["races"] == sum(found["wins_by_seat"]) == 50  # type: ignore[call-overload]


def test_a_race_has_no_stages(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("simulate", "flamme-rouge", "--stages", 3)
    assert code != 0
    assert "no option 'stages'" in err


def test_one_name_is_for_every_seat(gruppetto: Gruppetto) -> None:
    found = simulated(gruppetto, "--races", 100, "--players", "random", "--seats", 3)
    wins = found["wins_by_seat"]
    assert isinstance(wins, list)
    assert (len(wins), sum(wins)) == (3, 100)


def test_the_summary_names_players_and_dummy_teams(gruppetto: Gruppetto, tmp_path: Path) -> None:
    table = tmp_path / "races.parquet"
    code, out, _ = gruppetto("simulate", "--races", 200, "--players", "domestique,muscle", "--out", table)
    assert code == 0
    for word in ("200 races", "Blue", "domestique", "muscle", "races/s"):
        assert word in out
    assert pl.read_parquet(table).height == 200
    assert gruppetto("simulate", "--races", 10, "--out", table)[0] == 2


def test_measures_are_numbers_of_this_machine() -> None:
    race = bench.finished("flamme-rouge")
    assert race.over
    assert machine().cores >= 1
    assert bench.pace("flamme-rouge", 200, 1).races_per_second > 0
    assert bench.replays(race).decisions == len(race.log)
    assert bench.copies(race).bytes == race.game.record.itemsize


def test_the_report_says_which_goals_are_met(
    gruppetto: Gruppetto, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    figures = [
        Figure("rides", 60_000, "races/s", 50_000),
        Figure("copies", 2.5, "µs", 1, more_is_better=False),
    ]
    monkeypatch.setattr(printing, "measured", lambda **_: iter(figures))
    code, out, _ = gruppetto("bench", "--out", tmp_path / "bench.json")
    assert code == 0
    assert "✓ ≥ 50,000 races/s" in out
    assert "✗ ≤ 1 µs" in out
    assert "busy" not in out
    written = json.loads((tmp_path / "bench.json").read_text())
    assert [figure["value"] for figure in written["figures"]] == [60_000, 2.5]


def test_a_busy_machine_is_said_to_be_busy(gruppetto: Gruppetto, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [Figure("2 workers against 1", 1.0, "×", 1.8), Figure(printing.CORES, 1.0, "cores")]
    monkeypatch.setattr(printing, "measured", lambda **_: iter(figures))
    _, out, _ = gruppetto("bench")
    assert "✗ ≥ 1.8 ×" in out
    assert "busy with other things" in out
