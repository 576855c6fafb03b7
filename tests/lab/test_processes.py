"""Work on many processes: what comes of it is in order, and it is gone when nobody asks any more."""

import itertools
import multiprocessing
import operator
from contextlib import closing
from multiprocessing.connection import wait

import pytest

from gruppetto.lab.processes import in_order


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_pieces(workers: int) -> None:
    assert list(in_order(operator.neg, range(30), workers)) == [-number for number in range(30)]


def test_who_stops_asking_stops_the_work() -> None:
    before = set(multiprocessing.active_children())
    with closing(in_order(operator.neg, itertools.count(), 2)) as endless:
        assert next(endless) == 0
        ours = set(multiprocessing.active_children()) - before
        assert ours
    assert all(wait([process.sentinel], timeout=60) for process in ours)
