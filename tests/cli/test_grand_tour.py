"""`gruppetto play flamme-rouge-tour`: the draft, the clock, the classifications, on paper of any size."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import gruppetto as g
from gruppetto.cli.grand_tour import tracker
from gruppetto.cli.table import scene_of
from gruppetto.cli.tables import table_for

Gruppetto = Callable[..., tuple[int, str, str]]
NAMES = ("you", "domestique", "domestique", "domestique")
TABLE = table_for("flamme-rouge-tour")
TWO_STAGES = {"stages": ("abcu", "abcDHu"), "traits": True, "cooperation": True}
ANY_CHOICE = "\n".join(("5", "4", "3", "6", "2", "7", "9", "x", "1") * 300) + "\n"


def printed(page: object, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(page)
    return capture.get()


def moments(race_on: Callable[..., g.Match], every: int = 9) -> list[g.Match]:
    """A tour at many moments at which the first seat has to decide, and its end."""
    tour = race_on(g.start("flamme-rouge-tour", seats=4, seed=3, options=TWO_STAGES), 1, 10_000)
    steps = [tour.at(step) for step in range(0, len(tour.log), every)]
    return [*(moment for moment in steps if moment.choices(0)), tour]


def test_a_tour_is_ridden_to_the_end(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "tour.json"
    given = ("play", "flamme-rouge-tour", "--stages", "abcu,abcDHu", "--seed", 5, "--save", path)
    code, out, _ = gruppetto(*given, stdin=ANY_CHOICE)
    assert code == 0
    assert g.load(path).over
    assert "Stage 1 of 2" in out
    assert "Stage 2 of 2" in out
    assert re.search(r"wins the tour\.|You win the tour!", out)
    assert "General classification" in out
    assert max(map(len, out.splitlines()[:16])) <= 80


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 40), (120, 70)])
def test_the_tour_fits_the_terminal(race_on: Callable[..., g.Match], width: int, height: int) -> None:
    for tour in moments(race_on):
        lines = printed(TABLE.screen(scene_of(tour, 0, NAMES, (width, height))), width).splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width


def test_every_choice_has_a_key_of_its_own(race_on: Callable[..., g.Match]) -> None:
    asked = set()
    for tour in moments(race_on, every=1):
        choices = tour.choices(0)
        keys = TABLE.keys(choices)
        assert len(set(keys)) == len(keys)
        assert not set(keys) & set("?hlwusq")
        asked |= {choice.message.key for choice in choices}
        assert not choices or TABLE.question(scene_of(tour, 0, NAMES, (80, 24)))
    assert asked >= {"KeepTrait", "Place", "ChooseRider", "PlayCard", "PlayAndShow"}


def test_the_tracker_is_the_grid_of_the_rulebook(race_on: Callable[..., g.Match]) -> None:
    lines = printed(tracker(moments(race_on)[-1].view(None))).splitlines()
    minutes = re.findall(r"\d′", lines[1])
    assert len(minutes) == 10
    assert [row for row in ("00″", "10″", "20″", "30″", "40″", "50″") if any(row in line for line in lines)]
    assert sum(line.count("▲") + line.count("●") for line in lines) == 8
