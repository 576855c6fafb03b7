"""Where the rulebook can be read in two ways: every option with its default and its alternative (C17)."""

from collections.abc import Callable
from enum import EnumType
from typing import Any, get_type_hints

import pytest

import gruppetto as g
from gruppetto.games.etapa.rules.options import Options
from gruppetto.games.vocabulary import words_of

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]
READINGS = {
    name: tuple(words_of(kind))
    for name, kind in get_type_hints(Options).items()
    if isinstance(kind, EnumType)
}
BARE = [{"hand": {}, "slow": 0}] * 5


def lying(field: int, **more: Any) -> dict[str, Any]:
    return {"field": field, "status": "fallen", "back": 6, **more}


def test_every_reading_is_an_option_with_our_default() -> None:
    (game,) = [entry for entry in g.games() if entry["id"] == "etapa"]
    assert {name: ours for name, (ours, _) in READINGS.items()}.items() <= game["options"].items()


@pytest.mark.parametrize("option", READINGS)
def test_a_reading_survives_in_the_position_document(option: str) -> None:
    race = g.start("etapa", seats=2, seed=1, options={option: READINGS[option][1]})
    assert race.position()["options"] == {"stages": ["Plaine"], option: READINGS[option][1]}
    with pytest.raises(g.BadOption):
        g.start("etapa", seats=2, options={option: "perhaps"})


@pytest.mark.rule("C17.1")
@pytest.mark.parametrize(("reading", "moved"), [("every-throw", 1), ("as-printed", 0)])
def test_minimum_move(match: Make, go: Go, fields: Any, reading: str, moved: int) -> None:
    race = match(
        {"1": {"field": 50, "injured": 1}}, "H200 | limit 150", dice=[2], options={"minimum_move": reading}
    )
    go(race, "Throw")
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C17.2")
@pytest.mark.parametrize(("reading", "asked"), [("none", False), ("yellow", True)])
def test_start_bonus(position: Any, offered: Any, reading: str, asked: bool) -> None:
    options = {"stages": ["Plaine", "Plaine"], "start_bonus": reading}
    riders = {"1": {"time": 1}, "4": {"time": 2}}
    document = position(riders, step="dress", stage=2, round=0, options=options, teams=BARE[:2])
    assert ("TakeBonus" in offered(g.from_position("etapa", document))) == asked


@pytest.mark.rule("C17.3")
@pytest.mark.parametrize(("reading", "field"), [("stops-short", 58), ("joins", 59)])
def test_fifth_rider(match: Make, go: Go, fields: Any, reading: str, field: int) -> None:
    riders = {"1": 50, **{number: lying(59) for number in "2456"}}
    race = match(riders, dice=[4], options={"fifth_rider": reading})  # behind the peloton: 9 fields
    go(race, "Throw")
    assert fields(race)["1"] == field


@pytest.mark.rule("C17.4")
@pytest.mark.parametrize(("reading", "least"), [("standstill", 0), ("one-field", 1)])
def test_slow_to(match: Make, go: Go, reading: str, least: int) -> None:
    race = match({"1": 50}, dice=[3], slow=1, options={"slow_to": reading})
    go(race, "Throw")
    assert min(c.message.fields for c in race.choices(0) if c.message.key == "SlowDown") == least  # type: ignore[attr-defined]


@pytest.mark.rule("C17.5")
@pytest.mark.parametrize(("reading", "last"), [("in-block", "4"), ("last", "2")])
def test_recovering(match: Make, go: Go, reading: str, last: str) -> None:
    riders = {"1": 50, "2": {"field": 50, "status": "fallen", "back": 5}, "4": 50}
    race = match(riders, options={"recovering": reading})
    while race.view()["phase"] in ("next", "raise"):
        race.play(race.waiting[0], race.choices(race.waiting[0])[0])
    assert race.view()["order"][-1] == last


@pytest.mark.rule("C17.6")
@pytest.mark.parametrize(("reading", "cards"), [("overtake", 0), ("any", 1)])
def test_raises(match: Make, reading: str, cards: int) -> None:
    teams = [{"hand": {}, "slow": 0}, {"hand": {"2": 1}, "slow": 0}]
    race = match({"1": 50, "4": 50}, dice=[6, 1], teams=teams, options={"raises": reading})
    assert sum(choice.message.key == "Raise" for choice in race.choices(1)) == cards


