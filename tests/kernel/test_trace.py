import numpy as np
import pytest

from gruppetto.kernel import trace
from gruppetto.kernel.rule import interpreted


def test_events_come_back_in_order_and_leave_the_trace_empty() -> None:
    buffer = trace.recorder(4)
    trace.note(buffer, 7, 1)
    trace.note(buffer, 8, 1, 2, 3, 4, 5)
    assert trace.rows(buffer) == [(7, 1, 0, 0, 0, 0), (8, 1, 2, 3, 4, 5)]
    assert trace.rows(buffer) == []


def test_nothing_is_written_when_nobody_records() -> None:
    silent = np.zeros(0, np.int32)
    trace.note(silent, 7, 1)
    assert len(trace.NOT_RECORDING) == 0


def test_a_full_trace_is_noticed_and_never_written_past() -> None:
    buffer = trace.recorder(2)
    guard = np.concatenate([buffer, np.full(12, -1, np.int32)])
    for _ in range(3):
        trace.note(guard[: len(buffer)], 7, 1)
    assert (guard[len(buffer) :] == -1).all()
    with pytest.raises(OverflowError, match="3 events"):
        trace.rows(guard[: len(buffer)])


def test_interpreted_notes_are_the_same() -> None:
    one, other = trace.recorder(3), trace.recorder(3)
    trace.note(one, 5, 6, 7)
    interpreted(trace).note(other, 5, 6, 7)
    assert one.tolist() == other.tolist()
