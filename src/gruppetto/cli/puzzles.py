"""Puzzles in the terminal: make them, check them, list them, solve them."""

import contextlib
import math
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console, Group
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli import consoles
from gruppetto.cli.simulate import progress_on
from gruppetto.cli.table import YOU, scene_of
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Choice, Message
from gruppetto.lab import puzzle_making
from gruppetto.language import t
from gruppetto.players.halving import cores
from gruppetto.puzzles import Puzzle, puzzle, puzzles, ridden_out
from gruppetto.puzzles.shelf import PuzzleSet, read, write

STARS = 5
EXAMPLE = 1  # rounds that are told of what comes of a choice


def make(
    game: str, count: int, seed: int, out: Path | None,
    *, workers: int | None, minutes: float | None, resume: bool, force: bool,
) -> None:  # fmt: skip
    """Ride races until so many puzzles are found, or the time is up; what was found is kept after each."""
    target = out or Path(f"{game}-puzzles.json.xz")
    kept = _begun(game, seed, target, resume=resume, force=force)
    until = time.monotonic() + 60 * (math.inf if minutes is None else minutes)
    with progress_on(consoles.err()) as progress:
        task = progress.add_task("puzzles", total=count, completed=len(kept.puzzles))
        with contextlib.closing(puzzle_making.grow(kept, workers=workers or cores())) as growing:
            while len(kept.puzzles) < count and time.monotonic() < until:
                kept = next(growing)
                write(kept, target)
                progress.update(task, completed=min(count, len(kept.puzzles)))
    if not target.exists():
        write(kept, target)
    consoles.out().print(f"{len(kept.puzzles)} puzzles in {target}", markup=False, soft_wrap=True)


def _begun(game: str, seed: int, target: Path, *, resume: bool, force: bool) -> PuzzleSet:
    room = registry.get(game)
    if not (resume and target.exists()):
        consoles.check_target(target, force=force)
        return PuzzleSet(game, room.rules_version, seed=seed)
    kept = read(target)
    if (kept.game, kept.rules_version, kept.seed) != (game, room.rules_version, seed):
        raise BadOption(
            f"--resume: {target} has puzzles of {kept.game}, rules version {kept.rules_version}, seed "
            f"{kept.seed}; asked for are {game}, version {room.rules_version}, seed {seed}."
        )
    return kept


def check(game: str, file: Path | None, out: Path | None, *, force: bool) -> None:
    """Weigh puzzles anew under the rules that are installed; keep those that still are some."""
    kept = read(file) if file else PuzzleSet(game, registry.get(game).rules_version, puzzles(game))
    if out is not None:
        consoles.check_target(out, force=force)
    held = []
    for before, now in puzzle_making.still_hold(kept.puzzles):
        if now is None:
            consoles.out().print(f"{before.id}: is no puzzle any more.", markup=False)
        else:
            held.append(now)
    consoles.out().print(f"{len(held)} of {len(kept.puzzles)} puzzles hold.", markup=False)
    if out is not None:
        version = registry.get(kept.game).rules_version
        write(msgspec.structs.replace(kept, rules_version=version, puzzles=tuple(held)), out)


def list_all(game: str, *, as_json: bool) -> None:
    """The puzzles in the box."""
    if as_json:
        consoles.write_json(msgspec.json.encode([_row(one) for one in puzzles(game)]))
        return
    grid = Grid(box=None)
    for heading in ("id", t("puzzle.difficulty"), t("puzzle.margin"), t("puzzle.question")):
        grid.add_column(heading)
    for one in puzzles(game):
        grid.add_row(one.id, stars(one), f"{one.margin:.0%}", t(f"puzzle.find.{one.asks}"))
    consoles.out().print(grid)


def _row(one: Puzzle) -> dict[str, object]:
    return {
        "id": one.id, "game": one.game, "seat": one.seat, "difficulty": one.difficulty,
        "margin": one.margin, "asks": one.asks, "choices": len(one.choices), "solvers": one.solvers,
    }  # fmt: skip


def stars(one: Puzzle) -> str:
    """How hard a puzzle is, to be seen at a glance."""
    return "★" * one.difficulty + "☆" * (STARS - one.difficulty)


def _names(one: Puzzle, seats: int) -> tuple[str, ...]:
    return tuple(YOU if seat == one.seat else "domestique" for seat in range(seats))


def solve(game: str, name: str | None, answer: str | None) -> None:
    """Show a puzzle, ask for the best choice, and show what comes of it."""
    one = puzzle(game, name) if name else _any(game)
    paper = consoles.out()
    match, table = one.match(), table_for(game)
    scene = scene_of(match, one.seat, _names(one, match.seats), (paper.width, paper.height))
    paper.print(table.screen(scene))
    paper.print(Text(f"{t(f'puzzle.find.{one.asks}')}  {stars(one)}  {one.id}", "bold"))
    keyed = dict(zip(table.keys(scene.choices), scene.choices, strict=True))
    chosen = _chosen(paper, keyed, table.question(scene), answer)
    paper.print(Group(*_verdict(one, chosen, {choice.code: choice for choice in scene.choices})))


def _any(game: str) -> Puzzle:
    found = puzzles(game)
    if not found:
        raise BadOption(f"{registry.get(game).name}: there are no puzzles for these rules yet.")
    return secrets.choice(found)


def _chosen(paper: Console, keyed: dict[str, Choice], question: str, answer: str | None) -> Choice:
    keys = " ".join(keyed)
    typed = answer
    while typed not in keyed:
        if answer is not None:
            raise BadOption(f"--answer: {answer!r} is no choice here; choices are {', '.join(keyed)}.")
        typed = paper.input(Text(f"{question} [{keys}] > ", "bold")).strip().lower()
    return keyed[typed]


def _verdict(one: Puzzle, chosen: Choice, choices: dict[int, Choice]) -> Iterator[Text | Rule]:
    """Right or wrong, what every choice is worth, and one way it may go on."""
    right = chosen.code == one.best
    yield Text(t("puzzle.right" if right else "puzzle.wrong"), "bold")
    for weighed in one.choices:
        mark = "★" if weighed.code == one.best else "→" if weighed.code == chosen.code else " "
        yield Text(f" {mark} {weighed.win:>4.0%}  {choices[weighed.code].text}")
    for code in dict.fromkeys((one.best, chosen.code if not right else one.obvious)):
        yield Rule(choices[code].text, align="left")
        for event in _first_round(one, code):
            yield Text(event.text)


def _first_round(one: Puzzle, code: int) -> list[Message]:
    told = ridden_out(one, code, rounds=EXAMPLE).events
    return [event for events in told for event in events]
