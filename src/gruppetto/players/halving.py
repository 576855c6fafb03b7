"""Weighing choices: play-outs until the budget is spent, the worse half dropped round by round."""

import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import numpy as np

from gruppetto.errors import BadOption
from gruppetto.games import loops
from gruppetto.games.game import Game, no_numbers
from gruppetto.games.loops import Rule
from gruppetto.kernel.record import Ints, Records
from gruppetto.players.playout import HEURISTIC, Floats, ponder, sift
from gruppetto.players.search import (
    BEATEN,
    COLUMNS,
    GAIN,
    LED,
    SQUARES,
    TRIED,
    WON,
    explore,
    plant_forest,
    worth_of,
)

LARGEST_FOREST = 1 << 16  # nodes
NODES_PER_PLAYOUT = 4
BATCH_SECONDS = 0.01  # how long compiled code runs before it looks at the clock
BLOCK = 16  # worlds tried in one go where play-outs are counted, on however many threads
CLEAR, ENOUGH = 4.0, 32  # standard errors by which a choice is clearly better, after so many worlds at least
ALIKE = 512  # worlds without any difference, after which nothing hangs on the choice
SENSIBLE = 0  # the first choice, where a game trusts its sensible rider
LONGEST, MOST_PLAYOUTS = 600.0, 1 << 31
Cancelled = Callable[[], bool]


class Budget(msgspec.Struct, frozen=True):
    """How much thought a decision may take: time, play-outs, or whichever ends first."""

    seconds: float | None = None
    playouts: int | None = None

    def check(self) -> None:
        """Refuse a budget that would never end, or never begin."""
        if self == UNBOUND:
            raise BadOption("budget: a time or a number of play-outs has to be named.")
        seconds, playouts = self.seconds, self.playouts
        if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= LONGEST):
            raise BadOption(f"budget: {seconds!r} is not a time from 0 to {LONGEST:g} seconds.")
        if playouts is not None and not (isinstance(playouts, int) and 0 < playouts < MOST_PLAYOUTS):
            raise BadOption(f"budget: {playouts!r} is not a number of play-outs from 1 to 2³¹−1.")

    def within(self, other: "Budget") -> "Budget":
        """The tighter of two."""
        return Budget(_least(self.seconds, other.seconds), _least(self.playouts, other.playouts))


UNBOUND = Budget()


def _least(one: Any, other: Any) -> Any:
    return min(one, other) if one is not None and other is not None else other if one is None else one


def budget_of(text: str) -> Budget:
    """A budget as people write it: `50ms`, `1s`, or a number of play-outs."""
    for unit, factor in (("ms", 0.001), ("s", 1.0)):
        number = text.removesuffix(unit)
        if number != text:
            try:
                seconds = float(number) * factor
            except ValueError:
                break
            if 0 < seconds <= LONGEST:
                return Budget(seconds=seconds)
    if text.isdecimal() and 0 < int(text) < MOST_PLAYOUTS:
        return Budget(playouts=int(text))
    raise BadOption(
        f"budget: {text!r} is neither a time such as 50ms or 1s (at most {LONGEST:g}s) "
        "nor a number of play-outs."
    )


