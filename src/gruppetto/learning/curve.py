"""How a network learnt, as a picture: the share of races won by decisions made."""

from collections.abc import Sequence

from gruppetto.learning.course import Look

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 380, 64, 24, 56, 56
STYLE = """
.paper { fill: #f7f1e3 } .grid { stroke: #d9cdb4 } .par { stroke: #6b5f50; stroke-dasharray: 5 5 }
.band { stroke: #2a2420; stroke-width: 2; stroke-linecap: round }
.curve { stroke: #c8634b; stroke-width: 3; fill: none }
.dot { fill: #c8634b; stroke: #2a2420; stroke-width: 1.5 }
text { fill: #2a2420; font: 14px "Source Sans 3", "Helvetica Neue", Arial, sans-serif }
.title { font-size: 17px; font-weight: 600 }
"""


def drawn(looks: Sequence[Look], title: str) -> str:
    """A self-contained SVG: races won over decisions made, each look with its interval."""
    most, par = max(look.decisions for look in looks), 1 / looks[-1].found.seats
    parts = [text(20, 30, title, "start", "title")]
    parts += [
        level("grid", share) + text(LEFT - 8, up(share) + 4, f"{share:.0%}", "end")
        for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    parts.append(level("par", par) + text(WIDTH - RIGHT, up(par) - 6, f"par, {par:.0%}", "end"))
    spots = [(across(look.decisions, most), up(look.found.won)) for look in looks]
    for (x, _), look in zip(spots, looks, strict=True):
        low, high = look.found.interval
        parts.append(f'<line class="band" x1="{x:.1f}" x2="{x:.1f}" y1="{up(low):.1f}" y2="{up(high):.1f}"/>')
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    parts.append(f'<polyline class="curve" points="{points}"/>')
    parts += [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in spots]
    parts += [text(across(mark, most), HEIGHT - BOTTOM + 20, told(mark)) for mark in marks(most)]
    last = looks[-1]
    under = f"decisions; {last.seconds / 60:.0f} minutes of training in all, bars are 95 % intervals"
    parts.append(text(WIDTH / 2, HEIGHT - 14, under))
    said = f"{title}: {last.found.won:.0%} after {last.decisions:,} decisions"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{said}"><style>{STYLE}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="10"/>{"".join(parts)}</svg>\n'
    )


def marks(most: int) -> list[int]:
    """Round numbers of decisions to write under the curve, six at most."""
    rounds = (first * 10**zeros for zeros in range(16) for first in (1, 2, 5))
    step = next(size for size in rounds if most <= 5 * size)
    return list(range(0, most + 1, step))


def told(number: int) -> str:
    """A large number in a few characters."""
    for size, name in ((1_000_000, " million"), (1_000, ",000")):
        if number >= size:
            return f"{number / size:g}{name}"
    return str(number)


def up(share: float) -> float:
    """How far down the picture a share is drawn."""
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def across(decisions: int, most: int) -> float:
    """How far to the right a number of decisions is drawn."""
    return LEFT + 12 + decisions / most * (WIDTH - LEFT - RIGHT - 60)


def level(kind: str, share: float) -> str:
    """A line across the picture."""
    y = f"{up(share):.1f}"
    return f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    """Words at a place."""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'
