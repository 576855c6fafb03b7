"""The feed zone and the cars (C3.6, C8)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
ZONE = "F200 | feed 56-60 | limit 150 | flag 190"
NO_CAR = {"cars": False}


@pytest.mark.rule("C3.6")
def test_who_ends_in_the_zone_draws_a_card(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50}, ZONE, dice=[1], cards=["6B"])
    drew = of(go(race, "Throw", "RideOn"), "Drew")
    assert [(event.card, event.source) for event in drew] == [("6B", "in the feed zone")]
    assert race.view(0)["hand"]["6B"] == 2


@pytest.mark.rule("C3.6")
def test_who_rides_over_the_zone_may_stop_in_it_without_a_card(
    match: Make, go: Go, of: Any, fields: Any
) -> None:
    race = match({"1": 50}, ZONE, dice=[6])
    go(race, "Throw")
    stops = [c.message.fields for c in race.choices(0) if c.message.key == "StopForFood"]  # type: ignore[attr-defined]
    assert stops == [6, 7, 8, 9, 10]
    assert len(of(go(race, ("StopForFood", {"fields": 8})), "Drew")) == 1
    assert fields(race)["1"] == 58


@pytest.mark.rule("C3.6", "C8.3")
def test_once_per_rider_and_stage(match: Make, go: Go, of: Any, offered: Any) -> None:
    race = match({"1": {"field": 50, "refreshed": 1}}, ZONE, dice=[1])
    assert of(go(race, "Throw"), "Drew") == []


@pytest.mark.rule("C3.6")
def test_an_empty_pile_gives_nothing(match: Make, go: Go, of: Any) -> None:
    hands = {"2": 1}, {"2": 5, "2B": 6, "4": 6, "4B": 6, "6": 6, "6B": 6}
    race = match({"1": 50}, ZONE, dice=[1], teams=[{"hand": hand, "slow": 0} for hand in hands])
    assert race.view()["pile"] == 0
    assert of(go(race, "Throw"), "Drew") == []


@pytest.mark.rule("C3.6", "C19")
def test_others_see_that_a_card_is_drawn_not_which(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50}, ZONE, dice=[1])
    drew = of(go(race, "Throw", "RideOn"), "Drew")[0]
    assert drew.seen_by(0).card is not None
    assert drew.seen_by(1).card is None
    assert "hand" not in race.view()
    assert sum(race.view()["teams"][0]["known"].values()) == 6
    assert race.view()["teams"][0]["cards"] == 7


@pytest.mark.rule("C8.1", "C8.2")
def test_car_feeding(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"1": 50, "4": 20}, dice=[1, 4, 1, 5, 1])
    events = go(race, "CallCar")
    assert of(events, "CarCame")[0].field == 44
    assert fields(race)["1"] == 50
    events = go(race, "Throw")  # number 4; then in the next round the car drives to 48 and number 1 rolls on
    assert of(events, "CarDrove")[0].field == 48
    assert fields(race)["1"] == 51
    events = go(race, "Throw")
    assert of(events, "CarDrove")[0].field == 51
    events = go(race, "TakeCard")
    assert len(of(events, "Drew")) == len(of(events, "CarLeft")) == 1
    assert fields(race)["1"] == 51
    assert race.view()["riders"]["1"]["status"] == "riding"
    go(race, "Throw")
    assert (race.view()["round"], race.view()["turn"]["rider"]) == (8, "1")


@pytest.mark.rule("C8.1", "C17.36")
def test_one_car_a_team(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 50, "2": 40})
    go(race, "CallCar")
    assert race.view()["turn"]["rider"] == "2"
    assert "CallCar" not in offered(race)


@pytest.mark.rule("C8.1", "C17.36")
def test_a_second_puncture_waits_until_the_car_is_free(match: Make, go: Go, of: Any, throughout: Any) -> None:
    flat = {"field": 50, "status": "punctured"}
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, {"hand": {}, "slow": 0}]
    race = match({"1": flat, "2": {**flat, "field": 40}, "4": 20}, dice=[6, 1, 3, 1, 3, 1], teams=teams)
    go(race, "WaiveCard")
    assert race.view()["teams"][0]["car"] == {"rider": "2", "field": 34}


@pytest.mark.rule("C8.1", "C17.36")
def test_with_two_punctures_the_player_chooses_whom_the_car_serves(match: Make, go: Go) -> None:
    flat = {"field": 50, "status": "punctured"}
    race = match({"1": flat, "2": {**flat, "field": 40}, "4": 20})
    go(race, "KeepCar")
    assert race.view()["teams"][0]["car"] is None
    go(race, ("SendCar", {"rider": "2"}))
    assert race.view()["teams"][0]["car"] == {"rider": "2", "field": 34}


@pytest.mark.rule("C8.1.1", "C17.12", "CT26")
@pytest.mark.parametrize(("die", "card"), [(6, True), (5, False)])
def test_a_car_for_a_fallen_rider_never_prolongs_his_wait(
    match: Make, go: Go, of: Any, die: int, card: bool
) -> None:
    race = match({"1": 50, "4": 20}, dice=[1, 2, 1, die, 1, 1])
    go(race, ("Sprint", {"card": "2"}), ("SendCar", {"rider": "1"}))
    events = go(race, "Throw")
    if card:
        events += go(race, "TakeCard")
    assert len(of(events, "Drew")) == card
    assert race.view()["teams"][0]["car"] is None
    go(race, "Throw")
    assert (race.view()["round"], race.view()["turn"]["rider"]) == (7, "1")
    assert race.view()["riders"]["1"]["status"] == "riding"


@pytest.mark.rule("C8.2")
def test_no_food_from_the_car_beyond_the_time_limit(match: Make, go: Go, offered: Any, of: Any) -> None:
    race = match({"1": 151}, slow=1)
    assert "CallCar" not in offered(race)
    flat = {"field": 151, "status": "punctured"}
    race = match(
        {"1": flat, "4": 50}, dice=[6, 1], teams=[{"served": 1, "car": 145}, {"hand": {}, "slow": 0}]
    )
    assert race.view()["teams"][0]["car"] is None  # mended, without a question


@pytest.mark.rule("C8.3")
def test_the_car_feeds_any_number_of_times(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 50, "4": 20}, dice=[1, 6, 1])
    go(race, "CallCar", "Throw", "TakeCard", "Throw")
    assert "CallCar" in offered(race)
    assert race.view()["turn"]["rider"] == "1"


@pytest.mark.rule("C8.2")
def test_without_cars_nobody_is_fed_on_the_way(match: Make, offered: Any) -> None:
    assert "CallCar" not in offered(match({"1": 50}, options=NO_CAR))


@pytest.mark.rule("C8.1", "C17.36")
def test_a_puncture_waits_while_the_car_is_with_another(match: Make, go: Go, of: Any) -> None:
    flat = {"field": 50, "status": "punctured"}
    teams = [{"hand": {}, "slow": 0, "served": 2, "car": 35}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": flat, "2": {**flat, "field": 40}, "4": 45}, dice=[1, 2], teams=teams)
    assert race.view()["turn"]["rider"] == "4"
    events = go(race, "Throw")
    assert [(event.rider, event.field) for event in of(events, "CarDrove")] == [("2", 37)]
    assert of(events, "CarCame") == []
    assert race.view()["riders"]["1"]["status"] == "punctured"


@pytest.mark.rule("C8.1", "C17.36")
def test_a_car_that_is_free_comes_on_the_turn_of_the_only_puncture(match: Make, of: Any, go: Go) -> None:
    flat = {"field": 5, "status": "punctured"}
    race = match({"1": flat, "4": 20, "2": 3}, dice=[1])
    events = go(race, "Throw")
    assert [(event.rider, event.field) for event in of(events, "CarCame")] == [("1", -1)]


@pytest.mark.rule("C8.1.1", "C17.11")
def test_a_car_that_came_for_nothing_leaves_when_the_rider_is_back(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    riders = {"1": 50, "4": {"field": 50}, "5": 60}
    race = match(riders, dice=[1, 6, 2, 1, 1], teams=teams, options={"brought_down": "one-round"})
    go(race, "Throw")
    if race.view()["phase"] == "raise":
        go(race, "NoMore")
    events = go(race, ("Sprint", {"card": "6"}), "KeepCar", ("SendCar", {"rider": "4"}))
    while race.view()["round"] == 5:
        events += race.play(race.waiting[0], race.choices(race.waiting[0])[-1])
    events += go(race, "Throw")
    assert [event.seat for event in of(events, "CarLeft")] == [1]
    assert (race.view()["round"], race.view()["turn"]["rider"]) == (6, "4")
    assert race.view()["teams"][1]["car"] is None


@pytest.mark.rule("C8.1", "C6.1.3")
def test_who_gets_up_beside_the_car_sends_it_off(match: Make) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 48}, {"hand": {}, "slow": 0}]
    race = match({"1": {"field": 50, "status": "fallen", "back": 5}, "4": 20}, teams=teams)
    assert (race.view()["riders"]["1"]["status"], race.view()["phase"]) == ("riding", "plan")
    assert race.view()["teams"][0]["car"] is None


@pytest.mark.rule("C2.5", "C8.2")
def test_rounds_of_a_breakaway_go_by_while_one_is_fed(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "tokens": 2}, "4": 20}, dice=[1, 2, 1, 1])
    for left in (1, 0, 0):
        go(race, "CallCar" if left else "Throw")
        assert race.view()["riders"]["1"]["breakaway"] == left


@pytest.mark.rule("C8.2")
def test_calling_the_car_is_the_whole_turn(match: Make, go: Go, of: Any, fields: Any) -> None:
    race = match({"1": {"field": 50, "tokens": 1}, "4": 20})
    events = go(race, "CallCar")
    assert [event.key for event in events] == ["Announced", "CarCame"]
    assert (fields(race)["1"], race.view()["riders"]["1"]["status"]) == (50, "feeding")
    assert race.view()["riders"]["1"]["breakaway"] == 0
    assert (race.view()["turn"]["rider"], race.view()["round"]) == ("4", 5)


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize(("field", "can"), [(150, True), (151, False)])
def test_the_car_may_be_called_up_to_the_limit(match: Make, offered: Any, field: int, can: bool) -> None:
    assert ("CallCar" in offered(match({"1": field}))) == can


@pytest.mark.rule("C8.2", "C3.6")
def test_an_empty_pile_feeds_nobody_from_the_car(match: Make, offered: Any) -> None:
    none_left = {"hand": dict.fromkeys(["2", "2B", "4", "4B", "6", "6B"], 6), "slow": 0}
    race = match({"1": 50, "4": 20}, teams=[none_left, {"hand": {}, "slow": 0}])
    assert "CallCar" not in offered(race)
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, none_left]
    race = match({"1": {"field": 50, "status": "feeding"}, "4": 20}, dice=[6], teams=teams)
    assert (race.view()["turn"]["rider"], race.view()["teams"][0]["car"]) == ("4", None)
    assert race.view()["riders"]["1"]["status"] == "riding"


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize(("field", "asked"), [(150, True), (151, False)])
@pytest.mark.parametrize("how", ["feeding", "punctured"])
def test_a_meeting_gives_a_card_up_to_the_limit(
    match: Make, offered: Any, field: int, asked: bool, how: str
) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": field - 6}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": {"field": field, "status": how}, "4": 20}, dice=[6], teams=teams)
    assert ("TakeCard" in offered(race)) == asked


@pytest.mark.rule("C6.1", "C8.2")
def test_without_cars_for_food_a_puncture_is_mended_all_the_same(match: Make, of: Any, go: Go) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, {"hand": {"2": 1}, "slow": 0}]
    race = match(
        {"1": {"field": 50, "status": "punctured"}, "4": 60}, dice=[1, 6], teams=teams, options=NO_CAR
    )
    events = go(race, "Throw")
    assert [event.key for event in of(events, "CarLeft")] == ["CarLeft"]
    assert race.position()["riders"]["1"]["back"] == 6


@pytest.mark.rule("C17.12", "C8.2")
def test_where_the_rider_goes_first_the_car_may_still_reach_them(match: Make, go: Go, fields: Any) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, {"hand": {"2": 1}, "slow": 0}]
    options = {"feeding_order": "rider-first"}
    feeding = {"field": 50, "status": "feeding", "tokens": 3}
    for car, phase in ((45, "contact"), (44, "plan")):
        teams[0] = {**teams[0], "car": car}
        race = match({"1": feeding, "4": 20}, dice=[6], teams=teams, options=options)
        assert (fields(race)["1"], race.view()["phase"]) == (51, phase)
        assert race.view()["riders"]["1"]["breakaway"] == 2


@pytest.mark.rule("C3.6")
@pytest.mark.parametrize(("start", "draws"), [(44, 0), (45, 1), (49, 1), (50, 0)])
def test_the_zone_has_a_first_and_a_last_field(match: Make, go: Go, of: Any, start: int, draws: int) -> None:
    race = match({"1": start}, ZONE, dice=[5], options=NO_CAR)
    events = go(race, "Throw")
    if "RideOn" in {choice.message.key for choice in race.choices(0)}:
        events += go(race, "RideOn")
    assert len(of(events, "Drew")) == draws
    assert race.view()["riders"]["1"]["fed"] == bool(draws)


@pytest.mark.rule("C3.6", "C8.3")
@pytest.mark.parametrize(
    ("rider", "stops"),
    [
        ({"field": 45}, []),  # ends on the first field of it
        ({"field": 46}, [10]),
        ({"field": 60}, [0]),
        ({"field": 61}, []),
        ({"field": 50, "refreshed": 1}, []),
    ],
)
def test_where_one_may_stop_for_food(match: Make, go: Go, rider: dict[str, int], stops: list[int]) -> None:
    race = match({"1": rider, "4": 20}, ZONE, dice=[5], slow=1)
    go(race, "Throw")
    messages: list[Any] = [choice.message for choice in race.choices(0)]
    assert [message.fields for message in messages if message.key == "StopForFood"] == stops


@pytest.mark.rule("C15.1")
def test_in_heat_the_last_card_of_the_pile_is_one_card(match: Make, go: Go, of: Any) -> None:
    all_but_one = {"hand": {"2": 6, "2B": 6, "4": 6, "4B": 6, "6": 4, "6B": 6}, "slow": 0}
    teams = [{"hand": {"6": 1}, "slow": 0}, all_but_one]
    race = match({"1": 50}, ZONE, dice=[4], moment={"sky": 5}, teams=teams)
    assert [event.card for event in of(go(race, "Throw", "RideOn"), "Drew")] == ["6"]
