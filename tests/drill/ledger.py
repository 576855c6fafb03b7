"""The ledger of a drill: what its tests have done so far, written after every piece of work.

A test that asks for `drill` gets its own page: numbers for the pieces of its work, from where the last run
stopped, and a place for its counts. `parts.py` says where the ledger is kept; without it nothing is.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

KEPT = "GRUPPETTO_DRILL"  # the file the ledger is kept in
MINUTES = "GRUPPETTO_DRILL_MINUTES"  # for each test that takes as long as it is given
USUAL_MINUTES = 5.0


class Page(msgspec.Struct):
    """What one test has done."""

    state: str = "begun"  # then done, or failed
    pieces: int = 0  # done so far: the number, and the seed, of the next
    seconds: float = 0.0
    counts: dict[str, int] = {}
    short: bool = False  # of its goals, when its time was up: the next run goes on


class Ledger(msgspec.Struct):
    """The pages of all tests of a part, and the sources they are about."""

    sources: str = ""
    finished: bool = False
    pages: dict[str, Page] = {}

    def page(self, test: str) -> Page:
        return self.pages.setdefault(test, Page())

    def write(self, path: Path | None) -> None:
        """Replace the file as a whole: whatever is cut short leaves the old one."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            partial = path.with_suffix(".partial")
            partial.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1))
            partial.replace(path)


def read(path: Path | None) -> Ledger:
    """The ledger in a file; an empty one if there is none."""
    if path is None or not path.exists():
        return Ledger()
    return msgspec.json.decode(path.read_bytes(), type=Ledger)


class Drill:
    """A test and its page."""

    def __init__(self, page: Page, seconds: float, bookkeeper: "Bookkeeper") -> None:
        self.page, self.seconds, self._bookkeeper = page, seconds, bookkeeper

    def pieces(self, **goals: int) -> Iterator[int]:
        """Numbers for pieces of work, until the time is up or so many of everything are counted.

        Where there are goals, the time is for one run: as many runs as it takes come nearer to them.
        """
        until = self.seconds + (self.page.seconds if goals else 0.0)
        while True:
            begun = time.monotonic()
            yield self.page.pieces
            self.page.pieces += 1
            self.page.seconds += time.monotonic() - begun
            self.page.short = any(self.page.counts.get(what, 0) < goal for what, goal in goals.items())
            self._bookkeeper.write()
            if self.page.seconds >= until or (goals and not self.page.short):
                return

    def count(self, **more: int) -> None:
        """Count what has been done; it is kept when the piece is done."""
        for what, many in more.items():
            self.page.counts[what] = self.page.counts.get(what, 0) + int(many)


class Bookkeeper:
    """Writes the ledger as the tests of a part go by."""

    def __init__(self) -> None:
        self.path = Path(os.environ[KEPT]) if KEPT in os.environ else None
        self.ledger = read(self.path)

    def write(self) -> None:
        self.ledger.write(self.path)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what an earlier run has done."""
        done = [item for item in items if self._is_done(item.nodeid)]
        config.hook.pytest_deselected(items=done)
        items[:] = [item for item in items if item not in done]

    def _is_done(self, test: str) -> bool:
        return test in self.ledger.pages and self.ledger.pages[test].state == "done"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test has ended."""
        if self.path is None or not (report.failed or report.when == "call"):
            return
        page = self.ledger.page(report.nodeid)
        page.state = "failed" if report.failed else "begun" if page.short else "done"
        page.seconds = page.seconds or report.duration
        self.write()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Bookkeeper(), "bookkeeper")


@pytest.fixture
def drill(request: pytest.FixtureRequest) -> Drill:
    """The test's page of the ledger, and its time: `GRUPPETTO_DRILL_MINUTES` says how long."""
    bookkeeper = request.config.pluginmanager.get_plugin("bookkeeper")
    assert isinstance(bookkeeper, Bookkeeper)
    minutes = float(os.environ.get(MINUTES, USUAL_MINUTES))
    return Drill(bookkeeper.ledger.page(request.node.nodeid), 60 * minutes, bookkeeper)
