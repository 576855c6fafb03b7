"""The stages there are to choose from, and a road as it lies on the table."""

import re

import msgspec

from gruppetto.games.flamme_rouge.data.layout import Layout
from gruppetto.games.flamme_rouge.data.road import GROUPS, Road, StageCard, layout, stage, stages


class ListedStage(msgspec.Struct, frozen=True):
    """A stage of the catalogue, with what there is to count on it."""

    name: str
    letters: str
    group: str
    aliases: tuple[str, ...]
    note: str
    squares: str
    length: int
    climbs: list[int]


class Catalogue(msgspec.Struct, frozen=True, tag_field="game", tag="flamme-rouge"):
    """All stages, and the groups they are listed in."""

    stages: list[ListedStage]
    groups: list[str]


class Scenery(msgspec.Struct, frozen=True):
    """A road as it lies on the table."""

    name: str
    letters: str
    squares: str
    start_squares: int
    line: int
    last_square: int
    layout: Layout


def listed_stages() -> Catalogue:
    """All stages, with what makes one choose them (FR1.6)."""
    return Catalogue([_listed(card) for card in stages()], list(GROUPS))


def _listed(card: StageCard) -> ListedStage:
    squares = stage(card.letters).squares
    climbs = [len(run) for run in re.findall("a+", squares)]
    known = msgspec.structs.asdict(card)
    return ListedStage(**known, squares=squares, length=len(squares), climbs=climbs)


def laid_out(road: Road) -> Scenery:
    """A road with the place of every square."""
    return Scenery(
        name=road.name,
        letters=road.letters,
        squares=road.squares,
        start_squares=road.start_squares,
        line=road.line,
        last_square=road.last_square,
        layout=layout(road),
    )
