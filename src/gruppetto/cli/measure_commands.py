"""Commands that measure: races by the thousand, arenas, networks that learn, and how fast a machine rides."""
# ruff: noqa: PLC0415  (so that `--help` does not wait for what only one command needs)

from pathlib import Path
from typing import Annotated

import typer

from gruppetto.cli.arguments import (
    FLAG,
    Anew,
    Data,
    Force,
    Game,
    Json,
    OptionPairs,
    Players,
    Ray,
    Resume,
    Seats,
    Stage,
    Stages,
    named,
    with_stages,
)

app = typer.Typer()


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

    ways = simulating.Ways(workers, ray, gpu, out, resume, force, check, moves, observations)
    options = with_stages(option, stages)
    request = simulating.requested(named(game), players, seats, stage, options, seed, data=data, ways=ways)
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

    said = {
        "GAME": game, "--players": players, "--seats": seats, "--stage": stage, "--stages": stages,
        "--option": option, "--data": data, "--seed": seed,
    }  # fmt: skip
    racing.refuse_both(of, [name for name, value in said.items() if value is not None])
    if of is None:
        options = with_stages(option, stages)
        simulation = racing.simulated(named(game), players, seats, stage, options, seed, data)
    else:
        simulation = racing.found_in(of)
    racing.write(simulation, number, save, force=force)


@app.command(rich_help_panel="Measure")
def train(
    game: Game = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where checkpoints and the network go.")
    ] = Path("learnt"),
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", metavar="M", help="How long to train.", show_default="30"),
    ] = None,
    decisions: Annotated[
        int | None, typer.Option("--decisions", metavar="N", help="Train for so many decisions instead.")
    ] = None,
    teams: Annotated[
        str | None,
        typer.Option("--teams", metavar="2-4", help="How many teams ride.", show_default="all numbers"),
    ] = None,
    roads: Annotated[
        str, typer.Option("--roads", metavar="printed|composed|both", help="Which roads are ridden.")
    ] = "both",
    width: Annotated[int, typer.Option("--width", metavar="N", help="Cells of each hidden layer.")] = 256,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="LEVEL|FILE",
            help="Not against itself: only against a level or a network’s file, which do not learn. "
            "Repeat for more.",
        ),
    ] = None,
    begins: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="LEVEL|FILE",
            help="Begin by doing as a level does, or with a network that has learnt something already.",
        ),
    ] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="auto|cpu|cuda", help="Where to train.")
    ] = "auto",
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, metavar="N", help="Threads of a CPU.", show_default="one a core"),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", metavar=FLAG, help="Few races at once: a try that takes seconds.")
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", min=0, metavar="N", help="The same seed and decisions, the same network.")
    ] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", metavar=FLAG, help="Go on with the course in the folder.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", metavar=FLAG, help="Begin anew in a folder that has a course in it.")
    ] = False,
    json: Json = False,
) -> None:
    """Teach a network a game by self-play, from nothing but the rules."""
    from gruppetto.cli import train as training

    request = training.TrainRequest(
        named(game), out, minutes, decisions, teams, roads, width, tuple(against or ()), begins, seed,
        device,
        threads, small, resume, force,
    )  # fmt: skip
    training.run(request, as_json=json)


@app.command(rich_help_panel="Measure")
def arena(
    game: Game = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="A,B,…",
            help="Who meets: bots, with a budget of their own if you like (patron@200ms), or others: "
            "stdio:COMMAND, ws://HOST:PORT, py:MODULE:CLASS, onnx:FILE, net:FILE. More names than seats: "
            "every choice of them.",
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
        named(game), players, seats, stages, tuple(option or ()), budget, patience, seed, data
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
