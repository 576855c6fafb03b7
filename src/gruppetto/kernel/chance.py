"""Chance that lives in the record: counter-based streams, and scripts that come before them.

Every independent source (a rider's deck, a kind of die) is a stream with its own key. The n-th
outcome of a stream is a hash of key and n, so what one player draws never depends on when the
others click. A script holds outcomes that are to come first: for tests, puzzles and real dice.
"""

import hashlib
from typing import Annotated

import numpy as np

from gruppetto.kernel.record import Ints, Keys
from gruppetto.kernel.rule import rule, wrapping_rule

SCRIPT_LENGTH = 64
STREAM_SHIFT = 8  # a script entry is stream << 8 | outcome
NOT_SCRIPTED = -1

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)

_FRACTION_BITS = 56
_UNUSED_BITS = np.uint64(64 - _FRACTION_BITS)
_WHOLE = np.uint64(_FRACTION_BITS)
_FRACTION = np.uint64((1 << _FRACTION_BITS) - 1)


class WithChance:
    """What a record needs to have chance in it; a game shapes `key` and `drawn` to its streams."""

    key: Keys
    drawn: Ints
    script: Annotated[Ints, SCRIPT_LENGTH]
    scripted: int


@wrapping_rule
def scramble(bits: np.uint64) -> np.uint64:
    """Spread every bit of a number over all 64."""
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@wrapping_rule
def mix(key: np.uint64, counter: np.uint64) -> np.uint64:
    """The strong hash behind every stream: the key goes in twice, so it cannot be peeled off."""
    key = np.uint64(key)  # Python hands small ones over as signed numbers
    return scramble(scramble(key + np.uint64(counter) * _STEP) ^ key)


@rule
def fraction_of(key: np.uint64, counter: int) -> np.uint64:
    """A random fraction, to be shared out with `share`."""
    return np.uint64(mix(key, np.uint64(counter))) >> _UNUSED_BITS


@rule
def chance(state: WithChance, stream: int) -> np.uint64:
    """The next random fraction of a stream."""
    state.drawn[stream] += 1
    return fraction_of(state.key[stream], state.drawn[stream])


@rule
def share(fraction: np.uint64, ways: int) -> tuple[int, np.uint64]:
    """A fair number below `ways`, and what is left of the fraction for the next question."""
    product = np.uint64(fraction) * np.uint64(ways)
    return int(np.int64(product >> _WHOLE)), product & _FRACTION


@rule
def scripted(state: WithChance, stream: int) -> int:
    """Take the next scripted outcome of a stream out of the script, or `NOT_SCRIPTED`."""
    for entry in range(state.scripted):
        if state.script[entry] >> STREAM_SHIFT == stream:
            outcome = state.script[entry] & ((1 << STREAM_SHIFT) - 1)
            for later in range(entry + 1, state.scripted):
                state.script[later - 1] = state.script[later]
            state.scripted -= 1
            state.script[state.scripted] = 0
            return outcome
    return NOT_SCRIPTED


@rule
def plant(state: WithChance, keys: Keys) -> None:
    """Give every stream its key and start counting."""
    for stream in range(len(state.key)):
        state.key[stream] = keys[stream]
        state.drawn[stream] = 0


@rule
def replant(state: WithChance, seed: np.uint64) -> None:
    """Forget all chance to come: fresh keys, no script."""
    for stream in range(len(state.key)):
        state.key[stream] = mix(seed, np.uint64(stream))
        state.drawn[stream] = 0
    for entry in range(state.scripted):
        state.script[entry] = 0
    state.scripted = 0


@rule
def spread(seed: np.uint64, number: np.uint64, keys: Keys) -> None:
    """The keys of the `number`-th simulated race of a seed."""
    root = mix(seed, number)
    for stream in range(len(keys)):
        keys[stream] = mix(root, np.uint64(stream))


def derived(seed: int, number: int) -> int:
    """The `number`-th of the independent numbers a seed stands for."""
    return int(mix(np.uint64(seed), np.uint64(number)))


def keys_from(seed: bytes, streams: int) -> Keys:
    """The keys of a match: independent 64-bit numbers derived from its secret seed."""
    digests = [
        hashlib.blake2b(stream.to_bytes(4, "little"), key=seed, digest_size=8, person=b"gruppetto").digest()
        for stream in range(streams)
    ]
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)
