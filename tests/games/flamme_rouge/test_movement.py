"""The movement phase, on the flat and in the mountains (FR4.1 to FR4.7).

"abcdlu" is flat: start squares 0–4, the line before 31, last square 35. In "aejLbcu" squares 10–12 are an
ascent and 13–15 a descent; in "aejFbcu" squares 10–12 are a descent. All other squares are flat.
"""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stage

FLAT, CLIMB, DROP = "abcdlu", "aejLbcu", "aejFbcu"
Ride = Callable[..., Any]


def test_the_roads_of_this_file_are_what_they_are_said_to_be() -> None:
    assert set(stage(FLAT).squares[5:31]) == {"f"}
    assert stage(CLIMB).squares[6:28] == "ffffaaadddffffffffffff"
    assert stage(DROP).squares[6:28] == "ffffdddfffffffffffffff"
    assert stage(DOWN_AND_UP).squares[5:18] == "fffdddfffaaad"
    assert stage(UPHILL_FINISH).squares[5:] == "fffffffffffffaaFFFF"


# --- order ------------------------------------------------------------------------------------------


@pytest.mark.rule("FR4.1")
def test_riders_move_front_most_first_and_the_right_lane_before_the_left(ride: Ride) -> None:
    riders = {"0S": "3 left", "1S": "8 left", "2S": "3 right", "3S": "8 right", "0R": "5 left"}
    assert list(ride(FLAT, riders, dict.fromkeys(riders, 3)).moved) == ["3S", "1S", "0R", "2S", "0S"]


@pytest.mark.rule("FR4.1")
def test_a_rider_who_is_overtaken_still_moves_in_his_turn(ride: Ride) -> None:
    ridden = ride(FLAT, {"0S": "10 right", "1S": "9 right", "2S": "8 right"}, {"0S": 2, "1S": 9, "2S": 9})
    assert ridden.moved == {"0S": "12 right", "1S": "18 right", "2S": "17 right"}
    assert list(ridden.moved) == ["0S", "1S", "2S"]


@pytest.mark.rule("FR4.1")
def test_all_played_cards_are_revealed_before_anybody_moves(
    match: Callable[..., g.Match], finish_round: Callable[..., Any]
) -> None:
    race = match(FLAT, {"0S": "4 right", "0R": "3 right", "1S": "4 left", "1R": "3 left"})
    keys = [event.key for event in finish_round(race) if event.key in {"Revealed", "Moved"}]
    assert keys == ["Revealed"] * 4 + ["Moved"] * 4


@pytest.mark.rule("FR4.1")
def test_the_cards_shown_are_the_cards_that_were_played(
    match: Callable[..., g.Match], pick: Callable[..., Any]
) -> None:
    race = match(FLAT, {"0S": "4 right", "1R": "3 right"}, script={"0S": [9, 2, 2, 3], "1R": [7, 6, 3, 3]})
    pick(race, 0, card=9)
    pick(race, 1, card=6)
    riders = race.view()["riders"]
    assert (riders["0S"]["revealed"], riders["1R"]["revealed"]) == (9, 6)
    assert (riders["0S"]["square"], riders["1R"]["square"]) == (13, 9)


# --- moving and stopping ----------------------------------------------------------------------------


@pytest.mark.rule("FR4.2")
@pytest.mark.parametrize("card", [2, 3, 4, 5, 6, 7, 9])
def test_a_rider_moves_exactly_the_value_of_his_card(card: int, ride: Ride) -> None:
    assert ride(FLAT, {"0S": "7 right"}, {"0S": card}).moved == {"0S": f"{7 + card} right"}


@pytest.mark.rule("FR4.2")
def test_a_rider_rides_through_full_squares(ride: Ride) -> None:
    riders = {"0S": "6 right", "0R": "6 left", "1S": "5 right", "1R": "5 left", "2S": "4 right"}
    cards = {"0S": 3, "0R": 3, "1S": 3, "1R": 3, "2S": 9}
    assert ride(FLAT, riders, cards).moved["2S"] == "13 right"


@pytest.mark.rule("FR4.2")
def test_before_a_full_square_he_stops_on_the_nearest_one_with_a_free_lane(ride: Ride) -> None:
    riders = {"0S": "7 right", "0R": "7 left", "1S": "5 right"}
    assert ride(FLAT, riders, {"0S": 3, "0R": 3, "1S": 5}).moved["1S"] == "9 right"


