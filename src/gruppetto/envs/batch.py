"""Thousands of races, one decision in each by one compiled call."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gruppetto.envs import steps
from gruppetto.envs.spaces import MASK, OBSERVATION, Seen, what_a_seat_sees
from gruppetto.envs.table import Seeds, Terms, seat_checked
from gruppetto.errors import BadOption, IllegalMove, UnknownPlayer
from gruppetto.games.game import Json
from gruppetto.kernel.record import Ints
from gruppetto.players import level_of

MOST_RACES = 1 << 20


class Batch(VectorEnv[Seen, Ints, Any]):
    """Races side by side; every step is one decision in each of them.

    Without opponents all seats are driven from outside: `deciding` says whose decision each race waits
    for, and rewards have a column for every seat. With opponents, who are compiled in, only one seat is.
    The arrays are the same ones at every step: copy what you keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (Gymnasium's own name)

    def __init__(
        self, game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
        seat: int = 0, reward: str = "beaten", options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        if not 1 <= n <= MOST_RACES:
            raise BadOption(f"n: {n!r} is not a number of races from 1 to {MOST_RACES:,}.")
        self.terms = terms = Terms(game, _seats_for(opponents, seats), options, reward)
        self.game, self.num_envs = terms.game, n
        self.seat = None if opponents is None else seat_checked(seat, terms.game, terms.seats)
        self._players = np.full(terms.seats, steps.OUTSIDE, np.int32)
        others = [other for other in range(terms.seats) if other != self.seat]
        for other, player in zip(others, opponents or (), strict=False):
            self._players[other] = _policy_of(player)
        self._allot(n)
        self.single_observation_space = what_a_seat_sees(terms.game, terms.game.actions)
        self.single_action_space = spaces.Discrete(terms.game.actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._seeds, self._seed = Seeds(), np.uint64(0)

    def _allot(self, n: int) -> None:
        """All the room there will ever be."""
        self.states = np.zeros(n, self.game.record)
        self.races, self._made = np.full(n, -1, np.int64), np.zeros(n, np.int64)
        self.deciding = np.zeros(n, np.int32)
        self.observations = np.zeros((n, self.game.observation), self.game.bounds()[0].dtype)
        self.masks = np.zeros((n, self.game.actions), np.int8)
        self.rewards = np.zeros((n, self.terms.seats), np.float32)
        self.ended, self.illegal = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._never, self._drawn = np.zeros(n, np.bool_), 0

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Seen, Json]:
        """Deal all races anew: numbers 0, 1, 2 … of the seed."""
        super().reset(seed=seed)
        del options
        self._seeds.number = int(self.races.max())
        self._seed, first = self._seeds.next(seed)
        self._drawn = 0
        self.races[:] = np.arange(first, first + self.num_envs)
        self.deciding[:] = steps.NOBODY
        self._advance(self.deciding)
        return self._seen(), {"seat": self.deciding}

    def step(self, actions: Ints) -> tuple[Seen, Any, Any, Any, Json]:
        """Make one decision in every race; those that end are dealt anew at once."""
        chosen = np.ascontiguousarray(actions, np.int32)  # another layout would be compiled anew
        if chosen.shape != (self.num_envs,):
            raise IllegalMove(f"{self.num_envs} actions are needed, one for each race, not {chosen.shape}.")
        self._advance(chosen)
        rewards = self.rewards if self.seat is None else self.rewards[:, self.seat]
        infos = {"seat": self.deciding, "illegal": self.illegal}
        return self._seen(), rewards, self.ended, self._never, infos

    @property
    def _observing(self) -> tuple[Any, Any, int]:
        """The rules that write what never changes and what does, and how many numbers the former are."""
        rules = self.game.rules
        if not hasattr(rules, "observe_fixed"):
            return steps.nothing_fixed, rules.observe, 0
        fixed = sum(seen.size for seen in self.game.observed if seen.fixed)
        return rules.observe_fixed, rules.observe_moving, fixed

    def _advance(self, chosen: Ints) -> None:
        rules = self.game.rules
        steps.advance(
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score,
            *self._observing, self.game.heuristic, self.terms.result,
            self.states, self.terms.setup, self._players, self._seed, chosen,
            self.races, self._made, self.deciding, self.observations, self.masks,
            self.rewards, self.ended, self.illegal,
        )  # fmt: skip

    def sample(self, out: Ints | None = None) -> Ints:
        """Any legal action for every race, by a compiled loop of its own."""
        chosen = np.empty(self.num_envs, np.int32) if out is None else out
        steps.pick_any(self.masks, ~self._seed, self._drawn, chosen)
        self._drawn += self.num_envs
        return chosen

    def _seen(self) -> Seen:
        return {OBSERVATION: self.observations, MASK: self.masks}


def of_one_seat(
    num_envs: int, *, game: str, opponents: Sequence[str] = ("domestique",), seat: int = 0,
    reward: str = "beaten", **options: Any,
) -> Batch:  # fmt: skip
    """The same races as those of a Gymnasium environment of one seat, for `gymnasium.make_vec`."""
    return Batch(game, num_envs, opponents=opponents, seat=seat, reward=reward, options=options)


def _seats_for(opponents: Sequence[str] | None, seats: int | None) -> int | None:
    """As many seats as players, if the opponents are named."""
    if opponents is None:
        return seats
    if seats not in (None, len(opponents) + 1):
        raise BadOption(
            f"seats: with {len(opponents)} opponents there are {len(opponents) + 1}, not {seats}."
        )
    return len(opponents) + 1


def _policy_of(player: str) -> int:
    level = level_of(player)
    if level.thinks:
        raise UnknownPlayer(f"{player}: thinks, and can be met in envs.gym; here are only those who do not.")
    return level.policy
