"""The finish turn and the classification (Z9)."""

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


def finish(table: Table, riders: dict[str, str], seats: int = 2, **more: Any) -> Any:
    """The finish turn; everybody rides in the bunch unless placed."""
    back = {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)}
    return table(seats, back | riders, step="turn", turn=10, pawn=None, **more)


def order(race: Any) -> list[str]:
    return [entry["rider"] for entry in race.match.result["riders"]]


def tokens(*special: int) -> list[dict[str, int]]:
    return [{"special": number} for number in special]


# --- who sprints ------------------------------------------------------------------------------------


@pytest.mark.rule("Z9.1")
def test_the_foremost_sector_of_the_break_sprints(table: Table) -> None:
    race = finish(table, {"0-1": "+2 0", "0-2": "+2 0", "1-1": "+2 0", "1-2": "+1 0", "1-3": "head 0"})
    assert race.riders("LineUp") == ["0-1", "0-2"]
    race.pick(0, "LineUp", rider="0-1").pick(0, "StopLineUp")
    assert {column["rider"] for column in race.match.view()["sprint"]["columns"]} == {"0-1", "1-1"}


@pytest.mark.rule("Z9.1")
def test_without_a_break_the_head_sprints_and_never_the_bunch(table: Table) -> None:
    race = finish(table, {"0-1": "head 0", "0-2": "head 0", "1-1": "head 0"})
    assert race.riders("LineUp") == ["0-1", "0-2"]


@pytest.mark.rule("Z9.1")
def test_with_an_empty_head_the_bunch_sprints_and_then_the_delay(table: Table) -> None:
    race = finish(table, {"0-1": "-1 0"})
    assert race.riders("LineUp") == ["0-2", "0-3", "0-4", "0-5"]
    late = {f"{seat}-{n}": "-2 0" for seat in range(2) for n in range(1, 6)} | {"0-4": "-1 0", "1-4": "-1 0"}
    race = finish(table, late)
    assert race.step == "finished"  # one each, nothing to choose
    assert set(order(race)[:2]) == {"0-4", "1-4"}


@pytest.mark.rule("Z9.2", "TV29")
def test_a_rider_alone_in_front_wins_without_a_sprint(table: Table) -> None:
    chasers = {f"{seat}-{n}": "+1 0" for seat in range(2) for n in range(1, 6)}
    race = finish(table, chasers | {"1-5": "+2 20"})
    assert race.step == "finished"
    assert order(race)[0] == "1-5"
    assert race.match.result["ending"] == "alone"
    assert race.match.result["winner"] == 1


# --- the line-up ------------------------------------------------------------------------------------


@pytest.mark.rule("Z9.4", "Z9.3.1", "TV42")
def test_the_line_up_goes_round_from_the_first_player(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in (1, 2, 3)}
    race = finish(table, front, 3, first=1, teams=tokens(1, 1, 1))
    seats = []
    for number in (1, 2):
        for _ in range(3):
            seats.append(race.asks)
            race.pick(race.asks, "LineUp", rider=f"{race.asks}-{number}")
    assert seats == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("Z9.3.1", "Z7.5")
def test_the_first_player_of_the_finish_is_found_as_in_any_turn(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in (1, 2)}
    assert finish(table, front, 3, claimed=2, last_active=0).asks == 2
    assert finish(table, front, 3, last_active=0).asks == 1


@pytest.mark.rule("Z9.4")
def test_one_must_line_up_at_the_first_go_and_stopping_is_final(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(2) for n in (1, 2, 3)}
    race = finish(table, front)
    assert not race.can("StopLineUp")
    race.pick(0, "LineUp", rider="0-1").pick(1, "LineUp", rider="1-1").pick(0, "StopLineUp")
    race.pick(1, "LineUp", rider="1-2").pick(1, "LineUp", rider="1-3")
    assert race.step == "finished"


