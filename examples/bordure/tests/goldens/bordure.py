"""Golden races of Bordure: one per stage, one per thing that can come to pass."""

from collections.abc import Callable, Iterator

from golden import Golden, told

import gruppetto as g

BORDURE = "bordure"
SENSIBLE = ["domestique"] * 3


def by_legs(match: g.Match) -> bool:
    """Two riders are level at the finish, and one has more legs left (BD3.2)."""
    first, second = match.result["riders"][:2]
    return bool(first["on"] == second["on"] and first["legs"] > second["legs"])


def by_lot(match: g.Match) -> bool:
    """Two riders are level in everything (BD3.2)."""
    first, second = match.result["riders"][:2]
    return (first["on"], first["legs"]) == (second["on"], second["legs"])


def everything(match: g.Match) -> bool:
    """All that can be told is told."""
    return len({event.key for event in told(match)}) == 7


SHOWN: dict[str, Callable[[g.Match], bool]] = {"by-legs": by_legs, "by-lot": by_lot, "everything": everything}


def goldens() -> Iterator[tuple[str, Golden]]:
    """The races worth keeping."""
    for seats, stage in enumerate(("polder", "dike", "delta"), start=2):
        yield f"stage-{stage}", Golden(BORDURE, ["domestique"] * seats, {"stage": stage}, 7)
    for name, shows in SHOWN.items():
        yield f"ending-{name}", Golden(BORDURE, SENSIBLE, shows=shows)
    yield "option-still", Golden(BORDURE, SENSIBLE, {"weather": "still"}, 7)
