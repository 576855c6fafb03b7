"""What is observed is within the bounds that are declared, and what never changes comes first."""

import random
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.etapa import ETAPA
from gruppetto.games.etapa.rules.knowledge import FIXED, OBSERVATION
from gruppetto.games.game import no_numbers

NAMES = [seen.name for seen in ETAPA.observed for _ in range(seen.size)]
TABLES: list[dict[str, Any]] = [
    {
        "stages": ["f30 H10 | S@10 | limit 20", "F60 N9 D20 | 4@69 | feed 20-27"],
        "weather": True,
        "doping": True,
        "road_champion": "2",
    },
    {"stages": ["ITT 10 10 10 15"], "time_trial_champion": "1"},
    {"stages": ["TTT 10 10 10 15", "F30 E10 | S@20 4@40 | limit 20"], "time_trial_champion": "4"},
]


def observed(match: g.Match, seat: int) -> Any:
    out = no_numbers(OBSERVATION)
    out[:] = -77  # every number is written
    loops.sense(ETAPA.rules.observe, match.state, seat, out)
    return out


def of_name(match: g.Match, seat: int, name: str) -> list[int]:
    at = NAMES.index(name)
    return [int(number) for number in observed(match, seat)[at : at + NAMES.count(name)]]


def test_every_number_is_declared_the_fixed_ones_first() -> None:
    assert len(NAMES) == OBSERVATION
    assert sum(seen.size for seen in ETAPA.observed if seen.fixed) == FIXED
    assert [seen.fixed for seen in ETAPA.observed] == sorted(
        (seen.fixed for seen in ETAPA.observed), reverse=True
    )


@pytest.mark.rule("C19")
@pytest.mark.parametrize("options", TABLES)
def test_all_numbers_are_within_their_bounds(options: dict[str, Any]) -> None:
    low, high = ETAPA.bounds()
    for seats in (2, 5):
        match = g.start("etapa", seats=seats, seed=seats, options=options)
        dice, fixed = random.Random(seats), observed(match, 0)[:FIXED].tolist()
        while not match.over:
            seat = dice.choice(match.waiting)
            seen = observed(match, dice.choice([-1, seat, 0]))
            wrong = np.flatnonzero((seen < low) | (seen > high))
            assert not wrong.size, [(NAMES[place], seen[place]) for place in wrong[:5]]
            assert seen[:FIXED].tolist() == fixed
            match.play(seat, dice.choice(match.choices(seat)))


@pytest.mark.rule("C19")
def test_ones_own_team_comes_first(match: Any) -> None:
    race = match({"1": 50, "4": 60, "7": 70}, dice=[3])
    assert race.waiting == (2,)
    assert of_name(race, 2, "field")[:9:3] == [70, 50, 60]
    assert of_name(race, 0, "field")[:9:3] == [50, 60, 70]
    assert (of_name(race, 2, "rider"), of_name(race, 0, "rider")) == ([0], [6])
    assert (of_name(race, 2, "owing"), of_name(race, 1, "owing")) == ([1], [2])
    assert of_name(race, 2, "hand") == [1] * 6
    assert of_name(race, -1, "hand") == [0] * 6


@pytest.mark.rule("C8.1", "C9.1")
def test_cars_and_primes_stand_where_they_are_declared(match: Any) -> None:
    riders = {"1": 50, "5": {"field": 60, "status": "feeding"}}
    teams = [{"hand": {}, "slow": 0}, {"hand": {}, "slow": 0, "served": 5, "car": 57}]
    race = match(riders, "F100 E20 f80 | 4@120 S@150 | limit 150", teams=teams, dice=[1, 1])
    assert of_name(race, 1, "served") == [1, -1, -1, -1, -1]
    assert of_name(race, 0, "primes")[:3] == [2, 1, 0]
    assert of_name(race, 0, "prime_fields")[:3] == [120, 150, 0]
    assert of_name(race, 0, "road")[99:101] + of_name(race, 0, "road")[119:121] == [0, 2, 2, 8]
