"""Fixtures for all tests, and the promise that every numbered rule has one."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import gruppetto as g
from gruppetto.cli import main
from gruppetto.kernel.rule import INTERPRETED

pytest_plugins = ("ledger",)
os.environ["LC_ALL"] = "C.UTF-8"  # tests read English, whatever is spoken where they run


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RULES] = set()


RULES = pytest.StashKey[set[str]]()
HERE = Path(__file__).parent
LIVE = ("browser", "deploy", "server")  # processes in real time: what fails is tried again, and told as RERUN


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember which numbered rules the collected tests name; leave out what interpreted rules cannot do."""
    for item in items:
        for mark in item.iter_markers("rule"):
            config.stash[RULES].update(str(number) for number in mark.args)
        if item.path.is_relative_to(HERE) and item.path.relative_to(HERE).parts[0] in LIVE:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if INTERPRETED:
        slow = [item for item in items if item.get_closest_marker("compiled")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session")
def rules_tested(request: pytest.FixtureRequest) -> set[str]:
    return request.config.stash[RULES]


@pytest.fixture
def race_on() -> Callable[..., g.Match]:
    """Play random legal moves until a match is over, or for so many decisions."""

    def race(match: g.Match, seed: int, decisions: int = 100_000) -> g.Match:
        chance = random.Random(seed)
        while not match.over and decisions > 0:
            seat = chance.choice(match.waiting)
            match.play(seat, chance.choice(match.choices(seat)))
            decisions -= 1
        return match

    return race


@pytest.fixture
def gruppetto(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command: its exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out, printed.err

    return run
