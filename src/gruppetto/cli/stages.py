"""Stages on paper: listed, shown, drawn, composed and checked."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.tables import stages_of
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.games.studio import Studio
from gruppetto.language import t


def list_all(game: str, group: str | None, *, as_json: bool) -> None:
    """All stages of a game, or those of a group."""
    stages_of(game).list_all(group, as_json=as_json)


def show(game: str, name: str) -> None:
    """A stage in detail."""
    stages_of(game).show(name)


def draw_svg(game: str, name: str, riders: Sequence[str], out: Path | None, *, force: bool) -> None:
    """A stage as SVG, to a file or to stdout."""
    _, studio = registry.studio_of(game)
    picture = stages_of(game).drawn(name, riders) if riders else studio.draw(name)
    if out is None:
        typer.echo(picture, nl=False)
        return
    consoles.check_target(out, force=force)
    out.write_text(picture, encoding="utf-8")
    consoles.err().print(t("cli.drawn", path=out), markup=False, soft_wrap=True)


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
    paper.print(t("cli.seed", seed=seed))


def _wishes(studio: Studio, given: Json) -> Any:
    try:
        return studio.wishes({name: wish for name, wish in given.items() if wish is not None})
    except BadOption as error:
        raise BadOption(f"{error} --help tells what they mean.") from None