@pytest.mark.rule("FR4.2")
def test_before_several_full_squares_he_falls_back_behind_them_all(ride: Ride) -> None:
    crowd = {
        "0S": "9 right",
        "0R": "9 left",
        "1S": "8 right",
        "1R": "8 left",
        "2S": "7 right",
        "2R": "7 left",
    }
    riders = {**crowd, "3S": "5 right"}
    ridden = ride(FLAT, riders, {**dict.fromkeys(riders, 3), "3S": 7})
    assert ridden.moved["3S"] == "9 right"


@pytest.mark.rule("FR4.2")
def test_riders_who_have_not_moved_yet_are_not_in_his_way(ride: Ride) -> None:
    """A blocked rider falls back only to where riders ahead left room, beside one who has moved."""
    riders = {"0S": "9 right", "0R": "8 right", "1S": "7 right", "1R": "7 left"}
    ridden = ride(FLAT, riders, {"0S": 3, "0R": 4, "1S": 5, "1R": 4})
    assert ridden.moved == {"0S": "12 right", "0R": "12 left", "1S": "11 right", "1R": "11 left"}


@pytest.mark.rule("FR4.3")
@pytest.mark.parametrize("lane", ["right", "left"])
def test_on_an_empty_square_he_takes_the_right_lane(lane: str, ride: Ride) -> None:
    assert ride(FLAT, {"0S": f"7 {lane}"}, {"0S": 4}).moved == {"0S": "11 right"}


@pytest.mark.rule("FR4.3")
@pytest.mark.parametrize("lane", ["right", "left"])
def test_beside_another_rider_he_takes_the_free_lane(lane: str, ride: Ride) -> None:
    assert ride(FLAT, {"0S": "8 right", "1S": f"6 {lane}"}, {"0S": 2, "1S": 4}).moved == {
        "0S": "10 right",
        "1S": "10 left",
    }


@pytest.mark.rule("FR4.3")
def test_falling_back_beside_another_rider_he_takes_the_free_lane(ride: Ride) -> None:
    riders = {"0S": "8 right", "0R": "8 left", "1S": "7 right", "1R": "5 right"}
    ridden = ride(FLAT, riders, {"0S": 3, "0R": 3, "1S": 3, "1R": 6})
    assert ridden.moved == {"0S": "11 right", "0R": "11 left", "1S": "10 right", "1R": "10 left"}


# --- the end of the road ----------------------------------------------------------------------------


@pytest.mark.rule("FR4.4")
def test_nobody_rides_past_the_last_square(ride: Ride) -> None:
    assert ride(FLAT, {"0S": "30 right"}, {"0S": 9}).moved == {"0S": "35 right"}
    assert ride(FLAT, {"0S": "26 right"}, {"0S": 9}).moved == {"0S": "35 right"}
    assert ride(FLAT, {"0S": "25 right"}, {"0S": 9}).moved == {"0S": "34 right"}


@pytest.mark.rule("FR4.4", "FR4.2")
def test_on_a_full_last_square_he_falls_back(ride: Ride) -> None:
    riders = {"0S": "30 right", "1S": "30 left", "2S": "29 right", "3S": "29 left", "0R": "28 right"}
    assert ride(FLAT, riders, {**dict.fromkeys(riders, 9), "0R": 7}).moved == {
        "0S": "35 right",
        "1S": "35 left",
        "2S": "34 right",
        "3S": "34 left",
        "0R": "33 right",
    }


# --- ascents ----------------------------------------------------------------------------------------


