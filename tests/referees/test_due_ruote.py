"""Due Ruote beside its referee: whole races at random, under every option there is."""

import os
import random
import time
from typing import Any

import pytest
from compare import Json, judge, plain
from due_ruote_race import DueRuoteReferee
from due_ruote_table import Rider

import gruppetto as g

READINGS: dict[str, list[Any]] = {
    "delay": ["open", "printed"],
    "excess": ["forbidden", "allowed"],
    "sprint_minimum": [False, True],
    "last_activity": ["any", "paid"],
    "wear_down": ["opponents", "anybody"],
    "company": ["joiners", "everybody"],
    "join_price": ["fatigue", "points"],
    "respond_from": ["head", "peloton", "always-head"],
    "pace_duty": ["one-rider", "all-riders"],
    "forced_refund": [False, True],
    "pace_unanimous": [False, True],
    "join_as_performer": [False, True],
    "break_depth": ["together", "each"],
    "fatigue": ["net", "in-steps"],
    "sprint_columns": ["sprinters", "everybody"],
    "route_pile": ["open", "covered"],
    "challenge_price": ["riders", "fee"],
    "tie": ["succeeds", "fails"],
    "easy_road": ["rests", "carries"],
    "sheet": ["two-sided", "one-sided"],
    "control_keeps_pawn": [False, True],
    "own_bunch_empty": [False, True],
    "sprint_lineup_choice": [False, True],
    "passed_may_perform": [False, True],
}
SEEDS = {"usual": range(5), "basic": range(7), "advanced": range(7), "stages": [0, 1, 2, 3, 4, 5]}
KINDS = list(SEEDS)
STAGES = ["One Mountain", "Sprinters", "Hills", "Mountains"]
TERRAINS = ["P", "C", "M", "D"]
CARDS = [*TERRAINS, "TV", "GPM", "R"]


def usual_options() -> Json:
    """Every option as the basic game has it."""
    readings = {name: values[0] for name, values in READINGS.items()}
    rest = {"teams": "draft", "route": "choose", "first": "random", "start_first": "random", "stages": ""}
    return {**readings, **rest, "advanced": False, "events": True, "own_set": None}


def any_options(dice: random.Random, kind: str, seats: int) -> Json:
    """A race of one kind, under readings drawn at random."""
    if kind == "usual":
        return usual_options()
    options = {**usual_options(), **{name: dice.choice(values) for name, values in READINGS.items()}}
    options["teams"] = dice.choice(["draft", "ready"])
    options["first"] = dice.choice(["random", *range(seats)])
    options["start_first"] = dice.choice(["random", "same", *range(seats)])
    options["own_set"] = any_set(dice) if dice.random() < 0.3 else None
    options["route"] = any_route(dice, TERRAINS if kind == "basic" else CARDS)
    options["advanced"] = kind != "basic"
    options["events"] = dice.random() < 0.7
    if kind == "stages":
        options |= {"route": "choose", "stages": any_stages(dice)}
    return options


def any_route(dice: random.Random, cards: list[str]) -> str:
    """A ready stage, some cards in any order, or a route the players choose."""
    if dice.random() < 0.4:
        return dice.choice([*STAGES, "choose"])
    return any_cards(dice, cards)


def any_cards(dice: random.Random, cards: list[str]) -> str:
    """A terrain first, then any cards."""
    return " ".join([dice.choice(TERRAINS), *dice.choices(cards, k=dice.randint(1, 9))])


def any_stages(dice: random.Random) -> str:
    """Up to three stages and two time trials, in any order (Z11.5)."""
    roads = [dice.choice([*STAGES, any_cards(dice, CARDS)]) for _ in range(dice.randint(1, 3))]
    stages = [*roads, *["TT"] * dice.randint(0, 2)]
    return ", ".join(dice.sample(stages, len(stages)))


def any_set(dice: random.Random) -> Json:
    """Somebody's own cards and sheets, wilder than any that were printed (Z12.6)."""
    sheets = {side: [dice.randint(0, 4) for _ in range(6)] for side in ("right", "left")}
    return {
        "terrain": {letter: any_terrain(dice) for letter in TERRAINS},
        "sheets": {**sheets, "top_speed": dice.randint(9, 12)},
        "riders": [any_card(dice, f"X{team}{number}", team) for team in "ABCDEF" for number in range(1, 6)],
        "stages": [{"name": name, "route": any_cards(dice, CARDS)} for name in STAGES],
    }


def any_terrain(dice: random.Random) -> Json:
    """A terrain card with roads hard enough to fall back on and easy enough to be carried ahead."""
    ground = {name: dice.randint(-6, 5) for name in ("in_peloton", "outside")}
    return {"base_speed": dice.randint(1, 9), **ground}


def any_card(dice: random.Random, name: str, team: str) -> Json:
    """A rider card with any numbers a card may have."""
    speeds = {terrain: dice.randint(1, 9) for terrain in ("flat", "hill", "mountain", "descent")}
    skills = {skill: dice.randint(0, 12) for skill in ("sprint", "time_trial")}
    return {
        "id": name,
        "name": f"Own {name}",
        "team": team,
        "value": dice.choice([1, 1, 2, 2, 3, 4]),
        **speeds,
        **skills,
    }


def race(seed: int, kind: str, referee: type[DueRuoteReferee] = DueRuoteReferee) -> int:
    """One race of a kind beside its referee; how many decisions they agreed on."""
    dice = random.Random(seed)
    seats = dice.randint(2, 6)
    options = any_options(dice, kind, seats)
    match = g.start("due-ruote", seats=seats, seed=seed, options=options)
    drawn = {"type": "FirstPlayerDrawn", "seat": plain(match.view(None))["first"]}
    try:
        return judge(match, referee(options, seats), seed, [drawn])
    except Exception as fault:
        fault.add_note(f"race({seed}, {kind!r}): {seats} seats, {options}")
        raise


@pytest.mark.parametrize("kind", KINDS)
def test_the_referee_and_the_table_agree(kind: str) -> None:
    for seed in SEEDS[kind]:
        assert race(seed, kind) > 0


class HalfBlind(DueRuoteReferee):
    """Sees one rider fresher than they are."""

    def facts(self) -> Json:
        seen = super().facts()
        seen["riders"]["0-1"]["fatigue"] = 0
        return seen


def test_a_wrong_fact_is_a_difference() -> None:
    with pytest.raises(AssertionError, match=r"riders\.0-1\.fatigue: the referee says 0"):
        race(1, "usual", HalfBlind)


def test_a_wrong_rule_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A referee who lets opponents wear a rider down beyond 15 (Z7.4) is found out."""
    monkeypatch.setattr(Rider, "wear", lambda rider, points, _: rider.tire(points))
    with pytest.raises(AssertionError, match="fatigue"):
        sum(race(seed, "usual") for seed in range(5))


@pytest.mark.drill
def test_they_agree_for_as_long_as_you_like() -> None:
    """Races of all kinds until the time is up: GRUPPETTO_DRILL_MINUTES, five if it is not set."""
    end = time.monotonic() + 60 * float(os.environ.get("GRUPPETTO_DRILL_MINUTES", "5"))
    races = decisions = 0
    while time.monotonic() < end:
        decisions += race(1000 + races, KINDS[races % len(KINDS)])
        races += 1
    print(f"\nDue Ruote and its referee agreed on {decisions} decisions in {races} races")  # noqa: T201
    assert races
