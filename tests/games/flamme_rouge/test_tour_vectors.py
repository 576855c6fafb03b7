"""The test vectors of the Grand Tour, each as it stands in the numbered rules (FR10)."""

from types import ModuleType

import pytest

import gruppetto as g

ASCENT = "aejLbcu"  # 10–12 climb
DESCENT = "aejFbcu"  # 10–12 descend


@pytest.mark.rule("FV10", "GT4")
def test_fv10_three_squares_past_the_line_in_the_first_finishing_round(tours: ModuleType) -> None:
    riders = {"0S": ("30 right", 5), "0R": ("30 left", 5), "1R": ("28 right", 5), "1S": ("5 right", 2)}
    ridden = tours.ride(riders)
    assert ridden.crossed["1R"] == (3, 3)
    assert ridden.times["1R"] == 50


@pytest.mark.rule("FV10", "GT4", "GT6")
def test_fv10_the_winner_of_the_stage_gains_ten_seconds_more(tours: ModuleType) -> None:
    riders = {"0S": ("29 right", 4), "0R": ("20 right", 3), "1S": ("5 right", 2), "1R": ("9 right", 3)}
    ridden = tours.ride(riders)
    assert ridden.crossed == {"0S": (1, 3)}
    assert ridden.times["0S"] == 40


@pytest.mark.rule("FV10", "GT4")
def test_fv10_two_rounds_later_one_square_past_the_line(tours: ModuleType) -> None:
    places = {"0S": "30 right", "0R": "30 left", "1R": "21 right", "1S": "3 right"}
    script = {"0S": [5], "0R": [5], "1R": [3], "1S": [2]}
    tour = tours.begun(tours.document(places, race={"script": script}))
    tours.play_round(tour, {"0S": 5, "0R": 5, "1R": 3, "1S": 2}, {})
    tour = tours.begun(continued(tours, tour, script={"1R": [3], "1S": [2]}))
    tours.play_round(tour, {"1R": 3, "1S": 2}, {})
    tour = tours.begun(continued(tours, tour, script={"1R": [4], "1S": [2]}))
    ridden = tours.play_round(tour, {"1R": 4, "1S": 2}, {})
    assert ridden.crossed == {"1R": (3, 1)}
    assert ridden.times["1R"] == 190


def continued(tours: ModuleType, tour: g.Match, script: dict[str, list[int]]) -> dict[str, object]:
    """The same position with full decks, nothing drawn, and the next cards chosen."""
    document = tour.position()
    for name in script:
        rider = document["race"]["riders"][name]
        kept = {key: rider[key] for key in ("square", "lane")}
        document["race"]["riders"][name] = kept
    document["race"]["script"] = script
    del document["race"]["supply"]
    return dict(document)


@pytest.mark.rule("FV11", "GT7")
def test_fv11_passing_zero_shifts_everybody_by_a_minute(tours: ModuleType) -> None:
    """A (1S) on 0:20 gains 30 s; B (1R) of 1:40 has come home before and gains nothing."""
    standings = {"1S": {"time": 20}, "1R": {"time": 100}, "0S": {"time": 200}, "0R": {"time": 300}}
    ridden = tours.ride({"1S": ("28 right", 5), "0S": ("5 right", 2)}, home=("1R", "0R"), standings=standings)
    assert ridden.gained == {"1S": 30}
    assert (ridden.times["1S"], ridden.times["1R"]) == (50, 160)
    assert [event.seconds for event in ridden.of("ClockShifted")] == [60]


@pytest.mark.rule("FV11", "GT7")
def test_reaching_zero_exactly_shifts_too_and_ten_seconds_do_not(tours: ModuleType) -> None:
    for time, after in ((30, 60), (40, 10)):
        ridden = tours.ride(
            {"1S": ("28 right", 5), "0S": ("5 right", 2)},
            home=("1R", "0R"),
            standings={"1S": {"time": time}},
        )
        assert ridden.times["1S"] == after


