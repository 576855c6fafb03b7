"""Challenges: the sheet, the responses, going to the head, the pace, the break (Z7.8 to Z7.11)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


# --- the sheet --------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.8.1", "Z7.8.4", "Z12.2")
def test_each_rider_takes_his_slots_fatigue_and_adds_his_speed(table: Table) -> None:
    """Right 3, 2, 2, 1 … and left 1, 1, 2, 2 …; on the flat A1 6, A2 7, B1 8, B2 7, C1 7, C2 6."""
    race = table(3).challenge(0, "break-away", "perform 0-1", "help 0-2")
    race.respond(1, "help 1-1", "help 1-2")
    assert race.view["challenge"]["right_sum"] == 6 + 7 + 8 + 7
    race.respond(2, "obstruct 2-1", "obstruct 2-2", "obstruct 2-3")
    slots = [(put.rider, put.cost, put.side_sum) for put in race.of("Put")]
    assert slots == [
        ("0-1", 3, 6), ("0-2", 2, 13), ("1-1", 2, 21), ("1-2", 1, 28),
        ("2-1", 1, 7), ("2-2", 1, 13), ("2-3", 2, 20),
    ]  # fmt: skip


@pytest.mark.rule("Z7.8.4")
def test_speeds_are_those_of_the_terrain(table: Table) -> None:
    race = table(3, route="MPPPPPPPPP").challenge(0, "break-away", "perform 0-1")
    race.respond(1, "obstruct 1-1").respond(2)
    decided = race.of("Decided")[0]
    assert (decided.right, decided.left) == (6, 3)


@pytest.mark.rule("Z7.8.2", "Z7.8.3", "TV8", "TV45")
def test_four_obstructers_cost_five_points_and_a_fifth_is_not_allowed(table: Table) -> None:
    everybody = {f"1-{n}": "head 0" for n in range(1, 6)}
    race = table(riders=everybody).challenge(0, "break-away", "perform 0-1")
    for placed, rider in enumerate(["1-1", "1-2", "1-3", "1-4"], start=1):
        race.pick(1, "Obstruct", rider=rider)
        assert race.kinds("PayWith")[0].tokens == (1, 2, 3, 5)[placed - 1]
    assert not race.can("Obstruct")
    race.pick(1, "PayWith", special=0)
    assert race.tokens(1) == 1


@pytest.mark.rule("Z7.8.2", "TV8")
def test_three_of_a_team_on_the_right_at_most(table: Table) -> None:
    everybody = {f"0-{n}": "head 0" for n in range(1, 6)}
    race = table(3, everybody).pick(0, "ChooseActivity", activity="break-away")
    race.pick(0, "Perform", rider="0-1").pick(0, "Perform", rider="0-2").pick(0, "Help", rider="0-3")
    assert not race.can("Help")
    assert not race.can("Perform")


@pytest.mark.rule("Z7.8.2")
def test_a_player_uses_one_side_only(table: Table) -> None:
    race = table(3).challenge(0, "break-away", "perform 0-1").pick(1, "Obstruct", rider="1-1")
    assert not race.can("Help")
    race.pick(1, "Cancel").pick(1, "Help", rider="1-1")
    assert not race.can("Obstruct")


@pytest.mark.rule("Z7.8.2")
def test_the_initiator_never_obstructs_himself(table: Table) -> None:
    race = table(3).pick(0, "ChooseActivity", activity="raise-pace")
    assert not race.can("Obstruct")


@pytest.mark.rule("Z7.8.3", "Z7.9", "Z7.10", "Z7.11", "TV45")
@pytest.mark.parametrize(
    ("activity", "entries", "points"),
    [
        ("go-to-head", ["perform 0-3", "perform 0-4", "help 0-1"], 3),
        ("raise-pace", ["perform 0-1", "perform 0-2"], 2),
        ("raise-pace", ["perform 0-1", "help 0-2"], 2),
        ("break-away", ["perform 0-1"], 2),
        ("break-away", ["perform 0-1", "perform 0-2"], 4),
        ("break-away", ["perform 0-1", "perform 0-2", "help 0-3"], 5),
    ],
)
def test_what_a_challenge_costs_in_points(
    activity: str, entries: list[str], points: int, table: Table
) -> None:
    up = {"0-3": "bunch 0"} if activity == "go-to-head" else {}
    race = table(3, up).challenge(0, activity, *entries)
    assert race.tokens(0) == 6 - points


@pytest.mark.rule("Z7.10", "Z7.11", "TV45")
def test_three_performers_cost_three_in_the_pace_and_six_in_a_break(table: Table) -> None:
    three = ["perform 0-1", "perform 0-2", "perform 0-3"]
    assert table(3).challenge(0, "raise-pace", *three).tokens(0) == 3
    assert table(3).challenge(0, "break-away", *three).tokens(0) == 0


@pytest.mark.rule("Z7.8.4", "Z12.2")
def test_the_last_slot_of_a_side_serves_all_that_follow(table: Table, sheet: Table) -> None:
    everybody = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    options = sheet([4, 3, 1, 5, 6, 7], [1, 2, 3, 4, 5, 6])
    race = table(3, everybody, options=options).challenge(0, "raise-pace", "perform 0-1", *three_help(0, 2))
    race.respond(1, *three_help(1)).respond(2, *three_help(2))
    assert [put.cost for put in race.of("Put")] == [4, 3, 1, 5, 6, 7, 7, 7, 7]
    assert [put.side_sum for put in race.of("Put")] == [6, 13, 18, 26, 33, 39, 46, 52, 59]
    race = table(3, everybody, options=options).challenge(0, "raise-pace", "perform 0-1")
    for seat in (1, 2):
        race.respond(seat, *[f"obstruct {seat}-{n}" for n in (1, 2, 3, 4)])
    assert [put.cost for put in race.of("Put")] == [4, 1, 2, 3, 4, 5, 6, 6, 6]
    assert [put.side_sum for put in race.of("Put")] == [6, 8, 15, 21, 27, 34, 40, 47, 53]
    race = table(3, everybody, options=options | {"sheet": "one-sided"})
    race.challenge(0, "raise-pace", "perform 0-1")
    for seat in (1, 2):
        race.respond(seat, *[f"obstruct {seat}-{n}" for n in (1, 2, 3, 4)])
    assert [put.cost for put in race.of("Put")] == [4, 4, 3, 1, 5, 6, 7, 7, 7]


def three_help(seat: int, first: int = 1) -> list[str]:
    return [f"help {seat}-{n}" for n in range(first, 4)]


@pytest.mark.rule("Z3.4", "Z7.8.4")
@pytest.mark.parametrize(
    ("activity", "role", "fatigue", "can"),
    [
        ("go-to-head", "Perform", "bunch 16", True), ("go-to-head", "Perform", "bunch 17", False),
        ("raise-pace", "Perform", "head 17", True), ("raise-pace", "Perform", "head 18", False),
        ("break-away", "Perform", "head 13", True), ("break-away", "Perform", "head 14", False),
        ("go-to-head", "Help", "bunch 17", True), ("go-to-head", "Help", "bunch 18", False),
        ("go-to-head", "Help", "head 17", True), ("go-to-head", "Help", "+1 0", False),
        ("break-away", "Help", "head 17", True), ("break-away", "Help", "head 18", False),
        ("break-away", "Help", "bunch 0", False), ("break-away", "Help", "-1 0", False),
        ("go-to-head", "Perform", "head 0", False), ("break-away", "Perform", "bunch 0", False),
    ],
)  # fmt: skip
def test_who_may_be_put_on_the_first_slot(
    activity: str, role: str, fatigue: str, can: bool, table: Table
) -> None:
    race = table(3, {"0-4": fatigue, "1-4": "head 0"}).pick(0, "ChooseActivity", activity=activity)
    assert ("0-4" in race.riders(role)) is can


@pytest.mark.rule("Z3.4", "Z7.9", "Z7.8.4")
def test_a_performer_may_need_two_helpers_before_him(table: Table, sheet: Table) -> None:
    """Slots of 4, 3 and 1, and 1 for the head: with 18 there is room in the third slot only."""
    options = sheet([4, 3, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1])
    riders = {"0-4": "bunch 18", "0-5": "-1 0", "0-1": "head 17"}
    race = table(3, riders, options=options).pick(0, "ChooseActivity", activity="go-to-head")
    assert not race.can("Perform")
    assert race.riders("Help") == ["0-2", "0-3"]  # 0-1 has no room for the first slot
    race.pick(0, "Help", rider="0-3")
    assert not race.can("Perform")
    assert race.riders("Help") == ["0-1", "0-2"]
    race.pick(0, "Help", rider="0-1")
    assert race.riders("Perform") == ["0-4"]
    assert not race.can("Help")
    assert not race.can("PayWith")
    race.pick(0, "Perform", rider="0-4").pick(0, "PayWith", special=0).respond(1).respond(2)
    assert race["0-4"] == "head 20"


@pytest.mark.rule("Z3.4", "Z7.9", "Z7.8.2")
@pytest.mark.parametrize(
    ("riders", "tokens", "possible"),
    [
        ({"0-4": "bunch 18"}, 6, True),
        ({"0-4": "bunch 19"}, 6, False),
        ({"0-4": "bunch 18"}, 3, True),
        ({"0-4": "bunch 18"}, 2, False),
        ({"0-4": "bunch 16"}, 2, True),
        ({"0-4": "bunch 16"}, 1, False),
        ({"0-4": "bunch 15"}, 1, True),
        ({"0-4": "bunch 18", "0-3": "+1 0"}, 6, True),
        ({"0-4": "bunch 18", "0-3": "+1 0", "0-2": "+1 0"}, 6, False),
        ({"0-4": "bunch 16", "0-3": "+1 0", "0-2": "+1 0"}, 6, True),
        ({"0-4": "bunch 16", "0-3": "+1 0", "0-2": "+1 0", "0-1": "+1 0"}, 6, False),
        ({"0-4": "bunch 16", "0-3": "+1 0", "0-2": "+1 0", "0-1": "+1 0", "0-5": "bunch 16"}, 6, True),
        ({"0-4": "bunch 16", "0-3": "+1 0", "0-2": "+1 0", "0-1": "+1 0", "0-5": "bunch 17"}, 6, False),
        ({"0-4": "bunch 18", "0-3": "head 18", "0-2": "head 17", "0-1": "head 16"}, 6, True),
        ({"0-4": "bunch 18", "0-3": "head 18", "0-2": "head 17", "0-1": "head 17"}, 6, False),
        ({"0-4": "bunch 18", "0-3": "head 18", "0-2": "head 18", "0-1": "head 16"}, 6, False),
    ],
)
def test_an_activity_is_there_if_a_performer_can_be_found_somehow(
    riders: dict[str, str], tokens: int, possible: bool, table: Table, sheet: Table
) -> None:
    """The slots cost 4, 3 and 1: up to 15 one can go first, up to 16 second, up to 18 third."""
    options = sheet([4, 3, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1])
    others = {f"{seat}-{n}": "head 0" for seat in (1, 2) for n in range(1, 6)}
    teams = [{"tokens": tokens}, {}, {}]
    race = table(3, others | {"0-5": "-1 0"} | riders, options=options, teams=teams)
    assert ("go-to-head" in race.activities()) is possible


@pytest.mark.rule("Z7.11", "Z7.8.3", "Z4.2")
@pytest.mark.parametrize(
    ("tokens", "special", "first", "second"),
    [(2, 0, 0, 0), (3, 0, 3, 0), (2, 1, 3, 0), (4, 0, 3, 2), (0, 4, 3, 2), (1, 1, 0, 0)],
)
def test_a_helper_must_leave_the_points_for_a_performer(
    tokens: int, special: int, first: int, second: int, table: Table
) -> None:
    """A performer costs 2, a helper 1: how many could help first, and how many second."""
    teams = [{"tokens": tokens, "special": special}, {}, {}]
    race = table(3, teams=teams).pick(0, "ChooseActivity", activity="break-away")
    assert race.riders("Perform") == ["0-1", "0-2", "0-3"]
    assert len(race.riders("Help")) == first
    if first:
        race.pick(0, "Help", rider="0-2")
        assert race.riders("Perform") == ["0-1", "0-3"]
        assert race.riders("Help") == ["0-1", "0-3"][:second]


@pytest.mark.rule("Z7.8.2", "Z7.8.3")
@pytest.mark.parametrize(("tokens", "most"), [(1, 1), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_a_fourth_obstructer_needs_two_points(tokens: int, most: int, table: Table) -> None:
    everybody = {f"1-{n}": "head 0" for n in range(1, 6)}
    race = table(2, everybody, teams=[{}, {"tokens": tokens}]).challenge(0, "break-away", "perform 0-1")
    placed = 0
    while race.can("Obstruct"):
        placed += 1
        race.pick(1, "Obstruct", rider=f"1-{placed}")
    assert placed == most


@pytest.mark.rule("Z7.8.2", "Z7.8.9")
def test_a_response_too_has_three_riders_on_the_right_at_most(table: Table) -> None:
    everybody = {f"1-{n}": "head 0" for n in range(1, 6)}
    race = table(2, everybody).challenge(0, "raise-pace", "perform 0-1")
    race.pick(1, "Perform", rider="1-1").pick(1, "Help", rider="1-2").pick(1, "Perform", rider="1-3")
    assert [choice.message.key for choice in race.match.choices(1)] == ["PayWith", "Cancel"]
    race.pick(1, "PayWith", special=0)
    assert race.tokens(1) == 3
    assert [put.role for put in race.of("Put")] == ["perform", "perform", "help", "perform"]


@pytest.mark.rule("Z6.3.5", "Z7.8")
def test_a_response_can_be_taken_back_three_times_and_the_next_begins_afresh(table: Table) -> None:
    race = table(3).challenge(0, "break-away", "perform 0-1")
    for _ in range(3):
        race.pick(1, "Obstruct", rider="1-1").pick(1, "Obstruct", rider="1-2").pick(1, "Cancel")
        assert race.riders("Obstruct") == ["1-1", "1-2", "1-3"]
    race.pick(1, "Obstruct", rider="1-1")
    assert not race.can("Cancel")
    race.pick(1, "PayWith", special=0)
    race.pick(2, "Help", rider="2-1").pick(2, "Cancel").pick(2, "StayOut")
    for _ in range(3):
        race.pick(1, "ChooseActivity", activity="eat").pick(1, "Cancel")
    assert [event.rider for event in race.of("Put")] == ["0-1", "1-1"]


@pytest.mark.rule("Z7.8.5")
def test_who_may_respond_from_where(table: Table) -> None:
    race = table(3, {"1-1": "+1 0"}).challenge(0, "go-to-head", "perform 0-4")
    assert race.riders("Obstruct") == ["1-2", "1-3", "1-4", "1-5"]
    race = table(3, {"1-1": "+1 0"}).challenge(0, "break-away", "perform 0-1")
    assert race.riders("Obstruct") == ["1-2", "1-3"]


@pytest.mark.rule("Z7.8.6", "Z7.8.7", "Z10.5", "TV9")
@pytest.mark.parametrize(
    ("obstructers", "won"),
    [([], True), (["1-2"], True), (["1-3"], True), (["1-1"], False)],
)
def test_the_right_side_wins_unless_it_is_slower(obstructers: list[str], won: bool, table: Table) -> None:
    """On the flat A2 has 7; B2 has 7, B3 6, B1 8."""
    race = table().challenge(0, "break-away", "perform 0-2")
    race.respond(1, *[f"obstruct {rider}" for rider in obstructers])
    assert race.of("Decided")[0].won is won


@pytest.mark.rule("Z7.8.7", "Z7.8.8")
def test_a_failed_challenge_costs_its_fatigue_and_moves_nobody(table: Table) -> None:
    race = table().challenge(0, "break-away", "perform 0-1").respond(1, "obstruct 1-1")
    assert (race["0-1"], race["1-1"]) == ("head 3", "head 1")
    assert race.view["challenge"] is None
    assert race.asks == 1


@pytest.mark.rule("Z7.8.9", "Z7.8")
def test_in_a_break_and_on_the_way_to_the_head_others_help_obstruct_or_stay_out(table: Table) -> None:
    for activity, performer in (("break-away", "0-1"), ("go-to-head", "0-4")):
        race = table().challenge(0, activity, f"perform {performer}")
        assert race.can("Help")
        assert race.can("Obstruct")
        assert race.can("StayOut")
        assert not race.can("Perform")


@pytest.mark.rule("Z7.8.9", "Z6.3.5")
def test_who_has_passed_may_still_respond_but_not_perform(table: Table) -> None:
    race = table(teams=[{}, {"passed": True, "spent": 3, "tokens": 3}])
    race.challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 1
    assert race.can("Help")
    assert race.can("Obstruct")
    assert not race.can("Perform")


@pytest.mark.rule("Z6.3.5")
def test_each_other_player_responds_once_clockwise_and_then_the_pawn_goes_to_the_left(table: Table) -> None:
    race = table(4, pawn=2).challenge(2, "break-away", "perform 2-1")
    asked = []
    while race.step == "response":
        asked.append(race.asks)
        race.respond(race.asks)
    assert asked == [3, 0, 1]
    race.pick(2, "GoClear", sector=1)
    assert race.asks == 3


@pytest.mark.rule("Z6.3.5", "TV20")
def test_after_a_challenge_of_seat_2_the_pawn_is_with_seat_3(table: Table) -> None:
    race = table(4, pawn=2).challenge(2, "go-to-head", "perform 2-4").respond(3).respond(0).respond(1)
    assert race.view["pawn"] == race.asks == 3


@pytest.mark.rule("Z7.8", "Z6.3.5")
def test_who_has_nothing_to_respond_with_is_not_asked(table: Table) -> None:
    teams = [{}, {"tokens": 0, "spent": 6}, {}]
    race = table(3, teams=teams).challenge(0, "break-away", "perform 0-1")
    assert race.asks == 2


# --- going to the head ------------------------------------------------------------------------------


@pytest.mark.rule("Z7.9", "Z2.5", "TV12", "TV39")
def test_performers_enter_the_head_for_one_more_helpers_stay(table: Table) -> None:
    race = table(3).challenge(0, "go-to-head", "perform 0-4", "help 0-1", "perform 0-5")
    race.respond(1, "help 1-4").respond(2)
    assert (race["0-4"], race["0-5"]) == ("head 4", "head 3")
    assert (race["0-1"], race["1-4"]) == ("head 2", "bunch 1")


@pytest.mark.rule("Z7.9", "TV12")
def test_who_is_kept_from_the_head_pays_his_slot_only(table: Table) -> None:
    race = table(3).challenge(0, "go-to-head", "perform 0-5").respond(1, "obstruct 1-1").respond(2)
    assert race["0-5"] == "bunch 3"


@pytest.mark.rule("Z7.9", "Z3.4")
def test_a_tired_performer_can_go_behind_a_helper_whose_slot_is_dearer(table: Table) -> None:
    """With 17 the first slot is too dear (17 + 3 + 1); the second costs 2."""
    tired = {"0-4": "bunch 17", "0-5": "-1 0"}
    race = table(3, tired).pick(0, "ChooseActivity", activity="go-to-head")
    assert not race.can("Perform")
    assert set(race.riders("Help")) == {"0-1", "0-2", "0-3"}
    race.pick(0, "Help", rider="0-1")
    assert not race.can("PayWith")
    race.pick(0, "Perform", rider="0-4").pick(0, "PayWith", special=0).respond(1).respond(2)
    assert race["0-4"] == "head 20"


@pytest.mark.rule("Z7.9")
def test_at_least_one_performer_must_come_from_the_bunch(table: Table) -> None:
    everybody = {f"0-{n}": "head 0" for n in range(1, 6)}
    assert "go-to-head" not in table(3, everybody).activities()
    race = table(3, {"0-5": "-1 0"}).pick(0, "ChooseActivity", activity="go-to-head")
    assert race.riders("Help") == ["0-1", "0-2", "0-3"]  # 0-4 must perform
    race.pick(0, "Help", rider="0-1").pick(0, "Help", rider="0-2")
    assert race.riders("Perform") == ["0-4"]
    assert not race.can("Help")
    assert not race.can("PayWith")


# --- the pace ---------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.10.2", "TV13")
def test_an_opposed_pace_that_succeeds_makes_the_peloton_faster(table: Table) -> None:
    riders = {"2-1": "+1 4", "2-2": "+4 4", "2-4": "-1 4", "2-5": "bunch 4"}
    race = table(3, riders).challenge(0, "raise-pace", "perform 0-1", "perform 0-2")
    race.respond(1, "obstruct 1-1")
    race.respond(2, "help 2-3")
    assert race.speed == 7
    assert [race[f"2-{n}"] for n in (1, 2, 4, 5)] == ["bunch 4", "+3 4", "-2 4", "bunch 4"]


@pytest.mark.rule("Z7.10.1", "Z7.10")
def test_everybody_with_a_base_token_and_a_rider_in_the_head_takes_part(table: Table) -> None:
    race = table(3).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 1
    assert not race.can("StayOut")
    race.respond(1, "perform 1-1")
    assert not race.can("StayOut")


@pytest.mark.rule("Z7.10.1", "TV31")
def test_special_tokens_do_not_compel(table: Table) -> None:
    teams = [{}, {"tokens": 0, "special": 2, "spent": 6}]
    race = table(teams=teams).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 1
    assert race.can("StayOut")
    assert race.can("Obstruct")
    race.respond(1, "obstruct 1-1", special=1)
    assert race.view["seats"][1]["special"] == 1


@pytest.mark.rule("Z7.10.1")
def test_who_is_compelled_may_pay_with_special_tokens(table: Table) -> None:
    race = table(teams=[{}, {"special": 2}]).challenge(0, "raise-pace", "perform 0-1")
    race.respond(1, "obstruct 1-1", special=1)
    assert (race.tokens(1), race.view["seats"][1]["special"]) == (6, 1)


@pytest.mark.rule("Z7.10.1", "Z13.11")
def test_riders_in_the_bunch_may_answer_but_do_not_compel(table: Table) -> None:
    back = {f"1-{n}": "bunch 0" for n in range(1, 6)}
    race = table(3, back, options={"respond_from": "peloton"}).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 1
    assert race.can("StayOut")
    assert race.riders("Help") == [f"1-{n}" for n in range(1, 6)]
    assert not race.can("Perform")


@pytest.mark.rule("Z7.10.1", "Z3.4")
@pytest.mark.parametrize(
    ("right", "left", "roles"),
    [
        (1, 3, ["Perform", "Help"]),
        (3, 1, ["Obstruct"]),
        (3, 3, None),
        (1, 1, ["Perform", "Help", "Obstruct"]),
    ],
)
def test_room_for_one_side_is_enough_to_be_compelled(
    right: int, left: int, roles: list[str] | None, table: Table, sheet: Table
) -> None:
    """One rider in the head, with 18; the next slots cost as said."""
    places = {"1-3": "head 18"} | {f"1-{n}": "bunch 0" for n in (1, 2, 4, 5)} | {"0-4": "head 0"}
    options = sheet([1, right, 1, 1, 1, 1], [left, 1, 1, 1, 1, 1])
    race = table(3, places, options=options).challenge(0, "raise-pace", "perform 0-1")
    if roles is None:
        assert race.asks == 2
    else:
        assert race.asks == 1
        assert [choice.message.key for choice in race.match.choices(1)] == roles


@pytest.mark.rule("Z7.10.1")
def test_without_a_rider_in_the_head_nobody_takes_part(table: Table) -> None:
    back = {f"1-{n}": "bunch 0" for n in range(1, 6)}
    race = table(3, back).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 2


@pytest.mark.rule("Z7.10.1", "Z3.4", "TV40")
def test_a_passed_player_must_respond_but_not_with_riders_at_the_limit(table: Table) -> None:
    teams = [{}, {"passed": True, "tokens": 1, "spent": 5}, {}]
    race = table(3, teams=teams).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 1
    assert not race.can("StayOut")
    assert not race.can("Perform")
    tired = {f"1-{n}": "head 20" for n in (1, 2, 3)}
    race = table(3, tired, teams=teams).challenge(0, "raise-pace", "perform 0-1")
    assert race.asks == 2


@pytest.mark.rule("Z7.10.3", "TV14")
def test_out_of_an_unopposed_pace_one_can_break_away(table: Table) -> None:
    race = table(
        riders={"1-1": "bunch 0", "1-2": "bunch 0", "1-3": "bunch 0", "0-4": "head 0", "0-5": "head 0"}
    )
    race = race.challenge(0, "raise-pace", "perform 0-1")
    race.pick(0, "Wish", wish="break")
    assert race["0-1"] == "+1 5"  # slot 3, break 2
    assert race.speed == 6


@pytest.mark.rule("Z7.10.3", "TV41")
def test_one_break_and_the_speed_stays(table: Table) -> None:
    race = table().challenge(0, "raise-pace", "perform 0-1").respond(1, "perform 1-1", "perform 1-2")
    race.pick(0, "Wish", wish="pace").pick(1, "Wish", wish="break")
    assert race.speed == 6
    assert (race["0-1"], race["1-1"], race["1-2"]) == ("head 3", "+1 4", "+1 4")


@pytest.mark.rule("Z7.10.3", "TV41")
def test_one_who_wants_the_pace_is_enough(table: Table) -> None:
    race = table(3, {"2-1": "+2 0", "2-2": "bunch 0", "2-3": "bunch 0"})
    race.challenge(0, "raise-pace", "perform 0-1").respond(1, "perform 1-1")
    race.pick(0, "Wish", wish="pace").pick(1, "Wish", wish="nothing")
    assert race.speed == 7
    assert race["2-1"] == "+1 0"


@pytest.mark.rule("Z7.10.3")
def test_if_nobody_wants_it_nothing_happens_and_helpers_are_not_asked(table: Table) -> None:
    race = table(3).challenge(0, "raise-pace", "perform 0-1").respond(1, "help 1-1").respond(2, "perform 2-1")
    race.pick(0, "Wish", wish="nothing").pick(2, "Wish", wish="nothing")
    assert race.speed == 6
    assert race.asks == 1


@pytest.mark.rule("Z7.10.3", "Z3.4")
def test_all_performers_break_or_none_and_they_need_room_for_it(table: Table) -> None:
    race = table(riders={"0-2": "head 17"}).challenge(0, "raise-pace", "perform 0-1", "perform 0-2")
    race.respond(1, "help 1-1")
    assert [message.wish for message in race.kinds("Wish")] == ["pace", "nothing"]


@pytest.mark.rule("Z7.10.3", "Z3.2")
@pytest.mark.parametrize(
    ("riders", "can"),
    [
        ({"0-1": "head 15", "0-2": "head 16"}, True),
        ({"0-1": "head 16"}, False),
        ({"0-2": "head 17"}, False),
        ({"0-3": "head 18", "1-1": "head 18"}, True),
    ],
)
def test_only_ones_own_performers_need_room_for_the_break(
    riders: dict[str, str], can: bool, table: Table
) -> None:
    """Slots cost 3, 2, 2; the third is a helper, and 1-1 another team's performer."""
    race = table(2, riders).challenge(0, "raise-pace", "perform 0-1", "perform 0-2", "help 0-3")
    race.respond(1, "perform 1-1")
    assert ("break" in [message.wish for message in race.kinds("Wish")]) is can


