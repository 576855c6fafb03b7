"""What the rulebook leaves open: each option with its default and its alternative (FR8.1 to FR8.4)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.flamme_rouge.data.road import stage
from gruppetto.games.vocabulary import unusual

Ride = Callable[..., Any]
DEFAULTS = {
    "start_lane": "right",
    "last_square": "fall-back",
    "mountain_groups": "per-rider",
    "finish": "movement",
}


@pytest.mark.rule("FR8.1", "FR8.2", "FR8.3", "FR8.4")
def test_every_open_point_is_an_option_with_our_default() -> None:
    (game,) = [entry for entry in g.games() if entry["id"] == "flamme-rouge"]
    assert DEFAULTS.items() <= game["options"].items()


@pytest.mark.rule("FR8.1", "FR8.2", "FR8.3", "FR8.4")
@pytest.mark.parametrize("option", sorted(DEFAULTS))
def test_an_open_point_cannot_be_settled_in_a_third_way(option: str) -> None:
    with pytest.raises(g.BadOption):
        g.start("flamme-rouge", seats=2, options={option: "perhaps"})


@pytest.mark.rule("FR8.1", "FR8.2", "FR8.3", "FR8.4")
@pytest.mark.parametrize(
    ("option", "other"),
    [
        ("start_lane", "free"),
        ("last_square", "open-road"),
        ("mountain_groups", "whole-group"),
        ("finish", "slipstream"),
    ],
)
def test_a_settled_point_survives_in_the_position_document(option: str, other: str) -> None:
    race = g.start("flamme-rouge", seats=2, seed=1, options={option: other})
    assert race.position()["options"] == {option: other}
    again = g.from_position("flamme-rouge", race.position(), seed=1)
    assert unusual(again.options) == {option: other}


# --- FR8.1 start placement --------------------------------------------------------------------------


def lanes(race: g.Match) -> set[tuple[int, str]]:
    messages: list[Any] = [choice.message for choice in race.choices(0)]
    return {(message.square, message.lane) for message in messages if message.rider == "0S"}


@pytest.mark.rule("FR8.1")
def test_on_an_empty_start_square_the_right_lane_is_taken() -> None:
    race = g.start("flamme-rouge", seats=2, options={"first": 0})
    assert lanes(race) == {(square, "right") for square in range(5)}


@pytest.mark.rule("FR8.1")
def test_with_free_start_lanes_the_left_one_may_be_taken_too(pick: Callable[..., Any]) -> None:
    race = g.start("flamme-rouge", seats=2, options={"first": 0, "start_lane": "free"})
    everywhere = {(square, lane) for square in range(5) for lane in ("right", "left")}
    assert lanes(race) == everywhere
    pick(race, 0, rider="0R", square=4, lane="left")
    assert lanes(race) == everywhere - {(4, "left")}
    assert race.view()["riders"]["0R"]["lane"] == "left"


# --- FR8.2 the last square --------------------------------------------------------------------------

SPRINT = {"0S": "12 right", "1S": "12 left", "2S": "11 right"}


@pytest.mark.rule("FR8.2", "FR4.4")
def test_a_move_past_the_last_square_ends_on_it_and_falls_back(ride: Ride) -> None:
    ridden = ride("abu", SPRINT, {"0S": 7, "1S": 9, "2S": 9})
    assert ridden.places == {"0S": "17 right", "1S": "17 left", "2S": "16 right"}
    assert ridden.of("Ended")[0].winner == "0S"


@pytest.mark.rule("FR8.2")
def test_on_an_open_road_every_card_counts_in_full(ride: Ride) -> None:
    ridden = ride("abu", SPRINT, {"0S": 7, "1S": 9, "2S": 9}, options={"last_square": "open-road"})
    assert ridden.places == {"0S": "19 right", "1S": "21 right", "2S": "20 right"}
    assert ridden.of("Ended")[0].winner == "1S"


@pytest.mark.rule("FR8.2")
def test_an_open_road_behind_the_longest_stage_is_open_too(ride: Ride) -> None:
    """All 21 tiles lie on the table; square 73 is the first past the line."""
    riders = {"0S": "72 right", "1S": "72 left", "2S": "71 right", "3S": "71 left"}
    ridden = ride(
        "Avenue Corso Paseo", riders, dict.fromkeys(riders, 9), options={"last_square": "open-road"}
    )
    assert ridden.places == {"0S": "81 right", "1S": "81 left", "2S": "80 right", "3S": "80 left"}
    again = g.from_position("flamme-rouge", ridden.position, seed=1)
    assert again.result is not None
    assert again.result["winner"] == 0


# --- FR8.3 mixed groups -----------------------------------------------------------------------------

# In "abcGeidu" squares 18 and 19 climb. The riders end on 19, 20 and 22.
MIXED = {"0S": "17 right", "1S": "16 right", "2S": "18 right"}
CARDS = {"0S": 2, "1S": 4, "2S": 4}


def test_the_road_climbs_where_it_is_said_to() -> None:
    assert stage("abcGeidu").squares[16:24] == "ffaaffff"


@pytest.mark.rule("FR8.3", "FR5.3")
def test_of_a_mixed_group_the_riders_in_front_of_the_ascent_are_carried(ride: Ride) -> None:
    assert ride("abcGeidu", MIXED, CARDS).places == {"0S": "19 right", "1S": "21 right", "2S": "22 right"}


@pytest.mark.rule("FR8.3")
def test_with_whole_groups_a_single_climber_holds_his_group_back(ride: Ride) -> None:
    ridden = ride("abcGeidu", MIXED, CARDS, options={"mountain_groups": "whole-group"})
    assert ridden.places == {"0S": "19 right", "1S": "20 right", "2S": "22 right"}


# In "aejLbcu" squares 10 to 12 climb. The riders end on 7, 9 and 10.
FOOT = {"0S": "5 right", "1S": "7 right", "2S": "8 right"}


@pytest.mark.rule("FR8.3", "FR5.3")
def test_the_rear_of_a_mixed_group_gives_slipstream_off_the_ascent(ride: Ride) -> None:
    ridden = ride("aejLbcu", FOOT, dict.fromkeys(FOOT, 2))
    assert ridden.places == {"0S": "8 right", "1S": "9 right", "2S": "10 right"}


@pytest.mark.rule("FR8.3")
def test_with_whole_groups_a_group_with_a_climber_gives_none(ride: Ride) -> None:
    ridden = ride("aejLbcu", FOOT, dict.fromkeys(FOOT, 2), options={"mountain_groups": "whole-group"})
    assert ridden.places == {"0S": "7 right", "1S": "9 right", "2S": "10 right"}


@pytest.mark.rule("FR8.3", "FR5.2")
@pytest.mark.parametrize("groups", ["per-rider", "whole-group"])
def test_away_from_ascents_both_ways_are_the_same(groups: str, ride: Ride) -> None:
    riders = {"0S": "5 right", "1S": "7 right", "2S": "9 right"}
    ridden = ride("abcdu", riders, dict.fromkeys(riders, 2), options={"mountain_groups": groups})
    assert ridden.places == {"0S": "9 right", "1S": "10 right", "2S": "11 right"}


# --- FR8.4 the finish -------------------------------------------------------------------------------

# In "abu" square 13 is the first past the line. The riders end on 15, 13 and 11.
CLOSE = {"0S": "12 right", "1S": "11 right", "2S": "9 right"}
CLOSE_CARDS = {"0S": 3, "1S": 2, "2S": 2}


@pytest.mark.rule("FR8.4", "FR6.1")
def test_places_are_read_before_slipstream(ride: Ride) -> None:
    ridden = ride("abu", CLOSE, CLOSE_CARDS)
    assert ridden.places == {"0S": "15 right", "1S": "13 right", "2S": "11 right"}
    assert ridden.carried == {}


@pytest.mark.rule("FR8.4")
def test_or_after_slipstream_where_that_is_agreed(ride: Ride) -> None:
    ridden = ride("abu", CLOSE, CLOSE_CARDS, options={"finish": "slipstream"})
    assert ridden.places == {"0S": "15 right", "1S": "14 right", "2S": "13 right"}
    assert ridden.of("Ended")[0].winner == "0S"


@pytest.mark.rule("FR8.4")
def test_either_way_the_race_goes_on_while_nobody_has_crossed(ride: Ride) -> None:
    for finish in ("movement", "slipstream"):
        ridden = ride(
            "abu", {"0S": "10 right", "1S": "8 right"}, {"0S": 2, "1S": 2}, options={"finish": finish}
        )
        assert ridden.places == {"0S": "12 right", "1S": "11 right"}
        assert ridden.of("Ended") == []
        assert ridden.position["round"] == 2
