"""Let players meet, and show the standings."""

from contextlib import closing, nullcontext
from pathlib import Path

import msgspec
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles, settings
from gruppetto.cli.consoles import ACCENT
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.lab import ladder
from gruppetto.lab.arena import Arena
from gruppetto.lab.intervals import Interval
from gruppetto.lab.journal import Journal, journal_of, refuse_to_lose
from gruppetto.lab.running import Threads, Workers, default_workers
from gruppetto.lab.sprt import ERROR, Decision, hypotheses_of
from gruppetto.lab.standings import Met, Standings, check_writable, write
from gruppetto.players import budget_of
from gruppetto.players.outsiders import called


class ArenaRequest(msgspec.Struct, frozen=True):
    """An arena as it was asked for."""

    game: str
    players: str
    seats: int | None
    stages: str
    option: tuple[str, ...]
    budget: str
    patience: float
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
            seed=self.seed, budget=budget_of(self.budget), patience=self.patience,
        )  # fmt: skip


def _stages(room: Game, asked: str) -> list[str]:
    if asked.strip().lower() == "all":
        return room.stages()
    return [name.strip() for name in asked.split(",")]


class Ways(msgspec.Struct, frozen=True):
    """Where the races are ridden, when they may stop, and where their results go."""

    workers: int | None = None
    ray: str | None = None
    sprt: str | None = None
    out: Path | None = None
    plot: Path | None = None
    resume: bool = False
    force: bool = False

    def check(self) -> None:
        """Refuse what cannot be meant, before anything is ridden."""
        if self.ray is not None and self.workers is not None:
            raise BadOption("--workers: a Ray cluster says itself how many workers it has.")
        if self.resume and self.out is None:
            raise BadOption("--resume: only results that go to a file (--out FILE) can be taken up again.")
        for path in (self.out, self.plot):
            if path is not None:
                consoles.check_target(path, force=self.force)
        if self.out is not None:
            check_writable(self.out)
            if not (self.resume or self.force):
                refuse_to_lose(self.out)

    def riders(self) -> Workers:
        """Who rides."""
        if self.ray is None:
            return Threads(self.workers or default_workers())
        from gruppetto.lab.cluster import Cluster  # noqa: PLC0415  (an extra)

        return Cluster(self.ray)

    def journal(self, arena: Arena) -> Journal | None:
        """Where races are written down as they come."""
        if self.out is None:
            return None
        return Journal(self.out, arena.plan, arena.sources, resume=self.resume, force=self.force)


def run(request: ArenaRequest, races: int, ways: Ways, *, as_json: bool) -> None:
    """Ride the races, show them going by, and report."""
    ways.check()
    arena = request.arena()
    found, met = _ridden(arena, races, ways)
    if ways.out is not None:
        write(arena.game.id, met, ways.out)
        journal_of(ways.out).unlink(missing_ok=True)
    if ways.plot is not None:
        ways.plot.write_text(ladder.draw(found), encoding="utf-8")
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
    else:
        consoles.out().print(report(found))


def _ridden(arena: Arena, races: int, ways: Ways) -> tuple[Standings, list[Met]]:
    remarks, asked = consoles.err(), None if ways.sprt is None else hypotheses_of(ways.sprt)
    journal = ways.journal(arena)
    with closing(journal) if journal else nullcontext(), Progress(
        BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn(),
        console=remarks, transient=True, disable=not remarks.is_terminal,
    ) as progress:  # fmt: skip
        task = progress.add_task("races", total=None)
        return arena.run(
            races,
            workers=ways.riders(),
            kept=journal,
            sprt=asked,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def report(found: Standings) -> Group:
    """The standings as a page: the ladder, who beats whom, and what a test has decided."""
    facts = (
        f"{found.races:,} races of {found.game} on {len(found.stages)} stages: {found.deals:,} deals, "
        "each from every seat"
    )
    verdict = "" if found.sprt is None else f"\n{told(found.sprt, called(next(iter(found.wins))))}"
    return Group(Text(f"{facts}\n", "bold"), _ladder(found), Text(), _matrix(found), Text(verdict))


def told(test: Decision, name: str) -> str:
    """What a test has decided, in a sentence or two."""
    lower, higher = (f"{100 * share:g} %" for share in (test.hypotheses.lower, test.hypotheses.higher))
    said = {
        "higher": f"{name} wins {higher} rather than {lower}",
        "lower": f"{name} wins {lower} rather than {higher}",
        "open": f"whether {name} wins {lower} or {higher} is still open",
    }[test.verdict]
    return (
        f"After {test.deals:,} deals {said}: log-likelihood ratio {test.ratio:+.2f}, decided beyond "
        f"±{test.bound:.2f}, wrong in {100 * ERROR:g} % of such tests."
    )


def _grid(*titles: str) -> Grid:
    table = Grid(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    for number, title in enumerate(titles):
        table.add_column(title, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _ladder(found: Standings) -> Grid:
    table = _grid("player", "wins", "of", "share", "95 %", "rating", "95 %", "a decision")
    for name in by_rating(found):
        rating = found.ratings[name]
        table.add_row(
            Text(called(name), ACCENT),
            f"{found.wins[name]:,}",
            f"{found.starts[name]:,}",
            f"{found.share[name]:.1%}",
            _between(found.interval[name]),
            f"{rating.points:.0f}",
            f"{rating.interval[0]:.0f}–{rating.interval[1]:.0f}",
            _duration(found.seconds_per_decision[name]),
        )
    return table


def _matrix(found: Standings) -> Grid:
    names = by_rating(found)
    table = _grid("comes in before", *map(called, names))
    for one in names:
        shares = found.matrix[one]
        table.add_row(
            called(one),
            *(f"{shares[other].share:.0%}" if other in shares else "–" for other in names),
        )
        table.add_row(
            "", *(Text(_between(shares[other].interval), "dim") if other in shares else "" for other in names)
        )
    return table


def _between(interval: Interval) -> str:
    low, high = interval
    return f"{low:.0%}–{high:.0%}"


def by_rating(found: Standings) -> list[str]:
    """The players, the strongest first."""
    return sorted(found.ratings, key=lambda name: -found.ratings[name].points)


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
