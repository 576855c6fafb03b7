"""Report on a stage: ride it, and write a page."""

from pathlib import Path

import msgspec

from gruppetto.cli import consoles, settings
from gruppetto.cli.simulate import progress_on
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.lab import stage_report
from gruppetto.lab.running import default_workers
from gruppetto.lab.stage_page import page

LONGEST = 60  # characters of a file's name


class ReportRequest(msgspec.Struct, frozen=True):
    """The stage of a game, and who is to ride on it."""

    game: str
    stage: str
    players: str
    seats: int | None
    races: int
    seed: int
    workers: int | None

    def riders(self) -> tuple[str, ...]:
        """Who sits where."""
        names = settings.riding(self.game, self.players, self.seats)
        for name in set(names) & set(table_for(self.game).dummies):
            raise BadOption(f"--players: {name} is a dummy team; a report needs teams that decide.")
        return names


def run(request: ReportRequest, out: Path | None, *, as_json: bool, force: bool) -> None:
    """Ride, and write the page, or print the figures."""
    (_, studio), riders = registry.studio_of(request.game), request.riders()
    called = studio.called(request.stage)
    target = out or (None if as_json else Path(f"{file_name(called)}.html"))
    if target:
        consoles.check_target(target, force=force)
    others = stage_report.others(studio, request.stage)
    total = request.races + len(others) * stage_report.half(request.races)
    with progress_on(consoles.err()) as progress:
        task = progress.add_task("races", total=total)
        found = stage_report.report(
            request.stage,
            riders,
            request.races,
            game=request.game,
            seed=request.seed,
            workers=request.workers or default_workers(),
            told=lambda ridden: progress.update(task, advance=ridden),
        )
    if target:
        target.write_text(page(found), encoding="utf-8")
        consoles.err().print(f"The report is in {target}", markup=False, soft_wrap=True)
    if as_json:
        consoles.write_json(msgspec.json.encode(found))


def file_name(called: str) -> str:
    """What a stage is called, without what file systems do not like."""
    return "".join(char if char.isalnum() or char in " -’'" else "-" for char in called)[:LONGEST]
