"""Positions that no race can reach are refused with a sentence, whatever they would have led to."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Json = dict[str, Any]
Position = Callable[..., Json]
ADVANCED = {"advanced": True, "events": False}
PERFORM = {"rider": "0-1", "role": "perform"}
SHEET = {"right": [PERFORM]}
PACE = {"activity": "raise-pace", "challenge": SHEET}
RESPONSE = {"step": "response", "decides": 1, **PACE}
COLUMNS = {"columns": [{"rider": "0-1"}, {"rider": "1-1"}]}
FINISH = {"step": "tokens", "turn": 10, "decides": 0, "rider": "0-1"}
BUNCH = {f"{seat}-{n}": "bunch 0" for seat in range(6) for n in range(1, 6)}


def obstruct(*riders: str) -> list[Json]:
    return [{"rider": rider, "role": "obstruct"} for rider in riders]


def in_bunch(seats: int, **riders: str) -> Json:
    """Everybody in the bunch but for a few."""
    placed = {name: place for name, place in BUNCH.items() if int(name[0]) < seats}
    return placed | {name.replace("_", "-").lstrip("r"): place for name, place in riders.items()}


def refused(document: Json) -> str:
    with pytest.raises(g.BadPosition) as refusal:
        g.from_position("due-ruote", document, seed=1)
    return str(refusal.value)


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    "changes",
    [
        {"shown": -2_000_000_000},
        {"shown": 2**40},
        {"turn": 2**70},
        {"first": -(2**40)},
        {"speed": 2**31},
        {"increases": -1},
        {"stage": 2**33},
        {"teams": [{"spent": 2**32}, {}]},
        {"teams": [{"due": [0] * 1000}, {}]},
        {"sprint": {"columns": [{"rider": "0-1", "value": 2**40}]}},
        {"sprint": {"stopped": [0] * 100}},
        {"speed_up": {"sector": -(2**35)}},
        {"excused": [2**35]},
        {"order": ["0-1"] * 1000},
        {"rider": "0-1\n"},
        {"rider": "٠-١"},
        {"challenge": {"wishes": {"0\n": "pace"}}},
        {"challenge": {"left": obstruct(*(["0-1"] * 24))}},
        {"composing": {"entries": obstruct("0-1", "0-2", "0-3", "0-4", "0-5")}},
        {"route": "P" * 1000},
    ],
)
def test_numbers_and_lengths_beyond_all_bounds_are_refused(changes: Json, position: Position) -> None:
    assert "does not fit" in refused(position() | changes)


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    "rider",
    [{"fatigue": 2**40}, {"time": 2**31}, {"place": -(2**33)}, {"retired": 2**32}, {"card": "A" * 99}],
)
def test_riders_beyond_all_bounds_are_refused(rider: Json, position: Position) -> None:
    document = position()
    document["riders"]["0-1"] = {**document["riders"]["0-1"], **rider}
    assert "does not fit" in refused(document)


@pytest.mark.rule("Z7.12.9", "Z7.12.10")
def test_a_control_that_nobody_can_end_is_refused(position: Position) -> None:
    places = {f"{seat}-{n}": "+3 0" for seat in range(2) for n in range(1, 6)} | {"0-1": "head 0"}
    document = position(2, places, step="control", control={"too": "few", "starter": 0})
    assert "control: A control has a fault that can be put right" in refused(document)
    enough = position(2, {}, step="control", control={"too": "few", "starter": 0})
    assert "control:" in refused(enough)


@pytest.mark.rule("Z7.8", "Z7.8.2")
def test_nobody_is_on_the_sheet_who_has_not_answered(position: Position) -> None:
    """Twenty on the left and one more to come would not find room."""
    riders = {f"{seat}-{n}": "head 0" for seat in range(6) for n in range(1, 3)}
    riders |= {f"{seat}-{n}": "bunch 0" for seat in range(6) for n in range(3, 6)}
    options = {"respond_from": "peloton"}
    left = obstruct(*(f"{seat}-{n}" for seat in range(1, 6) for n in range(1, 5)))
    challenge = {"right": [PERFORM], "left": left}
    more = {"step": "response", "activity": "raise-pace", "challenge": challenge, "options": options}
    assert "sheet:" in refused(position(6, riders, decides=5, **more))
    assert g.from_position("due-ruote", position(6, riders, asked=5, **more), seed=1).waiting


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    ("truth", "riders", "more"),
    [
        ("speed", {}, {"speed": 12, "increases": 5}),
        ("speed", {}, {"speed": 0}),
        ("speed", {}, {"route": "MM", "speed": 7}),
        ("fatigue", {"0-1": "head 21"}, {}),
        ("fatigue", {"0-1": "head 26"}, {"options": ADVANCED}),
        ("fatigue", in_bunch(2, r0_1="bunch 1"), {"step": "start", "turn": 0, "pawn": None}),
        ("tokens", {}, {"teams": [{"tokens": 6, "spent": 6}, {}]}),
        ("tokens", {}, {"teams": [{"tokens": 3, "spent": 2}, {}]}),
        ("tokens", {}, {"teams": [{}, {"passed": True}]}),
        ("special", {}, {"teams": [{"special": 5}, {}]}),
        ("special", {}, {"teams": [{"special": 9}, {}], "options": ADVANCED}),
        ("retired", {"0-1": "out 1"}, {"turn": 1}),
        ("retired", {"0-1": "out 7"}, {"turn": 3}),
        ("head", {f"{seat}-{n}": "head 0" for seat in range(4) for n in range(1, 6)}, {}),
        ("head", in_bunch(2), {}),
        ("turn", {}, {**FINISH, "turn": 3, "sprint": COLUMNS}),
        ("turn", {}, {"fed": True}),
        ("sheet", {}, {**RESPONSE, "challenge": {"right": [PERFORM], "left": obstruct("0-2")}}),
        ("sheet", {"0-1": "bunch 0"}, RESPONSE),
        ("sheet", {"0-1": "head 17"}, {**RESPONSE, "activity": "break-away"}),
        ("sheet", {}, {**RESPONSE, "speed": 12}),
        ("wishes", {}, {**PACE, "step": "wishes", "challenge": {**SHEET, "wishes": {"1": "pace"}}}),
        (
            "sprint",
            {"0-1": "bunch 0"},
            {**FINISH, "sprint": COLUMNS},
        ),
        ("sprint", {}, FINISH),
        ("sprint", {}, {"sprint": {"columns": [{"rider": "0-1"}]}}),
        ("activity", {}, {"activity": "eat", "rider": "1-1"}),
        ("activity", {}, {"activity": "small-wear-down", "rider": "0-2"}),
        ("activity", {}, {"activity": "speed-up", "rider": "0-1"}),
        ("activity", {}, {"activity": "break-away", "teams": [{"tokens": 1}, {}]}),
        ("speed-up", {}, {"speed_up": {"sector": 2}}),
        ("control", {}, {"excused": [1]}),
        ("pawn", {}, {"teams": [{"tokens": 3, "passed": True}, {}]}),
        ("pawn", {}, {"pawn": None}),
        ("decider", {}, {**RESPONSE, "decides": 0}),
        ("step", {}, {"step": "line-up-order", "turn": 10}),
    ],
)
def test_what_is_in_range_but_impossible_is_refused_by_name(
    truth: str, riders: dict[str, str], more: Json, position: Position
) -> None:
    seats = 1 + max((int(name[0]) for name in riders), default=1)
    assert f"{truth}: " in refused(position(max(2, seats), riders, **more))


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    ("truth", "rider"),
    [
        ("energy", {"energised": True}),
        ("points", {"green": 3}),
        ("points", {"time": 30}),
        ("trial", {"tokens": 1}),
        ("cards", {"card": "F5"}),
    ],
)
def test_what_a_rider_cannot_have_is_refused_by_name(truth: str, rider: Json, position: Position) -> None:
    document = position(2, options={"teams": "ready"})
    assert g.from_position("due-ruote", document, seed=1).waiting == (0,)
    document["riders"]["0-1"] |= rider
    assert f"{truth}: " in refused(document)


@pytest.mark.rule("Z10.4", "Z5.4")
def test_a_route_other_than_the_ready_one_is_refused(position: Position) -> None:
    assert "route: " in refused(position(2, route="PP") | {"route": "PM"})


@pytest.mark.rule("Z10.4")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"excused": [4]}, "excused: there is no seat 4"),
        ({"sprint": {"stopped": [5]}}, "sprint.stopped: there is no seat 5"),
        ({"challenge": {"wishes": {"3": "pace"}}}, "challenge.wishes: there is no seat 3"),
        ({"ending": "sprint"}, "ending: only a race that is over"),
        ({"order": ["0-1"]}, "ending: only a race that is over"),
    ],
)
def test_seats_and_endings_that_are_not_there_are_refused(
    changes: Json, says: str, position: Position
) -> None:
    assert says in refused(position() | changes)
