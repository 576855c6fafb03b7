"""Jerseys: bonuses, who wears them, the rainbow (C4, C10)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
TWO = {"stages": ["Plaine", "Plaine"]}


def wearing(position: Any, riders: dict[str, Any], young: tuple[int, int] = (0, 0), **more: Any) -> g.Match:
    """The second stage of a tour, before jerseys are put on."""
    document = position(riders, stage=2, step="dress", round=0, **more)
    document["options"] = {**TWO, **more.get("options", {})}
    document["teams"] = [{"young": number} for number in young]
    return g.from_position("etapa", document)


def jerseys(race: g.Match) -> dict[str, str]:
    return {n: r["jersey"] for n, r in race.view()["riders"].items() if r["jersey"] != "none"}


@pytest.mark.rule("C4.1")
def test_yellow_may_ride_one_more(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": {"field": 50, "jersey": "yellow"}}, dice=[4, 4])
    go(race, "Throw", "TakeBonus")
    assert fields(race)["1"] == 61
    go(race, "Throw", "LeaveBonus")
    assert fields(race)["1"] == 71


@pytest.mark.rule("C4.2")
@pytest.mark.parametrize(("letter", "bonus"), [("H", True), ("F", False)])
def test_polka_dot_may_ride_two_more_uphill(
    match: Make, go: Go, offered: Any, letter: str, bonus: bool
) -> None:
    race = match({"1": {"field": 50, "jersey": "polka-dot"}}, f"{letter}200 | limit 150", dice=[4])
    go(race, "Throw")
    assert ("TakeBonus" in offered(race)) == bonus


@pytest.mark.rule("C4.3")
def test_green_rides_two_more_in_every_round_of_a_breakaway(
    match: Make, go: Go, fields: Any, offered: Any
) -> None:
    race = match({"1": {"field": 50, "jersey": "green", "tokens": 1}}, dice=[4, 4])
    go(race, "Throw", "TakeBonus")
    assert fields(race)["1"] == 68
    go(race, "Throw")
    assert "TakeBonus" not in offered(race)


@pytest.mark.rule("C4.4", "C17.33")
def test_white_plays_twice_in_succession_once_somebody_has_crossed(match: Make, go: Go, of: Any) -> None:
    white = {"field": 150, "jersey": "white"}
    race = match({"1": 199, "4": white, "5": 140}, dice=[5, 3, 4], options={"cars": False})
    go(race, "Throw", "Throw")
    assert race.view()["turn"] == {**race.view()["turn"], "rider": "4", "second": True}
    events = go(race, ("Sprint", {"card": "2"}))
    moved = of(events, "Moved")[0]
    assert (moved.start, moved.field) == (159, 171)
    assert race.view()["turn"]["rider"] == "5"


@pytest.mark.rule("C4.4", "C17.33")
def test_white_who_moved_too_early_goes_again_at_the_end_of_the_round(match: Make, go: Go) -> None:
    white = {"field": 199, "jersey": "white"}
    race = match({"4": {**white, "field": 198}, "1": 197}, "F200 | limit 150 | flag 190", dice=[1, 6], slow=1)
    go(race, "Throw", ("SlowDown", {"fields": 1}), "Throw", "RideOn")
    assert race.view()["turn"]["second"]
    go(race, "ForgoTurn")
    assert race.over


@pytest.mark.rule("C4.4")
def test_white_does_not_double_while_he_lies(match: Make, go: Go) -> None:
    lying = {"field": 150, "jersey": "white", "status": "fallen", "back": 6}
    race = match({"1": 199, "4": lying}, dice=[5])
    go(race, "Throw")
    assert race.over


@pytest.mark.rule("C10.1.1", "C17.26")
def test_the_world_champion_throws_twice_and_picks(match: Make, go: Go, fields: Any, offered: Any) -> None:
    race = match({"1": {"field": 50, "jersey": "rainbow"}}, dice=[2, 6, 3, 3])
    go(race, "Throw")
    assert offered(race) == ["PickFace"]
    go(race, ("PickFace", {"face": 6}))
    assert fields(race)["1"] == 62


@pytest.mark.rule("C10.1.1", "C17.26")
def test_with_a_card_the_world_champion_throws_once(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": {"field": 50, "jersey": "rainbow"}}, dice=[2])
    go(race, ("Sprint", {"card": "2"}))
    assert fields(race)["1"] == 60


@pytest.mark.rule("C10.1", "C10.1.1", "C10.1.2")
def test_rainbow_jerseys_are_worn_in_their_own_kind_of_race() -> None:
    champions = {"road_champion": "2", "time_trial_champion": "5"}
    race = g.start("etapa", seats=2, seed=1, options={"stages": ["Plaine"], **champions})
    race.play(0, race.choices(0)[0])
    assert jerseys(race) == {"2": "rainbow"}
    race = g.start("etapa", seats=2, seed=1, options={"stages": ["Chrono"], **champions})
    race.play(0, race.choices(0)[0])
    assert jerseys(race) == {"5": "rainbow"}


@pytest.mark.rule("C10.2", "CT21")
def test_one_jersey_a_rider_the_next_in_line_gets_the_others(position: Any) -> None:
    riders = {
        "1": {"time": 100, "points": 50, "mountains": 9},
        "2": {"time": 110, "points": 40},
        "3": {"time": 130, "mountains": 5},
        "4": {"time": 120},
        "5": {"time": 90, "gone": 1, "status": "out"},
    }
    race = wearing(position, riders, young=(1, 4))
    assert jerseys(race) == {"1": "yellow", "2": "green", "3": "polka-dot", "4": "white"}


@pytest.mark.rule("C10.2")
def test_who_has_won_polka_dot_and_green_chooses(position: Any, go: Go) -> None:
    riders = {
        "1": {"time": 100},
        "2": {"time": 110, "points": 40, "mountains": 9},
        "4": {"time": 120, "points": 30},
    }
    race = wearing(position, riders)
    go(race, ("ChooseJersey", {"jersey": "polka-dot"}))
    assert jerseys(race) == {"1": "yellow", "2": "polka-dot", "4": "green"}


@pytest.mark.rule("C10.2")
def test_rainbow_comes_before_yellow(position: Any) -> None:
    riders = {"1": {"time": 100}, "2": {"time": 110}, "4": {"time": 120}}
    race = wearing(position, riders, options={"road_champion": "1"})
    assert jerseys(race) == {"1": "rainbow", "2": "yellow"}


@pytest.mark.rule("C4.1", "C4.2", "C4.3", "C4.4")
def test_in_the_first_stage_nobody_wears_a_jersey() -> None:
    race = g.start("etapa", seats=2, seed=1, options=TWO)
    for seat in (0, 1):
        race.play(seat, race.choices(seat)[0])
    assert jerseys(race) == {}


@pytest.mark.rule("C10.1.1", "C15.3")
def test_a_world_championship_names_its_champion(race_on: Any) -> None:
    race = race_on(g.start("etapa", seats=2, seed=3, options={"world_championship": True}), 3)
    assert race.result["rainbow"] == race.result["riders"][0]["rider"]
    with pytest.raises(g.BadOption, match="one stage"):
        g.start("etapa", seats=2, options={"world_championship": True, **TWO})
