"""The commands and their options; what they do is imported when one of them runs."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

from gruppetto.cli.arguments import (
    FLAG,
    Data,
    Force,
    Game,
    Json,
    OptionPairs,
    SaveFile,
    Seats,
    Stage,
    Stages,
    named,
    with_stages,
)
from gruppetto.cli.complaint_commands import app as complaints
from gruppetto.cli.db_commands import app as db
from gruppetto.cli.hook_commands import app as hooks
from gruppetto.cli.measure_commands import app as measuring
from gruppetto.cli.puzzle_commands import app as puzzles
from gruppetto.cli.serve_commands import app as serving
from gruppetto.cli.stage_commands import app as stages

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(measuring)
app.add_typer(stages, name="stages", rich_help_panel="Look", help="Stages: look, compose, report.")
app.add_typer(puzzles, name="puzzles", rich_help_panel="Ride", help="Puzzles: solve, list, make, check.")
app.add_typer(serving)
app.add_typer(hooks, name="hooks", rich_help_panel="Play", help="Chats that hosts want told of turns.")
app.add_typer(db, name="db", rich_help_panel="Play", help="The tables of a server: count, back up, prune.")
app.add_typer(complaints, name="reports", rich_help_panel="Play", help="What people have reported.")

EXAMPLES = """[bold]Examples[/bold]
  gruppetto play --stage "La Classicissima"
  gruppetto play --players you,domestique,muscle,peloton
  gruppetto play --resume
  gruppetto play --players you,patron,baroudeur,touriste
  gruppetto simulate --races 100000 --players domestique,random
  gruppetto arena --players patron,domestique --races 56
  gruppetto review race.json --html race.html
  gruppetto stages draw "Mont Ventoux" -o ventoux.svg"""


def _version(wanted: bool) -> None:
    if wanted:
        from gruppetto import __version__

        typer.echo(f"gruppetto {__version__}")
        raise typer.Exit


def _speak(wanted: str | None) -> None:
    """Speak the language that was asked for; if none was, the system's."""
    from gruppetto import language
    from gruppetto.errors import BadOption

    if wanted is not None and wanted not in language.LANGUAGES:
        known = ", ".join(language.LANGUAGES)
        raise BadOption(f"--lang: {wanted!r} is not spoken here; languages are {known}.")
    language.speak(wanted or language.preferred())


@app.callback(epilog=EXAMPLES)
def gruppetto(
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="LANG",
            callback=_speak,
            help="Speak English (en), Polish (pl), Italian (it) or Czech (cs); by default as LANG says.",
        ),
    ] = None,
    version: Annotated[
        bool,
        typer.Option("--version", metavar=FLAG, callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Road-cycling board games on one table: play, replay, simulate."""
    del lang, version


@app.command(rich_help_panel="Ride")
def play(
    game: Game = None,
    stage: Stage = None,
    stages: Stages = None,
    seats: Seats = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="A,B,…",
            help="Who sits where: `you` (more than once to share the keyboard), a bot from touriste to "
            "patron (see `gruppetto games`), one from outside (see `arena`), or a dummy team (muscle, "
            "peloton). By default, domestiques.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The same seed, the same shuffles.")
    ] = None,
    option: OptionPairs = None,
    data: Data = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where to keep the race.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="[FILE]", help="Go on with a race: this one, or the latest."),
    ] = None,
    carry_over: Annotated[
        bool,
        typer.Option(
            "--carry-over",
            metavar=FLAG,
            help="With --resume: a race of other rules goes on from where its latest round began.",
        ),
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", metavar=FLAG, help="Begin again in a file that has a race in it.")
    ] = False,
    snapshot: Annotated[Path | None, typer.Option("--snapshot", hidden=True)] = None,
) -> None:
    """Ride a race in the terminal, against bots or friends."""
    from gruppetto.cli import play as playing

    if resume is None:
        options = with_stages(option, stages)
        session = playing.new(
            named(game), stage, seats, players, seed, options, save, data=data, overwrite=new
        )
    else:
        playing.refuse_changes(
            stage=stage, stages=stages, seats=seats, seed=seed, option=option, data=data, save=save, new=new
        )
        session = playing.resumed(resume, players, carry_over=carry_over)
    if snapshot is not None:
        playing.snapshot(session, snapshot)
    else:
        session.run()


@app.command(rich_help_panel="Ride")
def replay(
    file: SaveFile,
    first: Annotated[
        int, typer.Option("--from", min=0, metavar="ROUND", help="The first round to show.")
    ] = 0,
    last: Annotated[
        int | None, typer.Option("--until", min=0, metavar="ROUND", help="The last round to show.")
    ] = None,
    step: Annotated[int, typer.Option("--step", min=1, metavar="N", help="Rounds between two pauses.")] = 1,
    plain: Annotated[
        bool, typer.Option("--plain", "--no-pause", metavar=FLAG, help="Do not pause (so it is when piped).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Tell a race again, round by round."""
    from gruppetto.cli import replay as replaying

    if as_json:
        replaying.as_json(file)
    else:
        replaying.tell(file, first, last, step, pause=not plain)


@app.command(rich_help_panel="Ride")
def review(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The save file of a finished race.")],
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="N|TIME", help="Worlds imagined for a decision, or a time such as 30s.",
            show_default="1024",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="Sum up all races of this player, level or team."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as a page of its own.")
    ] = None,
    as_json: Json = False,
    force: Force = False,
) -> None:  # fmt: skip
    """Tell where the chances of a race went, what was better, and why."""
    from gruppetto.cli import review as reviewing

    reviewing.run(files, budget=budget, as_json=as_json, html=html, player=player, force=force)


@app.command(rich_help_panel="Ride")
def verify(file: SaveFile) -> None:
    """Check a save file: its seed, every move, its result."""
    from gruppetto.cli import reports

    reports.verify(file)


@app.command(rich_help_panel="Look")
def games(as_json: Json = False) -> None:
    """What can be played, and with which options."""
    from gruppetto.cli import reports

    reports.games(as_json=as_json)
