"""Due Ruote beside its referee: whole races at random, under every option there is."""

import os
import random
import time
from typing import Any

import pytest
from compare import Json, judge, plain
from due_ruote import DueRuoteReferee

import gruppetto as g

READINGS: dict[str, list[Any]] = {
    "start_first": ["random", "same", 0, 1],
    "delay": ["open", "printed"],
    "excess": ["forbidden", "allowed"],
    "sprint_minimum": [False, True],
    "last_activity": ["any", "paid"],
    "wear_down": ["opponents", "anybody"],
    "company": ["joiners", "everybody"],
    "respond_from": ["head", "peloton"],
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
STAGES = ["One Mountain", "Sprinters", "Hills", "Mountains"]


def default_options() -> Json:
    """Every option as a race has it that names none."""
    readings = {name: values[0] for name, values in READINGS.items()}
    rest = {"teams": "draft", "route": "choose", "first": "random", "advanced": False, "events": False}
    return {**readings, **rest, "stages": "", "own_set": None}


def any_options(dice: random.Random, kind: str, seats: int) -> Json:
    """A race of one kind under readings drawn at random, about half of them the usual ones."""
    readings = {name: dice.choice([values[0], *values]) for name, values in READINGS.items()}
    first = dice.choice(["random", *range(seats)])
    options = {**default_options(), **readings, "teams": dice.choice(["draft", "ready"]), "first": first}
    options["own_set"] = any_set(dice) if dice.random() < 0.3 else None
    options["route"] = any_route(dice, "PCMD") if dice.random() < 0.8 else "choose"
    if kind != "basic":
        options |= {"advanced": True, "events": dice.random() < 0.6, "route": any_route(dice, MARKED)}
    if kind == "stages":
        stages = [any_route(dice, MARKED) for _ in range(dice.randint(1, 3))]
        trial = ["TT"] * dice.randint(0, 2)
        options |= {"route": "choose", "stages": ", ".join(dice.sample(stages + trial, len(stages + trial)))}
    return options


MARKED = ["P", "C", "M", "D", "TV", "GPM", "R"]


def any_route(dice: random.Random, cards: Any) -> str:
    """A printed stage, or some cards in any order, at least one of them a terrain."""
    if dice.random() < 0.3:
        return dice.choice(STAGES)
    return " ".join([dice.choice("PCMD"), *dice.choices(cards, k=dice.randint(1, 9))])


def any_set(dice: random.Random) -> Json:
    """Somebody's own cards and sheets, wilder than any that was printed (Z12.6)."""
    terrain = {
        letter: {
            "base_speed": dice.randint(1, 9),
            "in_peloton": dice.randint(-6, 5),
            "outside": dice.randint(-6, 5),
        }
        for letter in "PCMD"
    }
    sheets = {side: [dice.randint(0, 4) for _ in range(6)] for side in ("right", "left")}
    riders = [any_card(dice, f"{team}{number}", team) for team in "ABCDEF" for number in range(1, 6)]
    stages = [{"name": name, "route": any_cards(dice)} for name in STAGES]
    sheets["top_speed"] = dice.randint(9, 12)
    return {"terrain": terrain, "sheets": sheets, "riders": riders, "stages": stages}


def any_cards(dice: random.Random) -> str:
    """The cards of a stage of one's own."""
    return " ".join([dice.choice("PCMD"), *dice.choices(MARKED, k=dice.randint(1, 6))])


def any_card(dice: random.Random, name: str, team: str) -> Json:
    """A rider card with any numbers the schema allows."""
    speeds = {key: dice.randint(1, 9) for key in ("flat", "hill", "mountain", "descent")}
    skills = {key: dice.randint(0, 12) for key in ("sprint", "time_trial")}
    return {"id": name, "team": team, "name": name, "value": dice.choice([1, 1, 2, 2, 3, 4]), **speeds, **skills}


def race(seed: int, options: Json, seats: int) -> int:
    """One race beside its referee; how many decisions they agreed on."""
    match = g.start("due-ruote", seats=seats, seed=seed, options=options)
    opening = [{"type": "FirstPlayerDrawn", "seat": plain(match.view(None))["first"]}]
    return judge(match, DueRuoteReferee(options, seats), seed, opening)


def test_default() -> None:
    n = int(os.environ.get("N", "10"))
    for seed in range(n):
        print(seed, race(seed, default_options(), 2 + seed % 5))
