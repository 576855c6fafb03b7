"""Races that live on a GPU: one kernel makes a decision in each of them, by the unmodified rules.

Every thread has a race. It fetches the record from where it is parked into memory of its own, rides on as a
thread of a CPU would (`steps.advance`), and parks it again. What is parked, seen or marked lies race by race:
number k of one race beside number k of the next, so that 32 threads in lockstep read and write one stretch of
memory. To whoever looks from outside it is an array of so many rows as there are races, like any other.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numba
import numpy as np

from gruppetto.envs import steps
from gruppetto.envs.advice import advise
from gruppetto.envs.field import Field, policy_of
from gruppetto.envs.table import MASK, OBSERVATION, Seeds
from gruppetto.errors import IllegalMove, Unavailable
from gruppetto.games.game import Json
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of
from gruppetto.kernel.rule import gpu_functions, numba_cuda

cuda: Any = numba_cuda()  # a global of this module, where Numba's simulator of a GPU looks for it
numba.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few races cannot fill a GPU, and need not
THREADS = 128  # of a block
DEFAULT_STREAM = 0
Array = Any  # of the device, with `__cuda_array_interface__`: PyTorch, JAX and CuPy take it without a copy


class OnDevice:
    """Races side by side on the first GPU of this machine; every step is one decision in each of them.

    The races, and all the numbers, are those of `envs.vector`. The arrays stay on the device and are the
    same ones at every step.
    """

    def __init__(
        self, game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
        seat: int = 0, reward: str = "beaten", options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.terms = Field(
            game, n, seats=seats, opponents=opponents, seat=seat, reward=reward, options=options
        )
        if not cuda.is_available():
            raise Unavailable(
                "envs.gpu: there is no GPU for the races to live on: that takes one by NVIDIA, its driver, "
                "and pip install 'gruppetto[gpu]'. envs.vector rides the same races on a CPU."
            )
        self.game, self.seat, self.num_envs = self.terms.game, self.terms.seat, n
        self._kernels = kernels_for(self.terms)
        self.use(DEFAULT_STREAM)
        self._allot(n)
        self._seeds, self._seed = Seeds(), np.uint64(0)

    def _allot(self, n: int) -> None:
        """All the room there will ever be."""
        game = self.game
        self._parked = cuda.device_array((words_of(game.record), n), np.uint64)
        self._kernels.clear[self._shape](self._parked)
        self._setup, self._players = cuda.to_device(self.terms.setup), cuda.to_device(self.terms.players)
        self.races, self._made = cuda.to_device(np.full(n, -1, np.int64)), device_zeros(n, np.int64)
        self.deciding, self._chosen = device_zeros(n, np.int32), device_zeros(n, np.int32)
        self.observations = by_races(n, game.observation, game.bounds()[0].dtype)
        self._no_finals = by_races(0, game.observation, game.bounds()[0].dtype)
        self.masks, self.rewards = (
            by_races(n, game.actions, np.int8),
            by_races(n, self.terms.seats, np.float32),
        )
        self.ended, self.illegal = device_zeros(n, np.bool_), device_zeros(n, np.bool_)
        self._never, self._drawn = device_zeros(n, np.bool_), 0

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Array], Json]:
        """Deal all races anew: numbers 0, 1, 2 … of the seed."""
        self._seeds.number = int(self.races.copy_to_host().max())
        self._seed, first = self._seeds.next(seed)
        self._drawn = 0
        self.races.copy_to_device(np.arange(first, first + self.num_envs))
        self.deciding.copy_to_device(np.full(self.num_envs, steps.NOBODY, np.int32))
        self._advance(self._chosen)
        return self._seen(), {"seat": self.deciding}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, Json]:
        """Make one decision in every race; those that end are dealt anew at once."""
        if tuple(actions.shape) != (self.num_envs,):
            raise IllegalMove(
                f"{self.num_envs} actions are needed, one for each race, not {tuple(actions.shape)}."
            )
        self._advance(self._as_chosen(on_device(actions)))
        rewards = self.rewards if self.seat is None else self.rewards[:, self.seat]
        return (
            self._seen(),
            rewards,
            self.ended,
            self._never,
            {"seat": self.deciding, "illegal": self.illegal},
        )

    def use(self, stream: Any) -> None:
        """Do everything on this stream from now on; what is on another one does not wait for it."""
        self._shape = -(-self.num_envs // THREADS), min(self.num_envs, THREADS), stream

    def lay_out(self, **options: Any) -> None:
        """Deal the races that begin from now on with other options, on another road for example."""
        self.terms.lay_out(options)
        self._setup.copy_to_device(self.terms.setup)

    def kept(self) -> dict[str, Any]:
        """How all races stand, as arrays of the host: what `restore` takes up again, to the bit."""
        return {name: array.copy_to_host() for name, array in self._standing().items()} | {"seed": self._seed}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Ride on where `kept` was asked for."""
        self._seed, self._drawn = np.uint64(kept["seed"]), 0
        self._seeds.seed = int(self._seed)
        for name, array in self._standing().items():
            array.copy_to_device(np.asarray(kept[name], order=order_of(array)))
        self.terms.setup[:] = kept["setup"]

    def _standing(self) -> dict[str, Array]:
        return {
            "states": self._parked, "races": self.races, "made": self._made, "deciding": self.deciding,
            "observations": self.observations, "masks": self.masks, "setup": self._setup,
        }  # fmt: skip

    def sample(self) -> Array:
        """Any legal action for every race: the ones that `envs.vector` would pick."""
        chosen = cuda.device_array(self.num_envs, np.int32)
        self._kernels.pick[self._shape](self.masks, ~self._seed, self._drawn, chosen)
        self._drawn += self.num_envs
        return chosen

    def advice(self, player: str, luck: int) -> Array:
        """What a level that does not think would do in every race: the same as in `envs.vector`."""
        chosen = cuda.device_array(self.num_envs, np.int32)
        self._kernels.advise[self._shape](
            self._parked, policy_of(player), self.deciding, np.uint64(luck), chosen
        )
        return chosen

    def _as_chosen(self, actions: Array) -> Array:
        """Actions in the one type that the large kernel is compiled for."""
        if actions.dtype == self._chosen.dtype and actions.is_c_contiguous():
            return actions
        self._kernels.copy[self._shape](actions, self._chosen)
        return self._chosen

    def _advance(self, chosen: Array) -> None:
        self._kernels.step[self._shape](
            self._parked, self._setup, self._players, self._seed, self.num_envs, chosen, self.races,
            self._made, self.deciding, self.observations, self._no_finals, self.masks, self.rewards,
            self.ended, self.illegal,
        )  # fmt: skip

    def _seen(self) -> dict[str, Array]:
        return {OBSERVATION: self.observations, MASK: self.masks}


