"""Who rides against whom: those who stand alike, and as seldom as can be those who have met.

What comes out hangs on the state of the league alone, so that every worker draws the same round.
"""

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

MET = 10_000  # how much worse it is to meet again than to stand a place apart
TRIES = 40_000  # riders compared in search of a better draw, about: the more riders, the fewer draws
Meetings = Counter[frozenset[int]]
Cost = list[list[int]]
Draw = list[list[int]]


def meetings(tables: Iterable[Sequence[int]]) -> Meetings:
    """How often each two have ridden at the same table."""
    return Counter(frozenset(pair) for riders in tables for pair in itertools.combinations(riders, 2))


def sizes(riders: int, seats: int) -> list[int]:
    """As few tables as will do, all of about one size."""
    tables = -(-riders // seats)
    return [riders // tables + (number < riders % tables) for number in range(tables)]


def drawn(order: Sequence[int], seats: int, met: Meetings, lot: str) -> list[list[int]]:
    """Riders by tables, from their order in the league: the best of several draws."""
    cost = _cost(order, met)
    chance = random.Random(lot)  # noqa: S311 (not for secrets: everybody may know the draw)
    best = _improved(_cut(range(len(order)), seats), cost)
    for _ in range(TRIES // max(1, len(order) ** 2)):
        if _badness(best, cost) < MET:
            break
        shuffled = chance.sample(range(len(order)), len(order))
        best = min(best, _improved(_cut(shuffled, seats), cost), key=lambda found: _badness(found, cost))
    return [[order[place] for place in table] for table in sorted(map(sorted, best))]


def seating(colours: Mapping[int, str], teams: Sequence[str], lot: str) -> list[int | None]:
    """Who sits where: at their own colours, unless the lot says that another has them."""
    taken: dict[str, int] = {}
    left = sorted(colours, key=lambda rider: by_lot(lot, rider))
    for rider in left:
        if colours[rider] in teams:
            taken.setdefault(colours[rider], rider)
    rest = iter([rider for rider in left if rider not in taken.values()])
    return [taken[team] if team in taken else next(rest, None) for team in teams]


def by_lot(lot: str, rider: int) -> str:
    """What sorts riders as the lot has it."""
    return hashlib.blake2b(f"{lot}:{rider}".encode(), digest_size=16).hexdigest()


def _cost(order: Sequence[int], met: Meetings) -> Cost:
    """How bad it is that two ride at one table, by their places in the order."""
    return [
        [MET * met[frozenset((one, other))] ** 2 + abs(place - where) for where, other in enumerate(order)]
        for place, one in enumerate(order)
    ]


def _cut(places: Sequence[int], seats: int) -> Draw:
    """One after the other, table by table."""
    left = iter(places)
    return [list(itertools.islice(left, size)) for size in sizes(len(places), seats)]


def _improved(tables: Draw, cost: Cost) -> Draw:
    """Riders change places as long as that is better for both tables together."""
    better = True
    while better:
        better = False
        for one, other in itertools.combinations(tables, 2):
            for here, there in itertools.product(range(len(one)), range(len(other))):
                if _gain(one, here, other, there, cost) > 0:
                    one[here], other[there] = other[there], one[here]
                    better = True
    return tables


def _gain(one: list[int], here: int, other: list[int], there: int, cost: Cost) -> int:
    """What it would gain if two changed tables."""
    mine, theirs = cost[one[here]], cost[other[there]]
    left = sum(mine[rider] - theirs[rider] for seat, rider in enumerate(one) if seat != here)
    joined = sum(theirs[rider] - mine[rider] for seat, rider in enumerate(other) if seat != there)
    return left + joined


def _badness(tables: Draw, cost: Cost) -> int:
    """How bad a draw is."""
    return sum(cost[one][other] for table in tables for one, other in itertools.combinations(table, 2))
