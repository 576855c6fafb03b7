"""`gruppetto stages`: look, compose, report."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

from gruppetto.cli.arguments import Force, Json, Seats, StageName, StagesOf, named

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")


@app.command("list")
def list_stages(
    group: Annotated[
        str | None,
        typer.Option("--group", metavar="GROUP", help="Only these: box, promo, tour-2018 or fans."),
    ] = None,
    game: StagesOf = None,
    as_json: Json = False,
) -> None:
    """All stages, with their letters, length and climbs."""
    from gruppetto.cli import stages

    stages.list_all(named(game), group, as_json=as_json)


@app.command("show")
def show_stage(name: StageName, game: StagesOf = None) -> None:
    """A stage in detail: profile, terrain, letters."""
    from gruppetto.cli import stages

    stages.show(named(game), name)


@app.command("draw")
def draw_stage(
    name: StageName,
    game: StagesOf = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The SVG file; else stdout.")
    ] = None,
    rider: Annotated[
        list[str] | None,
        typer.Option("--rider", metavar="0S=12,right", help="A rider to draw; repeat for more."),
    ] = None,
    force: Force = False,
) -> None:
    """The road as a picture (SVG)."""
    from gruppetto.cli import stages

    stages.draw_svg(named(game), name, rider or [], out, force=force)


@app.command("report")
def report_stage(
    name: StageName,
    game: StagesOf = None,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,…", help="Who races; one name is for every seat.")
    ] = "domestique",
    seats: Seats = None,
    races: Annotated[int, typer.Option("--races", "-n", min=1, metavar="N", help="How many races.")] = 400,
    seed: Annotated[
        int, typer.Option("--seed", min=0, metavar="N", help="The same seed, the same races.")
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="N", help="Races at a time; by default one for every core."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The page; by default NAME.html.")
    ] = None,
    as_json: Json = False,
    force: Force = False,
) -> None:
    """What a stage is like to race on, as a page or as JSON."""
    from gruppetto.cli import stage_report

    request = stage_report.ReportRequest(named(game), name, players, seats, races, seed, workers)
    stage_report.run(request, out, as_json=as_json, force=force)


@app.command("random")
def random_stage(
    game: StagesOf = None,
    climbs: Annotated[
        int | None, typer.Option("--climbs", metavar="N", help="On a road of tiles: how many climbs, 0 to 6.")
    ] = None,
    hilliness: Annotated[
        str | None,
        typer.Option("--hilliness", metavar="KIND", help="On a road of tiles: gentle, hilly or mountainous."),
    ] = None,
    finish: Annotated[
        str | None, typer.Option("--finish", metavar="KIND", help="flat, uphill or downhill.")
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", help="On a road of pieces: about how many rounds, 10 to 17."),
    ] = None,
    mountains: Annotated[
        str | None,
        typer.Option("--mountains", metavar="KIND", help="On a road of pieces: flat, medium or high."),
    ] = None,
    cobbles: Annotated[
        int | None,
        typer.Option("--cobbles", metavar="N", help="On a road of pieces: sectors of cobbles, 0 to 4."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, metavar="N", help="The same seed, the same stage.")
    ] = None,
    as_json: Json = False,
) -> None:
    """A stage composed at random as you wish."""
    from gruppetto.cli import stages

    wishes = {
        "climbs": climbs, "hilliness": hilliness, "finish": finish,
        "rounds": rounds, "mountains": mountains, "cobbles": cobbles,
    }  # fmt: skip
    stages.compose_one(named(game), wishes, seed, as_json=as_json)


@app.command("check")
def check_stage(
    text: Annotated[str, typer.Argument(metavar="STAGE", help="Tiles from start to finish, or pieces.")],
    game: StagesOf = None,
) -> None:
    """Whether a stage of your own can be ridden, and what it is like."""
    from gruppetto.cli import stages

    stages.check(named(game), text)
