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
def test_the_team_that_leads_by_placings_draws_and_starts_last(position: Any) -> None:
    placings = {"1": 1, "2": 9, "3": 9, "4": 6, "5": 6, "6": 6}
    riders = {name: {"time": 100, "placings": places} for name, places in placings.items()}
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
