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

from gruppetto.errors import BadOption, CannotSave
from gruppetto.lab.parquet import pl
from gruppetto.lab.running import Span, Table, spans
from gruppetto.lab.simulate import Simulation, SimulationPlan

CHUNKS = 100  # of a simulation in a part
RACE = "race"  # the column of a race's number, as wide as races are numbered
ANEW = "--force instead of --resume begins anew, and so does another --out."


class Begun(msgspec.Struct, frozen=True):
    """What the parts in a folder are parts of."""

    plan: SimulationPlan
    races: int
    part: int
    rules: str


class Parts:
    """The parts of a file of results that is being made."""

    def __init__(
        self, path: Path, simulation: Simulation, races: int, *, resume: bool = False, force: bool = False
    ) -> None:
        self.path, self.simulation, self.folder = path, simulation, folder_of(path)
        self.begun = Begun(simulation.plan, races, CHUNKS * simulation.chunk, simulation.sources)
        self._open: dict[int, dict[int, Table]] = {}
        try:
            if not (resume and self._taken_up()):
                if not force:
                    refuse_to_lose(path)
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder.mkdir(parents=True)
                self._plan.write_bytes(msgspec.json.encode(self.begun))
        except OSError as error:
            raise CannotSave(f"{path}: its parts cannot be kept beside it: {error.strerror}.") from None

    @property
    def _plan(self) -> Path:
        return self.folder / "plan.json"

    def _taken_up(self) -> bool:
        """Whether there is something to go on with; another simulation's parts are left alone."""
        if not (self._plan.exists() or kept(self.path)):
            return False
        try:
            begun = msgspec.json.decode(self._plan.read_bytes(), type=Begun)
        except (FileNotFoundError, msgspec.MsgspecError):
            raise BadOption(f"--resume: {self._plan} is damaged. {ANEW}") from None
        for name in Begun.__struct_fields__:
            was, wanted = getattr(begun, name), getattr(self.begun, name)
            if was != wanted:
                raise BadOption(
                    f"--resume: {self.path} was begun with another {name}: {_told(was)}, not "
                    f"{_told(wanted)}. {ANEW}"
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
                yield pl.read_parquet(self._file(first)).drop(RACE).to_numpy().astype(np.int32)

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
            self._write(start, whole)
            del self._open[start]

    def _write(self, start: int, rows: Table) -> None:
        path, numbers = self._file(start), np.arange(start, start + len(rows), dtype=np.int64)
        frame = pl.DataFrame(rows, schema=self.simulation.columns(), orient="row")
        frame.insert_column(0, pl.Series(RACE, numbers))
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
            pl.scan_parquet(files).with_columns(rider).sink_parquet(unfinished)
            unfinished.replace(self.path)
        shutil.rmtree(self.folder, ignore_errors=True)


def folder_of(path: Path) -> Path:
    """Where the parts of a file lie until it is whole."""
    return path.with_name(f".{path.name}.parts")


def kept(path: Path) -> int:
    """How many parts of a file have been ridden."""
    return len(list(folder_of(path).glob("*.parquet")))


def refuse_to_lose(path: Path) -> None:
    """Refuse to begin a file anew of which parts are kept."""
    if parts := kept(path):
        raise BadOption(
            f"{path}: {parts} part{'s' * (parts > 1)} of it have been ridden. --resume goes on with them; "
            "--force begins anew, and so does another --out."
        )


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
