"""What a choice is worth to somebody who rides on with thought.

A play-out goes on by a rule of thumb, and the rule of thumb may throw away what a good choice has kept. Here
the seat weighs its next decisions by play-outs of their own, and only what comes after them is left to it.
"""

import numpy as np

from gruppetto.games.game import Game, no_numbers
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, HEURISTIC, Floats, choose, lowest, won
from gruppetto.players.search import COLUMNS, EDGE, NODE, WON, explore

THOUGHTS = 4  # decisions that are thought over; what comes later hardly depends on the first
PLAYOUTS, FEWEST = 48, 4  # for such a decision, and at least for each of its choices
ROOM = 4  # the race, and room for thought


def thoughtful(
    game: Game, state: Records, seat: int, code: int, worlds: int, *, seed: int, first: int = 0
) -> Floats:
    """What a choice wins in worlds that the seat cannot tell from the true one, each with its own luck."""
    rules, shares = game.rules, np.zeros(worlds)
    ride_on_often(
        rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.forget, rules.observe,
        game.heuristic, state, np.repeat(state, ROOM), seat, code,
        np.full(game.seats_of(state), HEURISTIC, np.int32), no_numbers(game.observation),
        np.full(1, -1, np.int32), np.zeros(0, NODE), np.zeros(0, EDGE), no_numbers(2),
        np.uint64(seed), first, shares,
    )  # fmt: skip
    return shares


@rule
def ride_on_often(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, observe: Rule,
    heuristic: Rule, present: Records, states: Records, seat: int, code: int, players: Ints, seen: Ints,
    slots: Ints, nodes: Records, edges: Records, used: Ints, seed: np.uint64, first: int, shares: Floats,
) -> None:  # fmt: skip
    """Make a choice in one world after another, and ride on from it."""
    for number in range(len(shares)):
        luck = mix(seed, np.uint64(first + number))
        states[0] = present[0]
        forget(states[0], seat, luck)
        shares[number] = ride_on(
            waiting, legal, act, over, score, forget, observe, heuristic, states, seat, code, players, seen,
            slots, nodes, edges, used, luck,
        )  # fmt: skip


@rule
def ride_on(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, observe: Rule,
    heuristic: Rule, states: Records, seat: int, code: int, players: Ints, seen: Ints,
    slots: Ints, nodes: Records, edges: Records, used: Ints, luck: np.uint64,
) -> float:  # fmt: skip
    """The seat's part of the victory, after a choice and some thought about those that follow."""
    actions, scores = np.empty(MOST_ACTIONS, np.int32), np.empty(len(players), np.int32)
    tally, own = np.zeros((MOST_ACTIONS, COLUMNS)), mix(luck, np.uint64(DECIDING))
    race, rider, made, thoughts = states[0], seat, 0, THOUGHTS
    while True:
        act(race, rider, code, actions[:0])
        if over(race):
            break
        rider = lowest(waiting(race))
        found = legal(race, rider, actions)
        made += 1
        if rider == seat and found > 1 and thoughts > 0:
            thoughts -= 1
            tally[:found] = 0.0
            states[1] = states[0]
            explore(
                waiting, legal, act, over, score, forget, observe, heuristic, states[1:], seat,
                actions[:found], tally, slots, nodes, edges, used, players, seen,
                mix(own, np.uint64(made)), 0, max(FEWEST, PLAYOUTS // found), 0,
            )  # fmt: skip
            code = actions[best_of(tally, found)]
        else:
            code = choose(heuristic, players[rider], race, rider, actions, found, fraction_of(own, made))
    score(race, scores)
    return won(scores, seat)


@rule
def best_of(tally: Floats, found: int) -> int:
    """The choice that won most."""
    best = 0
    for index in range(found):
        if tally[index, WON] > tally[best, WON]:
            best = index
    return best
