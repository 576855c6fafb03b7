"""Simulations that look at every state: whatever the game says is always true must be true of it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from gruppetto.errors import BrokenInvariant
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule
from gruppetto.lab.simulate import DECISIONS, Simulation, Table, note
from gruppetto.players.playout import DECIDING, choose, lowest


class Checked(Simulation):
    """The same races, stopped at the first state in which something is broken."""

    def ride(self, first: int, count: int) -> Table:
        """A row of results for each of the races; every state of theirs has been sound."""
        if self.thinking:
            return super().ride(first, count)
        rules, state, rows = self.game.rules, self.game.blank(), np.zeros((count, self.width), np.int32)
        ridden = ride_checked(
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.report,
            rules.invariants, self.game.heuristic, state, self.setup, self.codes, self.seed, first, rows,
        )  # fmt: skip
        if ridden < count:
            self._check(state, first + ridden, int(rows[ridden, DECISIONS]))
        return rows

    def watcher(self, race: int) -> Callable[[Records], None]:
        """Somebody who looks at every state of a race whose players think."""
        shown = iter(range(1 << 62))
        return lambda state: self._check(state, race, next(shown))

    def _check(self, state: Records, race: int, decisions: int) -> None:
        if broken := self.game.broken(state):
            raise BrokenInvariant(
                f"{self.game.name}, race {race} of seed {self.seed}, after {decisions} decisions, "
                f"does not hold what always should. {' '.join(broken)}"
            )


@rule
def ride_checked(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, report: Rule,
    invariants: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, first: int, rows: Table,
) -> int:  # fmt: skip
    """Ride races as `ride_races` does; how many, before one whose state is then broken."""
    state, seats = states[0], len(players)
    keys, actions = np.empty(len(state.key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    for race in range(len(rows)):
        number = np.uint64(first + race)
        spread(seed, number, keys)
        deal(state, setups[0], keys)
        own_chance = mix(mix(seed, number), np.uint64(DECIDING))
        rows[race, DECISIONS] = play_checked(
            waiting, legal, act, over, invariants, heuristic, state, players, own_chance, actions
        )
        if invariants(state) != 0:
            return race
        note(score, report, state, seats, rows[race])
    return len(rows)


@rule
def play_checked(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, invariants: Rule, heuristic: Rule,
    state: Any, players: Ints, own_chance: np.uint64, actions: Ints,
) -> int:  # fmt: skip
    """Play a race to its end, or until something is broken; how many decisions were made then."""
    made, silent = 0, actions[:0]
    while invariants(state) == 0 and not over(state):
        seat = lowest(waiting(state))
        found = legal(state, seat, actions)
        made += 1
        fraction = fraction_of(own_chance, made)
        act(state, seat, choose(heuristic, players[seat], state, seat, actions, found, fraction), silent)
    return made
