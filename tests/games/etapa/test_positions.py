"""Position documents that no race can come to are refused, and the refusal says why."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Json = dict[str, Any]
Position = Callable[..., Json]
LYING = {"field": 50, "status": "fallen", "back": 5, "shaken": 1}


def refused(document: Json) -> str:
    with pytest.raises(g.BadPosition) as refusal:
        g.from_position("etapa", document)
    return str(refusal.value)


RIDERS: dict[str, tuple[Json, str]] = {
    "injured with tokens": ({"field": 50, "injured": 1, "tokens": 2}, "injured: "),
    "on field 0 after the first round": ({"field": 0}, "places: "),
    "gone, and rides": ({"field": 50, "gone": 1}, "entered: "),
    "out, and not gone": ({"field": 50, "status": "out"}, "entered: "),
    "gone in a stage to come": ({"field": 50, "status": "out", "gone": 2}, "entered: "),
    "withdrawn, and sound": ({"field": 50, "status": "withdrawn"}, "injured: "),
    "fallen for three rounds": ({**LYING, "back": 7}, "grief: "),
    "fallen, and due back before": ({**LYING, "back": 3}, "grief: "),
    "riding, and due back later": ({"field": 50, "back": 6}, "grief: "),
    "lying with tokens": ({**LYING, "tokens": 1}, "tokens: "),
    "a prime passed that lies ahead": ({"field": 50, "passed": 1}, "primes: "),
    "past the line": ({"field": 101}, "past the line"),
    "a field that is none": ({"field": 400}, "field"),
    "before the start": ({"field": -1}, "before the start"),
}


@pytest.mark.parametrize(("rider", "reason"), RIDERS.values(), ids=RIDERS)
def test_a_rider_as_nobody_can_be_is_refused(position: Position, rider: Json, reason: str) -> None:
    road = "F100 | S@60 | limit 60 | flag 99"
    assert reason in refused(position({"1": rider, "4": 50}, road))


@pytest.mark.rule("C6.1.3")
def test_who_is_due_back_this_round_lies_until_their_turn_and_not_after(match: Any, go: Any) -> None:
    race = match({"1": 60, "4": 50}, "F100 | limit 60 | flag 99", dice=[3])
    go(race, "Throw")
    document = race.position()
    assert (document["order"][:2], document["round"]) == ([1, 4], 5)
    lying = {"status": "fallen", "back": 5, "shaken": 1}
    document["riders"]["1"] |= lying
    assert "grief: " in refused(document)
    document["riders"]["1"]["back"] = 6
    g.from_position("etapa", document)
    early = match({"1": 60, "4": {**LYING}}, "F100 | limit 60 | flag 99").position()
    assert early["riders"]["4"] | lying == early["riders"]["4"]


@pytest.mark.rule("C3.1")
def test_who_is_still_to_come_in_the_order_is_in_the_race(match: Any) -> None:
    document = g.start("etapa", seats=2, seed=1).position()
    while document["step"] != "go":
        race = g.from_position("etapa", document, seed=1)
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
        document = race.position()
    assert "order: " in refused({**document, "round": 0})
    last = document["order"][document["moment"]["ordered"] - 1]
    del document["riders"][str(last)]
    assert "order: " in refused(document)


TEAMS: dict[str, tuple[Json, str]] = {
    "a car in front of its rider": ({"served": 1, "car": 60}, "cars: "),
    "a car too far behind": ({"served": 1, "car": 43}, "cars: "),
    "a car for a rider of others": ({"served": 4, "car": 44}, "own riders"),
    "more Slow cards than there are": ({"slow": 30}, "slow: "),
    "a line of four": ({"line": [1, 2, 3, 1]}, "line"),
    "a total beyond 32 bits": ({"total": 1 << 40}, "total"),
}


@pytest.mark.parametrize(("team", "reason"), TEAMS.values(), ids=TEAMS)
def test_a_team_as_none_can_be_is_refused(position: Position, team: Json, reason: str) -> None:
    document = position({"1": {**LYING, "back": 6}, "4": 50})
    document["teams"] = [team, {}]
    assert reason in refused(document)


MORE: dict[str, tuple[Json, str]] = {
    "a rider twice in the order": ({"order": [1, 1]}, "order: "),
    "an order that is not counted": ({"order": [1]}, "order: "),
    "too many in the order": ({"order": [1] * 40}, "order"),
    "places at a prime that nobody passed": ({"primes": [2]}, "primes: "),
    "cards that have vanished": ({"pile": {"2": 1}}, "cards: "),
    "more cards than there are": ({"pile": {"2": 6}}, "more than there are"),
    "a moment that is none": ({"moment": {"weather": 1}}, "there is no 'weather'"),
    "a number beyond 64 bits": ({"moment": {"turn": 1 << 80}}, "twenty digits"),
    "a throw of 7": ({"script": {"dice": [7]}}, "between 1 and 6"),
    "a throw beyond 64 bits": ({"script": {"dice": [10**40]}}, "between 1 and 6"),
    "a question nobody is asked": ({"step": "turn", "ask": "plan"}, "owing"),
    "a question in no turn": ({"step": "turn", "ask": "plan", "moment": {"owing": 1}}, "rider"),
    "a die without real dice": ({"step": "rolled", "ask": "die", "moment": {"owing": 1}}, "real_dice"),
    "a round of a time trial": ({"step": "trial-round"}, "step"),
    "a round after the finish": ({"step": "round", "moment": {"crossed": 1}}, "somebody is home"),
    "nobody to choose from": ({"step": "order", "ask": "next", "moment": {"owing": 2}}, "nothing to choose"),
}  # fmt: skip


@pytest.mark.parametrize(("more", "reason"), MORE.values(), ids=MORE)
def test_a_moment_that_cannot_be_is_refused(position: Position, more: Json, reason: str) -> None:
    document = position({"1": 50, "2": 50})
    assert reason in refused({**document, **more})


def test_a_jersey_is_worn_once(position: Position) -> None:
    yellow = {"field": 50, "jersey": "yellow"}
    assert "jerseys: " in refused(position({"1": yellow, "4": yellow}))


def test_start_numbers_are_the_only_names(position: Position) -> None:
    assert "start number" in refused(position({"1": 50, "4": 50}) | {"riders": {"1\n": {"field": 50}}})


def test_a_position_from_a_race_is_accepted_again() -> None:
    race = g.start("etapa", seats=3, seed=3, options={"stages": ["Chrono par équipes", "Plaine"]})
    for number in range(400):
        if race.over:
            break
        seat = race.waiting[number % len(race.waiting)]
        choices = race.choices(seat)
        race.play(seat, choices[number % len(choices)])
        if number % 10 == 0:
            assert g.from_position("etapa", race.position()).position() == race.position()


def test_without_crashes_nobody_is_injured() -> None:
    race = g.start("etapa", seats=2, seed=1, options={"crashes": False})
    assert race.position()["options"]["injuries"] is False
    with pytest.raises(g.BadOption, match=r"injuries: .* leave it out, or set crashes too"):
        g.start("etapa", seats=2, seed=1, options={"crashes": False, "injuries": True})


@pytest.mark.rule("C15.3")
@pytest.mark.parametrize("stages", [["TTT 28 30 36 56"], ["Plaine", "Plaine"]])
def test_a_world_championship_is_one_stage_that_a_rider_wins(stages: list[str]) -> None:
    with pytest.raises(g.BadOption, match=r"world_championship: .*C15\.3"):
        g.start("etapa", seats=2, seed=1, options={"stages": stages, "world_championship": True})


@pytest.mark.rule("C16.2")
@pytest.mark.parametrize(
    ("stage", "reason"),
    [
        ("F٤٠ F60", "There is no stage"),
        ("F60 F40 | S@٤٠", "should look like"),
        ("F100 | limit ٤٠", "not a number"),
        ("Pla\0ine", "cannot be read"),
        ("F100 | S@50 4@60 S@50", "S@50 stands there twice"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(stage: str, reason: str) -> None:
    with pytest.raises((g.BadStage, g.UnknownStage), match=reason):
        g.start("etapa", seats=2, seed=1, options={"stages": [stage]})
