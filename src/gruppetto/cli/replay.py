"""Tell a race again, round by round."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from gruppetto.cli import consoles, warmup
from gruppetto.cli.settings import called
from gruppetto.cli.table import Scene, scene_of
from gruppetto.cli.tables import table_for
from gruppetto.errors import BadOption
from gruppetto.games.game import Json, Message
from gruppetto.language import t
from gruppetto.match import Match
from gruppetto.past import PastMatch
from gruppetto.story import event_document


@dataclass
class Chapter:
    """One round: its events, and how many decisions had been made when it was over."""

    number: int
    events: list[Message] = field(default_factory=list)
    decisions: int = 0


def chapters(match: Match) -> list[Chapter]:
    """The race by rounds, the placement being round 0, as a spectator saw it."""
    told = [Chapter(0)]
    for number, events in match.story(None):
        for event in events:
            if event.opens_round:
                told.append(Chapter(len(told)))
            else:
                told[-1].events.append(event)
            told[-1].decisions = number + 1
    return told


def tell(file: Path, first: int, last: int | None, step: int, *, pause: bool) -> None:
    """The rounds from `first` to `last` as sentences, with the road after each."""
    paper = consoles.out()
    match = warmup.open_race(file, consoles.err())
    table, names = table_for(match.game.id), tuple(map(called, match.seated))
    whole = chapters(match)
    if first >= len(whole) or (last is not None and last < first):
        raise BadOption(
            f"--from {first} --until {last}: this race has rounds 0 to {len(whole) - 1}, in this order."
        )
    asks = pause and paper.is_terminal and sys.stdin.isatty()
    chosen = whole[first : None if last is None else last + 1]
    for shown, chapter in enumerate(chosen, 1):
        scene = scene_of(match.at(chapter.decisions), None, names, (paper.width, paper.height))
        paper.print(Rule(_title(chapter), align="left", style="dim"))
        for event in filter(table.tells, chapter.events):
            paper.print(Text(event.text))
        paper.print(_picture(table.chapter, match, scene))
        asked = asks and shown % step == 0 and shown < len(chosen)
        if asked and paper.input(f"[dim]{t('cli.ride_on')}[/dim]").strip().lower() == "q":
            return
    if match.over and chosen[-1] is whole[-1]:
        paper.print()
        paper.print(_picture(table.result, match, scene_of(match, None, names, (paper.width, paper.height))))


def _picture(draw: Callable[[Scene], RenderableType], match: Match, scene: Scene) -> RenderableType:
    """What a table draws; a view that other rules kept may lack something, then the sentences must do."""
    try:
        return draw(scene)
    except Exception:
        if isinstance(match, PastMatch):
            return Group()
        raise


def _title(chapter: Chapter) -> Text:
    return Text(t("common.round", round=chapter.number) if chapter.number else t("cli.start"), "bold")


def as_json(file: Path) -> None:
    """All events as one document; hidden cards only once the race is over and its seed public."""
    match = warmup.open_race(file, consoles.err())
    document = {
        "game": match.game.id,
        "rules_version": match.rules_version,
        "seats": match.seats,
        "options": match.options,
        "over": match.over,
        "events": list(_events(match)),
        "result": match.result,
    }
    consoles.write_json(msgspec.json.encode(document))


def _events(match: Match) -> Iterator[Json]:
    for number, events in match.story() if match.over else match.story(None):
        for event in events:
            yield {"decision": number, "seat": match.log[number][0], **event_document(event)}
