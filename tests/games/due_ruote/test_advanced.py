"""The advanced game: more to bear, summits, flying sprints, the feed zone (Z11)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Table = Callable[..., Any]


def advanced(table: Table, seats: int, riders: dict[str, str], **more: Any) -> Any:
    return table(seats, riders, **{"options": {"advanced": True, "events": False}, **more})


def alone_in_front(*names: str, seats: int = 2) -> dict[str, str]:
    return {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)} | dict.fromkeys(
        names, "head 0"
    )


@pytest.mark.rule("Z3.2", "Z8.5", "TV18")
def test_riders_bear_twenty_five(table: Table) -> None:
    race = advanced(table, 3, {"0-1": "head 18", "0-2": "head 25"}, step="fatigue", turn=1, speed=8)
    assert race["0-1"] == "head 21"
    assert race["0-2"] == "out"


@pytest.mark.rule("Z11.1")
def test_markers_take_no_turn_and_are_left_out_of_the_basic_game(begun: Table) -> None:
    race = begun(2, teams="ready", route="Sprinters", advanced=True)
    assert race.view["route"] == ["P", "P", "C", "P", "P", "TV", "P", "P", "R", "P", "P", "P"]
    assert race.view["turns"] == 10
    assert begun(2, teams="ready", route="Sprinters").view["route"] == list("PPCPPPPPPP")


@pytest.mark.rule("Z11.2")
def test_a_flying_sprint_is_run_at_once_and_the_race_goes_on(table: Table) -> None:
    """B1 sprints with 8, A1 with 6."""
    race = advanced(table, 2, alone_in_front("0-1", "1-1"), step="turn", turn=1, pawn=None, route="P TV C")
    assert race.step == "order"
    assert race.view["round"] == 2
    assert race.view["terrain"] == "C"
    assert race.view["riders"]["1-1"]["jerseys"]["cyclamen"] == 8
    assert race.view["riders"]["0-1"]["jerseys"]["cyclamen"] == 5
    assert race.view["sprint"] is None


@pytest.mark.rule("Z11.2", "Z9.7", "TV27")
def test_on_the_way_fatigue_counts_above_ten(table: Table) -> None:
    """D2 has 8: two helpers, fatigue 17, one token make 8 + 2 − 7 + 2 = 5."""
    front = alone_in_front("0-1", "0-2", "0-3", "1-1") | {"0-1": "head 17 D2"}
    teams = [{"special": 1}, {}]
    race = advanced(table, 2, front, step="turn", turn=1, pawn=None, route="P TV C", teams=teams)
    race.pick(0, "LineUp", rider="0-1").pick(0, "StopLineUp").pick(0, "ActFirst")
    race.pick(0, "SpendTokens", special=1)
    assert {event.rider: event.value for event in race.of("Sprinted")}["0-1"] == 5
    assert race.view["seats"][0]["special"] == 0


@pytest.mark.rule("Z11.2")
@pytest.mark.parametrize(("route", "points"), [("P GPM C", (6, 4)), ("P GPM", (10, 6))])
def test_a_summit_gives_green_points_more_at_the_finish(
    route: str, points: tuple[int, int], table: Table
) -> None:
    front = alone_in_front("0-1", "1-1")
    race = advanced(table, 2, front, step="turn", turn=1, pawn=None, route=route)
    riders = race.view["riders"]
    assert (riders["1-1"]["jerseys"]["green"], riders["0-1"]["jerseys"]["green"]) == points


@pytest.mark.rule("Z11.2")
def test_a_rider_alone_in_front_takes_the_points(table: Table) -> None:
    front = alone_in_front("1-1") | {"0-5": "+1 0"}
    race = advanced(table, 2, front, step="turn", turn=1, pawn=None, route="P GPM C")
    assert race.view["riders"]["0-5"]["jerseys"]["green"] == 6
    assert race.step == "order"


@pytest.mark.rule("Z11.2")
def test_the_finish_gives_cyclamen_points_and_the_jerseys_are_told(table: Table) -> None:
    front = alone_in_front("0-1", "1-1")
    race = advanced(table, 2, front, step="turn", turn=1, pawn=None, route="P GPM")
    assert race.view["riders"]["1-1"]["jerseys"]["cyclamen"] == 25
    assert race.match.result["jerseys"] == {"pink": "1-1", "green": "1-1", "cyclamen": "1-1"}


@pytest.mark.rule("Z11.2")
def test_who_leads_for_a_jersey_and_what_a_sprint_is_worth_is_told_on_the_way(table: Table) -> None:
    front = alone_in_front("0-1", "0-2", "1-1", "1-2") | {"0-5": "+1 0"}
    race = advanced(table, 2, front, step="turn", turn=1, pawn=None, route="P GPM C")
    assert race.view["jerseys"] == {"pink": None, "green": "0-5", "cyclamen": None}
    riders = alone_in_front("0-1", "0-2", "1-1", "1-2")
    race = advanced(table, 2, riders, step="turn", turn=1, pawn=None, route="P TV C")
    race.pick(0, "LineUp", rider="0-1")
    assert race.view["sprint"]["points"] == [8, 5, 3, 2, 1]


@pytest.mark.rule("Z11.2")
def test_who_has_retired_wears_no_jersey(position: Table) -> None:
    options = {"advanced": True, "events": False, "route": "P P"}
    document = position(2, {"0-1": "out", "0-2": "head 0", "1-1": "head 0"}, options=options, turn=2)
    for name, points in (("0-1", 9), ("0-2", 4), ("1-1", 6)):
        document["riders"][name]["green"] = points
    race = g.from_position("due-ruote", document, seed=1)
    assert race.view(0)["jerseys"] == {"pink": None, "green": "1-1", "cyclamen": None}


@pytest.mark.rule("Z11.3")
def test_energy_only_after_the_feed_zone_and_once_for_each_rider(table: Table) -> None:
    before = advanced(table, 2, {"0-1": "head 12"}, route="P R P")
    assert "energy" not in before.activities()
    race = advanced(table, 2, {"0-1": "head 12"}, route="P R P", turn=2, fed=True)
    race.do(0, "energy", "0-1").do(1, "drink", "1-1")
    assert race["0-1"] == "head 5"
    assert race.tokens(0) == 3
    race.pick(0, "ChooseActivity", activity="energy")
    assert race.riders("ChooseRider") == ["0-2", "0-3", "0-4", "0-5"]


@pytest.mark.rule("Z11.3", "Z11.1")
def test_the_feed_card_is_turned_up_on_the_way(table: Table) -> None:
    race = advanced(table, 2, {}, step="fatigue", turn=1, route="P R P")
    assert race.view["fed"]
    assert race.view["round"] == 2


@pytest.mark.rule("Z11.1")
def test_a_whole_advanced_race_is_replayed_and_written_down(race_on: Callable[..., g.Match]) -> None:
    options = {"advanced": True, "events": False, "route": "Mountains", "teams": "ready"}
    for seed in range(3):
        match = race_on(g.start("due-ruote", seats=3, seed=seed, options=options), seed, 200 + 150 * seed)
        document = match.position()
        again = g.from_position("due-ruote", document, seed=9)
        assert again.position() == document
        assert race_on(again, seed).over
