"""Races on a Ray cluster: a chunk is a task, and a task whose worker is lost is given to another.

A chunk is known by its first race and its rows are fetched once, so nothing is counted twice.
"""

import functools
import os
import socket
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from gruppetto.errors import BadOption, GruppettoError, MissingExtra, Unavailable
from gruppetto.lab.running import AHEAD, Races, Result, Span, in_a_row
from gruppetto.lab.simulate import Simulation

PATIENCE = 10.0  # seconds for a cluster to answer
RETRIES = 20  # lost workers that one task may see


class Cluster:
    """The workers of a Ray cluster: `auto` is the one that runs, or a small one on this machine."""

    def __init__(self, address: str = "auto") -> None:
        try:
            import ray  # noqa: PLC0415  (an extra, and slow to import)
        except ImportError:
            raise MissingExtra("--ray needs Ray: pip install 'gruppetto[cluster]'.") from None
        self._ray: Any = ray
        if not ray.is_initialized():
            _connect(ray, address)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._task = ray.remote(max_retries=RETRIES)(ride_span)

    def ready(self, simulation: Simulation) -> None:
        """Compile on one worker; the others find it in the cache, or compile for themselves."""
        self._ray.get(self._task.remote(Simulation, msgspec.json.encode(simulation.plan), 0, 1))

    def ride(self, races: Races[Result], wanted: Iterable[Span]) -> Iterator[tuple[int, Result]]:
        """Never more than a few tasks ahead of the one who asks."""
        kind, plan, waiting = type(races), msgspec.json.encode(races.plan), dict[Any, list[Span]]()
        try:
            for task in in_a_row(wanted, races.together):
                first, count = task[0][0], sum(span[1] for span in task)
                waiting[self._task.remote(kind, plan, first, count)] = task
                if len(waiting) >= AHEAD * self.workers:
                    yield from self._done(waiting)
            while waiting:
                yield from self._done(waiting)
        finally:
            for reference in waiting:
                self._ray.cancel(reference)

    def _done(self, waiting: dict[Any, list[Span]]) -> Iterator[tuple[int, Any]]:
        finished, _ = self._ray.wait(list(waiting), num_returns=1)
        for reference in finished:
            task = waiting.pop(reference)
            rows = self._fetched(reference, task[0][0])
            for first, count in task:
                yield first, rows[first - task[0][0] : first - task[0][0] + count]

    def _fetched(self, reference: Any, first: int) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.WorkerCrashedError:
            raise Unavailable(f"races {first:,} and on: {RETRIES} workers were lost on them.") from None
        except self._ray.exceptions.RayTaskError as failed:
            if isinstance(failed.cause, GruppettoError):
                raise failed.cause from None
            raise

    def close(self) -> None:
        """Leave the cluster; one that was started for us ends."""
        self._ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address != "auto":
        _check_answers(address)
    quiet = {"logging_level": "error", "log_to_driver": False}
    try:
        ray.init(address=address, **quiet)
    except ConnectionError as error:
        if address != "auto":
            raise Unavailable(f"--ray: no cluster answers at {address}: {error}.") from None
        ray.init(include_dashboard=False, **quiet)


def _check_answers(address: str) -> None:
    """Ray itself would wait for minutes, and say what it thinks in its own words."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 1 << 16):
        raise BadOption(f"--ray: {address!r} is no address; say auto, or host and port: 10.0.0.5:6379.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise Unavailable(f"--ray: no cluster answers at {address}: {error}.") from None


def ride_span(kind: Any, plan: bytes, first: int, count: int) -> Any:
    """Ride so many races of a plan; this runs on a worker."""
    return _planned(kind, plan).ride(first, count)


@functools.lru_cache(maxsize=8)
def _planned(kind: Any, plan: bytes) -> Races[Any]:
    races: Races[Any] = kind.planned(plan)
    return races