@pytest.mark.rule("FV12", "GT8")
@pytest.mark.parametrize(
    ("before", "trait", "kept"),
    [
        (5, None, 3),
        (5, "sheriff", 2),
        (1, None, 1),
        (1, "sheriff", 0),
        (0, None, 0),
        (0, "sheriff", 0),
        (4, None, 2),
    ],
)
def test_fv12_half_of_the_exhaustion_is_given_back(
    before: int, trait: str | None, kept: int, tours: ModuleType
) -> None:
    """The last rider crosses with a card from his deck; the others are home already."""
    deck = {"5": 1, **({"X": before} if before else {})}
    standing = {"trait": trait} if trait else {}
    riders = {"0S": "home", "0R": "home", "1R": "home", "1S": {"square": 29, "lane": "right", "deck": deck}}
    tour = tours.begun(
        tours.document(riders, standings={"1S": standing}, race={"script": {"1S": [5]}, "round": 9})
    )
    tours.pick(tour, 1, "PlayCard", card=5)
    view = tour.view()
    assert view["tour"]["stage"] == 2
    assert view["riders"]["1S"]["exhaustion"] == view["riders"]["1S"]["carried_over"] == kept
    assert view["supply"] == {"S": 30 - kept, "R": 30}


@pytest.mark.rule("FV13", "GT11", "FR8.6")
@pytest.mark.parametrize(("start", "end"), [(4, 10), (3, 9), (11, 17)])
def test_fv13_il_pirata(start: int, end: int) -> None:
    position = {"stage": ASCENT, "riders": {"0S": {"square": start, "lane": "right"}}}
    _, events = g.flamme_rouge.ride(position, {"0S": 9}, {"0S": "il-pirata"})
    moves = [event.square for event in events if event.key == "Moved"]
    assert moves == [end]


@pytest.mark.rule("FV15", "GT5", "GT6")
def test_fv15_an_unbroken_line_of_riders_has_the_time_of_its_first(tours: ModuleType) -> None:
    """Past the line 4, 3, 3 and 1."""
    ridden = tours.ride(
        {"0S": ("29 right", 5), "1S": ("28 right", 5), "0R": ("28 left", 5), "1R": ("27 right", 4)}
    )
    assert ridden.crossed == {"0S": (1, 4), "1S": (2, 3), "0R": (3, 3), "1R": (4, 1)}
    assert ridden.gained == {"0S": 50, "1S": 50, "0R": 40, "1R": 10}


@pytest.mark.rule("FV16", "GT7")
def test_fv16_ten_minutes_are_out_and_nine_forty_is_in(tours: ModuleType) -> None:
    ridden = tours.ride(
        {"0S": ("29 right", 5), "0R": ("9 right", 3), "1S": ("5 right", 2), "1R": ("7 right", 3)},
        standings={"1S": {"time": 540}, "1R": {"time": 520}},
    )
    assert (ridden.times["1S"], ridden.times["1R"]) == (None, 580)
    assert [event.rider for event in ridden.of("DroppedOut")] == ["1S"]
    gc = ridden.tour.view()["tour"]["gc"]
    assert [(entry["rider"], entry["place"]) for entry in gc] == [
        ("0S", 1),
        ("0R", 2),
        ("1R", 3),
        ("1S", None),
    ]
    assert len(ridden.tour.view()["tour"]["tracker"]["tokens"]) == 3


@pytest.mark.rule("FV17", "GT11", "FR8.7")
@pytest.mark.parametrize(
    ("road", "start", "card", "trait", "end"),
    [
        ("abcdlu", 6, "X", "monsieur-chrono", 9),
        (DESCENT, 11, "X", "monsieur-chrono", 16),
        (ASCENT, 6, 5, "cannibal", 11),
        (ASCENT, 6, 4, "badger", 11),
        ("abcdlu", 6, 4, "monsieur-chrono", 10),
        ("abcdlu", 6, "X", "cannibal", 9),
        (DESCENT, 11, 5, "badger", 17),
    ],
)
def test_fv17_values_change_before_the_terrain_has_its_say(
    road: str, start: int, card: int | str, trait: str, end: int
) -> None:
    position = {"stage": road, "riders": {"0S": {"square": start, "lane": "right"}}}
    _, events = g.flamme_rouge.ride(position, {"0S": card}, {"0S": trait})
    assert [event.square for event in events if event.key == "Moved"] == [end]
