"""Who stands where in a tour: the leader, the leading team, how many teams one has beaten (C5, C16.3)."""

from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops

ROAD = "F100 | limit 60 | flag 99"
TOUR = {"stages": [ROAD, ROAD, ROAD], "cars": False}
OUT = {"status": "out", "gone": 1}


def lying(field: int) -> dict[str, Any]:
    return {"field": field, "status": "fallen", "back": 6}


def beaten(race: g.Match) -> list[int]:
    """How many teams the best rider of each seat has beaten."""
    scores = np.full(race.seats, 7, np.int32)
    loops.rank(race.game.rules.score, race.state, scores)
    return scores.tolist()


@pytest.mark.rule("C5.6")
def test_a_team_has_beaten_all_whose_best_rider_is_behind_its_own(match: Any, go: Any) -> None:
    riders = {
        "1": {**lying(70), "time": 300}, "3": {"field": 99, "time": 100}, "4": {**lying(80), "time": 150},
        "5": {**lying(75), "time": 90}, "8": {**lying(72), "time": 99}, "10": OUT,
    }  # fmt: skip
    race = match(riders, ROAD, dice=[3], stage=3, options=TOUR)
    go(race, "Throw")
    assert [entry["rider"] for entry in race.result["riders"][:3]] == ["3", "5", "8"]
    assert beaten(race) == [3, 2, 1, 0]


@pytest.mark.rule("C5.6", "C5.2")
def test_who_went_later_is_ahead_of_who_went_earlier(match: Any, go: Any, of: Any) -> None:
    riders = {"1": {**OUT, "time": 1}, "4": {**OUT, "gone": 2, "time": 2}, "7": {"field": 99, "time": 900}}
    race = match(riders, ROAD, dice=[3], stage=3, options=TOUR)
    ended = of(go(race, "Throw"), "Ended")
    assert [event.rider for event in ended] == ["7"]
    assert beaten(race) == [0, 1, 2]


@pytest.mark.rule("C5.6", "C5.1")
def test_a_one_day_race_goes_by_places_whatever_the_times(match: Any, go: Any, of: Any) -> None:
    riders = {"1": {**lying(99), "time": 5, "placings": 1}, "4": {"field": 98, "time": 900, "placings": 9}}
    race = match(riders, ROAD, dice=[6])
    events = go(race, "Throw")
    assert [event.rider for event in of(events, "Ended")] == ["4"]
    assert beaten(race) == [0, 1]


@pytest.mark.rule("C5.4", "C5.5", "C16.3")
@pytest.mark.parametrize(
    ("teams", "lost", "leading"),
    [
        ((300, 310, 320), "", 0),
        ((310, 300, 320), "", 1),
        ((310, 320, 300), "9", 2),  # one rider lost: still in the classification
        ((310, 320, 300), "89", 0),  # two: not any more
        ((300, 300, 300), "", 0),  # level in times and placings: the lower seat
    ],
)
def test_the_leading_team_draws_the_extra_card(
    position: Any, teams: tuple[int, ...], lost: str, leading: int
) -> None:
    riders: dict[str, Any] = {str(number): {"time": 200 + number} for number in range(1, 10)}
    riders["5"] = {"time": 100}
    riders |= dict.fromkeys(lost, OUT)
    document = position(riders, stage=2, step="line-up", round=0, options=TOUR)
    document["teams"] = [{"time": time} for time in teams]
    view = g.from_position("etapa", document).view()
    hidden = [team["cards"] - sum(team["known"].values()) for team in view["teams"]]
    assert hidden == [int(seat == leading) for seat in range(3)]


@pytest.mark.rule("C5.5")
@pytest.mark.parametrize(("stage", "lost"), [(1, ""), (2, "2356")])
def test_nobody_draws_it_in_the_first_stage_or_where_no_team_is_classified(
    position: Any, stage: int, lost: str
) -> None:
    riders: dict[str, Any] = {str(number): {"time": 0} for number in range(1, 7)}
    riders |= dict.fromkeys(lost, OUT)
    race = g.from_position("etapa", position(riders, stage=stage, step="line-up", round=0, options=TOUR))
    assert all(team["cards"] == sum(team["known"].values()) for team in race.view()["teams"])


@pytest.mark.rule("C14.1", "C5.4")
@pytest.mark.parametrize(
    ("teams", "lost", "order"),
    [
        ((300, 320, 310), "", [1, 2, 0]),
        ((300, 320, 310), "23", [0, 1, 2]),  # two riders lost: behind all who are classified
        ((300, 320, 310), "2389", [2, 0, 1]),  # behind them too the time decides
        ((300, 320, 310), "456", [2, 0]),
    ],
)
def test_teams_start_worst_first(position: Any, teams: tuple[int, ...], lost: str, order: list[int]) -> None:
    riders: dict[str, Any] = {str(number): {"time": 200 + number} for number in range(1, 10)}
    riders |= dict.fromkeys(lost, OUT)
    options = {"stages": [ROAD, "TTT 28 30 36 56"]}
    document = position(riders, stage=2, step="line-up", round=0, options=options)
    document["teams"] = [{"time": time} for time in teams]
    state = g.from_position("etapa", document).state[0]
    assert state["start_order"][: state["starters"]].tolist() == order


@pytest.mark.rule("C5.6", "C5.1")
@pytest.mark.parametrize("first", ["1", "2", "3", "4", "6"])
def test_whoever_is_first_wins_the_race(match: Any, go: Any, of: Any, first: str) -> None:
    race = match({**dict.fromkeys("123456", lying(80)), "1": lying(90), first: 99}, ROAD, dice=[3])
    assert [event.rider for event in of(go(race, "Throw"), "Ended")] == [first]
