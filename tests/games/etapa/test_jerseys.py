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


LEADER = {"time": 90}
PARTED: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "points": ("green", {"points": 9, "time": 120}, {"points": 8, "wins": 2, "time": 100}),
    "points, then wins": ("green", {"points": 9, "wins": 1, "time": 120}, {"points": 9, "time": 100}),
    "points, wins, then time": ("green", {"points": 9, "time": 100}, {"points": 9, "time": 120}),
    "mountains": ("polka-dot", {"mountains": 9, "time": 120}, {"mountains": 8, "summits": 2, "time": 100}),
    "mountains, then primes won": (
        "polka-dot",
        {"mountains": 9, "summits": 1, "time": 120},
        {"mountains": 9, "time": 100},
    ),
    "mountains, primes, then time": (
        "polka-dot",
        {"mountains": 9, "time": 100},
        {"mountains": 9, "time": 120},
    ),
}


@pytest.mark.rule("C16.3", "C4.2", "C4.3")
@pytest.mark.parametrize("numbers", [("2", "4"), ("4", "2")])
@pytest.mark.parametrize(("jersey", "better", "worse"), PARTED.values(), ids=PARTED)
def test_equal_points_are_parted_by_wins_then_by_time(
    position: Any, jersey: str, better: dict[str, int], worse: dict[str, int], numbers: tuple[str, str]
) -> None:
    race = wearing(position, {"1": LEADER, numbers[0]: better, numbers[1]: worse})
    assert jerseys(race) == {"1": "yellow", numbers[0]: jersey}


IN_FRONT: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "time": ({"time": 99, "placings": 9, "last_place": 6}, {"time": 100, "placings": 2, "last_place": 1}),
    "placings": ({"time": 9, "placings": 2, "last_place": 6}, {"time": 9, "placings": 3, "last_place": 1}),
    "the last stage": ({"time": 9, "last_place": 1}, {"time": 9, "last_place": 2}),
}


@pytest.mark.rule("C16.3", "C4.1")
@pytest.mark.parametrize("numbers", [("2", "4"), ("4", "2")])
@pytest.mark.parametrize(("better", "worse"), IN_FRONT.values(), ids=IN_FRONT)
def test_yellow_goes_by_time_placings_and_the_last_stage(
    position: Any, better: dict[str, int], worse: dict[str, int], numbers: tuple[str, str]
) -> None:
    race = wearing(position, {numbers[0]: better, numbers[1]: worse})
    assert jerseys(race) == {numbers[0]: "yellow"}


@pytest.mark.rule("C16.3", "C4.1")
def test_of_equals_in_everything_the_lower_number_wears_yellow(position: Any) -> None:
    assert jerseys(wearing(position, {"5": LEADER, "2": LEADER, "4": LEADER})) == {"2": "yellow"}


@pytest.mark.rule("C10.2", "C1.1")
def test_white_is_for_the_riders_who_were_named(position: Any) -> None:
    riders = {"1": {"time": 1}, "2": {"time": 2}, "3": {"time": 4}, "4": {"time": 3}, "5": {"time": 5}}
    assert jerseys(wearing(position, riders, young=(3, 5))) == {"1": "yellow", "3": "white"}
    assert jerseys(wearing(position, riders, young=(1, 5))) == {"1": "yellow", "5": "white"}
    assert jerseys(wearing(position, riders)) == {"1": "yellow"}


@pytest.mark.rule("C10.2")
@pytest.mark.parametrize(("taken", "passed_on"), [("polka-dot", "green"), ("green", "polka-dot")])
def test_the_jersey_that_was_not_chosen_passes_on_and_white_comes_last(
    position: Any, go: Go, of: Any, offered: Any, taken: str, passed_on: str
) -> None:
    both = {"time": 110, "points": 40, "mountains": 9}
    riders = {"1": {"time": 100}, "2": both, "4": {**both, "time": 120, "points": 3, "mountains": 3}}
    race = wearing(position, {**riders, "5": {"time": 130}}, young=(0, 5))
    assert (race.waiting, offered(race)) == ((0,), ["ChooseJersey"])
    assert jerseys(race) == {"1": "yellow"}
    wore = of(go(race, ("ChooseJersey", {"jersey": taken})), "Wore")
    assert [(event.rider, event.jersey) for event in wore] == [
        ("2", taken), ("4", passed_on), ("5", "white"),
    ]  # fmt: skip
    assert race.view()["turn"]["rider"] == "1"


@pytest.mark.rule("C10.1", "C10.2")
def test_a_champion_who_has_dropped_out_passes_the_rainbow_to_nobody(position: Any) -> None:
    riders = {"1": {"status": "out", "gone": 1}, "2": {"time": 110}, "4": {"time": 120}}
    assert jerseys(wearing(position, riders, options={"road_champion": "1"})) == {"2": "yellow"}


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


WHITE = {"field": 150, "jersey": "white"}


@pytest.mark.rule("C4.4")
@pytest.mark.parametrize(
    ("white", "second"),
    [
        (WHITE, True),
        ({**WHITE, "injured": 1}, False),
        ({**WHITE, "jersey": "none"}, False),
        ({**WHITE, "field": 196}, False),  # across the line already
        ({**WHITE, "field": 190}, True),
    ],
)
def test_who_has_a_second_turn(match: Make, go: Go, white: dict[str, Any], second: bool) -> None:
    teams = [{"hand": {}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 199, "4": white, "5": 140}, dice=[5, 4], teams=teams, options={"cars": False})
    if "injured" not in white:
        go(race, "Throw")
    assert (race.view()["turn"]["rider"], race.view()["turn"]["second"]) == (
        ("4", True) if second else ("5", False)
    )


