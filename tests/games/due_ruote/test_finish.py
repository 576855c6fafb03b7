"""The finish turn and the classification (Z9)."""

from collections.abc import Callable
from typing import Any

import pytest

from gruppetto.games import loops
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Goal
from gruppetto.games.due_ruote.rules.sprint import worth
from gruppetto.games.game import no_numbers

Table = Callable[..., Any]


def finish(table: Table, riders: dict[str, str], seats: int = 2, **more: Any) -> Any:
    """The finish turn; everybody rides in the bunch unless placed."""
    back = {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)}
    return table(seats, back | riders, step="turn", turn=10, pawn=None, **more)


def order(race: Any) -> list[str]:
    return [entry["rider"] for entry in race.match.result["riders"]]


def tokens(*special: int) -> list[dict[str, int]]:
    return [{"special": number} for number in special]


def scores(race: Any, seats: int) -> list[int]:
    out = no_numbers(seats)
    loops.rank(race.match.game.rules.score, race.match.state, out)
    return [int(score) for score in out]


def columns(race: Any) -> list[str]:
    return [column["rider"] for column in race.view["sprint"]["columns"]]


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


@pytest.mark.rule("Z9.4")
def test_who_has_one_rider_in_front_lines_him_up_unasked(table: Table) -> None:
    race = finish(table, {"0-1": "head 0", "0-2": "head 0", "2-4": "head 0"}, 3, teams=tokens(0, 1, 0))
    assert race.asks == 0
    race.pick(0, "LineUp", rider="0-2")
    assert columns(race) == ["0-2", "2-4"]  # seat 1 has nobody in front
    assert race.asks == 0
    assert [choice.message.key for choice in race.match.choices(0)] == ["LineUp", "StopLineUp"]
    race.pick(0, "LineUp", rider="0-1")
    assert race.step == "finished"


