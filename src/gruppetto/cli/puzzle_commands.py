"""`gruppetto puzzles`: solve, list, make, check."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

from gruppetto.cli.arguments import Force, Game, Json, Resume, named

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")


@app.command("solve")
def solve_puzzle(
    game: Game = None,
    name: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Which one; see `list`.", show_default="any")
    ] = None,
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="KEY", help="The choice, without being asked for it.")
    ] = None,
) -> None:
    """Find the best choice of a moment; then see what comes of it."""
    from gruppetto.cli import puzzles

    puzzles.solve(named(game), name, answer)


@app.command("list")
def list_puzzles(game: Game = None, as_json: Json = False) -> None:
    """The puzzles in the box, and how hard they are."""
    from gruppetto.cli import puzzles

    puzzles.list_all(named(game), as_json=as_json)


@app.command("make")
def make_puzzles(
    game: Game = None,
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="How many.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of the races.")] = 20,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="By default GAME-puzzles.json.xz.", show_default=False
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="N", help="Processes; by default one for every core."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0, metavar="N", help="Stop after that; `--resume` goes on later."),
    ] = None,
    resume: Resume = False,
    force: Force = False,
) -> None:
    """Ride races and keep the moments with one clear and surprising answer."""
    from gruppetto.cli import puzzles

    puzzles.make(named(game), count, seed, out, workers=workers, minutes=minutes, resume=resume, force=force)


@app.command("check")
def check_puzzles(
    game: Game = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="A set of one's own.", show_default="those in the box"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where those that hold are kept.")
    ] = None,
    force: Force = False,
) -> None:
    """Weigh puzzles anew under the rules that are installed."""
    from gruppetto.cli import puzzles

    puzzles.check(named(game), file, out, force=force)
