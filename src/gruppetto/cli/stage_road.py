"""A stage of Etapa in characters: the road, its profile, and groups as television names them."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from rich.style import Style
from rich.text import Text

from gruppetto.games.etapa.data.road import Stage
from gruppetto.games.etapa.faces.names import team_name
from gruppetto.games.game import Json
from gruppetto.language import t

TEAM = 3  # riders
TEAM_COLOURS = ("#1c4c92", "#a3121f", "#b4540a", "#3a332d", "#6d3a8c")
WIDE = 3  # columns a field takes
BEHIND = 8  # fields a window shows behind the rider it is about, where it can
BEYOND = 6  # fields shown past the line
TALLEST = 4  # riders shown above each other: no more stand on a field after the start (C1.6)
SLOPES = {"F": 0.0, "D": -1.1, "E": 1.0, "N": 1.35, "H": 1.8, "U": 2.4}
GROUND = {"F": "  ", "D": "╲╲", "E": "╱ ", "N": "╱╱", "H": "╱╱", "U": "╱╱"}
COLOURS = {
    "F": "#a89c84", "D": "#86adc9", "E": "#d9a08f", "N": "#cf8b78", "H": "#cf6f57", "U": "#b8442f",
}  # fmt: skip
PAST = "#ecd58c"  # the road beyond the line
COBBLES, FEED = "░░", "∪"
BARS = "▁▂▃▄▅▆▇█"
LIMIT, FLAG, LINE = "┃", "⚑", "▌"
HEAD, CHASE, PELOTON, DROPPED, GRUPPETTO = "head", "chase", "peloton", "dropped", "gruppetto"


def seat_of(rider: str) -> int:
    """The team a start number belongs to."""
    return (int(rider) - 1) // TEAM


def number(rider: str) -> Text:
    """A rider's number on the colour of the team."""
    return Text(f"{rider:>2}", number_style(rider))


def number_style(rider: str) -> Style:
    """White on the colour of the team."""
    return Style(color="white", bgcolor=TEAM_COLOURS[seat_of(rider)], bold=True)


def team_label(seat: int) -> Text:
    """A team's name on its colour."""
    return Text(f" {team_name(seat)} ", Style(color="white", bgcolor=TEAM_COLOURS[seat], bold=True))


def terrain(card: Stage, field: int) -> str:
    """The letter of a field; before and beyond the road as at its ends."""
    return card.fields[min(max(field, 1), card.length) - 1]


# --- the road, field by field -----------------------------------------------------------------------


def on_road(view: Json) -> dict[str, int]:
    """Where everybody is who is still in the stage."""
    return {
        rider: state["field"]
        for rider, state in view["riders"].items()
        if state["status"] not in ("withdrawn", "out")
    }


def road_rows(card: Stage, view: Json, width: int, focus: int) -> Iterator[Text]:
    """A window on the road: riders above their fields, the ground, and numbers below."""
    count = (width - 1) // WIDE
    first = max(1, min(focus - BEHIND, card.length + BEYOND - count + 1))
    fields = range(first, min(first + count, card.length + BEYOND + 1))
    stacks = {field: [rider for rider, at in on_road(view).items() if at == field] for field in fields}
    for level in reversed(range(min(TALLEST, max(map(len, stacks.values()))))):
        yield _riders([stacks[field][level : level + 1] for field in fields])
    yield _ground(card, fields)
    yield _numbers(card, fields)


def _riders(row: Sequence[Sequence[str]]) -> Text:
    text = Text(no_wrap=True)
    for cell in row:
        text.append(" ")
        text.append_text(number(cell[0]) if cell else Text("  "))
    return text


def _ground(card: Stage, fields: range) -> Text:
    """The road itself, with primes, the feed zone and the lines across it."""
    signs = {field: category for category, field in card.primes}
    text = Text(no_wrap=True)
    for field in fields:
        letter = terrain(card, field)
        colour = PAST if field > card.length else COLOURS[letter.upper()]
        ground = Style(color="#2a2420", bgcolor=colour, bold=field in signs)
        sign = f"{signs[field]:<2}" if field in signs else _surface(card, field, letter)
        text.append(_border(card, field), ground)
        text.append(sign, ground)
    return text


def _surface(card: Stage, field: int, letter: str) -> str:
    if card.feed and card.feed[0] <= field <= card.feed[1]:
        return f"{FEED} "
    if field > card.length:
        return "  "
    return COBBLES if letter.islower() else GROUND[letter]


def _border(card: Stage, field: int) -> str:
    """What a field begins with: a line across the road, or a thin stroke."""
    if field == card.length + 1:
        return LINE
    if card.limit and field == card.limit + 1:
        return LIMIT
    return FLAG if card.flag and field == card.flag else "▏"


def _numbers(card: Stage, fields: range) -> Text:
    """Every fifth field's number, and where the finish is."""
    row = ""
    for field in fields:
        word = t("board.finish") if field == card.length + 1 else str(field) if field % 5 == 0 else ""
        if field <= card.length + 1 and word:
            row = row.ljust((field - fields[0]) * WIDE) + f" {word}"
    return Text(row[: len(fields) * WIDE + 1], "dim", no_wrap=True)


# --- the whole stage --------------------------------------------------------------------------------


def profile(card: Stage, view: Json | None, width: int) -> Iterator[Text]:
    """The whole stage in one line of hills, and above it where riders are."""
    per_column = -(-card.length // width)
    heights = list(accumulate(SLOPES[letter.upper()] for letter in card.fields))
    low, span = min(0.0, *heights), max(8.0, max(heights) - min(0.0, *heights))
    heads, hills = Text(no_wrap=True), Text(no_wrap=True)
    places = on_road(view) if view else {}
    for first in range(0, card.length, per_column):
        part = range(first, min(first + per_column, card.length))
        there = [rider for rider, field in places.items() if field - 1 in part]
        heads.append(*_head(there, view))
        height = max(heights[index] for index in part) - low
        hills.append(BARS[round(height / span * (len(BARS) - 1))], COLOURS[card.fields[part[0]].upper()])
    if view:
        yield heads
    yield hills


def _head(riders: list[str], view: Json | None) -> tuple[str, Style]:
    """One sign for those on a stretch: one's own number, or how many there are."""
    if not riders:
        return " ", Style()
    mine = [rider for rider in riders if view and seat_of(rider) == view["you"]]
    shown = (mine or riders)[0]
    return str(min(9, len(riders))), number_style(shown)


# --- groups -----------------------------------------------------------------------------------------


def named_groups(groups: Sequence[Json]) -> list[tuple[str, Json]]:
    """Groups as television calls them: the largest is the peloton, the rearmost of equal ones (C3.5)."""
    most = max((len(group["riders"]) for group in groups), default=0)
    peloton = max((at for at, group in enumerate(groups) if len(group["riders"]) == most), default=0)
    return [(t(f"etapa.group.{_group_name(at, peloton, groups)}"), group) for at, group in enumerate(groups)]


def _group_name(at: int, peloton: int, groups: Sequence[Json]) -> str:
    if at == peloton:
        return PELOTON
    if at < peloton:
        return CHASE if at else HEAD
    last = at == len(groups) - 1 and len(groups[at]["riders"]) > 1
    return GRUPPETTO if last else DROPPED


def gap(seconds: int) -> str:
    """A gap as television writes it: 8″, 1′04″."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}′{rest:02}″" if minutes else f"{rest}″"
