"""A network as whole numbers: how what was learnt is written to a file, and read again as a rival."""

import json
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import torch

from gruppetto.games.features import FULL
from gruppetto.games.game import Game, Json
from gruppetto.learning.network import HIDDEN_BITS, MOST, Network
from gruppetto.players.network import CARD, SCALE, digest, load

assert 2**HIDDEN_BITS == FULL  # noqa: S101  (or shifts would not be those of the weights)


def export(network: Network, game: Game, card: Json, file: Path) -> None:
    """Write a settled network for players; whoever looks sees the old file or the new one, never a half."""
    arrays = numbers_of(network)
    told = {
        "game": game.id, "rules_version": game.rules_version, "observation": game.observation,
        "hash": digest(arrays), **card,
    }  # fmt: skip
    unfinished = file.with_name(f".{file.name}")
    arrays[CARD] = np.array(json.dumps(told))
    with unfinished.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
    unfinished.replace(file)


def numbers_of(network: Network) -> Json:
    """Weights of 8 bits, biases of 32, and by how many bits the sums of each layer are cut."""
    arrays: Json = {}
    last = len(network.linear) - 1
    for number, (layer, grid) in enumerate(zip(network.linear, network.grids.tolist(), strict=True)):
        weights = nearest(layer.weight, 2**grid).clip(-MOST, MOST)
        arrays[f"weights{number}"] = weights.T.astype(np.int8)
        arrays[f"biases{number}"] = nearest(layer.bias, 2 ** (grid + HIDDEN_BITS)).astype(np.int32)
        arrays[f"shift{number}"] = np.array(0 if number == last else grid)
    arrays[SCALE] = np.array(2 ** (int(network.grids[last]) + HIDDEN_BITS))
    return arrays


def nearest(numbers: torch.Tensor, steps: int) -> npt.NDArray[np.float64]:
    """Numbers as the whole number of steps that they are nearest to."""
    return (numbers.detach().double().cpu() * steps + 0.5).floor().numpy()


def champion(file: Path, game: Game) -> Network:
    """A network that was exported, to be met: it answers as its whole numbers do."""
    kept = load(file, game)
    sizes = kept.layers.sizes.tolist()
    network = Network(sizes)
    grids = [*kept.layers.shifts.tolist()[:-1], kept.scale.bit_length() - 1 - HIDDEN_BITS]
    weight = bias = 0
    for layer, grid in zip(network.linear, grids, strict=True):
        count, outputs = layer.weight.numel(), layer.bias.numel()
        weights = kept.layers.weights[weight : weight + count] / 2.0**grid
        by_output = layer is network.linear[-1]
        weights = weights.reshape(outputs, -1) if by_output else weights.reshape(-1, outputs).T
        biases = kept.layers.biases[bias : bias + outputs] / 2.0 ** (grid + HIDDEN_BITS)
        layer.weight.data[:] = torch.from_numpy(weights.astype(np.float32))
        layer.bias.data[:] = torch.from_numpy(biases.astype(np.float32))
        weight, bias = weight + count, bias + outputs
    network.grids[:] = torch.tensor(grids)
    return network


def card_of(plan: msgspec.Struct, **told: object) -> Json:
    """What the file says of how it came about."""
    return {"trained": msgspec.to_builtins(plan), **told}
