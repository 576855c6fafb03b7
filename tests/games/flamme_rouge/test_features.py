"""What a network reads of a race: small numbers, from where its riders are."""

from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.features import FULL, LARGEST
from gruppetto.games.flamme_rouge.bots import features as f
from gruppetto.games.flamme_rouge.game import FLAMME_ROUGE
from gruppetto.games.flamme_rouge.rules.movement import distance
from gruppetto.players import decide


def race_at(decisions: int, seats: int, stage: str = "Firenze - Milano") -> g.Match:
    match = g.start("flamme-rouge", seats=seats, seed=3, options={"stage": stage})
    while len(match.log) < decisions:
        match.play(match.waiting[0], decide(match, match.waiting[0], "random", len(match.log)))
    return match


def observed(match: g.Match, seat: int) -> Any:
    seen = np.zeros(FLAMME_ROUGE.observation, np.int32)
    loops.sense(FLAMME_ROUGE.rules.observe, match.state, seat, seen)
    return seen


def spread_out(seen: Any) -> Any:
    out = np.full(FLAMME_ROUGE.inputs, 99, np.int8)
    FLAMME_ROUGE.features(seen, 0, out)
    return out


def rivals(numbers: Any) -> Any:
    return numbers[f.RACE + 2 * f.OWN :].reshape(-1, 2, f.RIVAL)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_are_small_and_depend_on_what_is_seen_only(seats: int) -> None:
    for decisions in range(0, 100, 9):
        match = race_at(decisions, seats)
        for seat in range(seats):
            numbers = spread_out(observed(match, seat))
            assert np.abs(numbers.astype(int)).max() <= LARGEST
            assert numbers.any()
            assert (numbers == spread_out(observed(match, seat))).all()


@pytest.mark.parametrize("stage", ["Firenze - Milano", "La Haut Montagne", "Ronde van Wevelgem"])
def test_riders_reach_what_the_rules_let_them(stage: str) -> None:
    match = race_at(0, 2, stage)
    seen, race = observed(match, 0), match.state[0]
    for square in range(race.setup.line):
        for energy in range(2, 10):
            assert f.reach(seen, square, energy) == distance(race, square, energy)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_as_many_rivals_as_ride(seats: int) -> None:
    for decisions in (0, 60):
        match = race_at(decisions, seats)
        for seat in range(seats):
            teams = rivals(spread_out(observed(match, seat)))
            assert [bool(team.any()) for team in teams] == [True] * (seats - 1) + [False] * (4 - seats)


def test_rivals_stand_in_the_order_of_the_race_whichever_seats_they_have() -> None:
    document = race_at(70, 4).position()
    squares = {"0S": 20, "0R": 21, "1S": 30, "1R": 31, "2S": 40, "2R": 41, "3S": 25, "3R": 26}
    for name, square in squares.items():
        document["riders"][name].update(square=square, lane="right")
    match = g.from_position("flamme-rouge", document, seed=1)
    numbers = spread_out(observed(match, 0))
    hand = 21 if numbers[f.RACE] else 20
    shown = [np.flatnonzero(team[0][6 : 6 + f.GAPS]).tolist() for team in rivals(numbers)]
    expected = [min(square - hand, f.AHEAD) + f.BEHIND for square in (40, 30, 25)]
    assert shown == [[gap] for gap in expected]


def test_a_team_mate_who_has_played_lands_where_their_card_takes_them() -> None:
    match = race_at(0, 2, "Avenue Corso Paseo")
    while match.state[0].phase == 0 or (match.state[0].played[:2] < 0).all():
        match.play(match.waiting[0], decide(match, match.waiting[0], "domestique", len(match.log)))
    seen, race = observed(match, 0), match.state[0]
    mate = 0 if race.played[0] >= 0 else 1
    landed = np.zeros(f.LANDINGS, np.int8)
    seen[f.SQUARE + 2 : f.SQUARE + f.RIDERS] = -1
    f.landings(seen, 1 - mate, int(race.square[1 - mate]), landed)
    energy = f.energy_of(int(race.played[mate]))
    there = race.square[mate] + distance(race, race.square[mate], energy) - race.square[1 - mate]
    assert landed.tolist() == [FULL * (gap == there) for gap in range(f.LANDINGS)]
