"""Let players meet, and show the standings."""

from pathlib import Path

import msgspec
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles, settings
from gruppetto.cli.consoles import ACCENT
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.lab import ladder
from gruppetto.lab.arena import Arena, Standings, check_writable, write
from gruppetto.lab.running import default_workers
from gruppetto.players import budget_of
from gruppetto.players.outsiders import is_outside

SCALE = 30  # characters for the whole range of ratings


class ArenaRequest(msgspec.Struct, frozen=True):
    """An arena as it was asked for."""

    game: str
    players: str
    seats: int | None
    stages: str
    option: tuple[str, ...]
    budget: str
    seed: int
    data: Path | None = None

    def arena(self) -> Arena:
        """What it comes down to."""
        room = registry.get(self.game)
        players = [name.strip() for name in self.players.split(",")]
        seats = min(len(players), room.most_seats) if self.seats is None else self.seats
        return Arena(
            self.game, players, seats=seats, stages=_stages(room, self.stages),
            options=settings.options_of(self.game, None, self.option, players, self.data),
            seed=self.seed, budget=budget_of(self.budget),
        )  # fmt: skip


def _stages(room: Game, asked: str) -> list[str]:
    if asked.strip().lower() == "all":
        return room.stages()
    return [name.strip() for name in asked.split(",")]


def run(
    request: ArenaRequest, races: int, workers: int | None, out: Path | None, plot: Path | None,
    *, as_json: bool, force: bool,
) -> None:  # fmt: skip
    """Ride the races, show them going by, and report."""
    for path in (out, plot):
        if path is not None:
            consoles.check_target(path, force=force)
    if out is not None:
        check_writable(out)
    arena, remarks = request.arena(), consoles.err()
    with Progress(
        BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn(),
        console=remarks, transient=True, disable=not remarks.is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task("races", total=None)
        found, met = arena.run(
            races,
            workers=workers or default_workers(),
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if out is not None:
        write(arena.game.id, met, out)
    if plot is not None:
        plot.write_text(ladder.draw(found), encoding="utf-8")
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
    else:
        consoles.out().print(report(found))


def report(found: Standings) -> Group:
    """The standings as a page: the ladder, then who beats whom."""
    facts = (
        f"{found.races:,} races of {found.game} on {len(found.stages)} stages, the same deals from every seat"
    )
    return Group(Text(f"{facts}\n", "bold"), _ladder(found), Text(), _matrix(found))


def _grid(*titles: str) -> Grid:
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for number, title in enumerate(titles):
        table.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _ladder(found: Standings) -> Grid:
    table = _grid("player", "wins", "of", "share", "95 %", "rating", "95 %", "a decision")
    for name in by_rating(found):
        low, high = found.interval[name]
        rating = found.ratings[name]
        table.add_row(
            Text(label(name), ACCENT),
            f"{found.wins[name]:,}",
            f"{found.starts[name]:,}",
            f"{found.share[name]:.1%}",
            f"{low:.0%}–{high:.0%}",
            f"{rating.mu:.1f}",
            f"{rating.interval[0]:.1f}–{rating.interval[1]:.1f}",
            _duration(found.seconds_per_decision[name]),
        )
    return table


def _matrix(found: Standings) -> Grid:
    names = by_rating(found)
    table = _grid("comes in before", *map(label, names))
    for one in names:
        shares = found.matrix[one]
        table.add_row(label(one), *(f"{shares[other]:.0%}" if other in shares else "–" for other in names))
    return table


def label(name: str) -> str:
    """A player in a table; a program by the name of its file."""
    return Path(name.rsplit(maxsplit=1)[-1]).name if is_outside(name) else name


def by_rating(found: Standings) -> list[str]:
    """The players, the strongest first."""
    return sorted(found.ratings, key=lambda name: -found.ratings[name].mu)


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
