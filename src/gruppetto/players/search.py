"""Monte Carlo, flat or with trees, for any game.

Every play-out begins in a world this seat cannot tell from the true one. With room for trees, it first
walks down the trees of all seats. A seat's tree knows only what that seat would know: its nodes are the
observations of the seat, so seats that decide at the same time cannot react to each other, and each
seat climbs towards its own result. Without trees this is flat Monte Carlo.
"""

from typing import Any

import msgspec
import numpy as np

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, scramble
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, Floats, beaten, choose, lowest, play_out, unwatched, won

CURIOSITY = 0.6  # how much a choice that was tried less is preferred
HUNCH = 0.5  # the share of the first interest that the heuristic's choice gets for itself
DOUBT = 0.05  # how much worse than its node a choice is thought to be before it was tried
VICTORY = 0.9  # what winning counts for; the rest is for each opponent beaten
LEAD = 0.5  # how much of the worth is how clear a lead is, in a game whose scores tell
DEEPEST = 512  # decisions remembered on the way down
NONE = -1
TRIED, WON, BEATEN = 0, 1, 2  # the columns of a tally: play-outs, victories, opponents beaten,
LED, GAIN, SQUARES = 3, 4, 5  # leads, what it was worth more than the first choice, and that squared
COLUMNS = 6

NODE = np.dtype([("key", np.uint64), ("first", np.int32), ("choices", np.int32)], align=True)
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("visits", np.int32),
        ("prior", np.float64),
        ("won", np.float64),
        ("beaten", np.float64),
    ],
    align=True,
)
NODES, EDGES = 0, 1  # what a forest has used so far


class Forest(msgspec.Struct):
    """The trees of all seats: one table of nodes, found by what a seat observes."""

    slots: Ints  # a hash table of node numbers
    nodes: Records
    edges: Records
    used: Ints


def plant_forest(nodes: int) -> Forest:
    """Room for so many nodes."""
    slots = np.full(1 << (2 * nodes + 1).bit_length(), NONE, np.int32)
    return Forest(slots, np.zeros(nodes, NODE), np.zeros(8 * nodes, EDGE), np.zeros(2, np.int32))


@rule
def explore(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, forget: Rule, observe: Rule,
    heuristic: Rule, states: Records, seat: int, choices: Ints, tally: Floats,
    slots: Ints, nodes: Any, edges: Any, used: Ints,
    players: Ints, seen: Ints, seed: np.uint64, first: int, worlds: int, clear: int,
) -> None:  # fmt: skip
    """Try every choice in the imagined worlds numbered from `first`, and count in its row of the tally.

    All choices meet the same worlds with the same luck, so that they are compared and not the cards.
    Of the three states the first is the present one; the others are room for a world and a race in it.
    """
    actions, scores = np.empty(MOST_ACTIONS, np.int32), np.empty(len(players), np.int32)
    path = np.empty((DEEPEST, 2), np.int32)
    for number in range(first, first + worlds):
        luck = mix(seed, np.uint64(number))
        own = mix(luck, np.uint64(DECIDING))
        states[1] = states[0]
        forget(states[1], seat, luck)
        usual = 0.0
        for index in range(len(choices)):
            states[2] = states[1]
            world = states[2]
            act(world, seat, choices[index], actions[:0])
            made, steps = descend(
                waiting, legal, act, over, observe, heuristic,
                world, slots, nodes, edges, used, players, seen, own, actions, path,
            )  # fmt: skip
            play_out(waiting, legal, act, over, unwatched, heuristic, world, players, own, made, actions)
            score(world, scores)
            learn(edges, path, steps, scores)
            worth = count(tally[index], scores, seat, clear)
            usual = worth if index == 0 else usual
            tally[index, GAIN] += worth - usual
            tally[index, SQUARES] += (worth - usual) ** 2


@rule
def count(row: Floats, scores: Ints, seat: int, clear: int) -> float:
    """Count a play-out in a row of the tally; what it was worth."""
    victory, behind, led = won(scores, seat), beaten(scores, seat), lead(scores, seat, clear)
    row[TRIED] += 1.0
    row[WON] += victory
    row[BEATEN] += behind
    row[LED] += led
    return worth_of(victory, behind, led, clear)


@rule
def worth_of(victory: Any, behind: Any, led: Any, clear: int) -> Any:
    """Victories, a little for every opponent beaten; and, where scores tell by how much, clear leads."""
    worth = VICTORY * victory + (1.0 - VICTORY) * behind
    return worth if clear == 0 else (1.0 - LEAD) * worth + LEAD * led


@rule
def lead(scores: Ints, seat: int, clear: int) -> float:
    """1 for a clear lead over the best of the others, 0 for one of theirs as clear, else in proportion."""
    if clear == 0:
        return 0.0
    best = -(1 << 30)
    for other in range(len(scores)):
        if other != seat:
            best = max(best, scores[other])
    return 0.5 + 0.5 * min(max((scores[seat] - best) / clear, -1.0), 1.0)


