"""`gruppetto simulate` and `gruppetto bench`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from gruppetto.cli import bench as printing
from gruppetto.cli.figures import Figure
from gruppetto.games import registry
from gruppetto.games.flamme_rouge.rules.race import over
from gruppetto.kernel.chance import spread
from gruppetto.kernel.rule import rule
from gruppetto.lab import bench, results
from gruppetto.lab import simulate as lab
from gruppetto.lab.host import machine
from gruppetto.lab.running import MOST_RACES, Table

Gruppetto = Callable[..., tuple[int, str, str]]
KEYS = {
    "races", "decisions", "seconds", "races_per_second", "decisions_per_second",
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


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gruppetto: Gruppetto) -> Path:
    """A file of results that was switched off with three of its five parts kept."""
    monkeypatch.setattr(lab, "CHUNK", 10)
    monkeypatch.setattr(results, "CHUNKS", 5)
    kept = results.Parts.keep

    def keep(parts: results.Parts, first: int, rows: Table) -> None:
        if first == 170:
            raise KeyboardInterrupt
        kept(parts, first, rows)

    table = tmp_path / "races.parquet"
    with monkeypatch.context() as unlucky:
        unlucky.setattr(results.Parts, "keep", keep)
        assert gruppetto("simulate", *HALF_RIDDEN, "--out", table)[0] == 130
    assert not table.exists()
    return table


HALF_RIDDEN = ("flamme-rouge", "--races", 250, "--players", "random", "--workers", 1)


@pytest.mark.parametrize("after", [(), ("--workers", 1), ("--json",)])
def test_resume_is_followed_by_an_option_or_by_nothing(
    begun: Path, after: tuple[object, ...], gruppetto: Gruppetto
) -> None:
    code, _, err = gruppetto("simulate", *HALF_RIDDEN[:-2], "--out", begun, "--resume", *after)
    assert (code, err) == (0, "")
    assert pl.read_parquet(begun)["race"].to_list() == list(range(250))


def test_what_was_kept_is_not_thrown_away_unasked(begun: Path, gruppetto: Gruppetto) -> None:
    parts = begun.with_name(f".{begun.name}.parts")
    kept = {path.name: path.read_bytes() for path in parts.iterdir()}
    code, _, err = gruppetto("simulate", *HALF_RIDDEN, "--out", begun)
    assert code == 2
    assert "3 parts of it have been ridden" in err
    assert "--resume goes on with them" in err
    assert "--force" in err
    assert {path.name: path.read_bytes() for path in parts.iterdir()} == kept


def test_force_begins_anew(begun: Path, gruppetto: Gruppetto) -> None:
    changed = (*HALF_RIDDEN, "--seed", 2, "--out", begun)
    code, _, err = gruppetto("simulate", *changed, "--resume")
    assert code == 2
    assert "begun with another plan" in err
    assert gruppetto("simulate", *changed, "--force")[0] == 0
    assert pl.read_parquet(begun).height == 250
    assert not begun.with_name(f".{begun.name}.parts").exists()


def test_races_are_numbered_as_far_as_they_are_allowed(tmp_path: Path, gruppetto: Gruppetto) -> None:
    table = tmp_path / "races.parquet"
    assert gruppetto("simulate", *HALF_RIDDEN, "--out", table)[0] == 0
    numbers = pl.read_parquet(table)["race"]
    assert numbers.to_list() == list(range(250))
    assert numbers.dtype.max() is not None
    assert pl.select(numbers.dtype.max()).item() >= MOST_RACES


@rule
def sound(state: Any) -> int:
    return 0


@rule
def unlucky(state: Any) -> int:
    """Something is wrong with one deal in eight, before anybody decides."""
    return 5 if state.key[0] % np.uint64(8) == 0 else 0


@rule
def broken_in_the_end(state: Any) -> int:
    return 2 if over(state) else 0


TRUTHS = {"cards": "No card is lost.", "road": "Riders are on the road.", "lanes": "Nobody shares a lane."}


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Flamme Rouge with other invariants than its own."""

    def look(invariants: Any) -> None:
        game = registry.get("flamme-rouge")
        monkeypatch.setattr(game.rules, "invariants", invariants, raising=False)
        monkeypatch.setattr(game, "always", TRUTHS, raising=False)

    return look


CHECKED = ("simulate", "flamme-rouge", "--races", 60, "--seed", 9, "--workers", 1)


@pytest.mark.parametrize("players", ["random", "domestique,equipier@2"])
def test_every_decision_is_checked(
    players: str, looked_at: Callable[[Any], None], gruppetto: Gruppetto
) -> None:
    looked_at(sound)
    few = (*CHECKED, "--races", 3, "--players", players)
    code, out, _ = gruppetto(*few, "--check")
    assert code == 0
    decisions = json.loads(gruppetto(*few, "--json")[1])["decisions"]
    assert f"{decisions:,} decisions, every invariant held" in out
    code, out, err = gruppetto(*few, "--check", "--json")
    assert json.loads(out)["decisions"] == decisions
    assert "every invariant held" in err


def test_a_race_that_breaks_an_invariant_is_named(
    looked_at: Callable[[Any], None], gruppetto: Gruppetto
) -> None:
    looked_at(unlucky)
    keys, race = np.ones(registry.get("flamme-rouge").streams, np.uint64), -1
    while keys[0] % np.uint64(8) != 0:
        race += 1
        spread(np.uint64(9), np.uint64(race), keys)
    code, out, err = gruppetto(*CHECKED, "--players", "random", "--check")
    assert (code, out) == (1, "")
    assert f"race {race} of seed 9, after 0 decisions" in err
    assert "cards: No card is lost. lanes: Nobody shares a lane." in err
    assert "road:" not in err


@pytest.mark.parametrize("players", ["random", "domestique,equipier@2"])
def test_the_decision_after_which_it_broke_is_named(
    players: str, looked_at: Callable[[Any], None], gruppetto: Gruppetto
) -> None:
    looked_at(broken_in_the_end)
    decisions = json.loads(gruppetto(*CHECKED, "--races", 1, "--players", players, "--json")[1])["decisions"]
    code, _, err = gruppetto(*CHECKED, "--players", players, "--check")
    assert code == 1
    assert f"race 0 of seed 9, after {decisions} decisions" in err
    assert "road: Riders are on the road." in err


@pytest.mark.parametrize("elsewhere", [("--ray", "auto"), ("--gpu",), ("--resume", "--out", "races.parquet")])
def test_races_are_checked_here_and_from_the_first_on(
    elsewhere: tuple[str, ...], gruppetto: Gruppetto
) -> None:
    code, _, err = gruppetto("simulate", "--check", *elsewhere)
    assert code == 2
    assert "--check" in err


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


def test_players_from_outside_are_for_the_arena(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("simulate", "--players", "py:json:JSONDecoder,random")
    assert (code, "the arena is for such" in err) == (2, True)
