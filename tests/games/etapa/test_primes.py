"""Primes and points (C9)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.road import tables

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
