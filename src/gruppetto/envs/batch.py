"""Thousands of races, one decision in each by one compiled call."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gruppetto.envs import steps
from gruppetto.envs.advice import advise
from gruppetto.envs.field import Field, policy_of
from gruppetto.envs.spaces import Seen, what_a_seat_sees
from gruppetto.envs.table import MASK, OBSERVATION, Seeds
from gruppetto.errors import BadOption, IllegalMove
from gruppetto.games.game import Json, no_numbers
from gruppetto.games.loops import MOST_ACTIONS
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import compiled_for


class Batch(VectorEnv[Seen, Ints, Any]):
    """Races side by side; every step is one decision in each of them.

    Without opponents all seats are driven from outside: `deciding` says whose decision each race waits
    for, and rewards have a column for every seat. With opponents, who are compiled in, only one seat is.
    The arrays are the same ones at every step: copy what you keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (Gymnasium's own name)

    def __init__(
        self, game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
        seat: int = 0, reward: str = "beaten", threads: int = 1, options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.terms = Field(
            game, n, seats=seats, opponents=opponents, seat=seat, reward=reward, options=options
        )
        if threads < 1:
            raise BadOption(f"threads: {threads!r} is not a number of threads; one is the least.")
        self.game, self.seat, self.num_envs = self.terms.game, self.terms.seat, n
        self._allot(n)
        self.single_observation_space = what_a_seat_sees(self.game, self.game.actions)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._seeds, self._seed = Seeds(), np.uint64(0)
        self._cuts = np.linspace(0, n, min(threads, n) + 1).astype(int).tolist()
        self._others = ThreadPoolExecutor(len(self._cuts) - 2) if len(self._cuts) > 2 else None

    def _allot(self, n: int) -> None:
        """All the room there will ever be."""
        kind = self.game.bounds()[0].dtype
        self.states = np.zeros(n, self.game.record)
        self.races, self._made = np.full(n, -1, np.int64), np.zeros(n, np.int64)
        self.deciding, self._chosen = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.observations = np.zeros((n, self.game.observation), kind)
        self._finals = np.zeros((n, self.game.observation), kind)
        self.masks = np.zeros((n, self.game.actions), np.int8)
        self.rewards = np.zeros((n, self.terms.seats), np.float32)
        self.ended, self.illegal = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._never, self._nothing_legal = np.zeros(n, np.bool_), np.zeros(self.game.actions, np.int8)
        self._drawn, self._tasks = 0, list[Callable[[], None]]()

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Seen, Json]:
        """Deal all races anew: numbers 0, 1, 2 … of the seed."""
        super().reset(seed=seed)
        del options
        self._seeds.number = int(self.races.max())
        self._seed, first = self._seeds.next(seed)
        self._begin()
        self.races[:] = np.arange(first, first + self.num_envs)
        self.deciding[:] = steps.NOBODY
        self._advance()
        return self._seen(), {"seat": self.deciding}

    def step(self, actions: Ints) -> tuple[Seen, Any, Any, Any, Json]:
        """Make one decision in every race; those that end are dealt anew at once."""
        if np.shape(actions) != (self.num_envs,):
            raise IllegalMove(
                f"{self.num_envs} actions are needed, one for each race, not {np.shape(actions)}."
            )
        self._chosen[:] = actions
        self._advance()
        rewards = self.rewards if self.seat is None else self.rewards[:, self.seat]
        infos = {"seat": self.deciding, "illegal": self.illegal}
        if self.ended.any():
            infos |= self._farewell()
        return self._seen(), rewards, self.ended, self._never, infos

    def lay_out(self, **options: Any) -> None:
        """Deal the races that begin from now on with other options, on another road for example."""
        self.terms.lay_out(options)

    def kept(self) -> dict[str, Any]:
        """How all races stand, as arrays: what `restore` takes up again, to the bit."""
        return {name: array.copy() for name, array in self._standing().items()} | {"seed": self._seed}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Ride on where `kept` was asked for."""
        self._seed = np.uint64(kept["seed"])
        self._seeds.seed = int(self._seed)
        for name, array in self._standing().items():
            array[:] = kept[name]
        self._begin()

    def _standing(self) -> dict[str, Any]:
        return {
            "states": self.states, "races": self.races, "made": self._made, "deciding": self.deciding,
            "observations": self.observations, "masks": self.masks, "setup": self.terms.setup,
        }  # fmt: skip

    def action_masks(self) -> steps.Marks:
        """What is legal in every race, as those libraries ask for it that know masks of actions."""
        return self.masks.view(np.bool_)

    def sample(self, out: Ints | None = None) -> Ints:
        """Any legal action for every race, by a compiled loop of its own."""
        chosen = np.empty(self.num_envs, np.int32) if out is None else out
        self._pick(self._drawn, chosen)
        self._drawn += self.num_envs
        return chosen

    def advice(self, player: str, luck: int) -> Ints:
        """What a level that does not think would do in every race; the same for the same luck."""
        rules, chosen = self.game.rules, np.empty(self.num_envs, np.int32)
        advise(
            rules.legal, self.game.heuristic, steps.at_hand, self.states, self.states[:0], 0, 1,
            policy_of(player), no_numbers(MOST_ACTIONS), self.deciding, np.uint64(luck), chosen,
        )  # fmt: skip
        return chosen

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        del kwargs
        if self._others is not None:
            self._others.shutdown()

    def _begin(self) -> None:
        """What is settled with the seed."""
        self._tasks = [self._task(slice(*cuts)) for cuts in pairwise(self._cuts)]
        self._pick = self._picking()
        self._drawn = 0

    def _advance(self) -> None:
        """Every thread its own share of the races; this one takes the first."""
        mine, *theirs = self._tasks
        under_way = [self._others.submit(task) for task in theirs] if self._others else []
        mine()
        wait(under_way)
        for done in under_way:
            done.result()

    def _task(self, share: slice) -> Callable[[], None]:
        """A step of some of the races: all that it needs is known, so its types are looked at only once."""
        field = self.terms
        given = (
            *field.rules, steps.at_hand, steps.left_there,
            field.fixed, self.states[share], self.states[:0], 0, 1,
            np.empty(self.game.streams, np.uint64), no_numbers(MOST_ACTIONS), no_numbers(field.seats),
            field.setup, field.players, self._seed, self.num_envs,
            self._chosen[share], self.races[share], self._made[share], self.deciding[share],
            self.observations[share], self._finals[share], self.masks[share],
            self.rewards[share], self.ended[share], self.illegal[share],
        )  # fmt: skip
        return partial(compiled_for(steps.advance, *given), *given)

    def _picking(self) -> Callable[[int, Ints], None]:
        compiled = compiled_for(steps.pick_any, self.masks, ~self._seed, 0, self._chosen)
        return partial(compiled, self.masks, ~self._seed)

    def _farewell(self) -> Json:
        """How the races looked that have ended, and what is to be said of them, as Gymnasium wants it."""
        seen = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(self.ended).tolist():
            seen[index] = {OBSERVATION: self._finals[index], MASK: self._nothing_legal}
        told = {"illegal": self.illegal, "_illegal": self.ended}
        return {"final_obs": seen, "_final_obs": self.ended, "final_info": told, "_final_info": self.ended}

    def _seen(self) -> Seen:
        return {OBSERVATION: self.observations, MASK: self.masks}


def of_one_seat(
    num_envs: int, *, game: str, opponents: Sequence[str] = ("domestique",), seat: int = 0,
    reward: str = "beaten", threads: int = 1, **options: Any,
) -> Batch:  # fmt: skip
    """The same races as those of a Gymnasium environment of one seat, for `gymnasium.make_vec`."""
    return Batch(
        game, num_envs, opponents=opponents, seat=seat, reward=reward, threads=threads, options=options
    )
