"""How far thinkers look on a tour: to the end of the stage, as if the tour were over then."""

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.flamme_rouge.grand_tour.bots import horizon
from gruppetto.games.flamme_rouge.grand_tour.rules import tour
from gruppetto.games.flamme_rouge.grand_tour.rules.tour import A_POINT
from gruppetto.players import decide


def scored(score: loops.Rule, match: g.Match) -> list[int]:
    out = np.zeros(3, np.int32)
    loops.rank(score, match.state, out)
    return [int(number) for number in out]


@pytest.mark.rule("GT2")
def test_a_stage_ends_for_thinkers_before_the_next_one_is_begun() -> None:
    match = g.start("flamme-rouge-tour", seats=3, seed=5, options={"stages": 3})
    ends, stages = [], set()
    while not match.over:
        stage = int(match.state[0].stage)
        if loops.ended(horizon.over, match.state):
            ends.append(stage)
            now, then = scored(tour.score, match), scored(horizon.score, match)
            gained = [(later - before) // A_POINT for before, later in zip(now, then, strict=True)]
            assert sum(gained) == 3 + 2 + 1
            assert max(gained) >= 3
        stages.add(stage)
        seat = match.waiting[0]
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    assert stages == {0, 1, 2}
    assert ends == [1, 2]
    assert loops.ended(horizon.over, match.state)
    assert scored(horizon.score, match) == scored(tour.score, match)


def test_hints_are_about_the_whole_tour_and_bots_about_the_stage() -> None:
    from gruppetto.players.halving import Halving

    match = g.start("flamme-rouge-tour", seats=2, seed=5, options={"stages": 2, "traits": False})
    assert Halving(match.game, match.state, 0, 1, near=True).end is horizon
    assert Halving(match.game, match.state, 0, 1).end is tour
    race = g.start("flamme-rouge", seats=2, seed=5)
    assert Halving(race.game, race.state, 0, 1, near=True).end is race.game.rules