@rule
def descend(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, observe: Rule, heuristic: Rule,
    world: Any, slots: Ints, nodes: Any, edges: Any, used: Ints,
    players: Ints, seen: Ints, own: np.uint64, actions: Ints, path: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Walk down the trees of all seats until each has come to a new node; decisions made, and steps noted."""
    climbing, steps, made = (1 << len(players)) - 1, 0, 0
    if len(nodes) == 0:
        return 0, 0
    while climbing != 0 and steps < DEEPEST and not over(world):
        seat = lowest(waiting(world))
        found = legal(world, seat, actions)
        made += 1
        action = choose(heuristic, players[seat], world, seat, actions, found, fraction_of(own, made))
        if found > 1 and climbing >> seat & 1:
            observe(world, seat, seen)
            key = key_of(seen, seat)
            node = find(slots, nodes, edges, key, actions, found)
            if node != NONE:
                action = edges[most_promising(nodes, edges, node)].action
            else:
                climbing &= ~(1 << seat)
                node = grow(slots, nodes, edges, used, key, actions, found, action)
            if node != NONE:
                path[steps, 0], path[steps, 1] = edge_with(nodes, edges, node, action), seat
                steps += 1
        act(world, seat, action, actions[:0])
    return made, steps


@rule
def learn(edges: Any, path: Ints, steps: int, scores: Ints) -> None:
    """Tell every choice on the way what became of it for its seat."""
    for step in range(steps):
        edge, seat = edges[path[step, 0]], path[step, 1]
        edge.visits += 1
        edge.won += won(scores, seat)
        edge.beaten += beaten(scores, seat)


@rule
def key_of(seen: Ints, seat: int) -> np.uint64:
    """What a seat observes, as one number: all it is made of count at once, none waits for the one before."""
    key = np.uint64(seat + 1)
    for place in range(len(seen)):
        key ^= scramble(np.uint64(place + 1) << np.uint64(32) ^ np.uint64(seen[place]))
    return scramble(key)


@rule
def find(slots: Ints, nodes: Any, edges: Any, key: np.uint64, actions: Ints, found: int) -> int:
    """The node for what was observed, if it is known with these very choices."""
    node = slots[slot_of(slots, nodes, key)]
    if node == NONE or nodes[node].choices != found:
        return NONE
    for index in range(found):
        if edges[nodes[node].first + index].action != actions[index]:
            return NONE
    return node


@rule
def slot_of(slots: Ints, nodes: Any, key: np.uint64) -> int:
    """Where a node is or would be noted."""
    slot = int(np.int64(key & np.uint64(len(slots) - 1)))
    while slots[slot] != NONE and nodes[slots[slot]].key != key:
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@rule
def grow(
    slots: Ints, nodes: Any, edges: Any, used: Ints, key: np.uint64, actions: Ints, found: int, hunch: int
) -> int:
    """A new node, if there is room for it."""
    slot = slot_of(slots, nodes, key)
    if slots[slot] != NONE or used[NODES] == len(nodes) or used[EDGES] + found > len(edges):
        return NONE
    node, first = used[NODES], used[EDGES]
    slots[slot] = node
    used[NODES] += 1
    used[EDGES] += found
    nodes[node].key, nodes[node].first, nodes[node].choices = key, first, found
    for index in range(found):
        edge = edges[first + index]
        edge.action, edge.visits, edge.won, edge.beaten = actions[index], 0, 0.0, 0.0
        edge.prior = (1.0 - HUNCH) / found + HUNCH * (actions[index] == hunch)
    return node


@rule
def edge_with(nodes: Any, edges: Any, node: int, action: int) -> int:
    """The edge of a node that stands for an action."""
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].choices):
        if edges[edge].action == action:
            return edge
    return NONE


@rule
def most_promising(nodes: Any, edges: Any, node: int) -> int:
    """The choice with the best mix of what it brought and how little it was tried."""
    first, count = nodes[node].first, nodes[node].choices
    total, visits = 0.0, 0
    for edge in range(first, first + count):
        total += value_of(edges[edge])
        visits += edges[edge].visits
    untried = total / max(1, visits) - DOUBT
    best, promise, curiosity = first, -1.0, CURIOSITY * np.sqrt(1.0 + visits)
    for edge in range(first, first + count):
        tried = edges[edge].visits
        value = value_of(edges[edge]) / tried if tried > 0 else untried
        value += curiosity * edges[edge].prior / (1.0 + tried)
        if value > promise:
            best, promise = edge, value
    return best


@rule
def value_of(edge: Any) -> float:
    """What a choice has brought so far: victories, and a little for every opponent beaten."""
    return worth_of(edge.won, edge.beaten, 0.0, 0)
