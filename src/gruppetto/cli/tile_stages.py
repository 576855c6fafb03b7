"""Stages of tiles on paper: listed, shown, and drawn with riders on them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec
from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.lanes import stretch, whole_road
from gruppetto.errors import BadOption
from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FLAT, Road, StageCard, stage, stages
from gruppetto.games.flamme_rouge.studio.drawing import COLOURS, draw
from gruppetto.games.flamme_rouge.studio.studio import STUDIO
from gruppetto.games.words import note_text
from gruppetto.language import t

TERRAINS = {"S": "start", FLAT: "flat", ASCENT: "ascent", DESCENT: "descent", "F": "past"}


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
    table.add_column(t("cli.name"), overflow="ellipsis", no_wrap=True)
    table.add_column(t("cli.group"), min_width=9)
    table.add_column(t("cli.letters"), min_width=21)
    for title in ("cli.length", "cli.climbs"):
        table.add_column(t(title), justify="right", min_width=6)
    for card in cards:
        table.add_row(*_row(card))
    consoles.out().print(table)


def _row(card: StageCard) -> Iterator[str]:
    known = STUDIO.facts(card.letters)
    yield card.name
    yield card.group
    yield card.letters
    yield str(known["race"])
    yield f"{known['climbs']} ({known['ascent']:>2})" if known["climbs"] else t("create.flat")


def show(name: str) -> None:
    """A stage in detail."""
    road, paper = stage(name), consoles.out()
    paper.print(Text(road.name, "bold"))
    for sentence in _particulars(road):
        paper.print(sentence, markup=False)
    paper.print()
    view = {"squares": road.squares, "letters": road.letters, "riders": {}}
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
        group = t("cli.in_group", group=t(f"create.group.{card.group}"))
        yield f"{group} {note_text(card.note)}" if card.note else group
        if card.aliases:
            yield t("cli.also_called", names=", ".join(card.aliases))
    yield t("cli.letters_are", letters=road.letters)
    yield STUDIO.summary(road.letters)


def _terrain(road: Road) -> Columns:
    """The stretches of terrain in their order."""
    return Columns(
        Text(f" {t(f'cli.terrain.{TERRAINS[terrain]}', count=length)} ", f"#2a2420 on {COLOURS[terrain]}")
        for terrain, length in runs(road)
    )


def drawn(name: str, riders: Sequence[str]) -> str:
    """A stage with riders on it, as SVG."""
    return draw(stage(name), dict(map(_rider, riders)))


def _rider(text: str) -> tuple[str, tuple[int, str]]:
    name, _, place = text.partition("=")
    square, _, lane = place.partition(",")
    if not square.strip().isdecimal():
        raise BadOption(f"--rider {text!r}: write rider=square,lane, such as 0S=12,right.")
    return name.strip(), (int(square), lane.strip() or "right")
