"""Races of an arena as they come in, a line each, beside the file they are for: to be resumed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from gruppetto.errors import BadOption, CannotSave
from gruppetto.lab.races import Ridden

ANEW = "--force instead of --resume begins anew, and so does another --out."


class Begun(msgspec.Struct, frozen=True):
    """The first line: what the races are races of."""

    plan: msgspec.Raw
    sources: str


class Line(msgspec.Struct, frozen=True):
    """A race that was ridden, and its number."""

    number: int
    ridden: Ridden


class NoJournal:
    """Races that nobody wants to take up again."""

    def there(self) -> Iterable[tuple[int, Ridden]]:
        """None."""
        return ()

    def keep(self, number: int, ridden: Ridden) -> None:
        """They are in memory; that is enough."""


class Journal:
    """The races so far. A line that was cut off by a stop is ridden again."""

    def __init__(
        self, path: Path, plan: msgspec.Struct, sources: str, *, resume: bool = False, force: bool = False
    ) -> None:
        self.path, self.file = path, journal_of(path)
        begun = Begun(msgspec.Raw(msgspec.json.encode(plan)), sources)
        self._races: list[Line] = []
        try:
            if not (resume and self._taken_up(begun)):
                if not force:
                    refuse_to_lose(path)
                self.file.write_bytes(msgspec.json.encode(begun) + b"\n")
            self._open = self.file.open("ab")
        except OSError as error:
            raise CannotSave(f"{path}: its races cannot be kept beside it: {error.strerror}.") from None

    def _taken_up(self, wanted: Begun) -> bool:
        """Whether there is something to go on with; another arena's races are left alone."""
        if not self.file.exists():
            return False
        whole, _, _ = self.file.read_bytes().rpartition(b"\n")
        try:
            first, *lines = whole.split(b"\n")
            begun = msgspec.json.decode(first, type=Begun)
            self._races = [msgspec.json.decode(line, type=Line) for line in lines]
        except msgspec.MsgspecError:
            raise BadOption(f"--resume: {self.file} is damaged. {ANEW}") from None
        _check_same(self.path, begun, wanted)
        self.file.write_bytes(whole + b"\n")
        return True

    def there(self) -> Iterator[tuple[int, Ridden]]:
        """The races that were ridden before."""
        return ((line.number, line.ridden) for line in self._races)

    def keep(self, number: int, ridden: Ridden) -> None:
        """Write a race down."""
        try:
            self._open.write(msgspec.json.encode(Line(number, ridden)) + b"\n")
            self._open.flush()
        except OSError as error:
            raise CannotSave(
                f"{self.path}: cannot be written: {error}. What is ridden so far is kept for --resume."
            ) from None

    def close(self) -> None:
        """Nothing more is written down for now."""
        self._open.close()


def _check_same(path: Path, begun: Begun, wanted: Begun) -> None:
    was, now = (msgspec.json.decode(one.plan) for one in (begun, wanted))
    for name in now:
        if was.get(name) != now[name]:
            raise BadOption(
                f"--resume: {path} was begun with other {name}: {_told(was.get(name))}, "
                f"not {_told(now[name])}. {ANEW}"
            )
    if begun.sources != wanted.sources:
        raise BadOption(f"--resume: {path} was begun with other rules or players. {ANEW}")


def _told(value: object) -> str:
    return msgspec.json.encode(value).decode()


def journal_of(path: Path) -> Path:
    """Where the races lie until the file is whole."""
    return path.with_name(f".{path.name}.races")


def refuse_to_lose(path: Path) -> None:
    """Refuse to begin a file anew of which races are kept."""
    file = journal_of(path)
    if races := file.read_bytes().count(b"\n") - 1 if file.exists() else 0:
        raise BadOption(
            f"{path}: {races:,} races of it have been ridden. --resume goes on with them; --force begins "
            "anew, and so does another --out."
        )
