"""Cards of Flamme Rouge in characters: a hand as boxes, a deck as a line."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT
from gruppetto.cli.lanes import token
from gruppetto.games.flamme_rouge.faces.words import kind_name
from gruppetto.games.game import Json
from gruppetto.language import t

PAPER = "#2a2420 on #f5ecd8"
WEARY = "#f5ecd8 on #a3121f"
FACES = {"X": "x", "A": "A"}
CARD = 7  # columns inside a card


def hand_of(rider: str, hand: dict[str, int], leads: Mapping[str, int], *, tall: bool) -> RenderableType:
    """A hand as a row of boxes, each with what to type for it and the square it leads to."""
    faces = [card for card, copies in hand.items() for _ in range(copies)]
    rows = [_row(faces, leads, part) for part in (_TALL if tall else _LOW)]
    return Group(Text.assemble(token(rider), f" {t('cli.flamme-rouge.hand', kind=kind_name(rider))}"), *rows)


_LOW = ("╭{2:─^7}╮", "│{1:^7}│", "╰{3:─^7}╯")
_TALL = ("╭{0:─^7}╮", "│{2:^7}│", "│{1:^7}│", "│{3:^7}│", "╰{0:─^7}╯")


def _row(faces: list[str], leads: Mapping[str, int], part: str) -> Text:
    """One line of characters through all the cards."""
    row = Text(" ", no_wrap=True)
    for face in faces:
        tired = face == "X"
        leads_to = f"→ {leads[face]}" if face in leads else ""
        text = part.format(
            "", "x = 2" if tired else face, t("cli.flamme-rouge.exhausted") if tired else "", leads_to
        )
        row.append(text, WEARY if tired else PAPER)
        row.append(" ")
    return row


def deck_lines(view: Json, seat: int) -> RenderableType:
    """One's two decks: what is face down, what is recycled, what has been played this round."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for name, rider in view["riders"].items():
        if rider["seat"] == seat:
            grid.add_row(token(name), *_piles(rider["own"]))
    return grid


def _piles(own: Json) -> Iterator[Text]:
    for title, pile in (("table.deck", own["deck"]), ("table.recycled", own["recycled"])):
        yield Text.assemble(
            (f"{t(title)} ", "dim"), f"{sum(pile.values()):>2}", ("  " if pile else ""), _cards(pile)
        )
    if own["played"] is not None:
        yield Text.assemble((f"{t('cli.flamme-rouge.played')} ", "dim"), (str(own["played"]), "bold"))


def _cards(pile: dict[str, int]) -> Text:
    """A pile as its values, equal ones together."""
    text = Text()
    for card, copies in pile.items():
        text.append(card * copies + " ", ACCENT if card == "X" else "")
    return text
