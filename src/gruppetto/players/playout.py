"""Play-outs: a race ridden to its end by cheap players, and what it was worth to each seat."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gruppetto.games.loops import Rule
from gruppetto.kernel.chance import fraction_of, share
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule

RANDOM, HEURISTIC, BEGINNER = 0, 1, 2  # players a play-out can be ridden by
MISTAKES = 3  # a beginner picks anything in one of so many decisions
DECIDING = 1 << 16  # the stream number that players' own chance comes from, out of the games' way
Floats = npt.NDArray[np.float64]


@rule
def choose(
    heuristic: Rule, player: int, state: Any, seat: int, actions: Ints, found: int, fraction: np.uint64
) -> int:
    """What a cheap player picks of the legal actions."""
    careless = player == RANDOM
    if player == BEGINNER:
        lapse, fraction = share(fraction, MISTAKES)
        careless = lapse == 0
    if careless:
        index, _ = share(fraction, found)
        return actions[index]
    return heuristic(state, seat, actions, found, fraction)


@rule
def ponder(
    legal: Rule, heuristic: Rule, states: Records, seat: int, policy: int, actions: Ints, seed: np.uint64
) -> int:
    """One decision of a player who owes one."""
    found = legal(states[0], seat, actions)
    return choose(heuristic, policy, states[0], seat, actions, found, fraction_of(seed, 1))


@rule
def sift(candidates: Rule, states: Records, seat: int, hunch: int, actions: Ints) -> int:
    """Keep the actions that are worth a thought, and the sensible one, in front; how many they are."""
    kept = 0
    for index in range(len(actions)):
        action = actions[index]
        if action == hunch or candidates(states[0], seat, action):
            actions[kept] = action
            kept += 1
    return kept


@rule
def lowest(owing: int) -> int:
    """The first of the seats that owe a decision."""
    seat = 0
    while owing >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def unwatched(state: Any) -> int:  # noqa: ARG001  (Numba knows no `del`)
    """What is found broken where nobody looks."""
    return 0


@rule
def play_out(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, broken: Rule, heuristic: Rule,
    state: Any, players: Ints, own_chance: np.uint64, made: int, actions: Ints,
) -> int:  # fmt: skip
    """Play a race to its end, or until something is broken; how many decisions were made then.

    The lowest waiting seat decides first. `broken` is a game's `invariants`, or `unwatched`, which costs
    nothing.
    """
    silent = actions[:0]
    while broken(state) == 0 and not over(state):
        seat = lowest(waiting(state))
        found = legal(state, seat, actions)
        made += 1
        fraction = fraction_of(own_chance, made)
        act(state, seat, choose(heuristic, players[seat], state, seat, actions, found, fraction), silent)
    return made


@rule
def best(scores: Ints) -> int:
    """The seat with the highest score."""
    leader = 0
    for seat in range(len(scores)):
        if scores[seat] > scores[leader]:
            leader = seat
    return leader


@rule
def won(scores: Ints, seat: int) -> float:
    """1 for the winner, 0 for others; a shared victory is shared."""
    level = 0
    for other in range(len(scores)):
        if scores[other] > scores[seat]:
            return 0.0
        level += scores[other] == scores[seat]
    return 1.0 / level


@rule
def beaten(scores: Ints, seat: int) -> float:
    """The share of the others who came behind this seat; half of one who came level."""
    behind = 0.0
    for other in range(len(scores)):
        if other != seat:
            behind += 1.0 * (scores[other] < scores[seat]) + 0.5 * (scores[other] == scores[seat])
    return behind / max(1, len(scores) - 1)
