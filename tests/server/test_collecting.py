"""The garbage collector looks at what is new, and at the rest only when nobody decides anything."""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import pytest

from gruppetto.server import collecting
from gruppetto.server.collecting import Collector

WATCHED = [(2, False, True), (2, True, False), (7, True, True)]


class Circle:
    """Something that refers to itself."""

    alive = 0

    def __init__(self) -> None:
        self.own = self
        Circle.alive += 1

    def __del__(self) -> None:
        Circle.alive -= 1


@pytest.fixture
def collector() -> Iterator[Collector]:
    thresholds = gc.get_threshold()
    with Collector() as found:
        yield found
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_what_was_in_use_is_not_looked_at_again_until_there_is_much_of_it(collector: Collector) -> None:
    collector.take_over()
    circle: Any = Circle()
    gc.collect(0)
    assert collector.put_aside == collecting.YOUNG
    assert sum(collector.pauses.counts) >= 1
    del circle
    gc.collect(0)
    assert Circle.alive == 1
    collector.look_at_all()
    assert Circle.alive == 0
    assert collector.put_aside == 0


@pytest.mark.parametrize(("put_aside", "decides", "looked"), WATCHED)
def test_everything_is_looked_at_in_a_quiet_moment_or_when_it_is_too_much(
    collector: Collector, monkeypatch: pytest.MonkeyPatch, *, put_aside: int, decides: bool, looked: bool
) -> None:
    monkeypatch.setattr(collecting, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(collecting, "MANY", 1)
    monkeypatch.setattr(collecting, "TOO_MANY", 6)
    decisions = iter(range(1_000_000))

    async def scenario() -> None:
        collector.put_aside = put_aside
        watching = asyncio.create_task(collector.watch(lambda: next(decisions) if decides else 0))
        for _ in range(20):
            await asyncio.sleep(0.001)
        watching.cancel()

    asyncio.run(scenario())
    assert (collector.put_aside == 0) is looked
