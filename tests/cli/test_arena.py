"""`gruppetto arena`."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from gruppetto.lab.journal import journal_of

ROOT = Path(__file__).parents[2]
Gruppetto = Callable[..., tuple[int, str, str]]
MEETING = ("arena", "flamme-rouge", "--players", "domestique,random", "--races", 8, "--workers", 1)


def test_standings_as_json(gruppetto: Gruppetto) -> None:
    code, out, _ = gruppetto(*MEETING, "--stages", "La Classicissima,Avenue Corso Paseo", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["races"] == 8
    assert sum(found["wins"].values()) == 8
    assert set(found["ratings"]["random"]) == {"points", "interval"}
    assert set(found["matrix"]["domestique"]["random"]) == {"share", "interval"}
    assert found["deals"] == 4
    assert set(found["seconds_per_decision"]) == {"domestique", "random"}
    assert found["stages"] == ["La Classicissima", "Avenue Corso Paseo"]


def test_standings_as_a_page_a_picture_and_a_file(gruppetto: Gruppetto, tmp_path: Path) -> None:
    plot, out_file = tmp_path / "ladder.svg", tmp_path / "races.parquet"
    code, out, _ = gruppetto(*MEETING, "--plot", plot, "--out", out_file)
    assert code == 0
    assert "8 races of flamme-rouge on 7 stages" not in out
    assert "races of flamme-rouge on" in out
    assert "comes in before" in out
    assert plot.read_text().startswith("<svg")
    assert out_file.stat().st_size > 0
    code, _, err = gruppetto(*MEETING, "--plot", plot)
    assert code != 0
    assert "--force" in err


@pytest.mark.parametrize(("game", "stages"), [("etapa", "Plaine,Pavés"), ("flamme-rouge-tour", "abcu,aLBU")])
def test_every_game_that_has_stages_is_ridden_on_those_asked_for(
    game: str, stages: str, gruppetto: Gruppetto
) -> None:
    meeting = ("arena", game, "--players", "random,random", "--races", 4, "--workers", 1)
    code, out, err = gruppetto(*meeting, "--stages", stages, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["stages"] == stages.split(",")
    assert [sum(wins.values()) for wins in found["wins_by_stage"].values()] == [2, 2]


def test_a_game_without_stages_has_none_to_choose_from(gruppetto: Gruppetto) -> None:
    code, _, err = gruppetto("arena", "due-ruote", "--players", "random,random", "--stages", "Plaine")
    assert code == 2
    assert "Due Ruote has no stages to choose from" in err


def test_bad_wishes(gruppetto: Gruppetto) -> None:
    for wrong, said in (
        (("--players", "domestik,random"), "did you mean 'domestique'"),
        (("--budget", "soon"), "budget"),
        (("--stages", "Nowhere"), "Nowhere"),
        (("--players", "random", "--seats", 3), "name one for each"),
    ):
        code, _, err = gruppetto(*MEETING, *wrong)
        assert code != 0
        assert said in err


# --- players from outside -----------------------------------------------------------------------------

HIGHEST = "class Highest:\n    def decide(self, question):\n        return question.legal[-1]\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a module of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    (tmp_path / "mine.py").write_text(HIGHEST)
    return tmp_path


@pytest.mark.usefixtures("here")
def test_classes_and_programs_meet_our_own(gruppetto: Gruppetto) -> None:
    players = f"py:mine:Highest,stdio:{sys.executable} {ROOT / 'examples' / 'bot.py'},random"
    code, out, err = gruppetto("arena", "--players", players, "--seats", 2, "--races", 6)
    assert (code, err) == (0, "")
    assert "Highest" in out
    assert "bot.py" in out


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("py:yours:Highest", "py:yours:Highest: there is no module 'yours'"),
        ("py:mine:Hihgest", "has no class 'Hihgest'; did you mean 'Highest'?"),
        ("onnx:mine.py", "onnx:mine.py: is no ONNX model"),
        ("stdio:no-such-program", "stdio:no-such-program: cannot be started"),
        (f"stdio:{sys.executable} -c 'import time; time.sleep(60)'", "did not answer within 0.5 s"),
        (f"stdio:{sys.executable} -c 'input()'", "has ended without an answer"),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_bad_policy_is_one_line_and_nothing_else(gruppetto: Gruppetto, player: str, said: str) -> None:
    code, out, err = gruppetto("arena", "--players", f"{player},random", "--patience", 0.5)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


# --- stopping, and going on ---------------------------------------------------------------------------


def test_a_test_ends_the_races_as_soon_as_it_has_decided(gruppetto: Gruppetto) -> None:
    wanted = ("arena", "--players", "domestique,random", "--races", 400, "--sprt", "50:60")
    code, out, _ = gruppetto(*wanted)
    assert code == 0
    assert "domestique wins 60 % rather than 50 %" in " ".join(out.split())
    found = json.loads(gruppetto(*wanted, "--json")[1])
    assert found["sprt"]["verdict"] == "higher"
    assert found["races"] == 2 * found["sprt"]["deals"] < 400
    code, _, err = gruppetto(*wanted, "--sprt", "60:50")
    assert (code, "the lower one first" in err) == (2, True)


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def rows(path: Path) -> list[dict[str, Any]]:
    """The races of a file, without how long they took."""
    frame = pl.read_parquet(path)
    return frame.drop([name for name in frame.columns if name.startswith("seconds")]).to_dicts()


def test_an_arena_that_was_killed_is_taken_up_again(gruppetto: Gruppetto, tmp_path: Path) -> None:
    out, whole = tmp_path / "races.parquet", tmp_path / "whole.parquet"
    meeting = ("arena", "--players", "baroudeur@80,domestique", "--races", "14", "--workers", "1")
    command = [sys.executable, "-m", "gruppetto.cli", *meeting, "--out", str(out)]
    journal = journal_of(out)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as riding:
        while lines_of(journal) < 4 and riding.poll() is None:
            time.sleep(0.02)
        riding.send_signal(signal.SIGKILL)
    kept = journal.read_bytes()
    assert 3 <= lines_of(journal) - 1 < 14
    journal.write_bytes(kept + b'{"number": 13, "ridd')  # a line that was cut off

    code, _, err = gruppetto(*meeting, "--out", out)
    assert (code, "--resume goes on with them" in err) == (2, True)
    code, _, err = gruppetto(*meeting, "--out", out, "--resume", "--seed", 2)
    assert (code, "was begun with other seed: 1, not 2" in err) == (2, True)
    assert journal.read_bytes().startswith(kept)
    assert gruppetto(*meeting, "--out", out, "--resume")[0] == 0
    assert not journal.exists()
    assert gruppetto(*meeting, "--out", whole)[0] == 0
    assert rows(out) == rows(whole)


TIRED = """
from pathlib import Path

