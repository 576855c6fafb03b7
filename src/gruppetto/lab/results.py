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

from gruppetto.errors import BadOption, CannotSave, CorruptLog
from gruppetto.games.game import Json
from gruppetto.games.vocabulary import document_of
from gruppetto.lab.host import machine
from gruppetto.lab.moves import Logged
from gruppetto.lab.parquet import pl
from gruppetto.lab.running import Span, Table, spans
from gruppetto.lab.simulate import Simulation, SimulationPlan

CHUNKS = 100  # of a simulation in a part
PROVENANCE = "gruppetto"  # what the metadata of a file calls it
RACE = "race"  # the column of a race's number, as wide as races are numbered
RESULTS = {  # and what the game reports
    "race": "The number of the race: it and the seed are all its chance.",
    "decisions": "How many decisions were made.",
    "winner": "The seat that won.",
    "score_0, score_1, …": "The score of every seat, the higher the better.",
}
ANEW = "--force instead of --resume begins anew, and so does another --out."


class Provenance(msgspec.Struct, frozen=True):
    """Where the rows of a file come from: whoever reads it can ride the same races."""

    game: str
    rules_version: int
    options: Json
    players: tuple[str, ...]
    seed: int
    races: int
    gruppetto: str  # the version of the package
    commit: str  # of a checkout; nothing for an installed package


class Begun(msgspec.Struct, frozen=True):
    """What the parts in a folder are parts of."""

    plan: SimulationPlan
    races: int
    part: int
    rules: str
    moves: tuple[str, ...] = ()


class Parts:
    """The parts of a file of results that is being made, and of one of moves where they are written down.

    If only the moves are wanted, they are the file, and the results are kept no longer than its parts.
    """

    def __init__(
        self, path: Path, simulation: Simulation, races: int, *, moves: Path | None = None,
        resume: bool = False, force: bool = False,
    ) -> None:  # fmt: skip
        self.path, self.simulation, self.folder = path, simulation, folder_of(path)
        self.moves = moves
        noted = tuple(simulation.moves()) if isinstance(simulation, Logged) else ()
        self.begun = Begun(simulation.plan, races, CHUNKS * simulation.chunk, simulation.sources, noted)
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

    def _moves_file(self, first: int) -> Path:
        return self.folder / f"{first:015}.moves"

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
            if isinstance(self.simulation, Logged):
                taken = [self.simulation.taken(number) for number in sorted(chunks)]
                self._write(self._moves_file(start), pl.concat(taken))
            self._write_rows(start, np.concatenate([chunks[number] for number in sorted(chunks)]))
            del self._open[start]

    def _write_rows(self, start: int, rows: Table) -> None:
        """The rows come last: where they are, the part is whole."""
        numbers = np.arange(start, start + len(rows), dtype=np.int64)
        frame = pl.DataFrame(rows, schema=self.simulation.columns(), orient="row")
        frame.insert_column(0, pl.Series(RACE, numbers))
        self._write(self._file(start), frame)

    def _write(self, path: Path, frame: pl.DataFrame) -> None:
        with _or_cannot_save(self.path):
            frame.write_parquet(path.with_suffix(".partial"))
            path.with_suffix(".partial").replace(path)

    def join(self) -> None:
        """Make one file of all parts, a stretch at a time, with riders by name; then the parts can go."""
        names = self.simulation.game.rider_names(self.simulation.seats)
        rider = pl.col("rider").replace_strict(list(range(len(names))), names, return_dtype=pl.String)
        if self.moves is not None:
            self._sink([self._moves_file(first) for first, _ in self._all()], self.moves)
        if self.path != self.moves:
            self._sink([self._file(first) for first, _ in self._all()], self.path, rider)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _sink(self, files: list[Path], path: Path, *named: pl.Expr) -> None:
        """A whole file, or none, with where it comes from in its metadata."""
        unfinished = path.with_name(f".{path.name}.partial")
        told = {PROVENANCE: msgspec.json.encode(self._provenance()).decode()}
        with _or_cannot_save(path):
            pl.scan_parquet(files).with_columns(*named).sink_parquet(unfinished, metadata=told)
            unfinished.replace(path)

    def _provenance(self) -> Provenance:
        game, plan, here = self.simulation.game, self.begun.plan, machine()
        return Provenance(
            game.id, game.rules_version, document_of(game.options(plan.options)), plan.players, plan.seed,
            self.begun.races, here.gruppetto, here.commit,
        )  # fmt: skip


def provenance(path: Path) -> Provenance:
    """Where the rows of a file come from, out of its metadata."""
    try:
        told = pl.read_parquet_metadata(path)[PROVENANCE]
        return msgspec.json.decode(told, type=Provenance)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise CorruptLog(f"{path}: cannot be read as a Parquet file: {error}.") from None
    except (KeyError, msgspec.MsgspecError):
        raise CorruptLog(f"{path}: does not say where it comes from, as files of `simulate` do.") from None


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