@pytest.mark.rule("C17.7")
@pytest.mark.parametrize(("reading", "can"), [("whole-move", False), ("ends", True)])
def test_slipstream_border(match: Make, go: Go, offered: Any, reading: str, can: bool) -> None:
    options = {"slipstream_border": reading}
    race = match({"1": 50, "2": 49}, "F55 H2 F143 | limit 150", dice=[5], options=options)
    go(race, "Throw")
    assert ("Follow" in offered(race)) == can


@pytest.mark.rule("C17.8")
@pytest.mark.parametrize(("reading", "asked"), [("kept", True), ("lost", False)])
def test_slipstream_bonus(match: Make, go: Go, offered: Any, reading: str, asked: bool) -> None:
    riders = {"1": 50, "2": {"field": 49, "jersey": "yellow"}, "4": 10}
    race = match(riders, dice=[5], options={"slipstream_bonus": reading})
    go(race, "Throw", "Follow")
    assert ("TakeBonus" in offered(race)) == asked


@pytest.mark.rule("C17.9")
@pytest.mark.parametrize(("reading", "peloton"), [("touching", [95, 97]), ("within-five", [95, 100])])
def test_groups(match: Make, reading: str, peloton: list[int]) -> None:
    race = match({"1": 100, "2": 99, "4": 97, "5": 96, "7": 95}, options={"groups": reading})
    assert race.view()["peloton"] == peloton


@pytest.mark.rule("C17.10")
@pytest.mark.parametrize(("reading", "first"), [("crossing", "1"), ("distance", "4")])
def test_finish_order(match: Make, go: Go, reading: str, first: str) -> None:
    race = match(
        {"1": 99, "4": 98}, "F100 | limit 60 | flag 99", dice=[1, 6], options={"finish_order": reading}
    )
    go(race, "Throw", "Throw")
    assert race.result["riders"][0]["rider"] == first  # type: ignore[index]


@pytest.mark.rule("C17.11")
@pytest.mark.parametrize(("reading", "back"), [("next-round", 7), ("one-round", 6)])
def test_brought_down(match: Make, go: Go, reading: str, back: int) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, *BARE]
    options = {"brought_down": reading, "crash_car": "never"}
    race = match({"1": 50, "2": 50, "4": 30}, dice=[1, 1], teams=teams[:2], options=options)
    go(race, ("GoNext", {"rider": "1"}), ("Sprint", {"card": "6"}))
    assert race.view()["riders"]["2"]["back"] == back
    assert race.view()["riders"]["1"]["back"] == 7


@pytest.mark.rule("C17.11")
@pytest.mark.parametrize("face", [2, 1])
@pytest.mark.parametrize(("reading", "back"), [("next-round", 7), ("one-round", 6)])
def test_brought_down_by_a_throw_beside_the_crash(
    match: Make, go: Go, reading: str, back: int, face: int
) -> None:
    teams = [{"hand": {"6": 1}, "slow": 0}, *BARE]
    options = {"brought_down": reading, "crash_car": "never"}
    race = match({"1": 50, "4": 49, "5": 30}, dice=[1, 1, face], teams=teams[:2], options=options)
    go(race, ("Sprint", {"card": "6"}))
    assert race.view()["riders"]["4"]["back"] == back


@pytest.mark.rule("C17.12")
@pytest.mark.parametrize(("reading", "field"), [("car-first", 50), ("rider-first", 51)])
def test_feeding_order(match: Make, go: Go, fields: Any, reading: str, field: int) -> None:
    feeding = {"field": 50, "status": "feeding"}
    teams = [{"hand": {}, "slow": 0, "served": 1, "car": 44}, BARE[0]]
    race = match({"1": feeding, "4": 10}, dice=[6], teams=teams, options={"feeding_order": reading})
    assert fields(race)["1"] == field


@pytest.mark.rule("C17.12")
@pytest.mark.parametrize(("reading", "asked"), [("allowed", True), ("never", False)])
def test_crash_car(match: Make, go: Go, offered: Any, reading: str, asked: bool) -> None:
    race = match({"1": 50, "4": 10}, dice=[1, 2], options={"crash_car": reading})
    go(race, ("Sprint", {"card": "2"}))
    assert ("SendCar" in offered(race)) == asked


