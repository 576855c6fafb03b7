"""Simulate races: cut by their numbers, and the same wherever and by however many they are ridden."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.errors import BadOption, UnknownPlayer
from gruppetto.games import registry
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import mix, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule, sources_hash
from gruppetto.lab import races
from gruppetto.players import level_of
from gruppetto.players.deciders import LevelDecider
from gruppetto.players.playout import DECIDING, best, play_out

MOST_RACES = 1 << 40
CHUNK = 2000  # races a thread rides before it reports back
AHEAD = 4  # chunks for each worker that may wait to be fetched
DECISIONS, WINNER = 0, 1  # the first columns of a row of results; scores and the game's report follow
Table = npt.NDArray[np.int32]


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


class Plan(msgspec.Struct, frozen=True):
    """All that a simulation is: whoever has the plan rides the same races."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int


class Simulation:
    """So many races of one game with the same players and options."""

    def __init__(
        self, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None, *, seed: int = 1
    ) -> None:
        self.game = registry.get(game)
        self.players = tuple(players)
        if not self.players:
            raise UnknownPlayer("Name at least one player.")
        self.game.check_seats(len(self.players))
        self.seats = len(self.players)
        self.setup = self.game.setup(self.game.options(options or {}), self.seats)
        levels = [level_of(name) for name in self.players]
        self.codes = np.array([level.policy for level in levels], np.int32)
        self.thinking = any(level.thinks for level in levels)
        if not 0 <= seed < 1 << 64:
            raise BadOption(f"seed: {seed} is not between 0 and 2⁶⁴−1.")
        self.seed = np.uint64(seed)
        self.plan = Plan(game, self.players, dict(options or {}), seed)

    @property
    def sources(self) -> str:
        """A short hash of the rules and of the riders: while it is the same, so are the races."""
        return sources_hash(self.game.rules.__name__, self.game.heuristic.__module__, __name__)

    def run(
        self, races: int, *, workers: int = 1, progress: Callable[[int], None] = lambda _: None
    ) -> tuple[Summary, Table]:
        """Ride the races here; the summary, and a row of results for each race in order."""
        check_races(races)
        backend = Threads(workers)
        backend.ready(self)
        begun, tally = time.perf_counter(), Tally(self)
        table = np.zeros((races, self.width), np.int32)
        for first, rows in backend.ride(self, spans(0, races, self.chunk)):
            table[first : first + len(rows)] = rows
            tally.add(rows)
            progress(len(rows))
        return tally.summary(time.perf_counter() - begun), table

    def ride(self, first: int, count: int) -> Table:
        """A row of results for each of the races `first` … `first + count - 1`."""
        rules, rows = self.game.rules, np.zeros((count, self.width), np.int32)
        if self.thinking:
            return self._ride_thinking(first, rows)
        ride_races(
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.report,
            self.game.heuristic, self.game.blank(), self.setup, self.codes, self.seed, first, rows,
        )  # fmt: skip
        return rows

    def _ride_thinking(self, first: int, rows: Table) -> Table:
        deciders = [LevelDecider(name) for name in self.players]
        for race, row in enumerate(rows):
            watch = self.watcher(first + race)
            ridden = races.ride(self.game, self.setup, deciders, int(self.seed), first + race, watch)
            row[:] = [sum(ridden.decisions), ridden.winner, *ridden.scores, *ridden.report]
        return rows

    def watcher(self, race: int) -> Callable[[Records], None]:
        """Who is shown every state of a race whose players think."""
        del race
        return lambda _: None

    def columns(self) -> list[str]:
        """What the columns of the results are called."""
        return ["decisions", "winner", *(f"score_{seat}" for seat in range(self.seats)), *self.game.report]

    @property
    def width(self) -> int:
        """How many numbers a race comes to."""
        return len(self.columns())

    @property
    def chunk(self) -> int:
        """Races ridden in one go: one where players think, many where all of it is compiled."""
        return 1 if self.thinking else CHUNK


def check_races(races: int) -> None:
    """Refuse to ride none, or more than can be numbered."""
    if not 1 <= races <= MOST_RACES:
        raise BadOption(f"races: between 1 and {MOST_RACES:,} at a time.")


Span = tuple[int, int]  # the first race, and how many


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


class Backend(Protocol):
    """Where races are ridden. Race number n of a seed is the same race everywhere."""

    def ready(self, simulation: Simulation) -> None:
        """Compile and connect, before the clock starts."""

    def ride(self, simulation: Simulation, wanted: Iterable[Span]) -> Iterator[tuple[int, Table]]:
        """The rows of every span, in the order in which they are done."""


class Threads:
    """Races on threads of this machine."""

    def __init__(self, workers: int = 1) -> None:
        if workers < 1:
            raise BadOption("workers: at least 1.")
        self.workers = workers

    def ready(self, simulation: Simulation) -> None:
        """Compile the rules."""
        simulation.ride(0, 1)

    def ride(self, simulation: Simulation, wanted: Iterable[Span]) -> Iterator[tuple[int, Table]]:
        """Never more than a few chunks ahead of the one who asks."""
        if self.workers == 1:
            for first, count in wanted:
                yield first, simulation.ride(first, count)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            waiting: dict[Future[Table], int] = {}
            for first, count in wanted:
                waiting[pool.submit(simulation.ride, first, count)] = first
                if len(waiting) >= AHEAD * self.workers:
                    yield from _done(waiting)
            while waiting:
                yield from _done(waiting)


def _done(waiting: dict[Future[Table], int]) -> Iterator[tuple[int, Table]]:
    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in finished:
        yield waiting.pop(future), future.result()


def default_workers() -> int:
    """One thread for every core we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@rule
def ride_races(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, report: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, first: int, rows: Table,
) -> None:  # fmt: skip
    """Ride `len(rows)` races, numbered from `first`, through the contract, and write a row for each."""
    state, seats = states[0], len(players)
    keys, actions = np.empty(len(state.key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    for race in range(len(rows)):
        number = np.uint64(first + race)
        spread(seed, number, keys)
        deal(state, setups[0], keys)
        own_chance = mix(mix(seed, number), np.uint64(DECIDING))
        row = rows[race]
        row[DECISIONS] = play_out(
            waiting, legal, act, over, heuristic, state, players, own_chance, 0, actions
        )
        note(score, report, state, seats, row)


@rule
def note(score: Rule, report: Rule, state: Any, seats: int, row: Ints) -> None:
    """Write what a race that is over comes to."""
    score(state, row[2 : 2 + seats])
    row[WINNER] = best(row[2 : 2 + seats])
    report(state, row[2 + seats :])
