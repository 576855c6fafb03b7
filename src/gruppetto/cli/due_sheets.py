"""The two sheets of Due Ruote in characters: the challenge and the sprint."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from gruppetto.cli.consoles import ACCENT, GOLD
from gruppetto.cli.peloton import team_label, token
from gruppetto.games.due_ruote.faces.names import ACTIVITIES, DEEDS
from gruppetto.games.due_ruote.rules.codes import FRESH, FRESH_ON_THE_WAY
from gruppetto.games.game import Json


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
    sums = [_sum(view, [*placed[side], *drawn[side]]) for side in ("right", "left")]
    verdict = ("succeeds", "bold green") if sums[0] >= sums[1] else ("fails", f"bold {ACCENT}")
    title = Text.assemble(
        team_label(seat),
        f" {DEEDS[ACTIVITIES.index(activity)]}  ",
        (f"{sums[0]} : {sums[1]}", "bold"),
        "  ",
        verdict,
    )
    return Group(title, Text.assemble(("for     ", "dim"), right), Text.assemble(("against ", "dim"), left))


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
    return text.append(f"next +{nxt}", "dim")


def _sum(view: Json, entries: Sequence[Json]) -> int:
    return sum(view["riders"][entry["rider"]]["speed"][view["terrain"]] for entry in entries)


def sprint_sheet(view: Json) -> RenderableType:
    """A column for every sprinter, with what makes up his value."""
    sprint = view["sprint"]
    fresh = FRESH if sprint["goal"] == "finish" else FRESH_ON_THE_WAY
    table = Grid(box=None, padding=(0, 1, 0, 0), show_header=False, pad_edge=False)
    worth = [_worth(view["riders"][column["rider"]], column, fresh) for column in sprint["columns"]]
    table.add_row(Text("sprint", "bold"), *(token(column["rider"]) for column in sprint["columns"]))
    for title, part in (("card", 0), ("helpers", 1), ("tokens", 2), ("tired", 3)):
        table.add_row(
            Text(title, "dim"), *(f"{parts[part]:+}" if part else str(parts[part]) for parts in worth)
        )
    best = max(sum(parts) for parts in worth)
    totals = (Text(str(sum(parts)), f"bold {GOLD}" if sum(parts) == best else "bold") for parts in worth)
    table.add_row(Text("value", "bold"), *totals)
    return table


def _worth(him: Json, column: Json, fresh: int) -> tuple[int, int, int, int]:
    """The value on the card, helpers, special tokens, and what tired legs take off (Z9.7)."""
    tokens = 2 * (column["tokens"] or 0)
    return him["sprint"], len(column["helpers"]), tokens, -max(0, him["fatigue"] - fresh)
