"""Networks of whole numbers: what was learnt elsewhere rides here, with the same answer everywhere.

Weights are of 8 bits and sums of 32, so nothing is ever rounded: interpreted, compiled and on a GPU a network
answers the same to the last bit. It reads the small numbers that a game's `features` make of an observation,
so it cannot know more than its seat does.
"""

import functools
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from gruppetto.errors import BadData
from gruppetto.games.features import LARGEST, Int8s
from gruppetto.games.game import Game, Json, no_numbers
from gruppetto.games.loops import MOST_ACTIONS, Rule, options
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule

MOST_BYTES = 2 << 20
MOST_LAYERS = 8
SCALE, CARD = "scale", "card"
TOLD = ("game", "rules_version", "observation", "hash")  # what the card of a network says at least


class Layers(NamedTuple):
    """The numbers of a network, layer after layer in a row."""

    sizes: Ints  # what the first layer reads, then how many numbers each layer gives
    shifts: Ints  # by how many bits each sum is cut
    weights: Int8s  # of each layer by what it reads; of the last one, which gives little, by what it gives
    biases: Ints


class Room(NamedTuple):
    """What a network writes while it answers."""

    seen: Ints  # an observation
    numbers: Int8s  # what a layer reads,
    awake: Ints  # which of these numbers are not 0
    sums: Ints  # and what it gives; in the end the answer


class Network(msgspec.Struct, frozen=True):
    """A network as it was loaded: a liking for every action, then the chance to win, in steps of 1/scale."""

    features: Rule  # what makes numbers for it of an observation
    layers: Layers
    scale: int
    card: Json

    def room(self, game: Game) -> Room:
        """Room for answers, one at a time."""
        widest = int(self.layers.sizes.max())
        return Room(
            no_numbers(game.observation), np.zeros(widest, np.int8), no_numbers(widest), no_numbers(widest)
        )


# --- reading a file -----------------------------------------------------------------------------------


def trained_under(game: Game) -> int | None:
    """The version of the rules that a game's network was trained under; nothing where there is no network."""
    return _version_in(game.network) if game.network else None


def is_trained(game: Game) -> bool:
    """Whether a game comes with a network, and that is for the rules that are installed."""
    return trained_under(game) == game.rules_version


@functools.cache
def _version_in(file: Path) -> int:
    return int(_card(file.name, _arrays(file))["rules_version"])


@functools.cache
def network_of(game: Game) -> Network:
    """The network that a game comes with."""
    if game.network is None:
        raise BadData(f"{game.name} has no network.")
    return load(game.network, game)


def learnt_by(game: Game) -> str:
    """What tells a game's network from any other; nothing where nobody rides by one."""
    return str(network_of(game).card["hash"]) if is_trained(game) else ""


def load(file: Path, game: Game) -> Network:
    """A network for a game, from a file; refuses what is not one, or one for something else."""
    if game.features is None:
        raise BadData(f"{file.name}: {game.name} has no features that a network could read.")
    arrays = _arrays(file)
    layers, card = _layers(file.name, arrays), _card(file.name, arrays)
    _check(file.name, layers, card, game)
    return Network(game.features, layers, int(arrays[SCALE]), card)


def game_in(file: Path) -> str:
    """The game that the network in a file is for, as its card says."""
    return str(_card(file.name, _arrays(file))["game"])


def digest(arrays: Mapping[str, Any]) -> str:
    """What a network's card is signed with: a hash of all its numbers."""
    found = hashlib.sha256()
    for name in sorted(set(arrays) - {CARD}):
        found.update(name.encode() + np.ascontiguousarray(arrays[name]).tobytes())
    return found.hexdigest()[:16]