@pytest.mark.rule("Z9.4", "Z9.3")
def test_the_line_up_goes_on_without_those_who_have_stopped_until_ten_stand(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    race = finish(table, front, 3, first=2)
    seats = []
    for number in range(1, 6):
        while race.step == "line-up" and (race.asks, number) not in seats:
            seat = race.asks
            seats.append((seat, number))
            if seat == 0 and number == 2:
                race.pick(0, "StopLineUp")
            else:
                race.pick(seat, "LineUp", rider=f"{seat}-{number}")
    assert [seat for seat, _ in seats] == [2, 0, 1, 2, 0, 1, 2, 1, 2, 1, 2]
    assert columns(race) == ["2-1", "0-1", "1-1", "2-2", "1-2", "2-3", "1-3", "2-4", "1-4", "2-5"]
    assert race.step == "helpers"
    assert race.asks == 1  # 1-5 may help one of four; seat 0's other riders help their only sprinter


@pytest.mark.rule("Z9.5")
def test_helpers_are_placed_in_the_order_of_the_line_up(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in (1, 2, 3)}
    race = finish(table, front, 3, first=1)
    for number in (1, 2):
        for seat in (1, 2, 0):
            race.pick(seat, "LineUp", rider=f"{seat}-{number}")
    for seat in (1, 2, 0):
        race.pick(seat, "StopLineUp")
    for seat in (1, 2, 0):
        assert [message.rider for message in race.kinds("HelpSprinter")] == [f"{seat}-3"] * 2
        race.pick(seat, "HelpSprinter", sprinter=f"{seat}-2")
    values = {event.rider: event.value for event in race.of("Sprinted")}
    assert [values[f"0-{n}"] for n in (1, 2)] == [5, 6]
    assert [event.rider for event in race.of("Helped")] == ["1-3", "2-3", "0-3"]


@pytest.mark.rule("Z13.18", "Z9.5")
def test_where_helpers_need_columns_the_first_players_come_first(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in range(1, 6)}
    race = finish(table, front, 3, first=2, options={"sprint_columns": "everybody"})
    race.pick(2, "LineUp", rider="2-1").pick(0, "LineUp", rider="0-1").pick(1, "LineUp", rider="1-1")
    race.pick(2, "StopLineUp").pick(0, "StopLineUp").pick(1, "StopLineUp")
    helpers = {column["rider"]: len(column["helpers"]) for column in race.view["sprint"]["columns"]}
    assert helpers == {"2-1": 4, "0-1": 3, "1-1": 0}


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


@pytest.mark.rule("Z9.6")
@pytest.mark.parametrize(
    ("special", "places", "asked"),
    [
        ((0, 1), {"0-1": "head 0", "1-1": "head 0"}, ("tokens", 1)),
        ((1, 1), {"1-1": "head 0", "1-2": "head 0"}, ("tokens", 1)),
        ((1, 0), {"0-1": "head 0", "1-1": "head 0"}, ("tokens-order", 0)),
        ((0, 0), {"0-1": "head 0", "1-1": "head 0"}, ("finished", None)),
    ],
)
def test_the_first_player_is_asked_for_the_order_only_with_tokens_and_a_sprinter(
    special: tuple[int, int], places: dict[str, str], asked: tuple[str, int | None], table: Table
) -> None:
    race = finish(table, places, teams=tokens(*special))
    if race.step == "line-up":
        race.pick(1, "LineUp", rider="1-1").pick(1, "StopLineUp")
    assert (race.step, race.asks) == asked


@pytest.mark.rule("Z9.6", "Z9.7")
def test_all_ones_sprinters_get_their_tokens_before_the_next_player(table: Table) -> None:
    front = {f"{seat}-{n}": "head 0" for seat in range(3) for n in (1, 2)}
    race = finish(table, front, 3, first=1, teams=tokens(1, 3, 2))
    for number in (1, 2):
        for seat in (1, 2, 0):
            race.pick(seat, "LineUp", rider=f"{seat}-{number}")
    race.pick(1, "ActLast")
    asked = []
    while race.step == "tokens":
        asked.append((race.kinds("SpendTokens")[0].rider, race.kinds("SpendTokens")[-1].special))
        race.pick(race.asks, "SpendTokens", special=1)
    assert asked == [("2-1", 2), ("2-2", 1), ("0-1", 1), ("1-1", 3), ("1-2", 2)]
    values = {event.rider: event.value for event in race.of("Sprinted")}
    assert [values[f"0-{n}"] for n in (1, 2)] == [7, 5]  # A1 and A2 have 5 each
    assert [team["special"] for team in race.view["seats"]] == [0, 1, 0]


@pytest.mark.rule("Z13.4", "Z9.6")
@pytest.mark.parametrize(
    ("special", "first", "second"),
    [(4, 0, [3, 4]), (4, 1, [2, 3]), (4, 3, [0, 1]), (2, 0, [2])],
)
def test_what_is_missing_of_three_is_due_on_the_last_sprinter(
    special: int, first: int, second: list[int], table: Table
) -> None:
    front = {"0-1": "head 0", "0-2": "head 0", "1-1": "head 0"}
    options = {"sprint_minimum": True}
    race = finish(table, front, options=options, teams=tokens(special, 0))
    race.pick(0, "LineUp", rider="0-1").pick(0, "LineUp", rider="0-2").pick(0, "ActFirst")
    assert [message.special for message in race.kinds("SpendTokens")] == list(range(special + 1))
    race.pick(0, "SpendTokens", special=first)
    assert [message.special for message in race.kinds("SpendTokens")] == second


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


@pytest.mark.rule("Z9.10", "Z9.8")
def test_a_tired_sprinter_is_still_before_all_who_do_not_sprint(table: Table) -> None:
    """A5 sprints with 2, less 5; those of break 5 are not asked."""
    riders = {"0-5": "+6 20", "1-1": "+6 20", "0-2": "+5 3", "1-2": "+5 0", "0-1": "-12 0", "1-5": "out 9"}
    race = finish(table, riders)
    assert [entry["sprint"] for entry in race.match.result["riders"][:3]] == [3, -3, None]
    assert order(race) == ["1-1", "0-5", "1-2", "0-2", "0-3", "0-4", "1-3", "1-4", "0-1", "1-5"]


@pytest.mark.rule("Z9.10", "Z9.9")
def test_what_is_equal_goes_by_the_seats_from_the_first_player_then_by_number(table: Table) -> None:
    riders = {"0-1": "+1 9", "2-1": "head 5", "2-4": "out 9"} | {f"{seat}-5": "out 4" for seat in range(3)}
    race = finish(table, riders, 3, first=1)
    equal = ["1-1", "1-2", "1-3", "1-4", "2-2", "2-3", "0-2", "0-3", "0-4"]
    assert order(race) == ["0-1", "2-1", *equal, "2-4", "1-5", "2-5", "0-5"]
    assert race.match.result["seats"] == [0, 2, 1]
    assert scores(race, 3) == [2, 0, 1]


@pytest.mark.rule("Z9.8")
def test_a_better_sprint_beats_a_better_card_a_better_card_fresher_legs(table: Table) -> None:
    """B1 has 8, C1 7: what counts less never outweighs what counts more."""
    race = finish(table, {"0-1": "head 19 B1", "1-1": "head 15 C1"})
    assert [entry["sprint"] for entry in race.match.result["riders"][:2]] == [7, 4]
    assert order(race)[:2] == ["1-1", "0-1"]
    race = finish(table, {"0-1": "head 16 B1", "1-1": "head 15 C1"})
    assert [entry["sprint"] for entry in race.match.result["riders"][:2]] == [7, 7]
    assert order(race)[:2] == ["0-1", "1-1"]


@pytest.mark.rule("Z11.2")
@pytest.mark.parametrize(
    ("goal", "last_card", "points"),
    [
        (Goal.FINISH, True, [25, 20, 16, 14, 12, 10, 9, 8, 7, 6]),
        (Goal.TV, False, [8, 5, 3, 2, 1, 0, 0, 0, 0, 0]),
        (Goal.TV, True, [8, 5, 3, 2, 1, 0, 0, 0, 0, 0]),
        (Goal.GPM, False, [6, 4, 2, 1, 0, 0, 0, 0, 0, 0]),
        (Goal.GPM, True, [10, 6, 4, 2, 1, 0, 0, 0, 0, 0]),
    ],
)
def test_what_every_place_is_worth(goal: int, last_card: bool, points: list[int]) -> None:
    assert [worth(goal, last_card, place) for place in range(c.COLUMNS)] == points


@pytest.mark.rule("Z9.1", "Z13.26")
@pytest.mark.parametrize(("first", "step"), [(0, "line-up-order"), (1, "line-up")])
def test_only_who_has_somebody_in_front_chooses_when_to_line_up(first: int, step: str, table: Table) -> None:
    front = {"0-1": "head 0", "0-2": "head 0", "2-1": "head 0", "2-2": "head 0"}
    race = finish(table, front, 3, first=first, options={"sprint_lineup_choice": True})
    assert race.step == step
    if step == "line-up-order":
        race.pick(0, "ActFirst")
        assert (race.step, race.asks) == ("line-up", 0)
        assert race.told == ["Ordered 0 False"]
    else:
        assert race.asks == 2


@pytest.mark.rule("Z9.10", "Z2.2")
def test_break_1_is_before_the_head_and_the_head_before_the_bunch(table: Table) -> None:
    riders = {"1-5": "+2 0", "1-4": "+1 9", "0-1": "head 3", "1-1": "head 2", "0-2": "bunch 0", "1-2": "-1 0"}
    race = finish(
        table, riders | {f"{seat}-3": "-1 4" for seat in range(2)} | {"0-4": "out 2", "0-5": "out 3"}
    )
    assert order(race) == ["1-5", "1-4", "1-1", "0-1", "0-2", "1-2", "0-3", "1-3", "0-5", "0-4"]


@pytest.mark.rule("Z9.1", "Z9.2", "Z8.5")
def test_who_has_retired_is_never_in_front(table: Table) -> None:
    late = {f"{seat}-{n}": "-9 0" for seat in range(2) for n in range(2, 6)} | {
        "0-1": "out 3",
        "1-1": "out 3",
    }
    race = finish(table, late)
    assert race.riders("LineUp") == ["0-2", "0-3", "0-4", "0-5"]
    assert race.asks == 0
