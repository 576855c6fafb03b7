"""A race told back at the terminal: where the chances went, the turning points, the luck, and why."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles, review_page, warmup
from gruppetto.cli.settings import called
from gruppetto.errors import BadOption
from gruppetto.language import t
from gruppetto.match import Match
from gruppetto.review import Review, review
from gruppetto.review.results import MARKS, SeatReview
from gruppetto.review.telling import accuracy, percent, share

LEVELS = "▁▂▃▄▅▆▇█"
WIDEST = 48  # characters of a curve
COLOURS = ("#5b8fd6", "#d65b5b", "#5bb37a", "#9a9a9a", "#d6b45b", "#a678c9")
TOLD = 6  # turning points, and strokes of luck


def run(
    files: Sequence[Path],
    *,
    budget: str | None,
    as_json: bool,
    html: Path | None,
    player: str | None,
    force: bool,
) -> None:
    """Review one race, or sum up many of one player's."""
    if player is not None:
        _sum_up(files, player, budget, as_json=as_json)
        return
    if len(files) > 1:
        raise BadOption("review: one race at a time; --player NAME sums many up.")
    if html is not None:
        consoles.check_target(html, force=force)
    match, told = _reviewed(files[0], budget)
    if html is not None:
        html.write_text(review_page.page(match, told), "utf-8")
    if as_json:
        consoles.write_json(msgspec.json.encode(told))
    elif html is None:
        consoles.out().print(_summary(match, told))
    else:
        consoles.out().print(str(html), soft_wrap=True)


