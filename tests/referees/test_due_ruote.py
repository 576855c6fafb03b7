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


def race(seed: int, options: Json, seats: int) -> int:
    """One race beside its referee; how many decisions they agreed on."""
    match = g.start("due-ruote", seats=seats, seed=seed, options=options)
    opening = [{"type": "FirstPlayerDrawn", "seat": plain(match.view(None))["first"]}]
    return judge(match, DueRuoteReferee(options, seats), seed, opening)


def test_default() -> None:
    n = int(os.environ.get("N", "10"))
    for seed in range(n):
        print(seed, race(seed, default_options(), 2 + seed % 5))
