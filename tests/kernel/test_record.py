from typing import Annotated

import numpy as np
import pytest

from gruppetto.kernel.record import Ints, Keys, Longs, dtype_of, duplicate


class Inner:
    number: int
    row: Annotated[Ints, 3]


class Outer:
    inner: Inner
    key: Annotated[Keys, 2]
    pile: Annotated[Longs, (2, 2)]


def test_a_record_is_laid_out_as_it_is_declared() -> None:
    layout = dtype_of(Outer)
    assert layout.names == ("inner", "key", "pile")
    assert layout["inner"]["number"] == np.int32
    assert layout["inner"]["row"].shape == (3,)
    assert layout["key"].base == np.uint64
    assert layout["pile"].base == np.int64
    assert layout["pile"].shape == (2, 2)


def test_fields_are_attributes_of_a_record_and_of_the_records_in_it() -> None:
    record = np.zeros(1, dtype_of(Outer))[0]
    record.inner.number = 4
    record.inner.row[1] = 5
    assert record["inner"]["number"] == 4
    assert record.inner.row.tolist() == [0, 5, 0]


def test_a_name_that_numpy_has_taken_is_refused() -> None:
    class Clash:
        round: int

    with pytest.raises(TypeError, match=r"Clash\.round"):
        dtype_of(Clash)


def test_a_duplicate_is_equal_and_independent() -> None:
    states = np.zeros(2, dtype_of(Outer))
    states["key"] = 7
    copy = duplicate(states)
    assert copy.tobytes() == states.tobytes()
    copy["key"] = 8
    assert (states["key"] == 7).all()