def _reviewed(file: Path, budget: str | None) -> tuple[Match, Review]:
    """The race in a file, and its review, with a bar while it is made."""
    console = consoles.err()
    match = warmup.open_race(file, console)
    match.reviewer = review
    bars = (TextColumn("{task.description}"), BarColumn(20), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(
        *bars, TimeElapsedColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as shown:
        task = shown.add_task(t("cli.review.at_work"), total=1.0)
        told = match.review(budget, progress=lambda done: shown.update(task, completed=done))
    return match, told


def names_of(match: Match) -> list[str]:
    """The teams, with who rides for them where that is known."""
    teams = [t(f"team.{team}") for team in match.game.teams[: match.seats]]
    seated = [called(who) for who in match.seated]
    return [f"{team} ({name})" for team, name in zip(teams, seated, strict=False)] or teams


# --- one race ---------------------------------------------------------------------------------------


def _summary(match: Match, told: Review) -> RenderableType:
    names = names_of(match)
    title = " · ".join(filter(None, (match.game.name, match.game.ridden(match.options))))
    return Group(
        Rule(Text(title, "bold"), align="left", style="dim"),
        _books(told, names),
        *_curves(told, match.game.teams),
        Text(t("cli.review.explained"), "dim"),
        *_turning_points(told, names),
        *_strokes(told, names),
    )


def _books(told: Review, names: Sequence[str]) -> Grid:
    """The book of every seat."""
    parts = ("start", "luck", "rivals", "skill", "result", "accuracy", "mistakes")
    grid = Grid("", *(t(f"review.{part}") for part in parts), box=None, padding=(0, 1), pad_edge=False)
    for column in grid.columns[1:]:
        column.justify = "right"
    for seat in told.seats:
        grid.add_row(
            Text(names[seat.seat], f"bold {COLOURS[seat.seat]}"), share(seat.start),
            *(_change(part) for part in (seat.luck, seat.rivals, seat.skill)), share(seat.result),
            "–" if seat.accuracy is None else f"{seat.accuracy:.0f}", _mistakes(seat),
        )  # fmt: skip
    return grid


def _curves(told: Review, teams: Sequence[str]) -> Iterable[Text]:
    """The spectator's curve of every seat."""
    yield Text(f"\n{t('review.curve.title')}", "bold")
    for seat in told.seats:
        curve = [row[seat.seat] for row in (told.opening, *told.public)]
        yield Text(f"{sparkline(curve)}  {t(f'team.{teams[seat.seat]}')}", COLOURS[seat.seat])


def _change(change: float) -> Text:
    return Text(percent(change), "green" if change > 0.005 else "red" if change < -0.005 else "dim")


def _mistakes(seat: SeatReview) -> str:
    found = seat.mistakes
    counts = {"blunder": found.blunders, "mistake": found.mistakes, "inaccuracy": found.inaccuracies}
    return " ".join(f"{count}{MARKS[name]}" for name, count in counts.items() if count) or "–"


def sparkline(curve: Sequence[float], width: int = WIDEST) -> str:
    """Chances from 0 to 1 as a line of characters."""
    width = min(width, len(curve))
    picked = [curve[round(place * (len(curve) - 1) / max(1, width - 1))] for place in range(width)]
    return "".join(LEVELS[min(len(LEVELS) - 1, int(chance * len(LEVELS)))] for chance in picked)


def _turning_points(told: Review, names: Sequence[str]) -> Iterable[RenderableType]:
    moments = {moment.number: moment for moment in told.moments}
    chosen = [moments[number] for number in told.turning_points[:TOLD]]
    if chosen:
        yield Text(f"\n{t('review.turning_points')}", "bold")
    for moment in sorted(chosen, key=lambda moment: moment.number):
        yield Text.assemble(
            (f"{moment.number + 1:>4} ", "dim"), (names[moment.seat], f"bold {COLOURS[moment.seat]}"), "  ",
            review_page.told_of(moment),
        )  # fmt: skip
        yield from (Padding(Text(reason.text), (0, 0, 0, 5)) for reason in moment.reasons)


def _strokes(told: Review, names: Sequence[str]) -> Iterable[RenderableType]:
    if told.luck:
        yield Text(f"\n{t('review.luck_of_the_draw')}", "bold")
    for stroke in told.luck[:TOLD]:
        texts, whom = " ".join(stroke.texts), review_page.moved(stroke, names)
        yield Text.assemble((f"{stroke.number + 1:>4} ", "dim"), texts, (f"  {whom}", "italic"))


# --- many races -------------------------------------------------------------------------------------


class Career(msgspec.Struct):
    """A player's races of one game, added up."""

    game: str
    player: str
    races: int = 0
    won: float = 0.0
    start: float = 0.0
    luck: float = 0.0
    rivals: float = 0.0
    skill: float = 0.0
    decisions: int = 0
    loss: float = 0.0  # the mean
    accuracy: float | None = None
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0
    reasons: dict[str, int] = {}

    def add(self, told: Review, seat: SeatReview) -> None:
        """One more race."""
        lost = self.loss * self.decisions + seat.loss * seat.decisions
        self.races += 1
        self.won += seat.result
        self.start += seat.start
        self.luck += seat.luck
        self.rivals += seat.rivals
        self.skill += seat.skill
        self.decisions += seat.decisions
        self.loss = lost / self.decisions if self.decisions else 0.0
        self.accuracy = accuracy(self.loss) if self.decisions else None
        self.inaccuracies += seat.mistakes.inaccuracies
        self.mistakes += seat.mistakes.mistakes
        self.blunders += seat.mistakes.blunders
        for moment in told.moments:
            if moment.seat == seat.seat and moment.reasons:
                kind = moment.reasons[0].kind
                self.reasons[kind] = self.reasons.get(kind, 0) + 1


def _sum_up(files: Sequence[Path], player: str, budget: str | None, *, as_json: bool) -> None:
    """All races of a player, game by game."""
    careers: dict[str, Career] = {}
    for file in files:
        match, told = _reviewed(file, budget)
        for seat in _seats_of(match, player):
            career = careers.setdefault(match.game.id, Career(match.game.id, player))
            career.add(told, told.seats[seat])
    if not careers:
        raise BadOption(f"--player: nobody called {player!r} rides in {_counted(files)}.")
    if as_json:
        consoles.write_json(msgspec.json.encode(list(careers.values())))
    else:
        _show(careers.values(), consoles.out())


def _counted(files: Sequence[Path]) -> str:
    return "this race" if len(files) == 1 else f"any of these {len(files)} races"


def _seats_of(match: Match, player: str) -> list[int]:
    """Where somebody sits, by their name or level, or by the team's."""
    wanted = player.casefold()
    seated = [{who.name.casefold(), who.level.casefold()} - {""} for who in match.seated] or [
        set[str]() for _ in range(match.seats)
    ]
    teams = [team.casefold() for team in match.game.teams[: match.seats]]
    return [
        seat
        for seat, (names, team) in enumerate(zip(seated, teams, strict=False))
        if wanted in {*names, team}
    ]


def _show(careers: Iterable[Career], paper: Console) -> None:
    for career in careers:
        each = max(1, career.races)
        paper.print(Rule(Text(f"{career.player} · {career.game}", "bold"), align="left", style="dim"))
        paper.print(
            t("review.career", races=career.races, won=f"{career.won:.1f}", start=f"{career.start:.1f}")
        )
        for part in ("luck", "rivals", "skill"):
            paper.print(Text.assemble(f"  {t(f'review.{part}'):<12}", _change(getattr(career, part) / each)))
        figures = "–" if career.accuracy is None else f"{career.accuracy:.0f}"
        paper.print(f"  {t('review.accuracy'):<12}{figures}")
        counts = {"blunder": career.blunders, "mistake": career.mistakes, "inaccuracy": career.inaccuracies}
        paper.print(
            f"  {t('review.mistakes'):<12}" + " ".join(f"{n}{MARKS[name]}" for name, n in counts.items())
        )
        for kind, count in sorted(career.reasons.items(), key=lambda pair: -pair[1])[:3]:
            paper.print(Text(f"  {count} × {kind}", "dim"))
