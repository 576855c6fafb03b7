"""What is counted and noted of strangers takes little room, whatever they make up."""

import logging
from typing import Any

import pytest

from gruppetto.server import limits
from gruppetto.server.limits import Limits

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
HOST = {"X-Key": "h" * 22}
TABLE = {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2}
MOVE = {"own": 0, "code": 0, "move_id": "m"}


def test_who_makes_up_tables_is_not_forgotten_for_it(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 5)
    client = serve(Limits(tables=(0.001, 2)))
    opened = [client.post("/api/tables", json=TABLE, headers=HOST).status_code for _ in range(3)]
    for number in range(20):
        client.post(f"/api/tables/made-up-{number}/moves", json=MOVE, headers=HOST)
    again = client.post("/api/tables", json=TABLE, headers=HOST).status_code
    assert (opened, again) == ([201, 201, 429], 429)


def test_the_name_of_a_table_is_not_kept_at_any_length(serve: Any, caplog: pytest.LogCaptureFixture) -> None:
    client = serve(Limits(decisions=(0.001, 1)))
    path = f"/api/tables/{'x' * 20_000}"
    with caplog.at_level(logging.INFO, "gruppetto"):
        answers = [client.post(f"{path}{end}/moves", json=MOVE, headers=HOST) for end in "ab"]
    assert [answer.status_code for answer in answers] == [404, 429]
    assert "POST '/api/tables/xxx" in caplog.text
    assert max(len(record.getMessage()) for record in caplog.records) < 400
