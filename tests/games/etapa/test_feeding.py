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
