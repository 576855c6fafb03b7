"""Options drawn at random, for attacks on any game."""

import random
from typing import Any

import msgspec

from gruppetto.errors import GruppettoError
from gruppetto.games.game import Game, Json

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
        stages: list[Any] = msgspec.to_builtins(game.catalogue()).get("stages", [])
        if stages and game.studio and dice.random() < 0.6:
            options |= game.on_stage(dice.choice(stages)["name"])
        elif dice.random() < 0.6:
            options |= dice.choice(LONGER.get(game.id, [{}]))
        try:
            game.setup(game.options(options), seats)
        except GruppettoError:
            continue
        return options
