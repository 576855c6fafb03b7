from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import gruppetto as g
from gruppetto.lab import results, simulate
from gruppetto.lab.results import Parts
from gruppetto.lab.running import AHEAD, Backend, Span, Summary, Table, Threads, ride
from gruppetto.lab.simulate import Simulation

FIELD = ["random", "domestique", "random", "domestique"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "CHUNK", 10)
    monkeypatch.setattr(results, "CHUNKS", 5)


def simulation(seed: int = 2) -> Simulation:
    return Simulation("flamme-rouge", FIELD, seed=seed)


def kept_in(
    simulation: Simulation, races: int, backend: Backend, path: Path,
    told: Callable[[int], None] = lambda _: None, *, resume: bool = False, force: bool = False,
) -> Summary:  # fmt: skip
    parts = Parts(path, simulation, races, resume=resume, force=force)
    return ride(simulation, races, backend, parts, told)


class Unlucky(Threads):
    """Rides on two threads, until it is switched off."""

    def __init__(self, chunks: int) -> None:
        super().__init__(2)
        self.chunks, self.ridden = chunks, 0

    def ride(self, simulation: Simulation, wanted: Iterable[Span]) -> Iterator[tuple[int, Table]]:
        for first, rows in super().ride(simulation, wanted):
            if self.ridden == self.chunks:
                raise KeyboardInterrupt
            self.ridden += 1
            yield first, rows


def test_results_are_written_as_parquet(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    summary = kept_in(simulation(), 333, Threads(2), path)
    frame = pl.read_parquet(path)
    assert frame["race"].to_list() == list(range(333))
    wins = dict(frame["rider"].value_counts().iter_rows())
    assert wins == {rider: count for rider, count in summary.wins_by_rider.items() if count}
    table = simulation().run(333)[1]
    assert (
        frame.drop("race", "rider").to_numpy() == np.delete(table, simulation().columns().index("rider"), 1)
    ).all()
    assert [path.name for path in tmp_path.iterdir()] == ["races.parquet"]


@pytest.mark.parametrize("chunks", [0, 1, 7, 23, 33])
def test_a_stopped_simulation_is_taken_up_where_it_stood(tmp_path: Path, chunks: int) -> None:
    path, whole = tmp_path / "races.parquet", tmp_path / "whole.parquet"
    expected = kept_in(simulation(), 333, Threads(), whole)
    with pytest.raises(KeyboardInterrupt):
        kept_in(simulation(), 333, Unlucky(chunks), path)
    assert not path.exists()
    rest, told = Unlucky(1000), list[int]()
    summary = kept_in(simulation(), 333, rest, path, told.append, resume=True)
    kept = 34 - rest.ridden
    assert kept % 5 in (0, 4)  # whole parts, of which the last has four chunks
    assert kept <= chunks
    assert chunks < 23 or kept > 0
    assert sum(told) == summary.races == 333
    assert summary.wins_by_rider == expected.wins_by_rider
    assert summary.rounds_mean == expected.rounds_mean
    assert path.read_bytes() == whole.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["races.parquet", "whole.parquet"]


def test_only_force_rides_all_of_it_anew(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        kept_in(simulation(), 333, Unlucky(30), path)
    again = Unlucky(1000)
    with pytest.raises(g.BadOption, match="--resume goes on with them"):
        kept_in(simulation(), 333, again, path)
    kept_in(simulation(), 333, again, path, force=True)
    assert again.ridden == 34


def test_where_no_part_is_whole_there_is_nothing_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        kept_in(simulation(), 333, Unlucky(1), path)
    kept_in(simulation(seed=3), 333, Threads(), path)
    assert pl.read_parquet(path).height == 333


def test_parts_without_their_plan_are_not_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        kept_in(simulation(), 333, Unlucky(30), path)
    (tmp_path / ".races.parquet.parts" / "plan.json").unlink()
    with pytest.raises(g.BadOption, match="damaged"):
        kept_in(simulation(), 333, Threads(), path, resume=True)


def test_a_part_far_along_has_the_numbers_of_its_races(tmp_path: Path) -> None:
    first, rows = 1 << 39, simulation().ride(0, 10)
    first -= first % 50
    parts = Parts(tmp_path / "races.parquet", simulation(), first + 10)
    parts.keep(first, rows)
    assert pl.read_parquet(parts.folder / "*.parquet")["race"].to_list() == list(range(first, first + 10))


@pytest.mark.parametrize(
    ("changed", "races", "named"),
    [(simulation(seed=3), 333, "another plan"), (simulation(), 334, "another races: 333, not 334")],
)
def test_another_simulation_is_not_mixed_in(
    tmp_path: Path, changed: Simulation, races: int, named: str
) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        kept_in(simulation(), 333, Unlucky(30), path)
    with pytest.raises(g.BadOption, match=named):
        kept_in(changed, races, Threads(), path, resume=True)
    assert len(list(Parts(path, simulation(), 333, resume=True).there())) > 0


def test_a_damaged_plan_is_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    parts = Parts(path, simulation(), 333)
    (parts.folder / "plan.json").write_text("{")
    with pytest.raises(g.BadOption, match="damaged"):
        Parts(path, simulation(), 333, resume=True)


def test_where_nothing_can_be_written_nothing_is_ridden(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(g.CannotSave):
        kept_in(simulation(), 333, Unlucky(0), tmp_path / "file" / "races.parquet")


def test_memory_does_not_grow_with_the_races(tmp_path: Path) -> None:
    """Rows wait only until their part is complete."""
    parts, most = Parts(tmp_path / "races.parquet", simulation(), 2000), 0
    for first, rows in Threads(2).ride(simulation(), parts.missing()):
        parts.keep(first, rows)
        most = max(most, sum(len(chunks) for chunks in parts._open.values()))
    assert most <= 5 + AHEAD * 2
    assert parts._open == {}
