"""What a network reads of a race: small numbers, one's own team first."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.due_ruote.bots import features as f
from gruppetto.games.due_ruote.game import DUE_RUOTE
from gruppetto.games.due_ruote.rules.codes import GONE, TEAM
from gruppetto.games.due_ruote.rules.fatigue import road_of
from gruppetto.games.features import FULL, LARGEST
from gruppetto.kernel.rule import interpreted
from gruppetto.players import decide

PLAIN = interpreted(f)
OWN = f.RACE + f.ROAD + f.A_TEAM + f.OWN_EVENTS
THEIRS = OWN + TEAM * f.OWN_RIDER


def observed(match: g.Match, seat: int) -> Any:
    seen = np.zeros(DUE_RUOTE.observation, np.int32)
    loops.sense(DUE_RUOTE.rules.observe, match.state, seat, seen)
    return seen


def spread_out(seen: Any, seat: int, rule: Any = f.features) -> Any:
    out = np.full(f.INPUTS, 99, np.int8)
    rule(seen, seat, out)
    return out


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {"teams": "ready", "route": "Mountains", "advanced": True}),
        (6, {"teams": "ready", "stages": "TT, P C", "advanced": True}),
    ],
)
def test_numbers_are_small_and_the_same_interpreted(seats: int, options: dict[str, Any]) -> None:
    match = g.start("due-ruote", seats=seats, seed=3, options=options)
    while not match.over:
        seat = match.waiting[0]
        if len(match.log) % 11 == 0:
            seen = observed(match, seat)
            numbers = spread_out(seen, seat)
            assert np.abs(numbers.astype(int)).max() <= LARGEST
            assert (numbers == spread_out(seen, seat, PLAIN.features)).all()
        match.play(seat, decide(match, seat, "domestique", len(match.log)))


def test_every_part_has_the_room_it_needs() -> None:
    match = g.start("due-ruote", seats=6, seed=1, options={"teams": "ready", "route": "Hills"})
    seen, room = observed(match, match.waiting[0]), np.zeros(2 * f.INPUTS, np.int8)
    assert PLAIN.of_the_race(seen, room) == f.RACE
    assert PLAIN.of_the_road(seen, room) == f.ROAD
    assert PLAIN.of_team(seen, 1, room) == f.A_TEAM
    assert PLAIN.of_own_events(seen, room) == f.OWN_EVENTS
    assert PLAIN.of_rider(seen, 7, room) == f.A_RIDER
    assert PLAIN.of_own_rider(seen, 0, 2, room) == f.OWN_RIDER
    assert PLAIN.of_codes(seen, 0, room) == f.CODES


@pytest.mark.rule("Z8.1")
@pytest.mark.parametrize("route", ["One Mountain", "Hills", "Mountains"])
def test_the_road_costs_what_the_rules_ask_for(route: str) -> None:
    match = g.start("due-ruote", seats=3, seed=4, options={"teams": "ready", "route": route})
    while not match.over:
        seat, race = match.waiting[0], match.state[0]
        seen = observed(match, seat)
        for rider in range(3 * TEAM):
            real = (TEAM * seat + rider) % (3 * TEAM)
            if race.turn > 0 and race.place[real] != GONE:
                assert f.toll_of(seen, rider) == road_of(race, real)
        match.play(seat, decide(match, seat, "domestique", len(match.log)))


def test_rivals_stand_in_the_order_of_the_race_whichever_seats_they_have(
    table: Callable[..., Any],
) -> None:
    race = table(4, {"1-2": "+1 3", "2-4": "+3 5", "3-1": "-2 5"})
    seen = observed(race.match, 0)
    assert [f.team_in_place(seen, place) for place in range(4)] == [2, 1, 3, 0]
    numbers = spread_out(seen, 0)[THEIRS:]
    first = numbers[f.A_TEAM + 3 * f.A_RIDER :][: f.PLACES]
    assert np.flatnonzero(first).tolist() == [3 + 1 - f.LEAST_PLACE]  # a break of three, beyond the head


def test_codes_of_riders_are_told_by_the_seat_they_have(table: Callable[..., Any]) -> None:
    race = table(3, {"0-1": "head 9", "1-1": "head 1", "2-1": "head 5"})
    for seat in range(3):
        told = spread_out(observed(race.match, seat), seat)[-f.CODES :]
        tired = [int(told[3 * TEAM * team + 1]) for team in range(3)]
        real = [f.units(fatigue, 6) for fatigue in (9, 1, 5)]
        assert tired == [0 if team == seat else real[team] for team in range(3)]


def test_riders_about_to_be_placed_count_on_the_sheet(table: Callable[..., Any]) -> None:
    race = table(2)
    race.pick(0, "ChooseActivity", activity="break-away").pick(0, "Perform", rider="0-1")
    seen, room = observed(race.match, 0), np.zeros(f.RACE, np.int8)
    f.of_the_sheet(seen, room)
    assert np.flatnonzero(room[:7]).tolist() == [1]  # one on the right side
    assert room[14] == f.units(f.speed_of(seen, 0), 12)
    hidden = observed(race.match, 1)  # nobody else sees it yet
    room[:] = 0
    f.of_the_sheet(hidden, room)
    assert np.flatnonzero(room[:7]).tolist() == [0]


def test_terrains_to_come_are_told_turn_by_turn(table: Callable[..., Any]) -> None:
    race = table(2, route="PCMD", turn=2)
    out = np.zeros(f.ROAD, np.int8)
    f.of_the_road(observed(race.match, 0), out)
    assert np.flatnonzero(out).tolist() == [2, 4 + 3]  # a mountain, then a descent
    assert out[2] == FULL
