"""Compiled steps: one record for environments of one race, thousands of them for a batch.

What happens to a race of a batch is told once, by `advance`. A thread of a CPU has many races in a row, and
finds their records where they lie; a thread of a GPU has one, and fetches it (`device.py`).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Keys, Longs, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, choose

OUTSIDE = -1  # as a player: whoever drives the environment decides for this seat
NOBODY = NOTHING = -1
Numbers = npt.NDArray[np.integer[Any]]  # what a seat knows, in the narrowest type that holds it
Masks = npt.NDArray[np.int8]  # a 1 for every legal action
Marks = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]


@rule
def next_seat(owing: int, last: int, seats: int) -> int:
    """Of the seats that owe a decision the first after `last`, around the table."""
    seat = last
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if owing >> seat & 1:
            return seat
    return NOBODY


@rule
def mark(actions: Ints, found: int, mask: Masks) -> None:
    """Write a 1 for every action found, and 0 for all others."""
    for action in range(len(mask)):
        mask[action] = 0
    for index in range(found):
        mask[actions[index]] = 1


@rule
def look(
    waiting: Rule, legal: Rule, observe: Rule, states: Records, seat: int, numbers: Numbers, mask: Masks
) -> None:
    """What a seat knows and what it may do; nothing while it owes no decision."""
    state, actions, found = states[0], np.empty(MOST_ACTIONS, np.int32), 0
    if waiting(state) >> seat & 1:
        found = legal(state, seat, actions)
    mark(actions, found, mask)
    observe(state, seat, numbers)


@rule
def settle(score: Rule, result: Rule, state: Any, scores: Ints, rewards: Rewards) -> None:
    """What a race that is over was worth to every seat."""
    score(state, scores)
    for seat in range(len(scores)):
        rewards[seat] = result(scores, seat)


@rule
def is_marked(mask: Masks, action: int) -> bool:
    """Whether an action, whatever number was given, is one of the legal ones."""
    return 0 <= action < len(mask) and mask[action] != 0


@rule
def first_marked(mask: Masks) -> int:
    """The legal action with the lowest code."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def advance(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule,
    observe_fixed: Rule, observe_moving: Rule, heuristic: Rule, result: Rule, fetch: Rule, put_back: Rule,
    fixed: int, states: Any, own: Any, first: int, by: int,
    keys: Keys, actions: Ints, scores: Ints, setups: Records, players: Ints, seed: np.uint64, apart: int,
    chosen: Ints, races: Longs, made: Longs, deciding: Ints, observations: Numbers, finals: Numbers,
    masks: Masks, rewards: Rewards, ended: Marks, illegal: Marks,
) -> None:  # fmt: skip
    """One decision of the outside in every record from the first on, and those of all others until the next.

    A race that ends shows itself a last time to who decided, gives its rewards and is dealt anew, with a
    number so far `apart` that no other has it; so is one in which nobody has been deciding. What never
    changes during a race is observed when it is dealt.
    """
    seats = len(players)
    for index in range(first, len(races), by):
        state = fetch(states, index, own)
        mask, seat = masks[index], deciding[index]
        illegal[index] = ended[index] = False
        for other in range(seats):
            rewards[index, other] = 0.0
        action = NOTHING
        if seat == NOBODY:
            seat = begin(deal, state, setups, seed, races[index], keys, seats)
            observe_fixed(state, observations[index])
            made[index] = 0
        else:
            action = chosen[index]
            illegal[index] = not is_marked(mask, action)
            if illegal[index]:
                action = first_marked(mask)
        while True:
            if action != NOTHING:
                act(state, seat, action, actions[:0])
            if over(state):
                ended[index] = True
                settle(score, result, state, scores, rewards[index])
                if index < len(finals) and deciding[index] != NOBODY:
                    observe_fixed(state, finals[index])
                    observe_moving(state, deciding[index], finals[index, fixed:])
                races[index] += apart
                seat = begin(deal, state, setups, seed, races[index], keys, seats)
                observe_fixed(state, observations[index])
                made[index] = 0
            seat = next_seat(waiting(state), seat, seats)
            found = legal(state, seat, actions)
            if players[seat] == OUTSIDE:
                break
            made[index] += 1
            luck = fraction_of(mix(mix(seed, np.uint64(races[index])), np.uint64(DECIDING)), made[index])
            action = choose(heuristic, players[seat], state, seat, actions, found, luck)
        deciding[index] = seat
        mark(actions, found, mask)
        observe_moving(state, seat, observations[index, fixed:])
        put_back(states, index, own)


@rule
def at_hand(states: Records, index: int, own: Records) -> Any:  # noqa: ARG001  (as on a GPU)
    """A record where it lies: what a core reads of it is soon in its caches."""
    return states[index]


@rule
def left_there(states: Records, index: int, own: Records) -> None:
    """A record that was never taken away needs no putting back."""


@rule
def nothing_fixed(state: Any, out: Numbers) -> int:  # noqa: ARG001  (as every rule that observes)
    """A game that does not say what never changes observes all of it at every step."""
    return 0


@rule
def begin(
    deal: Rule, state: Any, setups: Records, seed: np.uint64, number: int, keys: Keys, seats: int
) -> int:
    """Deal the `number`-th race of a seed; the seat after which the first one comes."""
    spread(seed, np.uint64(number), keys)
    deal(state, setups[0], keys)
    return seats - 1


@rule
def pick_any(masks: Masks, seed: np.uint64, first: int, chosen: Ints) -> None:
    """A fair choice among the legal actions of every record."""
    for index in range(len(masks)):
        chosen[index] = pick(masks[index], fraction_of(seed, first + index))


@rule
def pick(mask: Masks, fraction: np.uint64) -> int:
    """A fair choice among the actions that are marked."""
    legal = 0
    for action in range(len(mask)):
        legal += mask[action]
    wanted, _ = share(fraction, legal)
    action = first_marked(mask)
    while wanted > 0:
        action += 1
        wanted -= mask[action]
    return action
