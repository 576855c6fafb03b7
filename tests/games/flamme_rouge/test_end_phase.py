"""The end phase: used cards, slipstream, exhaustion (FR5.1 to FR5.4).

Riders cannot stand still, so each position is set up one ride before: everybody plays the same card
and arrives as he was placed, two squares on.
"""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stage

FLAT = "abcdlu"  # flat all the way
PEAK = "aejLbcu"  # 10–12 ascent, 13–15 descent
FOOT = "abDcu"  # 12–16 ascent, 17 descent
Ride = Callable[..., Any]


def all_two(ride: Ride, road: str, riders: dict[str, str], **more: Any) -> Any:
    """Everybody rides two squares; then the end phase."""
    return ride(road, riders, dict.fromkeys(riders, 2), **more)


def test_the_roads_of_this_file_are_what_they_are_said_to_be() -> None:
    assert stage(PEAK).squares[8:18] == "ffaaadddff"
    assert stage(FOOT).squares[8:20] == "ffffaaaaadff"


# --- used cards -------------------------------------------------------------------------------------


@pytest.mark.rule("FR5.1")
def test_played_cards_leave_the_game(match: Callable[..., g.Match], pick: Callable[..., Any]) -> None:
    race = match(FLAT, {"0S": "4 right", "1S": "3 right"}, script={"0S": [9, 2, 3, 4]})
    pick(race, 0, card=9)
    race.play(1, race.choices(1)[0])
    rider = race.view()["riders"]["0S"]
    assert rider["unrevealed"] == {"X": 1, "2": 3, "3": 3, "4": 3, "5": 3, "9": 2}
    assert rider["played"] is False


@pytest.mark.rule("FR5.1", "FR1.3")
def test_played_exhaustion_leaves_the_game_too_and_not_for_the_supply(
    match: Callable[..., g.Match], pick: Callable[..., Any]
) -> None:
    tired = {"square": 4, "lane": "right", "deck": {"X": 1, "9": 3}, "recycled": {"2": 1}}
    race = match(FLAT, {"0S": tired, "1S": "5 right"}, script={"1S": [2]})
    assert race.view()["supply"]["S"] == 29
    pick(race, 0, card="X")
    pick(race, 1, card=2)
    assert race.view()["riders"]["0S"]["unrevealed"] == {"9": 3, "2": 1}
    assert race.view()["supply"]["S"] == 28  # 1S took one in the wind


@pytest.mark.rule("FR5.1")
def test_each_card_is_used_once_in_a_whole_race() -> None:
    race = g.start("flamme-rouge", seats=2, seed=3)
    shown: dict[str, list[Any]] = {name: [] for name in race.view()["riders"]}
    while not race.over:
        seat = race.waiting[0]
        for event in race.play(seat, race.choices(seat)[0]):
            if event.key == "Revealed":
                shown[event.rider].append(event.card)  # type: ignore[attr-defined]
    assert all(cards.count(card) <= 3 for cards in shown.values() for card in set(cards) - {"X"})
    assert min(len(cards) for cards in shown.values()) > 5


# --- slipstream -------------------------------------------------------------------------------------


@pytest.mark.rule("FR5.2")
def test_one_empty_square_is_closed(ride: Ride) -> None:
    ridden = all_two(ride, FLAT, {"0S": "6 right", "1S": "8 right"})
    assert ridden.places == {"0S": "9 right", "1S": "10 right"}
    assert ridden.carried == {"0S": 1}


@pytest.mark.rule("FR5.2")
@pytest.mark.parametrize("gap", [0, 2, 3])
def test_no_gap_or_a_wider_one_is_left_as_it_is(gap: int, ride: Ride) -> None:
    ridden = all_two(ride, FLAT, {"0S": "6 right", "1S": f"{7 + gap} right"})
    assert ridden.carried == {}


@pytest.mark.rule("FR5.2")
def test_a_whole_group_is_carried_and_keeps_its_lanes(ride: Ride) -> None:
    riders = {"0S": "5 right", "0R": "6 right", "1S": "6 left", "1R": "8 right"}
    assert all_two(ride, FLAT, riders).places == {
        "0S": "8 right",
        "0R": "9 right",
        "1S": "9 left",
        "1R": "10 right",
    }


