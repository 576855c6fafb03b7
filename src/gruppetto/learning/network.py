"""The network while it learns: a few layers of clipped sums, then a number for every action and a value.

What is learnt will ride as whole numbers (`whole.py`), so it learns within their bounds: hidden numbers lie
between 0 and 127 steps of `HIDDEN_STEP`, and once `settle` was called every weight and every hidden number
is rounded to its grid on the way forward, while slopes pass as if it were not.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

import torch
from torch import Tensor, nn

from gruppetto.games.features import FULL

HIDDEN_BITS = 5  # a hidden number of 1 is so many doublings of a step
HIDDEN_STEP = 2.0**-HIDDEN_BITS
MOST = 127
FINEST = 10  # bits behind the point that a weight has at most
NEARLY_ALL = 0.9995
NOT_SETTLED = -1


class Network(nn.Module):
    """Layers of these sizes; the last has a number for every action and, at its end, the chance to win."""

    grids: Tensor  # of every layer, how many bits its weights have behind the point

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__()
        self.sizes = tuple(sizes)
        self.layers = nn.ModuleList(nn.Linear(inputs, outputs) for inputs, outputs in pairwise(sizes))
        self.register_buffer("grids", torch.full((len(self.linear),), NOT_SETTLED))
        with torch.no_grad():
            self.linear[-1].weight.mul_(0.01)
            self.linear[-1].bias.zero_()

    @property
    def linear(self) -> list[nn.Linear]:
        """The layers, as what they are."""
        return [cast("nn.Linear", layer) for layer in self.layers]

    @property
    def settled(self) -> bool:
        """Whether it rounds as the whole numbers will."""
        return int(self.grids[0]) != NOT_SETTLED

    def _apply(self, fn: Any, recurse: bool = True) -> "Network":
        """Move to a device, but for the grids: asking a GPU for them would make it wait at every step."""
        grids = self.grids
        super()._apply(fn, recurse)  # type: ignore[no-untyped-call]
        self.grids = grids
        return self

    def settle(self) -> None:
        """From now on every weight lies on a grid: the finest with room for nearly all of its layer.

        The few that are too large for it are cut, and what is learnt from then on makes up for that.
        """
        for number, layer in enumerate(self.linear):
            sizes = layer.weight.detach().abs().flatten().sort().values
            large = float(sizes[int(NEARLY_ALL * (len(sizes) - 1))])
            self.grids[number] = next((bits for bits in range(FINEST, 0, -1) if large * 2**bits <= MOST), 0)

    def forward(self, features: Tensor, kind: torch.dtype) -> tuple[Tensor, Tensor]:
        """For every row of features: a number for each action, and the chance to win."""
        numbers, last = features.to(kind), len(self.linear) - 1
        for number, grid in enumerate(self.grids.tolist()):
            weights, biases = self._rounded(number, grid)
            if number == 0:
                weights = weights / FULL
            numbers = nn.functional.linear(numbers, weights.to(kind), biases.to(kind))
            if number < last:
                numbers = nn.functional.hardtanh(numbers, 0.0, MOST * HIDDEN_STEP)
                if grid != NOT_SETTLED:
                    numbers = rounded(numbers, 2**HIDDEN_BITS)
        numbers = numbers.float()
        return numbers[:, :-1], numbers[:, -1]

    def _rounded(self, number: int, grid: int) -> tuple[Tensor, Tensor]:
        """The weights and biases of a layer, as whole numbers can say them once it is settled."""
        layer = self.linear[number]
        if grid == NOT_SETTLED:
            return layer.weight, layer.bias
        most = MOST / 2**grid
        return (
            rounded(layer.weight.clamp(-most, most), 2**grid),
            rounded(layer.bias, 2 ** (grid + HIDDEN_BITS)),
        )


def widened(known: Network, sizes: Sequence[int]) -> Network:
    """A network that begins as another one, not settled: what that one does not know counts nothing.

    Its inputs and its actions come first among the new ones; the chance to win is the last number of both.
    """
    network = Network(sizes)
    for layer, before in zip(network.linear, known.linear, strict=True):
        (outputs, inputs), last = before.weight.shape, layer is network.linear[-1]
        for part, old in ((layer.weight.data, before.weight.data), (layer.bias.data, before.bias.data)):
            new, learnt = part[:, :inputs] if part.ndim > 1 else part, outputs - last
            part.zero_()
            new[:learnt] = old[:learnt]
            new[-1] = old[-1]
    return network


def rounded(numbers: Tensor, steps: int) -> Tensor:
    """Numbers to the nearest of so many steps; slopes go straight through."""
    return numbers + ((numbers * steps + 0.5).floor() / steps - numbers).detach()
