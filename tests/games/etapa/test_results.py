"""The end of a stage and what is carried on (C5), classifications (C16.3)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
ROAD = "F100 | limit 60 | flag 99"
TOUR = {"stages": [ROAD, ROAD], "cars": False}


def lying(field: int) -> dict[str, Any]:
    return {"field": field, "status": "fallen", "back": 6}


def losses(match: Make, fields: dict[str, int], **options: Any) -> dict[str, int]:
    """Seconds lost by riders who lie on these fields when number 15 crosses far ahead of them."""
    riders = {name: lying(field) for name, field in fields.items()}
    document_options = {"cars": False, **options}
    race = match(
        {"15": 100, **riders},
        ROAD,
        dice=[6],
        options=document_options,
        teams=[{"hand": {"2": 1}, "slow": 0}] * 5,
    )
    race.play(4, next(c for c in race.choices(4) if c.message.key == "Throw"))
    base = 7200
    return {e["rider"]: e["time"] - base for e in race.result["riders"] if e["rider"] in fields}  # type: ignore[index]


@pytest.mark.rule("C5.1", "CT10")
def test_a_field_is_a_second_and_the_last_field_counts(match: Make) -> None:
    assert losses(match, {"1": 98, "4": 95, "7": 90}) == {"1": 3 - 12, "4": 6 - 8, "7": 11}


@pytest.mark.rule("C5.1", "C17.22", "CT10")
def test_a_chain_of_riders_gets_the_time_of_its_first(match: Make) -> None:
    assert losses(match, {"1": 100, "2": 99, "4": 98, "7": 96}) == {"1": 1 - 12, "2": 1 - 8, "4": 1, "7": 5}


@pytest.mark.rule("C5.1", "CT10")
def test_who_is_chained_to_a_rider_across_the_line_loses_nothing(match: Make, go: Go) -> None:
    race = match({"15": 93, "1": lying(100)}, ROAD, dice=[2])
    go(race, "Throw")
    assert race.view()["riders"]["15"]["field"] == 101
    assert {e["rider"]: e["time"] - 7200 for e in race.result["riders"][:2]} == {"15": -20, "1": -12}  # type: ignore[index]


@pytest.mark.rule("C5.1", "C17.10")
def test_the_stage_ends_with_the_round_and_crossing_order_counts(match: Make, go: Go) -> None:
    race = match({"1": 99, "4": 98, "7": 97}, ROAD, dice=[1, 6, 6])
    go(race, "Throw")
    assert not race.over
    go(race, "Throw", "Throw")
    assert [e["rider"] for e in race.result["riders"][:3]] == ["1", "4", "7"]  # type: ignore[index]
    assert [e["time"] - 7200 for e in race.result["riders"][:3]] == [-20, -12, -8]  # type: ignore[index]


@pytest.mark.rule("C5.2")
def test_in_a_one_day_race_a_late_rider_voids_his_team(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 99, "2": lying(60), "4": lying(61)}, ROAD, dice=[3])
    events = go(race, "Throw")
    assert [event.rider for event in of(events, "MissedLimit")] == ["2"]
    assert [event.seat for event in of(events, "WasVoid")] == [0]
    assert race.result["seats"] == [1, 0]  # type: ignore[index]


@pytest.mark.rule("C5.2", "C1.2")
def test_in_a_tour_a_late_rider_is_out_and_his_team_is_dealt_less(match: Make, go: Go) -> None:
    riders = {"1": 99, "2": lying(60), "3": lying(70), "4": lying(61)}
    race = match(riders, ROAD, dice=[3], options=TOUR)
    go(race, "Throw")
    assert race.view()["stage_number"] == 2
    assert race.view()["riders"]["2"]["status"] == "out"
    assert race.view()["teams"][0]["slow"] == 2
    assert sum(race.view()["teams"][0]["known"].values()) == 4


@pytest.mark.rule("C5.3", "C17.31")
def test_unreached_primes_are_credited_in_finishing_order(match: Make, go: Go, of: Any) -> None:
    road = "F100 | S@95 | limit 60 | flag 99"
    race = match(
        {"1": {"field": 99, "passed": 1}, "4": lying(80), "7": lying(70)}, road, dice=[3], primes=(1,)
    )
    events = go(race, "Throw")
    assert [(event.rider, event.points) for event in of(events, "Credited")] == [("4", 4), ("7", 2)]
    assert {event.rider: event.bonus for event in of(events, "Placed")} == {"1": 20, "4": 12, "7": 8}


@pytest.mark.rule("C5.3")
def test_left_over_places_of_a_prime_go_to_nobody(match: Make, go: Go, of: Any) -> None:
    road = "F100 | HC@100 | limit 60 | flag 99"
    race = match({"1": 99, "15": lying(80)}, road, dice=[3], teams=[{"hand": {"2": 1}, "slow": 0}] * 5)
    events = go(race, "Throw")
    assert [(event.rider, event.points) for event in of(events, "WonPrime")] == [("1", 20)]
    assert [(event.rider, event.points) for event in of(events, "Credited")] == [("15", 18)]


@pytest.mark.rule("C5.4", "CT20")
def test_a_rider_who_is_out_counts_as_thirty_seconds_behind_the_last(match: Make, go: Go) -> None:
    riders = {"1": 99, "2": lying(80), "3": {"status": "out", "gone": 1}, "4": lying(70)}
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR)
    go(race, "Throw")
    last = 7200 + 31 - 8
    assert race.view()["classifications"]["teams"][0] == {
        "team": 0,
        "time": 7180 + 7200 + 21 - 12 + last + 30,
    }


@pytest.mark.rule("C5.4", "CT20")
def test_with_two_riders_out_a_team_is_not_classified(match: Make) -> None:
    out = {"status": "out", "gone": 1}
    race = match({"1": 50, "2": out, "3": out, "4": 50, "5": 40, "6": 30}, ROAD, stage=2, options=TOUR)
    assert [entry["team"] for entry in race.view()["classifications"]["teams"]] == [1]


@pytest.mark.rule("C5.5")
def test_the_leading_team_draws_a_card_at_the_start_of_a_stage(position: Any) -> None:
    riders = {str(number): {"time": 100} for number in range(1, 7)}
    document = position(riders, stage=2, step="line-up", round=0, options=TOUR)
    document["teams"] = [{"time": 310}, {"time": 300}]
    race = g.from_position("etapa", document)
    assert [team["cards"] for team in race.view()["teams"]] == [6, 7]
    assert race.view()["pile"] == 23


@pytest.mark.rule("C5.6")
def test_times_add_up_and_the_lowest_wins_the_tour(match: Make, go: Go) -> None:
    riders = {
        "1": {"field": 99, "time": 7300},
        "4": {**lying(80), "time": 7200},
        "7": {**lying(70), "time": 7250},
    }
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR)
    go(race, "Throw")
    assert race.over
    assert [(e["rider"], e["time"]) for e in race.result["riders"][:3]] == [  # type: ignore[index]
        ("4", 14_409), ("7", 14_473), ("1", 14_480),
    ]  # fmt: skip
    assert race.result["seats"] == [1, 2, 0]  # type: ignore[index]


@pytest.mark.rule("C16.3")
def test_equal_times_are_parted_by_placings_then_by_the_last_stage(match: Make, go: Go) -> None:
    riders = {
        "1": {"field": 99, "time": 7232},
        "4": {**lying(80), "time": 7203},
        "7": {**lying(70), "time": 0},
    }
    riders["1"] |= {"placings": 9}
    riders["4"] |= {"placings": 1}
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR)
    go(race, "Throw")
    one, four = (e for e in race.result["riders"] if e["rider"] in ("1", "4"))  # type: ignore[index]
    assert (one["time"], four["time"]) == (14_412, 14_412)
    assert one["rider"] == "4"


@pytest.mark.rule("C17.37")
def test_a_team_without_riders_is_out_of_the_tour(position: Any) -> None:
    gone = {"status": "out", "gone": 1}
    riders = {**{str(n): {"time": 100 + n} for n in range(1, 4)}, "4": gone, "5": gone, "6": gone}
    race = g.from_position(
        "etapa", position(riders, stage=2, step="line-up", round=0, teams=(), options=TOUR)
    )
    assert race.view()["teams"][1]["cards"] == 0
    assert race.view()["order"] == ["1", "2", "3"]
