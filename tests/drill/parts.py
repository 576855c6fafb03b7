"""The drill in its parts: each can be run alone, for as many minutes as there are, and taken up again.

    python tests/drill/parts.py                    all parts, one after the other
    python tests/drill/parts.py list               what parts there are, and how far each is
    python tests/drill/parts.py kills --minutes 10

What is done is kept in `.drill`, a file for each part, until the sources change: what was interrupted, or
short of its goal when its time was up, goes on at the next run, and what is done is not done again unless it
is asked for with `--again`.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import ledger
import msgspec
from ledger import Ledger
from rich.console import Console
from rich.table import Table

from gruppetto.games import registry

ROOT = Path(__file__).parents[2]
NOTHING_LEFT = 5  # what pytest says when every test is done
INTERRUPTED = 130
GAMES = tuple(registry.games())


class Part(msgspec.Struct, frozen=True):
    """Some tests marked `drill`, by their files; or a program that is run for each game."""

    name: str
    tells: str
    minutes: float  # for each test that takes as long as it is given
    files: tuple[str, ...] = ()
    program: str = ""
    figures: str = ""  # where the program writes what it has counted, by game


PARTS = (
    Part("invariants", "100 million random decisions a game, all looked at", 30,
         ("tests/drill/test_invariants.py", "tests/games/*/test_*invariants.py")),
    Part("fuzz", "documents tampered with, refused or ridden to the end", 60, ("tests/**/test_*fuzz*.py",)),
    Part("referees", "races beside referees who know only the page", 15, ("tests/referees/test_*.py",)),
    Part("mutants", "faults planted in the rules, and noticed", 60,
         program="tests/tools/mutants.py", figures="bench/results/mutants.json"),
    Part("kills", "1,000 kills in the midst of play, on SQLite and of two workers on PostgreSQL", 120,
         ("tests/drill/test_kill.py",)),
    Part("soak", "people come, play and go for half an hour; memory stays as it is", 30,
         ("tests/drill/test_soak.py",)),
    Part("chaos", "the database stopped, frozen, locked or full, Redis gone, a clock that jumps", 5,
         ("tests/drill/test_chaos.py",)),
    Part("calls", "200 turns told by push, by two workers on PostgreSQL", 5,
         ("tests/server/notices/test_workers.py",)),
    Part("days", "two strangers ride over three days, called, timed, and once lent", 5,
         ("tests/browser/test_three_days.py",)),
    Part("upgrade", "a wheel with other rules on a database full of tables", 15,
         ("tests/drill/test_upgrade.py",)),
    Part("strangers", "half-sent requests, slow bodies, stories hung up on, a full disk", 5,
         ("tests/drill/test_strangers.py",)),
    Part("proxy", "nginx and Caddy with TLS in front, at the root of a site and under a path", 5,
         ("tests/browser/test_proxy.py",)),
    Part("lessons", "the first race of every game on a screen of the other size", 5,
         ("tests/browser/test_lessons.py",)),
    Part("restore", "PostgreSQL dumped in the midst of play, and put back", 5,
         ("tests/drill/test_restore.py",)),
    Part("load", "200 tables at once", 5, ("tests/drill/test_load.py",)),
    Part("league", "64 riders over 10 rounds, some late, some out, on two workers", 15,
         ("tests/drill/test_league.py",)),
    Part("leaks", "messages of 200 matches that tell nobody too much", 5, ("tests/server/test_leaks.py",)),
)  # fmt: skip


class Drills:
    """The parts below a folder, and where their ledgers are kept."""

    def __init__(self, root: Path, kept: Path, minutes: float | None = None) -> None:
        self.root, self.kept, self.minutes = root, kept, minutes
        self.sources = sources_hash(root / "src")

    def path(self, part: Part) -> Path:
        return self.kept / f"{part.name}.json"

    def ledger(self, part: Part) -> Ledger:
        """What has been done for a part; nothing, if it was done to other sources."""
        found = ledger.read(self.path(part))
        return found if found.sources == self.sources else Ledger(self.sources)

    def run(self, part: Part) -> int:
        """Do what is not done yet; the exit code, 0 if all of it went well."""
        begun = self.ledger(part)
        if begun.finished:
            return 0
        begun.write(self.path(part))
        code = self._run_program(part) if part.program else self._run_tests(part)
        ended = self.ledger(part)
        ended.finished = code == 0 and not any(page.short for page in ended.pages.values())
        ended.write(self.path(part))
        return code

    def _run_tests(self, part: Part) -> int:
        files = self.files(part)
        if not files:
            return 0
        command = [sys.executable, "-m", "pytest", "-m", "drill", "-s", "-p", "ledger", *files]
        code = subprocess.run(command, cwd=self.root, env=self._settings(part), check=False).returncode
        return 0 if code == NOTHING_LEFT else code

    def files(self, part: Part) -> list[str]:
        found = {path for pattern in part.files for path in self.root.glob(pattern)}
        return [path.relative_to(self.root).as_posix() for path in sorted(found)]

    def _run_program(self, part: Part) -> int:
        """The program for every game it has not been run for."""
        for game in GAMES:
            kept = self.ledger(part)
            if kept.page(game).state == "done":
                continue
            command, begun = [sys.executable, part.program, game, "--keep"], time.monotonic()
            interpreted = {**os.environ, "GRUPPETTO_INTERPRETED": "1"}
            code = subprocess.run(command, cwd=self.root, env=interpreted, check=False).returncode
            kept.page(game).state = "failed" if code else "done"
            kept.page(game).seconds = time.monotonic() - begun
            kept.page(game).counts = self._figures(part, game)
            kept.write(self.path(part))
            if code:
                return code
        return 0

    def _figures(self, part: Part, game: str) -> dict[str, int]:
        """Whatever the program has written of a game that is a number."""
        path = self.root / part.figures
        written = json.loads(path.read_text("utf-8")).get(game, {}) if path.is_file() else {}
        return {what: many for what, many in written.items() if isinstance(many, int)}

    def _settings(self, part: Part) -> dict[str, str]:
        known = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        minutes = str(self.minutes or os.environ.get(ledger.MINUTES, part.minutes))
        kept = {ledger.KEPT: str(self.path(part)), ledger.MINUTES: minutes}
        return {**os.environ, "PYTHONPATH": known, **kept}

    def table(self, parts: Iterable[Part]) -> Table:
        """How far every test is, and what it has counted."""
        table = Table("part", "test", "state", "minutes", "counts", box=None, pad_edge=False)
        for part in parts:
            pages = self.ledger(part).pages
            for test, page in pages.items():
                counts = ", ".join(f"{many:,} {what}" for what, many in page.counts.items())
                name = test.rpartition("::")[2]
                table.add_row(part.name, name, page.state, f"{page.seconds / 60:.1f}", counts)
            if not pages:
                table.add_row(part.name, part.tells, "not begun", f"{part.minutes:g}", "")
        return table


def sources_hash(folder: Path) -> str:
    """A short hash of all that is drilled: what was found out of other sources is not true of these."""
    digest = hashlib.sha256()
    for path in sorted(path for kind in ("*.py", "*.toml") for path in folder.rglob(kind)):
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def chosen(name: str) -> list[Part]:
    """A part by its name, or all of them."""
    found = [part for part in PARTS if name in ("all", "list", part.name)]
    if not found:
        sys.exit(f"drill: there is no part {name!r}; parts are {', '.join(part.name for part in PARTS)}.")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The slow attacks, in parts.")
    parser.add_argument("part", nargs="?", default="all", help="a part, all, or list")
    parser.add_argument("--minutes", type=float, help="for each test that takes as long as it is given")
    parser.add_argument("--again", action="store_true", help="begin anew what is done")
    given = parser.parse_args()
    parts, drills = chosen(given.part), Drills(ROOT, ROOT / ".drill", given.minutes)
    if given.again:
        for part in parts:
            drills.path(part).unlink(missing_ok=True)
    try:
        code = 0 if given.part == "list" else max(map(drills.run, parts))
    except KeyboardInterrupt:
        code = INTERRUPTED
    Console().print(drills.table(parts))
    sys.exit(code)


if __name__ == "__main__":
    main()
