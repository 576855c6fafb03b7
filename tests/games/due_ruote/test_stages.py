"""Races of several stages, and time trials (Z11.5, Z11.6)."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

import gruppetto as g
from gruppetto.games import loops
from gruppetto.games.due_ruote.data.sets import our_set
from gruppetto.games.game import SPECTATOR, no_numbers
from gruppetto.kernel.record import duplicate

Table = Callable[..., Any]
ALL_IN_ORDER = [f"{seat}-{number}" for seat in range(2) for number in range(1, 6)]
AFTER_ONE = {"stage_winners": ["1-1"], "stage_order": ALL_IN_ORDER}


def on_tour(table: Table, seats: int, riders: dict[str, str], stages: str, **more: Any) -> Any:
    """A position of a race of several stages."""
    options = {
        "advanced": True,
        "events": False,
        "stages": stages,
        "route": "choose",
        **more.pop("options", {}),
    }
    return table(seats, riders, options=options, **more)


def in_the_bunch(seats: int, riders: dict[str, str]) -> dict[str, str]:
    return {f"{seat}-{n}": "bunch 0" for seat in range(seats) for n in range(1, 6)} | riders


def at_the_finish(table: Table, riders: dict[str, str], stages: str = "P, P", **more: Any) -> Any:
    """The last card of the stage has been ridden."""
    return on_tour(
        table, 2, in_the_bunch(2, riders), stages, **{"step": "turn", "turn": 1, "pawn": None, **more}
    )


def times(race: Any) -> dict[str, int]:
    return {name: rider["time"] for name, rider in race.view["riders"].items()}


# --- stages -----------------------------------------------------------------------------------------


@pytest.mark.rule("Z11.5")
def test_a_sector_is_thirty_seconds_and_the_first_three_get_a_bonus(table: Table) -> None:
    race = at_the_finish(table, {"0-1": "+2 0", "0-2": "+1 0", "1-1": "head 0", "1-2": "-1 0"})
    assert times(race) == {
        **dict.fromkeys(times(race), 60),
        "0-1": -20, "0-2": 30 - 12, "1-1": 60 - 8, "1-2": 90,
    }  # fmt: skip
    assert race.view["stages"]["general"][0] == {"rider": "0-1", "time": -20, "green": 0, "cyclamen": 25}


@pytest.mark.rule("Z11.5")
def test_the_turns_of_all_stages_are_reported(table: Table) -> None:
    more = {"stage": 4, "stage_winners": ["0-2", "1-1", "0-1"], "stage_order": ALL_IN_ORDER}
    race = at_the_finish(table, {"0-1": "+2 0"}, "P P C, TT, M M, P", **more)
    figures = no_numbers(len(race.match.game.report))
    loops.tell(race.match.game.rules.report, race.match.state, figures)
    assert race.match.over
    assert dict(zip(race.match.game.report, figures, strict=True))["rounds"] == 3 + 0 + 2 + 1


@pytest.mark.rule("Z11.5", "Z3.1")
def test_the_next_stage_begins_with_a_fifth_of_the_fatigue(table: Table) -> None:
    race = at_the_finish(table, {"0-1": "+2 14", "0-2": "-3 25", "1-1": "head 4", "1-2": "out"})
    assert race.step == "start"
    assert [race[rider] for rider in ("0-1", "0-2", "1-1", "1-2")] == ["bunch 2", "bunch 5", "bunch 0", "out"]
    assert "time" not in race.match.position()["riders"]["1-2"]
    assert race.view["stages"]["stage"] == 2
    assert race.view["round"] == 0


@pytest.mark.rule("Z11.5", "Z4.4")
def test_special_tokens_are_kept_and_four_come_for_each_stage_up_to_nine(table: Table) -> None:
    teams = [{"special": 1}, {"special": 7}]
    more = {"stage": 2, "stage_winners": ["0-2"], "stage_order": ALL_IN_ORDER}
    race = at_the_finish(table, {"0-1": "+2 0"}, "P, P, P", teams=teams, **more)
    assert [team["special"] for team in race.view["seats"]] == [5, 9]


@pytest.mark.rule("Z11.5")
def test_the_feed_zone_and_energy_are_there_again_in_the_next_stage(table: Table) -> None:
    race = at_the_finish(table, {"0-1": "+2 0"}, stages="P R, P R P", fed=True, shown=2)
    assert not race.view["fed"]
    assert race.view["route"] == ["P", "R", "P"]
    assert race.view["turns"] == 2


@pytest.mark.rule("Z11.5")
def test_who_wins_each_stage_and_who_came_in_where_is_kept(table: Table) -> None:
    race = at_the_finish(table, {"1-4": "+2 0", "0-2": "+1 0"})
    stages = race.view["stages"]
    assert [stage["winner"] for stage in stages["stages"]] == ["1-4", None]
    assert stages["last"][:3] == [
        {"rider": "1-4", "bonus": 20},
        {"rider": "0-2", "bonus": 12},
        {"rider": "0-1", "bonus": 8},
    ]
    assert race.view["jerseys"] == {"pink": "1-4", "green": None, "cyclamen": "1-4"}


@pytest.mark.rule("Z11.5")
def test_no_seconds_for_whoever_retired_though_the_first_three(table: Table) -> None:
    out = {f"{seat}-{n}": "out" for seat in range(2) for n in range(1, 6)}
    riders = out | {"0-1": "+2 0", "1-1": "head 0"}
    race = on_tour(table, 2, riders, "P P, P", step="turn", turn=2, pawn=None)
    last = race.view["stages"]["last"]
    assert [entry["bonus"] for entry in last] == [20, 12, *[0] * 8]
    assert [entry["rider"] for entry in last[:2]] == ["0-1", "1-1"]


@pytest.mark.rule("Z6.4.1", "Z6.2.1", "Z13.6")
@pytest.mark.parametrize(("wanted", "first"), [(0, 0), (1, 2), (2, 2)])
def test_a_team_that_is_out_does_not_begin_the_next_stage(table: Table, wanted: int, first: int) -> None:
    riders = in_the_bunch(3, {f"1-{n}": "out" for n in range(1, 6)} | {"0-1": "+2 0"})
    options = {"start_first": wanted}
    race = on_tour(table, 3, riders, "P P, P", options=options, step="turn", turn=2, pawn=None)
    assert race.step == "start"
    assert (race.view["first"], race.view["pawn"], race.asks) == (first, first, first)


@pytest.mark.rule("Z11.5")
def test_the_least_time_wins_and_equal_times_go_by_the_last_stage(table: Table) -> None:
    riders = in_the_bunch(2, {"0-1": "+1 0", "1-1": "head 0"})
    more = {"stage": 2, **AFTER_ONE, "step": "turn", "turn": 1, "pawn": None}
    options = {"advanced": True, "events": False, "stages": "P, P", "route": "choose"}
    result = table(2, riders, options=options, **more).match.result
    assert result["riders"][0]["rider"] == "0-1"
    assert [entry["time"] for entry in result["riders"][:3]] == [-20, 30 - 12, 30 - 8]
    assert result["riders"][1]["behind"] == 38
    assert result["jerseys"]["pink"] == "0-1"
    assert [stage["winner"] for stage in result["stages"]] == ["1-1", "0-1"]


@pytest.mark.rule("Z11.5")
def test_time_from_earlier_stages_counts(position: Table) -> None:
    riders = in_the_bunch(2, {"0-1": "+1 0", "1-1": "head 0"})
    options = {"advanced": True, "events": False, "stages": "P, P", "route": "choose"}
    more = {"stage": 2, **AFTER_ONE, "step": "turn", "turn": 1, "pawn": None}
    document = position(2, riders, options=options, **more)
    for name, rider in document["riders"].items():
        rider["time"] = 0 if name == "1-1" else 100
    result = g.from_position("due-ruote", document, seed=1).result
    assert result is not None
    assert result["riders"][0]["rider"] == "1-1"
    assert result["winner"] == 1


@pytest.mark.rule("Z11.5", "Z6.4.2")
def test_the_last_team_on_the_road_wins_the_whole_race(table: Table) -> None:
    riders = {f"0-{n}": "head 25" for n in range(1, 6)}
    race = on_tour(table, 2, riders, "M M, P", step="fatigue", turn=1, speed=6)
    assert race.match.over
    assert race.match.result["ending"] == "last team"
    assert race.match.result["winner"] == 1


@pytest.mark.rule("Z11.5", "Z6.4.1")
def test_a_team_that_is_out_stays_out(table: Table) -> None:
    riders = {f"0-{n}": "out" for n in range(1, 6)} | {"1-1": "+1 0"}
    more = {"step": "turn", "turn": 1, "pawn": None, "first": 1}
    race = on_tour(table, 3, in_the_bunch(3, {}) | riders, "P, TT, P", **more)
    assert race.step == "trial"
    assert race.match.waiting == (1, 2)


# --- time trials ------------------------------------------------------------------------------------


def set_tokens(race: Any, seat: int, *tokens: int) -> None:
    for number, count in enumerate(tokens, start=1):
        choice = next(
            choice
            for choice in race.match.choices(seat)
            if choice.message.key == "RideAgainstClock" and choice.message.tokens == count
        )
        assert choice.message.rider == f"{seat}-{number}"
        race.events += race.match.play(seat, choice)


@pytest.mark.rule("Z11.6")
def test_all_set_their_tokens_at_once_and_in_secret(begun: Table) -> None:
    race = begun(2, teams="ready", advanced=True, events=False, stages="TT, P")
    assert race.step == "trial"
    assert race.match.waiting == (0, 1)
    set_tokens(race, 1, 2, 0, 2)
    set_so_far = {"1-1": 2, "1-2": 0, "1-3": 2}
    points = {rider: race.view["riders"][rider]["time_trial"] + n for rider, n in set_so_far.items()}
    assert race.match.view(1)["trial"] == {
        "tokens": set_so_far, "points": points, "left": 6, "asking_for": "1-4",
    }  # fmt: skip
    assert race.match.view(0)["trial"] == {"tokens": {}, "points": {}, "left": 10, "asking_for": "0-1"}
    assert race.match.view(None)["trial"] is None
    assert race.events == []


@pytest.mark.rule("Z11.6")
def test_points_are_the_value_and_the_tokens_ten_seconds_each(begun: Table) -> None:
    """A1 has 8, B1 5: with two tokens 10 and 7."""
    race = begun(2, teams="ready", advanced=True, events=False, stages="TT, P")
    set_tokens(race, 0, 2, 2, 2, 0, 0)
    set_tokens(race, 1, 2, 2, 2, 0, 0)
    assert race.view["riders"]["0-1"]["time"] == 0
    assert race.view["riders"]["1-1"]["time"] == 30
    assert race.view["stages"]["last"][0] == {"rider": "0-1", "bonus": 0}
    assert [team["special"] for team in race.view["seats"]] == [8, 8]
    assert race.step == "start"


@pytest.mark.rule("Z11.6")
def test_more_than_six_tokens_are_special_ones(begun: Table) -> None:
    race = begun(2, teams="ready", advanced=True, events=False, stages="TT, P")
    set_tokens(race, 0, 2, 2, 2, 2, 1)
    set_tokens(race, 1, 0, 0, 0, 0, 0)
    assert [team["special"] for team in race.view["seats"]] == [5, 8]


@pytest.mark.rule("Z11.6")
def test_without_tokens_nobody_is_asked(table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "TT", "route": "choose"}
    race = table(2, in_the_bunch(2, {}), options=options, step="trial", pawn=None, teams=[{}, {}])
    set_tokens(race, 0, 2, 2, 2)
    assert race.match.waiting == (1,)


@pytest.mark.rule("Z11.6")
def test_ties_go_to_the_higher_value_then_the_lower_number(table: Table) -> None:
    """A2 and B1 have 5, A4 3: A4 with two tokens ties with both."""
    options = {"advanced": True, "events": False, "stages": "P, TT", "route": "choose"}
    more = {"step": "trial", "stage": 2, "turn": 0, "pawn": None, **AFTER_ONE}
    race = table(2, in_the_bunch(2, {"0-1": "out"}), options=options, **more)
    document = race.match.position()
    race = type(race)(g.from_position("due-ruote", document, seed=1))
    for count in (0, 0, 2, 0):
        choice = next(c for c in race.match.choices(0) if c.message.tokens == count)
        race.match.play(0, choice)
    set_tokens(race, 1, 0, 0, 0, 0, 0)
    order = [entry["rider"] for entry in race.match.result["riders"]]
    assert order[:3] == ["0-2", "1-1", "0-4"]
    assert race.match.result["ending"] == "time trial"


@pytest.mark.rule("Z11.6")
def test_no_rider_gets_more_than_two_or_than_is_left(table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "TT", "route": "choose"}
    race = table(2, in_the_bunch(2, {}), options=options, step="trial", pawn=None, teams=[{"special": 1}, {}])

    def offered() -> list[int]:
        return [choice.message.tokens for choice in race.match.choices(0)]

    for tokens, choices in ((2, [0, 1, 2]), (2, [0, 1, 2]), (2, [0, 1, 2]), (0, [0, 1]), (1, [0, 1])):
        assert offered() == choices
        choice = next(c for c in race.match.choices(0) if c.message.tokens == tokens)
        race.events += race.match.play(0, choice)
    assert race.match.waiting == (1,)
    set_tokens(race, 1, 1, 1, 1, 1, 2)
    ridden = {event.rider: event.tokens for event in race.of("RodeTrial")}
    assert [ridden[f"0-{n}"] for n in range(1, 6)] == [2, 2, 2, 0, 1]
    assert [ridden[f"1-{n}"] for n in range(1, 6)] == [1, 1, 1, 1, 2]
    assert [team["special"] for team in race.view["seats"]] == [0, 0]
    assert race.match.over


@pytest.mark.rule("Z11.6", "Z11.5")
def test_who_has_retired_rides_no_time_trial_and_is_last(table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "P, TT", "route": "choose"}
    more = {"step": "trial", "stage": 2, "turn": 0, "pawn": None, **AFTER_ONE}
    out = {"0-1": "out 1", "0-2": "out 1", "1-1": "out 1"}
    race = table(2, in_the_bunch(2, out), options=options, teams=[{}, {}], **more)
    for seat, count in ((0, 3), (1, 4)):
        for _ in range(count):
            assert race.match.choices(seat)[0].message.rider not in out
            race.events += race.match.play(seat, race.match.choices(seat)[0])
    ridden = [(event.rider, event.seconds) for event in race.of("RodeTrial")]
    assert ridden == [
        ("1-2", 0), ("1-3", 0), ("1-5", 0), ("0-3", 10), ("0-4", 10), ("0-5", 20), ("1-4", 20),
    ]  # fmt: skip
    assert [entry["rider"] for entry in race.match.result["riders"]][7:] == ["0-1", "0-2", "1-1"]
    assert race.told[-2:] == ["StageWon 1-2 2 time trial", "Ended 1-2 time trial 2"]


@pytest.mark.rule("Z11.5")
def test_equal_times_go_by_the_last_stage_and_retired_riders_by_when(position: Table) -> None:
    riders = in_the_bunch(2, {"1-3": "+1 0", "0-4": "out 1", "1-4": "out 101", "1-5": "out 1"})
    options = {"advanced": True, "events": False, "stages": "P, P", "route": "choose"}
    more = {"stage": 2, **AFTER_ONE, "step": "turn", "turn": 1, "pawn": None}
    document = position(2, riders, options=options, **more)
    for name, time in (("0-1", 58), ("1-3", 90), ("0-3", 8), ("1-2", 0), ("1-1", 40)):
        document["riders"][name]["time"] = time
    result = g.from_position("due-ruote", document, seed=1).result
    assert result is not None
    times_lost = [(entry["rider"], entry["time"]) for entry in result["riders"]]
    assert times_lost == [
        ("0-2", 22), ("0-5", 30), ("1-2", 30), ("0-3", 38), ("1-3", 70), ("1-1", 70), ("0-1", 76),
        ("1-4", None), ("0-4", None), ("1-5", None),
    ]  # fmt: skip
    assert result["seats"] == [0, 1]


@pytest.mark.rule("Z11.5", "Z9.8")
def test_a_stage_may_be_won_in_a_sprint(table: Table) -> None:
    race = at_the_finish(table, {"0-1": "head 0", "1-1": "head 0"})
    assert (race.step, race.view["stages"]["stage"]) == ("start", 2)
    assert race.view["stages"]["stages"][0]["winner"] == "1-1"
    assert [times(race)[name] for name in ("1-1", "0-1", "0-2", "0-3")] == [-20, -12, -8, 0]


@pytest.mark.rule("Z11.6", "Z11.5")
def test_a_time_trial_may_be_the_whole_race(begun: Table) -> None:
    race = begun(2, teams="ready", advanced=True, events=False, stages="TT")
    assert race.step == "trial"
    set_tokens(race, 0, 0, 0, 0, 0, 0)
    set_tokens(race, 1, 0, 0, 0, 0, 0)
    assert race.match.over
    assert race.match.result["winner"] == 0


@pytest.mark.rule("Z11.6")
def test_the_value_on_the_card_decides_before_the_number(begun: Table) -> None:
    """B2, B3 and B5 have 4, and A3 has 3 and a token."""
    race = begun(2, teams="ready", advanced=True, events=False, stages="TT")
    set_tokens(race, 0, 0, 0, 1, 0, 0)
    set_tokens(race, 1, 0, 0, 0, 0, 0)
    equal = [event.rider for event in race.of("RodeTrial") if event.points == 4]
    assert equal == ["1-2", "1-3", "1-5", "0-3"]


@pytest.mark.rule("Z11.6", "Z8.5")
def test_whoever_rides_at_all_is_before_those_who_have_retired(table: Table) -> None:
    """Cards that are worth nothing against the clock, and the first rider is out."""
    ours = msgspec.to_builtins(our_set())
    ours["riders"] = [{**rider, "time_trial": 0} for rider in ours["riders"]]
    options = {"advanced": True, "events": False, "stages": "P, TT", "route": "choose", "own_set": ours}
    more = {"step": "trial", "stage": 2, "turn": 0, "pawn": None, **AFTER_ONE, "teams": [{}, {}]}
    race = table(2, in_the_bunch(2, {"0-1": "out 1"}), options=options, **more)
    for _ in range(4):
        race.match.play(0, race.match.choices(0)[0])
    set_tokens(race, 1, 0, 0, 0, 0, 0)
    assert [entry["rider"] for entry in race.match.result["riders"]] == [*ALL_IN_ORDER[1:], "0-1"]


@pytest.mark.rule("Z11.6", "Z8.5")
def test_who_has_retired_is_given_no_tokens(table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "P, TT", "route": "choose"}
    more = {"step": "trial", "stage": 2, "turn": 0, "pawn": None, **AFTER_ONE, "teams": [{}, {}]}
    race = table(2, in_the_bunch(2, {"0-4": "out 1"}), options=options, **more)
    set_tokens(race, 0, 2, 2, 2)
    riders = race.match.position()["riders"]
    assert [riders[f"0-{n}"].get("tokens") for n in range(1, 6)] == [2, 2, 2, None, 0]


@pytest.mark.rule("Z11.5")
def test_one_stage_alone_is_ridden_by_the_clock_too(table: Table) -> None:
    race = at_the_finish(table, {"0-1": "+2 0", "1-1": "head 0"}, "P")
    assert race.match.over
    assert [entry["time"] for entry in race.match.result["riders"][:3]] == [-20, 48, 52]


@pytest.mark.rule("Z11.6")
@pytest.mark.parametrize("seat", [0, 3, 5])
def test_when_the_tokens_are_gone_all_others_of_the_team_ride_without(seat: int, table: Table) -> None:
    options = {"advanced": True, "events": False, "stages": "TT, P", "route": "choose"}
    race = table(6, in_the_bunch(6, {}), options=options, step="trial", pawn=None)
    set_tokens(race, seat, 2, 2, 2)
    assert seat not in race.match.waiting
    tokens = {name: rider.get("tokens") for name, rider in race.match.position()["riders"].items()}
    assert [tokens[f"{seat}-{n}"] for n in range(1, 6)] == [2, 2, 2, 0, 0]
    assert {tokens[f"{other}-{n}"] for other in range(6) if other != seat for n in range(1, 6)} == {None}


@pytest.mark.rule("Z11.5", "Z11.6")
def test_what_counts_less_never_outweighs_what_counts_more(position: Table) -> None:
    """Eight have retired, 1-4 a turn later; 1-5 is a second quicker in all, last in the time trial."""
    out = {name: "out 1" for name in ALL_IN_ORDER if name not in ("0-5", "1-5")} | {"1-4": "out 2"}
    options = {"advanced": True, "events": False, "stages": "P P, TT", "route": "choose"}
    more = {"stage": 2, **AFTER_ONE, "step": "trial", "turn": 0, "pawn": None, "teams": [{}, {}]}
    document = position(2, in_the_bunch(2, out), options=options, **more)
    for rider, card in (("0-5", "A2"), ("0-2", "A5")):
        document["riders"][rider]["card"] = card
    document["riders"]["0-5"]["time"], document["riders"]["1-5"]["time"] = 19, 8
    race = g.from_position("due-ruote", document, seed=1)
    for seat in (0, 1):
        race.play(seat, race.choices(seat)[0])
    assert race.result is not None
    assert [(entry["rider"], entry["time"]) for entry in race.result["riders"][:2]] == [
        ("1-5", 18),
        ("0-5", 19),
    ]
    assert [entry["rider"] for entry in race.result["riders"][2:]] == [
        "1-4", "0-1", "0-2", "0-3", "0-4", "1-1", "1-2", "1-3",
    ]  # fmt: skip


@pytest.mark.rule("Z11.5", "Z6.4.3")
def test_a_stage_nobody_finishes_ends_the_race_without_a_winner(table: Table) -> None:
    spent = {"spent": 6, "tokens": 0}
    riders = {f"{seat}-{n}": "-1 25" for seat in range(2) for n in range(1, 6)} | {"0-5": "out 1"}
    more = {"stage": 2, **AFTER_ONE, "turn": 1, "teams": [{"spent": 5, "tokens": 1}, spent], "speed": 9}
    race = on_tour(table, 2, riders, "P, P P, P", **more).do(0, "drink", "0-1")
    assert race.told[-2:] == ["StageWon None 2 nobody left", "Ended None nobody left 3"]
    assert race.match.position()["riders"]["0-1"]["retired"] == 101
    assert race.match.result["shared"] == [0, 1]
    assert race.match.result["riders"][-1]["rider"] == "0-5"


@pytest.mark.rule("Z11.5")
def test_the_leader_is_told_after_every_stage(table: Table) -> None:
    """1-5 had lost least; 0-1 wins the stage, 1-1 comes in third."""
    riders = {"0-1": "+2 0", "0-4": "head 0", "1-4": "head 0"}
    spent = [{"spent": 3, "tokens": 3}] * 2
    document = on_tour(table, 2, riders, "P, P, P", stage=2, teams=spent, **AFTER_ONE).match.position()
    for name, rider in document["riders"].items():
        rider["time"] = {"1-5": 0, "1-1": 20}.get(name, 200)
    race = type(table(2))(g.from_position("due-ruote", document, seed=1)).pass_on(0, 1)
    assert [line for line in race.told if line.startswith(("Leads", "Stage"))] == [
        "StageWon 0-1 2 alone",
        "Leads 1-5 60",
        "StageBegan 3",
    ]
    assert race.view["jerseys"]["pink"] == "1-5"


@pytest.mark.rule("Z11.6", "Z11.5")
def test_options_that_do_not_go_together_are_refused() -> None:
    def start(**options: Any) -> None:
        g.start("due-ruote", seats=2, options=options)

    with pytest.raises(g.BadOption, match="set 'advanced' too"):
        start(stages="P, TT")
    with pytest.raises(g.BadOption, match="leave it out"):
        start(stages="P, TT", route="PPP", advanced=True)
    with pytest.raises(g.BadOption, match="10 stages; there are 9 at most"):
        start(stages=", ".join(["P"] * 10), advanced=True)
    with pytest.raises(g.UnknownStage, match="did you mean 'Hills'"):
        start(stages="Hils, TT", advanced=True)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"options": {"advanced": True, "events": False}, "stage": 2}, "one stage only"),
        ({"stages": "P, P", "stage": 3}, "the race has 2 stages"),
        ({"stages": "P, P", "stage_order": ["0-1"]}, "all riders"),
        ({"stages": "P, P", "step": "trial"}, "no time trial"),
    ],
)
def test_positions_that_cannot_be_are_refused(more: Any, says: str, position: Table) -> None:
    if "stages" in more:
        more = dict(more)
        more["options"] = {"advanced": True, "events": False, "route": "choose", "stages": more.pop("stages")}
    with pytest.raises(g.BadPosition, match=says):
        g.from_position("due-ruote", position(2, {}, **more), seed=1)


# --- whole races ------------------------------------------------------------------------------------


@pytest.mark.rule("Z11.4", "Z11.5", "Z11.6", "Z10.2")
def test_whole_races_are_written_down_and_nobody_knows_too_much() -> None:
    options = {"advanced": True, "events": True, "stages": "TT, P TV, M GPM, TT", "teams": "ready"}
    for seed in range(3):
        match, chance = g.start("due-ruote", seats=2 + seed, seed=seed, options=options), random.Random(seed)
        while not match.over:
            seat = chance.choice(match.waiting)
            match.play(seat, chance.choice(match.choices(seat)))
            if len(match.log) % 7 == 0:
                check_round_trip(match)
                check_blind(match, len(match.log))
        assert match.at(len(match.log)).state.tobytes() == match.state.tobytes()
        assert sorted(match.result["seats"]) == list(range(2 + seed))


def check_round_trip(match: g.Match) -> None:
    document = match.position()
    again = g.from_position("due-ruote", document, seed=5)
    assert again.position() == document
    assert again.waiting == match.waiting
    assert again.view(0) == match.view(0)


def check_blind(match: g.Match, number: int) -> None:
    rules = match.game.rules
    for seat in (SPECTATOR, *range(match.seats)):
        state, eyes = duplicate(match.state), None if seat == SPECTATOR else seat
        loops.veil(rules.forget, state, seat, np.uint64(number))
        assert match.game.view(state, eyes) == match.game.view(match.state, eyes)
        assert loops.owing(rules.waiting, state) == loops.owing(rules.waiting, match.state)
        if eyes is not None:
            true, guessed = no_numbers(match.game.observation), no_numbers(match.game.observation)
            loops.sense(rules.observe, match.state, seat, true)
            loops.sense(rules.observe, state, seat, guessed)
            assert true.tolist() == guessed.tolist()
