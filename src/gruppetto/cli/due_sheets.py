"""The two sheets of Due Ruote in characters: the challenge and the sprint."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD
from gruppetto.cli.peloton import team_label, token
from gruppetto.games.game import Json
from gruppetto.language import t


def challenge_sheet(view: Json) -> RenderableType:
    """Both sides with their sums and what the next slot costs; in brackets what only you see yet."""
    challenge, own = view["challenge"], view["composing"] or {"entries": [], "activity": None}
    activity = challenge["activity"] if challenge else own["activity"]
    seat = challenge["initiator"] if challenge else view["you"]
    placed = {side: challenge[side] if challenge else [] for side in ("right", "left")}
    drawn: dict[str, list[Json]] = {"right": [], "left": []}
    for entry in own["entries"]:
        drawn["left" if entry["role"] == "obstruct" else "right"].append(entry)
    right, left = (_side(view, side, placed[side], drawn[side]) for side in ("right", "left"))
    known = view["composing"] or challenge
    good, bad = (t("due.sheet.succeeds"), "bold green"), (t("due.sheet.fails"), f"bold {ACCENT}")
    title = Text.assemble(
        team_label(seat),
        f" {t(f'due.activity.{activity}')}  ",
        (f"{known['right_sum']} : {known['left_sum']}", "bold"),
        "  ",
        good if known["succeeds"] else bad,
    )
    sides = ((t("due.sheet.right"), right), (t("due.sheet.left"), left))
    return Group(title, *(Text.assemble((f"{side:<9}", "dim"), riders) for side, riders in sides))


def _side(view: Json, side: str, placed: Sequence[Json], drawn: Sequence[Json]) -> Text:
    text = Text()
    for number, entry in enumerate([*placed, *drawn]):
        speed = view["riders"][entry["rider"]]["speed"][view["terrain"]]
        sketched = number >= len(placed)
        helps = "h" if entry["role"] == "help" else ""
        text.append_text(
            Text.assemble(
                "[" if sketched else "", token(entry["rider"]), f" {speed}{helps}", "] " if sketched else "  "
            )
        )
    slots = view["sheets"][side]
    nxt = slots[min(len(placed) + len(drawn), len(slots) - 1)]
    return text.append(t("cli.due.next", fatigue=nxt), "dim")


def sprint_sheet(view: Json) -> RenderableType:
    """A column for every sprinter, with what makes up the value."""
    sprint = view["sprint"]
    table = Grid(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False)
    worth = [column["worth"] for column in sprint["columns"]]
    table.add_row(Text(t("due.sprint"), "bold"), *(token(column["rider"]) for column in sprint["columns"]))
    for title, sign in (("card", ""), ("helpers", "+"), ("tokens", "+"), ("tired", "−")):
        table.add_row(Text(t(f"due.sprint.{title}"), "dim"), *(f"{sign}{parts[title]}" for parts in worth))
    best = max(parts["total"] for parts in worth)
    totals = (
        Text(str(parts["total"]), f"bold {GOLD}" if parts["total"] == best else "bold") for parts in worth
    )
    table.add_row(Text(t("due.sprint.total"), "bold"), *totals)
    return table
