"""Results as a Parquet file: written in parts as they come, joined at the end, taken up again after a stop.

While a simulation runs, its parts lie in a folder beside the file. Each part is written under another name
first and then renamed, so a part that is there is whole; whoever resumes rides only what is missing.
"""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from gruppetto.errors import BadOption, CannotSave
from gruppetto.kernel.rule import sources_hash
from gruppetto.lab.simulate import Plan, Simulation, Span, Table, spans

CHUNKS = 100  # of a simulation in a part


class Begun(msgspec.Struct, frozen=True):
    """What the parts in a folder are parts of."""

    plan: Plan
    races: int
    part: int
    rules: str


class Parts:
    """The parts of a file of results that is being made."""

    def __init__(self, path: Path, simulation: Simulation, races: int, *, resume: bool = False) -> None:
        self.path, self.simulation = path, simulation
        self.folder = path.with_name(f".{path.name}.parts")
        self.begun = Begun(simulation.plan, races, CHUNKS * simulation.chunk, sources_hash())
        self._open: dict[int, dict[int, Table]] = {}
        try:
            if not (resume and self._taken_up()):
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder.mkdir(parents=True)
                (self.folder / "plan.json").write_bytes(msgspec.json.encode(self.begun))
        except OSError as error:
            raise CannotSave(f"{path}: its parts cannot be kept beside it: {error.strerror}.") from None

    def _taken_up(self) -> bool:
        """Whether there is something to go on with; another simulation's parts are left alone."""
        try:
            begun = msgspec.json.decode((self.folder / "plan.json").read_bytes(), type=Begun)
        except FileNotFoundError:
            return False
        except msgspec.MsgspecError:
            raise BadOption(
                f"--resume: {self.folder / 'plan.json'} is damaged; without --resume all is ridden anew."
            ) from None
        for name in Begun.__struct_fields__:
            was, wanted = getattr(begun, name), getattr(self.begun, name)
            if was != wanted:
                raise BadOption(
                    f"--resume: {self.path} was begun with another {name}: {_told(was)}, not "
                    f"{_told(wanted)}. Without --resume all is ridden anew."
                )
        return True

    def _all(self) -> Iterator[Span]:
        return spans(0, self.begun.races, self.begun.part)

    def _file(self, first: int) -> Path:
        return self.folder / f"{first:015}.parquet"

    def there(self) -> Iterator[Table]:
        """The rows of the parts that are already there."""
        for first, _ in self._all():
            if self._file(first).exists():
                yield pl.read_parquet(self._file(first)).to_numpy().astype(np.int32)

    def missing(self) -> Iterator[Span]:
        """The chunks still to be ridden."""
        for first, count in self._all():
            if not self._file(first).exists():
                yield from spans(first, first + count, self.simulation.chunk)

    def keep(self, first: int, rows: Table) -> None:
        """Take in a chunk; a part is written as soon as it is complete."""
        start = first - first % self.begun.part
        chunks = self._open.setdefault(start, {})
        chunks[first] = rows
        end = min(start + self.begun.part, self.begun.races)
        if sum(map(len, chunks.values())) == end - start:
            whole = np.concatenate([chunks[number] for number in sorted(chunks)])
            self._write(self._file(start), whole)
            del self._open[start]

    def _write(self, path: Path, rows: Table) -> None:
        frame = pl.DataFrame(rows, schema=self.simulation.columns(), orient="row")
        with _or_cannot_save(self.path):
            frame.write_parquet(path.with_suffix(".partial"))
            path.with_suffix(".partial").replace(path)

    def join(self) -> None:
        """Make one file of all parts, a stretch at a time, with riders by name; then the parts can go."""
        names = self.simulation.game.rider_names(self.simulation.seats)
        files = [self._file(first) for first, _ in self._all()]
        unfinished = self.path.with_name(f".{self.path.name}.partial")
        rider = pl.col("rider").replace_strict(list(range(len(names))), names, return_dtype=pl.String)
        with _or_cannot_save(self.path):
            pl.scan_parquet(files).with_columns(rider).with_row_index("race").sink_parquet(unfinished)
            unfinished.replace(self.path)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def _or_cannot_save(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, pl.exceptions.ComputeError) as error:
        raise CannotSave(
            f"{path}: cannot be written: {error}. What is ridden so far is kept for --resume."
        ) from None


def _told(value: object) -> str:
    return msgspec.json.encode(value).decode()
