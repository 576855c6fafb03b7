"""The team time trial (C14)."""

from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g

Go = Callable[..., list[Any]]
COURSE = "TTT 28 30 36 56"


@pytest.fixture
def trial(position: Any) -> Callable[..., g.Match]:
    """A team time trial with Blue under way, the head of the line on this field."""

    def begun(head: int, riders: int = 3, jersey: str = "none", spent: int = 0, **more: Any) -> g.Match:
        line = list(range(1, riders + 1))
        entries: dict[str, Any] = {str(number): {"field": head - place} for place, number in enumerate(line)}
        entries["1"]["jersey"] = jersey
        hand = more.pop("hand", {"2": 1, "2B": 1, "4": 1, "4B": 1, "6": 1, "6B": 1})
        teams = [{"hand": hand, "line": line, "spent": spent}, {"hand": {}}]
        document = position(
            entries, COURSE, step="team-round", round=4,
            start_order=[1], moment={"starters": 1, "started": 1}, teams=teams, **more,
        )  # fmt: skip
        return g.from_position("etapa", document, seed=1)

    return begun


def line(race: g.Match) -> list[tuple[str, int]]:
    return [(name, race.view()["riders"][name]["field"]) for name in race.view()["teams"][0]["line"]]


@pytest.mark.rule("C14.1", "C14.2")
def test_a_team_forms_its_line_and_starts_with_one_throw(go: Go) -> None:
    race = g.start("etapa", seats=2, seed=1, options={"stages": [COURSE]})
    go(race, "DropFlag", ("Lead", {"rider": "2"}), ("RideSecond", {"rider": "3"}))
    die = race.view()["turn"]["die"]
    go(race, "NoCard")
    assert line(race) == [("2", die), ("3", die - 1), ("1", die - 2)]


@pytest.mark.rule("C14.2", "CT14")
@pytest.mark.parametrize(("die", "card", "head"), [(2, "4", 8), (4, "4B", 16)])
def test_the_start_may_be_multiplied(position: Any, go: Go, die: int, card: str, head: int) -> None:
    riders = {str(number): 0 for number in range(1, 7)}
    race = g.from_position("etapa", position(riders, COURSE, step="line-up", round=0, dice=[die]))
    go(race, ("Lead", {"rider": "1"}), ("RideSecond", {"rider": "2"}), ("Multiply", {"card": card}))
    assert line(race) == [("1", head), ("2", head - 1), ("3", head - 2)]


@pytest.mark.rule("C14.2", "C17.18")
def test_after_a_low_throw_some_still_stand_behind_the_line(position: Any, go: Go) -> None:
    riders = {str(number): 0 for number in range(1, 7)}
    race = g.from_position("etapa", position(riders, COURSE, step="line-up", round=0, dice=[1]))
    go(race, ("Lead", {"rider": "1"}), ("RideSecond", {"rider": "2"}), "NoCard")
    assert line(race) == [("1", 1), ("2", 0), ("3", -1)]


@pytest.mark.rule("C14.2")
def test_the_next_team_starts_when_all_of_the_last_are_past_the_first_section(go: Go) -> None:
    race = g.start("etapa", seats=2, seed=5, options={"stages": [COURSE]})
    go(race, "DropFlag")
    while race.waiting == (0,):
        race.play(0, race.choices(0)[0])
    assert race.view()["riders"][race.view()["teams"][0]["line"][-1]]["field"] > 28


@pytest.mark.rule("C14.1")
def test_in_a_tour_the_worst_team_starts_first(position: Any) -> None:
    riders = {str(number): {"time": 100 + number} for number in range(1, 7)}
    document = position(riders, stage=2, step="line-up", round=0, options={"stages": ["Plaine", COURSE]})
    document["teams"] = [{"time": 300}, {"time": 310}]
    assert g.from_position("etapa", document).waiting == (1,)


@pytest.mark.rule("C14.3", "C14.7")
def test_without_a_change_the_line_moves_as_it_is(trial: Any, go: Go) -> None:
    race = trial(20, dice=[3])
    go(race, "KeepLead", "NoCard")
    assert line(race) == [("1", 23), ("2", 22), ("3", 21)]


@pytest.mark.rule("C14.7", "C14.3", "CT15")
def test_a_change_of_lead(trial: Any, go: Go) -> None:
    race = trial(20, dice=[4])
    go(race, "ChangeLead")
    assert line(race) == [("2", 23), ("3", 22), ("1", 21)]


@pytest.mark.rule("C14.7", "C17.35", "CT15")
def test_a_low_throw_changes_nothing_unless_a_card_makes_it_four(trial: Any, go: Go) -> None:
    race = trial(20, dice=[3])
    go(race, "ChangeLead", "NoCard", "NoCard")
    assert line(race) == [("1", 23), ("2", 22), ("3", 21)]
    race = trial(20, dice=[1])
    go(race, "ChangeLead")
    assert [c.message.card for c in race.choices(0) if c.message.key == "AddCard"] == ["4", "4B", "6", "6B"]  # type: ignore[attr-defined]
    race = trial(20, dice=[2])
    go(race, "ChangeLead", ("AddCard", {"card": "2"}))
    assert line(race) == [("2", 23), ("3", 22), ("1", 21)]


@pytest.mark.rule("C14.4", "CT14")
def test_a_card_multiplies_or_is_added_never_both(trial: Any, go: Go, offered: Any) -> None:
    race = trial(20, dice=[3])
    go(race, "ChangeLead", ("AddCard", {"card": "6"}))
    assert line(race)[0] == ("2", 20 - 1 + 9)
    race = trial(20, dice=[4])
    go(race, "KeepLead", ("Multiply", {"card": "4"}))
    assert line(race)[0] == ("1", 36)


