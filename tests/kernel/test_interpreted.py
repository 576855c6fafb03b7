"""Interpreted mode is a mode: one variable carries the public API, and the races are the same."""

import json
import os
import subprocess
import sys

import pytest

import gruppetto as g

RACES = """
import hashlib, json, random, sys, warnings
warnings.simplefilter("error")
import gruppetto as g
from gruppetto.kernel.rule import INTERPRETED

def race(game, seed, decisions):
    match, dice = g.start(game, seats=3, seed=seed), random.Random(seed)
    while not match.over and len(match.log) < decisions:
        seat = dice.choice(match.waiting)
        match.play(seat, dice.choice(match.choices(seat)))
    again = g.from_position(game, g.loads(match.to_json()).position(), seed=seed)
    told = [event.text for _, events in match.story() for event in events]
    seen = [match.view(seat) for seat in (None, 0)] + [again.position(), again.waiting, told, match.result]
    return hashlib.sha256(match.state.tobytes() + json.dumps(seen).encode()).hexdigest()

print(json.dumps([INTERPRETED, {entry["id"]: race(entry["id"], 7, 150) for entry in g.games()}]))
"""


def raced(**variables: str) -> tuple[bool, dict[str, str]]:
    """Whether a process with these variables is interpreted, and a digest of its races."""
    told = subprocess.run(
        [sys.executable, "-c", RACES],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    interpreted, races = json.loads(told.stdout)
    return interpreted, races


@pytest.mark.compiled
@pytest.mark.parametrize("variable", ["GRUPPETTO_INTERPRETED", "NUMBA_DISABLE_JIT"])
def test_one_variable_interprets_every_rule_and_the_races_are_the_same(variable: str) -> None:
    compiled, races = raced()
    assert not compiled
    assert set(races) == {entry["id"] for entry in g.games()}
    assert raced(**{variable: "1"}) == (True, races)


@pytest.mark.compiled
@pytest.mark.parametrize("value", ["", "0"])
def test_nought_and_nothing_mean_no(value: str) -> None:
    asked = subprocess.run(
        [sys.executable, "-c", "from gruppetto.kernel.rule import INTERPRETED; print(INTERPRETED)"],
        env={**os.environ, "GRUPPETTO_INTERPRETED": value},
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout == "False\n"
