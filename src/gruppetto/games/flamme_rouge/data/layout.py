"""The road on the table: where each square lies, in units of one square's length (FR1.4).

Coordinates are a screen's: x to the right, y down; a heading is in degrees clockwise, as SVG turns things.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, degrees, hypot, radians, sin
from typing import Literal, NamedTuple

import msgspec

# The curves of both kinds are equally long; these sizes let every stage we know lie flat on the table,
# and only the misprinted letters of Bagnères-de-Luchon overlap (tests/…/test_layout.py).
ROAD_WIDTH = 1.1
RADIUS = {"light": 3.4, "sharp": 1.7}
TOLERANCE = 0.05
CHORDS = 6
DIGITS = 4

Shape = Literal["start", "finish", "straight", "light", "sharp"]
Point = tuple[float, float]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a tile: its squares, its shape and how far it turns, left being positive (FR1.4)."""

    squares: str
    shape: Shape
    turn: int


class LaidSquare(msgspec.Struct, frozen=True):
    """One square on the table: its centre line, its outline and the middle of either lane (FR1.5)."""

    index: int
    tile: str
    terrain: str
    start: Point
    end: Point
    heading: float
    outline: tuple[Point, ...]
    divider: tuple[Point, ...]
    right: Point
    left: Point


class Box(msgspec.Struct, frozen=True):
    """The smallest upright rectangle around the road."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the left edge to the right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top edge to the bottom."""
        return self.bottom - self.top


class Layout(msgspec.Struct, frozen=True):
    """A whole road on the table, ready to be drawn or sent to a browser as JSON."""

    name: str
    letters: str
    road_width: float
    squares: tuple[LaidSquare, ...]
    box: Box


class Pose(NamedTuple):
    """A point of the centre line and the way the road runs there, in radians."""

    x: float
    y: float
    heading: float

    def beside(self, offset: float) -> Point:
        """The point so far to the right (left if negative) of the centre line."""
        return (
            round(self.x - offset * sin(self.heading), DIGITS),
            round(self.y + offset * cos(self.heading), DIGITS),
        )


def lay(sides: Sequence[tuple[str, Side]], heading: float = 0.0) -> tuple[LaidSquare, ...]:
    """Lay tiles end to end and say where every square of theirs has come to lie."""
    squares: list[LaidSquare] = []
    for (letter, side), pose in zip(sides, _joints(sides, heading), strict=True):
        for nth in range(len(side.squares)):
            squares.append(_lay_square(letter, side, pose, nth, len(squares)))
    return tuple(squares)


def box_around(squares: Sequence[LaidSquare]) -> Box:
    """The box that holds all outlines."""
    points = [point for square in squares for point in square.outline]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def overlap(sides: Sequence[tuple[str, Side]]) -> tuple[int, int] | None:
    """The positions of the first two tiles that would lie on one another, if any do (FR1.6)."""
    tiles = [
        list(_convex_pieces(side, pose)) for (_, side), pose in zip(sides, _joints(sides, 0.0), strict=True)
    ]
    for second in range(2, len(tiles)):
        for first in range(second - 1):
            if _tiles_overlap(tiles[first], tiles[second]):
                return first, second
    return None


def _joints(sides: Sequence[tuple[str, Side]], heading: float) -> Iterator[Pose]:
    """Where each tile begins."""
    pose = Pose(0.0, 0.0, radians(heading))
    for _, side in sides:
        yield pose
        pose = _along(side, pose, 1.0)


def _along(side: Side, start: Pose, part: float) -> Pose:
    """The pose after riding this part (0 to 1) of a tile that begins at `start`."""
    x, y, heading = start
    if side.turn == 0:
        ridden = len(side.squares) * part
        return Pose(x + ridden * cos(heading), y + ridden * sin(heading), heading)
    ahead = heading - radians(side.turn) * part
    radius = RADIUS[side.shape] * (-1 if side.turn > 0 else 1)
    return Pose(x + radius * (sin(ahead) - sin(heading)), y - radius * (cos(ahead) - cos(heading)), ahead)


def _lay_square(letter: str, side: Side, start: Pose, nth: int, index: int) -> LaidSquare:
    """The nth square of a tile that begins at `start`."""
    chords = CHORDS if side.turn else 1
    parts = [(nth + step / chords) / len(side.squares) for step in range(chords + 1)]
    poses = [_along(side, start, part) for part in parts]
    middle = _along(side, start, (nth + 0.5) / len(side.squares))
    centres = tuple(pose.beside(0) for pose in poses)
    left_edge = [pose.beside(-ROAD_WIDTH / 2) for pose in poses]
    right_edge = [pose.beside(ROAD_WIDTH / 2) for pose in poses]
    return LaidSquare(
        index=index,
        tile=letter,
        terrain=side.squares[nth],
        start=centres[0],
        end=centres[-1],
        heading=round(degrees(middle.heading) % 360, DIGITS),
        outline=(*left_edge, *reversed(right_edge)),
        divider=centres,
        right=middle.beside(ROAD_WIDTH / 4),
        left=middle.beside(-ROAD_WIDTH / 4),
    )


Piece = tuple[Point, Point, Point, Point]


def _convex_pieces(side: Side, start: Pose) -> Iterator[Piece]:
    """A tile's road cut into four-cornered convex pieces."""
    chords = CHORDS if side.turn else 1
    for a, b in pairwise(_along(side, start, step / chords) for step in range(chords + 1)):
        half = ROAD_WIDTH / 2
        yield a.beside(-half), b.beside(-half), b.beside(half), a.beside(half)


def _tiles_overlap(one: Sequence[Piece], other: Sequence[Piece]) -> bool:
    return any(_near(a, b) and _pieces_overlap(a, b) for a in one for b in other)


def _near(one: Piece, other: Piece) -> bool:
    """Whether the upright boxes around two pieces meet: cheaper than looking closely."""
    return all(
        min(p[axis] for p in one) < max(p[axis] for p in other)
        and min(p[axis] for p in other) < max(p[axis] for p in one)
        for axis in (0, 1)
    )


def _pieces_overlap(one: Piece, other: Piece) -> bool:
    """Whether no axis parts the two pieces: the separating axis theorem, with a little tolerance."""
    return all(_shared(one, other, axis) > TOLERANCE for piece in (one, other) for axis in _normals(piece))


def _normals(piece: Piece) -> Iterator[Point]:
    """A unit vector across each edge of a piece."""
    for (x0, y0), (x1, y1) in pairwise((*piece, piece[0])):
        length = hypot(x1 - x0, y1 - y0)
        yield (y0 - y1) / length, (x1 - x0) / length


def _shared(one: Piece, other: Piece, axis: Point) -> float:
    """How much of an axis the shadows of two pieces share; negative: the gap between them."""
    a = [x * axis[0] + y * axis[1] for x, y in one]
    b = [x * axis[0] + y * axis[1] for x, y in other]
    return min(max(a), max(b)) - max(min(a), min(b))
