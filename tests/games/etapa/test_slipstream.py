"""Slipstream and the peloton (C3.4, C3.5)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
PLAIN = {"cars": False}


def followed(race: g.Match) -> list[tuple[str, int]]:
    messages: list[Any] = [choice.message for choice in race.choices(race.waiting[0])]
    return [(m.leader, m.fields) for m in messages if m.key == "Follow"]


@pytest.mark.rule("C3.4.1", "CT8")
@pytest.mark.parametrize(("field", "can"), [(50, True), (49, True), (48, False)])
def test_from_the_same_field_or_the_one_behind_a_move_is_copied(
    match: Make, go: Go, fields: Any, field: int, can: bool
) -> None:
    race = match({"1": 50, "2": {"field": field, "back": 0}}, dice=[5])
    if field == 50:
        go(race, ("GoNext", {"rider": "1"}))
    go(race, "Throw")
    assert followed(race) == ([("1", 11)] if can else [])
    if can:
        go(race, "Follow")
        assert fields(race)["2"] == field + 11


@pytest.mark.rule("C3.4", "C3.4.1")
def test_a_whole_chain_can_follow(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50, "2": 49, "3": 48}, dice=[5])
    go(race, "Throw", "Follow")
    assert followed(race) == [("2", 11)]
    go(race, "Follow")
    assert fields(race) == {"1": 61, "2": 60, "3": 59}


@pytest.mark.rule("C3.4.2", "C17.7", "CT8")
@pytest.mark.parametrize("road", ["F55 H145 | limit 150", "F55 H2 F143 | limit 150"])
def test_a_move_over_a_border_cannot_be_copied(match: Make, go: Go, offered: Any, road: str) -> None:
    race = match({"1": 50, "2": 49}, road, dice=[5])
    go(race, "Throw")
    assert "Follow" not in offered(race)


@pytest.mark.rule("C3.4.2")
def test_kinds_of_climbs_are_no_borders(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 50, "2": 49}, "E51 U149 | limit 150", dice=[5])
    go(race, "Throw")
    assert "Follow" in offered(race)


@pytest.mark.rule("C3.4.3", "CT3")
def test_a_round_in_slipstream_costs_no_breakaway_token(match: Make, go: Go) -> None:
    race = match({"1": 50, "2": {"field": 49, "tokens": 2}}, dice=[5])
    go(race, "Throw", "Follow")
    assert race.view()["riders"]["2"]["breakaway"] == 2


@pytest.mark.rule("C3.4.4", "C17.8")
def test_behind_a_leader_jerseys_count_and_the_penalty_does_not(match: Make, go: Go, fields: Any) -> None:
    far = {str(number): 90 for number in range(4, 9)}
    race = match(
        {"1": 50, "2": {"field": 49, "jersey": "yellow"}, **far},
        teams=[{"slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}],
        options=PLAIN,
    )
    while race.view()["turn"]["rider"] != "1":
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    go(race, "Throw")
    moved = fields(race)["1"] - 50
    go(race, "Follow", "TakeBonus")
    assert fields(race)["2"] == 49 + moved + 1


@pytest.mark.rule("C3.4.4")
def test_a_copied_move_may_be_shortened(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50, "2": 49}, dice=[5], slow=1)
    go(race, "Throw", "RideOn", "Follow", ("SlowDown", {"fields": 10}))
    assert fields(race)["2"] == 59


@pytest.mark.rule("C3.4.5")
def test_of_leaders_who_went_differently_far_the_follower_chooses(match: Make, go: Go) -> None:
    race = match({"1": 50, "2": 50, "3": 49}, dice=[5, 2])
    go(race, ("GoNext", {"rider": "1"}), "Throw", "Throw")
    assert followed(race) == [("1", 11), ("2", 8)]


@pytest.mark.rule("C3.4.5", "C11.2", "C17.28")
@pytest.mark.parametrize("road", ["F48 f3 F149 | limit 150", "F55 f2 F143 | limit 150"])
def test_no_slipstream_where_cobbles_lie(match: Make, go: Go, offered: Any, road: str) -> None:
    race = match({"1": 50, "2": 49}, road, dice=[5], options=PLAIN)
    go(race, "Throw") if "Throw" in offered(race) else None
    assert "Follow" not in offered(race)


@pytest.mark.rule("C3.4.1", "C17.28")
def test_who_fell_or_waits_cannot_be_followed(match: Make, offered: Any) -> None:
    race = match({"1": {"field": 50, "status": "fallen", "back": 6}, "2": 50, "4": 49})
    assert race.view()["turn"]["rider"] == "2"
    race.play(0, race.choices(0)[0])
    assert [leader for leader, _ in followed(race)] == ["2"]


@pytest.mark.rule("C3.5", "CT9")
def test_the_largest_group_is_the_peloton_the_rearmost_of_equal_ones(match: Make) -> None:
    groups = {"1": 100, "2": 101, "4": 101, "5": 102, "7": 102, "3": 90, "6": 90, "8": 91, "9": 91, "10": 91}
    race = match({**groups, "11": 84})
    assert race.view()["peloton"] == [90, 91]


@pytest.mark.rule("C3.5", "C17.9")
def test_a_group_has_no_empty_field_in_it(match: Make) -> None:
    race = match({"1": 100, "2": 99, "4": 97, "5": 96, "7": 95})
    assert race.view()["peloton"] == [95, 97]


@pytest.mark.rule("C3.5.1", "C3.5.2", "CT4", "CT9")
@pytest.mark.parametrize(("field", "moved"), [(84, 10), (85, 11)])
def test_more_than_five_behind_the_peloton_costs_a_field(
    match: Make, go: Go, fields: Any, field: int, moved: int
) -> None:
    race = match({"1": 90, "2": 91, "4": field}, dice=[1, 1, 5], options=PLAIN)
    go(race, "Throw", "Throw", "Throw")
    assert fields(race)["4"] == field + moved


@pytest.mark.rule("C3.5.2", "CT4")
def test_the_penalty_counts_with_a_card_too_but_never_leaves_nothing(
    match: Make, go: Go, fields: Any
) -> None:
    race = match({"1": 90, "2": 91, "4": 60}, dice=[1, 1, 5], options=PLAIN)
    go(race, "Throw", "Throw", ("Sprint", {"card": "4"}))
    assert fields(race)["4"] == 74
    race = match({"1": 90, "2": 91, "4": 60}, "H200 | limit 150", dice=[2, 2, 1], options=PLAIN)
    go(race, "Throw", "Throw", "Throw")
    assert fields(race)["4"] == 61


@pytest.mark.rule("C3.5.2")
def test_riders_in_front_of_the_peloton_ride_as_ever(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 60, "2": 61, "4": 90}, dice=[5], options=PLAIN)
    go(race, "Throw")
    assert fields(race)["4"] == 101
