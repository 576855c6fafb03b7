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


def finish(race: g.Match) -> list[str]:
    """The riders in the order of the stage."""
    document = race.position()
    placed = document["finish"][: document["moment"]["starters"]]
    return [str(number) for number in placed]


def kept(race: g.Match, name: str) -> dict[str, int]:
    """What a rider carries on, apart from the field and status of the moment."""
    carried = ("time", "placings", "last_place", "wins", "points", "mountains", "summits", "gone")
    entry = race.position()["riders"][name]
    return {key: entry[key] for key in carried if key in entry}


@pytest.mark.rule("C5.1", "C7.2")
def test_on_one_field_the_turn_decides_and_who_withdrew_is_last(match: Make, go: Go, of: Any) -> None:
    riders = {
        "1": {"field": 80, "status": "withdrawn", "injured": 1}, "4": lying(80),
        "2": {**lying(80), "status": "punctured", "back": 0}, "7": 99,
        "5": {"field": 90, "status": "withdrawn", "injured": 1}, "3": lying(70),
    }  # fmt: skip
    teams = [{"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match(riders, ROAD, dice=[3], teams=teams, options={"cars": False})
    placed = of(go(race, "Throw"), "Placed")
    assert [(event.rider, event.place) for event in placed] == [
        ("7", 1), ("5", 2), ("2", 3), ("4", 4), ("1", 5), ("3", 6),
    ]  # fmt: skip
    assert [(event.lost, event.bonus) for event in placed] == [
        (0, 20), (11, 12), (21, 8), (21, 0), (21, 0), (31, 0),
    ]  # fmt: skip
    assert finish(race) == ["7", "5", "2", "4", "1", "3"]


@pytest.mark.rule("C5.1", "C7.2")
def test_who_withdrew_is_in_no_chain(match: Make, go: Go, of: Any) -> None:
    riders = {
        "7": 99,
        "1": {"field": 80, "status": "withdrawn", "injured": 1},
        "4": lying(81),
        "5": lying(79),
    }
    race = match(riders, ROAD, dice=[3], options={"cars": False})
    lost = {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}
    assert lost == {"7": 0, "4": 20, "1": 21, "5": 22}


@pytest.mark.rule("C5.1", "C17.10")
@pytest.mark.parametrize(
    ("reading", "order"), [("crossing", ["1", "4", "7", "10"]), ("distance", ["7", "1", "4", "10"])]
)
def test_crossing_order_or_distance_past_the_line(
    match: Make, go: Go, of: Any, reading: str, order: list[str]
) -> None:
    riders = {"1": 99, "4": 97, "7": 95, "10": 93}
    race = match(riders, ROAD, dice=[1, 3, 6, 1], options={"finish_order": reading, "cars": False})
    events = go(race, "Throw", "Throw", "Throw", "Throw")
    assert [(event.rider, event.place) for event in of(events, "Crossed")] == [("1", 1), ("4", 2), ("7", 3)]
    assert finish(race) == order
    lost = {event.rider: event.lost for event in of(events, "Placed")}
    assert lost == {"1": 0, "4": 0, "7": 0, "10": 1}


@pytest.mark.rule("C5.1", "C5.6", "C9.3")
def test_what_a_stage_adds_to_a_tour(match: Make, go: Go) -> None:
    earlier = {"time": 1000, "placings": 5, "last_place": 5, "points": 3, "wins": 1}
    riders = {"1": {"field": 99, **earlier}, "4": {**lying(80), **earlier}, "7": {**lying(60), **earlier}}
    race = match(riders, ROAD, dice=[3], options=TOUR, teams=[{"hand": {"2": 1}, "slow": 0, "time": 9}] * 3)
    go(race, "Throw")
    assert kept(race, "1") == {
        "time": 8180, "placings": 6, "last_place": 1, "wins": 2, "points": 38,
    }  # fmt: skip
    assert kept(race, "4") == {
        "time": 8209, "placings": 7, "last_place": 2, "wins": 1, "points": 33,
    }  # fmt: skip
    assert kept(race, "7") == {
        "time": 8233, "placings": 8, "last_place": 3, "wins": 1, "points": 29, "gone": 1,
    }  # fmt: skip
    two_absent = 2 * (7233 + 30)
    assert [team["time"] - two_absent for team in race.position()["teams"]] == [7189, 7218, 7242]
    moment = race.position()["moment"]
    assert (race.view()["stage_number"], moment["missed"], moment["crossed"]) == (2, 1, 0)


@pytest.mark.rule("C5.2")
def test_a_tour_ends_when_nobody_is_left_to_start(match: Make, go: Go, of: Any) -> None:
    out = {"status": "out", "gone": 1}
    gone = {"field": 50, "status": "withdrawn", "injured": 1}
    shaken = {"field": 40, "status": "fallen", "back": 5, "shaken": 1}
    options = {"stages": [ROAD] * 3, "cars": False}
    race = match({"1": shaken, "4": gone, "5": out}, ROAD, dice=[1], stage=2, options=options)
    events = go(race, "Throw", "Withdraw")
    assert [event.rider for event in of(events, "MissedLimit")] == ["1", "4"]
    assert [event.rider for event in of(events, "Ended")] == ["4"]
    assert race.over
    assert race.position()["stage"] == 2


@pytest.mark.rule("C5.2")
def test_in_a_one_day_race_the_whole_team_is_out_in_a_tour_one_rider(match: Make, go: Go, of: Any) -> None:
    riders = {"1": 99, "2": lying(60), "4": lying(61), "5": lying(70)}
    race = match(riders, ROAD, dice=[3], options={"cars": False})
    assert [event.seat for event in of(go(race, "Throw"), "WasVoid")] == [0]
    assert [kept(race, name).get("gone", 0) for name in "1245"] == [1, 1, 0, 0]
    race = match(riders, ROAD, dice=[3], options=TOUR, stage=2)
    assert of(go(race, "Throw"), "WasVoid") == []
    assert [kept(race, name).get("gone", 0) for name in "1245"] == [0, 2, 0, 0]


@pytest.mark.rule("C5.4")
def test_who_dropped_out_costs_both_teams_as_much_as_the_last_and_thirty_seconds(match: Make, go: Go) -> None:
    out = {"status": "out", "gone": 1}
    riders = {"1": 99, "2": out, "3": out, "4": lying(80), "5": lying(61), "6": out}
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR, teams=[{"hand": {"2": 1}, "slow": 0}] * 2)
    go(race, "Throw")
    late = 7200 + 40 - 8 + 30
    assert [team["time"] for team in race.position()["teams"]] == [
        7180 + 2 * late, 7209 + 7232 + late,
    ]  # fmt: skip


PROTECTED = {"specials": True, "cars": False, "crash_car": "never"}
SOME = [{"hand": {"6": 1}, "slow": 0}, {"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]


@pytest.mark.rule("C12.2")
def test_where_nobody_is_upright_the_field_counts(match: Make, go: Go, of: Any) -> None:
    gone = {"field": 199, "status": "withdrawn", "injured": 1}
    riders = {"1": 195, "4": gone, "7": {**lying(196), "grief": 5}}
    race = match(riders, "F200 | limit 150 | flag 190", dice=[5], options=PROTECTED, teams=SOME,
                 moment={"slow_supply": 0})  # fmt: skip
    lost = {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}
    assert lost == {"1": 0, "4": 2, "7": 0}
    riders = {"1": lying(195), "4": {**lying(196), "grief": 5}, "7": 199}
    race = match(riders, "F200 | limit 150 | flag 190", dice=[5], options=PROTECTED, teams=SOME[::-1],
                 moment={"slow_supply": 0})  # fmt: skip
    lost = {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}
    assert lost == {"7": 0, "4": 0, "1": 5}


@pytest.mark.rule("C12.2")
@pytest.mark.parametrize(
    ("grief", "near", "lost"),
    [
        (5, {"status": "feeding", "field": 193}, 7),  # upright: they give their time
        (4, {"status": "feeding", "field": 193}, 10),  # not in the last round
        (5, {"status": "punctured", "field": 193}, 0),  # the next nearest does
        (5, {"status": "fallen", "back": 6, "field": 193}, 0),
        (5, {"status": "withdrawn", "injured": 1, "field": 193}, 0),
    ],
)
def test_who_can_give_their_time(
    match: Make, go: Go, of: Any, grief: int, near: dict[str, Any], lost: int
) -> None:
    riders = {"1": {**lying(191), "grief": grief}, "4": near, "7": 199}
    teams = [
        SOME[1],
        {"hand": {}, "slow": 0, "served": 4 * (near["status"] == "feeding"), "car": 187},
        SOME[0],
    ]
    race = match(riders, "F200 | limit 150 | flag 190", dice=[5, 1], options=PROTECTED, teams=teams,
                 moment={"slow_supply": 0})  # fmt: skip
    placed = {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}
    assert placed["1"] == lost


@pytest.mark.rule("C15.2")
@pytest.mark.parametrize(
    ("used", "caught"),
    [
        ({"1": 3, "4": 2, "5": 1}, ["1"]),
        ({"1": 2, "4": 2, "5": 2}, ["1", "4", "5"]),  # all with the most cards are suspect
        ({"1": 1, "4": 3, "5": 2}, ["4"]),
        ({"1": 2, "4": 2, "7": 4}, []),  # no team-mate of theirs missed the limit
        ({}, []),  # nobody has ridden with a card
    ],
)
def test_who_is_caught(match: Make, go: Go, of: Any, used: dict[str, int], caught: list[str]) -> None:
    done = {"points": 7, "mountains": 3, "summits": 1, "wins": 2}
    riders: dict[str, dict[str, Any]] = {
        "1": {"field": 99}, "2": lying(60), "4": lying(70), "5": lying(75), "6": lying(50), "7": lying(90),
    }  # fmt: skip
    entries = {name: {**rider, **done, "used": used.get(name, 0)} for name, rider in riders.items()}
    entries["3"] = {"status": "out", "gone": 1}
    race = match(entries, ROAD, dice=[3], options={**TOUR, "doping": True}, stage=2)
    events = go(race, "Throw")
    assert [event.rider for event in of(events, "Caught")] == caught
    for name in caught:
        assert {key for key in (*done, "gone") if kept(race, name).get(key)} == {"gone"}
        assert kept(race, name)["gone"] == 2
    for name in {"1", "7"} - set(caught):
        assert (kept(race, name)["mountains"], kept(race, name).get("gone", 0)) == (3, 0)


@pytest.mark.rule("C15.3", "C5.6")
def test_only_a_championship_names_a_champion(match: Make, go: Go, of: Any) -> None:
    for options, champions in (({"world_championship": True}, ["1"]), ({}, [])):
        race = match({"1": 99, "4": lying(80)}, ROAD, dice=[3], options=options)
        events = go(race, "Throw")
        assert [event.rider for event in of(events, "BecameChampion")] == champions
        assert [event.rider for event in of(events, "Ended")] == ["1"]


@pytest.mark.rule("C5.2")
def test_a_tour_goes_on_while_one_rider_is_left(match: Make, go: Go) -> None:
    riders = {"1": lying(50), "4": lying(60), "6": 99}
    race = match(riders, ROAD, dice=[3], options=TOUR)
    go(race, "Throw")
    assert (race.over, race.view()["stage_number"], race.view()["order"]) == (False, 2, ["6"])


@pytest.mark.rule("C5.2")
@pytest.mark.parametrize(("late", "void"), [("2", 0), ("3", 0), ("4", 1), ("6", 1)])
def test_any_late_rider_voids_the_team(match: Make, go: Go, of: Any, late: str, void: int) -> None:
    riders = {"1": 99, "2": lying(70), "3": lying(70), "4": lying(71), "5": lying(71), "6": lying(71)}
    race = match({**riders, late: lying(60)}, ROAD, dice=[3])
    events = go(race, "Throw")
    assert [event.rider for event in of(events, "MissedLimit")] == [late]
    assert [event.seat for event in of(events, "WasVoid")] == [void]
