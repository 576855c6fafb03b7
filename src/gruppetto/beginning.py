"""Matches as `import gruppetto` gives them: with the players at hand, so that they can be asked for hints."""

import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

from gruppetto import match, saves
from gruppetto.match import Match, Seed
from gruppetto.players.hints import advise


def start(game: str, *, seats: int, seed: Seed = None, options: Mapping[str, Any] | None = None) -> Match:
    """Begin a match; without a seed, a secret one is drawn."""
    return match.start(game, seats=seats, seed=seed, options=options, adviser=advise)


def from_position(game: str, document: Any, *, seed: Seed = None) -> Match:
    """Begin a match from a position document."""
    return match.from_position(game, document, seed=seed, adviser=advise)


def race(
    game: str, seed: int, number: int, *, players: Sequence[str] = ("domestique",) * 4,
    options: Mapping[str, Any] | None = None,
) -> Match:  # fmt: skip
    """The `number`-th race of a simulation, ridden to its end by the same players."""
    lab = importlib.import_module("gruppetto.lab.simulate")  # which only somebody who asks for it needs
    ridden: Match = lab.Simulation(game, players, options, seed=seed).match(number)
    ridden.adviser = advise
    return ridden


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a save file, checked and replayed."""
    return saves.load(path, adviser=advise)


def loads(content: bytes, name: str = "save file") -> Match:
    """The match in a save file's content; every error says where in the file it is."""
    return saves.loads(content, name, adviser=advise)
