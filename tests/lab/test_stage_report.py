import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gruppetto as g
from gruppetto.cli.app import app
from gruppetto.lab import stage_report
from gruppetto.lab.simulate import Simulation
from gruppetto.lab.stage_page import page
from gruppetto.lab.stage_report import Figures, Report, figures

FOUR = ["domestique"] * 4


@pytest.fixture(scope="module")
def found() -> Figures:
    return figures("La Haut Montagne", FOUR, 60, seed=3, workers=2)


def test_the_figures_are_those_of_the_races(found: Figures) -> None:
    assert (found.stage, found.races) == ("La Haut Montagne", 60)
    for shares in (found.wins_by_kind.values(), found.wins_by_seat, found.gaps):
        assert sum(shares) == pytest.approx(1)
    assert 9 < found.rounds < 20
    assert 0 < found.decided <= 1
    assert found.exhaustion > 0


def test_a_race_is_the_same_with_somebody_watching() -> None:
    simulation = Simulation("flamme-rouge", [*FOUR[:3], "baroudeur@4"], {"stage": "La Classicissima"}, seed=7)
    rows, rider = simulation.ride(0, 6), simulation.columns().index("rider")
    seen = [
        stage_report.see(simulation.game, simulation.setup, simulation.players, 7, number)
        for number in range(6)
    ]
    assert [one.rider for one in seen] == rows[:, rider].tolist()


def test_the_later_winner_has_a_quarter_of_the_chances_at_first_and_most_at_last(found: Figures) -> None:
    assert 0.15 < found.chances[0] < 0.45
    assert found.chances[-1] > 0.7
    assert found.chances[-1] > found.chances[len(found.chances) // 2] > found.chances[0]


def test_the_same_seed_gives_the_same_report(found: Figures) -> None:
    assert figures("La Haut Montagne", FOUR, 60, seed=3, workers=1) == found


@pytest.mark.parametrize(
    ("chances", "part"), [([0.3, 0.4, 0.9, 1.0], 0.5), ([0.9, 0.9], 0.0), ([0.1, 0.9, 0.2, 0.5], 1.0)]
)
def test_a_race_is_decided_when_the_winner_is_ahead_for_good(chances: list[float], part: float) -> None:
    assert stage_report._decided(chances) == part


def test_the_page_stands_by_itself_and_names_everything(found: Figures) -> None:
    told = page(Report(FOUR, found, [found, found]))
    assert not re.search(r"(src|href)=|@import|url\((?!#)", told)
    assert "<script" not in told
    HTMLParser().feed(told)
    assert told.count("<tr") == 4
    for words in ("How La Haut Montagne races", "sprinteur", "When it is decided", "lead changes"):
        assert words in told


def test_the_command_writes_a_page_and_prints_figures(tmp_path: Path) -> None:
    out = tmp_path / "stage.html"
    command = ["stages", "report", "La Classicissima", "--races", "4", "--players", "random", "--seats", "2"]
    done = CliRunner().invoke(app, [*command, "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert figures["stage"]["races"] == 4
    assert [stage["races"] for stage in figures["official"]] == [2] * 6
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    again = CliRunner().invoke(app, [*command, "--out", str(out)])
    assert again.exit_code != 0


def test_what_cannot_be_reported_on_is_refused() -> None:
    with pytest.raises(g.UnknownStage):
        figures("Nowhere", FOUR, 3)
    with pytest.raises(g.BadOption):
        figures("La Classicissima", FOUR, 0)
    with pytest.raises(g.UnknownSeat):
        figures("La Classicissima", ["random"], 3)
