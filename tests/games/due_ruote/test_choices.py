"""What is on offer at every step, and nothing else (Z10.1, Z10.4)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


def offered(race: Any, seat: int | None = None) -> str:
    """The kinds of all choices in their order, each with how many there are; no two are the same."""
    choices = race.match.choices(race.asks if seat is None else seat)
    assert len({choice.text for choice in choices}) == len(choices)
    keys = [choice.message.key for choice in choices]
    return " ".join(f"{key} {keys.count(key)}" for key in dict.fromkeys(keys))


def in_front(*names: str, seats: int = 2) -> dict[str, str]:
    return {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)} | dict.fromkeys(
        names, "head 0"
    )


@pytest.mark.rule("Z10.1", "Z5.2", "Z5.4", "Z6.2.2", "Z6.2.3", "Z6.3.2")
def test_before_the_first_turn(begun: Table) -> None:
    race = begun(2, first=0)
    assert offered(race) == "DraftCard 30"
    race = begun(2, first=0, teams="ready")
    assert offered(race) == "PickTerrain 4"
    race = begun(2, teams="ready", route="PP", start_first=0)
    for place in range(5):
        assert offered(race) == f"PlaceInHead {5 - place // 2}"
        race.pick(place % 2, "PlaceInHead", rider=f"{place % 2}-{place // 2 + 1}")
    assert offered(race) == "PlaceInHead 3 StandBack 1"
    race.pick(1, "StandBack").pick(0, "StandBack").pick(1, "StandBack").pick(0, "StandBack")
    assert offered(race) == "ActFirst 1 ActLast 1"


@pytest.mark.rule("Z10.1", "Z7.1", "Z7.4", "Z7.7", "Z7.6", "Z4.3")
def test_activities_nobody_answers(table: Table) -> None:
    race = table(3, {"0-5": "+1 0", "1-5": "+1 0", "1-4": "+1 0"}, teams=[{"special": 2}, {}, {}])
    assert offered(race) == "ChooseActivity 10"
    for activity, choices in (
        ("drink", "ChooseRider 5 Cancel 1"),
        ("small-wear-down", "WearRider 10 Cancel 1"),
        ("wear-down-team", "WearTeam 2 Cancel 1"),
    ):
        race.pick(0, "ChooseActivity", activity=activity)
        assert offered(race) == choices
        race.pick(0, "Cancel")
    race.pick(0, "ChooseActivity", activity="speed-up")
    assert offered(race) == "ChooseRider 1"
    race.pick(0, "ChooseRider", rider="0-5")
    assert offered(race) == "PayWith 3"
    race.pick(0, "PayWith", special=0)
    assert offered(race) == "Join 2 StayBehind 1"
    spent = table(3, teams=[{"tokens": 3}, {}, {}])
    assert offered(spent) == "ChooseActivity 9 PassForGood 1"


@pytest.mark.rule("Z10.1", "Z7.8", "Z7.10.3", "Z7.11")
def test_challenges(table: Table) -> None:
    race = table(3).pick(0, "ChooseActivity", activity="break-away")
    assert offered(race) == "Perform 3 Help 3 Cancel 1"
    race.pick(0, "Help", rider="0-2")
    assert offered(race) == "Perform 2 Help 2 Cancel 1"
    race.pick(0, "Perform", rider="0-1")
    assert offered(race) == "Perform 1 Help 1 PayWith 1 Cancel 1"
    race.pick(0, "PayWith", special=0)
    assert offered(race) == "Help 3 Obstruct 3 StayOut 1"
    race.pick(1, "Obstruct", rider="1-3")
    assert offered(race) == "Obstruct 2 PayWith 1 Cancel 1"
    race.pick(1, "PayWith", special=0).respond(2)
    assert offered(race) == "GoClear 6"
    race = table(3).challenge(0, "raise-pace", "perform 0-1")
    assert offered(race) == "Perform 3 Help 3 Obstruct 3"
    race.pick(1, "Help", rider="1-3")
    assert offered(race) == "Perform 2 Help 2 PayWith 1 Cancel 1"
    race.pick(1, "PayWith", special=0).respond(2, "help 2-1")
    assert offered(race) == "Wish 3"


@pytest.mark.rule("Z10.1", "Z7.12.1", "Z7.12.3", "Z7.12.5")
def test_controls(table: Table) -> None:
    race = table(2, in_front("0-1", "0-2", "0-3", "1-1", "1-2")).do(0, "slow-down", "0-1")
    assert offered(race) == "ControlMove 3"
    race = table(2, in_front("0-1", "0-2", "0-3", "1-1", "1-2"), teams=[{}, {"passed": True, "spent": 3}])
    race.do(0, "slow-down", "0-1")
    assert offered(race) == "ControlMove 3 UseExcuse 1"


@pytest.mark.rule("Z10.1", "Z9.4", "Z9.5", "Z9.6")
def test_the_finish(table: Table) -> None:
    front = in_front("0-1", "0-2", "0-3", "1-1", "1-2")
    race = table(2, front, step="turn", turn=10, pawn=None, teams=[{"special": 2}, {"special": 3}])
    assert offered(race) == "LineUp 3"
    race.pick(0, "LineUp", rider="0-2")
    assert offered(race) == "LineUp 2"
    race.pick(1, "LineUp", rider="1-2")
    assert offered(race) == "LineUp 2 StopLineUp 1"
    race.pick(0, "LineUp", rider="0-3")
    assert offered(race) == "LineUp 1 StopLineUp 1"
    race.pick(1, "StopLineUp").pick(0, "StopLineUp")
    assert offered(race) == "HelpSprinter 2"
    race.pick(0, "HelpSprinter", sprinter="0-2")
    assert offered(race) == "ActFirst 1 ActLast 1"
    race.pick(0, "ActLast")
    assert offered(race) == "SpendTokens 4"


@pytest.mark.rule("Z10.1", "Z11.4", "Z11.6")
def test_the_advanced_game(table: Table, begun: Table) -> None:
    race = begun(2, teams="ready", advanced=True, stages="TT, P")
    assert offered(race, 0) == offered(race, 1) == "RideAgainstClock 3"
    race = begun(2, teams="ready", route="PP", advanced=True)
    while race.step == "start":
        race.match.play(race.asks, race.match.choices(race.asks)[-1])
    assert offered(race) == "KeepEvent 3"
    race.pick(race.asks, "KeepEvent", event=race.kinds("KeepEvent")[1].event)
    assert offered(race) == "KeepEvent 2"
    cards = {"offered": ["cramp", "fine", "bonk"], "events": ["cramp", "fine"], "special": 1}
    teams = [{**cards, "laid": 2}, cards]
    race = table(2, {"0-2": "out"}, options={"advanced": True}, teams=teams).do(0, "drink", "0-1", special=1)
    assert offered(race) == "HaveCramp 4"
