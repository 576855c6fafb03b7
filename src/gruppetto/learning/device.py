"""The same races on a GPU: they live there, and so do the features that a kernel makes of what is seen.

One group cannot keep a GPU busy, and each of its kernels is no quicker for that. So every group has a stream
of its own, and all of them ride at the same time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from gruppetto import envs
from gruppetto.envs.device import THREADS, cuda
from gruppetto.games.game import Game
from gruppetto.kernel.rule import gpu_functions
from gruppetto.learning.races import Group, Races, known


class GroupOnDevice(Group):
    """Races of one kind on one road, on the device."""

    side_by_side = staticmethod(envs.gpu)


class RacesOnDevice(Races):
    """All groups as one; nothing leaves the device but the number of races that have ended."""

    kind = GroupOnDevice

    def __init__(self, game: Game, *given: Any) -> None:
        super().__init__(game, *given)
        self._spread_out = spreading(game)
        self._blocks = -(-self.each // THREADS), min(self.each, THREADS)
        self._streams = [new_stream() for _ in self.groups]
        for group, (_, stream) in zip(self.groups, self._streams, strict=True):
            group.batch.use(stream)

    def look(self, features: torch.Tensor) -> None:
        """Write what those see who are to decide."""
        for group, part, stream in self._at_once():
            self._spread_out[*self._blocks, stream](
                group.batch.observations, group.batch.deciding, lent(features[part])
            )
            self.masks[part] = shared(group.batch.masks) != 0
            self.deciding[part] = shared(group.batch.deciding)

    def advice(self, level: str, luck: int) -> torch.Tensor:
        """What a level would do in every race."""
        told = [shared(group.batch.advice(level, luck)) for group, _, _ in self._at_once()]
        return torch.cat(told).long()

    def ride(self, actions: torch.Tensor) -> None:
        """Make one decision in every race."""
        chosen = actions.int()
        for group, part, _ in self._at_once():
            group.batch.step(lent(chosen[part]))
            self.rewards[part, : group.rivals.seats] = shared(group.batch.rewards)
            self.ended[part] = shared(group.batch.ended)

    def _at_once(self) -> Iterator[tuple[Group, slice, Any]]:
        """Every group on its own stream, which begins where all stand; in the end all wait for the last."""
        for (group, part), (stream, numbas) in zip(self._parts(), self._streams, strict=True):
            with apart(stream):
                yield group, part, numbas
        for stream, _ in self._streams:
            wait_for(stream)


def spreading(game: Game) -> Any:
    """A CUDA kernel in which each thread makes features of one observation."""
    (one,) = gpu_functions(known(game.features))

    @cuda.jit  # type: ignore[untyped-decorator]
    def spread_out(observations: Any, seats: Any, features: Any) -> None:
        row = cuda.grid(1)
        if row < len(observations):
            one(observations[row], seats[row], features[row])

    return spread_out


def shared(array: Any) -> torch.Tensor:
    """An array of the device as a tensor, in the same memory."""
    return torch.as_tensor(array, device="cuda")


def lent(tensor: torch.Tensor) -> Any:
    """A tensor as an array of the device, in the same memory."""
    return cuda.as_cuda_array(tensor)


def new_stream() -> tuple[Any, Any]:
    """A stream of the device, as PyTorch and as Numba know it."""
    stream: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    return stream, cuda.external_stream(stream.cuda_stream)


@contextmanager
def apart(stream: Any) -> Iterator[None]:
    """What PyTorch does inside is done on a stream, after everything that was asked for before."""
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        yield


def wait_for(stream: Any) -> None:
    """What comes from now on waits for a stream."""
    torch.cuda.current_stream().wait_stream(stream)
