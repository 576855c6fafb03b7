"""Crossing the line, and the order of the finish (FR6.1, FR6.2).

In "abu" square 13 is the first past the line and 17 the last; in "abcdlu" they are 31 and 35.
"""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.game import no_numbers

Ride = Callable[..., Any]
Make = Callable[..., g.Match]


def ranking(match: Make, road: str, riders: dict[str, Any], **more: Any) -> list[str]:
    """The classification of a finished position."""
    result = match(road, riders, **more).result
    assert result is not None
    return [entry["rider"] for entry in result["riders"]]


# --- the end of the race ----------------------------------------------------------------------------


@pytest.mark.rule("FR6.1")
@pytest.mark.parametrize(("card", "over"), [(2, False), (3, False), (4, True), (5, True)])
def test_the_race_ends_when_a_rider_stands_past_the_line(card: int, over: bool, ride: Ride) -> None:
    ridden = ride("abu", {"0S": "9 right", "1S": "0 right"}, {"0S": card, "1S": 2})
    assert bool(ridden.of("Ended")) is over
    assert g.from_position("flamme-rouge", ridden.position, seed=1).over is over


@pytest.mark.rule("FR6.1")
def test_all_riders_still_move_in_the_round_of_the_finish(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "12 right", "1S": "8 right", "2S": "0 right"}, {"0S": 2, "1S": 9, "2S": 5})
    assert ridden.moved == {"0S": "14 right", "1S": "17 right", "2S": "5 right"}
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR6.1")
def test_furthest_past_the_line_wins_not_who_crossed_it_first(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "12 right", "1S": "9 right"}, {"0S": 2, "1S": 6})
    assert list(ridden.moved) == ["0S", "1S"]
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR6.1")
def test_on_the_same_square_the_right_lane_wins(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "12 left", "1S": "12 right"}, {"0S": 3, "1S": 3})
    assert ridden.places == {"0S": "15 left", "1S": "15 right"}
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR6.1")
def test_whoever_reaches_the_square_first_has_the_right_lane(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "11 right", "1S": "12 left"}, {"0S": 4, "1S": 3})
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR6.1")
@pytest.mark.parametrize("hero", ["0S", "0R", "1S", "1R"])
def test_either_rider_wins_for_his_team(hero: str, match: Make) -> None:
    riders = {"0S": "5 right", "0R": "5 left", "1S": "6 right", "1R": "6 left", hero: "14 right"}
    result = match("abu", riders).result
    assert result is not None
    assert result["winner"] == int(hero[0])
    assert result["seats"][0] == int(hero[0])
    assert sorted(result["seats"]) == [0, 1]


@pytest.mark.rule("FR6.1")
def test_no_slipstream_changes_the_order_of_the_finish(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "12 right", "1S": "11 right"}, {"0S": 5, "1S": 4})
    assert ridden.places == {"0S": "17 right", "1S": "15 right"}
    assert ridden.carried == {}


@pytest.mark.rule("FR6.1")
def test_nobody_tires_once_the_race_is_over(ride: Ride) -> None:
    ridden = ride("abu", {"0S": "12 right", "1S": "2 right"}, {"0S": 5, "1S": 4}, round=6)
    assert ridden.tired == set()
    assert ridden.position["supply"] == {"S": 30, "R": 30}
    assert ridden.position["round"] == 6


@pytest.mark.rule("FR6.1")
def test_once_the_race_is_over_nobody_owes_or_may_do_anything(match: Make, pick: Callable[..., Any]) -> None:
    race = match("abu", {"0S": "12 right", "1S": "0 right"}, script={"0S": [9], "1S": [2]})
    pick(race, 0, card=9)
    assert not race.over
    assert race.result is None
    pick(race, 1, card=2)
    assert race.over
    assert race.waiting == ()
    assert [race.choices(seat) for seat in (0, 1)] == [[], []]
    with pytest.raises(g.IllegalMove, match="over"):
        race.play(0, 20)


@pytest.mark.rule("FR6.1")
def test_a_finished_position_cannot_be_ridden_on(ride: Ride) -> None:
    with pytest.raises(g.BadPosition):
        ride("abu", {"0S": "13 right", "1S": "0 right"}, {"0S": 2, "1S": 2})


# --- classification ---------------------------------------------------------------------------------


@pytest.mark.rule("FR6.2")
def test_riders_are_ranked_by_square_and_then_the_right_lane_first(match: Make) -> None:
    front = {"0R": "14 left", "1S": "14 right", "3S": "13 right", "2R": "12 left", "1R": "12 right"}
    riders = {**front, "0S": "3 left", "2S": "3 right", "3R": "0 right"}
    assert ranking(match, "abu", riders) == ["1S", "0R", "3S", "1R", "2R", "2S", "0S", "3R"]


@pytest.mark.rule("FR6.2")
def test_the_classification_names_place_square_and_how_far_past_the_line(match: Make) -> None:
    result = match("abu", {"0S": "15 right", "0R": "13 left", "1S": "12 right"}).result
    assert result is not None
    assert [(entry["place"], entry["rider"], entry["past_line"]) for entry in result["riders"]] == [
        (1, "0S", 3),
        (2, "0R", 1),
        (3, "1S", 0),
    ]


@pytest.mark.rule("FR6.2")
def test_teams_are_ranked_by_their_better_rider(match: Make) -> None:
    riders = {"0S": "15 right", "0R": "0 right", "1S": "14 right", "1R": "14 left", "2S": "13 right"}
    result = match("abu", riders).result
    assert result is not None
    assert (result["winner"], result["seats"]) == (0, [0, 1, 2])


@pytest.mark.rule("FR6.2")
def test_a_whole_race_ends_with_everybody_classified() -> None:
    race = g.start("flamme-rouge", seats=4, seed=5, options={"stage": "La Classicissima"})
    while not race.over:
        seat = race.waiting[-1]
        race.play(seat, race.choices(seat)[-1])
    assert race.result is not None
    entries = race.result["riders"]
    assert sorted(entry["rider"] for entry in entries) == sorted(race.view()["riders"])
    keys = [(-entry["square"], entry["lane"] == "left") for entry in entries]
    assert keys == sorted(keys)
    assert entries[0]["past_line"] >= 1


@pytest.mark.rule("FR6.2")
@pytest.mark.parametrize(
    ("places", "scores"),
    [
        ({"0S": 20, "1S": 30, "2S": 10, "3S": 25}, [1, 3, 0, 2]),
        ({"0S": 20, "1S": 10, "2S": 30, "3S": 25, "1R": 28}, [0, 2, 3, 1]),
        ({"0S": 29, "0R": 28, "1S": 27, "2S": 26, "2R": 30}, [1, 0, 2]),
    ],
)
def test_a_score_is_the_number_of_teams_that_were_beaten(
    places: dict[str, int], scores: list[int], match: Make
) -> None:
    """Everybody rides 2, and the last card is played with the first rider past the line."""
    deck = {"square": 0, "lane": "right", "deck": {"X": 1}}
    riders = {name: {**deck, "square": square + 1} for name, square in places.items()}
    race = match("abcdlu", riders, round=7)
    while not race.over:
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    found = no_numbers(race.seats)
    loops.rank(race.game.rules.score, race.state, found)
    assert [int(score) for score in found[: race.seats]] == scores