@pytest.mark.rule("Z7.11", "Z3.2")
@pytest.mark.parametrize(("fatigue", "sectors"), [(13, 0), (12, 0), (11, 2), (4, 5), (3, 6), (2, 6)])
def test_how_far_a_performer_can_go(fatigue: int, sectors: int, table: Table) -> None:
    """The slot costs 3, the break 2 and 2 for each sector; who can go one sector only is not asked."""
    race = table(3, {"0-1": f"head {fatigue}"}).challenge(0, "break-away", "perform 0-1")
    race.respond(1).respond(2)
    if sectors:
        assert [message.sector for message in race.kinds("GoClear")] == list(range(1, sectors + 1))
        assert [message.fatigue for message in race.kinds("GoClear")] == [4, 6, 8, 10, 12, 14][:sectors]
    else:
        assert race["0-1"] == f"+1 {fatigue + 7}"


@pytest.mark.rule("Z7.10.4", "TV15")
def test_two_increases_on_a_mountain_and_no_third(table: Table) -> None:
    assert "raise-pace" in table(route="MPPPPPPPPP", speed=5).activities()
    assert "raise-pace" not in table(route="MPPPPPPPPP", speed=6).activities()
    assert "raise-pace" in table(speed=9).activities()


@pytest.mark.rule("Z7.10.4")
def test_a_pace_that_failed_does_not_count(table: Table) -> None:
    race = table(route="MPPPPPPPPP").challenge(0, "raise-pace", "perform 0-2").respond(1, "obstruct 1-1")
    assert race.of("Decided")[0].won  # 3 against 3
    race = table(route="MPPPPPPPPP", speed=5).challenge(0, "raise-pace", "perform 0-2")
    race.respond(1, "obstruct 1-1", "obstruct 1-2")
    assert not race.of("Decided")[0].won
    assert "raise-pace" in race.activities()


