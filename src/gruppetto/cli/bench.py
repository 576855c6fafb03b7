"""Print what this machine does, beside what it should."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.lab import bench

GAME = "flamme-rouge"
CORES = "cores the 2 workers got"
ENOUGH = 1.8  # cores, below which something else was running
COMMAND = ("-m", "gruppetto.cli")


class Figure(msgspec.Struct, frozen=True):
    """Something measured, and its goal where it has one."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value <= self.goal


def run(*, quick: bool, cold: bool, as_json: bool, out: Path | None) -> None:
    """Measure everything and report."""
    if out is not None:
        consoles.check_target(out, force=True)
    console, figures = consoles.err(), []
    with console.status("Measuring…") as status:
        for figure in measured(quick=quick, cold=cold):
            status.update(f"Measuring… {figure.name}")
            figures.append(figure)
    document = msgspec.json.encode({"machine": bench.machine(), "figures": figures})
    if out is not None:
        out.write_bytes(msgspec.json.format(document, indent=1) + b"\n")
    if as_json:
        consoles.write_json(document)
    else:
        _report(consoles.out(), figures)


def measured(*, quick: bool, cold: bool) -> Iterator[Figure]:
    """All figures, one after another."""
    pace = bench.pace(GAME, 20_000 if quick else 200_000, 3 if quick else 5)
    yield Figure("random races, 4 seats, 1 worker", pace.races_per_second, "races/s", 50_000)
    yield Figure("decisions, 1 worker", pace.decisions_per_second, "decisions/s")
    yield Figure("2 workers against 1", pace.scaling, "×", 1.8)
    yield Figure(CORES, pace.cores, "cores")
    race = bench.finished(GAME)
    play_outs = bench.play_outs(race, 10_000 if quick else 100_000)
    yield Figure("random play-outs from mid-race, 1 thread", play_outs.random, "races/s", 40_000)
    yield Figure("sensible play-outs", play_outs.sensible, "races/s")
    yield Figure("sensible play-outs with trees", play_outs.with_trees, "races/s")
    replays, copies = bench.replays(race), bench.copies(race)
    yield Figure(
        f"replay of {replays.decisions} decisions", replays.compiled_us, "µs", 50, more_is_better=False
    )
    yield Figure("the same through Match.go_to", replays.match_us, "µs", 50, more_is_better=False)
    yield Figure(f"copy of a state, {copies.bytes} bytes", copies.python_us, "µs", 1, more_is_better=False)
    yield Figure("the same in compiled code", copies.compiled_us, "µs", 1, more_is_better=False)
    for words in (("--version",), ("stages", "list")):
        seconds = bench.command_seconds([*COMMAND, *words], 1 if quick else 5)
        yield Figure(f"gruppetto {' '.join(words)}", seconds, "s", 1.5, more_is_better=False)
    if cold:
        yield from _cold()


def _cold() -> Iterator[Figure]:
    """Everything compiled anew, in a folder of its own; and then once more from there."""
    with tempfile.TemporaryDirectory() as folder:
        for name, goal in (("first compilation of everything", 20.0), ("the same once cached", None)):
            seconds = bench.command_seconds([*COMMAND, "warmup"], 1, Path(folder))
            yield Figure(name, seconds, "s", goal, more_is_better=False)


def _report(paper: Console, figures: list[Figure]) -> None:
    host = bench.machine()
    paper.print(Text(f"{host.cpu}, {host.cores} cores, {host.system}", "bold"))
    paper.print(Text(f"Python {host.python}, Numba {host.numba}, NumPy {host.numpy}\n", "dim"))
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("measured")
    table.add_column("", justify="right")
    table.add_column("", no_wrap=True)
    table.add_column("goal", no_wrap=True)
    for figure in figures:
        table.add_row(figure.name, number(figure.value), figure.unit, _goal(figure))
    paper.print(table)
    if any(figure.name == CORES and figure.value < ENOUGH for figure in figures):
        paper.print("\nThe machine was busy with other things: measure again when it is quiet.", style="bold")


def number(value: float) -> str:
    """Three digits that matter, or whole numbers."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _goal(figure: Figure) -> Text:
    if figure.goal is None:
        return Text("")
    sign = "≥" if figure.more_is_better else "≤"
    mark = ("✓", "bold green") if figure.met else ("✗", "bold red")
    return Text.assemble(mark, f" {sign} {number(figure.goal)} {figure.unit}")