@pytest.mark.rule("C17.13")
@pytest.mark.parametrize(("reading", "tokens"), [("spent", 1), ("kept", 2)])
def test_cobbled_breakaway(match: Make, go: Go, reading: str, tokens: int) -> None:
    riders = {"1": {"field": 50, "tokens": 2}}
    race = match(riders, "f200 | limit 150", dice=[4], options={"cobbled_breakaway": reading})
    go(race, "Throw")
    assert race.view()["riders"]["1"]["breakaway"] == tokens


@pytest.mark.rule("C17.14")
@pytest.mark.parametrize(("reading", "gap"), [("truncated", 1), ("rounded-up", 2)])
def test_trial_gaps(position: Any, reading: str, gap: int) -> None:
    riders = {"1": {"field": 151, "tenths": 4000}, "4": {"field": 151, "tenths": 4019}}
    options = {"stages": ["Chrono", "Plaine"], "trial_gaps": reading}
    document = position(riders, step="trial-round", start_order=(1, 4), options=options)
    document["moment"] = {"starters": 2, "started": 2}
    general = g.from_position("etapa", document).view()["classifications"]["general"]
    assert [entry["time"] for entry in general] == [0, gap]


@pytest.mark.rule("C17.17")
@pytest.mark.parametrize(("reading", "asked"), [("free", True), ("counts", False)])
def test_change_card(position: Any, go: Go, offered: Any, reading: str, asked: bool) -> None:
    riders = {"1": 20, "2": 19, "3": 18}
    document = position(
        riders, "TTT 28 30 36 56", step="team-round", start_order=(1,), dice=[2],
        moment={"starters": 1, "started": 1}, options={"change_card": reading},
    )  # fmt: skip
    document["teams"] = [{"hand": {"4": 1}, "line": (1, 2, 3), "spent": 1}]
    race = g.from_position("etapa", document)
    go(race, "ChangeLead")
    assert ("AddCard" in offered(race)) == asked


@pytest.mark.rule("C17.19")
@pytest.mark.parametrize(("reading", "cards"), [("six-cards", 6), ("fewer", 2)])
def test_reduced_trials(position: Any, reading: str, cards: int) -> None:
    options = {"stages": ["Chrono"], "reduced_trials": reading}
    race = g.from_position("etapa", position({"1": 0, "4": 0}, step="line-up", round=0, options=options))
    assert race.view()["teams"][0]["cards"] == cards


@pytest.mark.rule("C17.20")
@pytest.mark.parametrize(("reading", "drawn"), [("four", 4), ("two", 2)])
def test_champion_draw(position: Any, go: Go, reading: str, drawn: int) -> None:
    document = position(
        {"1": {"field": 27, "jersey": "rainbow"}}, "ITT 28 30 36 56", step="trial-round", start_order=(1,),
        dice=[3], moment={"starters": 1, "started": 1}, options={"champion_draw": reading},
    )  # fmt: skip
    race = g.from_position("etapa", document)
    go(race, "NoCard")
    assert sum(race.view(0)["drawn"].values()) == drawn


@pytest.mark.rule("C17.22")
@pytest.mark.parametrize(("reading", "lost"), [("own-field", 3), ("to-the-line", 2)])
def test_loss(match: Make, go: Go, of: Any, reading: str, lost: int) -> None:
    race = match({"1": 99, "4": lying(98)}, "F100 | limit 60 | flag 99", dice=[3], options={"loss": reading})
    assert of(go(race, "Throw"), "Placed")[1].lost == lost


@pytest.mark.rule("C17.23")
@pytest.mark.parametrize(("reading", "seconds"), [("none", 0), ("as-sprints", 6)])
def test_mountain_seconds(match: Make, go: Go, of: Any, reading: str, seconds: int) -> None:
    race = match({"1": 59}, "F200 | 4@60 | limit 150", dice=[1], options={"mountain_seconds": reading})
    assert of(go(race, "Throw"), "WonPrime")[0].seconds == seconds


