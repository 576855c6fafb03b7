"""One socket for each viewer: snapshot, steps, gaps, and nothing he may not know."""

import json
import string
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from gruppetto.server.limits import Limits

Make = Callable[..., Any]


def closed(socket: Any) -> int:
    """The code the server closes a socket with."""
    for _ in range(500):
        try:
            socket.receive_text(timeout=5)
        except WebSocketDisconnect as end:
            return end.code
    pytest.fail("the socket stays open")


def test_a_viewer_gets_a_snapshot_and_then_every_step(pair: Any, connect: Any, until: Any) -> None:
    socket = connect(pair, 0)
    first = until(socket, "snapshot")
    assert first["seat"] == 0
    assert first["seq"] == 0
    pair.play(pair.waiting()[0])
    step = until(socket, "step")
    assert step["seq"] == 1
    assert step["events"][0]["type"] == "Placed"
    assert step["view"] == pair.view(0)["view"]
    socket.close()


def test_a_move_by_socket_is_acknowledged_and_a_wrong_one_refused(
    pair: Any, connect: Any, until: Any
) -> None:
    seat = pair.waiting()[0]
    socket = connect(pair, seat)
    choices = until(socket, "snapshot")["choices"]
    move = {"type": "move", "own": 0, "code": choices[0]["code"], "move_id": "a"}
    socket.send_json(move)
    assert until(socket, "ack") == {"type": "ack", "move_id": "a", "seq": 1}
    socket.send_json(move)
    assert until(socket, "ack")["seq"] == 1
    socket.send_json({**move, "move_id": "b"})
    assert until(socket, "refused")["error"]["kind"] == "OutOfTurn"
    socket.send_json({"type": "ping"})
    until(socket, "pong")
    socket.close()


def test_whoever_comes_back_gets_the_gap(pair: Any, connect: Any, until: Any) -> None:
    socket = connect(pair, 1)
    until(socket, "snapshot")
    pair.play(pair.waiting()[0])
    seen = until(socket, "step")["seq"]
    socket.close()
    for _ in range(6):
        pair.play(pair.waiting()[0])
    socket = connect(pair, 1, since=seen)
    snapshot = until(socket, "snapshot")
    assert [step["seq"] for step in snapshot["gap"]] == [2, 3, 4, 5, 6, 7]
    assert snapshot["view"] == pair.view(1)["view"]
    socket.close()


def test_presence_and_chat_are_told_to_everybody(pair: Any, connect: Any, until: Any) -> None:
    watcher = connect(pair)
    until(watcher, "snapshot")
    player = connect(pair, 0)
    until(player, "snapshot")
    while not until(watcher, "table")["table"]["seats"][0]["online"]:
        pass
    player.send_json({"type": "chat", "text": "Allez!"})
    assert until(watcher, "chat")["text"] == "Allez!"
    player.send_json({"type": "reaction", "reaction": "🔥"})
    assert until(watcher, "chat")["reaction"] == "🔥"
    watcher.send_json({"type": "chat", "text": "me too"})
    assert until(watcher, "error")["error"]["kind"] == "NotAllowed"
    player.close()
    while until(watcher, "table")["table"]["seats"][0]["online"]:
        pass
    watcher.close()


def test_a_wrong_key_or_table_closes_the_socket(pair: Any, client: TestClient[Any]) -> None:
    for path, hello in (
        (pair.id, {"type": "hello", "key": "wrong"}),
        (pair.id, {"type": "hello", "key": pair.keys[0], "seat": 1}),
        (pair.id, {"type": "hello", "seat": 0}),
        ("nowhere", {"type": "hello"}),
        (pair.id, {"type": "ping"}),
        (pair.id, {"type": "hello", "since": -2}),
    ):
        with client.websocket_connect(f"/api/tables/{path}/ws") as socket:
            socket.send_json(hello)
            assert closed(socket) in (1008, 4400, 4401, 4404)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(string.printable, max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(["type", "key", "seat", "since", "own", "code", "move_id", "text", "reaction", "x"])
TYPES = st.sampled_from(["hello", "ping", "move", "chat", "reaction", "step", ""])
MESSAGE = st.builds(
    lambda kind, rest: json.dumps({**rest, "type": kind}), TYPES, st.dictionaries(FIELDS, JSON, max_size=5)
) | st.text(max_size=50).filter(lambda text: text.isascii())


def test_no_message_breaks_the_server(pair: Any, client: TestClient[Any], until: Any) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(MESSAGE, min_size=1, max_size=4), st.booleans())
    def fuzz(messages: list[str], greeted: bool) -> None:
        with client.websocket_connect(f"/api/tables/{pair.id}/ws") as socket:
            if greeted:
                socket.send_json({"type": "hello", "key": pair.keys[0]})
            for message in messages:
                try:
                    socket.send_text(message)
                except WebSocketDisconnect:
                    break

    fuzz()
    with client.websocket_connect(f"/api/tables/{pair.id}/ws") as socket:
        socket.send_json({"type": "hello"})
        until(socket, "snapshot")
        socket.send_text("x" * 9000)
        assert closed(socket) == 1009
    assert client.get("/api/health").json()["ok"]


def test_the_first_thing_a_viewer_hears_is_what_they_are(table: Any, connect: Any) -> None:
    seated = table(seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "hotseat", "name": "Bo"}]).start()
    for seat, seats, host in ((1, [0, 1], True), (None, [], False)):
        socket = connect(seated, seat)
        assert json.loads(socket.receive_text(timeout=10)) == {"type": "you", "seats": seats, "host": host}
        socket.close()


def test_however_many_sockets_somebody_has_they_say_only_so_much(
    serve: Any, seated_at: Any, connect: Any, until: Any
) -> None:
    pair = seated_at(serve(Limits(messages=(0.001, 3))))().join(0).join(1).start()
    first, second = connect(pair, 0), connect(pair, 1)
    for socket in (first, second, first):
        socket.send_json({"type": "ping"})
        until(socket, "pong")
    second.send_json({"type": "move", "own": 0, "code": 0, "move_id": "m"})
    assert until(second, "refused")["error"]["kind"] == "TooMany"
    first.close()
    second.close()


def test_nobody_fills_the_database_with_talk(serve: Any, seated_at: Any, connect: Any, until: Any) -> None:
    pair = seated_at(serve(Limits(talk=(0.001, 2))))().join(0).join(1)
    said = [pair.post("chat", {"text": "Allez!"}, seat).status_code for seat in (0, 1, 0)]
    assert said == [200, 200, 429]
    socket = connect(pair, 1)
    for line in ({"type": "chat", "text": "Allez!"}, {"type": "reaction", "reaction": "👏"}):
        socket.send_json(line)
        assert until(socket, "error")["error"]["kind"] == "TooMany"
    socket.close()
