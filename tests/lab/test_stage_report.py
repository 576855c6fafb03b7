import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

import gruppetto as g
from gruppetto.cli.app import app
from gruppetto.games import registry
from gruppetto.games.studio import Figures, Report
from gruppetto.lab import stage_report
from gruppetto.lab.simulate import Simulation
from gruppetto.lab.stage_page import page
from gruppetto.lab.stage_report import figures

FOUR = ["domestique"] * 4


@pytest.fixture(scope="module")
def found() -> Figures:
    return figures("La Haut Montagne", FOUR, 60, seed=3, workers=2)


def test_the_figures_are_those_of_the_races(found: Figures) -> None:
    assert (found.stage, found.races) == ("La Haut Montagne", 60)
    for shares in (found.wins_by_kind.values(), found.wins_by_seat, found.gaps):
        assert sum(shares) == pytest.approx(1)
    assert 9 < found.means["rounds"] < 20
    assert 0 < found.means["decided"] <= 1
    assert found.means["exhaustion"] > 0
    assert found.means["sprinteur"] == pytest.approx(found.wins_by_kind["sprinteur"], abs=1e-4)
    assert found.means["clear"] == pytest.approx(sum(found.gaps[2:]), abs=1e-4)


def test_a_race_is_the_same_with_somebody_watching() -> None:
    simulation = Simulation("flamme-rouge", [*FOUR[:3], "baroudeur@4"], {"stage": "La Classicissima"}, seed=7)
    rows, rider = simulation.ride(0, 6), simulation.columns().index("rider")
    seen = [
        stage_report.see(*registry.studio_of("flamme-rouge"), simulation.setup, simulation.players, 7, number)
        for number in range(6)
    ]
    kinds = ["sprinteur" if number % 2 == 0 else "rouleur" for number in rows[:, rider].tolist()]
    assert [(one.winner, one.noted.kind) for one in seen] == list(
        zip((rows[:, rider] // 2).tolist(), kinds, strict=True)
    )


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
    studio = registry.studio_of("flamme-rouge")[1]
    told = page(
        Report(
            game="flamme-rouge", players=FOUR, measures=stage_report.measures(studio), unit="squares",
            gaps=list(studio.gaps), stage=found, official=[found, found],
        )
    )  # fmt: skip
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


def test_a_stage_of_etapa_is_reported_on() -> None:
    own = "F40 E8 D12 F40 | 4@48 | limit 40"
    found = stage_report.report(own, FOUR[:3], 12, game="etapa", seed=2, workers=2)
    assert found.stage.letters == "F40 E8 D12 F40 | 4@48 | limit 40 | flag 75 | type flat"
    assert len(found.official) == 17
    for one in (found.stage, *found.official):
        assert set(one.means) == {measure.key for measure in found.measures}
        for shares in (one.wins_by_kind.values(), one.wins_by_seat, one.gaps):
            assert sum(shares) == pytest.approx(1)
        assert 0 <= one.means["break"] <= 1
        assert 0 <= one.means["outside"] < 0.5
        assert one.chances[-1] > one.chances[0]
    told = page(found)
    HTMLParser().feed(told)
    assert told.count("<tr") == 19
    for words in ("How a stage of one’s own races", "won from a break", "outside the limit", "6–10"):
        assert words in told


def test_what_etapa_notes_is_what_its_races_report() -> None:
    simulation = Simulation("etapa", [*FOUR[:1], "baroudeur@4"], {"stages": ["Collines"]}, seed=7)
    rows, column = simulation.ride(0, 3), simulation.columns().index
    seen = [
        stage_report.see(*registry.studio_of("etapa"), simulation.setup, simulation.players, 7, number)
        for number in range(3)
    ]
    assert [one.rounds for one in seen] == rows[:, column("rounds")].tolist()
    assert [one.noted.means["falls"] for one in seen] == rows[:, column("falls")].tolist()
    assert [one.noted.kind for one in seen] == [
        ("first", "second", "third")[rider % 3] for rider in rows[:, column("rider")].tolist()
    ]
    assert all(len(one.chances) == one.rounds for one in seen)


def test_what_cannot_be_reported_on_is_refused() -> None:
    with pytest.raises(g.BadStage, match="time trial"):
        figures("Chrono", FOUR, 3, game="etapa")
    with pytest.raises(g.BadOption, match="Flamme Rouge and Etapa have"):
        figures("Anything", FOUR, 3, game="due-ruote")
    with pytest.raises(g.UnknownStage):
        figures("Nowhere", FOUR, 3)
    with pytest.raises(g.BadOption):
        figures("La Classicissima", FOUR, 0)
    with pytest.raises(g.UnknownSeat):
        figures("La Classicissima", ["random"], 3)
