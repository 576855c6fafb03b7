"""The road drawn as a sports paper of the 1930s would print it: one SVG page, and one line for terminals."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from math import cos, hypot, radians, sin

from gruppetto.errors import BadPosition
from gruppetto.games.flamme_rouge.data.layout import ROAD_WIDTH, Box, LaidSquare, Layout, Point
from gruppetto.games.flamme_rouge.data.road import ASCENT, DESCENT, FINISH, FLAT, START, Road, layout

PAGE = (1400.0, 1040.0)
TABLE = Box(56.0, 176.0, 1344.0, 786.0)
PROFILE = Box(84.0, 880.0, 1316.0, 976.0)
LEGEND_Y = 822.0
MARGIN = 1.0
LETTERING = 13.5
ELBOW_ROOM = 0.36
PLEASING = {0: 1.09, 45: 1.08, 315: 1.08, 90: 1.06, 135: 1.06, 180: 1.06, 225: 1.06, 270: 1.06}
LARGEST_SQUARE = 58.0
SERIF = "Didot, 'Bodoni MT', Georgia, 'Times New Roman', 'DejaVu Serif', serif"

PAPER, INK, FADED = "#f5ecd8", "#2a2420", "#75685a"
COLOURS = {START: "#ecd58c", FLAT: "#d3c8b1", ASCENT: "#c8634b", DESCENT: "#7fa6c4", FINISH: "#ecd58c"}
MEANINGS = {START: "before the start, past the finish", FLAT: "flat", ASCENT: "ascent", DESCENT: "descent"}
TEAM_COLOURS = ("#1c4c92", "#a3121f", "#1f6b3a", "#26211d", "#7a3f8c", "#8a5a00")
KINDS = {"S": "sprinteur", "R": "rouleur"}
LEVELS = "▁▂▃▄▅▆▇█"

Riders = Mapping[str, tuple[int, str]]


def draw(road: Road, riders: Riders | None = None) -> str:
    """The road as it lies on the table, with riders if given: id "0S" to (square, "right" or "left")."""
    riders = riders or {}
    _check_riders(road, riders)
    laid, scale = _fitted(road)
    parts = [
        _opening(road, riders),
        *_page(road),
        f'<g transform="{_placed(laid.box, scale)}" stroke-linejoin="round">',
        *_road(laid),
        *_labels(laid, max(0.34, LETTERING / scale)),
        *_riders(laid, riders),
        "</g>",
        *_legend(bool(riders)),
        *_profile_strip(road, riders),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def profile(road: Road) -> str:
    """The road's ups and downs in one line, a character a square: · behind the start, ░ past the line."""
    heights = _heights(road)
    low, high = min(heights), max(heights)
    step = max((high - low) / (len(LEVELS) - 1), 1)
    marks = {START: "·", FINISH: "░"}
    return "".join(
        marks.get(terrain, LEVELS[round((height - low) / step)])
        for terrain, height in zip(road.squares, heights, strict=True)
    )


# --- the page ---------------------------------------------------------------------------------------


def _opening(road: Road, riders: Riders) -> str:
    width, height = PAGE
    placed = "; ".join(_whereabouts(rider, riders[rider]) for rider in riders)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" role="img" '
        f'font-family="{SERIF}" fill="{INK}">\n'
        f"<title>{_text(road.name)}</title>\n"
        f"<desc>{_text(_caption(road))}.{_text(' Riders: ' + placed + '.') if placed else ''}</desc>"
    )


