"""Who can sit down at a table that is not a person.

At a table a player decides on a state passed through `forget`, so he never knows more than a person
would. In simulations the heuristic is given the true state for speed; that it looks at nothing hidden
is a test of its own.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from gruppetto.errors import UnknownPlayer
from gruppetto.games import loops
from gruppetto.games.game import Game, no_numbers, suggestion
from gruppetto.kernel.chance import fraction_of, share
from gruppetto.kernel.record import Ints, Records, duplicate
from gruppetto.kernel.rule import rule
from gruppetto.match import Match

RANDOM, HEURISTIC = 0, 1
PLAYERS = {
    "random": "plays any legal move",
    "domestique": "a sensible rider: shelters, saves the big cards, times the sprint",
}


def names() -> list[str]:
    """All players by name, the weakest first."""
    return list(PLAYERS)


def code_of(name: str) -> int:
    """A player as compiled loops know him."""
    if name not in PLAYERS:
        raise UnknownPlayer(
            f"There is no player {name!r}{suggestion(str(name), names())} Players are {', '.join(names())}."
        )
    return names().index(name)


def decide(match: Match, seat: int, player: str, seed: int) -> int:
    """The action code a player chooses for a seat that owes a decision."""
    return think(match.game, duplicate(match.state), seat, player, seed)


def think(game: Game, state: Records, seat: int, player: str, seed: int) -> int:
    """The same on a state of one's own, which is forgotten in the course of it."""
    rules = game.rules
    loops.veil(rules.forget, state, seat, np.uint64(seed))
    actions = no_numbers(loops.MOST_ACTIONS)
    return int(ponder(rules.legal, game.heuristic, state, seat, code_of(player), actions, np.uint64(seed)))


@rule
def ponder(
    legal: Callable[..., Any],
    heuristic: Callable[..., Any],
    states: Records,
    seat: int,
    player: int,
    actions: Ints,
    seed: np.uint64,
) -> int:
    """One decision of a player who owes one."""
    found = legal(states[0], seat, actions)
    return choose(heuristic, player, states[0], seat, actions, found, fraction_of(seed, 1))


@rule
def choose(
    heuristic: Callable[..., Any],
    player: int,
    state: Any,
    seat: int,
    actions: Ints,
    found: int,
    fraction: np.uint64,
) -> int:
    """What a player picks of the legal actions."""
    if player == RANDOM:
        index, _ = share(fraction, found)
        return actions[index]
    return heuristic(state, seat, actions, found, fraction)
