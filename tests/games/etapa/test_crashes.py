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