def _page(road: Road) -> Iterator[str]:
    """Paper, frame and masthead."""
    width, height = PAGE
    size = min(64.0, 1760 / max(len(road.name), 1))
    yield f'<rect width="{_n(width)}" height="{_n(height)}" fill="{PAPER}"/>'
    yield f'<g fill="none" stroke="{INK}">'
    yield f'<rect x="18" y="18" width="{_n(width - 36)}" height="{_n(height - 36)}" stroke-width="3"/>'
    yield f'<rect x="25" y="25" width="{_n(width - 50)}" height="{_n(height - 50)}" stroke-width="1"/>'
    yield '<path d="M56 128H1344" stroke-width="3"/><path d="M56 133H1344M56 166H1344" stroke-width="1"/></g>'
    yield f'<text x="700" y="106" font-size="{_n(size)}" font-weight="bold" text-anchor="middle">'
    yield f"{_text(road.name)}</text>"
    yield f'<text x="56" y="155" font-size="17" font-style="italic">{_text(_caption(road))}</text>'
    yield '<text x="1344" y="155" font-size="15" text-anchor="end" letter-spacing="2">'
    yield f"{_text(road.letters)}</text>"


def _caption(road: Road) -> str:
    """Length and climbs in words."""
    climbs = [len(list(run)) for terrain, run in groupby(road.squares) if terrain == ASCENT]
    ridden = f"{road.line - road.start_squares} squares from start to finish"
    if not climbs:
        return f"{ridden}, no climb"
    squares = " and ".join(filter(None, [", ".join(map(str, climbs[:-1])), str(climbs[-1])]))
    noun = "one climb" if len(climbs) == 1 else f"{len(climbs)} climbs"
    return f"{ridden}, {noun} of {squares} squares"


def _fitted(road: Road) -> tuple[Layout, float]:
    """The road turned so that it fills the table best, and how long a square is then.

    Slightly smaller is accepted for a road that starts to the right, or at least at half a right angle.
    """
    best, best_fit = layout(road), 0.0
    for heading in range(0, 360, 15):
        laid = layout(road, heading)
        fit = _fit(laid.box) * PLEASING.get(heading, 1.0)
        if fit > best_fit:
            best, best_fit = laid, fit
    return best, _fit(best.box)


def _fit(box: Box) -> float:
    room = TABLE.width / (box.width + 2 * MARGIN), TABLE.height / (box.height + 2 * MARGIN)
    return min(*room, LARGEST_SQUARE)


def _placed(box: Box, scale: float) -> str:
    """Bring the middle of the road to the middle of the table."""
    x = (TABLE.left + TABLE.right) / 2 - scale * (box.left + box.right) / 2
    y = (TABLE.top + TABLE.bottom) / 2 - scale * (box.top + box.bottom) / 2
    return f"translate({_n(x)} {_n(y)}) scale({_n(scale)})"


# --- the road ---------------------------------------------------------------------------------------


def _road(laid: Layout) -> Iterator[str]:
    """Squares, chevrons, lane markings and lines, from the ground up."""
    yield f'<g stroke="{INK}" stroke-width="0.12" stroke-linejoin="round">'
    yield from (f'<path d="{_closed(square.outline)}"/>' for square in laid.squares)
    yield f'</g><g stroke="{PAPER}" stroke-width="0.03">'
    yield from (_square(square) for square in laid.squares)
    yield '</g><g fill="none" stroke-linecap="round">'
    yield from (_chevrons(square) for square in laid.squares if square.terrain in (ASCENT, DESCENT))
    yield f'</g><g fill="none" stroke="{PAPER}">'
    middle = [point for square in laid.squares for point in square.divider[:-1]] + [laid.squares[-1].end]
    yield f'<path d="{_open(middle)}" stroke-width="0.045" stroke-dasharray="0.2 0.13"/>'
    edge = [point for square in laid.squares for point in _right_edge(square)]
    yield f'<path d="{_open(edge)}" stroke="{INK}" stroke-width="0.035"/></g>'
    yield from _lines(laid)


def _square(square: LaidSquare) -> str:
    return f'<path d="{_closed(square.outline)}" fill="{COLOURS[square.terrain]}"/>'


def _right_edge(square: LaidSquare) -> Iterator[Point]:
    """A line just inside the right border of a square: with the border, the right lane's double line."""
    inwards = 0.18
    border = square.outline[: len(square.divider) - 1 : -1]
    for (x, y), (middle_x, middle_y) in zip(border, square.divider, strict=True):
        yield x + (middle_x - x) * inwards, y + (middle_y - y) * inwards


