"""`gruppetto play` at a real terminal."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

import gruppetto as g

PROMPT = r"\? hint\S* > "


@contextmanager
def terminal(*arguments: str, size: tuple[int, int] = (80, 24)) -> Iterator[pexpect.spawn]:
    width, height = size
    env = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES", "NO_COLOR"}}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "gruppetto.cli", "play", *arguments],
        dimensions=(height, width),
        env={**env, "TERM": "xterm-256color"},
        encoding="utf-8",
        timeout=30,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def plain(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "").split("\n")


def screen(child: pexpect.spawn) -> list[str]:
    """The lines since the last fresh screen, once the question has been asked."""
    child.expect(PROMPT)
    return plain(str(child.before).rpartition("\x1b[2J")[2])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_session_with_a_pause(tmp_path: Path, size: tuple[int, int]) -> None:
    path = str(tmp_path / "race.json")
    with terminal("--seed", "5", "--stage", "La Classicissima", "--save", path, size=size) as child:
        for key in ("1", "1", "1"):
            lines = screen(child)
            assert len(lines) <= size[1]
            assert max(map(len, lines)) <= size[0]
            child.sendline(key)
        lines = screen(child)
        assert any("the sprinteur’s hand" in line for line in lines)
        child.sendline("88")
        child.expect("is no choice here")
        child.sendline("h")
        child.expect("back to the table")
        child.sendline("")
        assert screen(child) == lines
        child.sendline("q")
        child.expect("--resume")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
    with terminal("--resume", path, size=size) as child:
        assert screen(child) == lines
        child.sendeof()
        child.expect("Saved")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


def test_interrupted_quietly(tmp_path: Path) -> None:
    with terminal("--seed", "5", "--save", str(tmp_path / "race.json")) as child:
        screen(child)
        child.kill(signal.SIGINT)
        child.expect(pexpect.EOF)
        child.wait()
        assert "Traceback" not in str(child.before)
        assert child.exitstatus == 130
    assert (tmp_path / "race.json").exists()


def test_a_whole_race_of_due_ruote_with_short_keys(tmp_path: Path) -> None:
    path = str(tmp_path / "race.json")
    options = ("--option", "teams=ready", "--option", "first=0", "--option", "start_first=same")
    with terminal("due-ruote", "--stage", "P", "--seed", "5", "--save", path, *options) as child:
        taken_back = False
        while child.expect([PROMPT, pexpect.EOF]) == 0:
            lines = plain(str(child.before).rpartition("\x1b[2J")[2])
            assert max(map(len, lines)) <= 80
            keys = re.findall(r"\[(.+)\]", lines[-1])[0].split()
            if "c" in keys and not taken_back:
                taken_back = True
                child.sendline("c")
            else:
                child.sendline("p" if "p" in keys else next(key for key in ("r", "y", *keys) if key in keys))
    assert taken_back
    assert g.load(path).over