class Kernels:
    """What a GPU does with races of one field; each is compiled when it is first launched."""

    def __init__(self, field: Field) -> None:
        self.step, self.pick, self.advise = stepping(field), picking(), advising(field)
        self.clear, self.copy = cuda.jit(clear), cuda.jit(copy)

    def needs(self) -> dict[str, int]:
        """What a thread that steps takes: registers, and bytes of memory of its own."""
        (registers,), (memory,) = (
            counted.values()
            for counted in (self.step.get_regs_per_thread(), self.step.get_local_mem_per_thread())
        )
        return {"registers": registers, "local_bytes": memory}


_MADE: dict[tuple[str, Rule], Kernels] = {}


def kernels_for(field: Field) -> Kernels:
    """Kernels take long to compile: all fields of a game that are rewarded alike share them."""
    alike = field.game.id, field.result
    if alike not in _MADE:
        _MADE[alike] = Kernels(field)
    return _MADE[alike]


def stepping(field: Field) -> Any:
    """A CUDA kernel in which each thread makes a decision in every so many-th race."""
    deal, waiting, legal, act, over, score, still, moving, heuristic, result = gpu_functions(*field.rules)
    (advance,), record = gpu_functions(steps.advance), field.game.record
    words, streams, fixed = words_of(record), field.game.streams, field.fixed
    most_seats = field.game.most_seats

    fetch = fetching(record)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def park(parked: Any, race: Any, own: Any) -> None:
        for word in range(words):
            parked[word, race] = own[word]

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(
        parked: Any, setups: Any, players: Any, seed: Any, n: Any, chosen: Any, races: Any, made: Any,
        deciding: Any, observations: Any, finals: Any, masks: Any, rewards: Any, ended: Any, illegal: Any,
    ) -> None:  # fmt: skip
        own = cuda.local.array(words, np.uint64)
        keys, actions = cuda.local.array(streams, np.uint64), cuda.local.array(MOST_ACTIONS, np.int32)
        scores = cuda.local.array(most_seats, np.int32)[: rewards.shape[1]]
        advance(
            deal, waiting, legal, act, over, score, still, moving, heuristic, result, fetch, park,
            fixed, parked, own, cuda.grid(1), cuda.gridsize(1), keys, actions, scores,
            setups, players, seed, n, chosen, races, made, deciding, observations, finals, masks,
            rewards, ended, illegal,
        )  # fmt: skip

    return step