@pytest.mark.rule("C17.24")
@pytest.mark.parametrize(("reading", "second"), [("teams-in-turn", "4"), ("numbers", "2")])
def test_start_order(go: Go, reading: str, second: str) -> None:
    race = g.start("etapa", seats=2, seed=1, options={"start_order": reading})
    go(race, "DropFlag")
    assert race.view()["order"][1] == second


@pytest.mark.rule("C17.25")
@pytest.mark.parametrize(("reading", "field"), [("block", 54), ("free", 59)])
def test_lying_riders(match: Make, go: Go, fields: Any, reading: str, field: int) -> None:
    riders = {"1": 50, **{number: lying(55) for number in "4567"}}
    race = match(riders, dice=[3], options={"lying_riders": reading})
    go(race, "Throw")
    assert fields(race)["1"] == field


@pytest.mark.rule("C17.26")
@pytest.mark.parametrize(("reading", "phase"), [("one-throw", "plan"), ("two-throws", "pick")])
def test_champion_in_breakaway(match: Make, go: Go, reading: str, phase: str) -> None:
    rider = {"field": 50, "jersey": "rainbow", "tokens": 2}
    race = match({"1": rider, "4": 10}, dice=[4, 5], options={"champion_in_breakaway": reading})
    go(race, "Throw")
    assert race.view()["phase"] == phase


@pytest.mark.rule("C17.26", "C10.1")
@pytest.mark.parametrize(("reading", "phase"), [("one-throw", "plan"), ("two-throws", "pick")])
def test_champion_in_breakaway_on_dangerous_ground(match: Make, go: Go, reading: str, phase: str) -> None:
    """Cobbles make a 1 dangerous; they do not take the second throw away."""
    rider = {"field": 50, "jersey": "rainbow", "tokens": 2}
    road, options = "f200 | limit 150 | flag 190", {"champion_in_breakaway": reading}
    race = match({"1": rider, "4": 10}, road, dice=[4, 5], options=options)
    go(race, "Throw")
    assert race.view()["phase"] == phase


@pytest.mark.rule("C17.27")
@pytest.mark.parametrize(("reading", "moved"), [("both", 11), ("flat", 9)])
def test_climbing_breakaway(match: Make, go: Go, fields: Any, reading: str, moved: int) -> None:
    race = match({"1": 50}, "E200 | limit 150", dice=[3], options={"climbing_breakaway": reading})
    go(race, ("BreakAway", {"card": "2B"}))
    assert fields(race)["1"] == 50 + moved


@pytest.mark.rule("C17.28")
@pytest.mark.parametrize(("reading", "can"), [("whole-move", False), ("own-field", True)])
def test_cobbled_slipstream(match: Make, go: Go, offered: Any, reading: str, can: bool) -> None:
    options = {"cobbled_slipstream": reading}
    race = match({"1": 50, "2": 49}, "F55 f2 F143 | limit 150", dice=[5], options=options)
    go(race, "Throw")
    assert ("Follow" in offered(race)) == can


@pytest.mark.rule("C17.29")
@pytest.mark.parametrize(("reading", "punctures"), [("rides-on", 0), ("looked-up", 1)])
def test_raised_crash(match: Make, go: Go, of: Any, reading: str, punctures: int) -> None:
    race = match({"1": 50, "4": 10}, dice=[1, 1], options={"raised_crash": reading})
    events = go(race, ("Sprint", {"card": "4"}), ("Avoid", {"card": "2"}))
    assert len(of(events, "Punctured")) == punctures


@pytest.mark.rule("C17.30")
@pytest.mark.parametrize(("reading", "punctures"), [("injury", 0), ("both", 1)])
def test_injury_and_crash(match: Make, go: Go, of: Any, reading: str, punctures: int) -> None:
    rider = {"field": 50, "status": "fallen", "back": 5, "shaken": 1}
    race = match({"1": rider, "4": 10}, dice=[1, 3], options={"injury_and_crash": reading})
    events = go(race, ("Sprint", {"card": "6"}), "RideInjured")
    assert len(of(events, "Punctured")) == punctures


@pytest.mark.rule("C17.31")
@pytest.mark.parametrize(("reading", "bonus"), [("none", 20), ("sprints", 26)])
def test_credited_seconds(match: Make, go: Go, of: Any, reading: str, bonus: int) -> None:
    road = "F100 | S@99 | limit 60 | flag 99"
    race = match({"1": 99, "4": lying(80)}, road, dice=[3], options={"credited_seconds": reading})
    assert of(go(race, "Throw"), "Placed")[0].bonus == bonus


