"""Report on a stage: ride it, and write a page."""

from pathlib import Path

import msgspec

from gruppetto.cli import consoles, settings
from gruppetto.cli.simulate import progress_on
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption
from gruppetto.games.flamme_rouge.road import stage
from gruppetto.lab import stage_report
from gruppetto.lab.simulate import default_workers
from gruppetto.lab.stage_page import page


class Wish(msgspec.Struct, frozen=True):
    """The stage, and who is to ride on it."""

    stage: str
    players: str
    seats: int | None
    races: int
    seed: int
    workers: int | None

    def riders(self) -> tuple[str, ...]:
        """Who sits where."""
        names = settings.riding(stage_report.GAME, self.players, self.seats)
        for name in set(names) & set(table_for(stage_report.GAME).dummies):
            raise BadOption(f"--players: {name} is a dummy team; a report needs teams that decide.")
        return names


def run(wished: Wish, out: Path | None, *, as_json: bool, force: bool) -> None:
    """Ride, and write the page, or print the figures."""
    road, riders = stage(wished.stage), wished.riders()
    target = out or (None if as_json else Path(f"{road.name}.html"))
    if target:
        consoles.check_target(target, force=force)
    total = wished.races + len(stage_report.official()) * stage_report.half(wished.races)
    with progress_on(consoles.err()) as progress:
        task = progress.add_task("races", total=total)
        found = stage_report.report(
            wished.stage,
            riders,
            wished.races,
            seed=wished.seed,
            workers=wished.workers or default_workers(),
            told=lambda ridden: progress.update(task, advance=ridden),
        )
    if target:
        target.write_text(page(found), encoding="utf-8")
        consoles.err().print(f"The report is in {target}", markup=False, soft_wrap=True)
    if as_json:
        consoles.write_json(msgspec.json.encode(found))
