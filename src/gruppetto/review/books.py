"""The books: what a decision was worth to every seat, with hidden cards as they are and all chance fresh."""

from typing import Any

import numpy as np

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, Floats, choose, play_out, unwatched, won


@rule
def enter(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, renew: Rule, heuristic: Rule,
    states: Records, seat: int, action: int, players: Ints, seed: np.uint64, made: int, first: int,
    known: bool, before: Floats, after: Floats,
) -> int:  # fmt: skip
    """What a decision is worth to all seats in each world: as the reference rider makes it, and as it was.

    Where no chance came in since the decision before, what that one led to is what stands before this one,
    world by world: it is `known`, and only a choice that the reference rider would not make is played out.
    The first of the states is the present one, the others are room for worlds. How many were played out.
    """
    actions, played = np.empty(MOST_ACTIONS, np.int32), 0
    scores = np.empty(len(players), np.int32)
    for row in range(len(before)):
        luck = mix(seed, np.uint64(first + row))
        own = mix(luck, np.uint64(DECIDING))
        states[1] = states[0]
        renew(states[1], luck)
        found = legal(states[1], seat, actions)
        fraction = fraction_of(own, made + 1)
        usual = choose(heuristic, players[seat], states[1], seat, actions, found, fraction)
        if not known:
            states[2] = states[1]
            act(states[2], seat, usual, actions[:0])
            play_out(
                waiting, legal, act, over, unwatched, heuristic, states[2], players, own, made + 1, actions
            )
            share_out(score, states[2], scores, before[row])
            played += 1
        if usual == action:
            after[row] = before[row]
        else:
            act(states[1], seat, action, actions[:0])
            play_out(
                waiting, legal, act, over, unwatched, heuristic, states[1], players, own, made + 1, actions
            )
            share_out(score, states[1], scores, after[row])
            played += 1
    return played


@rule
def share_out(score: Rule, state: Any, scores: Ints, out: Floats) -> None:
    """The victory, or each seat's part of it."""
    score(state, scores)
    for seat in range(len(scores)):
        out[seat] = won(scores, seat)


@rule
def share_out_of(score: Rule, states: Records, scores: Ints, out: Floats) -> None:
    """The same of the first of `states`."""
    share_out(score, states[0], scores, out)


@rule
def watch(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, heuristic: Rule,
    states: Records, seat: int, players: Ints, seed: np.uint64, first: int, worlds: int, sums: Floats,
) -> None:  # fmt: skip
    """Add up who wins in worlds that a seat (or a spectator) cannot tell from the true one."""
    actions, scores = np.empty(MOST_ACTIONS, np.int32), np.empty(len(players), np.int32)
    shares = np.empty(len(players))
    for number in range(first, first + worlds):
        luck = mix(seed, np.uint64(number))
        states[1] = states[0]
        forget(states[1], seat, luck)
        own = mix(luck, np.uint64(DECIDING))
        play_out(waiting, legal, act, over, unwatched, heuristic, states[1], players, own, 0, actions)
        share_out(score, states[1], scores, shares)
        sums += shares


@rule
def alike(forget: Rule, renew: Rule, states: Records, seat: int, seed: np.uint64) -> None:
    """Make two worlds of the first state: as somebody may imagine it, and as it is with fresh chance."""
    states[1] = states[0]
    states[2] = states[0]
    forget(states[1], seat, seed)
    renew(states[2], seed)
