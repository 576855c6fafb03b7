"""Reports of people at the tables, as an operator reads them."""

from datetime import UTC, datetime

import msgspec
from rich.table import Table as Grid

from gruppetto.cli import consoles
from gruppetto.cli.db import with_database
from gruppetto.errors import BadOption
from gruppetto.server.complaints import Said
from gruppetto.server.store import Complaint, Store


class Queued(msgspec.Struct, frozen=True):
    """A report in a list: no keys."""

    number: int
    at: float
    table: str
    name: str
    reason: str
    text: str


def show_all(database: str | None, *, closed: bool, as_json: bool) -> None:
    """What was reported, the latest first."""

    async def listed(store: Store) -> list[Queued]:
        return [await _queued(store, one) for one in await store.complaints(closed=closed)]

    found = with_database(database, listed)
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for title in ("number", "when", "table", "about", "reason", "in their words"):
        grid.add_column(title)
    for one in found:
        grid.add_row(str(one.number), _when(one.at), one.table, one.name, one.reason, one.text)
    paper = consoles.out()
    if found:
        paper.print(grid, markup=False)
    paper.print(f"{len(found)} {'closed' if closed else 'open'}.", markup=False)


async def _queued(store: Store, one: Complaint) -> Queued:
    name = await _name(store, one.match, one.seat)
    return Queued(one.id, one.at, one.match, name, one.reason, one.text)


async def _name(store: Store, table: str, seat: int) -> str:
    """How whoever sits there is called now: who was forgotten has no name."""
    return next((place.name for place in await store.seats(table) if place.seat == seat), "")


def show(database: str | None, number: int) -> None:
    """One report, with what was said around it and the numbers by which people can be forgotten."""

    async def told(store: Store) -> list[str]:
        one = await _found(store, number)
        about, reporter = await store.find(one.about), await store.find(one.reporter)
        name = await _name(store, one.match, one.seat)
        return [
            f"report {one.id} of {_when(one.at)}" + (", closed" if one.closed else ""),
            f"table {one.match}, seat {one.seat}, after decision {one.seq}",
            f"about {name} (person {about.id if about else 'unknown'})",
            f"from person {reporter.id if reporter else 'unknown'}",
            f"reason: {one.reason}" + (f": {one.text}" if one.text else ""),
            *[await _line(store, one, said) for said in msgspec.convert(one.lines, list[Said])],
        ]

    for line in with_database(database, told):
        consoles.out().print(line, markup=False, highlight=False, soft_wrap=True)


async def _line(store: Store, one: Complaint, said: Said) -> str:
    mark = ">" if said.meant else " "
    return f"{mark} {_when(said.at)}  {await _name(store, one.match, said.seat)}: {said.text}"


def close(database: str | None, number: int) -> None:
    """Be done with a report."""

    async def closed(store: Store) -> str:
        await _found(store, number)
        if not await store.close_complaint(number):
            raise BadOption(f"reports: {number} was closed already.")
        return f"Report {number} is closed; what was said is not kept any longer."

    consoles.out().print(with_database(database, closed), markup=False)


async def _found(store: Store, number: int) -> Complaint:
    found = await store.complaint(number)
    if found is None:
        raise BadOption(f"reports: there is no report {number}; `gruppetto reports list` tells which.")
    return found


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
