"""Stages on paper: listed, shown, drawn, composed and checked."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec
import typer
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.lanes import stretch, whole_road
from gruppetto.errors import BadOption
from gruppetto.games.flamme_rouge.drawing import COLOURS, draw
from gruppetto.games.flamme_rouge.planning import Wishes, compose
from gruppetto.games.flamme_rouge.road import ASCENT, DESCENT, FLAT, Road, StageCard, stage, stages, tiles
from gruppetto.games.game import Json

TERRAINS = {"S": "start", FLAT: "flat", ASCENT: "ascent", DESCENT: "descent", "F": "past the line"}


def runs(road: Road) -> list[tuple[str, int]]:
    """The road as stretches of one terrain: its letter and how many squares."""
    return [(terrain, len(list(squares))) for terrain, squares in groupby(road.squares)]


def facts(road: Road) -> Json:
    """What there is to count on a road."""
    climbs = [length for terrain, length in runs(road) if terrain == ASCENT]
    return {
        "tiles": len(road.letters),
        "squares": road.length,
        "start_squares": road.start_squares,
        "race": road.line - road.start_squares,
        "climbs": len(climbs),
        "ascent": sum(climbs),
        "descent": road.squares.count(DESCENT),
    }


def list_all(group: str | None, *, as_json: bool) -> None:
    """All stages, or those of a group."""
    cards = stages(group)
    if as_json:
        rows = [{**msgspec.to_builtins(card), **facts(stage(card.letters))} for card in cards]
        consoles.write_json(msgspec.json.encode(rows))
        return
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("name", overflow="ellipsis", no_wrap=True)
    table.add_column("group", min_width=9)
    table.add_column("letters", min_width=21)
    for title in ("length", "climbs"):
        table.add_column(title, justify="right", min_width=6)
    for card in cards:
        table.add_row(*_row(card))
    consoles.out().print(table)


def _row(card: StageCard) -> Iterator[str]:
    known = facts(stage(card.letters))
    yield card.name
    yield card.group
    yield card.letters
    yield str(known["race"])
    yield f"{known['climbs']} ({known['ascent']:>2})" if known["climbs"] else "flat"


def show(name: str) -> None:
    """A stage in detail."""
    road, paper = stage(name), consoles.out()
    paper.print(Text(road.name, "bold"))
    for sentence in _particulars(road):
        paper.print(sentence, markup=False)
    paper.print()
    view: Json = {"squares": road.squares, "letters": road.letters, "riders": {}}
    for line in list(whole_road(view, None))[1:]:
        paper.print(line)
    paper.print()
    count = (paper.width - 1) // 3
    for first in range(0, road.length, count):
        for line in list(stretch(view, first, min(first + count, road.length)))[:2]:
            paper.print(line)
    paper.print()
    paper.print(_terrain(road))


def _particulars(road: Road) -> Iterator[str]:
    card = next((card for card in stages() if card.letters == road.letters), None)
    if card:
        yield "".join((f"Group {card.group}.", f" {card.note}" if card.note else ""))
        if card.aliases:
            yield f"Also called {', '.join(card.aliases)}."
    yield f"Letters {road.letters}"
    yield summary(road)


def summary(road: Road) -> str:
    """The figures of a road as a sentence."""
    known = facts(road)
    climbs = f"{known['climbs']} climb{'s' * (known['climbs'] != 1)}" if known["climbs"] else "no climb"
    return (
        f"{known['tiles']} tiles, {known['squares']} squares: {known['start_squares']} start squares, "
        f"{known['race']} to the line; {climbs}, {known['ascent']} squares up and {known['descent']} down."
    )


def _terrain(road: Road) -> Columns:
    """The stretches of terrain in their order."""
    return Columns(
        Text(f" {length} {TERRAINS[terrain]} ", f"#2a2420 on {COLOURS[terrain]}")
        for terrain, length in runs(road)
    )


def draw_svg(name: str, riders: Sequence[str], out: Path | None, *, force: bool) -> None:
    """A stage as SVG, to a file or to stdout."""
    picture = draw(stage(name), dict(map(_rider, riders)))
    if out is None:
        typer.echo(picture, nl=False)
        return
    consoles.check_target(out, force=force)
    out.write_text(picture, encoding="utf-8")
    consoles.err().print(f"Drawn in {out}", markup=False, soft_wrap=True)


def _rider(text: str) -> tuple[str, tuple[int, str]]:
    name, _, place = text.partition("=")
    square, _, lane = place.partition(",")
    if not square.strip().isdecimal():
        raise BadOption(f"--rider {text!r}: write rider=square,lane, such as 0S=12,right.")
    return name.strip(), (int(square), lane.strip() or "right")


def check(letters: str) -> None:
    """Say that a stage is sound, and what it is like."""
    road, paper = stage(letters), consoles.out()
    paper.print(Text.assemble(("ok ", "bold green"), road.name))
    paper.print(summary(road))
    left = sorted(set(map(str.lower, tiles())) - set(road.letters.lower()))
    paper.print(f"Tiles left in the box: {' '.join(left) or 'none'}.")


def compose_one(
    climbs: int | None, finish: str | None, hilliness: str | None, seed: int | None, *, as_json: bool
) -> None:
    """Compose a stage as wished, and say with which seed it comes again."""
    seed = secrets.randbits(32) if seed is None else seed
    road = compose(_wishes(climbs, finish, hilliness), seed)
    if as_json:
        consoles.write_json(msgspec.json.encode({"letters": road.letters, "seed": seed, **facts(road)}))
        return
    paper = consoles.out()
    paper.print(Text(road.letters, "bold"))
    paper.print(summary(road))
    paper.print(f"Seed {seed}.")


def _wishes(climbs: int | None, finish: str | None, hilliness: str | None) -> Wishes:
    given = {"climbs": climbs, "finish": finish, "hilliness": hilliness}
    try:
        return msgspec.convert(given, Wishes)
    except msgspec.ValidationError as error:
        raise BadOption(f"{error}; --help tells what can be wished for.") from None
