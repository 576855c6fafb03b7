"""Points that a second reading of the rules page settled, each on the position where it shows."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
ROAD = "F100 | limit 60 | flag 99"
TOUR = {"stages": [ROAD, ROAD], "cars": False}
NO_CARDS = [{"hand": {}, "slow": 0}] * 5
BACK = {"field": 50, "status": "fallen", "back": 5}


def lying(field: int, **more: Any) -> dict[str, Any]:
    return {"field": field, "status": "fallen", "back": 6, **more}


# --- the order on a field -----------------------------------------------------------------------------


@pytest.mark.rule("C3.1")
def test_of_those_just_back_no_jersey_goes_first_but_the_winner_of_a_dice_off(match: Make) -> None:
    for jersey in ("yellow", "polka-dot", "green", "white"):
        race = match({"1": {**BACK, "jersey": jersey}, "4": BACK}, dice=[2, 5], teams=NO_CARDS[:2])
        assert race.view()["order"] == ["4", "1"], jersey


@pytest.mark.rule("C3.1", "C17.5")
def test_of_those_just_back_no_jersey_goes_first_after_everybody_either(match: Make) -> None:
    riders = {"1": {**BACK, "jersey": "yellow"}, "4": BACK, "7": 50}
    race = match(riders, dice=[2, 5], teams=NO_CARDS[:3], options={"recovering": "last"})
    assert race.view()["order"] == ["7", "4", "1"]


@pytest.mark.rule("C3.1", "C17.5")
@pytest.mark.parametrize("recovering", ["in-block", "last"])
def test_a_player_alone_with_most_riders_has_his_own_order_jerseys_or_not(
    match: Make, go: Go, recovering: str
) -> None:
    riders = {"1": {"field": 50, "jersey": "yellow"}, "2": {"field": 50, "jersey": "white"}, "4": 50}
    race = match(riders, teams=NO_CARDS[:2], options={"recovering": recovering})
    go(race, ("GoNext", {"rider": "2"}))
    assert race.view()["order"] == ["2", "1", "4"]


@pytest.mark.rule("C3.1", "C17.5")
def test_only_those_just_back_leave_their_players_block(match: Make, go: Go) -> None:
    riders = {"1": {"field": 50, "jersey": "yellow"}, "2": 50, "3": BACK, "4": 50}
    race = match(riders, teams=NO_CARDS[:2], options={"recovering": "last"})
    go(race, ("GoNext", {"rider": "2"}))
    assert race.view()["order"] == ["2", "1", "4", "3"]


# --- tokens -----------------------------------------------------------------------------------------


@pytest.mark.rule("C2.5", "C8.2", "C17.12")
@pytest.mark.parametrize("first", ["car-first", "rider-first"])
@pytest.mark.parametrize(("die", "status"), [(1, "feeding"), (6, "riding")])
def test_a_round_of_feeding_costs_one_token_whether_the_car_comes_or_not(
    match: Make, go: Go, first: str, die: int, status: str
) -> None:
    riders = {"1": {"field": 50, "status": "feeding", "tokens": 3}, "4": 30}
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 45}, NO_CARDS[0]]
    race = match(riders, dice=[die], teams=teams, options={"feeding_order": first})
    if die == 6:
        go(race, "TakeCard")
    rider = race.view()["riders"]["1"]
    assert (rider["status"], rider["breakaway"]) == (status, 2)


@pytest.mark.rule("C2.5", "C8.2")
def test_announcing_the_car_costs_a_token(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "tokens": 3}, "4": 30}, teams=NO_CARDS[:2])
    go(race, "CallCar")
    assert race.view()["riders"]["1"]["breakaway"] == 2


@pytest.mark.rule("C2.5", "C7.5")
def test_waiting_for_an_injured_team_mate_costs_a_token(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "tokens": 3}, "2": {"field": 40, "injured": 1}}, teams=NO_CARDS[:2])
    go(race, "WaitForMate")
    assert race.view()["riders"]["1"]["breakaway"] == 2


# --- results ----------------------------------------------------------------------------------------


@pytest.mark.rule("C16.3", "C5.4")
def test_teams_with_equal_times_are_parted_by_the_sum_of_placings(match: Make, go: Go) -> None:
    placings = {"1": 1, "2": 9, "3": 9, "4": 6, "5": 6, "6": 6}
    riders = {name: lying(80 - 2 * int(name), placings=places) for name, places in placings.items()}
    race = match(riders, ROAD, stage=2, options=TOUR, teams=[{"time": 300}] * 2)
    assert [entry["team"] for entry in race.view()["classifications"]["teams"]] == [1, 0]


@pytest.mark.rule("C16.3", "C5.4")
def test_teams_with_equal_placings_are_parted_by_their_best_in_the_last_stage(match: Make) -> None:
    last = {"1": 3, "2": 4, "3": 2, "4": 1, "5": 5, "6": 6}
    riders = {name: lying(80 - 2 * int(name), last_place=place) for name, place in last.items()}
    race = match(riders, ROAD, stage=2, options=TOUR, teams=[{"time": 300}] * 2)
    assert [entry["team"] for entry in race.view()["classifications"]["teams"]] == [1, 0]


@pytest.mark.rule("C16.3", "C5.5", "C14.1")
@pytest.mark.parametrize("parted_by", ["placings", "last_place"])
def test_the_team_that_leads_by_placings_or_last_stage_draws_and_starts_last(
    position: Any, parted_by: str
) -> None:
    places = {"1": 3, "2": 6, "3": 5, "4": 1, "5": 2, "6": 4}
    riders = {name: {"time": 100, parted_by: place} for name, place in places.items()}
    options = {"stages": ["Plaine", "Chrono par équipes"]}
    document = position(riders, stage=2, step="line-up", round=0, options=options)
    document["teams"] = [{"time": 300}] * 2
    race = g.from_position("etapa", document)
    assert [team["cards"] for team in race.view()["teams"]] == [6, 7]
    assert race.waiting == (0,)


@pytest.mark.rule("C17.31", "C17.23")
def test_mountains_that_nobody_reached_give_no_seconds(match: Make, go: Go, of: Any) -> None:
    road = "F100 | 4@90 S@95 | limit 60 | flag 99"
    options = {"credited_seconds": "sprints", "mountain_seconds": "as-sprints"}
    riders = {"1": {"field": 99, "passed": 3}, "4": lying(80), "7": lying(70)}
    race = match(riders, road, dice=[3], primes=(1, 1), options=options)
    events = go(race, "Throw")
    assert {event.rider: event.bonus for event in of(events, "Placed")} == {"1": 20, "4": 12 + 4, "7": 8 + 2}


# --- team time trial --------------------------------------------------------------------------------


@pytest.mark.rule("C14.9", "C17.35")
@pytest.mark.parametrize(("champion", "cards"), [("1", 2), ("2", 1), ("3", 1)])
def test_the_head_at_the_beginning_of_the_turn_draws_as_champion(
    position: Any, go: Go, of: Any, champion: str, cards: int
) -> None:
    riders: dict[str, Any] = {"1": {"field": 30}, "2": {"field": 29}, "3": {"field": 28}}
    riders[champion]["jersey"] = "rainbow"
    document = position(
        riders, "TTT 28 30 36 56", step="team-round", round=4, start_order=[1], dice=[4],
        moment={"starters": 1, "started": 1}, teams=[{"hand": {}, "line": [1, 2, 3]}, {"hand": {}}],
    )  # fmt: skip
    race = g.from_position("etapa", document, seed=1)
    events = go(race, "ChangeLead")
    assert race.view()["teams"][0]["line"] == ["2", "3", "1"]
    assert len(of(events, "Drew")) == cards


# --- the limit, cars and food -------------------------------------------------------------------------


@pytest.mark.rule("C8.2", "C5.2")
def test_on_the_field_of_the_limit_the_car_still_feeds(match: Make, offered: Any) -> None:
    assert "CallCar" in offered(match({"1": 150}))
    assert "CallCar" not in offered(match({"1": 151}))


@pytest.mark.rule("C9.1")
@pytest.mark.parametrize(("die", "won"), [(1, []), (2, ["1"])])
def test_a_prime_is_passed_on_reaching_its_field(
    match: Make, go: Go, of: Any, die: int, won: list[str]
) -> None:
    events = go(match({"1": 50}, "F200 | S@58 | limit 150 | flag 190", dice=[die]), "Throw")
    assert [event.rider for event in of(events, "WonPrime")] == won


@pytest.mark.rule("C3.6", "C8.2")
def test_who_rolls_into_the_feed_zone_draws(match: Make, go: Go) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, NO_CARDS[0]]
    riders = {"1": {"field": 50, "status": "feeding"}, "4": 30}
    race = match(riders, "F200 | feed 51-55 | limit 150 | flag 190", dice=[1], teams=teams)
    assert (race.view()["riders"]["1"]["fed"], race.view()["teams"][0]["cards"]) == (True, 1)


@pytest.mark.rule("C8.1.1")
@pytest.mark.parametrize(("field", "sent"), [(150, True), (151, False)])
def test_beyond_the_limit_no_car_comes_for_the_fallen(
    match: Make, go: Go, offered: Any, field: int, sent: bool
) -> None:
    race = match({"1": field, "4": 50}, dice=[1, 2])
    go(race, ("Sprint", {"card": "2"}))
    assert ("SendCar" in offered(race)) == sent


@pytest.mark.rule("C17.36", "C6.1.1")
def test_who_is_brought_down_with_a_puncture_keeps_puncture_and_car(match: Make, go: Go, of: Any) -> None:
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, {"hand": {"2": 1}, "slow": 0}]
    riders = {"1": {"field": 50, "status": "punctured"}, "4": 50}
    race = match(riders, dice=[1, 1, 2], teams=teams, options={"crash_car": "never"})
    events = go(race, ("Sprint", {"card": "2"}))
    assert [event.rider for event in of(events, "Fell")] == ["4", "1"]
    assert [(event.rider, event.field) for event in of(events, "CarDrove")][:1] == [("1", 46)]
    assert race.view()["riders"]["1"]["status"] == "punctured"


# --- dice-offs ----------------------------------------------------------------------------------------


@pytest.mark.rule("C17.6")
def test_a_new_throw_takes_the_place_of_the_old(match: Make) -> None:
    race = match({"1": 50, "4": 50, "7": 50}, dice=[5, 5, 4, 1, 2], teams=NO_CARDS[:3])
    assert race.view()["order"] == ["7", "4", "1"]


@pytest.mark.rule("C17.6", "C3.2")
def test_a_raise_lets_those_who_declined_be_asked_again(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": 50, "7": 50}, dice=[6, 3, 4])
    go(race, "NoMore")
    assert race.waiting == (2,)
    go(race, ("Raise", {"card": "4"}), "NoMore")
    assert race.waiting == (1,)


@pytest.mark.rule("C17.6")
def test_equal_followers_throw_again_without_raises(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 50, "4": 50, "7": 50}, dice=[6, 3, 3, 1, 5])
    events = go(race, "NoMore", "NoMore")
    assert [(event.seat, event.face) for event in of(events, "ThrewOff")] == [(1, 1), (2, 5)]
    assert race.view()["dice_off"] is None


@pytest.mark.rule("C17.6")
@pytest.mark.parametrize(("dice", "bidder"), [((6, 4), 1), ((4, 6), 1)])
def test_of_equal_best_totals_the_lowest_seat_leads(
    match: Make, go: Go, dice: tuple[int, int], bidder: int
) -> None:
    race = match({"1": 50, "4": 50}, dice=dice, options={"raises": "any"})
    go(race, ("Raise", {"card": "2"}), "NoMore")
    assert race.view()["dice_off"]["totals"] == {0: 6, 1: 6}
    assert race.waiting == (bidder,)


# --- jerseys, injuries, the peloton -------------------------------------------------------------------


@pytest.mark.rule("C4.3", "C11.2")
@pytest.mark.parametrize(("letter", "fields_more"), [("F", 12 + 2), ("f", 3)])
def test_green_adds_nothing_on_cobbles_in_a_breakaway_either(
    match: Make, go: Go, fields: Any, letter: str, fields_more: int
) -> None:
    riders = {"1": {"field": 50, "jersey": "green", "tokens": 2}}
    race = match(riders, f"{letter}200 | limit 150 | flag 190", dice=[4])
    go(race, "Throw")
    if letter == "F":
        go(race, "TakeBonus")
    assert fields(race)["1"] == 50 + 4 + fields_more


@pytest.mark.rule("C7.4")
@pytest.mark.parametrize("key", ["Sprint", "BreakAway"])
def test_the_throw_that_injures_ends_sprint_and_breakaway(match: Make, go: Go, fields: Any, key: str) -> None:
    race = match({"1": {"field": 50, "shaken": 1}, "4": 20}, dice=[1])
    go(race, (key, {"card": "6B"}), "RideInjured")
    assert fields(race)["1"] == 50 + 1 + 6 - 3
    assert race.view()["riders"]["1"]["breakaway"] == 0
    assert "6B" not in race.view(0)["hand"]


@pytest.mark.rule("C7.1", "C17.30")
@pytest.mark.parametrize("letter", ["F", "f"])
def test_who_is_injured_and_falls_again_may_withdraw_after_another_one(
    match: Make, go: Go, offered: Any, letter: str
) -> None:
    riders = {"1": {"field": 50, "injured": 1, "shaken": 1}, "4": 20}
    race = match(riders, f"{letter}200 | limit 150 | flag 190", dice=[1])
    go(race, "Throw")
    assert offered(race) == ["RideInjured", "Withdraw"]


@pytest.mark.rule("C7.5")
@pytest.mark.parametrize("status", ["riding", "fallen", "punctured", "feeding"])
def test_an_injured_mate_may_be_waited_for_whatever_they_do(match: Make, offered: Any, status: str) -> None:
    mate = {"field": 40, "injured": 1, "status": status, "back": 6 if status == "fallen" else 0}
    served = {"served": 2, "car": 34} if status in ("punctured", "feeding") else {}
    race = match({"1": 50, "2": mate}, teams=[{"hand": {}, "slow": 0, **served}, NO_CARDS[0]])
    assert "WaitForMate" in offered(race)


@pytest.mark.rule("C4.4", "C3.3")
def test_whites_second_turn_may_have_a_card_of_its_own(match: Make, go: Go, of: Any) -> None:
    race = match({"1": 99, "4": {"field": 70, "jersey": "white"}}, ROAD, dice=[3, 3, 3])
    go(race, "Throw", ("Sprint", {"card": "2"}))
    events = go(race, ("Sprint", {"card": "4"}))
    assert [(event.start, event.field) for event in of(events, "Moved")] == [(81, 94)]


@pytest.mark.rule("C4.4", "C17.10")
@pytest.mark.parametrize(("finish", "again"), [("crossing", False), ("distance", True)])
def test_white_may_ride_on_after_crossing_where_distance_counts(
    match: Make, go: Go, finish: str, again: bool
) -> None:
    riders = {"1": 99, "4": {"field": 98, "jersey": "white"}, "7": 50}
    race = match(riders, ROAD, dice=[3, 3, 3], options={"finish_order": finish})
    go(race, "Throw", "Throw")
    assert race.view()["turn"]["second"] == again


@pytest.mark.rule("C4.4", "C3.5.2")
def test_whether_white_is_dropped_is_fixed_for_both_turns(match: Make, go: Go, of: Any) -> None:
    riders = {"1": 99, "2": lying(80), "5": lying(80), "4": {"field": 74, "jersey": "white"}}
    race = match(riders, ROAD, dice=[3, 6, 3])
    events = go(race, "Throw", "Throw", "Throw")
    moves = [(event.start, event.field) for event in of(events, "Moved") if event.rider == "4"]
    assert moves == [(74, 74 + 6 + 6 - 1), (85, 85 + 6 + 3 - 1)]


@pytest.mark.rule("C17.9", "C5.1")
@pytest.mark.parametrize(("groups", "peloton"), [("touching", [50, 50]), ("within-five", [46, 50])])
def test_the_groups_on_view_are_those_that_touch(match: Make, groups: str, peloton: list[int]) -> None:
    race = match({"1": 50, "4": 50, "7": 46}, options={"groups": groups})
    assert race.view()["peloton"] == peloton
    assert [(group["from"], group["to"]) for group in race.view()["groups"]] == [(50, 50), (46, 46)]


# --- weather and doping -------------------------------------------------------------------------------


@pytest.mark.rule("C15.1", "C11.2")
@pytest.mark.parametrize(("sky", "base"), [(0, 3), (2, 2), (3, 3)])
def test_cobbles_halve_what_the_wind_has_left(match: Make, go: Go, fields: Any, sky: int, base: int) -> None:
    race = match({"1": 50}, "f200 | limit 150 | flag 190", dice=[4], moment={"sky": sky})
    go(race, "Throw")
    assert fields(race)["1"] == 50 + 4 + base


@pytest.mark.rule("C15.1", "C2.6.3")
def test_a_breakaways_base_is_the_same_in_any_wind(match: Make, go: Go, fields: Any) -> None:
    for sky in (0, 2, 3):
        race = match({"1": {"field": 50, "tokens": 2}}, dice=[4], moment={"sky": sky})
        go(race, "Throw")
        assert fields(race)["1"] == 50 + 4 + 12, sky


@pytest.mark.rule("C15.1")
@pytest.mark.parametrize(("stage", "sky"), [("Plaine", "rain"), ("Chrono", "sun")])
def test_time_trials_have_no_weather(position: Any, stage: str, sky: str) -> None:
    document = position({"1": 0, "4": 0}, stage, step="stage", round=0, options={"weather": True})
    document["script"] = {"weather": [0]}
    assert g.from_position("etapa", document).view()["weather"] == sky


@pytest.mark.rule("C15.2")
def test_all_with_the_highest_count_are_suspect_those_past_the_limit_or_not(
    match: Make, go: Go, of: Any
) -> None:
    riders = {"1": {"field": 99, "used": 3}, "2": lying(50, used=3), "3": lying(40), "4": lying(70, used=3)}
    race = match(riders, ROAD, dice=[3], options={**TOUR, "doping": True})
    events = go(race, "Throw")
    assert [event.rider for event in of(events, "Caught")] == ["1", "2"]
    assert not race.over


@pytest.mark.rule("C15.2")
def test_without_riders_left_the_tour_ends_at_once(match: Make, go: Go) -> None:
    riders = {"1": {"field": 99, "used": 3}, "2": lying(50), "4": lying(50)}
    race = match(riders, ROAD, dice=[3], options={**TOUR, "doping": True})
    go(race, "Throw")
    assert race.over
    assert race.view()["stage_number"] == 1


# --- classifications and starts -----------------------------------------------------------------------


@pytest.mark.rule("C5.4")
def test_the_last_is_the_last_placed_with_bonus_seconds(match: Make, go: Go) -> None:
    riders = {"1": 99, "2": lying(80), "3": {"status": "out", "gone": 1}, "4": lying(70, seconds=6)}
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR)
    go(race, "Throw")
    last = 7200 + 31 - 8 - 6
    assert race.view()["classifications"]["teams"][0]["time"] == 7180 + 7200 + 21 - 12 + last + 30


@pytest.mark.rule("C5.6")
def test_in_a_one_day_race_the_general_classification_is_the_finish(match: Make, go: Go) -> None:
    riders = {"1": 99, "4": lying(80), "7": lying(79, seconds=6)}
    race = match(riders, ROAD, dice=[3])
    go(race, "Throw")
    general = race.view()["classifications"]["general"]
    assert [entry["rider"] for entry in general] == ["1", "4", "7"]
    assert general[2]["time"] < general[1]["time"]


@pytest.mark.rule("C16.3")
def test_who_dropped_out_ranks_by_stage_then_time_then_placings(match: Make, go: Go) -> None:
    out = {"status": "out"}
    riders = {
        "1": 99,
        "4": {**out, "gone": 1, "time": 10, "placings": 5},
        "5": {**out, "gone": 1, "time": 10, "placings": 4},
        "6": {**out, "gone": 1, "time": 9, "placings": 9},
        "7": lying(50, time=9000),
    }
    race = match(riders, ROAD, dice=[3], stage=2, options=TOUR)
    go(race, "Throw")
    assert [entry["rider"] for entry in race.result["riders"]][:5] == ["1", "7", "6", "5", "4"]  # type: ignore[index]


@pytest.mark.rule("C13.3")
def test_riders_on_one_field_of_a_trial_throw_in_the_order_of_their_start(position: Any) -> None:
    for starts in ([4, 1, 7], [7, 4, 1]):
        document = position(
            {"1": 40, "4": 40, "7": 50}, "ITT 28 30 36 56", step="trial-round", round=4, start_order=starts,
            moment={"starters": 3, "started": 3},
        )  # fmt: skip
        race = g.from_position("etapa", document)
        assert race.view()["order"] == ["7", "4", "1"]


@pytest.mark.rule("C14.2")
@pytest.mark.parametrize(("starts", "order"), [([1, 2], ["Blue", "Red"]), ([2, 1], ["Red", "Blue"])])
def test_teams_throw_by_their_last_riders_then_in_the_order_of_their_start(
    position: Any, starts: list[int], order: list[str]
) -> None:
    lines = [{"hand": {}, "line": [1, 2, 3]}, {"hand": {}, "line": [4, 5]}]
    riders = {"1": 40, "2": 39, "3": 38, "4": 39, "5": 38, "6": {"status": "out", "gone": 1}}
    options = {"stages": ["Plaine", "Chrono par équipes"]}
    document = position(
        riders, stage=2, step="team-round", round=4, start_order=starts, teams=lines, options=options,
        moment={"starters": 2, "started": 2},
    )  # fmt: skip
    assert g.from_position("etapa", document).view()["order"] == order


@pytest.mark.rule("C14.1", "C5.4")
def test_teams_that_are_not_ranked_start_first_the_slowest_before_all(position: Any) -> None:
    out = {"status": "out", "gone": 1}
    riders = {str(number): {"time": 100} for number in (1, 2, 3, 4, 7)} | dict.fromkeys("5689", out)
    options = {"stages": ["Plaine", "Chrono par équipes"]}
    document = position(riders, stage=2, step="line-up", round=0, options=options)
    document["teams"] = [{"time": 900}, {"time": 300}, {"time": 310}]
    race = g.from_position("etapa", document)
    assert race.position()["start_order"][:3] == [3, 2, 1]


@pytest.mark.rule("C16.3", "C5.6")
def test_in_a_one_day_race_equal_points_are_parted_by_the_finish_not_by_time(match: Make, go: Go) -> None:
    riders = {"1": 99, "4": lying(80), "7": lying(79, seconds=6, points=4)}
    race = match(riders, ROAD, dice=[3])
    go(race, "Throw")
    points = [(entry["rider"], entry["points"]) for entry in race.view()["classifications"]["points"]]
    assert points == [("1", 35), ("4", 30), ("7", 30)]
