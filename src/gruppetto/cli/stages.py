"""Stages on paper: listed, shown, drawn, composed and checked."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.lanes import stretch, whole_road
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FLAT, Road, StageCard, stage, stages
from gruppetto.games.flamme_rouge.studio.drawing import COLOURS, draw
from gruppetto.games.flamme_rouge.studio.studio import STUDIO
from gruppetto.games.game import Json
from gruppetto.games.studio import Studio

TERRAINS = {"S": "start", FLAT: "flat", ASCENT: "ascent", DESCENT: "descent", "F": "past the line"}


def runs(road: Road) -> list[tuple[str, int]]:
    """The road as stretches of one terrain: its letter and how many squares."""
    return [(terrain, len(list(squares))) for terrain, squares in groupby(road.squares)]


def list_all(group: str | None, *, as_json: bool) -> None:
    """All stages, or those of a group."""
    cards = stages(group)
    if as_json:
        rows = [{**msgspec.to_builtins(card), **STUDIO.facts(card.letters)} for card in cards]
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
    known = STUDIO.facts(card.letters)
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
    yield STUDIO.summary(road.letters)


def _terrain(road: Road) -> Columns:
    """The stretches of terrain in their order."""
    return Columns(
        Text(f" {length} {TERRAINS[terrain]} ", f"#2a2420 on {COLOURS[terrain]}")
        for terrain, length in runs(road)
    )


def draw_svg(game: str, name: str, riders: Sequence[str], out: Path | None, *, force: bool) -> None:
    """A stage as SVG, to a file or to stdout."""
    _, studio = registry.studio_of(game)
    if riders and studio is not STUDIO:
        raise BadOption("--rider: riders are drawn on the roads of Flamme Rouge only.")
    picture = draw(stage(name), dict(map(_rider, riders))) if riders else studio.draw(name)
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


def check(game: str, text: str) -> None:
    """Say that a stage is sound, what it is like, and what could be better."""
    (_, studio), paper = registry.studio_of(game), consoles.out()
    paper.print(Text.assemble(("ok ", "bold green"), studio.called(text)), soft_wrap=True)
    paper.print(studio.summary(text), soft_wrap=True)
    for remark in studio.remarks(text):
        paper.print(remark, markup=False, soft_wrap=True)


def compose_one(game: str, given: Json, seed: int | None, *, as_json: bool) -> None:
    """Compose a stage as wished, and say with which seed it comes again."""
    _, studio = registry.studio_of(game)
    seed = secrets.randbits(32) if seed is None else seed
    written = studio.compose(_wishes(studio, given), seed)
    if as_json:
        found = {"letters": written, "seed": seed, **studio.facts(written)}
        consoles.write_json(msgspec.json.encode(found))
        return
    paper = consoles.out()
    paper.print(Text(written, "bold"), soft_wrap=True)
    paper.print(studio.summary(written), soft_wrap=True)
    paper.print(f"Seed {seed}.")


def _wishes(studio: Studio, given: Json) -> Any:
    try:
        return studio.wishes({name: wish for name, wish in given.items() if wish is not None})
    except BadOption as error:
        raise BadOption(f"{error} --help tells what they mean.") from None
