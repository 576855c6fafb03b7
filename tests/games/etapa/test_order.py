"""Who goes first: position, numbers, jerseys, dice-off (C3.1, C3.2)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.rules.record import NO_CLASS

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


def settled(race: g.Match, go: Go, *chosen: str) -> list[str]:
    """The order once players have said whom they send first, where they have a say."""
    for rider in chosen:
        go(race, ("GoNext", {"rider": rider}))
    order: list[str] = race.view()["order"]
    return order


HERE = {"field": 50}
BACK = {"status": "fallen", "back": 5}  # and rides in this round
LIES = {"status": "fallen", "back": 6}
GONE = {"status": "withdrawn", "injured": 1}


@pytest.mark.rule("C3.1")
@pytest.mark.parametrize(
    ("riders", "dice", "chosen", "order"),
    [
        # equal numbers go rider by rider: the jersey first, then a dice-off for the others
        ({"1": {"jersey": "yellow"}, "2": {}, "4": {}, "5": {}}, [2, 5], ["5"], ["1", "5", "4", "2"]),
        ({"1": {}, "2": {}, "4": {}, "5": {"jersey": "white"}}, [6, 2], ["2"], ["5", "2", "1", "4"]),
        (
            {"1": {}, "2": {"jersey": "white"}, "4": {"jersey": "green"}, "5": {}},
            [3, 6], [], ["4", "2", "5", "1"],
        ),
        ({"1": {"jersey": "green"}, "4": {"jersey": "yellow"}}, [6, 1], [], ["4", "1"]),
        ({"1": {"jersey": "white"}, "4": {"jersey": "polka-dot"}}, [6, 1], [], ["4", "1"]),
        ({"1": {"jersey": "white"}, "4": {"jersey": "green"}}, [6, 1], [], ["4", "1"]),
        ({"1": {}, "4": {"jersey": "white"}}, [6, 1], [], ["4", "1"]),
        # within one's own riders the jerseys do not matter, whoever lies or has withdrawn beside them
        (
            {"1": {}, "2": {"jersey": "white"}, "4": GONE, "5": LIES, "6": LIES},
            [], ["1"], ["1", "2", "5", "6"],
        ),
        # the injured have nothing of their jersey
        ({"1": {"jersey": "yellow", "injured": 1}, "4": {"jersey": "white"}}, [6, 1], [], ["4", "1"]),
        ({"1": {"jersey": "green", "injured": 1}, "4": {"jersey": "white"}}, [6, 1], [], ["4", "1"]),
        ({"1": {"jersey": "white", "injured": 1}, "4": {}}, [2, 3], [], ["4", "1"]),
        ({"1": {"jersey": "rainbow"}, "4": {"jersey": "white"}}, [6, 1], [], ["4", "1"]),
        # who is just back goes last, jersey or not, and a dice-off decides among them
        ({"1": BACK, "4": {**BACK, "jersey": "white"}}, [6, 1], [], ["1", "4"]),
        ({"1": {**BACK, "jersey": "yellow"}, "4": {}}, [6, 1], [], ["4", "1"]),
        ({"1": {"back": 4, "jersey": "yellow"}, "4": {}}, [1, 6], [], ["1", "4"]),
        ({"1": BACK, "4": BACK}, [2, 3], [], ["4", "1"]),
        # who lies counts for the numbers, and comes last, by number
        ({"1": {}, "4": {}, "5": {"status": "fallen", "back": 6}}, [6, 1], [], ["4", "1", "5"]),
        ({"1": {}, "4": {}, "5": {"status": "punctured"}}, [6, 1], [], ["4", "1", "5"]),
        (
            {"2": {"status": "punctured"}, "1": {"status": "fallen", "back": 6}, "4": {}, "7": {}},
            [3, 4], [], ["7", "4", "1", "2"],
        ),
        ({"1": {"status": "fallen", "back": 6}, "2": {}, "4": {}}, [1, 6], [], ["2", "4", "1"]),
        ({"1": {"status": "fallen", "back": 5}, "2": {}, "4": {}}, [1, 6], ["1"], ["1", "2", "4"]),
        # two against one against one
        ({"1": {}, "4": {}, "7": {}, "8": {}}, [1, 6], ["8"], ["8", "7", "4", "1"]),
    ],
)  # fmt: skip
def test_the_order_on_a_field(
    match: Make, go: Go, riders: dict[str, Any], dice: list[int], chosen: list[str], order: list[str]
) -> None:
    entries = {name: {**HERE, **rider} for name, rider in riders.items()}
    race = match(entries, dice=dice, teams=[{"hand": {}, "slow": 1}] * 3)
    assert settled(race, go, *chosen) == order
    assert race.position()["moment"]["class_now"] == NO_CLASS


@pytest.mark.rule("C3.1", "C3.2", "C17.5")
@pytest.mark.parametrize(
    ("riders", "dice", "chosen", "order"),
    [
        ({"1": {}, "2": BACK, "4": {}}, [1, 6], [], ["1", "4", "2"]),
        ({"1": {}, "2": BACK, "4": {}, "5": {}}, [6, 2], ["5"], ["1", "5", "4", "2"]),
        ({"1": {}, "2": BACK, "4": {}, "5": {}}, [2, 6], ["5"], ["5", "4", "1", "2"]),
        ({"1": {}, "2": BACK, "4": {}, "5": {"jersey": "yellow"}}, [6, 2], [], ["5", "1", "4", "2"]),
        ({"1": BACK, "4": BACK}, [2, 6], [], ["4", "1"]),
        ({"1": {}, "4": {}, "5": {}}, [6, 1], ["4"], ["4", "5", "1"]),
        ({"1": {}, "2": {}, "4": {}}, [1, 6], ["2"], ["2", "1", "4"]),
        ({"1": BACK, "4": {}, "7": {}, "8": {}}, [6, 1], ["7"], ["7", "8", "4", "1"]),
        ({"1": BACK, "2": BACK, "4": {}}, [6, 1], ["2"], ["4", "2", "1"]),
        ({"1": {**BACK, "jersey": "yellow"}, "2": BACK, "4": {}}, [6, 1], [], ["4", "1", "2"]),
    ],
)
def test_the_order_where_those_who_are_back_go_last_of_all(
    match: Make, go: Go, riders: dict[str, Any], dice: list[int], chosen: list[str], order: list[str]
) -> None:
    entries = {name: {**HERE, **rider} for name, rider in riders.items()}
    teams = [{"hand": {}, "slow": 1}] * 3
    race = match(entries, dice=dice, teams=teams, options={"recovering": "last"})
    assert settled(race, go, *chosen) == order


@pytest.mark.rule("C3.1")
def test_players_choose_only_among_the_riders_of_that_rank(match: Make, go: Go) -> None:
    riders = {"1": {**HERE, "jersey": "white"}, "2": HERE, "3": HERE, "4": HERE, "5": HERE, "6": HERE}
    race = match({**riders, "7": 60}, round=2, dice=[3, 6, 1], teams=[{"hand": {}, "slow": 1}] * 3)
    while race.view()["phase"] != "next":
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    assert race.view()["order"][0] == "1"
    assert race.waiting == (0,)
    assert [choice.message.rider for choice in race.choices(0)] == ["2", "3"]  # type: ignore[attr-defined]
    events = go(race, ("GoNext", {"rider": "3"}))
    assert [(event.key, event.rider) for event in events] == [("WentNext", "3")]
    assert (race.waiting, len(race.choices(1))) == ((1,), 3)


@pytest.mark.rule("C3.2", "C17.6")
@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([6, 3, 3, 5, 5, 1, 2, 4, 3], ["1", "10", "13", "7", "4"]),  # two pairs of equals
        ([6, 3, 3, 5, 5, 2, 2, 4, 3, 1, 4], ["1", "10", "13", "7", "4"]),  # and equal once more
        ([4, 4, 4, 4, 4, 1, 2, 3, 5, 6], ["13", "10", "7", "4", "1"]),
        ([2, 5, 3, 5, 1, 6, 4], ["4", "10", "7", "1", "13"]),
        ([1, 2, 3, 4, 5], ["13", "10", "7", "4", "1"]),
        ([2, 2, 6, 2, 1, 1, 3, 2], ["7", "4", "10", "1", "13"]),
    ],
)
def test_equals_throw_again_among_themselves(match: Make, of: Any, dice: list[int], order: list[str]) -> None:
    riders = dict.fromkeys(("1", "4", "7", "10", "13"), HERE)
    teams = [{"hand": {}, "slow": 1}] * 5
    race = match(riders, round=2, dice=dice, teams=teams)
    assert race.view()["order"] == order


@pytest.mark.rule("C3.2")
@pytest.mark.parametrize(
    ("hand", "dice", "cards"),
    [
        ({"2": 1, "2B": 1}, [6, 2], []),  # six at most: not ahead
        ({"2": 1, "2B": 1}, [6, 3], ["2", "2B"]),
        ({"4": 1, "2": 1}, [6, 1], ["2", "4"]),
        ({"6B": 1}, [6, 1], ["6B"]),
        ({"2": 2}, [6, 2], []),
        ({"2": 3}, [6, 2], ["2"]),
        ({"4B": 1, "6": 1}, [3, 2], ["4B", "6"]),
    ],
)
def test_with_which_cards_one_can_get_ahead(
    match: Make, hand: dict[str, int], dice: list[int], cards: list[str]
) -> None:
    teams = [{"hand": {}, "slow": 0}, {"hand": hand, "slow": 0}]
    race = match({"1": 50, "4": 50}, dice=dice, teams=teams)
    assert race.waiting == (1,)
    messages: list[Any] = [choice.message for choice in race.choices(1)]
    assert [m.card for m in messages if m.key == "Raise"] == cards
    assert [m.key for m in messages if m.key != "Raise"] == ["NoMore"]


@pytest.mark.rule("C3.2")
def test_a_raise_goes_on_until_it_leads_and_is_told_card_by_card(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 1}, {"hand": {"2": 2, "4": 1}, "slow": 1}]
    race = match({"1": 50, "4": 50}, dice=[6, 3], teams=teams)
    events = go(race, ("Raise", {"card": "2"}))
    assert [choice.message.key for choice in race.choices(1)] == ["Raise", "Raise"]
    events += go(race, ("Raise", {"card": "2"}), "NoMore")
    assert [(e.seat, e.card, e.total) for e in of(events, "Raised")] == [(1, "2", 5), (1, "2", 7)]
    assert race.waiting == (0,)
    events = go(race, ("Raise", {"card": "6"}))  # the last card: nothing more to ask
    assert [(e.seat, e.card, e.total) for e in of(events, "Raised")] == [(0, "6", 12)]
    assert race.waiting == (1,)
    assert [choice.message.key for choice in race.choices(1)] == ["NoMore"]
    events = go(race, "NoMore")
    assert [event.seat for event in of(events, "Yielded")] == [1]
    assert race.view()["order"] == ["1", "4"]


@pytest.mark.rule("C3.2")
def test_who_has_no_cards_is_not_asked_and_of_equals_the_lower_seat_is_first(match: Make, go: Go) -> None:
    some = {"hand": {"6": 1, "4": 1}, "slow": 1}
    race = match({"1": 50, "4": 50, "7": 50}, dice=[6, 1, 2], teams=[some, {"hand": {}, "slow": 1}, some])
    assert race.waiting == (2,)
    race = match({"1": 50, "4": 50, "7": 50}, dice=[2, 6, 2], teams=[some] * 3)
    assert race.waiting == (0,)
    go(race, "NoMore")
    assert race.waiting == (2,)


@pytest.mark.rule("C3.2", "C17.6")
def test_where_any_raise_will_do_equals_throw_again(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {}, "slow": 1}, {"hand": {"2": 1}, "slow": 1}]
    race = match({"1": 50, "4": 50}, dice=[6, 4, 2, 5], teams=teams, options={"raises": "any"})
    events = go(race, ("Raise", {"card": "2"}))
    assert [(event.seat, event.face) for event in of(events, "ThrewOff")] == [(0, 2), (1, 5)]
    assert race.view()["order"] == ["4", "1"]


@pytest.mark.rule("C3.1", "C3.2")
def test_the_same_riders_on_the_same_field_throw_anew_in_the_next_round(match: Make, go: Go) -> None:
    teams = [{"hand": {}, "slow": 2}, {"hand": {}, "slow": 2}]
    race = match({"1": 50, "4": 50}, dice=[6, 2, 3, 3, 1, 5], teams=teams, options={"cars": False})
    assert race.view()["order"] == ["1", "4"]
    still: Any = ("SlowDown", {"fields": 0})
    go(race, still, "Throw", still)
    assert race.view()["round"] == 6
    assert race.view()["order"] == ["4", "1"]
    riders = race.position()["riders"]
    assert [riders[name].get(key, 0) for name in "14" for key in ("rode", "moved", "followers")] == [0] * 6


@pytest.mark.rule("C3.1", "C3.2")
def test_ties_on_two_fields_are_two_dice_offs(match: Make, go: Go, of: Any) -> None:
    riders = {"1": 50, "4": 50, "2": 40, "5": 40}
    race = match(
        riders, dice=[6, 2, 1, 1, 2, 5], teams=[{"hand": {}, "slow": 1}] * 2, options={"cars": False}
    )
    assert race.view()["order"][:2] == ["1", "4"]
    events = go(race, "RideOn", "Throw", "RideOn")
    assert [(event.seat, event.face) for event in of(events, "ThrewOff")] == [(0, 2), (1, 5)]
    assert race.view()["order"] == ["5", "2"]


@pytest.mark.rule("C3.1")
def test_a_jersey_in_a_smaller_team_waits_for_the_larger_ones(match: Make, go: Go) -> None:
    riders = {**dict.fromkeys(["1", "2", "4", "5"], HERE), "7": {**HERE, "jersey": "yellow"}}
    race = match(riders, round=2, dice=[6, 1], teams=[{"hand": {}, "slow": 1}] * 3)
    assert settled(race, go, "1", "4") == ["1", "2", "4", "5", "7"]
