"""Injured riders and their helpers (C7)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
SHAKEN = {"field": 50, "status": "fallen", "back": 5, "shaken": 1}
HURT = {"field": 50, "injured": 1}


@pytest.mark.rule("C7.1")
def test_a_one_on_the_first_throw_after_a_fall_injures(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": SHAKEN}, dice=[1])
    go(race, "Throw")
    assert offered(race) == ["RideInjured", "Withdraw"]


@pytest.mark.rule("C7.1")
def test_only_the_first_throw_counts_and_slipstream_avoids_it(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": SHAKEN}, dice=[2, 1])
    go(race, "Throw", "Throw")
    assert not race.view()["riders"]["1"]["injured"]
    race = match({"1": 51, "2": SHAKEN}, dice=[4, 1, 1])
    go(race, "Throw", "Follow", "Throw")
    assert "Withdraw" not in offered(race)


@pytest.mark.rule("C7.1")
def test_not_after_a_puncture(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": {"field": 50, "status": "fallen", "back": 5}}, dice=[1])
    go(race, "Throw")
    assert "Withdraw" not in offered(race)


@pytest.mark.rule("C7.1", "C17.30")
def test_with_a_card_the_injury_goes_first_and_the_card_is_void(
    match: Make, go: Go, fields: Any, of: Any
) -> None:
    race = match({"1": SHAKEN}, dice=[1, 3])
    events = go(race, ("Sprint", {"card": "6"}), "RideInjured")
    assert of(events, "Punctured") == []
    assert fields(race)["1"] == 50 + 1 + 6 - 3
    assert "6" not in race.view(0)["hand"]


@pytest.mark.rule("C7.2")
@pytest.mark.parametrize(("limit", "out"), [(60, True), (40, False)])
def test_who_withdraws_before_the_limit_is_out_of_the_tour(
    match: Make, go: Go, of: Any, throughout: Any, limit: int, out: bool
) -> None:
    road = f"F100 | limit {limit} | flag 99"
    race = match({"1": SHAKEN, "4": 99}, road, dice=[5, 1], options={"stages": [road, road]})
    go(race, "Throw")
    events = go(race, "Throw", "Withdraw")
    placed = {event.rider: event.lost for event in of(events, "Placed")}
    assert placed == {"4": 0, "1": 51}
    assert [event.rider for event in of(events, "MissedLimit")] == (["1"] if out else [])
    assert race.view()["riders"]["1"]["status"] == ("out" if out else "riding")


@pytest.mark.rule("C7.2", "C5.3")
def test_who_withdraws_counts_like_the_others(match: Make, go: Go, of: Any) -> None:
    road = "F100 | S@95 | limit 40 | flag 99"
    race = match({"1": SHAKEN, "4": {"field": 99, "passed": 1}}, road, dice=[5, 1], primes=(1,))
    events = go(race, "Throw", "Throw", "Withdraw")
    assert [(e.rider, e.place, e.bonus) for e in of(events, "Placed")] == [("4", 1, 20), ("1", 2, 12)]
    assert [(e.rider, e.points) for e in of(events, "Credited")] == [("1", 4)]
    assert [(e.rider, e.points) for e in of(events, "Scored")] == [("4", 35), ("1", 30)]


@pytest.mark.rule("C7.1")
def test_the_danger_is_over_with_a_turn_without_a_throw(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": SHAKEN, "4": 10}, dice=[3, 6, 3, 1])
    go(race, "CallCar", "Throw", "WaiveCard", "Throw")
    assert race.view()["turn"]["rider"] == "1"
    go(race, "Throw")
    assert "Withdraw" not in offered(race)
    race = match({"1": SHAKEN, "2": {"field": 40, "injured": 1}, "4": 10}, dice=[3, 3, 1])
    go(race, "WaitForMate", "Throw", "Throw")
    assert race.view()["turn"]["rider"] == "1"
    go(race, "Throw")
    assert "Withdraw" not in offered(race)


@pytest.mark.rule("C7.1")
def test_who_is_brought_down_with_a_puncture_can_be_injured(match: Make, go: Go, offered: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0, "served": 4, "car": 49}]
    riders = {"1": 50, "4": {"field": 50, "status": "punctured"}}
    race = match(riders, dice=[1, 1, 3, 6, 2, 5, 1], teams=teams, options={"crash_car": "never"})
    go(race, ("Sprint", {"card": "6"}), "WaiveCard")
    assert (race.view()["round"], race.view()["order"]) == (7, ["1", "4"])
    go(race, "Throw", "Throw")
    assert (race.waiting, offered(race)) == ((1,), ["RideInjured", "Withdraw"])


@pytest.mark.rule("C7.3")
def test_he_may_go_on_with_the_one_he_has_thrown(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": SHAKEN}, dice=[1])
    go(race, "Throw", "RideInjured")
    assert race.view()["riders"]["1"]["injured"]
    assert fields(race)["1"] == 54


@pytest.mark.rule("C7.4", "CT18")
@pytest.mark.parametrize(("letter", "die", "moved"), [("F", 4, 7), ("D", 1, 7), ("H", 2, 1)])
def test_an_injury_slows(match: Make, go: Go, fields: Any, letter: str, die: int, moved: int) -> None:
    race = match({"1": HURT}, f"{letter}200 | limit 150", dice=[die])
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C7.4")
def test_the_injured_use_no_cards_but_may_feed(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": HURT}, dice=[4])
    assert offered(race) == ["CallCar", "Throw"]


@pytest.mark.rule("C7.5")
def test_a_team_mate_may_wait_as_long_as_he_is_behind(match: Make, go: Go, offered: Any, fields: Any) -> None:
    race = match({"1": 60, "2": HURT}, dice=[1, 1], options={"cars": False})
    go(race, "WaitForMate")
    assert fields(race)["1"] == 60
    race = match({"1": 51, "2": HURT}, options={"cars": False})
    assert "WaitForMate" not in offered(race)


@pytest.mark.rule("C7.5")
def test_the_injured_may_stop_at_his_helper(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 53, "2": HURT}, dice=[4], options={"cars": False})
    go(race, "WaitForMate")
    stops = [c.message.fields for c in race.choices(0) if c.message.key == "StopAtHelper"]  # type: ignore[attr-defined]
    assert stops == [2, 3]
    go(race, ("StopAtHelper", {"fields": 3}))
    assert fields(race) == {"1": 53, "2": 53}


@pytest.mark.rule("C7.5")
def test_a_team_mate_who_has_just_come_there_is_a_helper_too(match: Make, go: Go) -> None:
    race = match({"1": 60, "2": {"field": 58, "injured": 1}}, dice=[1, 6], options={"cars": False})
    go(race, "Throw")
    assert race.view()["riders"]["1"]["field"] == 67
    stops = [c.message.fields for c in race.choices(0) if c.message.key == "StopAtHelper"]  # type: ignore[attr-defined]
    assert stops == [8]


@pytest.mark.rule("C7.5", "C7.6", "CT25")
def test_behind_a_team_mate_he_crosses_borders_but_gets_no_jersey_fields(
    match: Make, go: Go, fields: Any
) -> None:
    road = "F55 H145 | limit 150"
    race = match({"1": {"field": 50, "jersey": "yellow"}, "2": HURT}, road, dice=[4])
    go(race, ("GoNext", {"rider": "1"}), "Throw", "TakeBonus", ("Follow", {"leader": "1", "fields": 10}))
    assert fields(race) == {"1": 61, "2": 60}


@pytest.mark.rule("C7.6", "CT25")
def test_behind_a_rival_he_does_not_cross_borders(match: Make, go: Go, offered: Any) -> None:
    race = match({"4": 51, "2": HURT}, "F55 H145 | limit 150", dice=[4])
    go(race, "Throw")
    assert "Follow" not in offered(race)


@pytest.mark.rule("C7.6")
def test_a_helper_with_a_card_tows_nobody(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 51, "2": HURT}, dice=[4], options={"cars": False})
    go(race, ("Sprint", {"card": "2"}))
    assert race.view()["turn"]["rider"] != "2" or "Follow" not in offered(race)


@pytest.mark.rule("C7.6")
def test_on_cobbles_nobody_is_towed(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 51, "2": HURT}, "F55 f2 F143 | limit 150", dice=[4, 4], options={"cars": False})
    assert of(go(race, "Throw"), "Followed") == []
    assert race.view()["turn"]["following"] is None


@pytest.mark.rule("C7.7")
def test_past_the_limit_he_starts_healthy_tomorrow_before_it_he_is_out(
    match: Make, go: Go, throughout: Any
) -> None:
    road = "F100 | limit 60 | flag 99"
    riders = {"1": {"field": 70, "injured": 1}, "2": {"field": 20, "injured": 1}, "4": 99}
    race = match(riders, road, options={"stages": [road, road], "cars": False})
    while race.view()["stage_number"] == 1:
        throughout(race)
    riders_now = race.view()["riders"]
    assert (riders_now["1"]["status"], riders_now["1"]["injured"]) == ("riding", False)
    assert riders_now["2"]["status"] == "out"


@pytest.mark.rule("C7.8")
def test_an_injured_rider_has_nothing_of_his_jersey(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": {**HURT, "jersey": "yellow"}}, dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 57
