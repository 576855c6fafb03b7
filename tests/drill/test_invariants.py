"""Races at random, with any options: whatever is always true holds in every state."""

import random
from typing import Any

import pytest
from ledger import Drill

from gruppetto.errors import GruppettoError
from gruppetto.games.game import Game, Json, registry
from gruppetto.lab.checks import Checked

GOAL = 100_000_000  # decisions of each game
RACES = 200  # with the same options
LONGER: dict[str, list[Json]] = {  # races of several days, and other kinds of stages
    "due-ruote": [
        {"advanced": True, "route": "choose", "stages": "TT, P C TV, M GPM"},
        {"advanced": True, "route": "choose", "stages": "Sprinters, TT, Hills"},
    ],
    "etapa": [
        {"stages": ["Chrono"]},
        {"stages": ["Chrono par équipes"]},
        {"stages": ["Collines", "Chrono", "Plaine"]},
        {"stages": ["Plaine", "Chrono par équipes", "Pavés"]},
    ],
    "flamme-rouge": [{}],
    "flamme-rouge-tour": [{"stages": 1}, {"stages": 6}],
}


def any_options(game: Game, seats: int, dice: random.Random) -> Json:
    """Options that go together, some of them other than usual."""
    schema = game.options_schema()
    fields: Json = schema["$defs"][game.options_type.__name__]["properties"]
    words = {name: field["enum"] for name, field in fields.items() if "enum" in field}
    words |= {name: [True, False] for name, field in fields.items() if field.get("type") == "boolean"}
    while True:
        options: Json = {name: dice.choice(known) for name, known in words.items() if dice.random() < 0.3}
        stages: list[Any] = game.catalogue().get("stages", [])
        if stages and game.studio and dice.random() < 0.6:
            options |= game.on_stage(dice.choice(stages)["name"])
        elif dice.random() < 0.6:
            options |= dice.choice(LONGER[game.id])
        try:
            game.setup(game.options(options), seats)
        except GruppettoError:
            continue
        return options


@pytest.mark.drill
@pytest.mark.parametrize("game", sorted(registry()))
def test_random_races_keep_every_invariant(game: str, drill: Drill) -> None:
    room = registry()[game]
    for number in drill.pieces(decisions=GOAL):
        dice = random.Random(number)
        seats = dice.randint(room.fewest_seats, room.most_seats)
        simulation = Checked(game, ["random"] * seats, any_options(room, seats, dice), seed=number)
        drill.count(races=RACES, decisions=simulation.ride(0, RACES)[:, 0].sum())
