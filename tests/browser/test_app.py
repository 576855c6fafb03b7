"""The browser app by itself: its types, its style, its unit tests, and that no language lacks a sentence."""

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
HERE = Path(sys.executable).parent


def npm(*arguments: str) -> None:
    environment = {**os.environ, "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["npm", *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_are_right() -> None:
    npm("run", "check")


def test_the_types_are_made_from_what_the_server_says_now() -> None:
    """If this fails: `npm run types` in web/, and look at what has changed."""
    npm("run", "types", "--", "--check")


def test_the_sources_are_formatted_and_linted() -> None:
    npm("run", "lint")


def test_its_own_tests_pass_and_every_language_has_every_sentence() -> None:
    npm("test")


def test_the_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")
