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


@pytest.mark.rule("C13.4", "C13.1")
@pytest.mark.parametrize(
    ("start", "die", "cards"),
    [
        (26, 2, 0),
        (27, 2, 1),
        (28, 1, 1),
        (29, 1, 0),
        (57, 2, 1),
        (93, 2, 1),
        (149, 1, 0),
        (149, 2, 1),
        (150, 1, 1),
    ],
)
def test_a_card_for_the_last_field_of_a_section_passed(
    trial: Any, go: Go, of: Any, start: int, die: int, cards: int
) -> None:
    race = trial({"1": start, "4": 3}, dice=[die])
    drew = of(go(race, "NoCard"), "Drew")
    assert [(event.seat, event.source) for event in drew] == [(0, "after a timed section")] * cards


@pytest.mark.rule("C13.3")
@pytest.mark.parametrize(("field", "order"), [(27, ["1"]), (28, ["1"]), (29, ["1", "4"])])
def test_the_next_starts_when_the_last_has_passed_the_first_section(
    trial: Any, field: int, order: list[str]
) -> None:
    race = trial({"1": field}, ("4", "7"), dice=[1])
    assert race.view()["order"] == order
    assert race.position()["moment"]["started"] == len(order)


@pytest.mark.rule("C13.3")
def test_of_equal_positions_the_earlier_starter_throws_first(trial: Any, go: Go, of: Any) -> None:
    race = trial({"7": 40, "1": 40, "4": 60, "2": 40}, dice=[1, 1, 1, 1])
    assert race.view()["order"] == ["4", "7", "1", "2"]
    events = go(race, "NoCard", "NoCard", "NoCard", "NoCard")
    assert [event.round for event in of(events, "RoundBegan")] == [6]
    assert race.position()["moment"]["ridden"] == 2


@pytest.mark.rule("C13.2")
def test_without_cards_nobody_is_asked(trial: Any) -> None:
    teams = [{"hand": {"2": 1}}, {"hand": {}}]
    race = trial({"4": 60, "1": 40}, dice=[3, 2], teams=teams)
    assert (race.view()["turn"]["rider"], race.view()["riders"]["4"]["field"]) == ("1", 63)


@pytest.mark.rule("C13.5")
@pytest.mark.parametrize(("jersey", "field"), [("yellow", 14), ("green", 13), ("rainbow", 13), ("none", 13)])
def test_without_a_card_only_yellow_counts(
    trial: Any, go: Go, of: Any, fields: Any, jersey: str, field: int
) -> None:
    race = trial({"1": {"field": 10, "jersey": jersey}, "4": 5}, dice=[3])
    moved = of(go(race, "NoCard"), "Moved")
    assert [(event.start, event.field, event.reasons) for event in moved] == [(10, field, ())]


@pytest.mark.rule("C13.2", "C13.7")
@pytest.mark.parametrize(
    ("card", "field"), [("2", 16), ("2B", 16), ("4", 22), ("4B", 22), ("6", 28), ("6B", 28)]
)
def test_twice_four_or_six_times_as_far(
    trial: Any, go: Go, of: Any, fields: Any, card: str, field: int
) -> None:
    race = trial({"1": 10, "4": 5}, dice=[3])
    events = go(race, ("Multiply", {"card": card}))
    assert [(event.seat, event.card) for event in of(events, "Multiplied")] == [(0, card)]
    assert (fields(race)["1"], tenths(race)["1"]) == (field, 600)
    assert race.view()["pile"] == 36 - 12 + 1


@pytest.mark.rule("C13.7")
def test_who_crosses_is_timed_and_throws_no_more(trial: Any, go: Go, of: Any) -> None:
    race = trial({"1": {"field": 149, "tenths": 4000}, "4": 148}, dice=[2, 1, 1, 1])
    events = go(race, "NoCard")
    assert [(event.rider, event.tenths) for event in of(events, "Timed")] == [("1", 4001)]
    go(race, "NoCard")
    assert race.view()["order"] == ["4"]
    events = go(race, "NoCard")
    assert of(events, "Timed") == []
    assert [(event.rider, event.tenths) for event in of(go(race, "NoCard"), "Timed")] == [("4", 3)]
    assert race.over


@pytest.mark.rule("C13.7", "C5.4")
def test_the_places_of_a_trial(trial: Any, go: Go, of: Any) -> None:
    riders = {
        "7": {"field": 151, "tenths": 4005}, "1": {"field": 151, "tenths": 4100},
        "4": {"field": 151, "tenths": 4005}, "2": {"field": 150, "tenths": 3999},
    }  # fmt: skip
    teams = [{"hand": {"2": 1}}, {"hand": {}}, {"hand": {}}]
    race = trial(riders, dice=[1], options={"stages": [COURSE, COURSE]}, teams=teams)
    placed = of(go(race, "NoCard"), "Placed")
    assert [(event.rider, event.place, event.lost, event.bonus) for event in placed] == [
        ("2", 1, 0, 0), ("7", 2, 0, 0), ("4", 3, 0, 0), ("1", 4, 10, 0),
    ]  # fmt: skip
    entries = race.position()["riders"]
    assert [entries[name].get("wins", 0) for name in "1247"] == [0, 1, 0, 0]
    assert [entries[name]["placings"] for name in "1247"] == [4, 1, 3, 2]
    assert [team["time"] for team in race.position()["teams"]] == [10 + 40, 2 * 40, 2 * 40]


@pytest.mark.rule("C10.1.2", "C13.4")
def test_the_champion_draws_for_every_section_and_gives_back_unseen(trial: Any, go: Go, of: Any) -> None:
    teams = [{"hand": {"6": 1}}, {"hand": {"2": 1}}]
    champion = {"field": 27, "jersey": "rainbow"}
    cards = ["2", "4", "6", "6B", "4B", "4B", "2B", "2B"]
    race = trial({"1": champion, "4": 10}, dice=[6], cards=cards, teams=teams)
    events = go(race, ("Multiply", {"card": "6"}), ("GiveBack", {"card": "4"}))
    assert len(of(events, "Drew")) == 8
    returned = of(events, "Returned")[0]
    assert (returned.seat, returned.card, returned.seen_by(1).card) == (0, "4", None)
    assert race.view(0)["drawn"] == {"2B": 2, "4B": 2}
    assert [choice.message.card for choice in race.choices(0)] == ["2B", "4B"]  # type: ignore[attr-defined]
    go(race, ("GiveBack", {"card": "2B"}))
    assert race.view(0)["hand"] == {"2": 1, "2B": 1, "4B": 2, "6": 1, "6B": 1}
    assert not race.view(0)["drawn"]
    assert race.view()["turn"]["rider"] == "4"


@pytest.mark.rule("C10.1.2")
def test_where_the_pile_is_short_the_champion_keeps_what_there_is(trial: Any, go: Go, of: Any) -> None:
    champion = {"field": 27, "jersey": "rainbow"}
    teams = [{"hand": {"6": 1}}, {"hand": {**ALL_CARDS, "2": 3, "6": 5}}]
    race = trial({"1": champion, "4": 10}, dice=[6, 3], teams=teams)
    assert len(of(go(race, "NoCard"), "Drew")) == 3
    assert (race.view(0)["hand"], race.view()["turn"]["rider"]) == ({"2": 3, "6": 1}, "4")