class Estimates(msgspec.Struct, frozen=True):
    """The choices of a decision, the best first, and what they promise."""

    codes: list[int]
    tried: list[int]
    win: list[float]  # share of play-outs won
    beaten: list[float]  # share of the opponents beaten
    worth: list[float]  # of all that counts, taken together
    doubt: list[float]  # what a choice lacks in trust
    seconds: float

    @property
    def playouts(self) -> int:
        """How many races were played out for it."""
        return sum(self.tried)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Halving:
    """One decision being estimated; with a near end, as far as the game thinks it can be foreseen."""

    def __init__(
        self, game: Game, state: Records, seat: int, seed: int,
        *, policy: int = HEURISTIC, trees: bool = True, threads: int = 1, heuristic: Rule | None = None,
        near: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.state, self.seat, self.seed = game, state, seat, seed
        self.policy = np.full(game.seats_of(state), policy, np.int32)
        self.trees, self.threads, self.heuristic = trees and game.trees, threads, heuristic or game.heuristic
        self.end = game.horizon if near and game.horizon else game.rules
        self.clear = game.clear_lead if near else 0
        found = no_numbers(loops.MOST_ACTIONS)
        self.codes = found[: loops.options(game.rules.waiting, game.rules.legal, state, seat, found)].copy()
        if game.trust:
            self.codes = self._sensible_first(near)
        self.tally = np.zeros((len(self.codes), COLUMNS))
        self._worlds = 0

    def estimate(
        self, budget: Budget, *, halving: bool = True, cancelled: Cancelled = lambda: False
    ) -> Estimates:
        """Spend the budget on all choices alike; or halve them again and again, until one is clearly best."""
        budget.check()
        count = len(self.codes)
        rounds = math.ceil(math.log2(count)) if halving and count > 1 else 1
        alive = np.arange(count, dtype=np.int32)
        with ThreadPoolExecutor(self.threads) as pool:
            grounds = [self._ground(budget) for _ in range(self._lanes(budget))]
            self._explore(alive, grounds[0], 0, 0)  # compiled before the clock starts
            begun = time.perf_counter()
            for number in range(rounds if count > 1 or not halving else 0):
                until = None if budget.seconds is None else begun + budget.seconds * (number + 1) / rounds
                share = None if budget.playouts is None else budget.playouts // (rounds * len(alive))
                gained = np.zeros((count, COLUMNS))
                for _ in self._try(alive, until, share, grounds, pool, gained):
                    if cancelled() or (halving and self._is_clear(alive, gained)):
                        return self._weighed(alive, time.perf_counter() - begun)
                if halving:
                    alive = self._better_half(alive)
        return self._weighed(alive, time.perf_counter() - begun)

    def _lanes(self, budget: Budget) -> int:
        """How many worlds are tried at a time.

        A tree grows with every play-out, and several trees would grow otherwise than one: where play-outs are
        counted, there is one, so that the answer does not depend on the machine.
        """
        return 1 if self.trees and budget.playouts is not None else self.threads

    def _sensible_first(self, sifted: bool) -> Ints:
        """The choices, that of the sensible rider first: the others are compared with it."""
        found, luck = no_numbers(loops.MOST_ACTIONS), np.uint64(self.seed)
        rules, codes = self.game.rules, self.codes
        hunch = ponder(rules.legal, self.heuristic, self.state, self.seat, HEURISTIC, found, luck)
        if sifted and self.game.candidates:
            codes = codes[: sift(self.game.candidates, self.state, self.seat, hunch, codes)]
        ordered: Ints = codes[np.argsort(codes != hunch, kind="stable")]
        return ordered

    def _doubt(self, which: Ints) -> Floats:
        """Where a game asks for it, so many standard errors of what a choice gained on the sensible one."""
        return self.game.trust * _error(self.tally[which]) * (which != SENSIBLE)

    def _is_clear(self, alive: Ints, gained: Floats) -> bool:
        """Whether the best choice has gained so much on all others, in the same worlds, that it will stay so.

        Gains are known over the first of those alive. The error of a difference of two of them is at most the
        sum of their errors. It is clear, too, that nothing hangs on a choice if no world has shown anything.
        """
        rows, best = gained[alive], alive == self._best(alive)[0]
        if rows[0, TRIED] < ENOUGH:
            return False
        if not rows[:, SQUARES].any():
            return bool(rows[0, TRIED] >= ALIKE)
        error, mean = _error(rows), rows[:, GAIN] / rows[:, TRIED]
        error[0] = 0.0
        ahead = mean[best] - mean - CLEAR * (error[best] + error)
        return bool((ahead[~best] > 0).all())

    def _ground(self, budget: Budget) -> Any:
        """What is written while worlds are tried, for each lane one: trees, or what else a thinker needs."""
        if not self.trees:
            return plant_forest(0)
        wanted = LARGEST_FOREST if budget.playouts is None else NODES_PER_PLAYOUT * budget.playouts
        return plant_forest(min(LARGEST_FOREST, wanted))

    def _try(
        self, alive: Ints, until: float | None, worlds: int | None,
        grounds: list[Any], pool: ThreadPoolExecutor, gained: Floats,
    ) -> Iterator[None]:  # fmt: skip
        """Play the choices that are alive out, for so many worlds or until a moment, a batch after the other.

        Batches are counted in the order of their worlds, and how long they are does not depend on the clock
        where worlds are counted: so sums are the same to the last bit.
        """
        done, batch, now = 0, 1 if worlds is None else BLOCK, time.perf_counter()
        while (worlds is None or done < max(1, worlds)) and (until is None or not done or now < until):
            begun, left = now, batch * len(grounds) if worlds is None else max(1, worlds) - done
            sizes = [min(batch, left - first) for first in range(0, min(left, batch * len(grounds)), batch)]
            for part in self._all_lanes(alive, grounds, sizes, pool):
                self.tally[alive] += part
                gained[alive] += part
                yield
            self._worlds += sum(sizes)
            done += sum(sizes)
            now = time.perf_counter()
            if worlds is None:
                batch = self._next_batch(batch, now - begun, None if until is None else until - now)

    def _all_lanes(
        self, alive: Ints, grounds: list[Any], sizes: list[int], pool: ThreadPoolExecutor
    ) -> Iterator[Floats]:
        """Batches of worlds that follow one another, each with trees of its own, on as many threads."""
        firsts = np.cumsum([self._worlds, *sizes]).tolist()
        jobs = list(zip(grounds, firsts, sizes, strict=False))
        if len(jobs) == 1:
            return iter([self._explore(alive, *jobs[0])])
        return pool.map(lambda job: self._explore(alive, *job), jobs)

    @staticmethod
    def _next_batch(batch: int, took: float, left: float | None) -> int:
        """As many worlds as fit between two looks at the clock."""
        room = BATCH_SECONDS if left is None else min(BATCH_SECONDS, left)
        return max(1, min(2 * batch, int(batch * room / max(took, 1e-6))))

    def _explore(self, alive: Ints, ground: Any, first: int, worlds: int) -> Floats:
        rules, tally = self.game.rules, np.zeros((len(alive), COLUMNS))
        explore(
            rules.waiting, rules.legal, rules.act, self.end.over, self.end.score, rules.forget, rules.observe,
            self.heuristic, np.repeat(self.state, 3), self.seat, self.codes[alive], tally,
            ground.slots, ground.nodes, ground.edges, ground.used,
            self.policy, no_numbers(self.game.observation), np.uint64(self.seed), first, worlds, self.clear,
        )  # fmt: skip
        return tally

    def _better_half(self, alive: Ints) -> Ints:
        """Who is tried further; what others are compared with is always among them."""
        half = self._ordered(alive, self._worth(alive))[: (len(alive) + 1) // 2]
        if not self.game.trust:
            return half
        others = half[half != SENSIBLE]
        kept: Ints = np.sort(np.append(others[: max(1, len(half) - 1)], np.int32(SENSIBLE)))
        return kept

    def _best(self, alive: Ints) -> Ints:
        return self._ordered(alive, self._worth(alive) - self._doubt(alive))

    def _worth(self, which: Ints) -> Floats:
        row = self.tally[which].T
        worth: Floats = worth_of(row[WON], row[BEATEN], row[LED], self.clear) / np.maximum(row[TRIED], 1)
        return worth

    @staticmethod
    def _ordered(which: Ints, promise: Floats) -> Ints:
        ordered: Ints = which[np.argsort(-promise, kind="stable")]
        return ordered

    def _weighed(self, alive: Ints, seconds: float) -> Estimates:
        dropped = np.array([index for index in range(len(self.codes)) if index not in set(alive)], int)
        order = np.concatenate([self._best(alive), self._best(dropped)])
        tried = np.maximum(self.tally[order, TRIED], 1)
        return Estimates(
            codes=self.codes[order].tolist(),
            tried=self.tally[order, TRIED].astype(int).tolist(),
            win=(self.tally[order, WON] / tried).tolist(),
            beaten=(self.tally[order, BEATEN] / tried).tolist(),
            worth=self._worth(order).tolist(),
            doubt=self._doubt(order).tolist(),
            seconds=seconds,
        )


def _error(rows: Floats) -> Floats:
    """The standard error of what choices have gained in a world, never quite nothing."""
    tried = rows[:, TRIED]
    spread = (rows[:, SQUARES] + 1) / (tried + 1) - (rows[:, GAIN] / (tried + 1)) ** 2
    error: Floats = np.sqrt(spread / np.maximum(tried, 1))
    return error
