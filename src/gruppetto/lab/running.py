"""How races are ridden: in spans, wherever that is, counted as they come in, and kept if they are to be.

Race number n of a seed is the same race everywhere, so what was kept before need not be ridden again.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.errors import BadOption
from gruppetto.players.halving import cores

if TYPE_CHECKING:
    from gruppetto.lab.simulate import Simulation

MOST_RACES = 1 << 40
AHEAD = 4  # chunks for each worker that may wait to be fetched
Result = TypeVar("Result")
Rows_co = TypeVar("Rows_co", covariant=True)
Table = npt.NDArray[np.int32]  # a row of results for each race
Span = tuple[int, int]  # the first race, and how many


class Summary(msgspec.Struct, frozen=True):
    """What came out of a simulation."""

    races: int
    decisions: int
    seconds: float
    races_per_second: float
    decisions_per_second: float
    rounds_mean: float
    wins_by_seat: list[int]
    wins_by_rider: dict[str, int]


class Tally:
    """Counts of races as they come in."""

    def __init__(self, simulation: "Simulation") -> None:
        self._names = simulation.game.rider_names(simulation.seats)
        self._column = {name: index for index, name in enumerate(simulation.columns())}
        self.races = self._decisions = self._rounds = 0
        self._seats = np.zeros(simulation.seats, np.int64)
        self._riders = np.zeros(len(self._names), np.int64)

    def add(self, rows: Table) -> None:
        """Count so many more races."""
        column = {name: rows[:, index] for name, index in self._column.items()}
        self.races += len(rows)
        self._decisions += int(column["decisions"].sum(dtype=np.int64))
        self._rounds += int(column["rounds"].sum(dtype=np.int64))
        self._seats += np.bincount(column["winner"], minlength=len(self._seats))
        self._riders += np.bincount(column["rider"], minlength=len(self._riders))

    def summary(self, seconds: float, ridden: int | None = None) -> Summary:
        """What it comes to; the rates are of the races ridden now, without those found in a file."""
        share = 1.0 if ridden is None else ridden / self.races
        return Summary(
            races=self.races,
            decisions=self._decisions,
            seconds=seconds,
            races_per_second=share * self.races / seconds,
            decisions_per_second=share * self._decisions / seconds,
            rounds_mean=self._rounds / self.races,
            wins_by_seat=self._seats.tolist(),
            wins_by_rider=dict(zip(self._names, self._riders.tolist(), strict=True)),
        )


def check_races(races: int) -> None:
    """Refuse to ride none, or more than can be numbered."""
    if not 1 <= races <= MOST_RACES:
        raise BadOption(f"races: between 1 and {MOST_RACES:,} at a time.")


def spans(first: int, end: int, chunk: int) -> Iterator[Span]:
    """The races from `first` to before `end`, in chunks."""
    for start in range(first, end, chunk):
        yield start, min(chunk, end - start)


def in_a_row(wanted: Iterable[Span], most: int) -> Iterator[list[Span]]:
    """Spans that follow one another, up to so many together: for who would rather have larger ones."""
    together: list[Span] = []
    for span in wanted:
        if together and (len(together) == most or span[0] != sum(together[-1])):
            yield together
            together = []
        together.append(span)
    if together:
        yield together


class Races(Protocol[Rows_co]):
    """Races known by their numbers: whoever has the plan rides the same ones."""

    together: int  # spans that are sent to a cluster in one message, which takes it about a millisecond

    @property
    def plan(self) -> msgspec.Struct:
        """All that they are, to be sent to whoever rides them."""

    def ride(self, first: int, count: int) -> Rows_co:
        """What came of so many of them, one by one."""


class Workers(Protocol):
    """Who rides races of any kind: threads of this machine, or a cluster."""

    workers: int

    def ride(self, races: Races[Result], wanted: Iterable[Span]) -> Iterator[tuple[int, Result]]:
        """What came of every span, in the order in which they are done."""


class Backend(Protocol):
    """Where a simulation is ridden. Race number n of a seed is the same race everywhere."""

    def ready(self, simulation: "Simulation") -> None:
        """Compile and connect, before the clock starts."""

    def ride(self, simulation: "Simulation", wanted: Iterable[Span]) -> Iterator[tuple[int, Table]]:
        """The rows of every span, in the order in which they are done."""


class Threads:
    """Races on threads of this machine."""

    def __init__(self, workers: int = 1) -> None:
        if workers < 1:
            raise BadOption("workers: at least 1.")
        self.workers = workers

    def ready(self, simulation: "Simulation") -> None:
        """Compile the rules."""
        simulation.ride(0, 1)

    def ride(self, races: Races[Result], wanted: Iterable[Span]) -> Iterator[tuple[int, Result]]:
        """Never more than a few chunks ahead of the one who asks; who stops asking is not kept waiting."""
        if self.workers == 1:
            for first, count in wanted:
                yield first, races.ride(first, count)
            return
        pool, waiting = ThreadPoolExecutor(self.workers), dict[Future[Result], int]()
        try:
            for first, count in wanted:
                waiting[pool.submit(races.ride, first, count)] = first
                if len(waiting) >= AHEAD * self.workers:
                    yield from done(waiting)
            while waiting:
                yield from done(waiting)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def done(waiting: dict[Future[Result], int]) -> Iterator[tuple[int, Result]]:
    """What has been finished of all that is under way, each with its number; at least one is waited for."""
    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in finished:
        yield waiting.pop(future), future.result()


def default_workers() -> int:
    """One thread for every core we may use."""
    return cores()


class Keeper(Protocol):
    """Where rows are kept, as long as they are wanted."""

    def there(self) -> Iterable[Table]:
        """The rows that are kept from before."""

    def missing(self) -> Iterable[Span]:
        """What is still to be ridden."""

    def keep(self, first: int, rows: Table) -> None:
        """Take in the rows of a span."""

    def join(self) -> None:
        """All rows are there."""


class NotKept:
    """Rows that are counted and then forgotten."""

    def __init__(self, simulation: "Simulation", races: int) -> None:
        self._wanted = spans(0, races, simulation.chunk)

    def there(self) -> Iterable[Table]:
        """None."""
        return ()

    def missing(self) -> Iterable[Span]:
        """All of them."""
        return self._wanted

    def keep(self, first: int, rows: Table) -> None:
        """They have been counted; that is enough."""

    def join(self) -> None:
        """Nothing is to be joined."""


class InMemory(NotKept):
    """Rows as one table."""

    def __init__(self, simulation: "Simulation", races: int) -> None:
        super().__init__(simulation, races)
        self.table = np.zeros((races, simulation.width), np.int32)

    def keep(self, first: int, rows: Table) -> None:
        """Put them where they belong."""
        self.table[first : first + len(rows)] = rows


def ride(
    simulation: "Simulation", races: int, backend: Backend, keeper: Keeper | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Summary:  # fmt: skip
    """Ride what has not been ridden before, count all of it, and keep it if it is to be kept."""
    tally, kept = Tally(simulation), keeper or NotKept(simulation, races)
    for rows in kept.there():
        tally.add(rows)
        told(len(rows))
    before, begun = tally.races, time.perf_counter()
    for first, rows in backend.ride(simulation, kept.missing()):
        tally.add(rows)
        told(len(rows))
        kept.keep(first, rows)
    summary = tally.summary(time.perf_counter() - begun, races - before)
    kept.join()
    return summary
