"""Activities that are no challenge, fatigue and tokens (Z3, Z4, Z7.1 to Z7.7)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


# --- slowing down -----------------------------------------------------------------------------------


@pytest.mark.rule("Z7.1", "Z2.3", "TV2")
def test_from_the_head_into_the_bunch_with_one_less(table: Table) -> None:
    race = table(riders={"0-1": "head 4"}).do(0, "slow-down", "0-1")
    assert race["0-1"] == "bunch 3"
    assert race.tokens(0) == 5


@pytest.mark.rule("Z7.1", "Z2.5", "TV3")
@pytest.mark.parametrize(("fatigue", "after"), [(4, 2), (1, 0)])
def test_from_break_1_past_the_head_with_two_less(fatigue: int, after: int, table: Table) -> None:
    race = table(3, {"0-1": f"+1 {fatigue}"}).do(0, "slow-down", "0-1")
    assert race["0-1"] == f"bunch {after}"


@pytest.mark.rule("Z7.1", "Z2.4", "Z2.6", "TV4")
@pytest.mark.parametrize(
    ("before", "after"),
    [("+3 5", "+2 4"), ("-1 5", "-2 4"), ("bunch 5", "-1 4"), ("-3 5", "-4 4"), ("+6 0", "+5 0")],
)
def test_everywhere_else_one_sector_back_with_one_less(before: str, after: str, table: Table) -> None:
    assert table(3, {"0-1": before}).do(0, "slow-down", "0-1")["0-1"] == after


@pytest.mark.rule("Z7.1")
def test_nobody_who_has_retired_can_be_chosen(table: Table) -> None:
    race = table(3, {"0-1": "out", "1-2": "out"}).pick(0, "ChooseActivity", activity="drink")
    assert race.riders("ChooseRider") == ["0-2", "0-3", "0-4", "0-5"]
    race.pick(0, "Cancel").pick(0, "ChooseActivity", activity="small-wear-down")
    assert "1-2" not in race.riders("WearRider")


# --- food -------------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.2", "Z3.1", "TV5")
def test_a_drink_takes_one_and_may_be_wasted(table: Table) -> None:
    race = table(riders={"0-1": "head 3", "0-4": "bunch 0"}).do(0, "drink", "0-1")
    assert race["0-1"] == "head 2"
    race.do(1, "drink", "1-1").do(0, "drink", "0-4")
    assert race["0-4"] == "bunch 0"
    assert race.tokens(0) == 4


@pytest.mark.rule("Z7.3", "Z3.1", "TV5")
@pytest.mark.parametrize(("before", "after"), [("head 3", "head 0"), ("+2 9", "+2 5"), ("-1 20", "-1 16")])
def test_eating_takes_four_wherever_he_is(before: str, after: str, table: Table) -> None:
    race = table(3, {"0-1": before}).do(0, "eat", "0-1")
    assert race["0-1"] == after
    assert race.tokens(0) == 4


@pytest.mark.rule("Z7.3")
def test_one_rider_may_eat_again_and_again(table: Table) -> None:
    race = table(riders={"0-1": "head 18"})
    race.do(0, "eat", "0-1").do(1, "drink", "1-1").do(0, "eat", "0-1").do(1, "drink", "1-1").do(
        0, "eat", "0-1"
    )
    assert race["0-1"] == "head 6"


# --- wearing down -----------------------------------------------------------------------------------


@pytest.mark.rule("Z7.4", "TV6")
@pytest.mark.parametrize(("before", "after"), [(13, 15), (15, 15), (17, 17), (5, 8)])
def test_a_small_wear_down_gives_three_up_to_15(before: int, after: int, table: Table) -> None:
    race = table(riders={"1-1": f"head {before}"}).do(0, "small-wear-down", "1-1")
    assert race["1-1"] == f"head {after}"
    assert race.tokens(0) == 4


@pytest.mark.rule("Z7.4")
def test_only_opponents_are_worn_down(table: Table) -> None:
    race = table(3).pick(0, "ChooseActivity", activity="small-wear-down")
    assert {rider[0] for rider in race.riders("WearRider")} == {"1", "2"}


@pytest.mark.rule("Z7.7", "TV7")
def test_a_whole_team_is_worn_down_by_one_each_up_to_15(table: Table) -> None:
    fatigue = {"1-1": "head 0", "1-2": "head 7", "1-3": "head 14", "1-4": "bunch 15", "1-5": "bunch 18"}
    race = table(riders=fatigue).do(0, "wear-down-team", opponent=1)
    assert [race[f"1-{n}"] for n in range(1, 6)] == ["head 1", "head 8", "head 15", "bunch 15", "bunch 18"]
    assert race.tokens(0) == 3


@pytest.mark.rule("Z7.7", "Z6.4.1")
def test_a_team_that_is_out_cannot_be_worn_down(table: Table) -> None:
    gone = {f"2-{n}": "out" for n in range(1, 6)}
    race = table(3, gone).pick(0, "ChooseActivity", activity="wear-down-team")
    assert [message.seat for message in race.kinds("WearTeam")] == [1]


# --- first player -----------------------------------------------------------------------------------


@pytest.mark.rule("Z7.5", "TV22")
def test_only_the_first_to_pay_becomes_first_player(table: Table) -> None:
    race = table(3).do(0, "first-player")
    assert race.tokens(0) == 4
    assert race.view["claimed"] == 0
    assert "first-player" not in race.activities()


@pytest.mark.rule("Z7.5", "Z6.3.1")
def test_who_paid_for_it_is_first_in_the_next_turn(table: Table) -> None:
    spent = [{"spent": 3}] * 3
    race = table(3, teams=spent).do(0, "drink", "0-1").do(1, "first-player").do(2, "drink", "2-1")
    race.pass_on(0, 1, 2)
    assert race.view["round"] == 2
    assert race.view["first"] == 1


# --- speeding up ------------------------------------------------------------------------------------


@pytest.mark.rule("Z7.6", "TV32")
def test_speeding_up_in_a_break_others_go_along_for_less(table: Table) -> None:
    riders = {"0-1": "+2 5", "1-1": "+2 4", "2-1": "+2 0", "3-1": "+2 0", "1-2": "+2 1"}
    race = table(4, riders).do(0, "speed-up", "0-1")
    assert race["0-1"] == "+3 8"
    assert race.tokens(0) == 3
    assert race.riders("Join") == ["1-1", "1-2"]
    race.pick(1, "Join", rider="1-1").pick(2, "Join", rider="2-1")
    assert (race["1-1"], race["2-1"]) == ("+3 6", "+3 2")
    assert (race.tokens(1), race.tokens(2)) == (6, 6)
    assert race.step == "activity"  # three take part: seat 3 is not asked
    assert race.asks == 1


@pytest.mark.rule("Z7.6", "Z2.5", "TV32")
def test_from_delay_1_one_comes_back_into_the_bunch(table: Table) -> None:
    assert table(riders={"0-4": "-1 0"}).do(0, "speed-up", "0-4")["0-4"] == "bunch 3"


@pytest.mark.rule("Z7.6")
def test_from_delay_3_to_delay_2(table: Table) -> None:
    assert table(riders={"0-4": "-3 2"}).do(0, "speed-up", "0-4")["0-4"] == "-2 5"


@pytest.mark.rule("Z7.6", "Z2.6", "Z13.31")
def test_nobody_speeds_up_from_break_6_or_from_the_peloton(table: Table) -> None:
    assert "speed-up" not in table(3, {"0-1": "+6 0"}).activities()
    race = table(3, {"0-1": "+6 0", "0-2": "+5 0"}).pick(0, "ChooseActivity", activity="speed-up")
    assert race.riders("ChooseRider") == ["0-2"]


@pytest.mark.rule("Z7.6", "Z3.4")
def test_one_needs_room_for_the_fatigue_of_a_speed_up(table: Table) -> None:
    assert "speed-up" not in table(3, {"0-1": "+1 18"}).activities()
    race = table(4, {"0-1": "+1 17", "1-1": "+1 19", "2-1": "+1 18"}).do(0, "speed-up", "0-1")
    assert race["0-1"] == "+2 20"
    assert race.asks == 2
    assert race.riders("Join") == ["2-1"]


@pytest.mark.rule("Z7.6")
def test_who_has_passed_may_still_go_along_and_anybody_may_stay(table: Table) -> None:
    teams = [{}, {"passed": True, "spent": 3}, {}]
    race = table(3, {"0-1": "+1 0", "1-1": "+1 0", "2-1": "+1 0"}, teams=teams).do(0, "speed-up", "0-1")
    race.pick(1, "Join", rider="1-1").pick(2, "StayBehind")
    assert (race["1-1"], race["2-1"]) == ("+2 2", "+1 0")


# --- fatigue ----------------------------------------------------------------------------------------


@pytest.mark.rule("Z3.2", "Z3.4")
def test_nobody_can_be_pushed_beyond_the_limit_by_his_own_team(table: Table) -> None:
    race = table(riders={f"0-{n}": "head 20" for n in range(1, 6)})
    assert set(race.activities()) == {
        "slow-down",
        "drink",
        "eat",
        "small-wear-down",
        "first-player",
        "wear-down-team",
    }


@pytest.mark.rule("Z3.3")
def test_an_activitys_fatigue_is_felt_at_once(table: Table) -> None:
    race = table(4).challenge(0, "break-away", "perform 0-1")
    assert race["0-1"] == "head 3"


# --- tokens -----------------------------------------------------------------------------------------


@pytest.mark.rule("Z4.1", "Z4.3", "Z6.3.6", "TV19")
def test_three_points_must_be_spent_before_passing_and_none_are_kept(table: Table) -> None:
    race = table(teams=[{"tokens": 4, "spent": 2}, {"tokens": 3, "spent": 3}])
    assert not race.can("PassForGood")
    race.do(0, "drink", "0-1").pass_on(1, 0)
    assert race.view["round"] == 2
    assert (race.tokens(0), race.tokens(1)) == (6, 6)


@pytest.mark.rule("Z4.2", "Z6.3.6")
def test_special_tokens_pay_for_anything_and_are_gone(table: Table) -> None:
    race = table(teams=[{"special": 4}, {}]).pick(0, "ChooseActivity", activity="eat")
    race.pick(0, "ChooseRider", rider="0-1")
    assert [(pay.tokens, pay.special) for pay in race.kinds("PayWith")] == [(2, 0), (1, 1), (0, 2)]
    race.pick(0, "PayWith", special=2)
    team = race.view["seats"][0]
    assert (team["tokens"], team["special"], team["spent"]) == (6, 2, 2)


@pytest.mark.rule("Z4.2", "Z4.3")
def test_special_tokens_count_towards_the_three(table: Table) -> None:
    race = table(teams=[{"special": 4, "tokens": 4}, {}])
    assert not race.can("PassForGood")
    race.do(0, "drink", "0-1", special=1).do(1, "drink", "1-1")
    assert race.can("PassForGood")


@pytest.mark.rule("Z4.2")
def test_when_there_is_one_way_to_pay_nobody_is_asked(table: Table) -> None:
    race = table(teams=[{"tokens": 0, "special": 1, "spent": 6}, {}]).do(0, "drink", "0-1")
    assert race.view["seats"][0]["special"] == 0
    assert race.asks == 1


@pytest.mark.rule("Z4.5")
def test_a_drink_is_always_there_to_spend_the_three_on(table: Table) -> None:
    lonely = {"0-1": "head 20"} | {f"0-{n}": "out" for n in range(2, 6)}
    race = table(3, lonely, teams=[{"tokens": 1}, {}, {}])
    assert race.activities() == ["slow-down", "drink"]


@pytest.mark.rule("Z4.2", "Z10.5")
@pytest.mark.parametrize(
    ("activity", "tokens", "special", "ways"),
    [
        ("drink", 1, 0, None), ("drink", 0, 3, None), ("drink", 1, 1, [(1, 0), (0, 1)]),
        ("eat", 1, 1, None), ("eat", 2, 1, [(2, 0), (1, 1)]), ("eat", 1, 4, [(1, 1), (0, 2)]),
        ("first-player", 2, 0, None), ("first-player", 3, 3, [(2, 0), (1, 1), (0, 2)]),
        ("wear-down-team", 2, 2, [(2, 1), (1, 2)]), ("wear-down-team", 0, 4, None),
    ],
)  # fmt: skip
def test_every_mix_of_tokens_can_pay(
    activity: str, tokens: int, special: int, ways: list[tuple[int, int]] | None, table: Table
) -> None:
    race = table(3, teams=[{"tokens": tokens, "special": special}, {}, {}])
    race.pick(0, "ChooseActivity", activity=activity)
    if activity in ("drink", "eat"):
        race.pick(0, "ChooseRider", rider="0-1")
    elif activity == "wear-down-team":
        race.pick(0, "WearTeam", seat=1)
    if ways is None:
        assert race.asks == 1  # one way only: it is paid
        assert race.view["seats"][0]["spent"] > 6 - tokens
    else:
        assert [(pay.tokens, pay.special) for pay in race.kinds("PayWith")] == ways
        assert [choice.message.key for choice in race.match.choices(0)][-1] == "Cancel"
        race.pick(0, "PayWith", special=ways[-1][1])
        left = race.view["seats"][0]
        assert (left["tokens"], left["special"]) == (tokens - ways[-1][0], special - ways[-1][1])


@pytest.mark.rule("Z7.1", "Z7.3", "Z7.6", "Z7.10", "Z4.2")
@pytest.mark.parametrize(
    ("tokens", "special", "there"),
    [
        (1, 0, "slow-down drink go-to-head raise-pace"),
        (0, 1, "slow-down drink go-to-head raise-pace"),
        (1, 1, "slow-down drink eat small-wear-down first-player go-to-head raise-pace break-away"),
        (3, 0, "slow-down drink eat small-wear-down first-player speed-up wear-down-team "
               "go-to-head raise-pace break-away"),
    ],
)  # fmt: skip
def test_only_what_can_be_paid_for_is_there(tokens: int, special: int, there: str, table: Table) -> None:
    race = table(3, {"0-5": "+1 0"}, teams=[{"tokens": tokens, "special": special, "spent": 6}, {}, {}])
    assert race.activities() == there.split()
    assert race.can("PassForGood")


@pytest.mark.rule("Z7.9", "Z7.10", "Z7.11", "Z7.6")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    ("place", "there"),
    [("head", {"raise-pace", "break-away"}), ("bunch", {"go-to-head"}), ("+1", {"speed-up"}), ("+6", set())],
)
def test_one_rider_is_enough_for_an_activity(number: int, place: str, there: set[str], table: Table) -> None:
    """All others of the team are too tired, or too far ahead."""
    places = {f"{seat}-{n}": "head 0" for seat in (1, 2) for n in range(1, 6)}
    places |= {f"0-{n}": "+6 20" for n in range(1, 6)} | {f"0-{number}": f"{place} 5"}
    bold = {"go-to-head", "raise-pace", "break-away", "speed-up"}
    assert bold.intersection(table(3, places).activities()) == there


@pytest.mark.rule("Z7.1", "Z13.2")
def test_nobody_slows_down_at_the_end_of_a_printed_delay(table: Table) -> None:
    places = {f"0-{n}": "-3 0" for n in range(1, 6)}
    printed = {"delay": "printed"}
    heads = {f"{seat}-{n}": "head 0" for seat in (1, 2) for n in range(1, 6)}
    assert "slow-down" not in table(3, places | heads, options=printed).activities()
    race = table(3, places | heads | {"0-5": "-2 0"}, options=printed)
    assert race.do(0, "slow-down", "0-5")["0-5"] == "-3 0"


@pytest.mark.rule("Z7.6", "Z6.4.1")
def test_joining_goes_round_from_the_left_until_two_have_joined(table: Table) -> None:
    riders = {f"{seat}-1": "+1 0" for seat in range(5)} | {"2-2": "+1 19", "2-1": "+2 0"}
    riders |= {f"4-{n}": "out" for n in range(1, 6)}
    race = table(5, riders, pawn=3).do(3, "speed-up", "3-1")
    assert race.asks == 0  # seat 4 is out
    race.pick(0, "StayBehind").pick(1, "Join", rider="1-1")
    assert (race.step, race.asks) == ("activity", 0)  # seat 2 has nobody there with room for it
    assert race.told[-1] == "SpedUp 1-1 2 2 True"
    race = table(4, {f"{seat}-1": "-2 0" for seat in range(4)}, pawn=2).do(2, "speed-up", "2-1")
    race.pick(3, "Join", rider="3-1").pick(0, "StayBehind").pick(1, "Join", rider="1-1")
    assert [race[f"{seat}-1"] for seat in range(4)] == ["-2 0", "-1 2", "-1 3", "-1 2"]
    assert (race.step, race.asks) == ("activity", 3)


@pytest.mark.rule("Z13.8", "Z7.4", "Z7.1")
def test_whom_one_may_choose(table: Table) -> None:
    race = table(3, {"1-2": "out", "0-3": "out", "2-5": "+2 0"}, options={"wear_down": "anybody"})
    race.pick(0, "ChooseActivity", activity="small-wear-down")
    everybody = [f"{seat}-{n}" for seat in range(3) for n in range(1, 6)]
    assert race.riders("WearRider") == [name for name in everybody if name not in ("1-2", "0-3")]
    race.pick(0, "Cancel").pick(0, "ChooseActivity", activity="wear-down-team")
    assert [message.seat for message in race.kinds("WearTeam")] == [1, 2]
    race.pick(0, "WearTeam", seat=1)
    assert [line for line in race.told if line.startswith("Worn")] == [
        f"Worn 1-{n} 0 1" for n in (1, 3, 4, 5)
    ]


# --- taking back ------------------------------------------------------------------------------------


@pytest.mark.rule("Z6.3.5", "Z10.1")
def test_what_is_not_paid_can_be_taken_back_three_times(table: Table) -> None:
    race = table(teams=[{"special": 4}, {}])
    before = race.view
    for _ in range(3):
        race.pick(0, "ChooseActivity", activity="eat").pick(0, "ChooseRider", rider="0-2").pick(0, "Cancel")
        assert race.view == before
    race.pick(0, "ChooseActivity", activity="eat")
    assert not race.can("Cancel")


@pytest.mark.rule("Z6.3.5")
def test_the_next_player_may_take_back_three_times_whatever_the_last_one_did(table: Table) -> None:
    race = table(3, teams=[{"spent": 3}, {}, {}])
    for _ in range(2):
        race.pick(0, "ChooseActivity", activity="eat").pick(0, "Cancel")
    race.pass_on(0)
    for _ in range(3):
        race.pick(1, "ChooseActivity", activity="break-away").pick(1, "Perform", rider="1-1")
        race.pick(1, "Help", rider="1-2").pick(1, "Cancel")
    race.do(1, "drink", "1-1")
    for _ in range(3):
        race.pick(2, "ChooseActivity", activity="eat").pick(2, "Cancel")
    race.pick(2, "ChooseActivity", activity="eat")
    assert not race.can("Cancel")


@pytest.mark.rule("Z10.2")
def test_others_do_not_see_what_one_is_composing(table: Table) -> None:
    race = table(3)
    before = [race.match.view(seat) for seat in (None, 1, 2)]
    race.pick(0, "ChooseActivity", activity="break-away").pick(0, "Perform", rider="0-1")
    assert [race.match.view(seat) for seat in (None, 1, 2)] == before
    assert race.match.view(0)["composing"]["entries"] == [{"rider": "0-1", "role": "perform"}]
    assert race.events == []
