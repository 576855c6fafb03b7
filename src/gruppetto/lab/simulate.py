"""Simulate races: on any number of threads, with the same result for the same seed."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from gruppetto.errors import BadOption, UnknownPlayer
from gruppetto.games import game as contract
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import mix, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.lab import races
from gruppetto.players import level_of
from gruppetto.players.minds import LevelMind
from gruppetto.players.playout import DECIDING, best, play_out

MOST_RACES = 100_000_000  # a row of results for each has to fit into memory
CHUNK = 2000  # races a thread rides before it reports back
DECISIONS, WINNER = 0, 1  # the first columns of a row of results; scores and the game's report follow
Table = npt.NDArray[np.int32]


class Summary(msgspec.Struct, frozen=True):
    """What came out of a simulation."""

    races: int
    seconds: float
    races_per_second: float
    decisions_per_second: float
    rounds_mean: float
    wins_by_seat: list[int]
    wins_by_rider: dict[str, int]


class Simulation:
    """So many races of one game with the same players and options."""

    def __init__(
        self, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None, *, seed: int = 1
    ) -> None:
        self.game = contract.get(game)
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

    def run(
        self, races: int, *, workers: int = 1, progress: Callable[[int], None] = lambda _: None
    ) -> tuple[Summary, Table]:
        """Ride the races; the summary, and a row of results for each race in order."""
        if not 1 <= races <= MOST_RACES or workers < 1:
            raise BadOption(f"races: between 1 and {MOST_RACES:,} at a time; workers: at least 1.")
        self.ride(0, 1)  # compiled before the clock starts
        begun = time.perf_counter()
        table = np.zeros((races, self._width()), np.int32)
        for first, rows in self._chunks(races, workers):
            table[first : first + len(rows)] = rows
            progress(len(rows))
        return self._summary(table, time.perf_counter() - begun), table

    def ride(self, first: int, count: int) -> Table:
        """A row of results for each of the races `first` … `first + count - 1`."""
        rules, rows = self.game.rules, np.zeros((count, self._width()), np.int32)
        if self.thinking:
            return self._ride_thinking(first, rows)
        ride_races(
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.report,
            self.game.heuristic, self.game.blank(), self.setup, self.codes, self.seed, first, rows,
        )  # fmt: skip
        return rows

    def _ride_thinking(self, first: int, rows: Table) -> Table:
        minds = [LevelMind(name) for name in self.players]
        for race, row in enumerate(rows):
            ridden = races.ride(self.game, self.setup, minds, int(self.seed), first + race)
            row[:] = [sum(ridden.decisions), ridden.winner, *ridden.scores, *ridden.report]
        return rows

    def columns(self) -> list[str]:
        """What the columns of the results are called."""
        return ["decisions", "winner", *(f"score_{seat}" for seat in range(self.seats)), *self.game.report]

    def write(self, table: Table, path: Path) -> None:
        """The results as a Parquet file."""
        import polars as pl  # noqa: PLC0415  (slow to import, and only needed here)

        frame = pl.DataFrame(table, schema=self.columns(), orient="row")
        names = self.game.rider_names(self.seats)
        labels = pl.Series(names)[table[:, self.columns().index("rider")]]
        frame = frame.with_columns(labels.alias("rider")).with_row_index("race")
        temporary = path.with_name(f".{path.name}.partial")
        frame.write_parquet(temporary)
        temporary.replace(path)

    def _width(self) -> int:
        return len(self.columns())

    def _chunks(self, count: int, workers: int) -> Iterator[tuple[int, Table]]:
        chunk = 1 if self.thinking else CHUNK
        starts = range(0, count, chunk)
        if workers == 1:
            for first in starts:
                yield first, self.ride(first, min(chunk, count - first))
            return
        with ThreadPoolExecutor(workers) as pool:
            waiting: dict[Future[Table], int] = {}
            for first in starts:
                waiting[pool.submit(self.ride, first, min(chunk, count - first))] = first
                if len(waiting) >= 4 * workers:
                    yield from _done(waiting)
            while waiting:
                yield from _done(waiting)

    def _summary(self, table: Table, seconds: float) -> Summary:
        columns = {name: table[:, index] for index, name in enumerate(self.columns())}
        names = self.game.rider_names(self.seats)
        wins = np.bincount(columns["rider"], minlength=len(names))
        return Summary(
            races=len(table),
            seconds=seconds,
            races_per_second=len(table) / seconds,
            decisions_per_second=int(columns["decisions"].sum(dtype=np.int64)) / seconds,
            rounds_mean=float(columns["rounds"].mean()),
            wins_by_seat=np.bincount(columns["winner"], minlength=self.seats).tolist(),
            wins_by_rider=dict(zip(names, wins.tolist(), strict=True)),
        )


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
        score(state, row[2 : 2 + seats])
        row[WINNER] = best(row[2 : 2 + seats])
        report(state, row[2 + seats :])
