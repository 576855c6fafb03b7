"""What a level that does not think would do, in races that somebody else rides."""

from typing import Any

import numpy as np

from gruppetto.games.loops import Rule
from gruppetto.kernel.chance import fraction_of
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.players.playout import choose


@rule
def advise(
    legal: Rule, heuristic: Rule, fetch: Rule, states: Any, own: Any, first: int, by: int,
    policy: int, actions: Ints, deciding: Ints, luck: np.uint64, out: Ints,
) -> None:  # fmt: skip
    """Its choice for whoever is to decide, in every record from the first on."""
    for index in range(first, len(deciding), by):
        state, seat = fetch(states, index, own), deciding[index]
        found = legal(state, seat, actions)
        out[index] = choose(heuristic, policy, state, seat, actions, found, fraction_of(luck, index))