@pytest.mark.rule("C4.4", "C17.10")
def test_where_the_distance_counts_white_goes_again_past_the_line_too(
    match: Make, go: Go, of: Any, fields: Any
) -> None:
    teams = [{"hand": {}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match(
        {"1": 199, "4": {**WHITE, "field": 196}, "5": 140}, dice=[5, 1, 2], teams=teams,
        options={"cars": False, "finish_order": "distance"},
    )  # fmt: skip
    events = go(race, "Throw", "Throw")
    assert [(event.rider, event.place) for event in of(events, "Crossed")] == [("4", 2)]
    assert fields(race)["4"] == 203 + 8
    go(race, "Throw")
    assert race.result["riders"][0]["rider"] == "4"  # type: ignore[index]


@pytest.mark.rule("C4.4")
def test_nobody_goes_twice_before_the_last_round(match: Make, go: Go) -> None:
    race = match({"4": WHITE, "1": 140}, dice=[5])
    go(race, "Throw")
    assert race.view()["turn"]["rider"] == "1"


@pytest.mark.rule("C4.4", "C3.4")
def test_a_second_turn_is_thrown_and_may_be_left(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 199, "5": 150, "4": {**WHITE, "field": 149}, "2": 148}, dice=[5, 3, 4])
    go(race, "Throw", "Throw", "Follow")
    assert race.view()["turn"]["second"]
    assert offered(race) == ["BreakAway", "ForgoTurn", "Sprint", "Throw"]
    go(race, "Throw")
    assert race.view()["turn"]["rider"] == "2"
    followed: list[Any] = [c.message for c in race.choices(0) if c.message.key == "Follow"]
    assert [(message.leader, message.fields) for message in followed] == [("4", 9)]


@pytest.mark.rule("C4.4", "C17.33")
def test_white_goes_again_once(match: Make, go: Go) -> None:
    race = match({"4": {**WHITE, "field": 197}, "1": 196}, dice=[1, 6, 2], slow=1)
    go(race, "Throw", ("SlowDown", {"fields": 2}), "Throw", "RideOn", "Throw")
    assert race.over


@pytest.mark.rule("C10.1.1")
def test_two_equal_throws_of_the_champion_are_no_question(match: Make, go: Go, fields: Any, of: Any) -> None:
    race = match({"1": {"field": 50, "jersey": "rainbow"}}, dice=[3, 3])
    events = go(race, "Throw")
    assert [event.face for event in of(events, "Threw")] == [3, 3]
    assert fields(race)["1"] == 59


@pytest.mark.rule("C10.1.1", "C7.8", "C17.26")
@pytest.mark.parametrize(
    ("rider", "plan", "reading", "throws"),
    [
        ({}, "Throw", "one-throw", 2),
        ({"injured": 1}, "Throw", "one-throw", 1),
        ({"tokens": 2}, "Throw", "one-throw", 1),
        ({"tokens": 2}, "Throw", "two-throws", 2),
        ({}, ("BreakAway", {"card": "6B"}), "two-throws", 1),
        ({}, ("Sprint", {"card": "6"}), "two-throws", 1),
        ({"jersey": "yellow"}, "Throw", "two-throws", 1),
    ],
)
def test_how_often_the_champion_throws(
    match: Make, go: Go, of: Any, rider: dict[str, Any], plan: Any, reading: str, throws: int
) -> None:
    champion = {"field": 50, "jersey": "rainbow", **rider}
    race = match({"1": champion, "4": 10}, dice=[4, 4, 4], options={"champion_in_breakaway": reading})
    assert len(of(go(race, plan), "Threw")) == throws


@pytest.mark.rule("C4.2", "C3.4.4")
def test_polka_dot_counts_behind_a_wheel_uphill_green_does_not(match: Make, go: Go, offered: Any) -> None:
    for jersey, asked in (("polka-dot", True), ("green", False), ("yellow", True), ("white", False)):
        riders = {"4": 50, "1": {"field": 49, "jersey": jersey, "tokens": 2}}
        race = match(riders, "H200 | limit 150", dice=[4], options={"cars": False})
        go(race, "Throw", "Follow")
        assert ("TakeBonus" in offered(race)) == asked, jersey


@pytest.mark.rule("C4.1", "C4.2", "C4.3")
@pytest.mark.parametrize(
    ("jersey", "road", "fields"), [("yellow", "F", 1), ("polka-dot", "N", 2), ("green", "F", 2)]
)
def test_what_a_jersey_adds_is_told(
    match: Make, go: Go, of: Any, jersey: str, road: str, fields: int
) -> None:
    race = match({"1": {"field": 50, "jersey": jersey}, "4": 10}, f"{road}200 | limit 150", dice=[4])
    events = go(race, ("Sprint", {"card": "2"}), "TakeBonus")
    took = of(events, "TookBonus")
    assert [(event.rider, event.jersey, event.fields) for event in took] == [("1", jersey, fields)]


@pytest.mark.rule("C17.2", "C4.2", "C4.3")
@pytest.mark.parametrize("won", ["mountains", "points"])
def test_at_the_start_only_yellow_can_count(position: Any, go: Go, offered: Any, won: str) -> None:
    options = {"stages": ["H100 | limit 60", "H100 | limit 60"], "start_bonus": "yellow"}
    riders = {"1": {"time": 2, won: 5}, "4": {"time": 1}}
    race = wearing(position, riders, options=options)
    go(race, "TakeBonus", "RideOn")
    assert race.view()["turn"]["rider"] == "1"
    assert offered(race) == ["RideOn", "SlowDown", "SwapCard"]
