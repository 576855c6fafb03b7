"""The road of Flamme Rouge in characters: two lanes, riders as tokens, and the profile of the whole road."""

from collections.abc import Iterator, Mapping

from rich.style import Style
from rich.text import Text

from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FINISH, FLAT, START, stage
from gruppetto.games.flamme_rouge.faces.words import team_name
from gruppetto.games.flamme_rouge.studio.drawing import COLOURS, TEAM_COLOURS, profile
from gruppetto.games.game import Json
from gruppetto.language import t

LETTERS = ("B", "R", "G", "K")  # blacK, as printers say: B is Blue's
SHAPES = {"S": "▲", "R": "●"}
GROUND = {START: "  ", FLAT: "  ", ASCENT: "╱╱", DESCENT: "╲╲", FINISH: "  "}
PEN = {START: "#8a6d1f", FLAT: "#a89c84", ASCENT: "#7c2416", DESCENT: "#23527a", FINISH: "#8a6d1f"}
WIDE = 3  # columns a square takes
EDGE = 1
AHEAD, BEHIND = 12, 6  # squares a window shows around one's riders, where it can
POST = "▌"


def token(rider: str) -> Text:
    """A rider as a team's letter and a shape, in the team's colour: B▲ is Blue’s sprinteur."""
    return Text(sign(rider), token_style(rider))


def sign(rider: str) -> str:
    """A rider's token without its colour."""
    return LETTERS[int(rider[0])] + SHAPES[rider[1]]


def token_style(rider: str) -> Style:
    """White on the colour of the team."""
    return Style(color="white", bgcolor=TEAM_COLOURS[int(rider[0])], bold=True)


def team_style(seat: int) -> Style:
    """The style of a team's name."""
    return Style(color="white", bgcolor=TEAM_COLOURS[seat], bold=True)


def team_label(seat: int) -> Text:
    """A team's name on its colour."""
    return Text(f" {team_name(seat)} ", team_style(seat))


def squares_of(view: Json) -> str:
    """The road's squares, and those of an open road that riders have reached past its end."""
    squares: str = view["squares"]
    furthest = max((place[0] for place in _places(view)), default=0)
    return squares + FINISH * (furthest + 1 - len(squares))


def road_rows(view: Json, width: int, seat: int | None, *, whole: bool) -> Iterator[Text]:
    """The road as rows of two lanes, left above right: all of it, or a window on one's riders."""
    count, length = (width - EDGE) // WIDE, len(squares_of(view))
    if not whole:
        first = window(view, seat, count)
        yield from stretch(view, first, min(first + count, length))
        return
    rows = -(-length // count)
    even = -(-length // rows)
    for first in range(0, length, even):
        yield from stretch(view, first, min(first + even, length))


def window(view: Json, seat: int | None, count: int) -> int:
    """The first square of a window of so many squares that keeps one's riders in sight."""
    mine = _mine(view, seat) or [square for square, _ in _places(view)] or [0]
    first = min(mine) - BEHIND
    if max(mine) + AHEAD >= first + count:
        first = max(mine) + AHEAD + 1 - count
    return max(0, min(first, len(squares_of(view)) - count))


def _mine(view: Json, seat: int | None) -> list[int]:
    """Where one's riders are; only the one who has drawn, while one chooses their card."""
    own = [
        rider for rider in view["riders"].values() if rider["seat"] == seat and rider["square"] is not None
    ]
    return [rider["square"] for rider in own if rider["drawn"]] or [rider["square"] for rider in own]


def _places(view: Json) -> dict[tuple[int, str], str]:
    """Who rides on a square's lane."""
    return {
        (rider["square"], rider["lane"]): name
        for name, rider in view["riders"].items()
        if rider["square"] is not None
    }


def stretch(view: Json, first: int, end: int) -> Iterator[Text]:
    """The squares from `first` to before `end`: their numbers, the left lane, the right lane."""
    squares, places = squares_of(view), _places(view)
    yield _numbers(squares, first, end)
    for lane in ("left", "right"):
        yield _lane(squares, places, lane, first, end)


def _numbers(squares: str, first: int, end: int) -> Text:
    """Every fifth square's number, and the names of the two lines in their place."""
    row = " " * ((end - first) * WIDE + EDGE)
    lines = {squares.rindex(START) + 1: t("board.start"), squares.index(FINISH): t("board.finish")}
    for square in range(first, end):
        at = (square - first) * WIDE
        if square in lines:
            row = _written(row, at, POST + lines[square])
        elif square % 5 == 0 and row[at : at + WIDE + 1].isspace():
            row = _written(row, at + EDGE, str(square))
    return Text(row, "dim", no_wrap=True)


def _written(row: str, at: int, word: str) -> str:
    """A row with a word on it, unless that would run over its end."""
    return row if at + len(word) > len(row) else row[:at] + word + row[at + len(word) :]


def _lane(squares: str, places: Mapping[tuple[int, str], str], lane: str, first: int, end: int) -> Text:
    """One lane of a stretch."""
    row = Text(no_wrap=True)
    for square in range(first, end):
        terrain = squares[square]
        ground = Style(color=PEN[terrain], bgcolor=COLOURS[terrain])
        row.append(_seam(squares, square), ground)
        rider = places.get((square, lane))
        row.append(sign(rider) if rider else GROUND[terrain], token_style(rider) if rider else ground)
    row.append(" ", Style(bgcolor=COLOURS[squares[end - 1]]))
    return row


def _seam(squares: str, square: int) -> str:
    """What separates a square from the one before: a post at the two lines, else a thin stroke."""
    before = squares[square - 1] if square else squares[0]
    crosses = (before == START) != (squares[square] == START) or (before == FINISH) != (
        squares[square] == FINISH
    )
    return POST if crosses else "▏"


def whole_road(view: Json, seat: int | None) -> Iterator[Text]:
    """The profile of the whole road in one line, and above it the teams' letters where they ride."""
    squares, places = squares_of(view), _places(view)
    heads, hills = Text(no_wrap=True), Text(no_wrap=True)
    heights = profile(stage(view["letters"])).ljust(len(squares), "░")
    for square, terrain in enumerate(squares):
        heads.append(*_head([places.get((square, lane)) for lane in ("right", "left")], seat))
        hills.append(heights[square], Style(color=COLOURS[terrain]))
    yield heads
    yield hills


def _head(riders: list[str | None], seat: int | None) -> tuple[str, Style]:
    """The letter of the team on a square: one's own, or the right lane's."""
    there = sorted((rider for rider in riders if rider), key=lambda rider: int(rider[0]) != seat)
    if not there:
        return " ", Style()
    return LETTERS[int(there[0][0])], token_style(there[0])
