"""Train a network by self-play, show how it comes along, and keep what was learnt."""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gruppetto.cli import consoles
from gruppetto.errors import BadOption, MissingExtra

if TYPE_CHECKING:
    from gruppetto.learning.course import Course, Look
    from gruppetto.learning.exam import Found
    from gruppetto.learning.plan import Plan

CHECKPOINT, CURVE, PICTURE, NETWORK = "checkpoint.pt", "curve.json", "curve.svg", "network.npz"
LOOKS = 40
SHORTEST, USUAL = 0.01, 30.0  # minutes


class TrainRequest(msgspec.Struct, frozen=True):
    """A course as it was asked for."""

    game: str
    out: Path
    minutes: float | None
    decisions: int | None
    teams: str | None
    roads: str
    width: int
    against: tuple[str, ...]
    begins: str | None
    seed: int
    device: str
    threads: int | None
    small: bool
    resume: bool
    force: bool

    def plan(self) -> "Plan":
        """What is to be trained."""
        from gruppetto.learning.course import device_of  # noqa: PLC0415  (an extra)
        from gruppetto.learning.plan import ON_GPU, SMALL, Plan  # noqa: PLC0415

        teams, begins = teams_of(self.teams, self.game), self.begins or ""
        plan = Plan(self.game, teams, self.roads, self.width, self.seed, self.against, begins)
        if self.small:
            return msgspec.structs.replace(plan, **SMALL)
        on_gpu = device_of(self.device).type == "cuda"
        return msgspec.structs.replace(plan, **ON_GPU) if on_gpu else plan

    def course(self) -> "Course":
        """The course, begun anew or taken up where it was left."""
        import torch  # noqa: PLC0415  (an extra)

        from gruppetto.learning.checkpoint import take_up  # noqa: PLC0415  (an extra)
        from gruppetto.learning.course import Course, Length  # noqa: PLC0415  (an extra)

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        course = Course(self.plan(), Length(self._minutes(), self.decisions), self.device)
        if self.resume:
            take_up(course, self.out / CHECKPOINT)
        return course

    def check(self) -> None:
        """Refuse what cannot be meant, before anything is trained."""
        if self.minutes is not None and self.decisions is not None:
            raise BadOption("--decisions: a course is so many minutes or so many decisions long; choose one.")
        if self.minutes is not None and self.minutes < SHORTEST:
            raise BadOption(f"--minutes: {self.minutes:g} is too short; {SHORTEST:g} is the least.")
        if self.decisions is not None and self.decisions < 1:
            raise BadOption(f"--decisions: {self.decisions} is not a number of decisions; 1 is the least.")
        if self.out.exists() and not self.out.is_dir():
            raise BadOption(f"{self.out}: this is a file; name a folder.")
        begun = (self.out / CHECKPOINT).exists()
        if begun and not (self.resume or self.force):
            raise BadOption(f"{self.out}: there is a course in it. --resume goes on, --force begins anew.")
        if self.resume and not begun:
            raise BadOption(f"--resume: there is no course in {self.out} to go on with.")

    def _minutes(self) -> float | None:
        return USUAL if self.minutes is None and self.decisions is None else self.minutes


def teams_of(text: str | None, game: str) -> tuple[int, int]:
    """A number of teams or a range of them; left out, all that the game knows."""
    from gruppetto.games import registry  # noqa: PLC0415  (slow to import)

    room = registry.get(game)
    if text is None:
        return room.fewest_seats, room.most_seats
    first, dash, last = text.partition("-")
    if not first.strip().isdigit() or (dash and not last.strip().isdigit()):
        raise BadOption(f"--teams: {text!r} is neither a number of teams nor a range like 2-4.")
    return int(first), int(last or first)


def run(request: TrainRequest, *, as_json: bool) -> None:
    """Train, and say what came of it."""
    check_extra()
    request.check()
    course = request.course()
    request.out.mkdir(parents=True, exist_ok=True)
    try:
        _ride(course, request.out)
    except KeyboardInterrupt:
        consoles.err().print(f"\nStopped. --resume goes on from the last look, kept in {request.out}.")
        raise
    finals = _finish(course, request.out)
    if as_json:
        consoles.write_json(msgspec.json.encode(finals))
    else:
        for name, found in finals.items():
            consoles.out().print(told(name, found), markup=False)
        consoles.out().print(f"The network is in {request.out / NETWORK}", markup=False, soft_wrap=True)


def check_extra() -> None:
    """Say what is missing where PyTorch or Gymnasium is not installed."""
    for package in ("torch", "gymnasium"):
        try:
            importlib.import_module(package)
        except ModuleNotFoundError as error:
            raise MissingExtra(
                f"{error.name} is not installed. Try: pip install 'gruppetto[train]'"
            ) from None


def _ride(course: "Course", out: Path) -> None:
    """Go on to the end, with a line that tells how it is going."""
    from gruppetto.learning import course as courses  # noqa: PLC0415  (an extra)
    from gruppetto.learning.checkpoint import keep  # noqa: PLC0415

    remarks = consoles.err()
    columns = (BarColumn(30), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=remarks, transient=True, disable=not remarks.is_terminal) as progress:
        bar = progress.add_task("", total=1.0)

        def rode(course: "Course") -> None:
            progress.update(bar, completed=course.share, description=standing(course))

        def looked(look: "Look") -> None:
            keep(course, out / CHECKPOINT)
            _draw(course, out, {})
            remarks.print(f"{look.seconds:8.0f} s {look.decisions:13,} decisions  {share_of(look.found)}")

        courses.run(course, LOOKS, looked, rode)


def _finish(course: "Course", out: Path) -> "dict[str, Found]":
    course.settle()
    finals = course.finals()
    course.export(out / NETWORK, finals)
    _draw(course, out, finals)
    return finals


def _draw(course: "Course", out: Path, finals: "dict[str, Found]") -> None:
    """The curve so far, as numbers and as a picture."""
    from gruppetto.learning.curve import drawn  # noqa: PLC0415  (an extra)

    document = {
        "plan": course.plan, "device": str(course.device), "looks": course.looks, "finals": finals,
    }  # fmt: skip
    (out / CURVE).write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")
    title = f"A network learns {course.game.name}: races won against {course.looks[-1].found.opponent}"
    (out / PICTURE).write_text(drawn(course.looks, title), encoding="utf-8")


def standing(course: "Course") -> str:
    """How far a course is, in a few words."""
    rate = course.decisions / max(1e-9, course.seconds)
    won = f" · {share_of(course.looks[-1].found)}" if course.looks else ""
    return f"{course.decisions:,} decisions · {rate:,.0f}/s{won}"


def share_of(found: "Found") -> str:
    """A share in a few words."""
    return f"{found.won:.1%} against {found.opponent}"


def told(name: str, found: "Found") -> str:
    """What came of an exam, in a line."""
    roads = {"printed": "printed roads", "unseen": "roads never seen"}.get(name, "printed roads")
    low, high = found.interval
    share = f"{found.won:.1%} of {found.races:,} races ({low:.1%} to {high:.1%})"
    return f"{found.seats} teams, {roads}: beats {found.opponent} in {share}"
