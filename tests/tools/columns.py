"""The tables of docs/lab.md that say what the columns of a file are: from what the lab and the rooms declare.

`python tests/tools/columns.py` writes them anew.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import rooms

from gruppetto.lab.moves import MOVES
from gruppetto.lab.results import RESULTS

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
BEGIN, END = "<!-- columns: tests/tools/columns.py -->", "<!-- end of columns -->"


def table(title: str, columns: Mapping[str, str]) -> Iterator[str]:
    """The columns of one kind of file, or those that a game adds."""
    yield from (f"**{title}**", "", "| column | meaning |", "|---|---|")
    yield from (f"| `{name}` | {meaning} |" for name, meaning in columns.items())
    yield ""


def tables() -> str:
    """Results, what every game adds to them, and moves."""
    lines = ["", *table("Results (`--out`), a row for every race", RESULTS)]
    for game in rooms.our_games():
        lines += table(f"Results of {game.name}, besides", game.report)
    return "\n".join([*lines, *table("Moves (`--moves`), a row for every decision", MOVES), ""])


def page(text: str) -> str:
    """The page with these tables between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{tables()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
