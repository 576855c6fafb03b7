"""Every decision of a simulation, as a match knows it."""

from pathlib import Path
from typing import Any

import columns
import numpy as np
import polars as pl
import pytest

import gruppetto as g
from gruppetto.games import loops, registry
from gruppetto.games.game import no_numbers
from gruppetto.lab import results, simulate
from gruppetto.lab.moves import Logged
from gruppetto.lab.results import Parts, provenance
from gruppetto.lab.running import Table, Threads, ride
from gruppetto.lab.simulate import Simulation

RIDERS = ["domestique", "random", "touriste"]
CASES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("flamme-rouge", RIDERS, {}),
    ("flamme-rouge", ["domestique", "equipier@2"], {"stage": "abu"}),
    ("flamme-rouge", ["random", "random"], {"teams": ["player", "muscle"], "start_lane": "free"}),
    ("flamme-rouge-tour", RIDERS, {"stages": ["abu", "aLBU"]}),
    ("due-ruote", RIDERS, {}),
    ("due-ruote", RIDERS, {"advanced": True, "delay": "printed"}),
    ("etapa", RIDERS, {}),
    ("etapa", RIDERS, {"stages": ["Trois Géants", "Sommet des Aigles"], "crashes": False}),
]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "CHUNK", 10)
    monkeypatch.setattr(results, "CHUNKS", 3)


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_a_simulated_race_is_a_match_of_the_same_decisions(
    game: str, players: list[str], options: dict[str, Any], tmp_path: Path
) -> None:
    simulation = Logged(game, players, options, seed=5, observations=True)
    rows = simulation.ride(2, 2)
    assert rows.tolist() == Simulation(game, players, options, seed=5).ride(2, 2).tolist()
    told = simulation.taken(2)
    for race, row in enumerate(rows.tolist(), start=2):
        match = g.race(game, 5, race, players=players, options=options)
        moves = told.filter(race=race)
        assert moves.select("seat", "action").rows() == match.log
        assert moves["step"].to_list() == list(range(row[simulate.DECISIONS]))
        assert match.result is not None
        assert match.result["winner"] == row[simulate.WINNER]
        agrees_with(match, moves)
        match.save(tmp_path / "race.json")
        assert g.load(tmp_path / "race.json").result == match.result


def agrees_with(match: g.Match, moves: pl.DataFrame) -> None:
    """Before every decision the match allows what was legal, and its seat knows what was observed."""
    again, seen = match.at(0), no_numbers(match.game.observation)
    masks = np.unpackbits(moves["legal"].to_numpy(), axis=1, bitorder="little")
    for (seat, code), mask, observed in zip(match.log, masks, moves["observation"].to_numpy(), strict=True):
        assert sorted(again.legal(seat)) == np.flatnonzero(mask).tolist()
        loops.sense(match.game.rules.observe, again.state, seat, seen)
        assert observed.tolist() == seen.tolist()
        again.play(seat, code)


def test_a_log_longer_than_usual_is_written_down_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Simulation("flamme-rouge", RIDERS, seed=3).log(1)
    monkeypatch.setattr(simulate, "USUAL_LOG", 7)
    short = Simulation("flamme-rouge", RIDERS, seed=3).log(1)
    assert (usual[0], usual[1].tolist()) == (short[0], short[1].tolist())


def kept(path: Path, workers: int, *, resume: bool = False, observations: bool = False) -> bytes:
    simulation = Logged("flamme-rouge", RIDERS, {"stage": "abu"}, seed=2, observations=observations)
    parts = Parts(path, simulation, 75, moves=path, resume=resume)
    ride(simulation, 75, Threads(workers), parts)
    return path.read_bytes()


def test_moves_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    one, three = kept(tmp_path / "one.parquet", 1), kept(tmp_path / "three.parquet", 3)
    assert one == three
    frame = pl.read_parquet(tmp_path / "one.parquet")
    assert frame.columns == ["race", "step", "seat", "action", "legal"]
    assert frame["race"].unique().sort().to_list() == list(range(75))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.parquet", "three.parquet"]


def test_moves_are_taken_up_where_they_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, path = kept(tmp_path / "whole.parquet", 1), tmp_path / "moves.parquet"
    keep = Parts.keep

    def unlucky(parts: Parts, first: int, rows: Table) -> None:
        if first == 50:
            raise KeyboardInterrupt
        keep(parts, first, rows)

    with monkeypatch.context() as planted:
        planted.setattr(Parts, "keep", unlucky)
        with pytest.raises(KeyboardInterrupt):
            kept(path, 1)
    assert not path.exists()
    assert results.kept(path) == 1
    with pytest.raises(g.BadOption, match="another moves"):
        kept(path, 1, resume=True, observations=True)
    assert kept(path, 1, resume=True) == whole


def test_a_file_says_where_its_rows_come_from(tmp_path: Path) -> None:
    kept(tmp_path / "moves.parquet", 1)
    told = provenance(tmp_path / "moves.parquet")
    game = registry.get("flamme-rouge")
    assert (told.game, told.rules_version, told.seed, told.races) == (game.id, game.rules_version, 2, 75)
    assert (told.players, told.options["stage"], told.gruppetto) == (tuple(RIDERS), "abu", g.__version__)
    pl.DataFrame({"race": [1]}).write_parquet(tmp_path / "other.parquet")
    (tmp_path / "text.parquet").write_text("no Parquet")
    for name, reason in (
        ("other", "does not say"),
        ("text", "cannot be read"),
        ("nowhere", "cannot be read"),
    ):
        with pytest.raises(g.CorruptLog, match=reason):
            provenance(tmp_path / f"{name}.parquet")


def test_numbers_of_races_that_there_are_not_are_refused() -> None:
    for number in (-1, 1 << 40):
        with pytest.raises(g.BadOption, match="race:"):
            g.race("flamme-rouge", 1, number)


@pytest.mark.parametrize("game", [game.id for game in registry.own()])
def test_the_page_tells_every_column(game: str) -> None:
    simulation, told = Logged(game, RIDERS[:2], observations=True), columns.tables()
    for name in (*simulation.columns(), *simulation.moves()):
        assert f"`{name}" in told or name.startswith("score_")


def test_the_page_is_current() -> None:
    text = columns.PAGE.read_text("utf-8")
    assert columns.page(text) == text, "python tests/tools/columns.py writes it anew"
