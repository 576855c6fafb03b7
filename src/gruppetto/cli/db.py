"""The database of a server: looked at, backed up, pruned, exported, and somebody's data forgotten."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.table import Table as Grid

from gruppetto.cli import consoles
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.server import backup, housekeeping
from gruppetto.server.housekeeping import DatabaseKept, TableExported
from gruppetto.server.run import Wishes, settings_for
from gruppetto.server.store import NOBODY, Store

STATUSES = ("open", "running", "over")
UNITS = {"h": 3600.0, "d": 24 * 3600.0}
Found = TypeVar("Found")


def status(database: str | None, *, as_json: bool) -> None:
    """How many tables there are, by game, status and version of the rules."""
    found = with_database(database, housekeeping.counted)
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
        return
    paper = consoles.out()
    paper.print(_listed(found))
    paper.print(f"\n{sum(kept.tables for kept in found.tables)} tables in {_size(found.bytes)}.")


def _listed(found: DatabaseKept) -> Grid:
    table = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for title in ("game", "status", "rules", "tables", "decisions", "stories", "positions"):
        table.add_column(title, justify="left" if title in ("game", "status", "rules") else "right")
    for kept in found.tables:
        table.add_row(
            kept.game, kept.status, _rules(kept.game, kept.rules_version), str(kept.tables),
            str(kept.decisions), _size(kept.stories), _size(kept.positions),
        )  # fmt: skip
    return table


def _rules(game: str, version: int) -> str:
    room = registry.games().get(game)
    if room is None:
        return f"{version}, not installed"
    return f"{version}" if room.rules_version == version else f"{version}, installed {room.rules_version}"


def _size(many: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if many < 1000:
            return f"{many:.0f} {unit}" if unit == "bytes" else f"{many:.1f} {unit}"
        many /= 1000
    return f"{many:.1f} GB"


def back_up(database: str | None, to: Path, keep: int | None) -> None:
    """Copy the database, whoever plays meanwhile; of a folder of copies keep the latest."""
    if keep and not to.is_dir():
        raise BadOption(f"--keep: {to} is no folder; copies are counted where each is named by its time.")
    copy = backup.back_up(_url(database), to)
    gone = backup.thin_out(to, keep) if keep else 0
    older = f" Older copies removed: {gone}." if gone else ""
    consoles.out().print(
        f"{copy} holds all tables ({_size(copy.stat().st_size)}), with the secrets of their seats.{older}",
        markup=False, soft_wrap=True,
    )  # fmt: skip


def restore(database: str | None, copy: Path) -> None:
    """Put a copy where the server looks for its database."""
    place = backup.restore(copy, _url(database))
    consoles.out().print(f"{place} is as {copy} was; start the server.", markup=False, soft_wrap=True)


def prune(database: str | None, older_than: str, statuses: Sequence[str], *, sure: bool) -> None:
    """Remove tables that nobody has touched for so long."""
    seconds = _seconds(older_than)
    for wanted in statuses:
        if wanted not in STATUSES:
            raise BadOption(f"--status: {wanted!r} is none of {', '.join(STATUSES)}.")

    async def work(store: Store) -> str:
        tables = await housekeeping.untouched(store, seconds, statuses)
        what = f"untouched for {older_than} ({', '.join(statuses)})"
        if not sure:
            return f"{len(tables)} tables {what} would be removed; --yes removes them."
        return f"{await housekeeping.remove(store, tables)} tables {what} removed."

    consoles.out().print(with_database(database, work))


def _seconds(age: str) -> float:
    found = re.fullmatch(r"(\d{1,5})([hd])", age)
    if not found:
        raise BadOption(f"--older-than: {age!r} is no age; say it in days or hours, as in 90d or 36h.")
    return int(found[1]) * UNITS[found[2]]


def export(database: str | None, folder: Path) -> None:
    """Write every table as a save file, and a list of them."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder}: name a folder that is empty, or not there yet.")
    folder.mkdir(parents=True, exist_ok=True)

    async def work(store: Store) -> list[TableExported]:
        tables = []
        async for about, content in housekeeping.exported(store):
            (folder / about.file).write_bytes(content)
            tables.append(about)
        return tables

    tables = with_database(database, work)
    listed = msgspec.json.format(msgspec.json.encode(tables), indent=1)
    (folder / "tables.json").write_bytes(listed + b"\n")
    consoles.out().print(
        f"{len(tables)} tables in {folder}. Files of running races hold their seeds: keep them to yourself.",
        markup=False, soft_wrap=True,
    )  # fmt: skip


def forget(
    database: str | None, name: str | None, person: str | None, table: str | None, *, sure: bool
) -> None:
    """Forget a name, a person by their number, or a table with all that hangs on it."""
    wanted = [
        ways(word, sure=sure)
        for ways, word in ((_forget_name, name), (_forget_person, person), (_forget_table, table))
        if word is not None
    ]
    if len(wanted) != 1:
        raise BadOption("forget: say who or what, with one of --name, --person and --table.")
    consoles.out().print(with_database(database, wanted[0]), markup=False, soft_wrap=True)


def _forget_name(name: str, *, sure: bool) -> Callable[[Store], Awaitable[str]]:
    async def work(store: Store) -> str:
        sat = await housekeeping.seats_of_name(store, name)
        if not sat:
            raise BadOption(
                f"--name: nobody sits or sat anywhere as {name!r}; names are told apart to the letter."
            )
        if not sure:
            return f"{name} sits or sat on {len(sat)} seats: --yes removes the name and what was said there."
        seats, said = await housekeeping.forget_name(store, name)
        return f"{name} is forgotten: {seats} seats are {NOBODY}'s, {said} lines of talk are gone."

    return work


def _forget_person(number: str, *, sure: bool) -> Callable[[Store], Awaitable[str]]:
    async def work(store: Store) -> str:
        person = await housekeeping.person_of(store, number)
        if person is None:
            raise BadOption(f"--person: there is nobody of the number {number!r}; the page You tells it.")
        if not sure:
            return f"{person.name or number} would be forgotten: --yes takes their name, key and talk away."
        seats, said = await housekeeping.forget_person(store, person)
        return (
            f"{person.name or number} is forgotten: {seats} seats are {NOBODY}'s and nobody's "
            f"to play, {said} lines of talk are gone."
        )

    return work


def _forget_table(table: str, *, sure: bool) -> Callable[[Store], Awaitable[str]]:
    async def work(store: Store) -> str:
        if await store.match(table) is None:
            raise BadOption(f"--table: there is no table {table!r}.")
        if not sure:
            return f"Table {table} would be removed; --yes removes it."
        await housekeeping.remove(store, [table])
        return f"Table {table} is forgotten."

    return work


def _url(database: str | None) -> str:
    """The database that is named, or the one a server uses by itself."""
    return settings_for(Wishes(database)).database


def with_database(database: str | None, work: Callable[[Store], Awaitable[Found]]) -> Found:
    """Do something with the database."""

    async def done() -> Found:
        async with housekeeping.at_hand(_url(database)) as store:
            return await work(store)

    return asyncio.run(done())
