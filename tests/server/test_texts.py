"""What people write reaches the database only if everybody can see it, and one bad row hurts nobody else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.match import PRINTABLE

HOST = {"X-Key": "h" * 22}
Make = Callable[..., Any]
GOOD = ["Ada", "Zażółć gęślą jaźń", "e\u0301te\u0301", "👩‍👩‍👧", "🚴‍♀️ allez!", "❤️", "日本", "¿Qué?"]
BAD = {
    "NUL": "a\x00b",
    "a line end": "a\n",
    "zero width": "Ad\u200ba",
    "a joiner between letters": "a\u200db",
    "a joiner without a picture": "🚴\u200d",
    "text turned round": "\u202eabc",
    "a tower": "a" + "\u0301" * 3,
    "a tag": "a\U000e0041",
    "a filler": "\u3164",
}


@pytest.mark.parametrize("text", GOOD)
def test_what_can_be_seen_may_be_written(text: str) -> None:
    assert re.search(PRINTABLE, text)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_cannot_be_seen_may_not(text: str) -> None:
    assert not re.search(PRINTABLE, text)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_refused_wherever_it_is_sent(pair: Any, client: TestClient[Any], text: str) -> None:
    seat = pair.waiting()[0]
    code = pair.view(seat)["choices"][0]["code"]
    seats = [{"kind": "open"}] * 2
    refused = [
        pair.post("moves", {"own": 0, "code": code, "move_id": text}, seat),
        pair.post("chat", {"text": text}, seat),
        client.post(
            "/api/tables", json={"game": "flamme-rouge", "seats": seats, "title": text}, headers=HOST
        ),
        client.post(
            "/api/tables", json={"game": "flamme-rouge", "seats": [{"kind": "open", "name": text}] * 2}
        ),
    ]
    assert [answer.status_code for answer in refused] == [400] * 4
    assert pair.view(seat)["seq"] == 0
    assert client.get("/api/tables/a%00b").status_code == 404


def test_a_socket_survives_a_line_nobody_could_read(pair: Any, connect: Any, until: Any) -> None:
    socket = connect(pair, 0)
    until(socket, "snapshot")
    socket.send_json({"type": "chat", "text": "Ad\u200ba"})
    assert until(socket, "error")["error"]["kind"] == "BadRequest"
    socket.send_json({"type": "chat", "text": "Ada"})
    assert until(socket, "chat")["text"] == "Ada"
    socket.close()
