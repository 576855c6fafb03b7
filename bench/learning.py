"""Draw how the network of `examples/train.py` learns to beat domestique.

python examples/train.py --out bench/results/training.json
python bench/learning.py bench/results/training.json docs/pictures/training.svg
"""

import json
import sys
from pathlib import Path
from typing import Any

from curve import BOTTOM, HEIGHT, LEFT, RIGHT, STYLE, WIDTH, line, text, up

PAR = 0.5


def draw(results: dict[str, Any]) -> str:
    """A self-contained SVG: races won over races ridden, each look with its interval."""
    curve = results["curve"]
    last = curve[-1]
    parts = [text(20, 30, "A network that learns: races won against domestique", "start", "title")]
    for share in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        parts.append(line("grid", LEFT, WIDTH - RIGHT, up(share), up(share)))
        parts.append(text(LEFT - 8, up(share) + 4, f"{share:.0%}", "end"))
    parts.append(line("par", LEFT, WIDTH - RIGHT, up(PAR), up(PAR)))
    parts.append(text(WIDTH - RIGHT, up(PAR) - 6, f"par, {PAR:.0%}", "end"))
    spots = []
    for look in curve:
        x = across(look["ridden"], last["ridden"])
        low, high = look["interval"]
        spots.append(f"{x:.1f},{up(look['won']):.1f}")
        parts.append(line("band", x, x, up(low), up(high)))
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{up(look["won"]):.1f}" r="4"/>')
    parts += [
        text(across(races, last["ridden"]), HEIGHT - BOTTOM + 20, f"{races:,}")
        for races in range(0, last["ridden"] + 1, 50_000)
    ]
    parts.append(f'<polyline class="curve" points="{" ".join(spots)}"/>')
    parts.append(text(WIDTH / 2, HEIGHT - 14, "races ridden; bars are 95 % intervals of 1,400 races each"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="The more races it has ridden, the more it wins"><style>{STYLE}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="10"/>{"".join(parts)}</svg>\n'
    )


def across(races: int, most: int) -> float:
    return LEFT + 20 + races / most * (WIDTH - LEFT - RIGHT - 40)


def main() -> None:
    results, picture = map(Path, sys.argv[1:3])
    picture.write_text(draw(json.loads(results.read_text())), encoding="utf-8")


if __name__ == "__main__":
    main()
