"""Two workers on one database: nobody is called twice, nor while they look, on whichever worker that is."""

import queue
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

Make = Callable[..., Any]
TURNS = 200
LONGEST = 2.0  # seconds; what is promised


@pytest.fixture
def workers(new_database: Callable[[], str], outside: Any) -> Iterator[list[TestClient[Any]]]:
    database = new_database()
    settings = Settings(database, database, Limits.OFF, 0.2, 0.0, outside=outside)
    clients = [TestClient(application(settings)) for _ in range(2)]
    for client in clients:
        client.__enter__()
    yield clients
    for client in clients:
        client.__exit__(None, None, None)


def drained(service: Any, seconds: float) -> list[str]:
    found = []
    while True:
        try:
            found.append(service.next(seconds)[1])
        except queue.Empty:
            return found


def decide_all(seated: Any, connect: Make, until: Make) -> None:
    """Seat 1 comes, decides as long as it is their turn, and leaves."""
    socket = connect(seated, 1)
    until(socket, "snapshot")
    while 1 in seated.waiting():
        seated.play(1)
    socket.close()


def until_turn(seated: Any) -> float:
    """The others decide until it is seat 1's turn: when the last of these decisions was acknowledged."""
    acknowledged = time.monotonic()
    while 1 not in seated.waiting():
        seated.play(seated.waiting()[0])
        acknowledged = time.monotonic()
    return acknowledged


def test_both_workers_know_of_a_turn_and_one_calls(
    workers: list[TestClient[Any]],
    seated_at: Make,
    same_table: Make,
    phone: Make,
    service: Any,
    connect: Make,
    until: Make,
) -> None:
    """Decisions come by turns from both, and onlookers come and go at both: each turn is told once."""
    heres = [seated_at(workers[0])().join(0, "Ada").join(1, "Bo").start() for _ in range(4)]
    theres = [same_table(here, workers[1]) for here in heres]
    for here in heres:
        decide_all(here, connect, until)
        phone(workers[0], here.keys[1]).subscribe()
    for number in range(3):
        for both in zip(heres, theres, strict=True):
            until_turn(both[number % 2])
            with ThreadPoolExecutor() as pool:  # both workers look at the table in this moment
                for socket in pool.map(connect, both):
                    socket.close()
        came = Counter(service.next()[1] for _ in heres)
        assert came == {f"/push/phone-{here.keys[1]}": 1 for here in heres}
        for both in zip(heres, theres, strict=True):
            decide_all(both[1 - number % 2], connect, until)
    assert drained(service, 1.0) == []


def test_nobody_is_called_who_looks_at_the_other_worker(
    workers: list[TestClient[Any]],
    seated_at: Make,
    same_table: Make,
    phone: Make,
    service: Any,
    connect: Make,
    until: Make,
) -> None:
    here = seated_at(workers[0])().join(0, "Ada").join(1, "Bo").start()
    there = same_table(here, workers[1])
    phone(workers[0], here.keys[1]).subscribe()
    socket = connect(there, 1)
    until(socket, "snapshot")
    for _ in range(12):
        here.play(here.waiting()[0])
    assert drained(service, 1.0) == []
    while 1 in here.waiting():
        here.play(1)
    socket.close()
    until_turn(here)
    assert len(drained(service, 1.5)) == 1


@pytest.mark.drill
def test_a_turn_is_told_within_two_seconds(
    workers: list[TestClient[Any]], seated_at: Make, phone: Make, service: Any, capsys: Any
) -> None:
    """From the accepted decision to the push at its service, 200 times."""
    took: list[float] = []
    while len(took) < TURNS:
        begun: dict[str, float] = {}
        for number in range(10):
            table = seated_at(workers[number % 2])().join(0, "Ada").join(1, "Bo").start()
            while 1 in table.waiting():
                table.play(1)
            where = phone(table.client, table.keys[1]).subscribe().path
            begun[where] = until_turn(table)
        for _ in range(10):
            at, where, _, _ = service.next()
            took.append(at - begun.pop(where))
    with capsys.disabled():
        print(f"\n{TURNS} turns: median {statistics.median(took):.3f} s, longest {max(took):.3f} s")  # noqa: T201
    assert statistics.quantiles(took, n=20)[-1] <= LONGEST  # one in twenty may meet a busy moment