@pytest.mark.rule("Z7.10.4", "Z12.5")
def test_the_pace_cannot_rise_beyond_the_track(table: Table) -> None:
    assert "raise-pace" not in table(speed=12).activities()
    assert "raise-pace" in table(speed=11).activities()


# --- the break --------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.11", "TV10")
@pytest.mark.parametrize(("sector", "extra"), [(1, 4), (2, 6), (6, 14)])
def test_a_break_costs_two_and_two_for_each_sector(sector: int, extra: int, table: Table) -> None:
    race = table(3).challenge(0, "break-away", "perform 0-1").respond(1).respond(2)
    race.pick(0, "GoClear", sector=sector)
    assert race["0-1"] == f"+{sector} {3 + extra}"


@pytest.mark.rule("Z7.11", "Z13.31")
def test_a_break_ends_with_the_board_though_the_legs_would_go_on(table: Table) -> None:
    race = table(3, options={"excess": "allowed"}).challenge(0, "break-away", "perform 0-1")
    race.respond(1).respond(2)
    assert [message.sector for message in race.kinds("GoClear")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("Z7.11", "TV11")
def test_a_lone_break_of_two_sectors(table: Table) -> None:
    race = table(3, {"0-1": "head 5"}).challenge(0, "break-away", "perform 0-1").respond(1).respond(2)
    race.pick(0, "GoClear", sector=2)
    assert race["0-1"] == "+2 14"
    assert race.tokens(0) == 4


@pytest.mark.rule("Z7.11", "Z3.4", "TV38")
def test_the_limit_bounds_who_breaks_and_how_far(table: Table) -> None:
    race = table(3, {"0-1": "head 13"}).challenge(0, "break-away", "perform 0-1").respond(1).respond(2)
    assert race["0-1"] == "+1 20"  # one sector only: nobody is asked
    race = table(3, {"0-1": "head 14", "0-2": "head 11"}).pick(0, "ChooseActivity", activity="break-away")
    assert "0-1" not in race.riders("Perform")
    race.pick(0, "Perform", rider="0-2").pick(0, "PayWith", special=0).respond(1).respond(2)
    assert [message.sector for message in race.kinds("GoClear")] == [1, 2]


@pytest.mark.rule("Z3.4", "TV38")
def test_an_obstructer_needs_room_for_his_slot(table: Table) -> None:
    race = table(3, {"1-1": "head 19", "1-2": "head 20"}).challenge(0, "break-away", "perform 0-1")
    assert race.riders("Obstruct") == ["1-1", "1-3"]


@pytest.mark.rule("Z7.11")
def test_all_performers_of_a_break_go_as_far_as_the_most_tired_can(table: Table) -> None:
    race = table(3, {"0-2": "head 10"}).challenge(0, "break-away", "perform 0-1", "perform 0-2")
    race.respond(1).respond(2)
    assert [message.sector for message in race.kinds("GoClear")] == [1, 2, 3]
    race.pick(0, "GoClear", sector=3)
    assert (race["0-1"], race["0-2"]) == ("+3 11", "+3 20")


@pytest.mark.rule("Z7.11.1")
def test_a_break_can_be_followed_by_a_speed_up_in_the_same_turn(table: Table) -> None:
    race = table(3).challenge(0, "break-away", "perform 0-1").respond(1).respond(2)
    race.pick(0, "GoClear", sector=1).do(1, "drink", "1-1").do(2, "drink", "2-1").do(0, "speed-up", "0-1")
    assert race["0-1"] == "+2 10"


@pytest.mark.rule("Z7.11.1")
def test_riders_outside_the_peloton_take_no_part_in_a_break(table: Table) -> None:
    race = table(3, {"0-1": "+1 0", "0-4": "-1 0"}).pick(0, "ChooseActivity", activity="break-away")
    assert race.riders("Perform") == ["0-2", "0-3"]