def fetching(record: "np.dtype[Any]") -> Any:
    """A device function that brings a record into memory of one's own."""
    words = words_of(record)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def fetch(parked: Any, race: Any, own: Any) -> Any:
        for word in range(words):
            own[word] = parked[word, race]
        return own.view(record)[0]

    return fetch


def advising(field: Field) -> Any:
    """A CUDA kernel in which each thread asks a level what it would do in a race."""
    legal, heuristic, one = gpu_functions(field.game.rules.legal, field.game.heuristic, advise)
    words, fetch = words_of(field.game.record), fetching(field.game.record)

    @cuda.jit  # type: ignore[untyped-decorator]
    def advised(parked: Any, policy: Any, deciding: Any, luck: Any, chosen: Any) -> None:
        own, actions = cuda.local.array(words, np.uint64), cuda.local.array(MOST_ACTIONS, np.int32)
        one(
            legal, heuristic, fetch, parked, own, cuda.grid(1), cuda.gridsize(1),
            policy, actions, deciding, luck, chosen,
        )  # fmt: skip

    return advised


def picking() -> Any:
    """A CUDA kernel in which each thread picks any legal action of a race."""
    fairly, fraction = gpu_functions(steps.pick, fraction_of)

    @cuda.jit  # type: ignore[untyped-decorator]
    def pick(masks: Any, seed: Any, first: Any, chosen: Any) -> None:
        race = cuda.grid(1)
        if race < len(chosen):
            chosen[race] = fairly(masks[race], fraction(seed, first + race))

    return pick


def clear(parked: Array) -> None:
    """Zeros, as NumPy would have them: a rule may rely on what it never writes."""
    race = cuda.grid(1)
    if race < parked.shape[1]:
        for word in range(parked.shape[0]):
            parked[word, race] = 0


def copy(actions: Array, chosen: Array) -> None:
    """Actions of any type of integers, so that only this small kernel is compiled anew for another one."""
    race = cuda.grid(1)
    if race < len(chosen):
        chosen[race] = actions[race]


def words_of(record: "np.dtype[Any]") -> int:
    """How many words of 64 bits a record is; its keys have so many, so none is left over."""
    return record.itemsize // 8


def device_zeros(n: int, kind: Any) -> Array:
    """So many zeros on the device."""
    return cuda.to_device(np.zeros(n, kind))


def by_races(n: int, width: int, kind: Any) -> Array:
    """So many rows of so many numbers, in which a number of one race lies beside that of the next."""
    return cuda.device_array((n, width), kind, order="F")


def order_of(array: Array) -> Any:
    """How an array lies in memory, as NumPy says it."""
    return "F" if array.ndim > 1 and array.strides[0] < array.strides[-1] else "C"


def on_device(actions: Array) -> Array:
    """Actions as an array of Numba's; what does not lie on the device is sent there."""
    if hasattr(actions, "__cuda_ndarray__"):
        return actions
    if hasattr(actions, "__cuda_array_interface__"):
        return cuda.as_cuda_array(actions)
    return cuda.to_device(np.ascontiguousarray(actions))
