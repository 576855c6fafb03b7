"""The turn in progress, number by number: what is noted of it while somebody has to decide."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
OF_THE_TURN = {
    "rider": -1, "die": 0, "other_die": 0, "second_turn": 0, "following": -1, "card": -1, "breaking": 0,
    "risk": 0, "bonus": 0, "reach": 0, "going": 0, "held": 0, "answer": -1, "checking": 0, "crash_field": 0,
    "crash_next": 0, "crash_by": -1, "new_falls": 0,
}  # fmt: skip
OF_THE_DICE_OFF = {"contest": 0, "thrown": 0, "declined": 0, "bid": 0, "settling": 0}


def noted(race: g.Match, usual: dict[str, int] = OF_THE_TURN) -> dict[str, int]:
    """The numbers of the moment that are not as they usually are."""
    moment = race.position()["moment"]
    return {name: moment[name] for name, number in usual.items() if moment[name] != number}


@pytest.mark.rule("C6.1", "C6.1.2", "C4.1")
def test_a_sprint_with_a_one_that_was_raised(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "jersey": "yellow"}, "4": 10}, dice=[1, 1], slow=1)
    assert noted(race) == {"rider": 0}
    go(race, ("Sprint", {"card": "6"}))
    assert noted(race) == {"rider": 0, "die": 1, "card": 4, "risk": 1, "checking": 1}
    go(race, ("Avoid", {"card": "2B"}))
    assert noted(race) == {"rider": 0, "die": 1, "card": 4, "risk": 1, "answer": 1, "reach": 13}
    go(race, "TakeBonus")
    assert noted(race)["bonus"] == 1
    assert noted(race)["reach"] == noted(race)["going"] == 14
    go(race, ("SlowDown", {"fields": 9}))
    assert noted(race) == {"rider": 3}
    assert race.position()["riders"]["1"] == {
        "field": 59, "jersey": "yellow", "start": 50, "rode": 1, "moved": 9, "unaided": 9, "carded": 1,
        "used": 1,
    }  # fmt: skip


@pytest.mark.rule("C3.4", "C4.1")
def test_a_wheel_with_a_jersey(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": {"field": 49, "jersey": "yellow"}}, dice=[4], slow=1)
    go(race, "Throw", "RideOn", "Follow")
    assert noted(race) == {"rider": 3, "following": 0, "reach": 10}
    go(race, "TakeBonus")
    assert noted(race) == {"rider": 3, "following": 0, "reach": 11, "going": 11, "bonus": 1}
    riders = race.position()["riders"]
    assert riders["1"] == {
        "field": 60, "start": 50, "rode": 1, "moved": 10, "unaided": 10, "followers": 1,
    }  # fmt: skip


@pytest.mark.rule("C2.5")
def test_a_breakaway(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "jersey": "green"}, "4": 10}, dice=[4, 3, 5])
    go(race, ("BreakAway", {"card": "4B"}))
    assert noted(race) == {"rider": 0, "die": 4, "breaking": 1, "risk": 1, "reach": 16}
    go(race, "TakeBonus")
    assert race.position()["riders"]["1"] == {
        "field": 68, "jersey": "green", "tokens": 1, "used": 1, "start": 50, "rode": 1, "moved": 18,
        "unaided": 16, "carded": 1,
    }  # fmt: skip
    go(race, "Throw", "Throw")
    assert noted(race) == {"rider": 0, "die": 5, "breaking": 1, "reach": 17}


@pytest.mark.rule("C7.1", "C7.3", "C17.30")
def test_an_injury_in_a_breakaway(match: Make, go: Go) -> None:
    shaken = {"field": 50, "status": "fallen", "back": 5, "shaken": 1, "jersey": "green"}
    race = match({"1": shaken, "4": 10}, dice=[1, 5], slow=1, options={"injury_and_crash": "both"})
    go(race, ("BreakAway", {"card": "4B"}))
    assert noted(race) == {"rider": 0, "die": 1, "breaking": 1, "risk": 1}
    assert race.position()["riders"]["1"].get("tokens", 0) == 0
    go(race, "RideInjured")
    assert noted(race) == {"rider": 0, "die": 1, "risk": 1, "reach": 4, "going": 4}
    assert race.position()["riders"]["1"]["injured"] == 1


@pytest.mark.rule("C6.1.4")
def test_beside_a_mass_crash(match: Make, go: Go) -> None:
    race = match({"1": 50, "2": 50, "4": 49, "5": 49}, dice=[1, 1, 3, 1])
    go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}), "FallDown")
    assert noted(race) == {
        "rider": 0, "die": 1, "card": 4, "risk": 1, "checking": 1, "crash_field": 49, "crash_next": 4,
        "crash_by": 0, "new_falls": 0b11,
    }  # fmt: skip
    go(race, "FallDown")
    assert race.view()["phase"] == "crash-car"
    assert noted(race)["new_falls"] == 0b11011
    assert (noted(race)["crash_by"], noted(race)["crash_field"]) == (4, 48)
    go(race, "KeepCar", "KeepCar")
    assert noted(race).get("new_falls", 0) == 0


@pytest.mark.rule("C10.1.1")
def test_the_two_throws_of_the_champion(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "jersey": "rainbow"}, "4": 10}, dice=[2, 6], slow=1)
    go(race, "Throw")
    assert noted(race) == {"rider": 0, "die": 6, "other_die": 2}
    assert [choice.message.face for choice in race.choices(0)] == [2, 6]  # type: ignore[attr-defined]
    go(race, ("PickFace", {"face": 2}))
    assert noted(race) == {"rider": 0, "die": 2, "other_die": 2, "reach": 8, "going": 8}


@pytest.mark.rule("C4.4")
def test_the_second_turn_of_the_white_jersey(match: Make, go: Go) -> None:
    riders = {"1": 199, "4": {"field": 150, "jersey": "white"}, "5": 140}
    race = match(riders, dice=[5, 3, 1, 2, 6], options={"cars": False, "crash_car": "never"})
    go(race, "Throw", "Throw")
    assert noted(race) == {"rider": 3, "second_turn": 1}
    first = race.position()["riders"]["4"]
    go(race, "Throw")
    assert race.position()["riders"]["4"] == {**first, "field": 159 + 7}
    assert noted(race) == {"rider": 4}
    assert race.position()["moment"]["doubled"] == 1
    go(race, "Throw")
    assert race.over


@pytest.mark.rule("C3.2")
def test_a_dice_off(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": 50, "7": 50}, dice=[6, 3, 4])
    assert noted(race, OF_THE_DICE_OFF) == {"contest": 0b111, "thrown": 0b111}
    assert (race.position()["moment"]["bidder"], race.waiting) == (1, (1,))
    go(race, "NoMore")
    assert noted(race, OF_THE_DICE_OFF) == {"contest": 0b111, "thrown": 0b111, "declined": 0b10}
    go(race, ("Raise", {"card": "4"}))
    assert noted(race, OF_THE_DICE_OFF) == {"contest": 0b111, "thrown": 0b111, "declined": 0b10, "bid": 4}
    assert race.waiting == (2,)
    go(race, "NoMore")
    assert noted(race, OF_THE_DICE_OFF) == {"contest": 0b111, "thrown": 0b111}
    assert [team["total"] for team in race.position()["teams"]] == [6, 3, 8]
    assert race.waiting == (1,)  # a raise lets all the others answer
    go(race, "NoMore", "NoMore")
    assert race.view()["order"] == ["7", "1", "4"]
    assert race.position()["moment"]["settling"] == 0


@pytest.mark.rule("C1.4")
def test_the_start(position: Any, go: Go) -> None:
    race = g.from_position("etapa", position({"1": 0, "4": 0}, step="line-up", round=0, dice=[5, 3, 2, 2]))
    assert noted(race) == {"rider": 0, "die": 3, "other_die": 5, "reach": 8, "going": 8}
    assert race.position()["order"][:2] == [1, 4]
    assert (race.position()["round"], race.position()["moment"]["ridden"]) == (1, 1)
    go(race, "RideOn")
    assert noted(race) == {"rider": 3, "die": 2, "other_die": 2, "reach": 4, "going": 4}
    assert race.position()["riders"]["1"] == {"field": 8}
    go(race, ("SlowDown", {"fields": 1}))
    assert race.view()["round"] == 2
    assert [race.position()["riders"][name]["start"] for name in "14"] == [8, 1]


@pytest.mark.rule("C13.2", "C14.4")
def test_turns_of_time_trials(position: Any, go: Go) -> None:
    riders = {str(number): 0 for number in range(1, 7)}
    race = g.from_position("etapa", position(riders, "ITT 28 30 36 56", step="line-up", round=0, dice=[3, 6]))
    assert noted(race) == {"rider": 0, "die": 3}
    go(race, ("Multiply", {"card": "4"}))
    assert noted(race) == {"rider": 0, "die": 6}
    assert race.position()["round"] == 2
    race = g.from_position("etapa", position(riders, "TTT 28 30 36 56", step="line-up", round=0, dice=[3, 2]))
    go(race, ("Lead", {"rider": "3"}), ("RideSecond", {"rider": "1"}))
    assert noted(race) == {"rider": 2, "die": 3}
    go(race, ("Multiply", {"card": "4"}))
    assert (race.view()["phase"], noted(race)) == ("change", {"rider": 2})
    go(race, "ChangeLead")
    assert noted(race) == {"rider": 2, "die": 2}
    assert race.position()["moment"]["changing"] == 1


@pytest.mark.rule("C1.4", "C1.8", "C6.1", "C8.2")
def test_every_throw_says_what_it_is_for(match: Make, position: Any, go: Go, of: Any) -> None:
    start = g.from_position("etapa", position({"1": 0, "4": 0}, step="line-up", round=0, dice=[5, 3, 2, 4]))
    events = go(start, "RideOn")
    assert [(e.rider, e.face, e.purpose) for e in of(events, "Threw")] == [
        ("4", 2, "at the start"), ("4", 4, "at the start"),
    ]  # fmt: skip
    teams = [{"hand": {"2": 2}, "slow": 0}, {"hand": {"2": 1}, "slow": 0, "served": 4, "car": 40}]
    race = match({"1": 50, "4": {"field": 45, "status": "punctured"}, "5": 20}, dice=[1, 5, 3], teams=teams)
    events = go(race, ("Sprint", {"card": "2"}))
    assert [(e.rider, e.face, e.purpose) for e in of(events, "Threw")] == [
        ("1", 1, "for the move"), ("1", 5, "to see how the crash ends"), ("4", 3, "for the car"),
    ]  # fmt: skip
    assert [(e.rider, e.field) for e in of(events, "CarDrove")] == [("4", 43)]
