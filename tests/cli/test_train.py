"""`gruppetto train`: a try that takes seconds, taken up again, exported, and met in the arena."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gruppetto.learning import course

Run = Callable[..., tuple[int, str, str]]
SHORT = ("--minutes", "0.01", "--threads", "1", "--device", "cpu")
TRY = ("--small", "--width", "24", "--threads", "1", "--device", "cpu")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a course that all tests of this file look at."""
    return tmp_path_factory.mktemp("course") / "learnt"


def test_a_try_learns_and_is_kept_drawn_and_exported(gruppetto: Run, trained: Path) -> None:
    code, out, err = gruppetto("train", "flamme-rouge", "--out", trained, "--decisions", 60_000, *TRY)
    assert code == 0, err
    assert "2 teams, printed roads: beats domestique in " in out
    assert "4 teams" in out
    assert "against domestique" in err
    assert {path.name for path in trained.iterdir()} == {
        "checkpoint.pt", "curve.json", "curve.svg", "network.npz",
    }  # fmt: skip
    curve = json.loads((trained / "curve.json").read_text(encoding="utf-8"))
    won = [look["found"]["won"] for look in curve["looks"]]
    assert won[0] < 0.08 < max(won[-3:])
    assert curve["finals"]["unseen"]["races"] == 2 * 7 * 64
    assert (trained / "curve.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_exported_network_rides_in_the_arena(gruppetto: Run, trained: Path) -> None:
    player = f"net:{trained / 'network.npz'}"
    code, out, err = gruppetto(
        "arena", "flamme-rouge", "--players", f"{player},random", "--races", 14, "--seats", 2, "--json"
    )
    assert code == 0, err
    assert json.loads(out)["races"] == 14


def test_a_course_is_neither_overwritten_nor_mixed_up_with_another(gruppetto: Run, trained: Path) -> None:
    code, _, err = gruppetto("train", "flamme-rouge", "--out", trained, *TRY)
    assert (code, "--resume goes on, --force begins anew" in err) == (2, True)
    code, _, err = gruppetto("train", "flamme-rouge", "--out", trained, "--resume", *TRY, "--teams", "2")
    assert (code, "was begun with other teams: [2, 4], not [2, 2]" in err) == (2, True)
    code, _, err = gruppetto("train", "flamme-rouge", "--out", trained / "no", "--resume", *TRY)
    assert (code, "there is no course in" in err) == (2, True)


def test_a_course_goes_on_for_longer(gruppetto: Run, trained: Path) -> None:
    before = json.loads((trained / "curve.json").read_text(encoding="utf-8"))["looks"]
    code, out, err = gruppetto(
        "train", "flamme-rouge", "--out", trained, "--decisions", 80_000, "--resume", "--json", *TRY
    )
    assert code == 0, err
    after = json.loads((trained / "curve.json").read_text(encoding="utf-8"))["looks"]
    assert after[: len(before)] == before
    assert len(after) > len(before) + 1
    assert after[-1]["decisions"] >= 80_000
    assert set(json.loads(out)) == {"printed", "unseen", "full"}


def test_whoever_stops_it_keeps_the_last_look(
    gruppetto: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rides = iter(range(1, 100))
    ride = course.Course.go_on

    def until_stopped(self: course.Course) -> None:
        if next(rides) > 4:
            raise KeyboardInterrupt
        ride(self)

    monkeypatch.setattr(course.Course, "go_on", until_stopped)
    code, _, err = gruppetto("train", "flamme-rouge", "--out", tmp_path, "--decisions", 400_000, *TRY)
    assert code == 130
    assert "--resume goes on from the last look" in err
    assert (tmp_path / "checkpoint.pt").exists()
    monkeypatch.setattr(course.Course, "go_on", ride)
    code, _, err = gruppetto(
        "train", "flamme-rouge", "--out", tmp_path, "--decisions", 30_000, "--resume", *TRY
    )
    assert code == 0, err


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (("--minutes", "1", "--decisions", "5"), "choose one"),
        (("--minutes", "0"), "0 is too short"),
        (("--decisions", "0"), "0 is not a number of decisions"),
        (("--teams", "two"), "'two' is neither a number of teams nor a range like 2-4"),
        (("--teams", "3-9"), "3-9 is not a range within 2-4"),
        (("--roads", "gravel"), "'gravel' is not one of printed, composed, both"),
        (("--device", "tpu"), "'tpu' is not one of auto, cpu, cuda"),
        (("--against", "patron"), "patron thinks"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(
    gruppetto: Run, tmp_path: Path, given: tuple[str, ...], fault: str
) -> None:
    code, out, err = gruppetto("train", "flamme-rouge", "--out", tmp_path, *TRY, *given)
    assert (code, out) == (2, "")
    assert fault in err
    assert not list(tmp_path.iterdir())


def test_a_missing_extra_is_named(gruppetto: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    code, _, err = gruppetto("train", "flamme-rouge", "--out", tmp_path)
    assert code == 2
    assert "pip install 'gruppetto[train]'" in err


def test_the_commands_of_the_guide_run(
    gruppetto: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they stand there, but for seconds."""
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ridden = []
    for line in re.findall(r"^\$ gruppetto (.*)$", page, re.MULTILINE):
        command, *given = shlex.split(line)
        shorter = ("--races", "6", "--budget", "20") if command == "arena" else (*SHORT, "--small")
        code, _, err = gruppetto(command, *given, *shorter)
        assert code == 0, err
        ridden.append(command)
    assert ridden == ["train", "arena", "train"]
    curve = json.loads((tmp_path / "exploiter" / "curve.json").read_text(encoding="utf-8"))
    assert curve["looks"][-1]["found"]["opponent"] == "network.npz"
