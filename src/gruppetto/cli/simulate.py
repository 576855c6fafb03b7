"""Simulate races and show who wins."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles, settings
from gruppetto.cli.consoles import ACCENT
from gruppetto.cli.tables import table_for
from gruppetto.cli.warmup import WAITING
from gruppetto.lab.simulate import Simulation, Summary, default_workers

BAR = 24


class Rate(ProgressColumn):
    """Races a second, as soon as there is a rate to tell."""

    def render(self, task: Task) -> Text:
        """The rate of a task."""
        return Text(f"{task.speed:,.0f} races/s" if task.speed else "")


class Wish(msgspec.Struct, frozen=True):
    """A simulation, and the names of its seats as the user gave them."""

    simulation: Simulation
    names: tuple[str, ...]


def wish(
    game: str, players: str, seats: int | None, stage: str | None, option: Sequence[str], seed: int,
    *, data: Path | None = None,
) -> Wish:  # fmt: skip
    """What is to be simulated; dummy teams decide nothing, so any player stands in for them."""
    names = settings.riding(game, players, seats)
    options = settings.options_of(game, stage, option, names, data)
    deciding = ["random" if name in table_for(game).dummies else name for name in names]
    return Wish(Simulation(game, deciding, options, seed=seed), names)


def run(
    wished: Wish, races: int, workers: int | None, out: Path | None, *, as_json: bool, force: bool
) -> None:
    """Ride the races, show them going by, and report."""
    if out is not None:
        consoles.check_target(out, force=force)
    simulation, remarks = wished.simulation, consoles.err()
    if remarks.is_terminal:
        with remarks.status(WAITING):
            simulation.ride(0, 1)
    with _progress(remarks) as progress:
        task = progress.add_task("races", total=races)
        summary, table = simulation.run(
            races,
            workers=workers or default_workers(),
            progress=lambda ridden: progress.update(task, advance=ridden),
        )
    if out is not None:
        simulation.write(table, out)
    if as_json:
        consoles.write_json(msgspec.json.encode(summary))
    else:
        consoles.out().print(report(wished, summary))
        if out is not None:
            consoles.out().print(f"Every race is a row of {out}", markup=False, soft_wrap=True)


def _progress(console: Console) -> Progress:
    return Progress(
        BarColumn(30), MofNCompleteColumn(), Rate(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip


def report(wished: Wish, summary: Summary) -> Group:
    """The summary as a page: who wins, then how fast it was ridden."""
    game, rounds = wished.simulation.game.name, summary.rounds_mean
    facts = f"{summary.races:,} races of {game}, {rounds:.1f} rounds on average"
    speed = (
        f"{summary.seconds:.2f} s · {summary.races_per_second:,.0f} races/s · "
        f"{summary.decisions_per_second:,.0f} decisions/s"
    )
    wins, riders = _wins(wished, summary), _riders(wished, summary)
    return Group(Text(f"{facts}\n", "bold"), wins, Text(), riders, Text(f"\n{speed}", "dim"))


def _wins(wished: Wish, summary: Summary) -> Grid:
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("seat", "player"):
        table.add_column(title)
    for title in ("wins", "share"):
        table.add_column(title, justify="right")
    table.add_column("")
    label = table_for(wished.simulation.game.id).seat_label
    for seat, wins in enumerate(summary.wins_by_seat):
        share = wins / summary.races
        bar = Text("█" * round(BAR * share), ACCENT) + Text("░" * (BAR - round(BAR * share)), "dim")
        table.add_row(label(seat), wished.names[seat], f"{wins:,}", f"{share:.1%}", bar)
    return table


def _riders(wished: Wish, summary: Summary) -> Text:
    """The wins of each rider in a line."""
    label, line = table_for(wished.simulation.game.id).rider_label, Text("by rider  ", "dim")
    for rider, wins in summary.wins_by_rider.items():
        line = Text.assemble(line, label(rider), f"\u00a0{wins:,}  ")
    return line
