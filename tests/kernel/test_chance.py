from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gruppetto.kernel import chance
from gruppetto.kernel.record import Ints, Keys, dtype_of
from gruppetto.kernel.rule import interpreted

STREAMS = 3
WIDE = st.integers(0, 2**64 - 1)


class Dice(chance.WithChance):
    key: Annotated[Keys, STREAMS]
    drawn: Annotated[Ints, STREAMS]


def dice(*script: tuple[int, int]) -> Any:
    state = np.zeros(1, dtype_of(Dice))[0]
    chance.plant(state, np.arange(1, STREAMS + 1).astype(np.uint64))
    for entry, (stream, outcome) in enumerate(script):
        state.script[entry] = stream << chance.STREAM_SHIFT | outcome
    state.scripted = len(script)
    return state


@settings(deadline=None)  # the first call may have to compile
@given(WIDE, WIDE)
def test_the_hash_is_the_same_interpreted_and_compiled(key: int, counter: int) -> None:
    plain = interpreted(chance)
    assert plain.mix(np.uint64(key), np.uint64(counter)) == chance.mix(np.uint64(key), np.uint64(counter))


def test_the_hash_changes_half_the_bits_when_one_changes() -> None:
    flips = []
    for bit in range(64):
        for key in range(50):
            one = int(chance.mix(np.uint64(key), np.uint64(5)))
            other = int(chance.mix(np.uint64(key ^ 1 << bit), np.uint64(5)))
            flips.append((one ^ other).bit_count())
    assert 31 < np.mean(flips) < 33


@pytest.mark.parametrize("ways", [2, 3, 6, 15, 46])
def test_shares_are_fair(ways: int) -> None:
    """Chi-square of 40,000 draws stays below its 99.99 % point (roughly mean + 5 sigma)."""
    counts = np.zeros(ways)
    for number in range(40_000):
        index, _ = chance.share(chance.fraction_of(np.uint64(7), number), ways)
        counts[index] += 1
    expected = 40_000 / ways
    surprise = ((counts - expected) ** 2 / expected).sum()
    assert surprise < (ways - 1) + 5 * np.sqrt(2 * (ways - 1)) + 5


def test_successive_shares_of_one_fraction_are_independent() -> None:
    counts = np.zeros((4, 4))
    for number in range(32_000):
        first, rest = chance.share(chance.fraction_of(np.uint64(3), number), 4)
        second, _ = chance.share(rest, 4)
        counts[first, second] += 1
    assert ((counts - 2000) ** 2 / 2000).sum() < 60


@given(WIDE, st.integers(1, 46))
def test_a_share_is_below_its_number_of_ways(key: int, ways: int) -> None:
    index, rest = chance.share(chance.fraction_of(np.uint64(key), 0), ways)
    assert 0 <= index < ways
    assert 0 <= int(rest) < 2**56


def test_streams_do_not_disturb_each_other() -> None:
    alone, together = dice(), dice()
    first = [chance.chance(alone, 1) for _ in range(5)]
    second = []
    for _ in range(5):
        chance.chance(together, 0)
        second.append(chance.chance(together, 1))
        chance.chance(together, 2)
    assert first == second
    assert len(set(first)) == 5


def test_a_script_is_consumed_in_order_before_the_stream() -> None:
    state = dice((1, 6), (0, 3), (1, 2))
    assert chance.scripted(state, 1) == 6
    assert chance.scripted(state, 1) == 2
    assert chance.scripted(state, 1) == chance.NOT_SCRIPTED
    assert chance.scripted(state, 0) == 3
    assert state.scripted == 0
    assert not state.script.any()


def test_replanting_forgets_keys_counters_and_script() -> None:
    one, other = dice((1, 6)), dice((2, 1), (0, 0))
    chance.chance(one, 2)
    other.key[:] = 99
    chance.replant(one, np.uint64(5))
    chance.replant(other, np.uint64(5))
    assert one.tobytes() == other.tobytes()


def test_keys_of_a_match_depend_on_every_byte_of_its_seed() -> None:
    seed = bytes(range(32))
    keys = chance.keys_from(seed, 9)
    assert len(set(keys.tolist())) == 9
    assert chance.keys_from(seed, 12)[:9].tolist() == keys.tolist()
    for byte in range(32):
        changed = seed[:byte] + bytes([seed[byte] ^ 1]) + seed[byte + 1 :]
        assert not set(chance.keys_from(changed, 9).tolist()) & set(keys.tolist())


def test_keys_of_a_simulation_are_spread_by_race() -> None:
    seen = set()
    for race in range(200):
        keys = np.zeros(9, np.uint64)
        chance.spread(np.uint64(1), np.uint64(race), keys)
        seen.update(keys.tolist())
    assert len(seen) == 1800
