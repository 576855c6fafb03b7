"""The test vectors of the numbered rules, each as it stands there (FR10)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge import FLAMME_ROUGE
from gruppetto.games.flamme_rouge.data.road import stage
from gruppetto.games.flamme_rouge.rules import movement
from gruppetto.games.flamme_rouge.rules import record as r
from gruppetto.kernel.trace import NOT_RECORDING

FLAT = "abcdlu"
ASCENT = "aejLbcu"  # 10–12 climb
DESCENT = "aejFbcu"  # 10–12 descend
Ride = Callable[..., Any]


def test_ascent_and_descent_lie_on_squares_10_to_12() -> None:
    assert stage(ASCENT).squares[5:13] == "fffffaaa"
    assert stage(DESCENT).squares[5:20] == "fffffdddfffffff"


@pytest.mark.rule("FV1", "FR4.1", "FR4.2")
def test_fv1_the_red_rouleur_stops_before_the_full_square(ride: Ride) -> None:
    """Blue (0S) is first with 5; red (1R), one behind and beside, would end on a full square."""
    riders = {"2S": "9 right", "0S": "7 right", "1R": "7 left", "3S": "5 right"}
    ridden = ride(FLAT, riders, {"2S": 3, "0S": 5, "1R": 5, "3S": 2})
    assert list(ridden.moved) == ["2S", "0S", "1R", "3S"]
    assert (ridden.moved["0S"], ridden.moved["1R"]) == ("12 left", "11 right")


@pytest.mark.rule("FV2", "FR5.2")
def test_fv2_group_two_is_carried_two_squares_and_group_three_one(ride: Ride) -> None:
    group_1, group_2 = {"0S": "2 right"}, {"0R": "5 right", "1S": "5 left", "1R": "6 right"}
    group_3, group_4 = {"2S": "8 right", "2R": "8 left"}, {"3S": "10 right"}
    riders = {**group_1, **group_2, **group_3, **group_4}
    ridden = ride(FLAT, riders, dict.fromkeys(riders, 2))
    assert ridden.carried == {"0R": 2, "1S": 2, "1R": 2, "2S": 1, "2R": 1}
    assert ridden.places == {
        "0S": "4 right",
        "0R": "9 right",
        "1S": "9 left",
        "1R": "10 right",
        "2S": "11 right",
        "2R": "11 left",
        "3S": "12 right",
    }


@pytest.mark.rule("FV3", "FR4.5", "FR4.6")
@pytest.mark.parametrize(
    ("card", "start", "end"),
    [(9, 4, 9), (9, 3, 9), (9, 6, 11), (9, 9, 14), (9, 11, 16), (5, 4, 9), (4, 8, 12)],
)
def test_fv3_ascent_on_10_to_12(card: int, start: int, end: int, ride: Ride) -> None:
    assert ride(ASCENT, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{end} right"}


@pytest.mark.rule("FV4", "FR4.7")
@pytest.mark.parametrize(("card", "start", "end"), [(2, 11, 16), (2, 9, 11), (7, 11, 18)])
def test_fv4_descent_on_10_to_12(card: int, start: int, end: int, ride: Ride) -> None:
    assert ride(DESCENT, {"0S": f"{start} right"}, {"0S": card}).moved == {"0S": f"{end} right"}


@pytest.mark.rule("FV5", "FR5.3")
def test_fv5_only_the_rider_on_the_descent_is_carried(ride: Ride) -> None:
    """Red sprinteur ends on 8, blue rouleur on 10 (ascent), black sprinteur on 13, green on 15 (descent)."""
    riders = {"1S": "6 right", "0R": "8 right", "3S": "11 right", "2S": "12 right"}
    ridden = ride(ASCENT, riders, {"1S": 2, "0R": 2, "3S": 2, "2S": 3})
    assert ridden.moved == {"2S": "15 right", "3S": "13 right", "0R": "10 right", "1S": "8 right"}
    assert ridden.places == {"2S": "15 right", "3S": "14 right", "0R": "10 right", "1S": "8 right"}


@pytest.mark.rule("FV5", "FR5.3")
def test_fv5_a_rider_on_a_descent_is_carried_by_one_on_the_flat(ride: Ride) -> None:
    ridden = ride(ASCENT, {"0S": "12 right", "1S": "12 left"}, {"0S": 5, "1S": 3})
    assert ridden.moved == {"0S": "17 right", "1S": "15 right"}
    assert ridden.places == {"0S": "17 right", "1S": "16 right"}


@pytest.mark.rule("FV5", "FR5.3")
def test_fv5_a_rider_on_an_ascent_stays_behind_one_on_the_descent(ride: Ride) -> None:
    ridden = ride(ASCENT, {"0S": "10 right", "1S": "11 right"}, {"0S": 2, "1S": 3})
    assert ridden.places == {"0S": "12 right", "1S": "14 right"}


@pytest.mark.rule("FV6", "FR5.4")
def test_fv6_side_by_side_at_the_head_both_are_exhausted_and_the_rider_behind_is_not(ride: Ride) -> None:
    riders = {"0S": "8 right", "1S": "8 left", "2S": "7 right"}
    assert ride(FLAT, riders, dict.fromkeys(riders, 2)).tired == {"0S", "1S"}
    riders = {"0S": "8 right", "1S": "7 right", "2S": "7 left"}
    assert ride(FLAT, riders, dict.fromkeys(riders, 2)).tired == {"0S"}


@pytest.mark.rule("FV7", "FR3.5")
def test_fv7_a_rider_with_an_empty_deck_plays_two_and_his_piles_stay_empty(
    match: Callable[..., g.Match], pick: Callable[..., Any]
) -> None:
    race = match(
        FLAT, {"0S": {"square": 7, "lane": "right", "deck": {}}, "1S": "8 right"}, script={"1S": [2]}
    )
    pick(race, 1, card=2)
    rider = race.position()["riders"]["0S"]
    assert rider["square"] == 9
    assert (rider["deck"], rider["recycled"], rider.get("hand", {})) == ({}, {}, {})


@pytest.mark.rule("FV7", "FR3.5", "FR5.4")
def test_fv7_unless_he_tires(match: Callable[..., g.Match], pick: Callable[..., Any]) -> None:
    race = match(
        FLAT, {"0S": {"square": 9, "lane": "right", "deck": {}}, "1S": "4 right"}, script={"1S": [2]}
    )
    pick(race, 1, card=2)
    assert race.view()["riders"]["0S"]["unrevealed"] == {"X": 1}


@pytest.mark.rule("FV8", "FR3.3")
@pytest.mark.compiled
def test_fv8_two_face_down_and_two_random_of_the_five_recycled(match: Callable[..., g.Match]) -> None:
    recycled = {"2": 1, "3": 1, "4": 1, "5": 1, "X": 1}
    pairs = Counter[tuple[str, ...]]()
    for seed in range(200):
        race = match(
            FLAT, {"0S": {"square": 7, "lane": "right", "deck": {"9": 2}, "recycled": recycled}}, seed=seed
        )
        cards = race.view(0)["riders"]["0S"]["own"]
        assert cards["hand"]["9"] == 2
        others = Counter(cards["hand"]) - Counter({"9": 2})
        assert others.total() == 2
        assert others + Counter(cards["deck"]) == recycled
        assert cards["recycled"] == {}
        pairs[tuple(sorted(others))] += 1
    assert len(pairs) == 10
    assert all(6 <= count <= 38 for count in pairs.values())  # 20 each on average


@pytest.mark.rule("FV9", "FR6.1", "FR6.2")
def test_fv9_right_lane_then_left_lane_then_the_square_before(match: Callable[..., g.Match]) -> None:
    """Square 31 is the first past the line: A (0S) and B (1S) on the third, C (2S) on the second."""
    result = match(FLAT, {"0S": "33 left", "1S": "33 right", "2S": "32 right"}).result
    assert result is not None
    assert [entry["rider"] for entry in result["riders"]] == ["1S", "0S", "2S"]


@pytest.mark.rule("FV9", "FR6.1")
def test_fv9_as_ridden(ride: Ride) -> None:
    ridden = ride(FLAT, {"0S": "29 right", "1S": "30 right", "2S": "28 right"}, {"0S": 4, "1S": 3, "2S": 4})
    assert ridden.places == {"0S": "33 left", "1S": "33 right", "2S": "32 right"}
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FV14", "FR4.2")
def test_fv14_square_9_full_ends_on_8(ride: Ride) -> None:
    riders = {"0S": "7 right", "0R": "6 right", "1S": "4 right"}
    ridden = ride(FLAT, riders, {"0S": 2, "0R": 3, "1S": 5})
    assert ridden.moved == {"0S": "9 right", "0R": "9 left", "1S": "8 right"}


@pytest.mark.rule("FV14", "FR4.2")
def test_fv14_square_8_full_too_ends_on_7(ride: Ride) -> None:
    riders = {"0S": "7 right", "0R": "6 right", "1S": "5 right", "1R": "5 left", "2S": "4 right"}
    ridden = ride(FLAT, riders, {"0S": 2, "0R": 3, "1S": 3, "1R": 3, "2S": 5})
    assert ridden.moved["2S"] == "7 right"


@pytest.mark.rule("FV14", "FR4.2", "FR4.3")
@pytest.mark.parametrize(
    ("lane", "beside", "ends"),
    [
        ("right", None, r.RIGHT),
        ("left", None, r.RIGHT),
        ("right", "left", r.RIGHT),
        ("left", "right", r.LEFT),
    ],
)
def test_fv14_with_no_room_ahead_he_stays_right_lane_if_alone(
    lane: str, beside: str | None, ends: int, position: Callable[..., Any]
) -> None:
    """No race gets there, since everybody ahead has moved on; so his move is made alone."""
    crowd = {"0R": "5 right", "1S": "5 left", "1R": "6 right", "2S": "6 left"}
    company = {"2R": f"4 {beside}"} if beside else {}
    document = position(FLAT, {"0S": f"4 {lane}", **crowd, **company})
    state, _ = FLAMME_ROUGE.still(document, np.zeros(r.STREAMS, np.uint64))
    movement.advance(state[0], 0, 2, NOT_RECORDING)
    assert (int(state[0].square[0]), int(state[0].lane[0])) == (4, ends)
