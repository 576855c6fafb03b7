"""The pages of numbered rules, one for each game: what sources, events and tests refer to."""

import functools
import inspect
import re
from pathlib import Path

from gruppetto.games import registry
from gruppetto.games.game import Game

NUMBERED = re.compile(
    r"\*\*([A-Z]+\d+(?:\.\d+)*)\*\*\s*(.*?)(?=\n\s*\n|\n[-*] \*\*|\n#|\Z)", re.DOTALL
)  # what a page defines: a number in bold, and its text
CARRIED = Path(__file__).parent / "pages"  # our own pages, in a wheel
WRITTEN = Path(__file__).parents[3] / "docs" / "rules"  # and in a checkout


def page_of(game: Game) -> Path:
    """The page of a game: a file in its room, or one of ours."""
    own = Path(inspect.getfile(type(game))).parent / game.page
    if own.is_file():
        return own
    return (CARRIED if CARRIED.is_dir() else WRITTEN) / game.page


@functools.cache
def rules_of(game: Game) -> dict[str, str]:
    """Every rule that the page of a game numbers, and its text."""
    return {number: _plain(text) for number, text in NUMBERED.findall(page_of(game).read_text("utf-8"))}


@functools.cache
def rulebook() -> dict[str, str]:
    """Every numbered rule of every game."""
    return {number: text for game in registry.games().values() for number, text in rules_of(game).items()}


def prefixes() -> set[str]:
    """What the numbers of all rules begin with."""
    return {number.rstrip("0123456789.") for number in rulebook()}


def _plain(text: str) -> str:
    """Without the page's own markup: anchors, links and line ends."""
    text = re.sub(r"\{[^}]*\}", "", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(text.replace("*", "").split())
