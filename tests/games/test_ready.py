"""A game that is ready compiles nothing more, however its race goes: nobody at a table waits for it."""

import subprocess
import sys

import pytest

from gruppetto.games import registry

RACE = """
import random, sys
from numba.core.dispatcher import Dispatcher
import gruppetto as g
from gruppetto import readiness
from gruppetto.games import registry

game = registry.get(sys.argv[1])
readiness.rehearse(game)
known, late = Dispatcher.add_overload, []

def noted(rule, compiled):
    late.append(rule.py_func.__qualname__)
    return known(rule, compiled)

Dispatcher.add_overload = noted
chance = random.Random(1)
match = g.start(game.id, seats=game.fewest_seats, seed=1)
while not match.over:
    for seat in (None, *range(match.seats)):
        match.view(seat)
    seat = chance.choice(match.waiting)
    match.choices(seat)
    match.play(seat, chance.choice(match.legal(seat)))
print(*late)
"""


@pytest.mark.compiled
@pytest.mark.parametrize("game", registry.games())
def test_a_game_that_is_ready_has_everything_at_hand(game: str) -> None:
    ran = subprocess.run([sys.executable, "-c", RACE, game], capture_output=True, text=True, check=False)
    assert (ran.stdout.strip(), ran.returncode) == ("", 0), ran.stderr
