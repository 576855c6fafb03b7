"""Print what this machine does, beside what it should."""

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.figures import CORES, Figure, measured
from gruppetto.lab.host import machine

ENOUGH = 1.8  # cores, below which something else was running


def run(*, quick: bool, cold: bool, as_json: bool, out: Path | None) -> None:
    """Measure everything and report."""
    if out is not None:
        consoles.check_target(out, force=True)
    console, figures = consoles.err(), []
    with console.status("Measuring…") as status:
        for figure in measured(quick=quick, cold=cold):
            status.update(f"Measuring… {figure.name}")
            figures.append(figure)
    document = msgspec.json.encode({"machine": machine(), "figures": figures})
    if out is not None:
        out.write_bytes(msgspec.json.format(document, indent=1) + b"\n")
    if as_json:
        consoles.write_json(document)
    else:
        _report(consoles.out(), figures)


def _report(paper: Console, figures: list[Figure]) -> None:
    host = machine()
    paper.print(Text(f"{host.cpu}, {host.cores} cores, {host.system}", "bold"))
    paper.print(Text(f"Python {host.python}, Numba {host.numba}, NumPy {host.numpy}", "dim"))
    paper.print(Text(f"Gruppetto {host.gruppetto} {host.commit}\n", "dim"))
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
