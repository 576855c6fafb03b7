"""Crashes, punctures, mass crashes (C6)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
NO_CAR = {"crash_car": "never"}


def status(race: g.Match) -> dict[str, str]:
    return {
        name: rider["status"] for name, rider in race.view()["riders"].items() if rider["status"] != "out"
    }


@pytest.mark.rule("C6.1", "CT16")
def test_with_a_four_to_six_he_goes_on_with_the_one(match: Make, go: Go, fields: Any) -> None:
    for second in (4, 5, 6):
        race = match({"1": 50}, dice=[1, second])
        go(race, ("Sprint", {"card": "4"}))
        assert fields(race)["1"] == 61


@pytest.mark.rule("C6.1", "CT16", "CT17")
def test_a_puncture_waits_for_the_car(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"1": 50, "4": 20}, dice=[1, 3, 1, 4, 1, 5, 1])
    events = go(race, ("Sprint", {"card": "4"}))
    assert [event.field for event in of(events, "CarCame")] == [44]
    assert status(race)["1"] == "punctured"
    assert fields(race)["1"] == 50
    assert "4" not in race.view(0)["hand"]
    events = go(race, "Throw")  # round 5 for number 4; then the car drives in round 6
    assert [event.field for event in of(events, "CarDrove")] == [48]
    events = go(race, "Throw", "WaiveCard")
    assert of(events, "CarDrove")[0].field == 50  # the surplus is lost
    go(race, "Throw")
    assert (race.view()["round"], race.view()["turn"]["rider"], status(race)["1"]) == (8, "1", "riding")


@pytest.mark.rule("C6.1", "C6.1.1", "C6.1.3", "C17.11", "CT16")
def test_a_crash_costs_the_whole_next_round(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"1": 50, "4": 10}, dice=[1, 2, 1, 1, 1], options=NO_CAR)
    go(race, ("BreakAway", {"card": "6B"}))
    assert (status(race)["1"], fields(race)["1"]) == ("fallen", 50)
    assert race.view()["riders"]["1"]["breakaway"] == 0
    go(race, "Throw")
    assert (race.view()["round"], race.view()["turn"]["rider"]) == (6, "4")
    go(race, "Throw")
    assert (race.view()["round"], race.view()["turn"]["rider"]) == (7, "1")
    assert status(race)["1"] == "riding"


@pytest.mark.rule("C6.1", "C6.1.1", "CT16", "CT24")
def test_a_mass_crash_brings_down_everybody_on_the_field(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"4": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "4": 50, "5": 50, "2": 48}, dice=[1, 1, 1], teams=teams, options=NO_CAR)
    go(race, ("GoNext", {"rider": "4"}), "Throw", "Throw")
    go(race, ("Sprint", {"card": "4"}))
    assert status(race)["1"] == "fallen"
    race = match({"1": 60, "2": 60, "4": 60, "6": 55}, dice=[1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "4"}))
    assert [(event.rider, event.leader) for event in of(events, "Fell")] == [
        ("1", None),
        ("2", "1"),
        ("4", "1"),
    ]
    assert status(race) == {"1": "fallen", "2": "fallen", "4": "fallen", "6": "riding"}


@pytest.mark.rule("C6.1.4")
def test_the_chain_runs_back_over_fields_until_nobody_throws_a_one(match: Make, go: Go, of: Any) -> None:
    riders = {"1": 50, "4": 49, "5": 49, "6": 48, "7": 47, "8": 46}
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match(riders, dice=[1, 1, 4, 1, 2, 5], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert {event.rider for event in of(events, "Fell")} == {"1", "4", "5", "6"}
    assert [event.face for event in of(events, "Threw") if event.purpose == "beside the crash"] == [4, 1, 2]


@pytest.mark.rule("C6.1.4")
def test_a_two_beside_a_crash_fells_that_rider_alone(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "4": 49, "5": 49, "6": 48}, dice=[1, 1, 2, 3], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert {event.rider for event in of(events, "Fell")} == {"1", "4"}


FELL = {"status": "fallen", "shaken": 1}
STANDING = {
    "back in this round": {**FELL, "back": 5},
    "a puncture": {"status": "punctured"},
    "a puncture just mended": {"status": "fallen", "back": 6},
}


@pytest.mark.rule("C6.1.4")
@pytest.mark.parametrize("how", STANDING.values(), ids=STANDING)
def test_who_stands_beside_a_crash_throws_though_their_turn_is_to_come(
    match: Make, go: Go, of: Any, how: dict[str, Any]
) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 50, "4": {"field": 49, **how}, "5": 30}, dice=[1, 1, 2], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert [event.face for event in of(events, "Threw") if event.purpose == "beside the crash"] == [2]
    assert [event.rider for event in of(events, "Fell")] == ["1", "4"]
    assert race.view()["riders"]["4"]["back"] == 7


@pytest.mark.rule("C6.1.1")
@pytest.mark.parametrize("how", STANDING.values(), ids=STANDING)
def test_who_stands_on_the_field_of_a_mass_crash_falls(
    match: Make, go: Go, of: Any, how: dict[str, Any]
) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 50, "4": {"field": 50, **how}, "5": 30}, dice=[1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert [event.rider for event in of(events, "Fell")] == ["1", "4"]


@pytest.mark.rule("C6.1.1", "C6.1.4")
@pytest.mark.parametrize("field", [50, 49])
@pytest.mark.parametrize("how", ["fallen", "punctured"])
def test_who_lies_lies(match: Make, go: Go, of: Any, field: int, how: str) -> None:
    lying = {"field": field, **FELL, "status": how, "back": 6}
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 50, "4": lying, "5": 30}, dice=[1, 1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert [event.rider for event in of(events, "Fell")] == ["1"]
    assert race.view()["riders"]["4"]["back"] == 6


@pytest.mark.rule("C6.1.2", "C17.29", "CT24")
def test_a_card_raises_the_one_of_a_mass_crash(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"1": 50, "2": 50}, dice=[1, 1])
    go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "4"}))
    events = go(race, ("Avoid", {"card": "2"}))
    assert of(events, "Fell") == []
    assert fields(race) == {"1": 61, "2": 50}
    assert sum(race.view(0)["hand"].values()) == 4


@pytest.mark.rule("C6.1.2")
def test_whoever_throws_a_one_beside_the_crash_may_raise_it_too(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50, "4": 49, "5": 49}, dice=[1, 1, 1, 6], options=NO_CAR)
    go(race, ("Sprint", {"card": "6"}), "FallDown")
    assert race.waiting == (1,)
    events = go(race, ("Avoid", {"card": "2"}))
    assert {event.rider for event in of(events, "Fell")} == set()
    assert status(race) == {"1": "fallen", "4": "riding", "5": "riding"}


@pytest.mark.rule("C6.1.2")
def test_the_injured_cannot_raise(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50, "4": {"field": 49, "injured": 1}}, dice=[1, 1, 1], options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}), "FallDown")
    assert [event.rider for event in of(events, "Fell")] == ["1", "4"]


@pytest.mark.rule("C6.1.3")
def test_who_is_brought_down_before_his_turn_loses_it(match: Make, go: Go, fields: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "2": 50, "4": 30}, dice=[1, 1], teams=teams, options=NO_CAR)
    go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}))
    assert race.view()["turn"]["rider"] == "4"
    go(race, "Throw")
    assert race.view()["round"] == 6
    assert race.view()["turn"]["rider"] == "4"
    assert fields(race)["2"] == 50


@pytest.mark.rule("C6.1")
def test_a_breakaway_is_risky_in_its_first_round_only(match: Make, go: Go, of: Any) -> None:
    race = match({"1": {"field": 50, "tokens": 2}}, dice=[1, 2])
    events = go(race, "Throw")
    assert of(events, "Fell") == []
    assert race.view()["riders"]["1"]["field"] == 63


@pytest.mark.rule("C6.1")
def test_without_crashes_a_one_is_a_one(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, dice=[1, 2], options={"crashes": False, "injuries": False})
    go(race, ("Sprint", {"card": "4"}))
    assert fields(race)["1"] == 61


def falls(of: Any, events: list[Any]) -> list[tuple[str, str | None]]:
    return [(event.rider, event.leader) for event in of(events, "Fell")]


@pytest.mark.rule("C6.1.1", "C6.1.4")
def test_in_a_chain_everybody_falls_through_whoever_threw_the_one(match: Make, go: Go, of: Any) -> None:
    riders = {"1": 50, "2": 50, "4": 49, "5": 49, "6": 48, "7": 48, "8": 47}
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match(riders, dice=[1, 1, 6, 1, 2, 3], teams=teams, options=NO_CAR)
    events = go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}))
    assert falls(of, events) == [("1", None), ("2", "1"), ("5", None), ("4", "5"), ("6", None)]
    assert [(e.rider, e.face, e.purpose) for e in of(events, "Threw")][1:] == [
        ("1", 1, "to see how the crash ends"), ("4", 6, "beside the crash"), ("5", 1, "beside the crash"),
        ("6", 2, "beside the crash"), ("7", 3, "beside the crash"),
    ]  # fmt: skip
    assert race.view()["turn"]["crash_field"] == 0
    assert [status(race)[name] for name in "12456"] == ["fallen"] * 5
    assert race.position()["moment"]["falls"] == 5


@pytest.mark.rule("C6.1.4")
def test_on_the_next_field_of_a_chain_everybody_throws_again(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "8": 49, "4": 48, "2": 48}, dice=[1, 1, 1, 2, 2], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert falls(of, events) == [("1", None), ("8", None), ("2", None), ("4", None)]


@pytest.mark.rule("C6.1.4")
def test_a_chain_ends_at_an_empty_field(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "4": 48, "5": 51}, dice=[3, 1, 1, 1], teams=teams, options=NO_CAR)
    go(race, "Throw")
    assert falls(of, go(race, ("Sprint", {"card": "6"}))) == [("1", None)]


@pytest.mark.rule("C6.1.1", "C8.1")
def test_who_waits_for_food_falls_too_and_the_car_leaves(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0, "served": 4, "car": 44}]
    feeding = {"field": 50, "status": "feeding", "tokens": 2}
    yellow = {"field": 50, "jersey": "yellow"}
    race = match({"1": yellow, "4": feeding, "5": 30}, dice=[1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert falls(of, events) == [("1", None), ("4", "1")]
    assert [event.seat for event in of(events, "CarLeft")] == [1]
    rider = race.view()["riders"]["4"]
    assert (rider["status"], rider["back"], rider["breakaway"]) == ("fallen", 7, 0)
    assert race.view()["teams"][1]["car"] is None


@pytest.mark.rule("C6.1.1")
def test_who_stands_with_a_puncture_keeps_it_and_its_car_when_brought_down(
    match: Make, go: Go, of: Any
) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0, "served": 4, "car": 44}]
    riders = {"1": 50, "4": {"field": 50, "status": "punctured"}, "5": 30}
    race = match(riders, dice=[1, 1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert falls(of, events) == [("1", None), ("4", "1")]
    assert of(events, "CarLeft") == []
    assert (status(race)["4"], race.view()["riders"]["4"]["back"]) == ("punctured", 7)
    assert race.view()["teams"][1]["car"] == {"rider": "4", "field": 45}


@pytest.mark.rule("C6.1", "C8.1")
@pytest.mark.parametrize(
    ("served", "mate", "car"),
    [
        (0, {}, {"rider": "1", "field": 44}),
        (2, {"status": "feeding"}, {"rider": "2", "field": 35}),  # the car is busy
        (0, {"status": "punctured"}, None),  # the player will be asked
    ],
)
def test_a_car_comes_at_once_if_it_is_free_and_nobody_else_waits(
    match: Make, go: Go, of: Any, served: int, mate: dict[str, Any], car: Any
) -> None:
    teams = [{"slow": 0, "served": served, "car": 35}, {"hand": {}, "slow": 0}]
    race = match({"1": 50, "2": {"field": 40, **mate}, "4": 60}, dice=[3, 1, 3], teams=teams)
    events = go(race, "Throw", ("BreakAway", {"card": "6B"}))
    assert [event.rider for event in of(events, "Punctured")] == ["1"]
    assert [event.rider for event in of(events, "CarCame")] == (["1"] if car and not served else [])
    rider = race.view()["riders"]["1"]
    assert (rider["status"], rider["breakaway"], rider["field"]) == ("punctured", 0, 50)
    if not served:
        assert race.view()["teams"][0]["car"] == car


@pytest.mark.rule("C6.1.3", "C17.11")
def test_who_has_had_their_turn_misses_the_next_round_in_either_reading(match: Make, go: Go) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 1}, {"hand": {}, "slow": 0}]
    riders = {"1": 50, "4": {"field": 50, "jersey": "yellow"}, "5": 30, "7": 50}
    options = {**NO_CAR, "brought_down": "one-round"}
    race = match(riders, dice=[5, 2, 4, 1, 1], teams=teams, options=options)
    assert race.view()["order"] == ["4", "1", "7", "5"]
    go(race, "Throw", "LeaveBonus", ("SlowDown", {"fields": 0}), ("Sprint", {"card": "6"}))
    riders_now = race.view()["riders"]
    assert [riders_now[name]["back"] for name in "147"] == [7, 7, 6]


@pytest.mark.rule("C8.1.1")
def test_each_player_in_turn_may_send_their_car_to_one_who_has_just_fallen(
    match: Make, go: Go, of: Any
) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    earlier = {"status": "fallen", "back": 6, "shaken": 1}
    riders = {"1": 50, "2": 50, "3": {"field": 40, **earlier}, "4": 50, "5": 30, "7": 49, "8": 49}
    race = match(riders, dice=[1, 1, 3, 2], teams=teams)
    events = go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}))
    asked = []
    while race.view()["phase"] == "crash-car":
        sent = [getattr(c.message, "rider", None) for c in race.choices(race.waiting[0])]
        asked.append((race.waiting[0], sent))
        events += race.play(race.waiting[0], race.choices(race.waiting[0])[-1 if asked[1:] else 0])
    assert asked == [(0, [None, "1", "2"]), (1, [None, "4"]), (2, [None, "8"])]
    assert [(event.rider, event.field) for event in of(events, "CarCame")] == [("4", 44), ("8", 43)]


@pytest.mark.rule("C8.1.1", "C8.2")
@pytest.mark.parametrize(("field", "asked"), [(150, True), (151, False)])
def test_no_car_comes_for_the_fallen_beyond_the_limit(
    match: Make, go: Go, offered: Any, field: int, asked: bool
) -> None:
    race = match({"1": field, "4": 20}, dice=[1, 2])
    go(race, ("Sprint", {"card": "2"}))
    assert ("SendCar" in offered(race)) == asked


@pytest.mark.rule("C8.1.1")
def test_no_car_comes_for_the_fallen_while_it_serves_another(match: Make, go: Go, offered: Any) -> None:
    teams = [{"slow": 0, "served": 2, "car": 34}, {"hand": {}, "slow": 0}]
    riders = {"1": 50, "2": {"field": 40, "status": "punctured"}, "4": 20}
    race = match(riders, dice=[1, 2, 1], teams=teams)
    go(race, ("Sprint", {"card": "2"}))
    assert "SendCar" not in offered(race)


@pytest.mark.rule("C6.1.2", "C17.29")
@pytest.mark.parametrize(("card", "punctures"), [("2", 1), ("4", 0), ("6B", 0)])
def test_where_the_raised_throw_is_looked_up_a_three_is_a_puncture(
    match: Make, go: Go, of: Any, fields: Any, card: str, punctures: int
) -> None:
    race = match({"1": 50, "4": 10}, dice=[1, 1], options={"raised_crash": "looked-up"})
    events = go(race, ("Sprint", {"card": "2B"}), ("Avoid", {"card": card}))
    assert [(event.rider, event.card) for event in of(events, "AvoidedCrash")] == [("1", card)]
    assert len(of(events, "Punctured")) == punctures
    assert fields(race)["1"] == (50 if punctures else 50 + 1 + 6 + 2)


@pytest.mark.rule("C6.1.2", "C6.1.4", "C17.29")
def test_beside_the_crash_a_raised_throw_saves_in_either_reading(match: Make, go: Go, of: Any) -> None:
    options = {**NO_CAR, "raised_crash": "looked-up"}
    race = match({"1": 50, "4": 49, "5": 49}, dice=[1, 1, 1, 2], options=options)
    events = go(race, ("Sprint", {"card": "6"}), "FallDown", ("Avoid", {"card": "2"}))
    assert falls(of, events) == [("1", None), ("5", None)]
    assert of(events, "Punctured") == []
    assert "2" not in race.view(1)["hand"]


@pytest.mark.rule("C6.1.2")
def test_without_a_card_nobody_is_asked(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 50, "4": 20}, dice=[1, 1], teams=teams, options=NO_CAR)
    events = go(race, ("Sprint", {"card": "6"}))
    assert falls(of, events) == [("1", None)]


@pytest.mark.rule("C12.2")
@pytest.mark.parametrize(("flag", "specials", "grief"), [(50, True, 5), (51, True, 0), (50, False, 0)])
def test_the_last_kilometre_begins_at_the_flag_itself(
    match: Make, go: Go, flag: int, specials: bool, grief: int
) -> None:
    road = f"F200 | limit 30 | flag {flag}"
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    for second in (2, 3):
        race = match(
            {"1": 50, "4": 20}, road, dice=[1, second], teams=teams, options={"specials": specials, **NO_CAR},
            moment={"slow_supply": 0},
        )  # fmt: skip
        go(race, ("Sprint", {"card": "6"}))
        assert race.position()["riders"]["1"].get("grief", 0) == grief


@pytest.mark.rule("C8.1.1")
def test_without_cars_none_comes_for_the_fallen(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 50, "4": 20}, dice=[1, 2], options={"cars": False})
    go(race, ("Sprint", {"card": "2"}))
    assert (race.waiting, "SendCar" in offered(race)) == ((1,), False)


@pytest.mark.rule("C8.1.1", "C6.1.1")
def test_no_car_comes_for_a_fall_of_who_stands_with_a_puncture(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    flat = {"status": "punctured"}
    riders = {"1": 50, "4": {"field": 50, **flat}, "5": {"field": 40, **flat}, "6": 30}
    race = match(riders, dice=[1, 1], teams=teams)
    events = go(race, ("Sprint", {"card": "6"}), "KeepCar")
    assert falls(of, events) == [("1", None), ("4", "1")]
    assert (race.waiting, race.view()["phase"]) == ((1,), "puncture-car")
