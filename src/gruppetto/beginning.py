"""Matches as `import gruppetto` gives them: with the players at hand, to be asked for hints and reviews."""

import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any

from gruppetto import match, saves
from gruppetto.match import Match, Seed
from gruppetto.players.hints import advise
from gruppetto.review import review


def start(game: str, *, seats: int, seed: Seed = None, options: Mapping[str, Any] | None = None) -> Match:
    """Begin a match; without a seed, a secret one is drawn."""
    return _attended(match.start(game, seats=seats, seed=seed, options=options, adviser=advise))


def from_position(game: str, document: Any, *, seed: Seed = None) -> Match:
    """Begin a match from a position document."""
    return _attended(match.from_position(game, document, seed=seed, adviser=advise))


def race(
    game: str, seed: int, number: int, *, players: Sequence[str] = ("domestique",) * 4,
    options: Mapping[str, Any] | None = None,
) -> Match:  # fmt: skip
    """The `number`-th race of a simulation, ridden to its end by the same players."""
    lab = importlib.import_module("gruppetto.lab.simulate")  # which only somebody who asks for it needs
    ridden: Match = lab.Simulation(game, players, options, seed=seed).match(number)
    ridden.adviser = advise
    return _attended(ridden)


def load(path: str | os.PathLike[str]) -> Match:
    """The match in a save file, checked and replayed."""
    return _attended(saves.load(path, adviser=advise))


def loads(content: bytes, name: str = "save file") -> Match:
    """The match in a save file's content; every error says where in the file it is."""
    return _attended(saves.loads(content, name, adviser=advise))


def _attended(begun: Match) -> Match:
    """The match with somebody who tells it back when it is over."""
    begun.reviewer = review
    return begun
