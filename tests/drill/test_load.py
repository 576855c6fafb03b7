"""Load: figures to read, not to pass; how quick a machine is depends on who else is busy on it."""

import json

import pytest
from ledger import Drill
from load import SEATS, Pace, measure

pytestmark = pytest.mark.drill
TABLES = 200


def test_ten_tables_of_patrons_beside_them(drill: Drill) -> None:
    found = measure(TABLES, 20, "table", patrons=10)
    print(f"\n{json.dumps(found)}")  # noqa: T201
    drill.count(tables=found["tables"], decisions=found["decisions"])
    assert found["refused"] == 0
    assert found["patron_decisions"] > 10


@pytest.mark.parametrize("pace", ["table", "seat", "saturated"])
def test_two_hundred_tables_at_once(pace: Pace, drill: Drill) -> None:
    found = measure(TABLES, 15, pace)
    print(f"\n{json.dumps(found)}")  # noqa: T201
    drill.count(tables=found["tables"], decisions=found["decisions"])
    assert found["sockets"] == TABLES * SEATS
    assert found["decisions"] > 0
    assert found["refused"] == 0