def _chevrons(square: LaidSquare) -> str:
    return "".join(
        f'<g transform="translate({_xy(lane)}) rotate({_n(square.heading)})">{_chevron(square.terrain)}</g>'
        for lane in (square.right, square.left)
    )


def _chevron(terrain: str) -> str:
    """One bold chevron uphill, two fine ones downhill, so that colour is not the only sign."""
    if terrain == ASCENT:
        return '<path d="M-.09 -.13L.07 0L-.09 .13" stroke="#7c2416" stroke-width="0.075"/>'
    return '<path d="M-.13-.11L-.02 0L-.13 .11M.03-.11L.14 0L.03 .11" stroke="#23527a" stroke-width=".045"/>'


def _lines(laid: Layout) -> Iterator[str]:
    """The start line and the chequered finish line across the road."""
    first = next(square for square in laid.squares if square.terrain != START)
    past = next(square for square in laid.squares if square.terrain == FINISH)
    half = laid.road_width / 2
    yield f'<g transform="{_across(first)}"><path d="M0 {-half}V{half}" stroke="{INK}" stroke-width="0.14"/>'
    yield f'<path d="M0 {-half}V{half}" stroke="{PAPER}" stroke-width="0.05"/></g>'
    check = laid.road_width / 8
    yield f'<g transform="{_across(past)}">'
    yield f'<rect x="{-check}" y="{-half}" width="{2 * check}" height="{2 * half}" fill="{PAPER}"/>'
    for row in range(8):
        x = -check if row % 2 else 0
        yield f'<rect x="{_n(x)}" y="{_n(row * check - half)}" width="{_n(check)}" height="{_n(check)}"/>'
    yield f'<path d="M{_n(-check)} {-half}H{_n(check)}V{half}H{_n(-check)}Z" fill="none" stroke="{INK}" '
    yield 'stroke-width="0.04"/></g>'


def _across(square: LaidSquare) -> str:
    return f"translate({_xy(square.start)}) rotate({_n(square.heading)})"


# --- lettering --------------------------------------------------------------------------------------


