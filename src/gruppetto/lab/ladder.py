"""The ladder as a picture: ratings with their 95 % intervals, the strongest on top."""

from collections.abc import Callable
from html import escape

from gruppetto.lab.standings import Standings
from gruppetto.players.outsiders import called

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 44, 150, 90, 54
STYLE = """
.paper { fill: #f7f1e3 } .line { stroke: #2a2420; stroke-width: 2; stroke-linecap: round }
.grid { stroke: #d9cdb4; stroke-width: 1 } .dot { fill: #c8634b; stroke: #2a2420; stroke-width: 1.5 }
text { fill: #2a2420; font: 15px "Source Sans 3", "Helvetica Neue", Arial, sans-serif }
.small { font-size: 12px; fill: #6b5f50 } .title { font-size: 17px; font-weight: 600 }
"""


def draw(found: Standings) -> str:
    """A self-contained SVG."""
    names = sorted(found.ratings, key=lambda name: -found.ratings[name].points)
    lowest = min(rating.interval[0] for rating in found.ratings.values())
    highest = max(rating.interval[1] for rating in found.ratings.values())
    scale = (WIDTH - LEFT - RIGHT) / max(highest - lowest, 1e-9)
    height = TOP + ROW * len(names) + 34

    def across(rating: float) -> float:
        return round(LEFT + (rating - lowest) * scale, 1)

    parts = [f'<text class="title" x="20" y="30">{escape(_title(found))}</text>']
    for tick in _ticks(lowest, highest):
        x = across(tick)
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{height - 30}"/>')
        parts.append(f'<text class="small" x="{x}" y="{height - 12}" text-anchor="middle">{tick:g}</text>')
    for row, name in enumerate(names):
        parts += _rung(found, name, TOP + ROW * row + ROW // 2, across)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(_title(found), quote=True)}"><style>{STYLE}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="10"/>{"".join(parts)}</svg>\n'
    )


def _title(found: Standings) -> str:
    return f"Ratings after {found.races:,} races of {found.game}, with 95 % intervals"


def _ticks(lowest: float, highest: float) -> list[float]:
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 2000) if (highest - lowest) / step <= 8)
    first = int(lowest // step + 1) * step
    return [float(tick) for tick in range(first, int(highest) + 1, step)]


def _rung(found: Standings, name: str, y: int, place: Callable[[float], float]) -> list[str]:
    rating = found.ratings[name]
    low, high = (place(end) for end in rating.interval)
    return [
        f'<text x="20" y="{y + 5}">{escape(called(name))}</text>',
        f'<line class="line" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>',
        f'<circle class="dot" cx="{place(rating.points)}" cy="{y}" r="7"/>',
        f'<text class="small" x="{WIDTH - 20}" y="{y + 4}" text-anchor="end">'
        f"wins {found.share[name]:.0%}</text>",
    ]
