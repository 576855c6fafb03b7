"""At the table: small decisions, real dice, what is known and hidden (C19), positions, options."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games.etapa.faces import events, moves, names
from gruppetto.games.etapa.rules.codes import Told
from gruppetto.games.game import Message
from gruppetto.kernel.record import duplicate
from gruppetto.players import decide

Go = Callable[..., list[Any]]
Make = Callable[..., g.Match]


@pytest.mark.rule("C19.1")
def test_with_real_dice_a_throw_is_what_the_player_says(
    match: Make, go: Go, fields: Any, offered: Any
) -> None:
    race = match({"1": 50}, options={"real_dice": True})
    go(race, ("Sprint", {"card": "4"}))
    assert [choice.message.face for choice in race.choices(0)] == [1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    go(race, ("SayFace", {"face": 1}), ("SayFace", {"face": 5}))
    assert fields(race)["1"] == 61


@pytest.mark.rule("C19.1")
@pytest.mark.parametrize("stages", [["Plaine"], ["Chrono"], ["Chrono par équipes"]])
def test_a_whole_race_with_real_dice(race_on: Any, stages: list[str]) -> None:
    race = race_on(g.start("etapa", seats=2, seed=1, options={"stages": stages, "real_dice": True}), 1)
    assert race.over
    assert race.state["drawn"][0, 0] == 0


@pytest.mark.rule("C19.1")
def test_each_throws_his_own_die_in_a_dice_off_and_a_mass_crash(match: Make, go: Go) -> None:
    race = match({"1": 50, "4": 50}, options={"real_dice": True})
    assert race.waiting == (0,)
    go(race, ("SayFace", {"face": 3}))
    assert race.waiting == (1,)
    go(race, ("SayFace", {"face": 5}))
    assert race.view()["dice_off"]["totals"] == {0: 3, 1: 5}


@pytest.mark.rule("C19")
def test_hands_are_known_until_cards_are_drawn(match: Make, go: Go) -> None:
    race = match({"1": 50}, "F200 | feed 56-60 | limit 150", dice=[4], cards=["6"])
    assert race.view(1)["teams"][0]["known"] == race.view(0)["hand"]
    go(race, "Throw", "RideOn")
    assert race.view(1)["teams"][0]["known"] == {**race.view(0)["hand"], "6": 1}
    assert race.view(1)["teams"][0]["cards"] == 7


@pytest.mark.rule("C19")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"stage": 2}, "there are 1"), ({"ask": "what"}, "none of"), ({"step": "nowhere"}, "none of"),
        ({"moment": {"turn": 99}}, "is between -1 and 15"), ({"moment": {"luck": 1}}, "there is no"),
        ({"round": 1}, "after the first"), ({"riders": {"1": {"status": "out"}}}, "nobody"),
        ({"riders": {"1": {"field": -1}}}, "before the start"),
        ({"riders": {"1": {"field": 400}}}, "riders.1: a rider does not fit"),
        ({"riders": {"99": {}}}, "is no rider"), ({"script": {"dice": [7]}}, "between 1 and 6"),
        ({"script": {"cards": ["8"]}}, "between"), ({"teams": [{"served": 5}]}, "its own riders"),
        ({"teams": [{"hand": {"2": 9}}]}, "more than there are"),
        ({"script": {"dice": [1] * 65}}, "length <= 64"),
        ({"teams": [{"hand": {}, "shown": {"2": 1}}]}, "are known"), ({"riders": {}}, "does not fit"),
    ],
)  # fmt: skip
def test_a_position_no_race_can_reach_is_refused(position: Any, change: dict[str, Any], reason: str) -> None:
    document = {**position({"1": 50}), **change}
    with pytest.raises(g.BadPosition, match=reason):
        g.from_position("etapa", document)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"injuries": True, "crashes": False}, "crash"), ({"road_champion": "9"}, "does not ride"),
        ({"stages": []}, "length"), ({"road_champion": "0"}, "regex|pattern"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(g.BadOption, match=reason):
        g.start("etapa", seats=2, options=options)


OPTIONS: list[dict[str, Any]] = [
    {"stages": ["Haute montagne"], "weather": True, "doping": True},
    {"stages": ["Pavés"], "crashes": False, "injuries": False, "cars": False},
    {"stages": ["Collines"], "primes": False, "profiles": False, "specials": False},
    {"stages": ["Chrono"], "time_trial_champion": "2"},
    {"stages": ["Chrono par équipes"], "time_trial_champion": "4"},
    {
        "stages": ["Chrono", "Haute montagne", "Chrono par équipes", "Pavés"],
        "road_champion": "2",
        "time_trial_champion": "5",
    },
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options["stages"]))
def test_positions_make_the_round_trip_in_every_kind_of_race(race_on: Any, options: dict[str, Any]) -> None:
    race = g.start("etapa", seats=3, seed=2, options=options)
    while not race.over:
        race_on(race, len(race.log), 7)
        again = g.from_position("etapa", race.position(), seed=1)
        assert again.position() == race.position()
        assert again.view(0) == race.view(0)
        ours, theirs = duplicate(race.state), duplicate(again.state)
        for state in (ours, theirs):
            state["key"], state["drawn"] = 0, 0
        assert ours.tobytes() == theirs.tobytes()


def test_the_catalogue_and_the_scenery_show_the_stages() -> None:
    game = g.start("etapa", seats=2).game
    names = [card.name for card in game.catalogue().stages]
    assert names[:2] == ["Plaine", "Pavés"]
    assert game.scenery("Pavés").fields.count("f") == 30


def test_every_message_names_a_rule_of_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "etapa.md").read_text(encoding="utf-8")
    said = [*vars(moves).values(), *vars(events).values()]
    kinds = [kind for kind in said if isinstance(kind, type) and issubclass(kind, Message)]
    named = {kind.rule for kind in kinds if isinstance(kind.rule, str) and kind.rule}
    named |= {*names.HELD_RULES.values(), *names.JERSEY_RULES.values()}
    assert len(named) > 30
    assert {number for number in named if f"**{number}**" not in page} == set()


def test_every_event_of_the_record_has_a_message() -> None:
    assert sorted(Told) == list(range(1, 45))


@pytest.mark.rule("C19.1")
@pytest.mark.parametrize("player", ["domestique", "baroudeur@60", "patron@60"])
def test_no_bot_chooses_what_a_real_die_shows(match: Make, go: Go, player: str) -> None:
    race = match({"1": 50}, options={"real_dice": True})
    go(race, ("Sprint", {"card": "4"}))
    codes = {choice.code: choice.message.face for choice in race.choices(0)}  # type: ignore[attr-defined]
    shown = Counter(codes[decide(race, 0, player, seed)] for seed in range(120))
    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert max(shown.values()) < 40  # 20 each is fair


@pytest.mark.rule("C5.1")
def test_who_is_past_the_line_begins_no_round() -> None:
    riders = {"1": {"field": 5}, "4": {"field": 200}}
    with pytest.raises(g.BadPosition, match=r"riders\.4\.field: 200 is past the line on 180"):
        g.from_position("etapa", {"riders": riders}, seed=1)
