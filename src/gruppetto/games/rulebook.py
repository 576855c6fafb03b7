"""The pages of numbered rules, one for each game and language: what sources, events and tests refer to."""

import functools
import inspect
import re
from pathlib import Path

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.games.passages import Block, Drawing, blocks, links, passages
from gruppetto.language import ENGLISH

CARRIED = Path(__file__).parent / "pages"  # our own pages, in a wheel
WRITTEN = Path(__file__).parents[3] / "docs" / "rules"  # and in a checkout
LEANS_ON = re.compile(r"([\w-]+\.md)#\S+")  # a rule on another page


def page_of(game: Game, language: str = ENGLISH) -> Path:
    """The page of a game: a file in its room, or one of ours; in English where nobody has translated it."""
    own = Path(inspect.getfile(type(game))).parent / game.page
    page = own if own.is_file() else (CARRIED if CARRIED.is_dir() else WRITTEN) / game.page
    translated = page.parent / language / page.name
    return translated if translated.is_file() else page


def language_of(game: Game, wanted: str) -> str:
    """The language in which somebody who wants one can read the rules of a game."""
    return wanted if page_of(game, wanted).parent.name == wanted else ENGLISH


def pages_of(game: Game, language: str = ENGLISH) -> list[Path]:
    """The page of a game, and the pages whose rules it refers to."""
    page = page_of(game, language)
    others = [found[1] for to in links(page.read_text("utf-8")) if (found := LEANS_ON.fullmatch(to))]
    return [page, *(page.with_name(name) for name in dict.fromkeys(others))]


@functools.cache
def blocks_of(game: Game, language: str = ENGLISH) -> list[Block]:
    """All rules of a game as they are shown at its table."""
    options = frozenset(field.encode_name for field in msgspec.structs.fields(game.options_type))
    return [block for page in pages_of(game, language) for block in blocks(page.read_text("utf-8"), options)]


def drawing_of(game: Game, name: str, language: str = ENGLISH) -> Path | None:
    """The file of a drawing that the rules of a game show."""
    shown = {block.name for block in blocks_of(game, language) if isinstance(block, Drawing)}
    return page_of(game, language).parent / "pictures" / name if name in shown else None


@functools.cache
def rules_of(game: Game) -> tuple[str, ...]:
    """The number of every rule on the page of a game."""
    return tuple(each.number for each in passages(page_of(game).read_text("utf-8")) if each.number)


@functools.cache
def rulebook() -> frozenset[str]:
    """The number of every rule of every game."""
    return frozenset(number for game in registry.games().values() for number in rules_of(game))


def prefixes() -> set[str]:
    """What the numbers of all rules begin with."""
    return {number.rstrip("0123456789.") for number in rulebook()}
