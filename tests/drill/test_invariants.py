"""Races at random, with any options: whatever is always true holds in every state."""

import random

import pytest
from any_options import any_options
from ledger import Drill

from gruppetto.games import registry
from gruppetto.lab.checks import Checked

GOAL = 100_000_000  # decisions of each game
RACES = 200  # with the same options


@pytest.mark.drill
@pytest.mark.parametrize("game", sorted(registry.games()))
def test_random_races_keep_every_invariant(game: str, drill: Drill) -> None:
    room = registry.get(game)
    for number in drill.pieces(decisions=GOAL):
        dice = random.Random(number)
        seats = dice.randint(room.fewest_seats, room.most_seats)
        simulation = Checked(game, ["random"] * seats, any_options(room, seats, dice), seed=number)
        drill.count(races=RACES, decisions=simulation.ride(0, RACES)[:, 0].sum())