@pytest.mark.rule("C17.32")
@pytest.mark.parametrize(("reading", "lost"), [("ahead", 0), ("behind", 8)])
def test_nearest(match: Make, go: Go, of: Any, reading: str, lost: int) -> None:
    riders = {"7": 199, "4": 196, "1": 191, "5": 186}
    teams = [{"hand": {"6": 1}, "slow": 0}, *BARE[:2]]
    options = {"specials": True, "cars": False, "nearest": reading}
    race = match(riders, dice=[6, 6, 1, 2, 1], options=options, teams=teams, moment={"slow_supply": 0})
    events = go(race, ("Sprint", {"card": "6"}))
    assert {event.rider: event.lost for event in of(events, "Placed")}["1"] == lost


@pytest.mark.rule("C17.33")
@pytest.mark.parametrize(("reading", "over"), [("round-end", False), ("lost", True)])
def test_white_late(match: Make, go: Go, reading: str, over: bool) -> None:
    riders = {"4": {"field": 198, "jersey": "white"}, "1": 197}
    race = match(riders, dice=[1, 6], slow=1, options={"white_late": reading})
    go(race, "Throw", ("SlowDown", {"fields": 1}), "Throw", "RideOn")
    assert race.over == over


@pytest.mark.rule("C17.38")
@pytest.mark.parametrize("status", ["fallen", "punctured"])
@pytest.mark.parametrize(("reading", "lost"), [("upright", 0), ("anybody", 5)])
def test_protection(match: Make, go: Go, of: Any, status: str, reading: str, lost: int) -> None:
    down = {**lying(196), "status": status, "back": 6 * (status == "fallen")}
    riders = {"1": {**lying(191), "grief": 5}, "4": down, "7": 199}
    teams = [*BARE[:2], {"hand": {"2": 1}, "slow": 0}]
    options = {"specials": True, "cars": False, "protection": reading}
    race = match(riders, dice=[5], options=options, teams=teams, moment={"slow_supply": 0})
    assert {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}["1"] == lost


@pytest.mark.rule("C17.38")
def test_who_has_left_the_road_protects_nobody(match: Make, go: Go, of: Any) -> None:
    gone = {"field": 196, "status": "withdrawn", "injured": 1}
    riders = {"1": {**lying(191), "grief": 5}, "4": gone, "7": 199}
    teams = [*BARE[:2], {"hand": {"2": 1}, "slow": 0}]
    options = {"specials": True, "cars": False, "protection": "anybody"}
    race = match(riders, dice=[5], options=options, teams=teams, moment={"slow_supply": 0})
    assert {event.rider: event.lost for event in of(go(race, "Throw"), "Placed")}["1"] == 0


@pytest.mark.rule("C17.39")
@pytest.mark.parametrize(
    ("reading", "placed", "credited", "scored"),
    [
        ("placed", [("7", 0, 20), ("5", 11, 12), ("4", 15, 14), ("1", 31, 0)], ["5", "4", "1"], 4),
        ("last", [("7", 0, 20), ("1", 31, 12), ("5", 11, 0), ("4", 15, 6)], ["1"], 2),
    ],
)
def test_withdrawn(
    match: Make, go: Go, of: Any, reading: str, placed: list[Any], credited: list[str], scored: int
) -> None:
    gone = {"status": "withdrawn", "injured": 1, "passed": 1}
    riders = {"1": lying(70), "4": {"field": 86, "seconds": 6, **gone}, "5": {"field": 90, **gone},
              "7": {"field": 99, "passed": 3}}  # fmt: skip
    race = match(riders, "F100 | S@80 3@99 | limit 60 | flag 99", dice=[3], primes=(3, 1),
                 teams=[*BARE[:2], {"hand": {"2": 1}, "slow": 0}],
                 options={"withdrawn": reading, "cars": False})  # fmt: skip
    events = go(race, "Throw")
    assert [(event.rider, event.lost, event.bonus) for event in of(events, "Placed")] == placed
    assert [event.rider for event in of(events, "Credited")] == credited
    assert len(of(events, "Scored")) == scored
