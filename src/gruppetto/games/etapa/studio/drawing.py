"""The profile of a stage, drawn as the sports page has it: one SVG picture."""

from collections.abc import Iterator
from html import escape
from itertools import accumulate

from gruppetto.games.etapa.data.road import Stage
from gruppetto.games.etapa.data.stage_checks import Pieces

WIDE, HIGH = 1400.0, 460.0
LEFT, RIGHT, TOP, GROUND = 60.0, 1340.0, 120.0, 400.0
STEEPEST = 7.0  # pixels a field of an easy climb rises
NUMBERS = 20  # fields from one number to the next
SERIF = "Didot, 'Bodoni MT', Georgia, 'Times New Roman', 'DejaVu Serif', serif"
PAPER, INK, FADED, RED, GREEN = "#f5ecd8", "#2a2420", "#75685a", "#a3121f", "#1f6b3a"
SLOPES = {"F": 0.0, "D": -1.1, "E": 1.0, "N": 1.35, "H": 1.8, "U": 2.4}
COLOURS = {"F": "#d3c8b1", "D": "#7fa6c4", "E": "#d9a08f", "N": "#cf8b78", "H": "#c8634b", "U": "#b8442f"}


def draw(stage: Stage) -> str:
    """The profile with its primes, feed zone, time limit and flag."""
    step = (RIGHT - LEFT) / stage.length
    tops = _tops(stage.pieces)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}" font-family="{SERIF}" '
            f'role="img" aria-label="{escape(_said(stage))}">',
            f'<rect width="{WIDE:g}" height="{HIGH:g}" fill="{PAPER}"/>',
            *_ground(stage, tops, step),
            *_marks(stage, tops, step),
            *_numbers(stage, step),
            "</svg>",
        ]
    )


def _said(stage: Stage) -> str:
    return f"{stage.name}: {stage.length} fields, {len(stage.primes)} primes"


def _tops(pieces: Pieces) -> list[float]:
    """How high the road is drawn at the end of every field, the start in front."""
    heights = list(
        accumulate((SLOPES[letter.upper()] for letter, many in pieces for _ in range(many)), initial=0.0)
    )
    lowest, span = min(heights), max(heights) - min(heights)
    scale = min(STEEPEST, (GROUND - TOP - 30) / span) if span else 0.0
    return [GROUND - 30 - (height - lowest) * scale for height in heights]


def _ground(stage: Stage, tops: list[float], step: float) -> Iterator[str]:
    field = 0
    for letter, many in stage.pieces:
        ends = range(field, field + many + 1)
        ridge = " ".join(f"{LEFT + end * step:.1f},{tops[end]:.1f}" for end in ends)
        first, last = LEFT + field * step, LEFT + (field + many) * step
        yield (
            f'<polygon points="{first:.1f},{GROUND} {ridge} {last:.1f},{GROUND}" '
            f'fill="{COLOURS[letter.upper()]}"/>'
        )
        if letter.islower():
            yield (
                f'<path d="M{first:.1f} {GROUND - 5}H{last:.1f}" stroke="{FADED}" stroke-width="8" '
                'stroke-dasharray="4 3"/>'
            )
        field += many
    ridge = " ".join(f"{LEFT + end * step:.1f},{top:.1f}" for end, top in enumerate(tops))
    yield f'<polyline points="{ridge}" fill="none" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'


def _marks(stage: Stage, tops: list[float], step: float) -> Iterator[str]:
    if stage.feed:
        first, last = LEFT + (stage.feed[0] - 1) * step, LEFT + stage.feed[1] * step
        yield f'<path d="M{first:.1f} {GROUND - 14}H{last:.1f}" stroke="{GREEN}" stroke-width="10"/>'
    for category, field in stage.primes:
        colour = GREEN if category == "S" else RED
        yield _post(LEFT + field * step, tops[field], TOP - 34, category, colour)
    if stage.limit:
        yield _post(LEFT + stage.limit * step, GROUND, TOP - 70, "limit", FADED)
    if stage.flag:
        yield _post(LEFT + (stage.flag - 1) * step, GROUND, TOP - 70, "1 km", RED)
    yield f'<path d="M{RIGHT} {TOP - 60}V{GROUND}" stroke="{INK}" stroke-width="5"/>'


def _post(x: float, foot: float, top: float, text: str, colour: str) -> str:
    return (
        f'<path d="M{x:.1f} {foot:.1f}V{top + 6:.1f}" stroke="{colour}" stroke-width="2" '
        'stroke-dasharray="5 4"/>'
        f'<text x="{x:.1f}" y="{top:.1f}" text-anchor="middle" font-size="24" font-weight="bold" '
        f'fill="{colour}">{text}</text>'
    )


def _numbers(stage: Stage, step: float) -> Iterator[str]:
    for field in [*range(0, stage.length - NUMBERS // 2, NUMBERS), stage.length]:
        yield (
            f'<text x="{LEFT + field * step:.1f}" y="{GROUND + 30}" text-anchor="middle" font-size="20" '
            f'fill="{FADED}">{field}</text>'
        )
