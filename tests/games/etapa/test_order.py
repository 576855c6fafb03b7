"""Who goes first: position, numbers, jerseys, dice-off (C3.1, C3.2)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
NO_CARDS = [{"hand": {}, "slow": 0}] * 3


@pytest.mark.rule("C3.1")
def test_riders_move_front_to_back_by_their_place_at_the_start_of_the_round(match: Make) -> None:
    race = match({"1": 40, "4": 60, "2": 50, "5": 45})
    assert race.view()["order"] == ["4", "2", "5", "1"]


@pytest.mark.rule("C3.1")
def test_the_player_with_the_most_riders_goes_first_in_his_own_order(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": {"field": 50, "jersey": "yellow"}, "5": 50})
    assert race.waiting == (1,)
    go(race, ("GoNext", {"rider": "5"}))
    assert race.view()["order"] == ["5", "4", "1"]


@pytest.mark.rule("C3.1", "C17.5", "CT22")
def test_numbers_come_before_recovery_and_recovery_before_jerseys(match: Make, go: Go) -> None:
    back = {"field": 50, "status": "fallen", "back": 5}
    race = match({"1": 50, "2": back, "4": {"field": 50, "jersey": "yellow"}})
    go(race, ("GoNext", {"rider": "2"}))
    assert race.view()["order"] == ["2", "1", "4"]
    race = match({"1": {**back, "jersey": "yellow"}, "4": 50})
    assert race.view()["order"] == ["4", "1"]


@pytest.mark.rule("C3.1")
def test_with_equal_numbers_jerseys_decide(match: Make) -> None:
    for first, second in (("yellow", "green"), ("green", "white"), ("polka-dot", "white"), ("white", "none")):
        race = match({"1": {"field": 50, "jersey": second}, "4": {"field": 50, "jersey": first}})
        assert race.view()["order"] == ["4", "1"], (first, second)


@pytest.mark.rule("C3.1", "C3.2")
def test_polka_dot_and_green_throw_it_off(match: Make, go: Go) -> None:
    riders = {"1": {"field": 50, "jersey": "green"}, "4": {"field": 50, "jersey": "polka-dot"}}
    race = match(riders, dice=[2, 5], teams=NO_CARDS[:2])
    assert race.view()["order"] == ["4", "1"]


@pytest.mark.rule("C3.1")
def test_riders_who_lie_come_last_without_a_dice_off(match: Make) -> None:
    race = match({"1": {"field": 50, "status": "fallen", "back": 6}, "4": 50})
    assert race.view()["order"] == ["4", "1"]


@pytest.mark.rule("C3.2", "CT5")
def test_cards_raise_a_throw_and_must_overtake(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": 50}, dice=[6, 4])
    assert race.view()["dice_off"]["totals"] == {0: 6, 1: 4}
    assert race.waiting == (1,)
    go(race, ("Raise", {"card": "4"}))
    go(race, "NoMore")
    assert race.waiting == (0,)
    go(race, ("Raise", {"card": "2"}))
    assert "NoMore" not in [choice.message.key for choice in race.choices(0)]
    go(race, ("Raise", {"card": "2B"}), "NoMore")
    assert race.view()["dice_off"]["totals"] == {0: 10, 1: 8}
    go(race, "NoMore")
    assert race.view()["order"] == ["1", "4"]
    assert race.view()["pile"] == 36 - 12 + 3


@pytest.mark.rule("C3.2", "CT5")
def test_what_cannot_overtake_cannot_be_played(match: Make) -> None:
    race = match({"1": 50, "4": 50}, dice=[6, 1], teams=[{}, {"hand": {"2": 2}, "slow": 0}])
    assert [choice.message.key for choice in race.choices(1)] == ["NoMore"]


@pytest.mark.rule("C3.2", "C17.6")
def test_equal_throws_are_thrown_again(match: Make, of: Any, go: Go) -> None:
    race = match({"1": 50, "4": 50}, dice=[4, 4, 2, 3], teams=NO_CARDS[:2])
    assert race.view()["order"] == ["4", "1"]


@pytest.mark.rule("C3.2", "C17.6")
def test_of_three_the_lowest_may_raise_first_and_equal_followers_throw_again(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": 50, "7": 50}, dice=[6, 3, 3, 1, 5])
    assert race.waiting == (1,)
    go(race, "NoMore")
    assert race.waiting == (2,)
    go(race, "NoMore")
    assert race.view()["order"] == ["1", "7", "4"]


@pytest.mark.rule("C3.2")
def test_the_winner_goes_with_all_his_riders(match: Make, go: Go) -> None:
    race = match({"1": 50, "2": 50, "4": 50, "5": 50}, dice=[2, 5], teams=NO_CARDS[:2])
    go(race, ("GoNext", {"rider": "5"}), ("GoNext", {"rider": "1"}))
    assert race.view()["order"] == ["5", "4", "1", "2"]


@pytest.mark.rule("C3.1", "C3.2")
def test_every_tie_on_a_field_has_a_dice_off_of_its_own(match: Make, go: Go) -> None:
    riders = dict.fromkeys(["1", "2", "4", "5", "7", "10"], 50)
    race = match(riders, round=2, dice=[2, 5, 3, 6], teams=[{"hand": {}, "slow": 0}] * 4)
    go(race, ("GoNext", {"rider": "4"}), ("GoNext", {"rider": "1"}))
    assert race.view()["order"] == ["4", "5", "1", "2", "10", "7"]


@pytest.mark.rule("C3.1")
def test_the_order_on_a_field_is_settled_when_its_turn_comes(match: Make, go: Go) -> None:
    race = match({"7": 60, "1": 50, "4": 50, "5": 40}, dice=[4, 6, 3])
    assert race.view()["order"] == ["7", "1", "4", "5"]
    assert (race.waiting, race.view()["dice_off"]) == ((2,), None)
    go(race, "Throw")
    assert race.view()["dice_off"]["totals"] == {0: 6, 1: 3}
    assert race.view()["order"] == ["1", "4", "5"]
    go(race, ("Raise", {"card": "4"}), "NoMore", "NoMore")
    assert race.view()["order"] == ["4", "1", "5"]


@pytest.mark.rule("C3.1")
def test_who_is_brought_down_from_in_front_takes_no_part_in_the_dice_off(match: Make, go: Go) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, *NO_CARDS[:2]]
    race = match({"1": 50, "4": 49, "7": 49}, dice=[1, 1, 2, 5], teams=teams, options={"crash_car": "never"})
    go(race, ("Sprint", {"card": "6"}))
    assert race.view()["order"] == ["7", "4"]


@pytest.mark.rule("C3.2")
def test_sacrificed_cards_carry_no_risk_and_leave_the_rider_his_own(
    match: Make, go: Go, offered: Any
) -> None:
    race = match({"1": 50, "4": 50}, dice=[6, 4, 1], options={"cars": False})
    go(race, ("Raise", {"card": "4"}), "NoMore", "NoMore")
    assert race.view()["turn"]["rider"] == "4"
    assert "Sprint" in offered(race)
    events = go(race, "Throw")
    assert [event.key for event in events][:2] == ["Threw", "Moved"]
