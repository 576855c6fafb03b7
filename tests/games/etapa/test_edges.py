"""Positions on the edge of a rule: the last field of a stretch, the last team, the first round, who lies."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
Json = dict[str, Any]
NO_CARDS = [{"hand": {}, "slow": 0}] * 5
BACK = {"field": 50, "status": "fallen", "back": 5}  # and rides in this round
SHAKEN = {**BACK, "shaken": 1}
LIES = {"field": 50, "status": "fallen", "back": 6}


def sent_to(race: g.Match) -> list[str]:
    """The riders whom the car can be sent to."""
    messages: list[Any] = [choice.message for choice in race.choices(race.waiting[0])]
    return [message.rider for message in messages if message.key == "SendCar"]


def losses(events: list[Any]) -> dict[str, int]:
    return {event.rider: event.lost for event in events if event.key == "Placed"}


# --- who goes first ---------------------------------------------------------------------------------


@pytest.mark.rule("C3.1")
@pytest.mark.parametrize(
    ("lying", "riding"), [(("1", "2"), ("4", "5")), (("1", "2"), ("7", "8")), (("7", "8"), ("4", "5"))]
)
def test_players_whose_riders_all_lie_are_no_rivals_wherever_they_sit(
    match: Make, go: Go, lying: tuple[str, str], riding: tuple[str, str]
) -> None:
    first, second = riding
    riders = dict.fromkeys(lying, LIES) | {first: 50, second: {"field": 50, "jersey": "yellow"}}
    race = match(riders, teams=NO_CARDS[:3])
    go(race, ("GoNext", {"rider": first}))  # equal numbers of riders who ride would let yellow go first
    assert race.view()["order"] == [first, second, *lying]


@pytest.mark.rule("C3.1")
def test_who_has_nobody_that_rides_is_no_rival_one_who_does_is_enough(match: Make, go: Go) -> None:
    riders = {"1": LIES, "2": 50, "4": 50, "5": {"field": 50, "jersey": "yellow"}}
    race = match(riders, dice=[2, 5], teams=NO_CARDS[:2])
    assert race.view()["order"] == ["5", "4", "2", "1"]


RAISED: list[Any] = ["NoMore", ("Raise", {"card": "2"}), "NoMore", "NoMore", "NoMore"]


@pytest.mark.rule("C3.2", "C17.6")
@pytest.mark.parametrize(
    ("names", "behind", "thrown"),
    [(("1", "4", "7"), "10", [(0, 2), (1, 5)]), (("4", "7", "10"), "1", [(1, 2), (2, 5)])],
)
def test_equal_totals_are_thrown_off_by_those_who_have_them_and_by_nobody_else(
    match: Make, go: Go, of: Any, names: tuple[str, str, str], behind: str, thrown: list[tuple[int, int]]
) -> None:
    riders = dict.fromkeys(names, 50) | {behind: 30}
    teams = [{"hand": {"2": 1, "4": 1}, "slow": 0}] * 4
    race = match(riders, dice=[6, 4, 1, 2, 5], teams=teams, options={"raises": "any", "cars": False})
    events = go(race, *RAISED)  # the last declines, the second raises to 6, and both let it be
    assert [(event.seat, event.face) for event in of(events, "ThrewOff")] == thrown
    first, second, third = names
    assert race.view()["order"] == [second, first, third, behind]


@pytest.mark.rule("C17.6")
def test_equal_totals_in_the_end_are_thrown_off_without_raises(match: Make, go: Go) -> None:
    teams = [{"hand": {"2": 1, "4": 1}, "slow": 0}] * 2
    race = match({"1": 50, "4": 50}, dice=[6, 4, 2, 5], teams=teams, options={"raises": "any"})
    go(race, ("Raise", {"card": "2"}), "NoMore", "NoMore")
    assert (race.view()["phase"], race.view()["turn"]["rider"]) == ("plan", "4")
    assert [team["cards"] for team in race.view()["teams"]] == [2, 1]


@pytest.mark.rule("C17.6")
def test_throwing_off_equal_totals_passes_nobody_who_had_more(match: Make) -> None:
    riders = dict.fromkeys(["1", "4", "7", "10", "13"], 50)
    race = match(riders, dice=[6, 4, 4, 2, 2, 1, 2, 5, 6], teams=NO_CARDS)
    assert race.view()["order"] == ["1", "7", "4", "13", "10"]


@pytest.mark.rule("C17.6")
def test_throws_that_are_equal_again_are_thrown_again(match: Make) -> None:
    riders = dict.fromkeys(["1", "4", "7", "10"], 50)
    race = match(riders, dice=[6, 4, 4, 2, 3, 3, 5, 1], teams=NO_CARDS[:4])
    assert race.view()["order"] == ["1", "4", "7", "10"]


@pytest.mark.rule("C17.6", "C19.1")
def test_who_throws_off_equal_totals_begins_with_nothing(match: Make, go: Go) -> None:
    options = {"real_dice": True, "cars": False}
    race = match({"1": 50, "4": 50, "7": 50}, teams=NO_CARDS[:3], options=options)
    go(race, *[("SayFace", {"face": face}) for face in (6, 3, 3)])
    assert (race.waiting, race.view()["phase"]) == ((1,), "die")
    totals = race.view()["dice_off"]["totals"]
    assert (totals[1], totals[2]) == (0, 0)
    assert totals[0] > 6  # no throw of theirs reaches who is ahead of them
    go(race, ("SayFace", {"face": 4}))
    assert race.view()["dice_off"]["totals"][1] == 4
    go(race, ("SayFace", {"face": 5}))
    assert race.view()["order"] == ["1", "7", "4"]


@pytest.mark.rule("C3.2")
@pytest.mark.parametrize(("hand", "keys"), [({"4": 1}, ["NoMore", "Raise"]), ({"2": 1}, ["NoMore"])])
def test_only_totals_of_those_in_the_dice_off_are_to_be_overtaken(
    position: Any, offered: Any, hand: Json, keys: list[str]
) -> None:
    teams = [
        {"hand": {}, "slow": 0, "total": 6},
        {"hand": hand, "slow": 0, "total": 4},
        {"hand": {}, "slow": 0, "total": 30},
    ]
    moment = {"owing": 0b10, "contest": 0b11, "thrown": 0b11, "bidder": 1}
    document = position({"1": 50, "4": 50, "7": 40}, step="auction", ask="raise", moment=moment, teams=teams)
    assert offered(g.from_position("etapa", document)) == keys


# --- crashes, punctures, injuries -------------------------------------------------------------------


@pytest.mark.rule("C6.1", "C8.1")
def test_who_punctures_on_the_day_of_his_return_rides_again_when_the_car_has_come(
    match: Make, go: Go
) -> None:
    race = match({"1": BACK, "4": 10}, dice=[1, 3, 4, 6])
    go(race, ("Sprint", {"card": "6"}))
    rider = race.position()["riders"]["1"]
    assert (rider["status"], rider.get("back")) == ("punctured", None)  # nobody knows yet
    go(race, "Throw", "WaiveCard")
    assert race.position()["riders"]["1"]["back"] == 7
    assert race.view()["round"] == 6


@pytest.mark.rule("C8.1.1")
@pytest.mark.parametrize(("limit", "offer"), [(49, None), (50, ["2"]), (51, ["1", "2"])])
def test_the_car_is_offered_only_to_those_who_are_not_beyond_the_limit(
    match: Make, go: Go, limit: int, offer: list[str] | None
) -> None:
    race = match({"1": 51, "2": 50, "4": 10}, f"F200 | limit {limit} | flag 190", dice=[1, 1, 2])
    go(race, ("Sprint", {"card": "6"}), "FallDown")
    assert [race.view()["riders"][name]["status"] for name in "12"] == ["fallen", "fallen"]
    assert (sent_to(race) if race.view()["phase"] == "crash-car" else None) == offer


@pytest.mark.rule("C8.1.1", "C17.36")
def test_the_car_for_the_fallen_is_not_offered_to_who_keeps_a_puncture(match: Make, go: Go) -> None:
    waiting = {"status": "punctured"}
    race = match({"1": 50, "2": {"field": 50, **waiting}, "3": {"field": 30, **waiting}}, dice=[1, 1])
    go(race, ("Sprint", {"card": "6"}), "FallDown")
    assert race.position()["riders"]["2"]["shaken"] == 1
    assert sent_to(race) == ["1"]


@pytest.mark.rule("C8.1.1")
def test_a_player_sends_his_car_to_his_own_and_the_others_are_asked_for_theirs(position: Any, go: Go) -> None:
    fallen = {"field": 50, "start": 50, "status": "fallen", "back": 7, "shaken": 1}
    riders = {"1": fallen, "4": fallen, "5": {"field": 20, "start": 20}}
    moment = {"owing": 0b10, "rider": 0, "ordered": 3, "turn": 0, "new_falls": 0b1001, "crash_by": 0}
    document = position(riders, step="send-cars", ask="crash-car", order=[1, 4, 5], moment=moment)
    race = g.from_position("etapa", document)
    assert (race.waiting, sent_to(race)) == ((1,), ["4"])
    go(race, "KeepCar")
    assert (race.waiting, sent_to(race)) == ((0,), ["1"])


@pytest.mark.rule("C7.1")
@pytest.mark.parametrize("instead", ["Follow", "CallCar", "WaitForMate"])
def test_who_does_not_throw_in_the_dangerous_turn_is_out_of_danger(match: Make, go: Go, instead: str) -> None:
    race = match({"4": 51, "1": SHAKEN, "2": {"field": 40, "injured": 1}}, dice=[4])
    go(race, "Throw", instead)
    assert "shaken" not in race.position()["riders"]["1"]


@pytest.mark.rule("C7.1")
def test_the_throw_after_a_wheel_does_not_injure(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"4": 51, "1": SHAKEN}, dice=[4, 3, 1])
    events = go(race, "Throw", "Follow", "Throw", "Throw")
    assert of(events, "Injured") == []
    assert fields(race) == {"4": 61 + 9, "1": 60 + 7}


@pytest.mark.rule("C7.2", "C1.6")
@pytest.mark.parametrize(
    ("decision", "keys", "field", "reasons"),
    [("Withdraw", ["Threw", "Injured", "Withdrew"], 56, ()), ("CallCar", ["Announced"], 55, ("blocked",))],
)
def test_who_withdraws_leaves_his_field_to_others(
    match: Make, go: Go, of: Any, decision: str, keys: list[str], field: int, reasons: tuple[str, ...]
) -> None:
    riders: Json = {name: {**LIES, "field": 56} for name in "456"}
    riders |= {"1": {**SHAKEN, "field": 56}, "7": 46}
    race = match(riders, dice=[1, 5] if decision == "Withdraw" else [5], teams=NO_CARDS[:3])
    assert race.view()["turn"]["rider"] == "1"
    events = go(race, *(["Throw", "Withdraw"] if decision == "Withdraw" else [decision]))
    assert [event.key for event in events][: len(keys)] == keys
    moved = of(go(race, "Throw"), "Moved")[0]  # 5 and 6, less 1 so far behind
    assert (moved.rider, moved.field, moved.reasons) == ("7", field, reasons)


@pytest.mark.rule("C7.2")
def test_giving_up_is_told(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 60, "4": SHAKEN}, dice=[3, 1], teams=NO_CARDS[:2], options={"cars": False})
    events = go(race, "Withdraw")
    assert [event.rider for event in of(events, "Withdrew")] == ["4"]
    assert of(events, "Yielded") == []


@pytest.mark.rule("C7.2", "C5.1")
def test_the_field_of_who_withdrew_is_empty_when_times_are_read(match: Make, go: Go) -> None:
    road = "F100 | limit 60 | flag 100"
    riders = {"7": 100, "1": {**SHAKEN, "field": 98}, "4": {**LIES, "field": 97}, "5": {**LIES, "field": 96}}
    race = match(riders, road, dice=[6, 1], teams=NO_CARDS[:3], options={"cars": False})
    assert losses(go(race, "Withdraw")) == {"7": 0, "1": 3, "4": 4, "5": 4}


@pytest.mark.rule("C7.5")
@pytest.mark.parametrize("injured", [0, 1])
def test_only_the_injured_stop_at_a_team_mate(match: Make, go: Go, offered: Any, injured: int) -> None:
    riders = {"2": 55, "1": {"field": 50, "injured": injured}}
    race = match(riders, dice=[1, 6], slow=2, options={"cars": False})
    go(race, "Throw", ("SlowDown", {"fields": 0}), *([] if injured else ["Throw"]))
    assert offered(race) == ["RideOn", "SlowDown"] + ["StopAtHelper"] * injured


# --- cars and food ----------------------------------------------------------------------------------


@pytest.mark.rule("C8.1.1", "C17.11")
@pytest.mark.parametrize("name", ["1", "4", "9", "10", "13"])
def test_the_car_leaves_when_its_rider_is_back_whatever_his_team(match: Make, name: str) -> None:
    seat = (int(name) - 1) // 3
    teams = [*NO_CARDS]
    teams[seat] = {"hand": {}, "slow": 0, "served": int(name), "car": 46}
    other = "2" if name != "1" else "5"
    race = match({name: SHAKEN, other: 20}, teams=teams, options={"brought_down": "one-round"})
    assert race.view()["turn"]["rider"] == name
    assert race.view()["teams"][seat]["car"] is None


@pytest.mark.rule("C17.12", "C6.1", "C8.1.1")
@pytest.mark.parametrize("first", ["car-first", "rider-first"])
@pytest.mark.parametrize("status", [{"status": "punctured"}, {"status": "fallen", "back": 6}])
def test_only_who_is_fed_rolls_on_while_the_car_comes(
    match: Make, fields: Any, status: Json, first: str
) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, *NO_CARDS[:1]]
    race = match({"1": {"field": 50, **status}, "4": 20}, dice=[3], teams=teams,
                 options={"feeding_order": first})  # fmt: skip
    assert fields(race) == {"1": 50, "4": 20}
    assert race.view()["turn"]["rider"] == "4"


@pytest.mark.rule("C8.2", "C17.12")
@pytest.mark.parametrize("first", ["car-first", "rider-first"])
def test_the_field_on_which_one_rolls_is_told_with_its_reason(
    match: Make, go: Go, of: Any, first: str
) -> None:
    riders = {"4": 60, "1": {"field": 50, "status": "feeding"}}
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 45}, *NO_CARDS[:1]]
    race = match(riders, dice=[5, 2], teams=teams, options={"feeding_order": first})
    events = go(race, "Throw")
    moved = of(events, "Moved")[1]
    assert (moved.rider, moved.start, moved.field, moved.reasons) == ("1", 50, 51, ("waiting for the car",))
    assert [event.field for event in of(events, "CarDrove")] == [47]


ALL_BUT = {"2": 5, "2B": 6, "4": 6, "4B": 6, "6": 6, "6B": 6}


@pytest.mark.rule("C3.6")
@pytest.mark.parametrize("kind", [None, "2", "2B", "4", "6B"])
def test_one_card_on_the_pile_is_worth_a_stop_in_the_zone_none_is_not(
    match: Make, go: Go, offered: Any, fields: Any, kind: str | None
) -> None:
    held = {card: number - (card == kind) for card, number in ALL_BUT.items()}
    teams = [{"hand": hand, "slow": 0} for hand in ({"2": 1}, held)]
    road = "F200 | feed 56-60 | limit 150 | flag 190"
    race = match({"1": 50, "4": 10}, road, dice=[6], teams=teams)
    assert race.view()["pile"] == (kind is not None)
    go(race, "Throw")
    if kind is None:
        assert fields(race)["1"] == 62
    else:
        assert (race.waiting, offered(race)) == ((0,), ["RideOn", "StopForFood"])


@pytest.mark.rule("C8.2", "C1.4")
def test_in_the_first_round_nothing_is_planned(position: Any, offered: Any) -> None:
    riders = {"1": {"field": 5, "start": 5}, "4": {"field": 3, "start": 3}}
    moment = {"owing": 1, "rider": 0, "ordered": 2, "turn": 0}
    document = position(riders, step="turn", ask="plan", round=2, order=[1, 4], moment=moment)
    assert "CallCar" in offered(g.from_position("etapa", document))
    for number in (0, 1):
        with pytest.raises(g.BadPosition, match="in the first round riders only throw"):
            g.from_position("etapa", {**document, "round": number})


# --- slipstream and peloton -------------------------------------------------------------------------


@pytest.mark.rule("C3.4.2", "C3.4.5", "C17.7")
@pytest.mark.parametrize("border", ["whole-move", "ends"])
@pytest.mark.parametrize("there", ["N", "D", "f"])
@pytest.mark.parametrize(("flat", "wheel"), [(59, False), (60, True)])
def test_the_field_where_the_leader_ends_counts_too(
    match: Make, go: Go, offered: Any, border: str, there: str, flat: int, wheel: bool
) -> None:
    road = f"F{flat} {there}60 F40 | limit 20"
    race = match({"1": 50, "4": 49}, road, dice=[4], options={"slipstream_border": border})
    go(race, "Throw")  # to 60
    assert ("Follow" in offered(race)) == wheel


@pytest.mark.rule("C3.4.1")
@pytest.mark.parametrize(("began", "wheel"), [(48, False), (49, False), (50, True), (51, True), (52, False)])
def test_only_who_began_the_round_beside_or_right_in_front_can_be_followed(
    position: Any, offered: Any, began: int, wheel: bool
) -> None:
    riders = {
        "4": {"field": began + 9, "start": began, "rode": 1, "moved": 9, "unaided": 9},
        "1": {"field": 50, "start": 50},
    }
    moment = {"owing": 1, "rider": 0, "ordered": 2, "turn": 1}
    document = position(riders, step="turn", ask="plan", order=[4, 1], moment=moment)
    assert ("Follow" in offered(g.from_position("etapa", document))) == wheel


@pytest.mark.rule("C3.5")
@pytest.mark.parametrize(
    ("last", "found"),
    [(30, (59, 58, 2)), (57, (59, 57, 3)), (56, (59, 58, 2))],
)
def test_the_peloton_of_a_new_round_is_told(
    match: Make, go: Go, of: Any, last: int, found: tuple[int, int, int]
) -> None:
    riders = {"1": 50, "4": 49, "7": {**LIES, "field": last}}
    race = match(riders, dice=[3], options={"cars": False})
    events = go(race, "Throw", "Follow")
    told = of(events, "PelotonFound")
    assert [(event.first, event.last, event.riders) for event in told] == [found]
    assert race.view()["peloton"] == [found[1], found[0]]


@pytest.mark.rule("C3.5")
def test_the_rearmost_of_equally_large_groups_may_be_on_the_last_field(match: Make) -> None:
    assert match({"1": 200, "4": 200, "7": 190}, teams=NO_CARDS[:3]).view()["peloton"] == [200, 200]
    assert match({"1": 1, "4": 100}, teams=NO_CARDS[:2]).view()["peloton"] == [1, 1]


@pytest.mark.rule("C10.1")
def test_no_cards_lie_drawn_where_a_round_begins(position: Any) -> None:
    document = position({"1": {"field": 50}, "4": {"field": 40}})
    assert g.from_position("etapa", document).waiting
    with pytest.raises(g.BadPosition, match="drawn: cards lie there exactly when one of them is to go back"):
        g.from_position("etapa", {**document, "drawn": {"2": 1}})


# --- the white jersey -------------------------------------------------------------------------------


@pytest.mark.rule("C4.4")
def test_after_two_turns_in_succession_the_next_rider_is_on_turn(position: Any, go: Go) -> None:
    riders = {
        "4": {"field": 205, "start": 199},
        "1": {"field": 170, "start": 160, "jersey": "white"},
        "5": {"field": 150, "start": 150},
    }
    moment = {
        "owing": 1, "rider": 0, "ordered": 3, "turn": 1, "crossed": 1, "second_turn": 1, "doubled": 1,
    }  # fmt: skip
    document = position(riders, step="turn", ask="plan", order=[4, 1, 5], finish=[4], moment=moment, dice=[2])
    race = g.from_position("etapa", document)
    go(race, "Throw")
    assert (race.view()["turn"]["rider"], race.view()["turn"]["second"]) == ("5", False)
    with pytest.raises(g.BadPosition, match="has doubled"):
        g.from_position("etapa", {**document, "moment": {**document["moment"], "doubled": 0}})


# --- results ----------------------------------------------------------------------------------------

PROTECTED = {"specials": True, "cars": False}
ONE_CARD = {"hand": {"6": 1}, "slow": 0}


@pytest.mark.rule("C12.2")
@pytest.mark.parametrize(
    ("near", "lost"),
    [
        ("4", 1),  # two fields ahead, and rode to the last field
        ("14", 1),  # of the same team
    ],
)
def test_the_last_number_of_all_gets_the_time_of_the_nearest_as_well(
    match: Make, go: Go, near: str, lost: int
) -> None:
    teams = [*NO_CARDS[:4], ONE_CARD]
    plan = ["Throw"] if near == "14" else []
    race = match({"1": 199, near: 193, "15": 191}, dice=[6, 1, 1, 2], teams=teams, options=PROTECTED,
                 moment={"slow_supply": 0})  # fmt: skip
    events = go(race, *plan, ("Sprint", {"card": "6"}))
    assert losses(events) == {"1": 0, near: 1, "15": lost}


@pytest.mark.rule("C12.2")
def test_who_lies_as_the_last_number_of_all_has_no_time_to_give(match: Make, go: Go) -> None:
    riders = {"1": 199, "4": 193, "15": {"field": 192, "status": "fallen", "back": 6}, "10": 191}
    teams = [*NO_CARDS[:3], ONE_CARD, *NO_CARDS[:1]]
    race = match(riders, dice=[6, 1, 1, 2], teams=teams, options=PROTECTED, moment={"slow_supply": 0})
    assert losses(go(race, ("Sprint", {"card": "6"}))) == {"1": 0, "4": 1, "15": 9, "10": 1}


@pytest.mark.rule("C12.2", "C17.10")
def test_where_the_only_one_home_has_fallen_too_nobody_is_upright(match: Make, go: Go) -> None:
    teams = [ONE_CARD, *NO_CARDS[:3], ONE_CARD]
    options = {**PROTECTED, "finish_order": "distance"}
    race = match({"15": {"field": 199, "jersey": "white"}, "1": 191}, dice=[6, 1, 2, 1, 2], teams=teams,
                 options=options, moment={"slow_supply": 0})  # fmt: skip
    go(race, "Throw")
    assert race.view()["turn"] | {"rider": "15", "second": True} == race.view()["turn"]
    events = go(race, ("Sprint", {"card": "6"}), ("Sprint", {"card": "6"}))
    assert losses(events) == {"15": 0, "1": 10}


@pytest.mark.rule("C12.2", "C17.32")
@pytest.mark.parametrize("reading", ["ahead", "behind"])
@pytest.mark.parametrize(("thrown", "lost"), [([5, 2, 3, 1], 2), ([5, 2, 1, 3], 4)])
def test_of_two_who_were_nearest_on_one_field_the_first_gives_his_time(
    match: Make, go: Go, reading: str, thrown: list[int], lost: int
) -> None:
    teams = [ONE_CARD, *NO_CARDS[:3]]
    race = match({"10": 199, "1": 191, "4": 190, "7": 190}, dice=[6, 1, 2, *thrown], teams=teams,
                 options={**PROTECTED, "nearest": reading}, moment={"slow_supply": 0})  # fmt: skip
    assert losses(go(race, ("Sprint", {"card": "6"}), "Throw"))["1"] == lost


TEST = {"doping": True, "cars": False}


def lying(field: int, **more: int) -> Json:
    return {"field": field, "status": "fallen", "back": 6, **more}


@pytest.mark.rule("C15.2")
def test_the_cards_of_the_last_numbers_count_in_the_doping_test(match: Make, go: Go, of: Any) -> None:
    riders = {
        "1": {"field": 99, "used": 2}, "2": lying(50), "3": lying(80), "4": lying(82, used=1),
        "5": lying(50), "6": lying(84, used=4),
    }  # fmt: skip
    race = match(riders, "F100 | limit 60", dice=[6], options=TEST)
    assert [event.rider for event in of(go(race, "Throw"), "Caught")] == ["6"]


@pytest.mark.rule("C15.2")
def test_who_was_out_before_the_stage_is_not_tested(match: Make, go: Go, of: Any) -> None:
    gone = {"status": "out", "gone": 1, "used": 2, "points": 7}
    riders = {"4": {"field": 99, "used": 2}, "1": lying(50), "2": gone, "5": lying(60)}
    road = "F100 | limit 60"
    race = match(riders, road, stage=2, dice=[6], options={**TEST, "stages": [road, road]})
    assert [event.rider for event in of(go(race, "Throw"), "Caught")] == ["4"]
    assert race.position()["riders"]["2"]["points"] == 7


@pytest.mark.rule("C15.2")
@pytest.mark.parametrize(("mate", "caught"), [(60, ["2"]), (61, [])])
def test_who_alone_of_his_team_missed_the_limit_is_suspect_but_not_caught(
    match: Make, go: Go, of: Any, mate: int, caught: list[str]
) -> None:
    riders = {"4": 99, "1": lying(mate), "2": lying(50, used=4, points=7), "3": lying(80)}
    race = match(riders, "F100 | limit 60", dice=[6], options={**TEST, "primes": False})
    assert [event.rider for event in of(go(race, "Throw"), "Caught")] == caught
    assert race.position()["riders"]["2"].get("points", 0) == (0 if caught else 7)


@pytest.mark.rule("C16.3", "C5.5", "C14.1")
@pytest.mark.parametrize(
    ("placings", "leader"),
    [
        ([[2, 2, 3], [1, 5, 6]], 0),
        ([[1, 5, 6], [2, 2, 3]], 1),
        ([[3, 3, 3], [1, 9, 9], [2, 2, 2]], 2),
        ([[2, 2, 2], [3, 3, 3], [1, 9, 9]], 0),
    ],
)
def test_all_three_riders_placings_part_teams_with_equal_times(
    position: Any, placings: list[list[int]], leader: int
) -> None:
    riders = {
        str(3 * seat + number): {"time": 100, "placings": place}
        for seat, places in enumerate(placings)
        for number, place in enumerate(places, start=1)
    }
    options = {"stages": ["Plaine", "Chrono par équipes"]}
    document = position(riders, stage=2, step="line-up", round=0, options=options)
    document["teams"] = [{"time": 300}] * len(placings)
    race = g.from_position("etapa", document)
    cards = [team["cards"] for team in race.view()["teams"]]
    assert cards == [7 if seat == leader else 6 for seat in range(len(placings))]


# --- between two stages -----------------------------------------------------------------------------


@pytest.mark.rule("C10.2", "C1.3")
@pytest.mark.parametrize(("name", "seat"), [("2", 0), ("4", 1), ("5", 1), ("9", 2)])
def test_whoever_leads_both_classifications_is_asked_while_nobody_has_an_order_yet(
    match: Make, go: Go, offered: Any, name: str, seat: int
) -> None:
    road = "F100 | limit 60"
    riders: Json = {"1": {"field": 99, "time": -5000}, "2": lying(90), "4": lying(80), "5": lying(75)}
    riders |= {"7": lying(70), "9": lying(65)}
    riders[name] |= {"points": 300, "mountains": 9}
    options = {"stages": [road, road, road], "cars": False}
    race = match(riders, road, stage=2, dice=[6], teams=NO_CARDS[:3], options=options)
    assert (race.waiting, offered(race)) == ((seat,), ["ChooseJersey"])
    document = race.position()
    assert (document["stage"], document["round"]) == (3, 0)
    assert (document["moment"]["ordered"], document["moment"]["turn"]) == (0, -1)
    assert set(document["order"]) == {0}
    assert g.from_position("etapa", document).position() == document