def _arrays(file: Path) -> Json:
    """All that is in a file, by name; refuses what is no such file."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadData(f"{file.name}: a network has at most {MOST_BYTES:,} bytes.")
        return dict(np.load(io.BytesIO(file.read_bytes()), allow_pickle=False))
    except (OSError, ValueError, EOFError, TypeError, zipfile.BadZipFile, zlib.error) as fault:
        raise BadData(f"{file.name}: this is no file of a network: {fault}.") from None


def _layers(file: str, arrays: Mapping[str, Any]) -> Layers:
    """The layers of a file, as many as follow one another."""
    parts = list(_parts(file, arrays))
    if not parts or SCALE not in arrays or int(arrays[SCALE]) < 1:
        raise BadData(f"{file}: weights0, biases0, shift0 … and a scale of at least 1 have to be there.")
    sizes = [parts[0][0].shape[0], *(weights.shape[1] for weights, _, _ in parts)]
    return Layers(
        np.array(sizes, np.int32),
        np.array([shift for _, _, shift in parts], np.int32),
        np.concatenate([*(weights.ravel() for weights, _, _ in parts[:-1]), parts[-1][0].T.ravel()]),
        np.concatenate([biases for _, biases, _ in parts]),
    )


def _parts(file: str, arrays: Mapping[str, Any]) -> Iterator[tuple[Int8s, Ints, int]]:
    width = None
    for layer in range(MOST_LAYERS):
        if f"weights{layer}" not in arrays:
            return
        weights: Any = arrays[f"weights{layer}"]
        biases: Any = arrays.get(f"biases{layer}")
        shift: Any = arrays.get(f"shift{layer}")
        if not _fits(weights, biases, shift, width):
            raise BadData(
                f"{file}: layer {layer}: weights are int8 (inputs, outputs) and follow the layer before, "
                "biases int32 (outputs), shift is a number from 0 to 30, and no sum is beyond 32 bits."
            )
        yield weights, biases, int(shift)
        width = weights.shape[1]


def _fits(weights: Any, biases: Any, shift: Any, width: int | None) -> bool:
    """Whether a layer is of the right kind, follows the one before, and cannot overflow."""
    if weights.dtype != np.int8 or weights.ndim != 2 or (width is not None and weights.shape[0] != width):
        return False
    if biases is None or biases.dtype != np.int32 or biases.shape != weights.shape[1:]:
        return False
    if shift is None or shift.shape != () or not 0 <= int(shift) <= 30:
        return False
    largest = LARGEST * np.abs(weights.astype(np.int64)).sum(0) + np.abs(biases.astype(np.int64))
    return bool((largest + (1 << int(shift)) < 1 << 31).all())


def _card(file: str, arrays: Mapping[str, Any]) -> Json:
    """What the file says of itself."""
    try:
        card = msgspec.json.decode(str(arrays[CARD][()]), type=Json)
    except (KeyError, msgspec.DecodeError):
        raise BadData(f"{file}: a card, JSON with {', '.join(TOLD)}, has to be there.") from None
    if missing := [name for name in TOLD if name not in card]:
        raise BadData(f"{file}: the card does not say {', '.join(missing)}.")
    if card["hash"] != digest(arrays):
        raise BadData(f"{file}: the numbers are not those that the card was written for.")
    return card


def _check(file: str, layers: Layers, card: Json, game: Game) -> None:
    """Refuse a network for another game, other rules or other features."""
    wanted = {"game": game.id, "rules_version": game.rules_version, "observation": game.observation}
    for name, right in wanted.items():
        if card[name] != right:
            raise BadData(f"{file}: this network is for {name} {card[name]!r}, not {right!r}.")
    shape, right = (int(layers.sizes[0]), int(layers.sizes[-1])), (game.inputs, game.actions + 1)
    if shape != right:
        raise BadData(
            f"{file}: from {shape[0]} numbers to {shape[1]}; {game.name} has {right[0]} features, "
            f"and {game.actions} actions and the chance to win are wanted of it."
        )


# --- answering ----------------------------------------------------------------------------------------


@rule
def consult(features: Rule, observe: Rule, states: Records, seat: int, layers: Layers, room: Room) -> None:
    """What a network makes of what a seat observes in the first of `states`, left in the sums."""
    observe(states[0], seat, room.seen)
    features(room.seen, seat, room.numbers[: layers.sizes[0]])
    answer(layers, room)


@rule
def answer(layers: Layers, room: Room) -> None:
    """What a network makes of the numbers in the room, left in the sums."""
    weight, bias, last = 0, 0, len(layers.shifts) - 1
    for layer in range(last + 1):
        inputs, outputs = layers.sizes[layer], layers.sizes[layer + 1]
        for output in range(outputs):
            room.sums[output] = layers.biases[bias + output]
        weights = layers.weights[weight : weight + inputs * outputs]
        if layer < last:
            add_up(weights, inputs, outputs, room)
            cut(room, outputs, layers.shifts[layer])
        else:
            conclude(weights, inputs, outputs, room)
        weight, bias = weight + inputs * outputs, bias + outputs


@rule
def add_up(weights: Int8s, inputs: int, outputs: int, room: Room) -> None:
    """Add what every number that is not 0 contributes; four at a time, so that sums are fetched rarely."""
    awake, found = room.awake, 0
    for number in range(inputs):  # without an if: a processor would guess wrong too often which ones are 0
        awake[found] = number
        found += room.numbers[number] != 0
    for first in range(0, found - found % 4, 4):
        add_four(weights, outputs, room, first)
    for index in range(found - found % 4, found):
        row, factor = weights[awake[index] * outputs :], np.int32(room.numbers[awake[index]])
        for output in range(outputs):
            room.sums[output] += factor * np.int32(row[output])


@rule
def add_four(weights: Int8s, outputs: int, room: Room, first: int) -> None:
    """Add what four numbers contribute."""
    a, b, c, d = room.awake[first], room.awake[first + 1], room.awake[first + 2], room.awake[first + 3]
    one, two = np.int32(room.numbers[a]), np.int32(room.numbers[b])
    three, four = np.int32(room.numbers[c]), np.int32(room.numbers[d])
    row_a, row_b = weights[a * outputs : (a + 1) * outputs], weights[b * outputs : (b + 1) * outputs]
    row_c, row_d = weights[c * outputs : (c + 1) * outputs], weights[d * outputs : (d + 1) * outputs]
    for output in range(outputs):
        left = one * np.int32(row_a[output]) + two * np.int32(row_b[output])
        right = three * np.int32(row_c[output]) + four * np.int32(row_d[output])
        room.sums[output] += left + right


@rule
def cut(room: Room, outputs: int, shift: int) -> None:
    """Make the next layer's numbers of the sums: rounded, from 0 to 127."""
    half, steps, least, most = np.int32((1 << shift) >> 1), np.int32(shift), np.int32(0), np.int32(LARGEST)
    for output in range(outputs):
        rounded = np.int32((room.sums[output] + half) >> steps)
        room.numbers[output] = min(max(rounded, least), most)


