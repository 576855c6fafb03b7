"""`gruppetto play etapa`: the road, groups and gaps, keys for everything, quick play."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

import gruppetto as g
from gruppetto.cli.stage_road import gap, named_groups
from gruppetto.cli.table import scene_of
from gruppetto.cli.tables import table_for

Gruppetto = Callable[..., tuple[int, str, str]]
NAMES = ("you", "domestique", "domestique")
TABLE = table_for("etapa")
SHORT = "F20 N6 D8 F16 | 4@26 S@40 | feed 30-33 | limit 25 | flag 40"
TOUR = {"stages": (SHORT, "ITT 10 10 10 12", "TTT 10 10 10 12")}
ANY_KEY = "\n".join(("f", "t", "r", "n", "y", "1", "4") * 900) + "\n"


def printed(page: object, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(page)
    return capture.get()


@pytest.fixture
def ridden(race_on: Callable[..., g.Match]) -> g.Match:
    """A tour with both kinds of time trials."""
    return race_on(g.start("etapa", seats=3, seed=6, options=TOUR), 1, 10_000)


def moments(tour: g.Match, every: int) -> list[g.Match]:
    """The tour at many moments at which the first seat has to decide, and its end."""
    steps = [tour.at(step) for step in range(0, len(tour.log), every)]
    return [*(moment for moment in steps if moment.choices(0)), tour]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_the_table_fits_the_terminal(ridden: g.Match, width: int, height: int) -> None:
    for moment in moments(ridden, 37):
        lines = printed(TABLE.screen(scene_of(moment, 0, NAMES, (width, height))), width).splitlines()
        assert len(lines) < height
        assert max(map(len, lines)) <= width


def test_every_choice_has_a_key_of_its_own(ridden: g.Match) -> None:
    asked, told = set(), 0
    for moment in moments(ridden, 1):
        choices = moment.choices(0)
        keys = TABLE.keys(choices)
        assert len(set(keys)) == len(keys)
        assert not set(keys) & set("?halwusq")
        asked |= {choice.message.key for choice in choices}
        if len(asked) > told:
            told = len(asked)
            scene = scene_of(moment, 0, NAMES, (80, 24))
            assert len(f"{TABLE.question(scene)} [{' '.join(TABLE.told_keys(choices))}]") < 64
    assert asked >= {"Throw", "Sprint", "BreakAway", "RideOn", "SlowDown", "Multiply", "Lead"}


def test_quick_play_leaves_what_matters_to_the_player(ridden: g.Match) -> None:
    answered, left = set(), set()
    for moment in moments(ridden, 1)[:-1]:
        scene = scene_of(moment, 0, NAMES, (80, 24))
        choice = next((choice for choice in scene.choices if choice.routine), None)
        (answered if choice else left).add(choice.message.key if choice else scene.view["phase"])
    assert answered <= {"Follow", "RideOn", "GoNext", "NoMore", "TakeBonus", "TakeCard", "NoCard", "KeepLead"}
    assert "RideOn" in answered
    assert left >= {"young", "plan", "leader"}


def test_groups_are_called_what_television_calls_them() -> None:
    groups = [{"riders": riders} for riders in (["1"], ["2"], ["3", "4", "5"], ["6"], ["7", "8"])]
    names = [name for name, _ in named_groups(groups)]
    assert names == ["Head of the race", "Chasers", "Peloton", "Dropped", "Gruppetto"]
    assert [name for name, _ in named_groups(groups[2:3])] == ["Peloton"]
    assert (gap(8), gap(64)) == ("8″", "1′04″")


def test_a_race_is_ridden_to_the_end(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    given = ("play", "etapa", "--stage", SHORT, "--seats", 2, "--seed", 5)
    code, out, _ = gruppetto(*given, "--save", path, stdin="a\n" + ANY_KEY)
    assert code == 0
    assert g.load(path).over
    assert "Peloton" in out
    assert re.search(r"wins the race\.|You win the race!", out)
    code, out, _ = gruppetto("replay", path)
    assert code == 0
    assert "Round" in out


def test_at_a_real_terminal_a_wheel_is_one_key(tmp_path: Path) -> None:
    path = str(tmp_path / "race.json")
    env = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES", "NO_COLOR"}}
    given = ["play", "etapa", "--stages", "Plaine", "--seats", "3", "--seed", "5", "--save", path]
    child = pexpect.spawn(
        sys.executable, ["-m", "gruppetto.cli", *given],
        dimensions=(24, 80), env={**env, "TERM": "xterm-256color"}, encoding="utf-8", timeout=60,
    )  # fmt: skip
    try:
        keys: list[str] = []
        while "f" not in keys:
            child.expect(r"\[([^\]]+)\] \S*h help  \? hint\S* > ")
            keys = str(child.match[1]).split()
            child.sendline(next(key for key in ("f", "r", "t", "n", "1") if key in keys))
        child.expect(r"\? hint\S* > ")
        assert "follows" in str(child.before)
        child.sendline("a")
        child.expect(r"\? hint\S* > ")
        child.sendline("q")
        child.expect("--resume")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
    finally:
        child.close(force=True)
    assert g.load(path).log
