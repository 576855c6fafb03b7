"""What a network reads of a race: small numbers, from the rider on turn."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.etapa.bots import features as f
from gruppetto.games.etapa.game import ETAPA
from gruppetto.games.etapa.rules.codes import Action
from gruppetto.games.etapa.rules.movement import base, breakaway_base
from gruppetto.games.features import FULL, LARGEST
from gruppetto.kernel.rule import interpreted
from gruppetto.players import decide

PLAIN = interpreted(f)
ON_TURN = f.RACE
ROAD = ON_TURN + f.ON_TURN
RIVALS = f.INPUTS - f.CODES - f.RIVALS * f.RIVAL


def observed(match: g.Match, seat: int) -> Any:
    seen = np.zeros(ETAPA.observation, np.int32)
    loops.sense(ETAPA.rules.observe, match.state, seat, seen)
    return seen


def spread_out(seen: Any, seat: int, rule: Any = f.features) -> Any:
    out = np.full(f.INPUTS, 99, np.int8)
    rule(seen, seat, out)
    return out


@pytest.mark.parametrize(
    ("seats", "stages"),
    [(2, ["Haute montagne"]), (5, ["F30 H10 f9 | S@10 4@49 | feed 20-27 | limit 20", "TTT 10 10 10 15"])],
)
def test_numbers_are_small_and_the_same_interpreted(seats: int, stages: list[str]) -> None:
    match = g.start("etapa", seats=seats, seed=3, options={"stages": stages, "weather": True})
    while not match.over:
        seat = match.waiting[0]
        if len(match.log) % 9 == 0:
            seen = observed(match, seat)
            numbers = spread_out(seen, seat)
            assert np.abs(numbers.astype(int)).max() <= LARGEST
            assert (numbers == spread_out(seen, seat, PLAIN.features)).all()
        match.play(seat, decide(match, seat, "domestique", len(match.log)))


def test_every_part_has_the_room_it_needs() -> None:
    match = g.start("etapa", seats=5, seed=1)
    seen, room = observed(match, 0), np.zeros(2 * f.INPUTS, np.int8)
    assert PLAIN.of_the_race(seen, room) == f.RACE
    assert PLAIN.of_the_turn(seen, 0, room) == f.ON_TURN
    assert PLAIN.of_the_road(seen, 0, room) == f.ROAD
    assert PLAIN.of_own_cards(seen, room) == f.OWN_CARDS
    assert PLAIN.of_own_rider(seen, 1, 0, room) == f.OWN_RIDER
    assert PLAIN.of_rival(seen, 5, 0, room) == f.RIVAL
    assert PLAIN.of_codes(seen, 0, 0, room) == f.CODES


@pytest.mark.rule("C2.5")
def test_a_field_gives_what_the_rules_say() -> None:
    match = g.start("etapa", seats=2, seed=1, options={"stages": ["F20 f8 D9 d5 E7 N6 H5 U4 e3 F12"]})
    seen, race = observed(match, 0), match.state[0]
    for field in range(1, int(seen[f.LINE]) + 6):
        ground = f.ground_of(seen, field)
        assert f.added_by(ground, seen[f.SKY]) == base(race, field)
        if ground < f.COBBLED:
            assert f.gain_of_breaking(seen, ground) == breakaway_base(race, field) - base(race, field)


def test_rivals_stand_in_the_order_of_the_race_as_seen_from_the_rider_on_turn(
    match: Callable[..., g.Match],
) -> None:
    race = match({"1": 60, "2": 40, "3": 30, "4": 58, "5": 66, "6": 20, "7": 59, "8": 40, "9": 90})
    seat = race.waiting[0]
    while seat != 0:
        race.play(seat, race.choices(seat)[0])
        seat = race.waiting[0]
    seen = observed(race, 0)
    rider = f.on_turn(seen)
    fields = [int(seen[f.FIELD + f.rider_in_place(seen, place)]) for place in range(6)]
    assert fields == sorted(fields, reverse=True)
    assert f.rider_in_place(seen, 6) == -1
    shown = spread_out(seen, 0)[RIVALS : RIVALS + 6 * f.RIVAL].reshape(6, f.RIVAL)
    here = int(seen[f.FIELD + rider])
    expected = [min(max(field - here, -f.BEHIND), f.AHEAD) + f.BEHIND for field in fields]
    assert [np.flatnonzero(row[: f.GAPS]).tolist() for row in shown] == [[gap] for gap in expected]


def test_wheels_are_told_by_the_codes_that_follow_them() -> None:
    """Whoever can be followed is marked at the place of that code, as one's own or as a rival."""
    match, found = g.start("etapa", seats=3, seed=5), 0
    while not match.over:
        seat = match.waiting[0]
        told = spread_out(observed(match, seat), seat)[-f.CODES :].reshape(-1, 7)
        for choice in match.choices(seat):
            rider = choice.code - Action.FOLLOW
            if 0 <= rider < f.RIDERS:
                assert told[rider, 0] == (FULL if rider // 3 == seat else -FULL)
                found += 1
        match.play(seat, decide(match, seat, "domestique", len(match.log)))
    assert found > 20


def test_the_road_ahead_begins_where_the_rider_is(match: Callable[..., g.Match]) -> None:
    race = match({"1": 60, "4": 60}, "F62 H5 D60 F60 | limit 100 | flag 180")
    seat = race.waiting[0]
    seen = observed(race, seat)
    levels = spread_out(seen, seat)[ROAD : ROAD + f.LEVELS * f.NEAR].reshape(-1, f.LEVELS)
    assert np.flatnonzero(levels[:, 0]).tolist() == [3, 4, 5, 6, 7]
    assert np.flatnonzero(levels[:, 1]).tolist() == list(range(8, f.NEAR))
