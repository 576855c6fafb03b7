"""Compile what a first use needs, and show it."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from gruppetto.cli import consoles, shelf
from gruppetto.games import loops, registry
from gruppetto.games.game import Game, no_numbers
from gruppetto.kernel.rule import cache_folder, sources_hash
from gruppetto.lab.running import default_workers
from gruppetto.lab.simulate import Simulation
from gruppetto.language import t
from gruppetto.match import Match, from_position, start
from gruppetto.players import decide
from gruppetto.saves import load

Step = tuple[str, Callable[[], Any]]
PLAYERS = ("domestique", "patron@1")  # between them they call all there is to compile
LONG_AGO = 7 * 24 * 3600  # seconds: who has two versions of the rules uses the other within a week


def for_play(game: str, console: Console) -> None:
    """Have the rules of a game ready, with a word to the player if they must be compiled first."""
    room = registry.get(game)
    if is_ready(room):
        return
    with console.status(t("cli.compiling")):
        for _, step in match_steps(room):
            step()
    _mark(room).touch()


def is_ready(game: Game) -> bool:
    """Whether everything a match calls has been compiled before."""
    return _mark(game).exists()


def _mark(game: Game) -> Path:
    modules = (game.rules.__name__, game.heuristic.__module__, decide.__module__, Simulation.__module__)
    return cache_folder() / f"{game.id}-{sources_hash(*modules)}.ready"


def open_race(path: Path, console: Console) -> Match:
    """The race in a file, its rules ready."""
    game = shelf.game_in(path)
    if game in registry.games():
        for_play(game, console)
    return load(path)


def match_steps(game: Game) -> Iterator[Step]:
    """What a match calls, in the order in which one would."""
    match = start(game.id, seats=game.fewest_seats, seed=1)
    numbers = no_numbers(game.observation)
    yield "deal", lambda: match.at(0)
    yield "waiting, over", lambda: (match.waiting, match.over)
    yield "legal", lambda: match.choices(match.waiting[0])
    for name in PLAYERS:
        yield f"player {name}", lambda name=name: decide(match, match.waiting[0], name, 1)  # type: ignore[misc]
    yield "act", lambda: match.play(match.waiting[0], match.choices(match.waiting[0])[0])
    yield "apply", lambda: match.apply(match.waiting[0], match.legal(match.waiting[0])[0])
    yield "replay", lambda: match.go_to(match.log)
    yield "score", lambda: loops.rank(game.rules.score, match.state, numbers)
    yield "forget", lambda: loops.veil(game.rules.forget, match.at(0).state, 0, np.uint64(1))
    yield "observe", lambda: loops.sense(game.rules.observe, match.state, 0, numbers)


def lab_steps(game: Game) -> Iterator[Step]:
    """What simulations and positions call."""
    simulation = Simulation(game.id, ["random"] * game.fewest_seats)
    yield "simulation", lambda: simulation.ride(0, 1)
    yield "positions", lambda: _position(game)


def _position(game: Game) -> None:
    match = start(game.id, seats=game.fewest_seats, seed=1)
    for turn in range(20):
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "random", turn))
    from_position(game.id, match.position(), seed=1)
    game.rehearse(match.position())


def run(games: Sequence[str]) -> None:
    """Compile everything for these games, or for all; tell how long it took and where it is kept."""
    console, begun = consoles.err(), time.perf_counter()
    rooms = [registry.get(game) for game in games or registry.games()]
    bars = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    with Progress(*bars, console=console, disable=not console.is_terminal) as progress:
        if len(rooms) == 1:
            _compile(rooms[0], progress)
        else:
            _compile_side_by_side(rooms, progress)
    removed = remove_stale()
    paper = consoles.out()
    paper.print(f"Ready in {time.perf_counter() - begun:.1f} s. Compiled rules are kept in", style="bold")
    paper.print(str(cache_folder()), soft_wrap=True)
    if removed:
        paper.print(f"Removed {removed} folder{'s' * (removed > 1)} of older rules.", style="dim")


def _compile_side_by_side(games: Sequence[Game], progress: Progress) -> None:
    """A process for every game, as many at a time as there are cores."""

    def compile_apart(game: Game) -> None:
        task = progress.add_task(game.name, total=None)
        command = [sys.executable, "-m", "gruppetto.cli", "warmup", game.id]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  (our own command)
        progress.update(task, total=1, completed=1)

    with ThreadPoolExecutor(default_workers()) as pool:
        list(pool.map(compile_apart, games))


def step_back() -> None:
    """Let everybody else go first, where the system knows of such manners."""
    if hasattr(os, "nice"):
        os.nice(10)


def in_the_background(games: Sequence[str]) -> None:
    """Compile games that nobody waits for yet, behind everything else."""
    missing = [game for game in games if not is_ready(registry.get(game))]
    at_work = cache_folder() / "at-work"
    if missing and not _is_alive(at_work):
        process = subprocess.Popen(  # noqa: S603  (our own command)
            [sys.executable, "-m", "gruppetto.cli", "warmup", "--modestly", *missing],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        at_work.write_text(str(process.pid))


def _is_alive(mark: Path) -> bool:
    """Whether the process that left its number here is still running."""
    try:
        os.kill(int(mark.read_text()), 0)
    except (OSError, ValueError):
        return False
    return True


def _compile(game: Game, progress: Progress) -> None:
    steps = [*match_steps(game), *lab_steps(game)]
    task = progress.add_task(game.name, total=len(steps))
    for name, step in steps:
        progress.update(task, description=f"{game.name}: {name}")
        step()
        progress.advance(task)
    progress.update(task, description=game.name)
    _mark(game).touch()


def remove_stale() -> int:
    """Delete the compiled code of rules as they were long ago; how many folders there were."""
    found = [path for path in cache_folder().iterdir() if path.is_dir()]
    stale = [
        path for path in found if not _is_current(path) and time.time() - path.stat().st_mtime > LONG_AGO
    ]
    for path in stale:
        shutil.rmtree(path, ignore_errors=True)
    return len(stale)


def _is_current(folder: Path) -> bool:
    module, _, sources = folder.name.rpartition("-")
    return module in sys.modules and sources_hash(module) == sources
