"""Primes and points (C9)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.data.road import tables

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
CATEGORIES = {
    "4": "category-4",
    "3": "category-3",
    "2": "category-2",
    "1": "category-1",
    "HC": "hors-categorie",
}


@pytest.mark.rule("C9.1", "C9.3", "C9.4", "CT11")
def test_the_first_three_at_a_sprint_get_points_and_seconds(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 59, "4": 57, "7": 55, "10": 53}, "F200 | S@60 | limit 150", dice=[1, 1, 1, 6])
    won = of(go(race, "Throw", "Throw", "Throw", "Throw"), "WonPrime")
    assert [(w.rider, w.place, w.points, w.seconds) for w in won] == [
        ("1", 1, 6, 6), ("4", 2, 4, 4), ("7", 3, 2, 2),
    ]  # fmt: skip
    assert [e["points"] for e in race.view()["classifications"]["points"]] == [6, 4, 2]


@pytest.mark.rule("C9.1", "C17.10")
def test_a_prime_goes_by_the_order_of_passing(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 55, "4": 54}, "F200 | S@60 | limit 150", dice=[1, 6])
    won = of(go(race, "Throw", "Throw"), "WonPrime")
    assert [event.rider for event in won] == ["1", "4"]


@pytest.mark.rule("C9.2", "C9.4", "C17.23", "CT12")
@pytest.mark.parametrize(("category", "table"), CATEGORIES.items())
def test_mountain_primes_give_points_and_no_seconds(
    match: Make, go: Go, of: Any, category: str, table: str
) -> None:
    race = match({"1": 59}, f"F200 | {category}@60 | limit 150", dice=[1])
    won = of(go(race, "Throw"), "WonPrime")[0]
    assert (won.points, won.seconds) == (tables().points[table][0], 0)
    assert race.view()["classifications"]["mountains"] == [{"rider": "1", "points": won.points}]


@pytest.mark.rule("C9.2", "C9.3", "CT12")
def test_the_tables_are_as_long_as_printed() -> None:
    lengths = {name: len(points) for name, points in tables().points.items()}
    assert [lengths[name] for name in ("flat", "medium", "high", "time-trial")] == [25, 20, 15, 10]
    assert [lengths[name] for name in CATEGORIES.values()] == [3, 4, 6, 8, 10]
    assert lengths["sprint"] == 3


@pytest.mark.rule("C9.2", "C9.3")
def test_the_tables_are_as_printed() -> None:
    points = tables().points
    assert points["category-1"] == (15, 13, 11, 9, 8, 7, 6, 5)
    assert points["hors-categorie"] == (20, 18, 16, 14, 12, 10, 8, 7, 6, 5)
    assert points["flat"] == (35, 30, 26, 24, 22, 20, *range(19, 0, -1))
    assert points["medium"] == (25, 22, 20, 18, 16, 15, *range(14, 0, -1))
    assert points["high"] == (20, 17, 15, 13, 12, 10, *range(9, 0, -1))
    assert points["time-trial"] == (15, 12, 10, 8, 6, 5, 4, 3, 2, 1)


@pytest.mark.rule("C9.3")
@pytest.mark.parametrize(("kind", "first"), [("flat", 35), ("medium", 25), ("high", 20)])
def test_finish_points_go_by_the_type_of_the_stage(
    match: Make, go: Go, of: Any, kind: str, first: int
) -> None:
    lying = {"field": 90, "status": "fallen", "back": 6}
    race = match({"1": 99, "4": lying}, f"F100 | limit 60 | flag 99 | type {kind}", dice=[3])
    scored = of(go(race, "Throw"), "Scored")
    assert (scored[0].rider, scored[0].points) == ("1", first)


@pytest.mark.rule("C9.1")
def test_a_prime_on_the_line_is_passed_by_crossing(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 98, "4": 10}, "H100 | HC@100 | limit 60 | flag 99", dice=[2, 1, 1])
    assert of(go(race, "Throw"), "WonPrime") == []
    assert race.view()["riders"]["1"]["field"] == 100
    go(race, "Throw")
    assert of(go(race, "Throw"), "WonPrime")[0].points == 20


@pytest.mark.rule("C9.1")
def test_without_primes_there_are_no_points(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 59}, "F200 | S@60 | limit 150", dice=[1], options={"primes": False})
    assert of(go(race, "Throw"), "WonPrime") == []


def lying(field: int, **more: Any) -> dict[str, Any]:
    return {"field": field, "status": "fallen", "back": 6, **more}


@pytest.mark.rule("C9.1", "C9.2", "C9.4")
def test_a_move_over_several_primes_counts_at_each_of_them(match: Make, go: Go, of: Any) -> None:
    road = "F200 | S@50 S@51 3@55 S@60 HC@61 | limit 150"
    race = match({"1": 50, "4": 48}, road, dice=[4, 6])
    won = of(go(race, "Throw", "Throw"), "WonPrime")
    assert [(w.rider, w.prime, w.place, w.points, w.seconds) for w in won] == [
        ("1", 2, 1, 6, 6), ("1", 3, 1, 4, 0), ("1", 4, 1, 6, 6),
        ("4", 1, 1, 6, 6), ("4", 2, 2, 4, 4), ("4", 3, 2, 3, 0), ("4", 4, 2, 4, 4),
    ]  # fmt: skip
    one, four = (race.position()["riders"][name] for name in "14")
    assert (one["passed"], one["points"], one["mountains"], one["summits"], one["seconds"]) == (
        0b01110, 12, 4, 1, 12,
    )  # fmt: skip
    assert (four["passed"], four["points"], four["mountains"], four["seconds"]) == (0b01111, 14, 3, 14)
    assert "summits" not in four
    assert race.position()["primes"] == [1, 2, 2, 2, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("C9.1")
def test_ten_primes_all_count(match: Make, go: Go, of: Any) -> None:
    primes = " ".join(f"S@{field}" for field in range(51, 61))
    race = match({"1": 50, "4": 20}, f"F200 | {primes} | limit 150", dice=[4])
    assert len(of(go(race, "Throw"), "WonPrime")) == 10


@pytest.mark.rule("C9.4", "C17.23")
@pytest.mark.parametrize(
    ("options", "seconds"), [({}, [0, 0, 0]), ({"mountain_seconds": "as-sprints"}, [6, 4, 2])]
)
def test_seconds_on_a_mountain(
    match: Make, go: Go, of: Any, options: dict[str, str], seconds: list[int]
) -> None:
    riders = {"1": 59, "4": 57, "7": 55, "10": 53}
    race = match(riders, "F200 | 2@60 | limit 150", dice=[1, 1, 1, 6], options=options)
    won = of(go(race, "Throw", "Throw", "Throw", "Throw"), "WonPrime")
    assert [(w.place, w.points) for w in won] == [(1, 10), (2, 9), (3, 8), (4, 7)]
    assert [w.seconds for w in won] == [*seconds, 0]


@pytest.mark.rule("C5.3", "C7.2", "C17.31")
@pytest.mark.parametrize(
    ("options", "bonus"), [({}, [20, 12, 8, 0]), ({"credited_seconds": "sprints"}, [20, 16, 10, 0])]
)
def test_open_places_of_every_prime_are_credited_in_finishing_order(
    match: Make, go: Go, of: Any, options: dict[str, str], bonus: list[int]
) -> None:
    road = "F100 | 4@50 S@90 3@98 | limit 40 | flag 99"
    riders = {"1": {"field": 99, "passed": 0b111}, "4": lying(92, passed=0b001), "7": lying(70, passed=0b001)}
    riders["10"] = {"field": 60, "status": "withdrawn", "injured": 1, "passed": 0b001}
    race = match(riders, road, dice=[3], primes=(4, 1, 1), options=options)
    events = go(race, "Throw")
    assert [(e.rider, e.prime, e.points) for e in of(events, "Credited")] == [
        ("4", 2, 4), ("7", 2, 2), ("4", 3, 3), ("7", 3, 2), ("10", 3, 1),
    ]  # fmt: skip
    assert [event.bonus for event in of(events, "Placed")] == bonus
    entry = race.position()["riders"]
    assert [(entry[name].get("points", 0), entry[name].get("mountains", 0)) for name in ("4", "7", "10")] == [
        (34, 3), (28, 2), (24, 1),
    ]  # fmt: skip
    assert race.position()["primes"][:4] == [4, 4, 4, 0]


@pytest.mark.rule("C5.3", "C9.1")
def test_ten_primes_are_credited_all(match: Make, go: Go, of: Any) -> None:
    primes = " ".join(f"S@{field}" for field in range(81, 91))
    riders = {"1": {"field": 99, "passed": 0b1111111111}, "4": lying(80)}
    race = match(riders, f"F100 | {primes} | limit 40 | flag 99", dice=[3], primes=(1,) * 10)
    credited = of(go(race, "Throw"), "Credited")
    assert [(event.rider, event.prime, event.points) for event in credited] == [
        ("4", prime, 4) for prime in range(1, 11)
    ]


@pytest.mark.rule("C5.3", "C9.2")
def test_a_mountain_that_is_credited_first_counts_as_won(match: Make, go: Go) -> None:
    race = match({"1": 99, "4": lying(80)}, "F100 | HC@98 | limit 40 | flag 99", dice=[3])
    go(race, "Throw")
    entry = race.position()["riders"]
    assert (entry["1"]["summits"], entry["1"]["mountains"]) == (1, 20)
    assert ("summits" in entry["4"], entry["4"]["mountains"]) == (False, 18)


@pytest.mark.rule("C9.1", "C9.3")
def test_without_primes_nothing_is_scored_or_credited(match: Make, go: Go, of: Any) -> None:
    road = "F100 | S@95 | limit 40 | flag 99"
    race = match({"1": 90, "4": lying(80)}, road, dice=[6], options={"primes": False})
    events = go(race, "Throw")
    assert race.over
    assert not {"WonPrime", "Credited", "Scored"} & {event.key for event in events}


@pytest.mark.rule("C9.3")
def test_places_beyond_the_table_score_nothing(position: Any, of: Any, go: Go) -> None:
    riders = {str(n): {"field": 151, "tenths": 4000 + n} for n in range(1, 13)} | {"1": {"field": 150}}
    document = position(
        riders, "ITT 28 30 36 56", step="trial-round", start_order=list(range(1, 13)), dice=[3],
        moment={"starters": 12, "started": 12}, teams=[{"hand": {"2": 1}}] * 4,
    )  # fmt: skip
    scored = of(go(g.from_position("etapa", document), "NoCard"), "Scored")
    assert [event.points for event in scored] == [15, 12, 10, 8, 6, 5, 4, 3, 2, 1]
    assert [event.rider for event in scored] == [str(number) for number in range(1, 11)]
