from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import gruppetto as g
from gruppetto.cli.simulate import Ways, ride
from gruppetto.lab import results, simulate
from gruppetto.lab.results import Parts
from gruppetto.lab.simulate import Simulation, Span, Table, Threads

FIELD = ["random", "domestique", "random", "domestique"]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "CHUNK", 10)
    monkeypatch.setattr(results, "CHUNKS", 5)


def simulation(seed: int = 2) -> Simulation:
    return Simulation("flamme-rouge", FIELD, seed=seed)


def nothing(_: int) -> None:
    pass


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
    summary = ride(simulation(), 333, Threads(2), Ways(out=path), nothing)
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
    expected = ride(simulation(), 333, Threads(), Ways(out=whole), nothing)
    with pytest.raises(KeyboardInterrupt):
        ride(simulation(), 333, Unlucky(chunks), Ways(out=path), nothing)
    assert not path.exists()
    rest, told = Unlucky(1000), list[int]()
    summary = ride(simulation(), 333, rest, Ways(out=path, resume=True), told.append)
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
        ride(simulation(), 333, Unlucky(30), Ways(out=path), nothing)
    again = Unlucky(1000)
    with pytest.raises(g.BadOption, match="--resume goes on with them"):
        ride(simulation(), 333, again, Ways(out=path), nothing)
    ride(simulation(), 333, again, Ways(out=path, force=True), nothing)
    assert again.ridden == 34


def test_where_no_part_is_whole_there_is_nothing_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        ride(simulation(), 333, Unlucky(1), Ways(out=path), nothing)
    ride(simulation(seed=3), 333, Threads(), Ways(out=path), nothing)
    assert pl.read_parquet(path).height == 333


def test_parts_without_their_plan_are_not_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "races.parquet"
    with pytest.raises(KeyboardInterrupt):
        ride(simulation(), 333, Unlucky(30), Ways(out=path), nothing)
    (tmp_path / ".races.parquet.parts" / "plan.json").unlink()
    with pytest.raises(g.BadOption, match="damaged"):
        ride(simulation(), 333, Threads(), Ways(out=path, resume=True), nothing)


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
        ride(simulation(), 333, Unlucky(30), Ways(out=path), nothing)
    with pytest.raises(g.BadOption, match=named):
        ride(changed, races, Threads(), Ways(out=path, resume=True), nothing)
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
        ride(simulation(), 333, Unlucky(0), Ways(out=tmp_path / "file" / "races.parquet"), nothing)


def test_memory_does_not_grow_with_the_races(tmp_path: Path) -> None:
    """Rows wait only until their part is complete."""
    parts, most = Parts(tmp_path / "races.parquet", simulation(), 2000), 0
    for first, rows in Threads(2).ride(simulation(), parts.missing()):
        parts.keep(first, rows)
        most = max(most, sum(len(chunks) for chunks in parts._open.values()))
    assert most <= 5 + simulate.AHEAD * 2
    assert parts._open == {}
