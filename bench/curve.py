"""Draw the skill curve from what `bench/ladder.py` has measured.

    python bench/curve.py bench/results/skill-curve.json docs/pictures/skill-curve.svg

How often one patron wins against three domestiques, by the play-outs they may spend on a decision.
"""

import json
import math
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 380, 64, 24, 56, 56
PAR = 0.25
STYLE = """
.paper { fill: #f7f1e3 } .grid { stroke: #d9cdb4 } .par { stroke: #6b5f50; stroke-dasharray: 5 5 }
.band { stroke: #2a2420; stroke-width: 2; stroke-linecap: round }
.curve { stroke: #c8634b; stroke-width: 3; fill: none }
.dot { fill: #c8634b; stroke: #2a2420; stroke-width: 1.5 }
text { fill: #2a2420; font: 14px "Source Sans 3", "Helvetica Neue", Arial, sans-serif }
.small { font-size: 12px; fill: #6b5f50 } .title { font-size: 17px; font-weight: 600 }
"""


class Point(NamedTuple):
    """A budget, and what came of it."""

    playouts: int
    share: float
    low: float
    high: float
    races: int


def points(results: dict[str, Any]) -> list[Point]:
    """The meetings of one patron with a counted budget, the smallest first."""
    found = []
    for meeting in results.values():
        named = re.fullmatch(r"patron@(\d+)", meeting["players"][0])
        if named and meeting["players"][1:] == ["domestique"] * 3:
            found.append(Point(int(named[1]), meeting["share"], *meeting["interval"], meeting["races"]))
    return sorted(found)


def line(name: str, x1: float, x2: float, y1: float, y2: float) -> str:
    return f'<line class="{name}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}"/>'


def text(x: float, y: float, said: str, anchor: str = "middle", name: str = "small") -> str:
    return f'<text class="{name}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'


def up(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def draw(curve: list[Point]) -> str:
    """A self-contained SVG, the budget doubling from left to right."""
    first, last = math.log2(curve[0].playouts), math.log2(curve[-1].playouts)
    parts = [text(20, 30, "One patron against three domestiques: races won", "start", "title")]
    for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        parts.append(line("grid", LEFT, WIDTH - RIGHT, up(share), up(share)))
        parts.append(text(LEFT - 8, up(share) + 4, f"{share:.0%}", "end"))
    parts.append(line("par", LEFT, WIDTH - RIGHT, up(PAR), up(PAR)))
    parts.append(text(WIDTH - RIGHT, up(PAR) - 6, f"par, {PAR:.0%}", "end"))
    spots = []
    for point in curve:
        x = LEFT + 20 + (math.log2(point.playouts) - first) / (last - first) * (WIDTH - LEFT - RIGHT - 40)
        spots.append(f"{x:.1f},{up(point.share):.1f}")
        parts.append(line("band", x, x, up(point.low), up(point.high)))
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{up(point.share):.1f}" r="6"/>')
        parts.append(text(x, HEIGHT - BOTTOM + 20, f"{point.playouts:,}"))
    parts.append(f'<polyline class="curve" points="{" ".join(spots)}"/>')
    parts.append(text(WIDTH / 2, HEIGHT - 14, "play-outs for a decision; bars are 95 % intervals"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="The more play-outs, the more races are won"><style>{STYLE}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="10"/>{"".join(parts)}</svg>\n'
    )


def main() -> None:
    results, picture = map(Path, sys.argv[1:3])
    picture.write_text(draw(points(json.loads(results.read_text()))), encoding="utf-8")


if __name__ == "__main__":
    main()
