"""`gruppetto review`."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import gruppetto as g
from gruppetto.cli.review import sparkline
from gruppetto.match import Seated
from gruppetto.review import Review

Gruppetto = Callable[..., tuple[int, str, str]]


@pytest.fixture
def race(tmp_path: Path) -> Path:
    match = g.race("flamme-rouge", 7, 1, players=("domestique", "touriste", "random", "domestique"))
    match.seated = tuple(Seated("person", name) for name in ("Ada", "Bo", "Cy", "Di"))
    match.save(tmp_path / "race.json")
    return tmp_path / "race.json"


def test_a_race_is_told_back(gruppetto: Gruppetto, race: Path) -> None:
    code, out, _ = gruppetto("review", race, "--budget", 32)
    assert code == 0
    assert "start   luck  rivals  skill  result  accuracy  mistakes" in out
    assert "Blue (Ada)" in out
    assert "Turning points" in out
    assert "Better: Play" in out
    assert "The luck of the draw" in out
    assert "Your" in out or "your" in out
    assert "▁" in out


def test_as_json(gruppetto: Gruppetto, race: Path) -> None:
    code, out, _ = gruppetto("review", race, "--budget", 8, "--json")
    told = msgspec.json.decode(out.encode(), type=Review)
    assert code == 0
    assert [seat.name for seat in told.seats] == ["Ada", "Bo", "Cy", "Di"]
    assert told.budget.worlds == 8
    for seat in json.loads(out)["seats"]:
        assert seat["start"] + seat["luck"] + seat["rivals"] + seat["skill"] == pytest.approx(seat["result"])


def test_as_a_page_of_its_own(gruppetto: Gruppetto, race: Path, tmp_path: Path) -> None:
    page = tmp_path / "race.html"
    assert gruppetto("review", race, "--budget", 8, "--html", page)[0] == 0
    text = page.read_text("utf-8")
    assert text.count("<article>") == text.count("sprinteur on square") or text.count("<svg") > 2
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in text
    assert gruppetto("review", race, "--html", page)[0] == 2  # it exists already


def test_many_races_of_a_player(gruppetto: Gruppetto, race: Path) -> None:
    code, out, _ = gruppetto("review", "--player", "ada", race, race, "--budget", 4)
    assert code == 0
    assert "Races: 2." in out
    _, out, _ = gruppetto("review", "--player", "Bo", race, "--budget", 4, "--json")
    (career,) = json.loads(out)
    assert (career["races"], career["game"], career["player"]) == (1, "flamme-rouge", "Bo")
    code, _, err = gruppetto("review", "--player", "Nobody", race, "--budget", 1)
    assert (code, "nobody called 'Nobody'" in err) == (2, True)


def test_what_cannot_be_reviewed_is_refused(gruppetto: Gruppetto, race: Path, tmp_path: Path) -> None:
    running = tmp_path / "running.json"
    g.load(race).at(20).save(running)
    for arguments, reason in (
        ((running,), "not over"),
        ((tmp_path / "none.json",), "No such file"),
        ((race, race), "one race at a time"),
        ((race, "--budget", "soon"), "neither a time"),
        ((race, "--html", tmp_path), "folder"),
    ):
        code, out, err = gruppetto("review", *arguments)
        assert (code, out) == (2, "")
        assert reason in err


def test_chances_as_a_line() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(sparkline([0.25] * 500)) == 48
