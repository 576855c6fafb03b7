"""Compiled loops that drive any game through its contract."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gruppetto.kernel.record import Ints, Keys, Records
from gruppetto.kernel.rule import rule

Rule = Callable[..., Any]
MOST_ACTIONS = 256  # room for the legal actions of any game


@rule
def begin(deal: Rule, states: Records, setups: Records, keys: Keys) -> None:
    """Deal the first of `states`."""
    deal(states[0], setups[0], keys)


@rule
def owing(waiting: Rule, states: Records) -> int:
    """The seats that owe a decision, as bits."""
    return waiting(states[0])


@rule
def options(waiting: Rule, legal: Rule, states: Records, seat: int, out: Ints) -> int:
    """The legal actions of a seat; none while it owes nothing."""
    if waiting(states[0]) >> seat & 1 == 0:
        return 0
    return legal(states[0], seat, out)


@rule
def obvious(routine: Rule, states: Records, seat: int) -> int:
    """The obvious answer to what a seat is asked, or that it is to be asked."""
    return routine(states[0], seat)


@rule
def step(act: Rule, states: Records, seat: int, action: int, trace: Ints) -> None:
    """Apply one legal action."""
    act(states[0], seat, action, trace)


@rule
def decide(
    waiting: Rule, legal: Rule, act: Rule, states: Records, seat: int, action: int, out: Ints, trace: Ints
) -> bool:  # fmt: skip
    """Apply one action if it is legal; whether it was."""
    state = states[0]
    if waiting(state) >> seat & 1 == 0 or not among(action, out, legal(state, seat, out)):
        return False
    act(state, seat, action, trace)
    return True


@rule
def rank(score: Rule, states: Records, out: Ints) -> None:
    """The score of every seat."""
    score(states[0], out)


@rule
def tell(report: Rule, states: Records, out: Ints) -> None:
    """What a simulation notes about a race that is over."""
    report(states[0], out)


@rule
def ended(over: Rule, states: Records) -> bool:
    """Whether the race is over."""
    return over(states[0])


@rule
def audit(invariants: Rule, states: Records) -> int:
    """What is broken in the first of `states`, as bits; 0 if all is as it always should be."""
    return invariants(states[0])


@rule
def veil(forget: Rule, states: Records, seat: int, seed: np.uint64) -> None:
    """Make the first of `states` one that this seat cannot tell from the true one."""
    forget(states[0], seat, seed)


@rule
def sense(observe: Rule, states: Records, seat: int, out: Ints) -> None:
    """What a seat knows, as numbers."""
    observe(states[0], seat, out)


@rule
def replay(waiting: Rule, legal: Rule, act: Rule, states: Records, log: Ints, trace: Ints) -> int:
    """Apply a log of (seat, action) rows; the number of rows applied before one that is not legal."""
    actions = np.empty(MOST_ACTIONS, np.int32)
    for row in range(len(log)):
        seat, action = log[row, 0], log[row, 1]
        if seat < 0 or not decide(waiting, legal, act, states, seat, action, actions, trace):
            return row
    return len(log)


@rule
def among(action: int, actions: Ints, found: int) -> bool:
    """Whether an action is one of the first `found`."""
    for index in range(found):
        if actions[index] == action:
            return True
    return False
