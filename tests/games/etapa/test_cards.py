"""Sprint, breakaway and Slow cards (C2), one card a round (C3.3)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]


def road(letter: str) -> str:
    return f"{letter}200 | limit 150 | flag 190"


@pytest.mark.rule("C2.1")
def test_a_card_serves_a_sprint_or_a_breakaway(match: Make) -> None:
    race = match({"1": 50})
    offers = {(c.message.key, getattr(c.message, "card", None)) for c in race.choices(0)}
    assert {("Sprint", card) for card in ("2", "2B", "4", "4B", "6", "6B")} <= offers
    assert {card for key, card in offers if key == "BreakAway"} == {"2B", "4B", "6B"}


@pytest.mark.rule("C2.2", "CT1")
def test_a_sprint_adds_the_card_to_throw_and_base(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, dice=[5])
    go(race, ("Sprint", {"card": "4"}))
    assert fields(race)["1"] == 65


@pytest.mark.rule("C2.3", "CT1")
@pytest.mark.parametrize(("letter", "moved"), [("H", 7), ("E", 9)])
def test_uphill_a_sprint_counts_half(match: Make, go: Go, fields: Any, letter: str, moved: int) -> None:
    race = match({"1": 50}, road(letter), dice=[5])
    go(race, ("Sprint", {"card": "4"}))
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C2.4", "C4.3", "CT1")
@pytest.mark.parametrize(("letter", "moved"), [("F", 17), ("H", 9)])
def test_green_rides_two_more_with_a_card_never_halved(
    match: Make, go: Go, fields: Any, letter: str, moved: int
) -> None:
    race = match({"1": {"field": 50, "jersey": "green"}}, road(letter), dice=[5])
    go(race, ("Sprint", {"card": "4"}), "TakeBonus")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C2.5", "C2.6", "C2.6.1", "C2.6.2", "C2.6.3", "CT2")
@pytest.mark.parametrize(
    ("letter", "moved"), [("F", 15), ("D", 15), ("H", 9), ("N", 10), ("E", 11), ("U", 8)]
)
def test_a_breakaway_rides_on_the_next_higher_level(
    match: Make, go: Go, fields: Any, letter: str, moved: int
) -> None:
    race = match({"1": 50}, road(letter), dice=[3])
    go(race, ("BreakAway", {"card": "6B"}))
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C2.6.2")
def test_in_the_basic_game_a_breakaway_uphill_adds_six(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, road("E"), dice=[3], options={"profiles": False})
    go(race, ("BreakAway", {"card": "2B"}))
    assert fields(race)["1"] == 59


@pytest.mark.rule("C2.5", "CT3")
def test_a_breakaway_lasts_as_many_rounds_as_its_card_says(match: Make, go: Go) -> None:
    race = match({"1": 10}, dice=[2, 2, 2, 2])

    def tokens() -> int:
        return int(race.view()["riders"]["1"]["breakaway"])

    events = go(race, ("BreakAway", {"card": "6B"}))
    assert next(event.rounds for event in events if event.key == "BrokeAway") == 3
    assert tokens() == 2
    go(race, "Throw")
    assert tokens() == 1
    go(race, "Throw")
    assert tokens() == 0
    assert race.view()["riders"]["1"]["field"] == 10 + 3 * 14


@pytest.mark.rule("C2.6.4")
def test_the_level_is_read_anew_in_every_round_of_a_breakaway(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, "F60 H140 | limit 150", dice=[3, 3])
    go(race, ("BreakAway", {"card": "4B"}))
    assert fields(race)["1"] == 65
    go(race, "Throw")
    assert fields(race)["1"] == 65 + 3 + 6


@pytest.mark.rule("C2.7")
def test_a_used_card_goes_to_the_common_pile(match: Make, go: Go) -> None:
    race = match({"1": 50}, dice=[5])
    pile = race.view()["pile"]
    go(race, ("Sprint", {"card": "4"}))
    assert "4" not in race.view(0)["hand"]
    assert race.view()["pile"] == pile + 1


@pytest.mark.rule("C2.7")
def test_cards_do_not_carry_over_to_the_next_stage(match: Make, throughout: Any) -> None:
    options = {"stages": ["F200 | limit 150", "F200 | limit 150"]}
    race = match(
        {"1": 199, "4": 150}, dice=[6, 6], options=options, teams=[{"hand": {"6": 1}, "slow": 2}, {}]
    )
    while race.view()["stage_number"] == 1:
        throughout(race)
    cards = race.view(0)["hand"]
    assert cards["2B"] == cards["6"] == 1  # what a team of one is dealt, and perhaps one more (C5.5)
    assert race.view()["teams"][0]["slow"] == 1


@pytest.mark.rule("C2.8", "C17.4")
def test_a_slow_card_shortens_the_move_after_the_throw_down_to_nothing(
    match: Make, go: Go, fields: Any
) -> None:
    race = match({"1": 50}, dice=[5, 5], slow=2)
    go(race, "Throw")
    short = [c.message.fields for c in race.choices(0) if c.message.key == "SlowDown"]  # type: ignore[attr-defined]
    assert short == list(range(11))
    go(race, ("SlowDown", {"fields": 4}))
    assert fields(race)["1"] == 54
    assert race.view()["teams"][0]["slow"] == 1
    go(race, "Throw", ("SlowDown", {"fields": 0}))
    assert fields(race)["1"] == 54


@pytest.mark.rule("C3.3", "C17.26")
def test_no_second_card_in_a_breakaway(match: Make, offered: Any) -> None:
    race = match({"1": {"field": 50, "tokens": 2}})
    assert offered(race) == ["CallCar", "Throw"]


@pytest.mark.rule("C3.3")
def test_any_number_of_cards_but_one_per_rider_and_round(match: Make, go: Go, offered: Any) -> None:
    race = match({"1": 50, "2": 40}, dice=[3, 3, 3], options={"cars": False})
    go(race, ("Sprint", {"card": "4"}))
    assert "Sprint" in offered(race)
    go(race, ("Sprint", {"card": "6"}))
    assert race.view()["round"] == 6
    assert sum(race.view(0)["hand"].values()) == 4
