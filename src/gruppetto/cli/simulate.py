"""Simulate races and show who wins."""

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console, Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles, settings
from gruppetto.cli.consoles import ACCENT
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption
from gruppetto.lab.checks import Checked
from gruppetto.lab.running import Backend, Summary, Threads, check_races, default_workers, ride
from gruppetto.lab.simulate import Simulation
from gruppetto.language import t

if TYPE_CHECKING:
    from gruppetto.lab.results import Parts

BAR = 24


class Rate(ProgressColumn):
    """Races a second, as soon as there is a rate to tell."""

    def render(self, task: Task) -> Text:
        """The rate of a task."""
        return Text(f"{task.speed:,.0f} races/s" if task.speed else "")


class SimulationRequest(msgspec.Struct, frozen=True):
    """A simulation, and the names of its seats as the user gave them."""

    simulation: Simulation
    names: tuple[str, ...]


def requested(
    game: str, players: str, seats: int | None, stage: str | None, option: Sequence[str], seed: int,
    *, data: Path | None = None, ways: "Ways | None" = None,
) -> SimulationRequest:  # fmt: skip
    """What is to be simulated; dummy teams decide nothing, so any player stands in for them."""
    names = settings.riding(game, players, seats)
    options = settings.options_of(game, stage, option, names, data)
    deciding = ["random" if name in table_for(game).dummies else name for name in names]
    kind = ways.kind() if ways else Simulation
    return SimulationRequest(kind(game, deciding, options, seed=seed), names)


class Ways(msgspec.Struct, frozen=True):
    """Where the races are ridden and where their results go."""

    workers: int | None = None
    ray: str | None = None
    gpu: bool = False
    out: Path | None = None
    resume: bool = False
    force: bool = False
    checked: bool = False
    moves: Path | None = None
    observations: bool = False

    def check(self) -> None:
        """Refuse what cannot be meant, before anything is ridden."""
        if self.gpu and (self.ray is not None or self.workers is not None):
            raise BadOption("--gpu: races are ridden there or by workers (--workers, --ray); choose one.")
        if self.ray is not None and self.workers is not None:
            raise BadOption("--workers: a Ray cluster says itself how many workers it has.")
        if self.checked and (self.gpu or self.ray is not None or self.resume):
            raise BadOption(
                "--check: races are looked at here, from the first on; leave out --gpu, --ray and --resume."
            )
        if self.moves and (self.gpu or self.ray is not None or self.checked):
            raise BadOption("--moves: decisions are written down here; leave out --gpu, --ray and --check.")
        if self.observations and self.moves is None:
            raise BadOption("--observations: they are a column of the moves; name a file with --moves FILE.")
        if self.moves and self.moves == self.out:
            raise BadOption("--moves: results and moves go to a file each; name another than --out.")
        if self.resume and self.file is None:
            raise BadOption(
                "--resume: only what goes to a file (--out FILE, --moves FILE) can be taken up again."
            )
        for path in filter(None, (self.out, self.moves)):
            consoles.check_target(path, force=self.force)
        if self.file is not None and not (self.resume or self.force):
            from gruppetto.lab.results import refuse_to_lose  # noqa: PLC0415  (slow to import)

            refuse_to_lose(self.file)

    @property
    def file(self) -> Path | None:
        """The file beside which parts are kept: that of the results, or of the moves where only they are."""
        return self.out or self.moves

    def kind(self) -> Callable[..., Simulation]:
        """The simulation it takes: one that looks at every state, one that writes down, or a plain one."""
        if self.moves is None:
            return Checked if self.checked else Simulation
        from gruppetto.lab.moves import Logged  # noqa: PLC0415  (slow to import)

        return partial(Logged, observations=self.observations)

    def backend(self) -> Backend:
        """Who rides."""
        if self.gpu:
            from gruppetto.lab.gpu import Gpu  # noqa: PLC0415  (an extra)

            return Gpu()
        if self.ray is None:
            return Threads(self.workers or default_workers())
        from gruppetto.lab.cluster import Cluster  # noqa: PLC0415  (an extra)

        return Cluster(self.ray)

    def parts(self, simulation: Simulation, races: int) -> "Parts | None":
        """Where the rows go."""
        if self.file is None:
            return None
        from gruppetto.lab.results import Parts  # noqa: PLC0415  (slow to import)

        return Parts(self.file, simulation, races, moves=self.moves, resume=self.resume, force=self.force)


def run(request: SimulationRequest, races: int, ways: Ways, *, as_json: bool) -> None:
    """Ride the races, show them going by, and report."""
    ways.check()
    check_races(races)
    backend, remarks = ways.backend(), consoles.err()
    with remarks.status(t("cli.compiling")) if remarks.is_terminal else contextlib.nullcontext():
        backend.ready(request.simulation)
    with progress_on(remarks) as progress:
        task = progress.add_task("races", total=races)
        summary = ride(
            request.simulation,
            races,
            backend,
            ways.parts(request.simulation, races),
            lambda ridden: progress.update(task, advance=ridden),
        )
    if as_json:
        consoles.write_json(msgspec.json.encode(summary))
    else:
        consoles.out().print(report(request, summary))
        if ways.out is not None:
            consoles.out().print(f"Every race is a row of {ways.out}", markup=False, soft_wrap=True)
        if ways.moves is not None:
            consoles.out().print(f"Every decision is a row of {ways.moves}", markup=False, soft_wrap=True)
    if ways.checked:
        (remarks if as_json else consoles.out()).print(
            f"{summary.decisions:,} decisions, every invariant held", markup=False
        )


def progress_on(console: Console) -> Progress:
    """A bar with rate and time left, where somebody can see it."""
    return Progress(
        BarColumn(30), MofNCompleteColumn(), Rate(), TimeRemainingColumn(),
        console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip


def report(request: SimulationRequest, summary: Summary) -> Group:
    """The summary as a page: who wins, then how fast it was ridden."""
    game, rounds = request.simulation.game.name, summary.rounds_mean
    facts = f"{summary.races:,} races of {game}, {rounds:.1f} rounds on average"
    speed = (
        f"{summary.seconds:.2f} s · {summary.races_per_second:,.0f} races/s · "
        f"{summary.decisions_per_second:,.0f} decisions/s"
    )
    wins, riders = _wins(request, summary), _riders(request, summary)
    return Group(Text(f"{facts}\n", "bold"), wins, Text(), riders, Text(f"\n{speed}", "dim"))


def _wins(request: SimulationRequest, summary: Summary) -> Grid:
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("seat", "player"):
        table.add_column(title)
    for title in ("wins", "share"):
        table.add_column(title, justify="right")
    table.add_column("")
    label = table_for(request.simulation.game.id).seat_label
    for seat, wins in enumerate(summary.wins_by_seat):
        share = wins / summary.races
        bar = Text("█" * round(BAR * share), ACCENT) + Text("░" * (BAR - round(BAR * share)), "dim")
        table.add_row(label(seat), request.names[seat], f"{wins:,}", f"{share:.1%}", bar)
    return table


def _riders(request: SimulationRequest, summary: Summary) -> Text:
    """The wins of each rider in a line."""
    label, line = table_for(request.simulation.game.id).rider_label, Text("by rider  ", "dim")
    for rider, wins in summary.wins_by_rider.items():
        line = Text.assemble(line, label(rider), f"\u00a0{wins:,}  ")
    return line
