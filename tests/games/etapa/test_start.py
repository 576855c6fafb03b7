"""Teams, cards, start order, start move, fields, blocking, profile (C1)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
CARDS = {"2": 1, "2B": 1, "4": 1, "4B": 1, "6": 1, "6B": 1}


@pytest.mark.rule("C1.1")
def test_each_player_leads_three_riders_and_names_one_under_25_in_a_tour(go: Go) -> None:
    race = g.start("etapa", seats=3, seed=1, options={"stages": ["Plaine", "Collines"]})
    assert race.waiting == (0, 1, 2)
    assert len(race.view()["riders"]) == 9
    assert [c.message.rider for c in race.choices(1)] == ["4", "5", "6"]  # type: ignore[attr-defined]
    race.play(1, race.choices(1)[2])
    assert race.view()["teams"][1]["young"] == "6"


@pytest.mark.rule("C1.1")
def test_a_race_of_one_stage_asks_for_nobody_under_25() -> None:
    race = g.start("etapa", seats=2, seed=1)
    assert [choice.text for choice in race.choices(0)] == ["Drop the flag"]


@pytest.mark.rule("C1.2", "CT6")
def test_three_riders_are_dealt_six_cards_and_three_slow_ones(go: Go) -> None:
    race = g.start("etapa", seats=5, seed=1)
    go(race, "DropFlag")
    view = race.view(0)
    assert view["hand"] == CARDS
    assert {team["slow"] for team in view["teams"]} == {3}
    assert view["pile"] == 6
    two = g.start("etapa", seats=2, seed=1)
    go(two, "DropFlag")
    assert two.view()["pile"] == 24


@pytest.mark.rule("C1.2", "CT6")
@pytest.mark.parametrize(
    ("riders", "cards", "slow"),
    [(2, {"2": 1, "2B": 1, "6": 1, "6B": 1}, 2), (1, {"2B": 1, "6": 1}, 1)],
)
def test_a_reduced_team_is_dealt_fewer(position: Any, riders: int, cards: dict[str, int], slow: int) -> None:
    document = position({str(number): 50 for number in [*range(1, riders + 1), 4]}, teams=())
    race = g.from_position("etapa", document)
    assert race.view(0)["hand"] == cards
    assert race.view()["teams"][0]["slow"] == slow


@pytest.mark.rule("C1.3", "C17.24")
def test_the_first_start_takes_one_rider_of_each_team_in_turn(go: Go) -> None:
    race = g.start("etapa", seats=3, seed=4)
    go(race, "DropFlag")
    assert race.view()["order"] == ["1", "4", "7", "2", "5", "8", "3", "6", "9"]


@pytest.mark.rule("C1.3")
def test_later_stages_start_by_general_classification(position: Any) -> None:
    riders = {str(n): {"time": 1000 + n * (-1) ** n} for n in range(1, 7)}
    document = position(riders, stage=2, step="line-up", round=0, options={"stages": ["Plaine", "Plaine"]})
    race = g.from_position("etapa", document)
    assert race.view()["order"] == ["5", "3", "1", "2", "4", "6"]


@pytest.mark.rule("C1.4", "C17.2")
def test_the_start_is_the_sum_of_two_throws(go: Go, of: Any) -> None:
    race = g.start("etapa", seats=2, seed=1)
    events = go(race, "DropFlag")
    throws = [event.face for event in of(events, "Threw")]
    assert race.view()["turn"]["fields"] == sum(throws)
    assert {choice.message.key for choice in race.choices(0)} == {"RideOn", "SlowDown", "SwapCard"}
    moved = of(go(race, "RideOn"), "Moved")[0]
    assert (moved.start, moved.field) == (0, sum(throws))


@pytest.mark.rule("C1.5")
def test_fields_are_counted_from_the_start_line(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 40}, dice=[3])
    go(race, "Throw")
    assert fields(race)["1"] == 49


def go_on(race: g.Match) -> None:
    """Whoever is asked makes his first choice."""
    seat = race.waiting[0]
    race.play(seat, race.choices(seat)[0])


@pytest.fixture
def standing() -> Callable[..., dict[str, Any]]:
    """Rivals who lie on a field and so stay there."""

    def lying(*numbers: str, field: int) -> dict[str, Any]:
        return {number: {"field": field, "status": "fallen", "back": 6} for number in numbers}

    return lying


@pytest.mark.rule("C1.6", "CT7")
def test_a_blocked_rider_stops_on_the_field_behind(match: Make, go: Go, of: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("4", "5", "6", "7", field=55)}, dice=[3])
    moved = of(go(race, "Throw"), "Moved")[0]
    assert (moved.field, moved.reasons, moved.rule) == (54, ("blocked",), "C1.6")


@pytest.mark.rule("C1.7", "CT7")
def test_a_team_mate_lets_him_through(match: Make, go: Go, fields: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("2", "4", "5", "6", field=55)}, dice=[3])
    go(race, "Throw")
    assert fields(race)["1"] == 59


@pytest.mark.rule("C1.7", "C17.3")
def test_nobody_ends_as_the_fifth_rider(match: Make, go: Go, fields: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("2", "4", "5", "6", field=59)}, dice=[4])  # behind the peloton: 9
    go(race, "Throw")
    assert fields(race)["1"] == 58


@pytest.mark.rule("C1.6", "CT23")
def test_a_full_field_directly_in_front_leaves_him_standing(
    match: Make, go: Go, fields: Any, standing: Any
) -> None:
    race = match({"1": 50, **standing("4", "5", "6", "7", field=51)}, dice=[6])
    go(race, "Throw")
    assert fields(race)["1"] == 50


@pytest.mark.rule("C1.7")
def test_in_the_first_round_any_number_may_share_a_field(go: Go) -> None:
    crowded = 0
    for seed in range(60):
        race = g.start("etapa", seats=5, seed=seed, options={"specials": False})
        go(race, "DropFlag")
        while race.view()["round"] == 1:
            go_on(race)
        places = [rider["field"] for rider in race.view()["riders"].values()]
        crowded = max(crowded, *(places.count(field) for field in places))
    assert crowded > 4


@pytest.mark.rule("C1.8", "C11.1")
@pytest.mark.parametrize(("letter", "base"), [("F", 6), ("D", 12), ("E", 2), ("N", 1), ("H", 0)])
def test_the_road_adds_its_base_value(match: Make, go: Go, fields: Any, letter: str, base: int) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150 | flag 190", dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 54 + base


@pytest.mark.rule("C1.8")
def test_the_field_he_stands_on_decides_for_the_whole_move(match: Make, go: Go, fields: Any) -> None:
    race = match({"1": 50}, "F50 H150 | limit 150 | flag 190", dice=[4])
    go(race, "Throw")
    assert fields(race)["1"] == 60


@pytest.mark.rule("C1.8")
@pytest.mark.parametrize("letter", "ENHU")
def test_in_the_basic_game_all_climbs_are_alike(match: Make, go: Go, fields: Any, letter: str) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150", dice=[4], options={"profiles": False})
    go(race, "Throw")
    assert fields(race)["1"] == 54


FOUR = ("4", "5", "6", "7")
AS_PRINTED = {"minimum_move": "as-printed"}


@pytest.mark.rule("C1.6")
def test_three_on_a_field_do_not_fill_it(match: Make, go: Go, fields: Any, standing: Any) -> None:
    race = match({"1": 50, **standing("4", "5", "6", field=59)}, dice=[4])  # behind the peloton: 9 fields
    go(race, "Throw")
    assert fields(race)["1"] == 59


@pytest.mark.rule("C1.6")
def test_past_the_line_nothing_is_full(match: Make, go: Go, fields: Any) -> None:
    riders = {**dict.fromkeys(FOUR, 195), "1": 194}
    race = match(riders, dice=[1, 2], teams=[{"hand": {}, "slow": 0}] * 3)
    go(race, ("GoNext", {"rider": "4"}), ("GoNext", {"rider": "5"}), "Follow", "Follow", "Follow", "Throw")
    assert set(fields(race).values()) == {202}


@pytest.mark.rule("C1.6", "C17.25")
@pytest.mark.parametrize(("last", "field"), [({}, 54), ({"status": "fallen", "back": 6}, 59)])
def test_where_the_lying_do_not_block_those_who_stand_do(
    match: Make, go: Go, fields: Any, last: dict[str, Any], field: int
) -> None:
    riders = {"1": 50, **dict.fromkeys(FOUR[:3], 55), "7": {"field": 55, **last}}
    teams = [{"hand": {"2": 1}, "slow": 0}, {"hand": {}, "slow": 3}, {"hand": {}, "slow": 1}]
    options = {"lying_riders": "free", "cars": False}
    race = match(riders, dice=[1, 1, 1, 3] if last else [1, 1, 1, 1, 3], teams=teams, options=options)
    still: Any = ("SlowDown", {"fields": 0})
    go(race, ("GoNext", {"rider": "4"}), ("GoNext", {"rider": "5"}), still, "Throw", still, "Throw", still)
    if not last:
        go(race, "Throw", still)
    go(race, "Throw")
    assert fields(race)["1"] == field


@pytest.mark.rule("C1.7")
def test_a_team_mate_who_withdrew_lets_nobody_through(
    match: Make, go: Go, fields: Any, standing: Any
) -> None:
    gone = {"field": 55, "status": "withdrawn", "injured": 1}
    race = match({"1": 50, "2": gone, **standing(*FOUR, field=55)}, dice=[3])
    go(race, "Throw")
    assert fields(race)["1"] == 54


@pytest.mark.rule("C1.7", "C1.6")
def test_through_one_full_field_and_held_by_the_next(
    match: Make, go: Go, of: Any, fields: Any, standing: Any
) -> None:
    riders = {"1": 50, **standing("2", "4", "5", "6", field=54), **standing("7", "8", "9", "10", field=55)}
    moved = of(go(match(riders, dice=[3]), "Throw"), "Moved")[0]
    assert (moved.start, moved.field, moved.reasons) == (50, 53, ("blocked",))


@pytest.mark.rule("C1.7", "C17.3")
def test_where_the_fifth_may_join_only_a_team_mate_lets_them(
    match: Make, go: Go, fields: Any, standing: Any
) -> None:
    for mate, field in (("2", 59), ("7", 58)):
        riders = {"1": 50, **standing(mate, "4", "5", "6", field=59)}
        race = match(riders, dice=[4], options={"fifth_rider": "joins"})  # behind the peloton: 9
        go(race, "Throw")
        assert fields(race)["1"] == field


@pytest.mark.rule("C1.5", "C5.1")
@pytest.mark.parametrize(("die", "field", "crossed"), [(3, 200, []), (4, 201, [("1", 1)])])
def test_the_line_lies_behind_the_last_field(
    match: Make, go: Go, of: Any, die: int, field: int, crossed: list[Any]
) -> None:
    race = match({"1": 191, "4": 100}, dice=[die])
    events = go(race, "Throw")
    assert [(event.start, event.field, event.reasons) for event in of(events, "Moved")] == [(191, field, ())]
    assert [(event.rider, event.place) for event in of(events, "Crossed")] == crossed


@pytest.mark.rule("C17.1", "C3.5.2", "C11.1")
@pytest.mark.parametrize(
    ("road", "rider", "moved"),
    [
        ("H", {}, 1),
        ("H", {"injured": 1}, 0),
        ("U", {"injured": 1}, 1),
        ("H", {"injured": 1, "field": 30}, 1),  # behind the peloton
        ("E", {"injured": 1}, 1),
    ],
)
def test_as_printed_a_move_is_at_least_one_field_only_behind_and_on_ultra_climbs(
    match: Make, go: Go, fields: Any, road: str, rider: dict[str, int], moved: int
) -> None:
    riders = {"1": {"field": 50, **rider}, "4": 50, "5": 50}
    race = match(
        riders, f"{road}200 | limit 150", dice=[1, 1, 1], options={**AS_PRINTED, "cars": False},
        teams=[{"hand": {}, "slow": 0}] * 2,
    )  # fmt: skip
    start = riders["1"]["field"]
    while race.view()["round"] == 5:
        throw = [c for c in race.choices(race.waiting[0]) if c.message.key != "Follow"]
        race.play(race.waiting[0], throw[0])
    assert fields(race)["1"] == start + moved


@pytest.mark.rule("C1.8", "C11.2")
@pytest.mark.parametrize(
    ("letter", "moved"), [("f", 10), ("d", 16), ("D", 16), ("e", 4), ("u", 4), ("F", 10)]
)
def test_in_the_basic_game_no_stones_lie(match: Make, go: Go, fields: Any, letter: str, moved: int) -> None:
    race = match({"1": 50}, f"{letter}200 | limit 150", dice=[4], options={"profiles": False})
    assert "Sprint" in {choice.message.key for choice in race.choices(0)}
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C1.4", "C17.4")
def test_at_the_start_a_slow_card_leaves_one_field(position: Any) -> None:
    race = g.from_position("etapa", position({"1": 0, "4": 0}, step="line-up", round=0, dice=[2, 3]))
    slowed: list[Any] = [c.message for c in race.choices(0) if c.message.key == "SlowDown"]
    assert [message.fields for message in slowed] == [1, 2, 3, 4]


@pytest.mark.rule("C1.7", "C1.6")
@pytest.mark.parametrize(
    ("there", "field"), [(("4", "1", "2", "7"), 59), (("6", "1", "2", "7"), 59), (("1", "2", "3", "7"), 54)]
)
def test_only_riders_of_the_own_team_let_one_through(
    match: Make, go: Go, fields: Any, standing: Any, there: tuple[str, ...], field: int
) -> None:
    race = match({"5": 50, **standing(*there, field=55)}, dice=[3])
    go(race, "Throw")
    assert fields(race)["5"] == field
