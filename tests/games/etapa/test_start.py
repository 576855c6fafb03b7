"""Teams, cards, start order, start move, fields, blocking, profile (C1)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
CARDS = {"2": 1, "2B": 1, "4": 1, "4B": 1, "6": 1, "6B": 1}


@pytest.mark.rule("C1.1")
def test_each_player_leads_three_riders_and_names_one_under_25_in_a_tour(go: Go) -> None:
    race = g.start("etapa", seats=3, seed=1, options={"stages": ["Plaine", "Collines"]})
    assert race.waiting == (0, 1, 2)
    assert len(race.view()["riders"]) == 9
    assert [c.message.rider for c in race.choices(1)] == ["4", "5", "6"]  # type: ignore[attr-defined]
    race.play(1, race.choices(1)[2])
    assert race.view()["teams"][1]["young"] == "6"


@pytest.mark.rule("C1.1")
def test_a_race_of_one_stage_asks_for_nobody_under_25() -> None:
    race = g.start("etapa", seats=2, seed=1)
    assert [choice.text for choice in race.choices(0)] == ["Drop the flag."]


@pytest.mark.rule("C1.2", "CT6")
def test_three_riders_are_dealt_six_cards_and_three_slow_ones(go: Go) -> None:
    race = g.start("etapa", seats=5, seed=1)
    go(race, "DropFlag")
    view = race.view(0)
    assert view["hand"] == CARDS
    assert {team["slow"] for team in view["teams"]} == {3}
    assert view["pile"] == 6
    two = g.start("etapa", seats=2, seed=1)
    go(two, "DropFlag")
    assert two.view()["pile"] == 24


@pytest.mark.rule("C1.2", "CT6")
@pytest.mark.parametrize(
    ("riders", "cards", "slow"),
    [(2, {"2": 1, "2B": 1, "6": 1, "6B": 1}, 2), (1, {"2B": 1, "6": 1}, 1)],
)
def test_a_reduced_team_is_dealt_fewer(position: Any, riders: int, cards: dict[str, int], slow: int) -> None:
    document = position({str(number): 50 for number in [*range(1, riders + 1), 4]}, teams=())
    race = g.from_position("etapa", document)
    assert race.view(0)["hand"] == cards
    assert race.view()["teams"][0]["slow"] == slow


@pytest.mark.rule("C1.3", "C17.24")
def test_the_first_start_takes_one_rider_of_each_team_in_turn(go: Go) -> None:
    race = g.start("etapa", seats=3, seed=4)
    go(race, "DropFlag")
    assert race.view()["order"] == ["1", "4", "7", "2", "5", "8", "3", "6", "9"]


@pytest.mark.rule("C1.3")
def test_later_stages_start_by_general_classification(position: Any) -> None:
    riders = {str(n): {"time": 1000 + n * (-1) ** n} for n in range(1, 7)}
    document = position(riders, stage=2, step="line-up", round=0, options={"stages": ["Plaine", "Plaine"]})
    race = g.from_position("etapa", document)
    assert race.view()["order"] == ["5", "3", "1", "2", "4", "6"]


@pytest.mark.rule("C1.4", "C17.2")
def test_the_start_is_the_sum_of_two_throws(go: Go, of: Any) -> None:
    race = g.start("etapa", seats=2, seed=1)
    events = go(race, "DropFlag")
    throws = [event.face for event in of(events, "Threw")]
    assert race.view()["turn"]["fields"] == sum(throws)
    assert {choice.message.key for choice in race.choices(0)} == {"RideOn", "SlowDown", "SwapCard"}
    moved = of(go(race, "RideOn"), "Moved")[0]
    assert (moved.start, moved.field) == (0, sum(throws))


@pytest.mark.rule("C1.5")
def test_fields_are_counted_from_the_start_line(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 40}, dice=[3])
    go(race, "Throw")
    assert fields(race)["1"] == 49


def go_on(race: g.Match) -> None:
    """Whoever is asked makes his first choice."""
    seat = race.waiting[0]
    race.play(seat, race.choices(seat)[0])


@pytest.fixture
def standing() -> Callable[..., dict[str, Any]]:
    """Rivals who lie on a field and so stay there."""

    def lying(*numbers: str, field: int) -> dict[str, Any]:
        return {number: {"field": field, "status": "fallen", "back": 6} for number in numbers}

    return lying


@pytest.mark.rule("C1.6", "CT7")
def test_a_blocked_rider_stops_on_the_field_behind(match: Make, go: Go, of: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("4", "5", "6", "7", field=55)}, dice=[3])
    moved = of(go(race, "Throw"), "Moved")[0]
    assert (moved.field, moved.reasons, moved.rule) == (54, ("blocked",), "C1.6")


@pytest.mark.rule("C1.7", "CT7")
def test_a_team_mate_lets_him_through(match: Make, go: Go, fields: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("2", "4", "5", "6", field=55)}, dice=[3])
    go(race, "Throw")
    assert fields(race)["1"] == 59


@pytest.mark.rule("C1.7", "C17.3")
def test_nobody_ends_as_the_fifth_rider(match: Make, go: Go, fields: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("2", "4", "5", "6", field=59)}, dice=[4])  # behind the peloton: 9
    go(race, "Throw")
    assert fields(race)["1"] == 58


@pytest.mark.rule("C1.6", "CT23")
def test_a_full_field_directly_in_front_leaves_him_standing(
    match: Make, go: Go, fields: Any, standing: Any
) -> None:
    race = match({"1": 50, **standing("4", "5", "6", "7", field=51)}, dice=[6])
    go(race, "Throw")
    assert fields(race)["1"] == 50


@pytest.mark.rule("C1.7")
def test_in_the_first_round_any_number_may_share_a_field(go: Go) -> None:
    crowded = 0
    for seed in range(60):
        race = g.start("etapa", seats=5, seed=seed, options={"specials": False})
        go(race, "DropFlag")
        while race.view()["round"] == 1:
            go_on(race)
        places = [rider["field"] for rider in race.view()["riders"].values()]
        crowded = max(crowded, *(places.count(field) for field in places))
    assert crowded > 4


@pytest.mark.rule("C1.8", "C11.1")
@pytest.mark.parametrize(("letter", "base"), [("F", 6), ("D", 12), ("E", 2), ("N", 1), ("H", 0)])
def test_the_road_adds_its_base_value(match: Make, go: Go, fields: Any, letter: str, base: int) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150 | flag 190", dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 54 + base


@pytest.mark.rule("C1.8")
def test_the_field_he_stands_on_decides_for_the_whole_move(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, "F50 H150 | limit 150 | flag 190", dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 60


@pytest.mark.rule("C1.8")
@pytest.mark.parametrize("letter", "ENHU")
def test_in_the_basic_game_all_climbs_are_alike(match: Make, go: Go, fields: Any, letter: str) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150", dice=[4], options={"profiles": False})
    go(race, "Throw")
    assert fields(race)["1"] == 54