def _labels(laid: Layout, size: float) -> Iterator[str]:
    """Names at the two lines, square numbers every five squares, a letter at each tile."""
    taken = [point for square in laid.squares for point in _lane_points(square)]
    first = next(square for square in laid.squares if square.terrain != START)
    past = next(square for square in laid.squares if square.terrain == FINISH)
    tiles = [list(members) for _, members in groupby(laid.squares, key=lambda square: square.tile)]
    yield '<g text-anchor="middle">'
    for square, word in ((first, "START"), (past, "FINISH")):
        yield _label(word, square.start, square.heading - 90, size, taken, 'font-weight="bold"')
    for square in laid.squares[::5]:
        yield _label(str(square.index), _centre(square), square.heading + 90, size, taken)
    for square in (members[len(members) // 2 - 1] for members in tiles):
        faded = f'font-style="italic" fill="{FADED}"'
        yield _label(square.tile, _centre(square), square.heading - 90, size, taken, faded)
    yield "</g>"


def _lane_points(square: LaidSquare) -> Iterator[Point]:
    """The middle and the rear end of either lane."""
    yield square.right
    yield square.left
    for x, y in (square.outline[0], square.outline[-1]):
        yield (x + square.start[0]) / 2, (y + square.start[1]) / 2


def _label(text: str, at: Point, towards: float, size: float, taken: list[Point], style: str = "") -> str:
    """A label beside the road, on the wanted side if it has room there, else on the other, else none."""
    half = size * (0.4 if text.isupper() else 0.27) * len(text), size * 0.42
    for way in (towards, towards + 180):
        x, y = _beside(at, radians(way), half)
        ends = [(x + part * half[0], y) for part in (-1, -0.5, 0, 0.5, 1)]
        if all(hypot(x - a, y - b) >= ELBOW_ROOM for x, y in ends for a, b in taken):
            taken += ends
            place = f'x="{_n(x)}" y="{_n(y + size * 0.35)}" font-size="{_n(size)}"'
            return f"<text {place} {style}>{_text(text)}</text>"
    return ""


def _beside(at: Point, way: float, half: Point) -> Point:
    """The middle of a label of this half size, just clear of the road."""
    offset = ROAD_WIDTH / 2 + 0.12 + half[0] * abs(cos(way)) + half[1] * abs(sin(way))
    return at[0] + offset * cos(way), at[1] + offset * sin(way)


def _legend(with_riders: bool) -> Iterator[str]:
    """What colours and signs mean, in one row."""
    x = TABLE.left
    yield '<g font-size="15">'
    for terrain, name in MEANINGS.items():
        yield from _legend_square(x, terrain)
        yield f'<text x="{_n(x + 40)}" y="{LEGEND_Y + 5}">{name}</text>'
        x += 62 + 6.4 * len(name)
    yield f'<g fill="none" stroke="{INK}" stroke-width="1.4"><path d="M{x} {LEGEND_Y - 2}h32m-32 5h32"/></g>'
    yield f'<text x="{_n(x + 40)}" y="{LEGEND_Y + 5}">right lane</text>'
    x += 62 + 6.4 * len("right lane")
    if with_riders:
        for kind, name in KINDS.items():
            yield f'<g transform="translate({_n(x + 14)} {LEGEND_Y}) scale(40)">{_shape(kind, FADED)}</g>'
            yield f'<text x="{_n(x + 34)}" y="{LEGEND_Y + 5}">{name}</text>'
            x += 56 + 6.4 * len(name)
    yield f'<text x="{TABLE.right}" y="{LEGEND_Y + 5}" text-anchor="end" fill="{FADED}" font-style="italic">'
    yield "figures count squares, letters name tiles</text></g>"


def _legend_square(x: float, terrain: str) -> Iterator[str]:
    place = f'x="{_n(x)}" y="{LEGEND_Y - 9}" width="32" height="18"'
    yield f'<rect {place} fill="{COLOURS[terrain]}" stroke="{INK}"/>'
    if terrain in (ASCENT, DESCENT):
        middle = f"translate({_n(x + 16)} {LEGEND_Y}) scale(44)"
        yield f'<g transform="{middle}" fill="none">{_chevron(terrain)}</g>'


# --- riders -----------------------------------------------------------------------------------------


def _check_riders(road: Road, riders: Riders) -> None:
    for rider, (square, lane) in riders.items():
        if not (len(rider) <= 3 and rider[:-1].isdecimal() and rider[-1:] in KINDS):
            raise BadPosition(f'A rider is called by team and kind, like "0S" or "1R", not {rider!r}.')
        if not 0 <= square <= road.last_square:
            raise BadPosition(f"Rider {rider} is on square {square}; the road has 0 to {road.last_square}.")
        if lane not in {"right", "left"}:
            raise BadPosition(f"Rider {rider} rides on the right or the left lane, not {lane!r}.")


def _riders(laid: Layout, riders: Riders) -> Iterator[str]:
    """A pointed sprinteur, a round rouleur, in the colour of the team (FR1.1, FR1.5)."""
    for rider, (index, lane) in riders.items():
        square = laid.squares[index]
        spot = square.right if lane == "right" else square.left
        yield f'<g transform="translate({_xy(spot)})"><title>{_whereabouts(rider, (index, lane))}</title>'
        yield f'<g transform="rotate({_n(square.heading)})">{_shape(rider[-1], _team_colour(rider))}</g>'
        yield f'<text y="0.08" font-size="0.22" font-weight="bold" text-anchor="middle" fill="{PAPER}">'
        yield f"{rider}</text></g>"


def _shape(kind: str, colour: str) -> str:
    style = f'fill="{colour}" stroke="{PAPER}" stroke-width="0.045" stroke-linejoin="round"'
    if kind == "S":
        return f'<path d="M-.36 -.24L.12 -.24L.42 0L.12 .24L-.36 .24L-.24 0Z" {style}/>'
    return f'<ellipse rx="0.32" ry="0.25" {style}/>'


def _team_colour(rider: str) -> str:
    return TEAM_COLOURS[int(rider[:-1]) % len(TEAM_COLOURS)]


def _whereabouts(rider: str, place: tuple[int, str]) -> str:
    square, lane = place
    return f"team {rider[:-1]}, {KINDS[rider[-1]]}: square {square}, {lane} lane"


# --- the profile ------------------------------------------------------------------------------------


def _heights(road: Road) -> list[int]:
    """How high each square's far end lies: a step up on an ascent, a step down on a descent."""
    heights, height = [], 0
    for terrain in road.squares:
        height += {ASCENT: 1, DESCENT: -1}.get(terrain, 0)
        heights.append(height)
    return heights


def _profile_strip(road: Road, riders: Riders) -> Iterator[str]:
    """The road seen from the side, with its squares counted below."""
    ends = [0, *_heights(road)]
    wide = PROFILE.width / road.length
    tall = PROFILE.height / (max(max(ends) - min(ends), 6) + 1.5)
    line = [
        (PROFILE.left + wide * i, PROFILE.bottom - tall * (1.5 + height - min(ends)))
        for i, height in enumerate(ends)
    ]
    yield "<g>"
    for terrain, (x, y), (x1, y1) in zip(road.squares, line, line[1:], strict=False):
        ground = [(x, y), (x1, y1), (x1, PROFILE.bottom), (x, PROFILE.bottom)]
        yield f'<path d="{_closed(ground)}" fill="{COLOURS[terrain]}" stroke="{PAPER}" stroke-width="0.8"/>'
    yield f'<path d="{_open(line)}" fill="none" stroke="{INK}" stroke-width="2.6" stroke-linejoin="round"/>'
    yield f'<path d="M{PROFILE.left} {PROFILE.bottom}H{PROFILE.right}" stroke="{INK}" stroke-width="1.2"/>'
    yield from _profile_marks(road, line, riders)
    yield "</g>"


def _profile_marks(road: Road, line: list[Point], riders: Riders) -> Iterator[str]:
    """Posts at the two lines, counts below, a tick above every rider's square."""
    for square, word in ((road.start_squares, "start"), (road.line, "finish")):
        x, y = line[square]
        yield f'<path d="M{_n(x)} {PROFILE.bottom}V{_n(y - 16)}" stroke="{INK}" stroke-width="1.6"/>'
        yield f'<text x="{_n(x)}" y="{_n(y - 20)}" font-size="13" text-anchor="middle" font-style="italic">'
        yield f"{word}</text>"
    for square in range(0, road.length, 5):
        x = (line[square][0] + line[square + 1][0]) / 2
        yield f'<text x="{_n(x)}" y="{PROFILE.bottom + 17}" font-size="13" text-anchor="middle">'
        yield f"{square}</text>"
    for rider, (square, lane) in riders.items():
        x = (line[square][0] + line[square + 1][0]) / 2
        y = (line[square][1] + line[square + 1][1]) / 2 - (8 if lane == "right" else 19)
        mark = _shape(rider[-1], _team_colour(rider))
        yield f'<g transform="translate({_n(x)} {_n(y)}) scale(17)">{mark}</g>'


# --- writing SVG ------------------------------------------------------------------------------------


def _centre(square: LaidSquare) -> Point:
    return (square.right[0] + square.left[0]) / 2, (square.right[1] + square.left[1]) / 2


def _open(points: Iterable[Point]) -> str:
    return "M" + "L".join(_xy(point) for point in points)


def _closed(points: Iterable[Point]) -> str:
    return _open(points) + "Z"


def _xy(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Text as XML takes it: escaped, and without control characters."""
    return escape("".join(char for char in text if char.isprintable()), quote=False)