@rule
def conclude(weights: Int8s, inputs: int, outputs: int, room: Room) -> None:
    """Add what all numbers contribute to each of the few outputs of the last layer."""
    for output in range(outputs):
        row, total = weights[output * inputs : (output + 1) * inputs], np.int32(0)
        for number in range(inputs):
            total = np.int32(total + np.int32(room.numbers[number]) * np.int32(row[number]))
        room.sums[output] += total


@rule
def liked_best(sums: Ints, actions: Ints, found: int) -> int:
    """The legal action that a network likes best; of several the first."""
    best = actions[0]
    for index in range(found):
        if sums[actions[index]] > sums[best]:
            best = actions[index]
    return best


def likings_of(network: Network, game: Game, state: Records, seat: int) -> Ints:
    """How much a network likes every action of a seat, and after these the chance to win."""
    room = network.room(game)
    consult(network.features, game.rules.observe, state, seat, network.layers, room)
    return room.sums[: game.actions + 1]


def ride_alone(game: Game, state: Records, seat: int) -> int:
    """The action that a game's network likes best."""
    actions, rules = no_numbers(MOST_ACTIONS), game.rules
    found = options(rules.waiting, rules.legal, state, seat, actions)
    return int(liked_best(likings_of(network_of(game), game, state, seat), actions, found))
