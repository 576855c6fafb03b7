"""What a rider may do on their turn, choice by choice (C2, C3.3, C3.4, C7.5, C12.1, C19)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gruppetto as g
from gruppetto.games.etapa.rules.codes import ACTIONS

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
SWAPS = {"specials": True}


def choices(race: g.Match) -> list[tuple[str, str | None]]:
    """The choices of whoever is asked, in their order, with the card or the rider they name."""
    told: list[Any] = [choice.message for choice in race.choices(race.waiting[0])]
    return [(m.key, getattr(m, "card", None) or getattr(m, "leader", None)) for m in told]


@pytest.mark.rule("C19", "C3.3", "C12.1")
def test_all_that_can_be_done_at_once(match: Make, go: Go) -> None:
    riders = {"4": 51, "1": 50, "2": {"field": 40, "injured": 1}}
    teams = [{"hand": {"2": 1, "4B": 1}, "slow": 0}, {"hand": {}, "slow": 0}]
    race = match(riders, dice=[3], teams=teams, options=SWAPS, moment={"slow_supply": 4})
    go(race, "Throw")
    assert choices(race) == [
        ("Throw", None), ("Sprint", "2"), ("Sprint", "4B"), ("BreakAway", "4B"), ("Follow", "4"),
        ("CallCar", None), ("WaitForMate", None), ("SwapCard", "2"), ("SwapCard", "4B"),
    ]  # fmt: skip
    events = go(race, ("SwapCard", {"card": "2"}))
    assert [(event.key, event.seat, event.card) for event in events] == [("Swapped", 0, "2")]
    assert (race.view()["slow_supply"], race.view()["teams"][0]["slow"]) == (3, 1)
    assert choices(race)[1] == ("Sprint", "4B")


@pytest.mark.rule("C19")
@pytest.mark.parametrize(
    ("rider", "more", "asked"),
    [
        ({}, {}, False),  # they can only throw
        ({}, {"hand": {"2": 1}}, True),
        ({"injured": 1}, {"hand": {"2": 1}}, False),
        ({"tokens": 1}, {"hand": {"2": 1}}, False),
        ({"tokens": 1}, {"hand": {"2": 1}, "options": SWAPS}, True),
        ({}, {"options": SWAPS}, False),  # no card to change
        ({}, {"options": {"cars": True}}, True),
        ({}, {"mate": {"field": 40, "injured": 1}}, True),
    ],
)
def test_who_can_only_throw_throws(
    match: Make, rider: dict[str, int], more: dict[str, Any], asked: bool
) -> None:
    teams = [{"hand": more.get("hand", {}), "slow": 0}, {"hand": {"6": 1}, "slow": 0}]
    riders = {"1": {"field": 50, **rider}, "4": 20} | ({"2": more["mate"]} if "mate" in more else {})
    options = {"cars": False, **more.get("options", {})}
    race = match(riders, dice=[3, 3], teams=teams, options=options, moment={"slow_supply": 2})
    moved = race.view()["riders"]["1"]["field"] > 50 or race.view()["phase"] == "move"
    assert moved != asked


@pytest.mark.rule("C2.2", "C2.5", "C15.2")
@pytest.mark.parametrize(("card", "rounds"), [("2B", 1), ("4B", 2), ("6B", 3)])
def test_a_card_is_announced_and_counted(match: Make, go: Go, of: Any, card: str, rounds: int) -> None:
    race = match({"4": 50, "1": 20}, dice=[4])
    events = go(race, ("BreakAway", {"card": card}))
    assert [(e.rider, e.card, e.rounds) for e in of(events, "BrokeAway")] == [("4", card, rounds)]
    assert race.view()["riders"]["4"]["breakaway"] == rounds - 1
    assert race.view()["riders"]["4"]["cards_used"] == 1
    race = match({"4": {"field": 50, "used": 1}, "1": 20}, dice=[4])
    events = go(race, ("Sprint", {"card": card}))
    assert [(e.rider, e.card) for e in of(events, "Sprinted")] == [("4", card)]
    assert race.view()["riders"]["4"]["cards_used"] == 2
    assert card not in race.view(1)["hand"]


@pytest.mark.rule("C3.4.1")
def test_a_wheel_is_told_with_its_fields(match: Make, go: Go, of: Any) -> None:
    race = match({"4": 51, "1": 50}, dice=[4])
    events = go(race, "Throw", "Follow")
    assert [(e.rider, e.leader, e.fields) for e in of(events, "Followed")] == [("1", "4", 10)]


@pytest.mark.rule("C3.4.5")
def test_of_leaders_who_went_equally_far_the_foremost_is_followed(match: Make, go: Go) -> None:
    riders = {"4": 51, "7": 51, "1": 50}
    race = match(riders, dice=[6, 2, 3, 3], teams=[{"hand": {}, "slow": 1}] * 3, options={"cars": False})
    go(race, "RideOn", "Throw", "RideOn")
    assert choices(race) == [("Throw", None), ("Follow", "4")]


@pytest.mark.rule("C3.4.1")
def test_nobody_follows_who_starts_two_fields_ahead_or_has_not_ridden(match: Make, go: Go) -> None:
    race = match({"4": 52, "1": 50, "2": 50}, dice=[4])
    go(race, "Throw", ("GoNext", {"rider": "2"}))
    assert race.view()["turn"]["rider"] == "2"
    assert "Follow" not in dict(choices(race))


@pytest.mark.rule("C3.4.1", "C5.1")
def test_a_leader_is_followed_across_the_line(match: Make, go: Go, fields: Any) -> None:
    race = match({"4": 195, "1": 194}, "H150 F50 | limit 150 | flag 190", dice=[4])
    go(race, "Throw", "Follow")
    assert fields(race) == {"4": 205, "1": 204}


@pytest.mark.rule("C15.1", "C6.1")
@pytest.mark.parametrize(
    ("sky", "letter", "checked"),
    [(1, "D", True), (1, "F", False), (1, "H", False), (0, "D", False), (2, "D", False)],
)
def test_only_rain_makes_only_descents_risky(
    match: Make, go: Go, of: Any, sky: int, letter: str, checked: bool
) -> None:
    race = match({"1": 50, "4": 20}, f"{letter}200 | limit 150", dice=[1, 4], moment={"sky": sky})
    assert len(of(go(race, "Throw"), "Threw")) == 1 + checked


@pytest.mark.rule("C15.1", "C2.5")
@pytest.mark.parametrize(
    ("sky", "letter", "moved"),
    [
        (2, "F", 9),
        (3, "F", 11),
        (3, "D", 16),
        (2, "D", 16),
        (3, "H", 4),
        (4, "F", 10),
        (3, "f", 7),
        (2, "f", 6),
    ],
)
def test_wind_counts_on_the_flat_alone(
    match: Make, go: Go, fields: Any, sky: int, letter: str, moved: int
) -> None:
    race = match({"1": 50, "4": 20}, f"{letter}200 | limit 150", dice=[4], moment={"sky": sky})
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C7.5")
@pytest.mark.parametrize(
    ("rider", "mate", "can"),
    [
        ({}, {"field": 48, "injured": 1}, True),
        ({}, {"field": 49, "injured": 1}, False),
        ({}, {"field": 40}, False),
        ({"injured": 1}, {"field": 40, "injured": 1}, False),
        ({}, {"field": 40, "injured": 1, "status": "withdrawn"}, False),
        ({}, {"field": 40, "injured": 1, "status": "fallen", "back": 6}, True),
    ],
)
def test_for_whom_one_may_wait(
    match: Make, offered: Any, rider: dict[str, Any], mate: dict[str, Any], can: bool
) -> None:
    rivals = {"1": {"field": 20, "injured": 1}, "7": {"field": 20, "injured": 1}}
    race = match({"4": {"field": 50, **rider}, "6": mate, **rivals})
    assert ("WaitForMate" in offered(race)) == can


@pytest.mark.rule("C7.5", "C2.5")
def test_waiting_is_a_turn_and_a_round_of_the_breakaway(match: Make, go: Go) -> None:
    for tokens, left in ((2, 1), (0, 0)):
        riders = {"1": {"field": 50, "tokens": tokens}, "2": {"field": 40, "injured": 1}}
        race = match(riders, options={"cars": False}, dice=[3])
        events = go(race, "WaitForMate")
        assert (events[0].key, events[0].rider) == ("Waited", "1")
        assert race.view()["riders"]["1"]["breakaway"] == left
        assert race.view()["riders"]["1"]["field"] == 50


@pytest.mark.rule("C7.5")
@pytest.mark.parametrize(
    ("helper", "stops"),
    [
        ({"field": 53}, [2, 3]),
        ({"field": 51}, [1]),
        ({"field": 58}, [7]),
        ({"field": 59}, []),
        ({"field": 53, "injured": 1}, []),
        ({"field": 53, "status": "fallen", "back": 6}, []),
    ],
)
def test_where_the_injured_may_stop(match: Make, go: Go, helper: dict[str, Any], stops: list[int]) -> None:
    """They throw 5 and ride 8; the helper is already where they stay."""
    teams = [{"hand": {}, "slow": 0}, {"hand": {}, "slow": 2}]
    riders = {"4": {"field": 50, "injured": 1}, "6": helper, "1": 20}
    race = match(riders, dice=[1, 5], teams=teams, options={"cars": False})
    if race.view()["turn"]["rider"] == "6":
        waits = [c for c in race.choices(1) if c.message.key == "WaitForMate"]
        go(race, "WaitForMate") if waits else go(race, ("SlowDown", {"fields": 0}))
    if race.view()["phase"] == "plan":
        go(race, "Throw")
    messages: list[Any] = [choice.message for choice in race.choices(1)]
    found = [message.fields for message in messages if message.key == "StopAtHelper"]
    rode = race.view()["turn"]["fields"]
    assert found == [short for short in stops if short < rode]
    assert rode >= 4


@pytest.mark.rule("C7.5")
def test_the_sound_do_not_stop_at_a_team_mate(match: Make, go: Go, of: Any) -> None:
    race = match({"4": 50, "6": 53, "1": 20}, dice=[1, 2], options={"cars": False})
    assert [event.key for event in go(race, "Throw", "Throw")][-2:] == ["Threw", "Moved"]


@pytest.mark.rule("C7.6", "C7.5")
@pytest.mark.parametrize(
    ("jersey", "bonus", "fields"), [("yellow", "TakeBonus", 10), ("yellow", "LeaveBonus", 10)]
)
def test_the_injured_copy_what_the_leader_rode_without_the_jersey(
    match: Make, go: Go, jersey: str, bonus: str, fields: int
) -> None:
    riders = {"1": {"field": 51, "jersey": jersey}, "5": {"field": 50, "injured": 1}, "2": 50}
    teams = [{"hand": {}, "slow": 1}, {"hand": {}, "slow": 1}]
    race = match(riders, dice=[4, 6, 1], teams=teams, options={"cars": False})
    go(race, bonus, "RideOn")
    while race.view()["turn"]["rider"] != "5":
        go(race, "Throw", "RideOn")
    followed: list[Any] = [c.message for c in race.choices(1) if c.message.key == "Follow"]
    assert ("1", fields) in [(message.leader, message.fields) for message in followed]


@pytest.mark.rule("C7.1", "C7.4", "C6.1")
@pytest.mark.parametrize(
    ("rider", "options", "phase"),
    [
        ({"shaken": 1}, {}, "injury"),
        ({"shaken": 1}, {"injuries": False}, "plan"),
        ({"shaken": 0}, {}, "plan"),
        ({"shaken": 1, "injured": 1}, {}, "injury"),
    ],
)
def test_who_is_injured_by_a_one(
    match: Make, go: Go, rider: dict[str, int], options: dict[str, bool], phase: str
) -> None:
    race = match({"1": {"field": 50, **rider}, "4": 20}, dice=[1, 4], options=options)
    go(race, "Throw")
    assert race.view()["phase"] == phase
    assert race.position()["riders"]["1"].get("shaken", 0) == 0


@pytest.mark.rule("C3.5", "C17.9")
@pytest.mark.parametrize(
    ("fields", "options", "found"),
    [
        ([60, 55, 54, 40, 39], {}, (40, 39, 2)),
        ([60, 55, 54, 40, 39], {"groups": "within-five"}, (60, 54, 3)),
        ([60, 54, 53, 40, 39], {"groups": "within-five"}, (40, 39, 2)),
        ([60, 60, 59, 40, 39], {}, (60, 59, 3)),
        ([200, 200, 1], {}, (200, 200, 2)),
        ([30, 20, 1], {}, (1, 1, 1)),
    ],
)
def test_the_peloton_is_told(
    match: Make, throughout: Any, of: Any, fields: list[int], options: dict[str, str], found: tuple[int, ...]
) -> None:
    lying = {"status": "fallen", "back": 6}
    riders = {str(number): {"field": field, **lying} for number, field in enumerate(fields, start=1)}
    riders["15"] = {"field": 2, "status": "withdrawn", "injured": 1}
    race = match({**riders, "10": {"field": 100, **lying}}, options={**options, "crash_car": "never"})
    assert race.view()["peloton"] == [found[1], found[0]]


@pytest.mark.rule("C1.1")
def test_players_name_their_rider_in_any_order_then_the_tour_begins(of: Any) -> None:
    race = g.start("etapa", seats=3, seed=1, options={"stages": ["Plaine", "Plaine"]})
    named = []
    for seat, waiting in ((1, (0, 2)), (2, (0,)), (0, (0,))):
        events = race.play(seat, race.choices(seat)[seat])
        named += [event.rider for event in of(events, "Designated")]
        assert race.waiting == waiting
    assert named == ["5", "9", "1"]
    assert [team["young"] for team in race.view()["teams"]] == ["1", "5", "9"]
    assert race.view()["round"] == 1


@pytest.mark.rule("C3.6", "C2.7")
def test_a_card_that_is_not_on_the_pile_cannot_be_drawn(match: Make, go: Go, of: Any) -> None:
    all_but_one = {"hand": {"2": 4, "2B": 6, "4": 6, "4B": 6, "6": 6, "6B": 6}, "slow": 0}
    teams = [{"hand": {"2": 1}, "slow": 0}, all_but_one]
    race = match({"1": 50, "4": 20}, "F200 | feed 56-60 | limit 150", dice=[4], cards=["6"], teams=teams)
    assert [event.card for event in of(go(race, "Throw", "RideOn"), "Drew")] == ["2"]
    assert race.view()["pile"] == 0


@pytest.mark.rule("C15.1")
def test_half_of_the_weather_cards_are_sun(position: Any) -> None:
    document = position({"1": 0, "4": 0}, step="stage", round=0, options={"weather": True})
    skies = [g.from_position("etapa", document, seed=seed).view()["weather"] for seed in range(48)]
    assert 16 <= skies.count("sun") <= 32
    assert set(skies) == {"sun", "rain", "headwind", "tailwind", "crosswind", "heat"}


@pytest.mark.rule("C15.1", "C17.34")
def test_no_weather_without_the_option_or_in_a_time_trial(position: Any) -> None:
    for stage, weather in (("Chrono", True), ("Plaine", False)):
        document = position({"1": 0, "4": 0}, stage, step="stage", round=0, options={"weather": weather})
        document["script"] = {"weather": [0]}
        assert g.from_position("etapa", document).view()["weather"] == "sun"


@pytest.mark.rule("C1.2", "C2.7")
def test_what_is_left_when_all_are_dealt(position: Any) -> None:
    gone = {"status": "out", "gone": 1}
    riders: dict[str, Any] = {str(number): 0 for number in range(1, 10)}
    riders |= {"3": gone, "5": gone, "6": gone}
    held = {"hand": {"6": 2}, "shown": {}, "doubt": {"6": 3}, "slow": 5}
    document = position(riders, stage=2, step="line-up", round=0, options={"stages": ["Plaine"] * 2})
    document["teams"] = [held, {**held, "time": 1}, {**held, "time": 9}]
    race = g.from_position("etapa", document)
    teams = race.position()["teams"]
    assert [sum(team["shown"].values()) for team in teams] == [4, 2, 6]
    assert [team["slow"] for team in teams] == [2, 1, 3]
    assert race.view()["slow_supply"] == 18 - 6
    assert race.view()["pile"] == 36 - 12 - 1
    assert [bool(team["doubt"]) for team in teams] == [True, False, False]


@pytest.mark.rule("C19", "C6.1.2", "C7.1", "C8.2", "C10.1.1")
@pytest.mark.parametrize(
    ("rider", "dice", "steps", "phase"),
    [
        ({}, [1, 1], [("Sprint", {"card": "2"})], "avoid"),
        ({}, [1, 2], [("Sprint", {"card": "2"})], "crash-car"),
        ({}, [4], ["Throw"], "move"),
        ({"shaken": 1}, [1], ["Throw"], "injury"),
        ({"jersey": "rainbow"}, [1, 2], ["Throw"], "pick"),
        ({"jersey": "yellow"}, [3], ["Throw"], "bonus"),
        ({"status": "feeding"}, [6], [], "contact"),
        ({"status": "punctured"}, [], [], "puncture-car"),
    ],
)
def test_questions_go_to_the_player_of_the_rider(
    match: Make, go: Go, rider: dict[str, Any], dice: list[int], steps: list[Any], phase: str
) -> None:
    feeding = rider.get("status") == "feeding"
    mate = {"field": 10, "status": "punctured"} if phase == "puncture-car" else {"field": 10}
    car = {"served": 8, "car": 44} if feeding else {}
    teams = [{"slow": 1}, {"slow": 1}, {"slow": 1, **car}]
    race = match({"1": 30, "4": 20, "8": {"field": 50, **rider}, "9": mate}, dice=dice, teams=teams)
    go(race, *steps)
    assert (race.waiting, race.view()["phase"]) == ((2,), phase)


@pytest.mark.rule("C8.1", "C17.36")
def test_a_car_that_has_left_is_nowhere(match: Make, go: Go) -> None:
    teams = [{"hand": {}, "slow": 0}, {"slow": 0, "served": 5, "car": 44}]
    race = match({"5": {"field": 50, "status": "feeding"}, "1": 20}, dice=[6, 1], teams=teams)
    go(race, "WaiveCard")
    team = race.position()["teams"][1]
    assert (team["served"], team["car"]) == (0, 0)


@pytest.mark.rule("C4.4")
def test_a_second_turn_may_be_left_even_by_who_can_only_throw(match: Make, offered: Any) -> None:
    teams = [{"hand": {}, "slow": 0}, {"hand": {}, "slow": 0}]
    riders = {"1": 199, "4": {"field": 160, "jersey": "white"}, "2": 158}
    race = match(riders, dice=[5, 1], teams=teams)
    assert (race.waiting, offered(race)) == ((1,), ["ForgoTurn", "Throw"])


@pytest.mark.rule("C12.1", "C2.8")
def test_any_card_can_be_changed_after_the_throw(match: Make, go: Go, fields: Any) -> None:
    hand = {"2": 1, "6B": 1}
    teams = [{"hand": hand, "slow": 0}, {"hand": {}, "slow": 0}]
    for card in hand:
        race = match({"1": 50, "4": 20}, dice=[4], teams=teams, options=SWAPS, moment={"slow_supply": 5})
        go(race, "Throw", ("SwapCard", {"card": card}), ("SlowDown", {"fields": 3}))
        assert fields(race)["1"] == 53
        assert card not in race.view(0)["hand"]


@pytest.mark.rule("C19")
def test_what_is_offered_does_not_hang_on_what_was_offered_before(match: Make, go: Go) -> None:
    race = match({"1": {"field": 50, "jersey": "yellow"}, "4": 50, "5": 20}, dice=[3], slow=1)
    flag = g.start("etapa", seats=2, seed=1)
    assert [choice.text for choice in flag.choices(0)] == ["Drop the flag"]
    for at_table in (flag, race):
        clean, dirty = np.zeros(ACTIONS, np.int32), np.full(ACTIONS, 77, np.int32)
        found = [at_table.game.rules.legal(at_table.state[0], 0, out) for out in (clean, dirty)]
        assert found[0] == found[1] == len(at_table.choices(0))
        assert clean[: found[0]].tolist() == dirty[: found[1]].tolist()
    go(race, "Throw", "TakeBonus")
    out = np.full(ACTIONS, 77, np.int32)
    found_now = race.game.rules.legal(race.state[0], 0, out)
    assert out[:found_now].tolist() == [choice.code for choice in race.choices(0)]