@pytest.mark.rule("Z9.3", "Z9.4")
def test_ten_sprinters_at_most(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    race = finish(table, front, 3)
    while race.step == "line-up":
        race.pick(race.asks, "LineUp", rider=race.riders("LineUp")[0])
    assert len(race.view["sprint"]["columns"]) == 10


@pytest.mark.rule("Z9.5")
def test_the_others_help_sprinters_of_their_own_team(table: Table) -> None:
    front = {"0-1": "head 0", "0-2": "head 0", "0-3": "head 0", "1-1": "head 0", "1-2": "head 0"}
    race = finish(table, front)
    race.pick(0, "LineUp", rider="0-1").pick(1, "LineUp", rider="1-1").pick(0, "LineUp", rider="0-2")
    race.pick(1, "StopLineUp").pick(0, "StopLineUp")
    assert [message.sprinter for message in race.kinds("HelpSprinter")] == ["0-1", "0-2"]
    race.pick(0, "HelpSprinter", rider="0-3", sprinter="0-2")
    helpers = {column["rider"]: column["helpers"] for column in race.view["sprint"]["columns"]}
    assert helpers == {"0-1": [], "1-1": ["1-2"], "0-2": ["0-3"]}


# --- tokens and values ------------------------------------------------------------------------------


@pytest.mark.rule("Z9.6", "TV42")
def test_special_tokens_are_spent_from_the_first_player_or_from_his_left(table: Table) -> None:
    front = {f"{seat}-1": "head 0" for seat in range(3)}
    for choice, expected in (("ActFirst", [1, 2, 0]), ("ActLast", [2, 0, 1])):
        race = finish(table, front, 3, first=1, teams=tokens(1, 1, 1))
        assert race.step == "tokens-order"
        race.pick(1, choice)
        seats = []
        while race.step == "tokens":
            seats.append(race.asks)
            race.pick(race.asks, "SpendTokens", special=0)
        assert seats == expected


@pytest.mark.rule("Z9.6")
def test_tokens_are_spread_over_ones_own_sprinters(table: Table) -> None:
    front = {"0-1": "head 0", "0-2": "head 0", "1-1": "head 0"}
    race = finish(table, front, teams=tokens(3, 0))
    race.pick(0, "LineUp", rider="0-1").pick(0, "LineUp", rider="0-2").pick(0, "ActFirst")
    assert [message.special for message in race.kinds("SpendTokens")] == [0, 1, 2, 3]
    race.pick(0, "SpendTokens", rider="0-1", special=2)
    assert [message.special for message in race.kinds("SpendTokens")] == [0, 1]


@pytest.mark.rule("Z9.7", "TV27")
def test_the_value_of_a_sprinter(table: Table) -> None:
    """D2 has 8; two helpers, fatigue 17, one token: 8 + 2 − 2 + 2."""
    front = {"0-1": "head 17 D2", "0-2": "head 0", "0-3": "head 0", "1-1": "head 0"}
    race = finish(table, front, teams=tokens(1, 0))
    race.pick(0, "LineUp", rider="0-1").pick(0, "StopLineUp").pick(0, "ActFirst")
    race.pick(0, "SpendTokens", special=1)
    values = {event.rider: event.value for event in race.of("Sprinted")}
    assert values["0-1"] == 10


@pytest.mark.rule("Z9.7")
def test_fatigue_up_to_15_does_not_slow_a_sprint(table: Table) -> None:
    race = finish(table, {"0-1": "head 15 B1", "1-1": "head 16 D2"})
    assert [entry["sprint"] for entry in race.match.result["riders"][:2]] == [8, 7]


# --- who wins ---------------------------------------------------------------------------------------


@pytest.mark.rule("Z9.8", "Z9.9")
def test_the_highest_value_wins_the_race_for_its_player(table: Table) -> None:
    race = finish(table, {"0-1": "head 0", "1-1": "head 0"})
    assert race.match.result["winner"] == 1
    assert race.match.result["ending"] == "sprint"
    assert race["1-1"] == "head 0"  # no fatigue in this turn


@pytest.mark.rule("Z9.8", "TV28")
def test_a_tie_goes_to_the_higher_printed_value(table: Table) -> None:
    """F2 has 8, C1 7 and a helper."""
    race = finish(table, {"0-1": "head 0 C1", "0-2": "head 0", "1-1": "head 14 F2"})
    race.pick(0, "LineUp", rider="0-1").pick(0, "StopLineUp")
    assert [entry["sprint"] for entry in race.match.result["riders"][:2]] == [8, 8]
    assert order(race)[0] == "1-1"


@pytest.mark.rule("Z9.8", "TV28")
def test_then_to_the_fresher_rider(table: Table) -> None:
    race = finish(table, {"0-1": "head 12 D2", "1-1": "head 9 F2"})
    assert order(race)[:2] == ["1-1", "0-1"]


@pytest.mark.rule("Z9.8", "TV28")
def test_then_to_the_left_column(table: Table) -> None:
    riders = {"0-1": "head 9 D2", "1-1": "head 9 F2"}
    assert order(finish(table, riders))[0] == "0-1"
    assert order(finish(table, riders, first=1))[0] == "1-1"


@pytest.mark.rule("Z9.10")
def test_everybody_is_classified(table: Table) -> None:
    riders = {
        "0-1": "head 4", "0-2": "head 6", "0-3": "head 5", "1-1": "head 0",
        "1-2": "bunch 3", "0-4": "bunch 2", "0-5": "-1 0", "1-4": "out 7", "1-5": "out 9", "1-3": "-1 0",
    }  # fmt: skip
    race = finish(table, riders, first=1)
    race.pick(0, "LineUp", rider="0-1").pick(0, "StopLineUp")
    assert order(race) == ["1-1", "0-1", "0-3", "0-2", "0-4", "1-2", "1-3", "0-5", "1-5", "1-4"]
    gaps = {entry["rider"]: entry["behind"] for entry in race.match.result["riders"]}
    assert (gaps["0-2"], gaps["1-2"], gaps["0-5"], gaps["1-4"]) == (0, 0, 30, None)


@pytest.mark.rule("Z9.10", "Z2.2", "Z2.4")
def test_a_sector_is_thirty_seconds(table: Table) -> None:
    race = finish(table, {"0-1": "+3 0", "1-1": "+1 0", "1-2": "-2 0"})
    gaps = {entry["rider"]: entry["behind"] for entry in race.match.result["riders"]}
    assert (gaps["0-1"], gaps["1-1"], gaps["0-2"], gaps["1-2"]) == (0, 60, 90, 150)
