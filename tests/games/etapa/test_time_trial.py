"""The individual time trial (C13)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
COURSE = "ITT 28 30 36 56"
ALL_CARDS = dict.fromkeys(["2", "2B", "4", "4B", "6", "6B"], 6)  # so that nobody draws one


@pytest.fixture
def trial(position: Any) -> Callable[..., g.Match]:
    """A time trial in which these riders are under way, in this order."""

    def begun(riders: dict[str, Any], waiting: tuple[str, ...] = (), **more: Any) -> g.Match:
        everybody = {**riders, **dict.fromkeys(waiting, 0)}
        order = [int(name) for name in (*riders, *waiting)]
        moment = {"starters": len(order), "started": len(riders)}
        document = position(
            everybody, COURSE, step="trial-round", round=4, start_order=order, moment=moment, **more
        )
        return g.from_position("etapa", document, seed=1)

    return begun


def tenths(race: g.Match) -> dict[str, int]:
    return {name: rider["tenths"] for name, rider in race.view()["riders"].items()}


@pytest.mark.rule("C13.1", "C13.7")
@pytest.mark.parametrize(
    ("field", "cost"), [(0, 600), (28, 600), (29, 100), (58, 100), (59, 10), (94, 10), (95, 1)]
)
def test_a_throw_costs_what_its_section_says(trial: Any, go: Go, field: int, cost: int) -> None:
    race = trial({"1": field, "4": 0}, dice=[3, 3, 3])
    go(race, "NoCard") if race.view()["turn"]["rider"] == "1" else go(race, "NoCard", "NoCard")
    assert tenths(race)["1"] == cost


@pytest.mark.rule("C13.7", "CT13")
def test_the_worked_example(trial: Any, go: Go, of: Any) -> None:
    dice = [5] * 5 + [4] + [4] * 7 + [2] + [4] * 8 + [2, 2] + [4] * 13 + [1, 1, 3]
    teams = [{"hand": {}}, {"hand": ALL_CARDS}]
    race = trial({"1": 0, "4": {"field": 151, "tenths": 4000}}, dice=dice, teams=teams)
    assert race.over
    assert tenths(race)["1"] == 6 * 600 + 8 * 100 + 10 * 10 + 16 == 4516
    assert "7:31.6" in race.result["riders"][1]["line"]


@pytest.mark.rule("C13.2")
def test_cards_multiply_after_the_throw_and_nobody_falls(trial: Any, go: Go, of: Any, fields: Any) -> None:
    race = trial({"1": 0}, dice=[1, 5], cards=["2"])
    assert {choice.message.key for choice in race.choices(0)} == {"NoCard", "Multiply"}
    events = go(race, ("Multiply", {"card": "6"}))
    assert fields(race)["1"] == 6
    assert of(events, "Fell") == []
    assert "6" not in race.view(0)["hand"]


@pytest.mark.rule("C13.2")
def test_six_cards_and_no_slow_ones() -> None:
    race = g.start("etapa", seats=2, seed=1, options={"stages": ["Chrono"]})
    race.play(0, race.choices(0)[0])
    assert sum(race.view(0)["hand"].values()) == 6
    assert race.view()["teams"][0]["slow"] == 0


@pytest.mark.rule("C13.3")
def test_alone_riders_start_by_number_when_the_road_is_free(go: Go) -> None:
    race = g.start("etapa", seats=3, seed=1, options={"stages": ["Chrono"]})
    go(race, "DropFlag")
    starts = []
    while not race.over:
        rider = race.view()["turn"]["rider"]
        if rider not in starts:
            starts.append(rider)
            if len(starts) > 1:
                assert race.view()["riders"][starts[-2]]["field"] > 28
        go(race, "NoCard")
    assert starts == ["1", "4", "7", "2", "5", "8", "3", "6", "9"]


@pytest.mark.rule("C13.3", "C17.34")
def test_in_a_tour_the_worst_starts_first(position: Any, go: Go) -> None:
    riders = {str(number): {"time": 100 + number} for number in range(1, 7)}
    options = {"stages": ["Plaine", "Chrono"]}
    race = g.from_position(
        "etapa", position(riders, stage=2, step="line-up", round=0, teams=(), options=options)
    )
    assert race.view()["turn"]["rider"] == "6"


@pytest.mark.rule("C13.3")
def test_riders_on_the_road_go_by_position(trial: Any, go: Go) -> None:
    race = trial({"1": 40, "4": 60, "2": 10}, dice=[1, 1, 1])
    seen = []
    for _ in range(3):
        seen.append(race.view()["turn"]["rider"])
        go(race, "NoCard")
    assert seen == ["4", "1", "2"]


@pytest.mark.rule("C13.4")
def test_every_section_passed_gives_a_card(trial: Any, go: Go, of: Any) -> None:
    race = trial({"1": 27}, dice=[6])
    events = go(race, ("Multiply", {"card": "6"}))
    assert len(of(events, "Drew")) == 2  # 27 to 63, past two ends
    race = trial({"1": 149, "4": 10}, dice=[6, 1])
    assert len(of(go(race, "NoCard"), "Drew")) == 1


@pytest.mark.rule("C10.1.2", "C17.20")
def test_the_champion_draws_four_and_keeps_three(trial: Any, go: Go) -> None:
    race = trial({"1": {"field": 27, "jersey": "rainbow"}}, dice=[6], cards=["2", "4", "6", "6B"])
    go(race, "NoCard")
    assert race.view(0)["drawn"] == {"2": 1, "4": 1, "6": 1, "6B": 1}
    pile = race.view()["pile"]
    go(race, ("GiveBack", {"card": "2"}))
    assert sum(race.view(0)["hand"].values()) == 9
    assert race.view()["pile"] == pile + 1


@pytest.mark.rule("C13.5", "CT26")
@pytest.mark.parametrize(
    ("jersey", "field"), [("yellow", 13), ("green", 14), ("white", 12), ("polka-dot", 12)]
)
def test_yellow_and_green_count_after_multiplying(
    trial: Any, go: Go, fields: Any, jersey: str, field: int
) -> None:
    race = trial({"1": {"field": 0, "jersey": jersey}}, dice=[3])
    go(race, ("Multiply", {"card": "4"}))
    assert fields(race)["1"] == field


@pytest.mark.rule("C13.5", "C13.6", "C13.8", "C17.14", "C17.34")
def test_die_only_no_slipstream_no_cars_no_blocking(trial: Any, go: Go, fields: Any) -> None:
    race = trial({"1": 10, "4": 12, "5": 12, "6": 12, "7": 12}, dice=[3, 3, 3, 3, 3])
    for _ in range(5):
        assert {choice.message.key for choice in race.choices(race.waiting[0])} == {"NoCard", "Multiply"}
        go(race, "NoCard")
    assert fields(race)["1"] == 13


@pytest.mark.rule("C13.7", "C9.3")
def test_gaps_go_into_the_tour_without_tenths_and_points_are_scored(trial: Any, go: Go, of: Any) -> None:
    options = {"stages": [COURSE, COURSE]}
    riders = {
        "1": {"field": 150, "tenths": 4000},
        "4": {"field": 151, "tenths": 4019},
        "7": {"field": 151, "tenths": 4100},
    }
    race = trial(riders, dice=[1], options=options, teams=[{"hand": {}}, {"hand": ALL_CARDS}, {"hand": {}}])
    general = race.view()["classifications"]["general"]
    assert [(entry["rider"], entry["time"]) for entry in general[:3]] == [("1", 0), ("4", 1), ("7", 9)]
    assert [entry["points"] for entry in race.view()["classifications"]["points"]] == [15, 12, 10]
