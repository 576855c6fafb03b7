"""What is observed is within the bounds that are declared, and what never changes comes first."""

import random
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.faces.observed import OBSERVED
from gruppetto.games.due_ruote.rules.knowledge import FIXED, OBSERVATION
from gruppetto.games.game import no_numbers
from gruppetto.games.vocabulary import bounds_of

NAMES = [seen.name for seen in OBSERVED for _ in range(seen.size)]


def observed(match: g.Match, seat: int) -> Any:
    out = no_numbers(OBSERVATION)
    out[:] = 77  # every number is written
    loops.sense(DUE_RUOTE.rules.observe, match.state, seat, out)
    return out


def test_every_number_is_declared_the_fixed_ones_first() -> None:
    assert len(NAMES) == OBSERVATION
    assert sum(seen.size for seen in OBSERVED if seen.fixed) == FIXED
    assert [seen.fixed for seen in OBSERVED] == sorted((seen.fixed for seen in OBSERVED), reverse=True)


@pytest.mark.rule("Z10.2")
@pytest.mark.parametrize(
    "options",
    [
        {"route": "Mountains"},
        {"teams": "ready", "advanced": True, "route": "P TV R M C GPM", "excess": "allowed"},
        {"teams": "ready", "advanced": True, "stages": "TT, P C, M M M", "delay": "printed"},
    ],
)
def test_all_numbers_are_within_their_bounds(options: dict[str, Any]) -> None:
    low, high = bounds_of(OBSERVED)
    for seed in range(3):
        match, dice = (
            g.start("due-ruote", seats=2 + 2 * seed, seed=seed, options=options),
            random.Random(seed),
        )
        fixed = observed(match, 0)[:FIXED].tolist()
        while not match.over:
            seat = dice.choice(match.waiting)
            seen = observed(match, dice.choice([-1, seat]))
            wrong = np.flatnonzero((seen < low) | (seen > high))
            assert not wrong.size, [(NAMES[place], seen[place]) for place in wrong[:5]]
            assert seen[:FIXED].tolist() == fixed
            match.play(seat, dice.choice(match.choices(seat)))


def test_a_number_stands_where_it_is_declared() -> None:
    match = g.start("due-ruote", seats=3, seed=1, options={"teams": "ready", "route": "PMD", "first": 0})
    seen, view = observed(match, 1), match.view(1)
    at = NAMES.index
    assert seen[at("special") : at("special") + 3].tolist() == [4, 4, 4]
    own = view["riders"]["1-2"]
    assert seen[at("sprint") + 1] == own["sprint"]
    speeds = [int(seen[at("speed") + 30 * terrain + 1]) for terrain in range(4)]
    assert speeds == list(own["speed"].values())
