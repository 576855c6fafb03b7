"""Compile the rules in processes side by side, what somebody waits for first, and show it."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from gruppetto import readiness
from gruppetto.cli import consoles
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.kernel.rule import cache_folder, sources_hash
from gruppetto.lab.running import default_workers
from gruppetto.lab.simulate import Simulation
from gruppetto.match import Match
from gruppetto.review.reviewing import prepare
from gruppetto.saves import game_in, load

LAB = "simulation"  # a piece that no match waits for, as reviews are
REVIEW = "review"
GLANCE = 0.1  # seconds between two looks at how far it is
LONG_AGO = 7 * 24 * 3600  # seconds: who has two versions of the rules uses the other within a week
SELDOM = 50_000  # objects between two collections, where a process lives for its compiling alone
Task = tuple[Game, str]


def for_play(game: str, console: Console) -> None:
    """Have the rules of a game ready; if they must be compiled first, show how far it is."""
    room = registry.get(game)
    if not readiness.is_ready(room):
        readiness.want(room)
        _compile_shown([room], console, lab=False)


def open_race(path: Path, console: Console) -> Match:
    """The race in a file, its rules ready."""
    game = game_in(path.read_bytes()) if path.is_file() else ""
    if game in registry.games():
        for_play(game, console)
    return load(path)


def run(games: Sequence[str]) -> None:
    """Compile everything for these games, or for all; tell how long it took and where it is kept."""
    begun = time.perf_counter()
    _compile_shown([registry.get(game) for game in games or registry.games()], consoles.err(), lab=True)
    removed = remove_stale()
    paper = consoles.out()
    paper.print(f"Ready in {time.perf_counter() - begun:.1f} s. Compiled rules are kept in", style="bold")
    paper.print(str(cache_folder()), soft_wrap=True)
    if removed:
        paper.print(f"Removed {removed} folder{'s' * (removed > 1)} of older rules.", style="dim")


def _compile_shown(games: Sequence[Game], console: Console, *, lab: bool) -> None:
    """A bar for each game, until it is ready, whoever compiles it."""
    bars = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(*bars, TimeElapsedColumn(), console=console, disable=not console.is_terminal) as shown:
        tasks = {game.id: shown.add_task(f"Compiling the rules of {game.name}", total=1.0) for game in games}

        def show() -> None:
            for game in games:
                shown.update(tasks[game.id], completed=readiness.progress(game).share)

        while readiness.is_at_work() and not all(map(readiness.is_ready, games)):
            time.sleep(GLANCE)
            show()
        _compile(games, show, lab=lab)
        show()


def _compile(games: Sequence[Game], show: Callable[[], None], *, lab: bool) -> None:
    queue = Queue(games, lab=lab)
    if not queue.size:
        return
    processes = [_helper() for _ in range(min(default_workers(), queue.size))]
    threads = [threading.Thread(target=_keep_busy, args=(process, queue)) for process in processes]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that who is ended ends those who help
    try:
        with readiness.at_work():
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                time.sleep(GLANCE)
                show()
    finally:
        queue.close()
        for process in processes:
            with process:
                process.kill()
    if queue.failed:
        raise queue.failed[0]


def _helper() -> "subprocess.Popen[str]":
    command, pipe = [sys.executable, "-m", "gruppetto.cli", "warmup", "--helping"], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603  (our own command)


def _keep_busy(helper: "subprocess.Popen[str]", queue: "Queue") -> None:
    """Hand one piece after another to a process, until none is left."""
    try:
        while task := queue.take():
            _ask(helper, task)
            queue.done(task)
    except (OSError, ChildProcessError) as error:
        queue.fail(error)


class Queue:
    """The pieces of games that are still to be compiled, in an order that compiles nothing twice."""

    def __init__(self, games: Sequence[Game], *, lab: bool) -> None:
        self._waiting: list[Task] = []
        for game in games:
            pieces = [] if readiness.is_ready(game) else list(readiness.PIECES)
            left = [piece for piece in pieces if piece not in readiness.done_pieces(game)]
            self._waiting += [(game, piece) for piece in (*left, *((LAB, REVIEW) if lab else ()))]
        self._begun: set[str] = set()  # games whose first piece somebody is at
        self._changed = threading.Condition()
        self.failed: list[Exception] = []

    @property
    def size(self) -> int:
        """How many pieces nobody has taken yet."""
        return len(self._waiting)

    def take(self) -> Task | None:
        """What is to be compiled next; nothing once all is taken."""
        with self._changed:
            while self._waiting:
                for game in readiness.in_order(dict.fromkeys(game for game, _ in self._waiting)):
                    free = [task for task in self._waiting if task[0] is game and self._may_begin(task)]
                    if free:
                        self._waiting.remove(free[0])
                        if free[0][1] == readiness.FIRST:
                            self._begun.add(game.id)
                        return free[0]
                self._changed.wait()
            return None

    def _may_begin(self, task: Task) -> bool:
        """Whether a piece stands alone, or what it builds on has been compiled."""
        game, piece = task
        under_way = game.id in self._begun or (game, readiness.FIRST) in self._waiting
        return piece in readiness.ALONE or not under_way

    def done(self, task: Task) -> None:
        """What was taken is compiled."""
        with self._changed:
            if task[1] == readiness.FIRST:
                self._begun.discard(task[0].id)
            self._changed.notify_all()

    def fail(self, error: Exception) -> None:
        """Something could not be compiled: nobody needs to go on."""
        self.failed.append(error)
        self.close()

    def close(self) -> None:
        """Hand out nothing more."""
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()


def _ask(helper: "subprocess.Popen[str]", task: Task) -> None:
    game, piece = task
    print(game.id, piece, file=helper.stdin, flush=True)
    if not helper.stdout.readline():  # type: ignore[union-attr]
        raise ChildProcessError(f"{game.name} could not be compiled ({piece}).")


def help_out() -> None:
    """Compile what is asked for, line by line, until nobody asks any more."""
    gc.set_threshold(SELDOM)
    for line in sys.stdin:
        name, piece = line.split()
        game = registry.get(name)
        if piece == LAB:
            Simulation(game.id, ["random"] * game.fewest_seats).ride(0, 1)
        elif piece == REVIEW:
            prepare(Simulation(game.id, ["random"] * game.fewest_seats).match(0))
        else:
            readiness.compile_piece(game, piece)
        sys.stdout.write(line)
        sys.stdout.flush()


def serve_modestly() -> None:
    """Let everybody else go first, and end with whoever holds the other end of our input."""
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    sys.stdin.read()
    signal.raise_signal(signal.SIGTERM)


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
