"""Compiled steps: one record for environments of one race, thousands of them for a batch."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, share, spread
from gruppetto.kernel.record import Ints, Keys, Longs, Records
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import DECIDING, choose

OUTSIDE = -1  # as a player: whoever drives the environment decides for this seat
NOBODY = -1
Mask = npt.NDArray[np.int8]
Masks = npt.NDArray[np.int8]
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
def mark(legal: Rule, state: Any, seat: int, actions: Ints, mask: Mask) -> None:
    """Write a 1 for every legal action of a seat that owes a decision, and 0 for all others."""
    mask[:] = 0
    for index in range(legal(state, seat, actions)):
        mask[actions[index]] = 1


@rule
def look(
    waiting: Rule, legal: Rule, observe: Rule, states: Records, seat: int, numbers: Ints, mask: Mask
) -> None:
    """What a seat knows and what it may do; nothing while it owes no decision."""
    state = states[0]
    observe(state, seat, numbers)
    mask[:] = 0
    if waiting(state) >> seat & 1:
        mark(legal, state, seat, np.empty(MOST_ACTIONS, np.int32), mask)


@rule
def share_out(result: Rule, scores: Ints, rewards: Rewards) -> None:
    """What a race that is over was worth to every seat."""
    for seat in range(len(scores)):
        rewards[seat] = result(scores, seat)


@rule
def is_marked(mask: Mask, action: int) -> bool:
    """Whether an action, whatever number was given, is one of the legal ones."""
    return 0 <= action < len(mask) and mask[action] != 0


@rule
def first_marked(mask: Mask) -> int:
    """The legal action with the lowest code."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@rule
def ride_to_the_next(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, heuristic: Rule,
    state: Any, last: int, players: Ints, own: np.uint64, made: int, actions: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Let the other players decide until the outside has to; that seat or nobody, and decisions made."""
    while not over(state):
        last = next_seat(waiting(state), last, len(players))
        if players[last] == OUTSIDE:
            return last, made
        found = legal(state, last, actions)
        made += 1
        action = choose(heuristic, players[last], state, last, actions, found, fraction_of(own, made))
        act(state, last, action, actions[:0])
    return NOBODY, made


@rule
def begin_one(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, heuristic: Rule,
    state: Any, setups: Records, players: Ints, seed: np.uint64, number: int, keys: Keys, actions: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Deal the `number`-th race of a seed, and ride to the first decision of the outside."""
    spread(seed, np.uint64(number), keys)
    deal(state, setups[0], keys)
    own = mix(mix(seed, np.uint64(number)), np.uint64(DECIDING))
    return ride_to_the_next(
        waiting, legal, act, over, heuristic, state, len(players) - 1, players, own, 0, actions
    )


@rule
def begin_all(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, observe: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64,
    races: Longs, made: Longs, deciding: Ints, observations: Ints, masks: Masks,
) -> None:  # fmt: skip
    """Deal every record the race whose number stands in `races`."""
    keys, actions = np.empty(len(states[0].key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    for index in range(len(states)):
        deciding[index], made[index] = begin_one(
            deal, waiting, legal, act, over, heuristic,
            states[index], setups, players, seed, races[index], keys, actions,
        )  # fmt: skip
        observe(states[index], deciding[index], observations[index])
        mark(legal, states[index], deciding[index], actions, masks[index])


@rule
def advance_all(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, observe: Rule,
    heuristic: Rule, result: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, chosen: Ints,
    races: Longs, made: Longs, deciding: Ints, observations: Ints, masks: Masks,
    rewards: Rewards, ended: Marks, illegal: Marks,
) -> None:  # fmt: skip
    """One decision of the outside in every record; a race that ends gives its rewards and is dealt anew."""
    keys, actions = np.empty(len(states[0].key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    scores = np.empty(len(players), np.int32)
    for index in range(len(states)):
        state, mask, action = states[index], masks[index], chosen[index]
        illegal[index] = not is_marked(mask, action)
        if illegal[index]:
            action = first_marked(mask)
        act(state, deciding[index], action, actions[:0])
        own = mix(mix(seed, np.uint64(races[index])), np.uint64(DECIDING))
        seat, count = ride_to_the_next(
            waiting, legal, act, over, heuristic, state, deciding[index], players, own, made[index], actions
        )
        rewards[index] = 0.0
        ended[index] = seat == NOBODY
        if ended[index]:
            score(state, scores)
            share_out(result, scores, rewards[index])
            races[index] += len(states)
            seat, count = begin_one(
                deal, waiting, legal, act, over, heuristic,
                state, setups, players, seed, races[index], keys, actions,
            )  # fmt: skip
        deciding[index], made[index] = seat, count
        observe(state, seat, observations[index])
        mark(legal, state, seat, actions, mask)


@rule
def pick_any(masks: Masks, seed: np.uint64, first: int, chosen: Ints) -> None:
    """A fair choice among the legal actions of every record."""
    for index in range(len(masks)):
        mask, legal = masks[index], 0
        for action in range(len(mask)):
            legal += mask[action]
        wanted, _ = share(fraction_of(seed, first + index), legal)
        action = first_marked(mask)
        while wanted > 0:
            action += 1
            wanted -= mask[action]
        chosen[index] = action
