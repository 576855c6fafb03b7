"""The commands and their options; what they do is imported when one of them runs."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
stages_app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")
app.add_typer(stages_app, name="stages", rich_help_panel="Look", help="Stages: look, compose, report.")
db_app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich")
app.add_typer(db_app, name="db", rich_help_panel="Play", help="The tables of a server: count, prune, export.")

FLAG = ""  # no value is named in the help of an option that takes none
EXAMPLES = """[bold]Examples[/bold]
  gruppetto play --stage "La Classicissima"
  gruppetto play --players you,domestique,muscle,peloton
  gruppetto play --resume
  gruppetto play --players you,patron,baroudeur,touriste
  gruppetto simulate --races 100000 --players domestique,random
  gruppetto arena --players patron,domestique --races 56
  gruppetto stages draw "Mont Ventoux" -o ventoux.svg"""

FIRST = "the first one"  # that is listed, where no game is named
Game = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="The game; `gruppetto games` lists them.", show_default=FIRST),
]
Stage = Annotated[
    str | None, typer.Option("--stage", metavar="STAGE", help="A stage by name, or as tile letters.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats.")]
OptionPairs = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; repeat for more."),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Your own set of components, as four TOML files."),
]
Players = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="A,B,…", help="Bots or dummy teams; one name is for every seat.",
        show_default="domestique",
    ),
]  # fmt: skip
SaveFile = Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")]
Json = Annotated[bool, typer.Option("--json", metavar=FLAG, help="Print JSON instead.")]
Force = Annotated[bool, typer.Option("--force", metavar=FLAG, help="Overwrite an existing file.")]
Anew = Annotated[
    bool, typer.Option("--force", metavar=FLAG, help="Begin anew: overwrite a file, or parts kept of it.")
]
Resume = Annotated[
    bool, typer.Option("--resume", metavar=FLAG, help="Go on with a file that was not finished.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="auto|ADDRESS", help="On a Ray cluster: the one that runs (or a local one), or this."
    ),
]
Stages = Annotated[
    str | None, typer.Option("--stages", metavar="N|A,B,…", help="Stages of a tour: how many, or which.")
]
StageName = Annotated[str, typer.Argument(metavar="NAME", help="A stage by name, or written out.")]
StagesOf = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Whose stages.", show_default=FIRST)
]


def _named(game: str | None) -> str:
    """The game that was named, or the one that is meant where none is."""
    from gruppetto.games import registry

    return game or registry.first().id


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


# --- ride -------------------------------------------------------------------------------------------


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
        options = [*(option or []), *([f"stages={stages}"] if stages else [])]
        session = playing.new(
            _named(game), stage, seats, players, seed, options, save, data=data, overwrite=new
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
def verify(file: SaveFile) -> None:
    """Check a save file: its seed, every move, its result."""
    from gruppetto.cli import reports

    reports.verify(file)


# --- measure ----------------------------------------------------------------------------------------


@app.command(rich_help_panel="Measure")
def simulate(
    game: Game = None,
    races: Annotated[int, typer.Option("--races", "-n", min=1, metavar="N", help="How many races.")] = 10_000,
    players: Annotated[
        str,
        typer.Option("--players", metavar="A,B,…", help="Bots or dummy teams; one name is for every seat."),
    ] = "domestique",
    seats: Seats = None,
    stage: Stage = None,
    stages: Stages = None,
    option: OptionPairs = None,
    data: Data = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, metavar="N", help="The same seed, the same races.")
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="N", help="Threads; by default one for every core."),
    ] = None,
    ray: Ray = None,
    gpu: Annotated[
        bool, typer.Option("--gpu", metavar=FLAG, help="On an NVIDIA GPU, for players who do not think.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", metavar=FLAG, help="Look after every decision whether all is as it must be."),
    ] = False,
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Every race as a row of a Parquet file.")
    ] = None,
    moves: Annotated[
        Path | None, typer.Option("--moves", metavar="FILE", help="Every decision as a row of another.")
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", metavar=FLAG, help="With what each seat knew, in the moves.")
    ] = False,
    resume: Resume = False,
    force: Anew = False,
) -> None:
    """Ride thousands of races and count who wins."""
    from gruppetto.cli import simulate as simulating

    options = [*(option or []), *([f"stages={stages}"] if stages else [])]
    ways = simulating.Ways(workers, ray, gpu, out, resume, force, check, moves, observations)
    request = simulating.requested(_named(game), players, seats, stage, options, seed, data=data, ways=ways)
    simulating.run(request, races, ways, as_json=as_json)


@app.command(rich_help_panel="Measure")
def race(
    number: Annotated[int, typer.Argument(min=0, metavar="NUMBER", help="Which race of the simulation.")],
    game: Game = None,
    of: Annotated[
        Path | None,
        typer.Option(
            "--of", metavar="FILE", help="The results or moves of the simulation; it says the rest."
        ),
    ] = None,
    players: Players = None,
    seats: Seats = None,
    stage: Stage = None,
    stages: Stages = None,
    option: OptionPairs = None,
    data: Data = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, metavar="N", help="The seed of the simulation; 1 if not said."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where to; by default race-NUMBER.json.")
    ] = None,
    force: Force = False,
) -> None:
    """Write one race of a simulation as a save file, to be replayed and watched."""
    from gruppetto.cli import race as racing

    options = [*(option or []), *([f"stages={stages}"] if stages else [])]
    said = {
        "GAME": game, "--players": players, "--seats": seats, "--stage": stage, "--stages": stages,
        "--option": option, "--data": data, "--seed": seed,
    }  # fmt: skip
    racing.refuse_both(of, [name for name, value in said.items() if value is not None])
    if of is None:
        simulation = racing.simulated(_named(game), players, seats, stage, options, seed, data)
    else:
        simulation = racing.found_in(of)
    racing.write(simulation, number, save, force=force)


@app.command(rich_help_panel="Measure")
def arena(
    game: Game = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="A,B,…",
            help="Who meets: bots, with a budget of their own if you like (patron@200ms), or others: "
            "stdio:COMMAND, ws://HOST:PORT, py:MODULE:CLASS, onnx:FILE. More names than seats: every choice "
            "of them.",
        ),
    ] = "patron,baroudeur,equipier,domestique",
    races: Annotated[
        int, typer.Option("--races", "-n", min=1, metavar="N", help="How many races, at least.")
    ] = 112,
    stages: Annotated[
        str, typer.Option("--stages", metavar="all|A,B,…", help="The stages to ride, in turn.")
    ] = "all",
    seats: Seats = None,
    option: OptionPairs = None,
    data: Data = None,
    budget: Annotated[
        str, typer.Option("--budget", metavar="TIME|N", help="What thinkers get: 50ms, 1s, or play-outs.")
    ] = "50ms",
    patience: Annotated[
        float, typer.Option("--patience", metavar="SECONDS", help="What others get before they are given up.")
    ] = 30.0,
    seed: Annotated[
        int, typer.Option("--seed", min=0, metavar="N", help="The same seed, the same deals.")
    ] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="50:55",
            help="Stop once it is clear whether the first player wins 50 % or 55 %; --races is the most.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, metavar="N", help="Races at a time; by default one for every core."),
    ] = None,
    ray: Ray = None,
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Every race as a row of a Parquet file.")
    ] = None,
    resume: Resume = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ladder as an SVG file.")
    ] = None,
    force: Anew = False,
) -> None:
    """Let players meet on the same deals from every seat, and rate them."""
    from gruppetto.cli import arena as arenas

    request = arenas.ArenaRequest(
        _named(game), players, seats, stages, tuple(option or ()), budget, patience, seed, data
    )
    ways = arenas.Ways(workers, ray, sprt, out, plot, resume, force)
    arenas.run(request, races, ways, as_json=as_json)


@app.command(rich_help_panel="Measure")
def bench(
    quick: Annotated[
        bool, typer.Option("--quick", metavar=FLAG, help="Fewer races, rougher figures.")
    ] = False,
    cold: Annotated[
        bool,
        typer.Option("--cold", metavar=FLAG, help="Also compile everything anew, in a folder of its own."),
    ] = False,
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the figures as JSON.")
    ] = None,
) -> None:
    """Measure how fast this machine rides, beside the goals."""
    from gruppetto.cli import bench as benching

    benching.run(quick=quick, cold=cold, as_json=as_json, out=out)


@app.command(rich_help_panel="Measure")
def warmup(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; by default all.")
    ] = None,
    modestly: Annotated[bool, typer.Option("--modestly", hidden=True)] = False,
    helping: Annotated[bool, typer.Option("--helping", hidden=True)] = False,
) -> None:
    """Compile the rules now, so that no race has to wait for it."""
    from gruppetto.cli import warmup as warming

    if modestly:
        warming.serve_modestly()
    if helping:
        warming.help_out()
    else:
        warming.run(games or [])


# --- look -------------------------------------------------------------------------------------------


@app.command(rich_help_panel="Look")
def games(as_json: Json = False) -> None:
    """What can be played, and with which options."""
    from gruppetto.cli import reports

    reports.games(as_json=as_json)


@stages_app.command("list")
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

    stages.list_all(_named(game), group, as_json=as_json)


@stages_app.command("show")
def show_stage(name: StageName, game: StagesOf = None) -> None:
    """A stage in detail: profile, terrain, letters."""
    from gruppetto.cli import stages

    stages.show(_named(game), name)


@stages_app.command("draw")
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

    stages.draw_svg(_named(game), name, rider or [], out, force=force)


@stages_app.command("report")
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

    request = stage_report.ReportRequest(_named(game), name, players, seats, races, seed, workers)
    stage_report.run(request, out, as_json=as_json, force=force)


@stages_app.command("random")
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
    stages.compose_one(_named(game), wishes, seed, as_json=as_json)


@stages_app.command("check")
def check_stage(
    text: Annotated[str, typer.Argument(metavar="STAGE", help="Tiles from start to finish, or pieces.")],
    game: StagesOf = None,
) -> None:
    """Whether a stage of your own can be ridden, and what it is like."""
    from gruppetto.cli import stages

    stages.check(_named(game), text)


@app.command(rich_help_panel="Play")
def serve(
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="And on which port.")
    ] = 8017,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://…"),
    ] = None,
    channels: Annotated[
        str | None, typer.Option("--channels", metavar="URL", help="memory://, redis://… or postgresql://…")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="How many processes.")] = 1,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME=POLICY",
            help="A player from outside who may be chosen at tables (see `arena`); repeat for more.",
        ),
    ] = None,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", metavar=FLAG, help="Rate limits.")] = True,
    browser: Annotated[
        bool, typer.Option("--open", metavar=FLAG, help="Open the page in a browser.")
    ] = False,
    log: Annotated[
        str, typer.Option("--log", metavar="STYLE", help="quiet, text (a line for each request) or json.")
    ] = "quiet",
    proxies: Annotated[
        str, typer.Option("--proxies", metavar="A,B,…", help="Proxies that may say for whom they ask.")
    ] = "",
    origins: Annotated[
        str, typer.Option("--origins", metavar="URL,…", help="Other sites whose pages may use this server.")
    ] = "",
    metrics: Annotated[
        str, typer.Option("--metrics", metavar="A,B,…", help="Addresses that may read /metrics.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", metavar=FLAG, help="Say what is wrong with these options, and end.")
    ] = False,
) -> None:
    """Open tables on a web page, for friends and bots."""
    from gruppetto.cli.serve import check_tables, serve_tables
    from gruppetto.server.run import Wishes

    _speak("en")  # programs are told in English, and the page translates for whoever looks at it
    asked = Wishes(database, channels, workers, limits, log, proxies, origins, metrics, tuple(bot or ()))
    if check:
        check_tables(host, port, asked)
    else:
        serve_tables(host, port, asked, browser=browser)


# --- the database of a server -----------------------------------------------------------------------

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="As for `gruppetto serve`; by default the same."),
]
Sure = Annotated[bool, typer.Option("--yes", metavar=FLAG, help="Do it; without, it is only said.")]


@db_app.command("status")
def db_status(database: Database = None, as_json: Json = False) -> None:
    """How many tables there are, by game, status and version of the rules, and what they take."""
    from gruppetto.cli import db

    db.status(database, as_json=as_json)


@db_app.command("prune")
def db_prune(
    older_than: Annotated[
        str,
        typer.Option("--older-than", metavar="AGE", help="Nobody has touched them so long: 90d, 36h."),
    ],
    status: Annotated[
        list[str] | None,
        typer.Option(
            "--status",
            metavar="STATUS",
            help="open, running or over; repeat for more.",
            show_default="over and open",
        ),
    ] = None,
    database: Database = None,
    yes: Sure = False,
) -> None:
    """Remove old tables, with their stories, their logs and their talk."""
    from gruppetto.cli import db

    db.prune(database, older_than, status or ["over", "open"], sure=yes)


@db_app.command("export")
def db_export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Empty, or not there yet.")],
    database: Database = None,
) -> None:
    """Write every table as a save file, and a list of them with seats and talk."""
    from gruppetto.cli import db

    db.export(database, folder)


@db_app.command("forget")
def db_forget(
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="A person, by name.")] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="ID", help="A table, by its id.")] = None,
    database: Database = None,
    yes: Sure = False,
) -> None:
    """Forget a person's name and talk, or a whole table."""
    from gruppetto.cli import db

    db.forget(database, name, table, sure=yes)