@pytest.mark.rule("FR5.2")
def test_the_merged_group_is_examined_in_turn(ride: Ride) -> None:
    riders = {"0S": "2 right", "0R": "4 right", "1S": "6 right", "1R": "8 right"}
    ridden = all_two(ride, FLAT, riders)
    assert ridden.places == {"0S": "7 right", "0R": "8 right", "1S": "9 right", "1R": "10 right"}
    assert ridden.carried == {"0S": 3, "0R": 2, "1S": 1}


@pytest.mark.rule("FR5.2")
def test_slipstream_goes_from_the_rear_so_a_gap_that_opens_ahead_is_not_closed(ride: Ride) -> None:
    """The rear group stands two squares back; the group ahead moves on and leaves it."""
    ridden = all_two(ride, FLAT, {"0S": "3 right", "0R": "6 right", "1S": "8 right"})
    assert ridden.places == {"0S": "5 right", "0R": "9 right", "1S": "10 right"}


@pytest.mark.rule("FR5.2")
def test_a_group_joins_before_the_one_ahead_moves_off(ride: Ride) -> None:
    ridden = all_two(ride, FLAT, {"0S": "4 right", "0R": "6 right", "1S": "7 right", "1R": "9 right"})
    assert ridden.places == {"0S": "8 right", "0R": "9 right", "1S": "10 right", "1R": "11 right"}


@pytest.mark.rule("FR5.2")
def test_an_empty_lane_is_no_gap(ride: Ride) -> None:
    riders = {"0S": "6 right", "0R": "6 left", "1S": "7 right", "1R": "8 right"}
    assert all_two(ride, FLAT, riders).carried == {}


# --- mountains --------------------------------------------------------------------------------------


@pytest.mark.rule("FR5.3")
def test_a_rider_on_an_ascent_gives_no_slipstream(ride: Ride) -> None:
    assert all_two(ride, PEAK, {"0S": "6 right", "1S": "8 right"}).places == {
        "0S": "8 right",
        "1S": "10 right",
    }


@pytest.mark.rule("FR5.3")
def test_a_rider_on_an_ascent_receives_none_even_from_the_flat_or_a_descent(ride: Ride) -> None:
    assert all_two(ride, PEAK, {"0S": "10 right", "1S": "12 right"}).carried == {}
    assert all_two(ride, PEAK, {"0S": "9 right", "1S": "11 right"}).carried == {}


@pytest.mark.rule("FR5.3")
def test_on_a_descent_slipstream_is_as_on_the_flat(ride: Ride) -> None:
    """From 13 and 15 the descent counts each 2 as 5; "aejFbcu" descends on 10–12."""
    assert all_two(ride, "aejFbcu", {"0S": "8 right", "1S": "9 right", "2S": "6 right"}).places == {
        "0S": "10 right",
        "1S": "11 right",
        "2S": "9 right",
    }
    riders = {"0S": "7 right", "1S": "8 right"}
    assert ride("aejFbcu", riders, {"0S": 3, "1S": 4}).places == {"0S": "11 right", "1S": "12 right"}


@pytest.mark.rule("FR5.3")
def test_of_a_group_with_its_rear_on_an_ascent_only_the_front_moves(ride: Ride) -> None:
    """In "abcGeidu" squares 18 and 19 climb; the riders end on 18, 19, 20, 21 and 23."""
    assert stage("abcGeidu").squares[16:24] == "ffaaffff"
    riders = {"0S": "16 right", "0R": "17 right", "1S": "16 left", "1R": "17 left", "2S": "20 right"}
    ridden = ride("abcGeidu", riders, {"0S": 2, "0R": 2, "1S": 4, "1R": 4, "2S": 3})
    assert ridden.places == {
        "0S": "18 right",
        "0R": "19 right",
        "1S": "21 right",
        "1R": "22 right",
        "2S": "23 right",
    }
    assert ridden.tired == {"0R", "2S"}  # in front of 0R the road is empty now


@pytest.mark.rule("FR5.3")
def test_a_group_with_its_front_on_an_ascent_stays_as_a_whole(ride: Ride) -> None:
    ridden = ride(PEAK, {"0S": "9 right", "1S": "10 right", "2S": "12 right"}, {"0S": 2, "1S": 2, "2S": 2})
    assert ridden.places == {"0S": "11 right", "1S": "12 right", "2S": "14 right"}
    riders = {"0S": "7 right", "1S": "8 right", "2S": "10 right"}
    assert all_two(ride, PEAK, riders).places == {"0S": "9 right", "1S": "10 right", "2S": "12 right"}


