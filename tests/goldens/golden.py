"""Whole races as texts a person can read: a changed line is a changed rule.

python tests/goldens/golden.py [game …]    writes them anew (if one changes, the rules version must be raised)

The decisions of a golden are made again, so that the difference shows what the rules have changed. Only where
they are no longer legal, or do not show what the golden is kept for, another race is ridden.

Every room declares its goldens in a file of its name: ours beside this one, those of other packages in the
folder `tests/goldens` of their own. Only what is not plain already is told: options that are not the usual
ones, a rule's number once for all that it says in a row, and a choice in words only if nothing came of it.
"""

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

sys.path.append(str(Path(__file__).parents[1] / "tools"))
import rooms

import gruppetto as g
from gruppetto.games import registry
from gruppetto.games.game import Game, Json, Message
from gruppetto.games.vocabulary import unusual
from gruppetto.players import decide

WIDTH = 200  # a line goes on to the next where it would be longer
NOBODY = -1
DECISION = re.compile(r"› (\d+):(\d+)")


# --- what a room declares ---------------------------------------------------------------------------


def ride(golden: "Golden", seed: int) -> g.Match:
    """A whole race, or a whole tour, of bots."""
    match = g.start(golden.game, seats=len(golden.players), seed=seed, options=golden.options)
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, golden.players[seat], 1000 * seed + len(match.log)))
    return match


class Golden(msgspec.Struct, frozen=True):
    """A race worth keeping: with this seed, or with the first one that shows what it is kept for."""

    game: str
    players: list[str]
    options: Json = {}
    seed: int | None = None
    shows: Callable[[g.Match], bool] = lambda match: match.over
    ridden: Callable[["Golden", int], g.Match] = ride

    def race(self) -> g.Match:
        """The race itself."""
        if self.seed is not None:
            return self.ridden(self, self.seed)
        races = (self.ridden(self, seed) for seed in count())
        return next(race for race in races if self.shows(race))


@cache
def goldens_of(game: Game) -> dict[str, Golden]:
    """The goldens that a game's room declares, by name."""
    path = rooms.tests_beside(game) / "goldens" / f"{rooms.room_of(game)}.py"
    spec = importlib.util.spec_from_file_location(f"goldens_of_{path.stem}", path)
    assert spec, path
    assert spec.loader, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {name: golden for name, golden in module.goldens() if golden.game == game.id}


def path_of(game: Game, name: str) -> Path:
    """Where a golden lies."""
    return rooms.tests_beside(game) / "goldens" / game.id / f"{name}.txt"


def told(match: g.Match) -> list[Any]:
    """All events of a match."""
    return [event for _, events in match.story() for event in events]


def file_name(text: str) -> str:
    """A name as files have it."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


# --- a race as a text -------------------------------------------------------------------------------


def render(match: g.Match) -> str:
    """A match as text: what it began with, its story, and how it ended."""
    lines = [*_beginning(match), *_story(match), *_classification(match)]
    return "\n".join([*lines, f"# position {match.fingerprint}"]) + "\n"


def _beginning(match: g.Match) -> Iterator[str]:
    yield f"# {match.game.name}, rules version {match.game.rules_version}"
    yield f"# seats {match.seats}"
    yield f"# seed {match.seed.hex()}"
    yield f"# options {json.dumps(unusual(match.options), ensure_ascii=False)}"


def _story(match: g.Match) -> list[str]:
    """Every decision with what came of it: decisions of one seat in a row share a line, if there is room."""
    again, page = match.at(0), Page()
    for seat, code in match.log:
        text = again.game.message(again.state, seat, code).text
        page.write(seat, code, text, again.play(seat, code))
    return page.lines


class Page:
    """A story being written down: a seat's decisions in a row share a line, with what came of them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.seat, self.rule = NOBODY, ""  # whose decision may follow in this line; the last rule named in it

    def write(self, seat: int, code: int, text: str, events: list[Message]) -> None:
        """Write a decision with the first thing that came of it, or in words; and then the rest."""
        decision = f"› {seat}:{code}"
        rule, said = (events[0].rule, events[0].text) if events else (self.rule, text)
        if self.seat != seat or not self._goes_on(f"{decision} {self._named(rule)}{said}"):
            self.rule = "" if events else rule
            self.lines.append(f"{decision} {self._named(rule)}{said}")
        self.seat, self.rule = seat, rule if events else ""
        for event in events[1:]:
            self._tell(event)

    def _tell(self, event: Message) -> None:
        """Write an event behind others; a round begins a line."""
        if event.opens_round or not self._goes_on(f"{self._named(event.rule)}{event.text}"):
            self.lines.append(f"    {event.rule} {event.text}")
            self.seat = NOBODY
        self.rule = event.rule

    def _named(self, rule: str) -> str:
        """The number of a rule, unless it was the last one named."""
        return "" if rule == self.rule else f"{rule} "

    def _goes_on(self, piece: str) -> bool:
        """Write behind what is there, if there is room; whether there was."""
        room = len(self.lines[-1]) + len(piece) < WIDTH
        if room:
            self.lines[-1] += f" {piece}"
        return room


def _classification(match: g.Match) -> Iterator[str]:
    if match.result:
        yield "# classification"
        yield from (f"#   {_placing(entry)}" for entry in match.result["riders"])
        teams = match.result.get("teams", ())
        yield from (f"#   {team['team']}: {team['points']} points" for team in teams if "points" in team)


def _placing(entry: Json) -> str:
    """A rider in the classification: of a race by square, of a tour by time, or in other words."""
    if "square" in entry:
        return f"{entry['place']}. {entry['rider']} on {entry['square']}, {entry['lane']} lane"
    if "line" in entry:
        return f"{entry['place']}. {entry['line']}"
    if "clock" not in entry:
        words = (f"{name} {value}" for name, value in entry.items() if name not in ("place", "rider"))
        return f"{entry['place']}. {entry['rider']} {', '.join(words)}"
    if entry["time"] is None:
        return f"{entry['rider']} out, {entry['exhaustion']} exhaustion"
    return f"{entry['place']}. {entry['rider']} {entry['clock']}, {entry['exhaustion']} exhaustion"


def replayed(text: str, game: str) -> g.Match:
    """The match a golden tells of, its decisions made again."""
    header = dict(line[2:].split(" ", 1) for line in text.splitlines()[:4])
    match = g.start(
        game, seats=int(header["seats"]), seed=header["seed"], options=json.loads(header["options"])
    )
    for seat, code in DECISION.findall(text):
        match.play(int(seat), int(code))
    return match


def kept(golden: Golden, path: Path) -> g.Match | None:
    """The race a golden tells of already, if its rules still allow it and it is as it is declared today."""
    try:
        match = replayed(path.read_text(encoding="utf-8"), golden.game)
    except (FileNotFoundError, g.GruppettoError):
        return None
    declared = match.game.options(golden.options) == match.options and match.seats == len(golden.players)
    return match if declared and match.over and golden.shows(match) else None


def write(game: Game) -> None:
    """All goldens of a game: races that are kept told again, others ridden; what is not declared removed."""
    folder = path_of(game, "").parent
    folder.mkdir(parents=True, exist_ok=True)
    for stale in {path.stem for path in folder.glob("*.txt")} - set(goldens_of(game)):
        path_of(game, stale).unlink()
    for name, golden in goldens_of(game).items():
        match = kept(golden, path_of(game, name)) or golden.race()
        path_of(game, name).write_text(render(match), encoding="utf-8")
        print(game.id, name, len(match.log))  # noqa: T201


if __name__ == "__main__":
    for wanted in sys.argv[1:] or registry.games():
        write(registry.get(wanted))