class Tired:
    def decide(self, question):
        with Path("asked").open("a") as asked:
            asked.write(".")
        if Path(".races.parquet.races").read_bytes().count(b"\\n") == 3 and not Path("rested").exists():
            raise RuntimeError("two races are enough")
        return question.legal[0]
"""


def test_what_was_ridden_is_not_ridden_again(gruppetto: Gruppetto, here: Path) -> None:
    (here / "tired.py").write_text(TIRED)
    meeting = ("arena", "--players", "py:tired:Tired,random", "--races", 6, "--workers", 1)
    code, _, err = gruppetto(*meeting, "--out", "races.parquet")
    assert (code, "failed with RuntimeError: two races are enough" in err) == (2, True)
    before = (here / "asked").stat().st_size
    (here / "rested").touch()
    assert gruppetto(*meeting, "--out", "races.parquet", "--resume")[0] == 0
    races = rows(here / "races.parquet")
    assert len(races) == 6
    own = [race["decisions_0" if race["player_0"] != "random" else "decisions_1"] for race in races]
    assert (here / "asked").stat().st_size - before == sum(own[2:])


@pytest.mark.usefixtures("here")
def test_what_never_began_is_in_nobodys_way(gruppetto: Gruppetto) -> None:
    for player, ends in (("py:mine:Hihgest", 2), ("py:mine:Highest", 0)):
        code, _, err = gruppetto(
            "arena", "--players", f"{player},random", "--races", 2, "--out", "own.parquet"
        )
        assert code == ends, err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--resume",), "only results that go to a file"),
        (("--ray", "auto", "--workers", 2), "says itself how many workers"),
        (("--ray", "nonsense"), "is no address"),
        (("--patience", 0), "is no time to decide in"),
    ],
)
def test_what_cannot_be_meant_is_refused(gruppetto: Gruppetto, wrong: tuple[object, ...], said: str) -> None:
    code, _, err = gruppetto("arena", "--players", "domestique,random", *wrong)
    assert (code, said in err) == (2, True)


def test_a_damaged_journal_is_left_alone(gruppetto: Gruppetto, tmp_path: Path) -> None:
    out = tmp_path / "races.parquet"
    journal_of(out).write_text("nonsense\n{}\n")
    code, _, err = gruppetto("arena", "--players", "domestique,random", "--out", out, "--resume")
    assert (code, "is damaged" in err) == (2, True)
    assert journal_of(out).read_text() == "nonsense\n{}\n"
    assert gruppetto("arena", "--players", "random,random", "--races", 2, "--out", out, "--force")[0] == 0