@pytest.mark.rule("FR5.3")
def test_nobody_is_carried_onto_an_ascent_by_a_climber(ride: Ride) -> None:
    """In "aijGkbcu" squares 10 and 11 climb; the riders end on 9 and 11."""
    assert all_two(ride, "aijGkbcu", {"0S": "7 right", "1S": "9 right"}).carried == {}


@pytest.mark.rule("FR5.3")
def test_riders_behind_an_ascent_are_carried_by_riders_on_the_flat_before_it(ride: Ride) -> None:
    riders = {"0S": "5 right", "1S": "7 right", "2S": "8 right"}  # they end on 7, 9 and 10, an ascent
    assert all_two(ride, PEAK, riders).places == {"0S": "8 right", "1S": "9 right", "2S": "10 right"}


# --- exhaustion -------------------------------------------------------------------------------------


@pytest.mark.rule("FR5.4")
def test_an_empty_square_in_front_tires_whatever_is_further_ahead(ride: Ride) -> None:
    ridden = all_two(ride, FLAT, {"0S": "2 right", "0R": "5 right", "1S": "6 right"})
    assert ridden.tired == {"0S", "1S"}
    assert ridden.position["riders"]["0S"]["recycled"] == {"X": 1}
    assert ridden.position["riders"]["0R"]["recycled"] == {}


@pytest.mark.rule("FR5.4")
def test_exhaustion_is_read_after_slipstream(ride: Ride) -> None:
    assert all_two(ride, FLAT, {"0S": "6 right", "1S": "8 right"}).tired == {"1S"}


@pytest.mark.rule("FR5.4")
def test_two_riders_side_by_side_at_the_front_both_tire(ride: Ride) -> None:
    assert all_two(ride, FLAT, {"0S": "6 right", "0R": "6 left", "1S": "5 right"}).tired == {"0S", "0R"}


@pytest.mark.rule("FR5.4")
def test_an_empty_lane_in_front_does_not_tire(ride: Ride) -> None:
    assert all_two(ride, FLAT, {"0S": "6 right", "1S": "5 right", "1R": "5 left"}).tired == {"0S"}


@pytest.mark.rule("FR5.4")
def test_riders_tire_on_ascents_and_descents_too(ride: Ride) -> None:
    assert all_two(ride, PEAK, {"0S": "6 right", "1S": "8 right"}).tired == {"0S", "1S"}
    assert all_two(ride, "aejFbcu", {"0S": "9 right"}).tired == {"0S"}


@pytest.mark.rule("FR5.4", "FR1.3")
def test_the_card_is_of_the_riders_own_type(ride: Ride) -> None:
    riders = {"0S": "6 right", "1S": "2 right", "2R": "9 right"}
    assert all_two(ride, FLAT, riders).position["supply"] == {"S": 28, "R": 29}


@pytest.mark.rule("FR5.4")
def test_from_an_empty_supply_nobody_takes_a_card(ride: Ride) -> None:
    ridden = all_two(ride, FLAT, {"0S": "6 right", "1R": "2 right"}, supply={"S": 0, "R": 1})
    assert ridden.tired == {"1R"}
    assert [event.rider for event in ridden.of("Spared")] == ["0S"]
    assert ridden.position["riders"]["0S"]["recycled"] == {}
    assert ridden.position["supply"] == {"S": 0, "R": 0}


@pytest.mark.rule("FR5.4")
def test_the_last_card_goes_to_the_front_most_rider(ride: Ride) -> None:
    riders = {"0S": "2 right", "1S": "9 left", "2S": "9 right"}
    assert all_two(ride, FLAT, riders, supply={"S": 1, "R": 1}).tired == {"2S"}


@pytest.mark.rule("FR5.4", "FR3.1")
def test_the_exhaustion_card_lies_among_the_recycled_cards(
    match: Callable[..., g.Match], pick: Callable[..., Any]
) -> None:
    race = match(FLAT, {"0S": "4 right", "1S": "0 right"}, script={"0S": [9, 2, 3, 4]})
    pick(race, 0, card=9)
    race.play(1, race.choices(1)[0])
    assert race.view(0)["riders"]["0S"]["own"]["recycled"] == {"X": 1, "2": 1, "3": 1, "4": 1}
    assert race.position()["riders"]["0S"]["known"] == {"fresh": 1}
