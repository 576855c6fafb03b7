"""The drill's own runner: what was interrupted goes on, what is done stays done."""

import re
import subprocess
import sys
from pathlib import Path

import ledger
import parts
import pytest
from parts import PARTS, ROOT, Drills, Part

PART = Part("attack", "a test of the runner", 10, ("test_attack.py",))
ATTACK = """
import os, signal
from pathlib import Path
import pytest

pytestmark = [pytest.mark.drill]

def told(word):
    with Path("told").open("a") as file:
        file.write(word + "\\n")

def test_quick():
    told("quick")

def test_long(drill):
    for number in drill.pieces(shots=12):
        told(f"piece {number}")
        if number == 3 and not Path("calm").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        drill.count(shots=2, seeds=number)
"""

PROGRAM = """
import sys
from pathlib import Path

with Path("told").open("a") as file:
    file.write(sys.argv[1] + "\\n")
Path("figures.json").write_text('{"c": {"planted": 7, "survivors": ["one"]}}')
sys.exit(sys.argv[1] == "b" and not Path("calm").exists())
"""


@pytest.fixture
def attack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # other people's take seconds to load
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = drill\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "rules.py").write_text("rule = 1\n")
    (tmp_path / "test_attack.py").write_text(ATTACK)
    return tmp_path


def told(folder: Path) -> list[str]:
    """What the tests did since somebody looked last."""
    words = (folder / "told").read_text().splitlines() if (folder / "told").exists() else []
    (folder / "told").unlink(missing_ok=True)
    return words


def test_what_was_interrupted_goes_on_where_it_stopped(attack: Path) -> None:
    drills = Drills(attack, attack / ".drill")
    assert drills.run(PART) != 0
    assert told(attack) == ["quick", "piece 0", "piece 1", "piece 2", "piece 3"]
    (attack / "calm").touch()
    assert drills.run(PART) == 0
    assert told(attack) == ["piece 3", "piece 4", "piece 5"]
    page = drills.ledger(PART).pages["test_attack.py::test_long"]
    assert (page.state, page.pieces, page.counts) == ("done", 6, {"shots": 12, "seeds": 15})
    assert drills.run(PART) == 0
    assert told(attack) == []


def test_other_sources_are_drilled_anew(attack: Path) -> None:
    (attack / "calm").touch()
    assert Drills(attack, attack / ".drill").run(PART) == 0
    (attack / "src" / "rules.py").write_text("rule = 2\n")
    told(attack)
    assert Drills(attack, attack / ".drill").run(PART) == 0
    assert told(attack)[:2] == ["quick", "piece 0"]


def test_what_failed_is_tried_again_and_time_can_run_out(attack: Path) -> None:
    source = ATTACK.replace('told("quick")', 'assert Path("calm").exists()').replace("number == 3", "False")
    (attack / "test_attack.py").write_text(source)
    drills = Drills(attack, attack / ".drill", minutes=1e-9)
    assert drills.run(PART) == 1
    assert told(attack) == ["piece 0"]
    assert {page.state for page in drills.ledger(PART).pages.values()} == {"failed", "begun"}
    (attack / "calm").touch()
    assert drills.run(PART) == 0
    assert told(attack) == ["piece 1"]
    assert not drills.ledger(PART).finished
    assert Drills(attack, attack / ".drill").run(PART) == 0
    assert told(attack) == ["piece 2", "piece 3", "piece 4", "piece 5"]
    assert drills.ledger(PART).finished


def test_a_program_is_run_for_each_game_once(attack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (attack / "plant.py").write_text(PROGRAM)
    monkeypatch.setattr(parts, "GAMES", ("a", "b", "c"))
    part = Part("mutants", "a program", 1, program="plant.py", figures="figures.json")
    drills = Drills(attack, attack / ".drill")
    assert drills.run(part) == 1
    (attack / "calm").touch()
    assert drills.run(part) == 0
    assert told(attack) == ["a", "b", "b", "c"]
    assert drills.ledger(part).pages["c"].counts == {"planted": 7}


def test_every_drill_belongs_to_one_part() -> None:
    marked = re.compile(r"^(@|pytestmark = )pytest\.mark\.drill", re.MULTILINE)
    drills = Drills(ROOT, ROOT / ".drill")
    owned = [file for part in PARTS for file in drills.files(part)]
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if marked.search(path.read_text(encoding="utf-8")):
            assert owned.count(path.relative_to(ROOT).as_posix()) == 1, path


def test_parts_are_listed_and_a_wrong_name_is_refused() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(Path(parts.__file__)), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    listed = run("list")
    assert listed.returncode == 0
    assert all(part.name in listed.stdout for part in PARTS)
    wrong = run("chess")
    assert wrong.returncode != 0
    assert "there is no part 'chess'; parts are invariants, fuzz" in wrong.stderr


def test_a_ledger_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert ledger.read(tmp_path / "nothing.json").pages == {}
