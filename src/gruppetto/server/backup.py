"""Copies of the embedded database: taken while a server plays on, and put back where there is none."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from gruppetto.errors import BadOption, Unavailable

NAME = "gruppetto-%Y%m%dT%H%M%SZ.db"
NAMED = "gruppetto-*T*Z.db"
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps of a database


def file_of(database: str) -> Path:
    """Where an embedded database is; any other has tools of its own."""
    url = sa.make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadOption(
            "database: only an SQLite file is copied here; for PostgreSQL use pg_dump and pg_restore."
        )
    return Path(url.database)


def back_up(database: str, to: Path) -> Path:
    """Copy a database to a file that is not there yet, or into a folder, named by the time."""
    copy = to / time.strftime(NAME, time.gmtime()) if to.is_dir() else to
    _copy(file_of(database), copy)
    return copy


def restore(copy: Path, database: str) -> Path:
    """Put a copy where a server looks for its database; nothing is overwritten."""
    place = file_of(database)
    _copy(copy, place)
    return place


def thin_out(folder: Path, keep: int) -> int:
    """Remove all copies named by the time but the latest; how many went."""
    old = sorted(folder.glob(NAMED))[:-keep]
    for copy in old:
        copy.unlink()
    return len(old)


def _copy(source: Path, place: Path) -> None:
    """All that was committed at one moment, whole or not at all."""
    for there in (place.with_name(place.name + ending) for ending in BESIDE):
        if there.exists():
            raise BadOption(f"{there} is there already; move it away first, nothing is overwritten.")
    part = place.with_name(place.name + ".part")
    with _explained(source, place), contextlib.closing(_opened(source)) as connection:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # it holds seeds and tokens
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
            _settle(part)
            part.rename(place)
        finally:
            part.unlink(missing_ok=True)


def _opened(source: Path) -> sqlite3.Connection:
    """A database that is whole, and ours."""
    if not source.is_file():
        raise Unavailable(f"{source}: there is no such file.")
    connection = sqlite3.connect(source.absolute().as_uri() + "?mode=rw", uri=True, timeout=30)
    connection.execute("SELECT version_num FROM alembic_version")
    if (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
        raise Unavailable(f"{source} is damaged: {found}")
    return connection


def _settle(path: Path) -> None:
    """Wait until a file is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextlib.contextmanager
def _explained(source: Path, place: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise Unavailable(f"{source} cannot be copied to {place}: {error}.") from None
