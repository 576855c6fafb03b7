"""Climbs and cobbles (C11), special rules (C12), weather and doping (C15)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
LAST_CARD = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
STONES = "f200 | limit 150 | flag 190"


@pytest.mark.rule("C11.1")
@pytest.mark.parametrize(
    ("letter", "die", "moved"), [("E", 1, 3), ("N", 6, 7), ("H", 6, 6), ("U", 6, 5), ("U", 1, 1)]
)
def test_four_kinds_of_climbs(match: Make, go: Go, fields: Any, letter: str, die: int, moved: int) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150", dice=[die])
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C11.2", "CT19")
@pytest.mark.parametrize(("letter", "moved"), [("f", 7), ("d", 10), ("e", 4), ("u", 4)])
def test_cobbles_halve_the_base(match: Make, go: Go, fields: Any, letter: str, moved: int) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150", dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C11.2", "C6.1", "CT19")
def test_on_cobbles_every_one_is_checked(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50}, STONES, dice=[1, 3])
    assert len(of(go(race, "Throw"), "Punctured")) == 1


@pytest.mark.rule("C11.2", "C6.1.2")
def test_on_cobbles_no_card_helps(match: Make, go: Go, offered: Any, of: Any) -> None:
    race = match({"1": 50}, STONES, dice=[1, 1], options={"crash_car": "never"})
    assert offered(race) == ["CallCar", "Throw"]
    assert len(of(go(race, "Throw"), "Fell")) == 1


@pytest.mark.rule("C11.2", "C17.13")
def test_on_cobbles_a_breakaway_gives_nothing_and_its_token_is_used_up(
    match: Make, go: Go, fields: Any
) -> None:
    race = match({"1": {"field": 50, "tokens": 2}}, STONES, dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 57
    assert race.view()["riders"]["1"]["breakaway"] == 1


@pytest.mark.rule("C12.1")
def test_a_card_can_be_changed_for_a_slow_card(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, dice=[4], options={"specials": True}, moment={"slow_supply": 5})
    pile = race.view()["pile"]
    go(race, ("SwapCard", {"card": "2"}))
    assert (race.view()["teams"][0]["slow"], race.view()["pile"]) == (1, pile + 1)
    go(race, "Throw", ("SwapCard", {"card": "6B"}), ("SlowDown", {"fields": 3}))
    assert fields(race)["1"] == 53
    assert race.view()["teams"][0]["slow"] == 1
    assert race.view()["slow_supply"] == 3


@pytest.mark.rule("C12.1")
def test_without_slow_cards_in_the_box_nothing_is_changed(match: Make, offered: Any) -> None:
    race = match({"1": 50}, options={"specials": True}, moment={"slow_supply": 0})
    assert "SwapCard" not in offered(race)


@pytest.mark.rule("C12.2", "C17.32")
def test_in_the_last_kilometre_a_crash_costs_no_time(match: Make, go: Go, of: Any) -> None:
    options = {"specials": True, "cars": False, "slow_to": "standstill"}
    riders = {"7": {"field": 199}, "4": 195, "1": 194, "5": 150}
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match(riders, dice=[6, 6, 1, 2, 1], options=options, teams=teams, moment={"slow_supply": 0})
    events = go(race, ("Sprint", {"card": "6"}))
    lost = {event.rider: event.lost for event in of(events, "Placed")}
    assert lost["1"] == lost["4"] == 0
    assert race.view()["riders"]["1"]["field"] == 194


@pytest.mark.rule("C12.2")
def test_who_fell_with_them_has_no_time_to_give(match: Make, go: Go, of: Any) -> None:
    options = {"specials": True, "cars": False}
    riders = {"7": 199, "1": 194, "2": 194, "4": 192, "5": 150}
    race = match(riders, dice=[6, 1, 1, 5, 1], options=options, teams=LAST_CARD, moment={"slow_supply": 0})
    events = go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}))
    lost = {event.rider: event.lost for event in of(events, "Placed")}
    assert (lost["1"], lost["2"]) == (0, 0)


@pytest.mark.rule("C12.2")
def test_the_last_kilometre_protects_and_costs_nothing(match: Make, go: Go, of: Any) -> None:
    options = {"specials": True, "cars": False}
    road = "F150 H50 | limit 150 | flag 190"
    race = match(
        {"7": 199, "1": 194, "4": 190}, road, dice=[6, 1, 2, 1], options=options, teams=LAST_CARD,
        moment={"slow_supply": 0},
    )  # fmt: skip
    events = go(race, ("Sprint", {"card": "6"}))
    assert {event.rider: event.lost for event in of(events, "Placed")} == {"7": 0, "1": 7, "4": 10}


@pytest.mark.rule("C12.2")
def test_before_the_flag_he_loses_what_he_loses(match: Make, go: Go, of: Any) -> None:
    road = "F200 | limit 150 | flag 196"
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    options = {"specials": True, "cars": False}
    race = match({"7": 199, "4": 195, "1": 194}, road, dice=[6, 6, 1, 2], options=options, teams=teams)
    events = go(race, ("Sprint", {"card": "6"}))
    assert {event.rider: event.lost for event in of(events, "Placed")}["1"] == 7


@pytest.mark.rule("C15.1")
@pytest.mark.parametrize(
    ("card", "sky"),
    [(0, "rain"), (1, "rain"), (2, "headwind"), (3, "tailwind"), (4, "crosswind"), (5, "heat"), (11, "sun")],
)
def test_a_weather_card_for_the_stage(position: Any, card: int, sky: str) -> None:
    document = position({"1": 0, "4": 0}, step="stage", round=0, options={"weather": True})
    document["script"] = {"weather": [card]}
    assert g.from_position("etapa", document).view()["weather"] == sky


@pytest.mark.rule("C15.1")
@pytest.mark.parametrize(("sky", "moved"), [(2, 9), (3, 11)])
def test_wind_on_the_flat(match: Make, go: Go, fields: Any, sky: int, moved: int) -> None:
    race = match({"1": 50}, dice=[4], moment={"sky": sky})
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C15.1")
def test_rain_makes_descents_risky(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50}, "D200 | limit 150", dice=[1, 3], moment={"sky": 1})
    assert len(of(go(race, "Throw"), "Punctured")) == 1


@pytest.mark.rule("C15.1")
def test_in_heat_the_zone_gives_two_cards(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50}, "F200 | feed 56-60 | limit 150", dice=[4], moment={"sky": 5})
    assert len(of(go(race, "Throw", "RideOn"), "Drew")) == 2


@pytest.mark.rule("C15.1")
def test_in_crosswind_three_may_follow_one(match: Make, go: Go, offered: Any) -> None:
    riders = {"1": 51, "4": 50, "7": 50, "10": 50, "13": 50}
    teams = [{"hand": {}, "slow": 0}] * 5
    race = match(riders, dice=[4, 5, 4, 3, 2], teams=teams, moment={"sky": 4}, options={"groups": "touching"})
    go(race, "Throw")
    for _ in range(3):
        go(race, ("Follow", {"leader": "1"}))
    leaders = {c.message.leader for c in race.choices(4) if c.message.key == "Follow"}  # type: ignore[attr-defined]
    assert "1" not in leaders


@pytest.mark.rule("C15.2")
@pytest.mark.parametrize("late", [True, False])
def test_the_doping_test_is_positive_if_a_team_mate_missed_the_limit(
    match: Make, go: Go, of: Any, late: bool
) -> None:
    lying = {"field": 60 if late else 70, "status": "fallen", "back": 6}
    riders = {"1": {"field": 99, "used": 3}, "2": lying, "4": {**lying, "field": 90}}
    race = match(riders, "F100 | limit 60 | flag 99", dice=[3], options={"doping": True})
    caught = of(go(race, "Throw"), "Caught")
    assert [event.rider for event in caught] == (["1"] if late else [])
