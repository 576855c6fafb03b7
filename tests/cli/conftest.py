"""The command as tests call it: in this process, or as one of its own."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gruppetto import language
from gruppetto.cli import main

Ran = tuple[int, str, str]
ANY_CHOICE = "\n".join(("5", "4", "3", "6", "2", "7", "9", "x", "1") * 400) + "\n"


@pytest.fixture(autouse=True)
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Races are kept in a folder of the test's own, on paper of 80 columns."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")
    language.speak(language.ENGLISH)
    return tmp_path / "data" / "gruppetto" / "races"


@pytest.fixture
def gruppetto(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run the command here: its exit code, stdout and stderr."""

    def run(*arguments: object, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        code = left.value.code
        return code if isinstance(code, int) else 0, printed.out, printed.err

    return run


def process(*arguments: str, stdin: str = "") -> Ran:
    """Run the command as a process."""
    ran = subprocess.run(
        [sys.executable, "-m", "gruppetto.cli", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=dict(os.environ),
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def in_process() -> Callable[..., Ran]:
    return process


@pytest.fixture
def finished(gruppetto: Callable[..., Ran], tmp_path: Path) -> Path:
    """A race ridden to its end by typing any choice that is allowed."""
    path = tmp_path / "finished.json"
    code, _, _ = gruppetto("play", "--seed", 11, "--save", path, "--stage", "abcDHu", stdin=ANY_CHOICE)
    assert code == 0
    return path