@pytest.mark.rule("C14.4", "C14.7")
def test_a_throw_that_does_not_change_the_lead_may_be_multiplied(trial: Any, go: Go, offered: Any) -> None:
    race = trial(20, dice=[3])
    go(race, "ChangeLead", "NoCard", ("Multiply", {"card": "4"}))
    assert line(race) == [("1", 32), ("2", 31), ("3", 30)]
    race = trial(20, dice=[1], hand={"2": 1})
    go(race, "ChangeLead")  # a 1 and +2 make no 4
    assert offered(race) == ["Multiply", "NoCard"]
    race = trial(20, spent=1, dice=[3])
    go(race, "ChangeLead", "NoCard")
    assert line(race) == [("1", 23), ("2", 22), ("3", 21)]


@pytest.mark.rule("C14.5", "C17.17")
def test_a_leader_multiplies_once_then_the_lead_must_change(trial: Any, go: Go, offered: Any) -> None:
    race = trial(20, dice=[1, 1, 5, 2])
    go(race, "KeepLead", ("Multiply", {"card": "2"}))
    assert race.view()["teams"][0]["spent"]
    go(race, "KeepLead")
    assert offered(race) == ["ChangeLead", "KeepLead"]  # thrown and ridden without a question
    go(race, "ChangeLead")
    assert not race.view()["teams"][0]["spent"]
    go(race, "KeepLead")
    assert "Multiply" in offered(race)


@pytest.mark.rule("C14.5", "C17.17")
def test_the_card_for_a_change_does_not_count(trial: Any, go: Go, offered: Any) -> None:
    race = trial(20, spent=1, dice=[2])
    go(race, "ChangeLead")
    assert "AddCard" in offered(race)


@pytest.mark.rule("C14.6")
def test_a_card_when_the_last_has_passed_a_section(trial: Any, go: Go, of: Any) -> None:
    race = trial(28, dice=[2, 1])
    assert of(go(race, "KeepLead", "NoCard"), "Drew") == []
    assert line(race)[-1] == ("3", 28)
    assert len(of(go(race, "KeepLead", "NoCard"), "Drew")) == 1


@pytest.mark.rule("C14.8")
@pytest.mark.parametrize(("head", "cost"), [(30, 600), (31, 100), (97, 1)])
def test_a_throw_costs_what_the_last_riders_section_says(trial: Any, go: Go, head: int, cost: int) -> None:
    race = trial(head, dice=[1])
    go(race, "KeepLead", "NoCard")
    assert {race.view()["riders"][name]["tenths"] for name in "123"} == {cost}


@pytest.mark.rule("C14.8")
def test_the_race_ends_when_the_last_is_past_the_line_and_all_get_one_time(
    trial: Any, go: Go, of: Any
) -> None:
    race = trial(150, dice=[2, 1])
    go(race, "KeepLead", "NoCard")
    assert not race.over
    events = go(race, "KeepLead", "NoCard")
    assert race.over
    assert of(events, "TeamTimed")[0].tenths == 2


@pytest.mark.rule("C14.9", "C17.35")
@pytest.mark.parametrize(
    ("jersey", "head"), [("yellow", 29), ("green", 30), ("white", 28), ("polka-dot", 28)]
)
def test_a_jersey_in_the_lead_helps_the_team(trial: Any, go: Go, jersey: str, head: int) -> None:
    race = trial(20, jersey=jersey, dice=[4])
    go(race, "KeepLead", ("Multiply", {"card": "2"}))
    assert line(race)[0] == ("1", head)


@pytest.mark.rule("C14.9", "C17.20")
def test_a_champion_in_the_lead_draws_two_and_keeps_one(trial: Any, go: Go) -> None:
    race = trial(30, jersey="rainbow", dice=[1], cards=["2", "6"])
    go(race, "KeepLead", "NoCard")
    assert race.view(0)["drawn"] == {"2": 1, "6": 1}
    go(race, ("GiveBack", {"card": "2"}))
    assert race.view(0)["hand"]["6"] == 2


@pytest.mark.rule("C14.10", "C17.34")
def test_no_slipstream_and_no_points(trial: Any, go: Go, of: Any) -> None:
    race = trial(152, dice=[1])
    events = go(race, "KeepLead", "NoCard")
    assert race.over
    assert of(events, "Scored") == []


@pytest.mark.rule("C17.19")
def test_two_riders_ride_in_line_one_rides_alone(trial: Any, go: Go, offered: Any) -> None:
    race = trial(20, riders=2, dice=[4])
    go(race, "ChangeLead")
    assert line(race) == [("2", 23), ("1", 22)]
    race = trial(20, riders=1, spent=1, dice=[4, 4, 6])
    assert line(race)[0][1] > 28  # no question while his card of the section is used
    assert offered(race) == ["Multiply", "NoCard"]


@pytest.mark.rule("C14.8", "C16.3")
def test_a_team_shares_its_place_and_nobody_wins_the_stage(position: Any, throughout: Any, of: Any) -> None:
    riders = {str(number): 0 for number in range(1, 7)}
    options = {"stages": [COURSE, "Plaine"]}
    race = g.from_position("etapa", position(riders, step="line-up", round=0, options=options), seed=1)
    events: list[Any] = []
    while race.view()["stage_number"] == 1:
        events += race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    placed = {event.rider: event.place for event in of(events, "Placed")}
    assert sorted(placed.values()) == [1, 1, 1, 2, 2, 2]
    assert placed["1"] == placed["2"] == placed["3"] != placed["4"] == placed["5"] == placed["6"]
    entries = race.position()["riders"].values()
    assert [entry.get("wins", 0) for entry in entries] == [0] * 6
    assert {entry["placings"] for entry in entries} == {1, 2}
