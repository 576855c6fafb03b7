"""The tables of docs/envs.md that say what `observe` tells: made from what the rooms declare.

`python tests/tools/observations.py` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path

import rooms

from gruppetto.games.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"
BEGIN, END = "<!-- observations: tests/tools/observations.py -->", "<!-- end of observations -->"


def table(game: Game) -> Iterator[str]:
    """The numbers of one game, in their order."""
    yield from (f"### {game.name}", "")
    total = sum(seen.width for seen in game.observed)
    kind = game.bounds()[0].dtype.name
    yield f"{game.observation} numbers, as `{kind}`; one-hot they would take {total:,} places."
    yield from ("", "| at | name | from | to | meaning |", "|---|---|---|---|---|")
    at = 0
    for seen in game.observed:
        last = at + seen.size - 1
        place = str(at) if seen.size == 1 else f"{at}–{last}"
        known = " Never changes during a race." if seen.fixed else ""
        yield f"| {place} | `{seen.name}` | {seen.low} | {seen.high} | {seen.meaning}{known} |"
        at = last + 1
    yield ""


def tables() -> str:
    """Those of our own games, as far as they declare anything."""
    declared = [game for game in rooms.our_games() if game.observed]
    return "\n".join(("", *(line for game in declared for line in table(game)), ""))


def page(text: str) -> str:
    """The page with these tables between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{tables()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