@pytest.mark.rule("FR4.5")
@pytest.mark.parametrize("card", [6, 7, 9])
@pytest.mark.parametrize("start", [5, 6, 7, 8, 9, 10, 11, 12])
def test_on_into_or_over_an_ascent_five_is_the_most(start: int, card: int, ride: Ride) -> None:
    assert ride(CLIMB, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{start + 5} right"}


@pytest.mark.rule("FR4.5")
@pytest.mark.parametrize("card", ["X", 2, 3, 4, 5])
@pytest.mark.parametrize("start", [6, 8, 11])
def test_small_cards_are_worth_the_same_on_an_ascent(start: int, card: int | str, ride: Ride) -> None:
    value = 2 if card == "X" else int(card)
    assert ride(CLIMB, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{start + value} right"}


@pytest.mark.rule("FR4.5")
def test_behind_the_ascent_the_limit_is_gone(ride: Ride) -> None:
    assert ride("aijGkbcu", {"0S": "12 right"}, {"0S": 9}).moved == {"0S": "21 right"}


@pytest.mark.rule("FR4.5", "FR4.2")
def test_where_the_limit_ends_on_a_full_square_he_falls_back_from_there(ride: Ride) -> None:
    riders = {"0S": "9 right", "0R": "9 left", "1S": "7 right"}
    assert ride(CLIMB, riders, {"0S": 3, "0R": 3, "1S": 9}).moved["1S"] == "11 right"


@pytest.mark.rule("FR4.6")
@pytest.mark.parametrize(
    ("start", "card", "end"),
    [(4, 6, 9), (4, 7, 9), (4, 9, 9), (3, 7, 9), (2, 9, 9), (1, 9, 9), (3, 6, 9), (0, 9, 9)],
)
def test_whose_sixth_or_later_square_is_the_first_of_the_ascent_stops_before_it(
    start: int, card: int, end: int, ride: Ride
) -> None:
    assert ride(CLIMB, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{end} right"}


@pytest.mark.rule("FR4.6")
@pytest.mark.parametrize(("start", "card"), [(0, 7), (1, 7), (2, 6), (2, 7), (3, 5)])
def test_a_card_that_does_not_reach_the_ascent_is_not_limited(start: int, card: int, ride: Ride) -> None:
    assert ride(CLIMB, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{start + card} right"}


@pytest.mark.rule("FR4.6")
def test_the_fifth_square_may_be_the_first_of_the_ascent(ride: Ride) -> None:
    assert ride(CLIMB, {"0S": "5 right"}, {"0S": 9}).moved == {"0S": "10 right"}


@pytest.mark.rule("FR4.6", "FR4.2")
def test_before_an_ascent_with_no_room_he_falls_back_further(ride: Ride) -> None:
    riders = {"0S": "6 right", "0R": "6 left", "1S": "4 right", "1R": "3 right", "2S": "2 right"}
    ridden = ride(CLIMB, riders, {"0S": 3, "0R": 3, "1S": 9, "1R": 7, "2S": 9})
    assert (ridden.moved["1S"], ridden.moved["1R"], ridden.moved["2S"]) == ("8 right", "8 left", "7 right")


@pytest.mark.rule("FR4.5", "FR4.6")
def test_the_last_climb_before_the_line_holds_riders_back(ride: Ride) -> None:
    """In "abU" squares 12 and 13 climb to the line; 14 is the first square past it."""
    riders = {"0S": "11 right", "1S": "6 right", "2S": "7 right"}
    assert ride("abU", riders, dict.fromkeys(riders, 9)).moved == {
        "0S": "16 right",
        "2S": "12 right",
        "1S": "11 right",
    }


# --- descents ---------------------------------------------------------------------------------------


@pytest.mark.rule("FR4.7")
@pytest.mark.parametrize(
    ("card", "squares"), [("X", 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 6), (7, 7), (9, 9)]
)
def test_from_a_descent_every_card_counts_at_least_five(card: int | str, squares: int, ride: Ride) -> None:
    for start in (10, 11, 12):
        assert ride(DROP, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{start + squares} right"}


@pytest.mark.rule("FR4.7")
@pytest.mark.parametrize(("start", "card"), [(9, 2), (8, 2), (7, 4), (9, 3)])
def test_riding_onto_a_descent_gains_nothing_yet(start: int, card: int, ride: Ride) -> None:
    assert ride(DROP, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{start + card} right"}


@pytest.mark.rule("FR4.7", "FR4.5")
def test_from_a_descent_into_an_ascent_a_small_card_counts_five(ride: Ride) -> None:
    """In "aBDcu" squares 6–9 descend, 12–16 climb, 17 descends."""
    assert ride("aBDcu", {"0S": "9 right"}, {"0S": 2}).moved == {"0S": "14 right"}
    assert ride("aBDcu", {"0S": "9 right"}, {"0S": 9}).moved == {"0S": "14 right"}


@pytest.mark.rule("FR4.7", "FR4.6")
def test_from_a_descent_a_big_card_stops_before_a_far_ascent(ride: Ride) -> None:
    assert ride("aBDcu", {"0S": "6 right"}, {"0S": 9}).moved == {"0S": "11 right"}
    assert ride("aBDcu", {"0S": "6 right"}, {"0S": 2}).moved == {"0S": "11 right"}


@pytest.mark.rule("FR4.7", "FR4.2")
def test_the_five_of_a_descent_may_still_be_blocked(ride: Ride) -> None:
    riders = {"0S": "12 right", "0R": "12 left", "1S": "11 right", "1R": "11 left"}
    ridden = ride(DROP, riders, {"0S": 2, "0R": 3, "1S": 6, "1R": 6})
    assert ridden.moved == {"0S": "17 right", "0R": "17 left", "1S": "16 right", "1R": "16 left"}


# --- what a move was held by ------------------------------------------------------------------------

DOWN_AND_UP = "aeFLcu"  # 8–10 descend, 14–16 climb
UPHILL_FINISH = "abcU"  # 18 and 19 climb, the last square is 23
REASONS: dict[str, tuple[str, str, int | str, tuple[str, ...]]] = {
    "nothing": (FLAT, "5 right", 9, ()),
    "nothing: a climb that is not reached": (CLIMB, "5 right", 4, ()),
    "nothing: a card of five on the climb": (CLIMB, "9 right", 5, ()),
    "nothing: a card of five off the descent": (DROP, "10 right", 5, ()),
    "the climb, from a square on it": (CLIMB, "10 right", 9, ("climb",)),
    "the climb, entered": (CLIMB, "8 right", 6, ("climb",)),
    "the climb, five squares away": (CLIMB, "5 right", 9, ("climb",)),
    "its foot, six squares away": (CLIMB, "4 right", 6, ("foot",)),
    "its foot, eight squares away": (CLIMB, "2 right", 9, ("foot",)),
    "the descent": (DROP, "12 right", 4, ("descent",)),
    "the descent, on exhaustion": (DROP, "10 right", "X", ("descent",)),
    "the descent, on to a climb": (DOWN_AND_UP, "10 right", 2, ("descent",)),
    "the climb behind a descent": (DOWN_AND_UP, "10 right", 9, ("climb",)),
    "the foot behind a descent": (DOWN_AND_UP, "8 right", 9, ("foot",)),
    "the climb, and the end of the road": (UPHILL_FINISH, "17 right", 9, ("climb", "road's end")),
    "the end of the road": (FLAT, "28 right", 9, ("road's end",)),
    "nothing: just to the end of the road": (FLAT, "26 right", 9, ()),
}


def reasons_of(ridden: Any, rider: str) -> tuple[str, ...]:
    """What the move of a rider was held by."""
    (move,) = [event for event in ridden.of("Moved") if event.rider == rider]
    return tuple(move.reasons)


@pytest.mark.rule("FR4.4", "FR4.5", "FR4.6", "FR4.7")
@pytest.mark.parametrize("case", REASONS)
def test_a_move_says_what_held_it(case: str, ride: Ride) -> None:
    road, place, card, reasons = REASONS[case]
    assert reasons_of(ride(road, {"0S": place}, {"0S": card}), "0S") == reasons


@pytest.mark.rule("FR4.2", "FR4.5", "FR4.6", "FR4.4")
@pytest.mark.parametrize(
    ("road", "front", "place", "card", "reasons"),
    [
        (FLAT, (10, 2, 12), "8 right", 4, ("riders",)),
        (FLAT, (10, 3, 13), "8 right", 4, ()),
        (CLIMB, (11, 2, 13), "8 right", 9, ("climb", "riders")),
        (CLIMB, (7, 2, 9), "3 right", 9, ("foot", "riders")),
        (FLAT, (30, 9, 35), "29 right", 9, ("road's end", "riders")),
    ],
)
def test_riders_in_the_way_are_one_reason_more(
    road: str, front: tuple[int, int, int], place: str, card: int, reasons: tuple[str, ...], ride: Ride
) -> None:
    """Two riders move from one square to another and fill it; 2S would end there, or just before."""
    start, step, full = front
    riders = {"0S": f"{start} right", "1S": f"{start} left", "2S": place}
    ridden = ride(road, riders, {"0S": step, "1S": step, "2S": card})
    assert (ridden.moved["0S"], ridden.moved["1S"]) == (f"{full} right", f"{full} left")
    assert reasons_of(ridden, "2S") == reasons
