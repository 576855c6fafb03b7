"""A host has powers, and strangers have none."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from gruppetto.server import hosting
from gruppetto.server.limits import Limits
from gruppetto.server.names import seen

from .conftest import eventually

Make = Callable[..., Any]
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}
EVE = {"X-Key": "e" * 22}


def kind_of(answer: Any) -> str:
    return str(answer.json()["error"]["kind"])


def last_words(socket: Any) -> dict[str, Any]:
    """The fault that somebody is told before their socket is closed."""
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text(timeout=10))
        if message["type"] == "error":
            with pytest.raises(WebSocketDisconnect) as ended:
                socket.receive_text(timeout=10)
            socket.close()
            return {**message["error"], "code": ended.value.code}


# --- before the start -------------------------------------------------------------------------------


def test_only_the_host_starts(table: Make) -> None:
    seated = table(seats=[ADA, OPEN]).join(1, "Eve")
    assert kind_of(seated.post("start", {}, 1)) == "NotHost"
    assert kind_of(seated.post("start", {"fill": "random"}, **EVE)) == "NotHost"
    assert seated.get().json()["status"] == "open"
    seated.start()


def test_a_table_is_unlisted_and_patient_by_itself(table: Make, client: TestClient[Any]) -> None:
    made = table().get().json()
    assert client.get("/api/tables").json() == []
    assert made["tempo"]["lend_after"] == 300


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada", "Àda", "Аdа", "A.d-a", "４da", "@da"])
def test_nobody_can_pass_for_somebody_else(table: Make, name: str) -> None:
    seated = table(seats=[ADA, OPEN])
    assert kind_of(seated.post("seats/1/join", {"name": name}, **EVE)) == "NameTaken"
    assert seated.post("seats/1/join", {"name": "Adam"}, **EVE).status_code == 200


def test_names_that_differ_are_seen_to_differ() -> None:
    names = ["Ada", "Adam", "Bo", "Zażółć", "Łukasz", "Zofia", "日本", "本日", "!!", "??", "Ян", "Яна"]
    assert len({seen(name) for name in names}) == len(names)
    assert seen("Bill") == seen("BiII") == seen("B1ll")
    assert seen("Łukasz") == seen("lukasz")
    assert seen("Marn") == seen("Mam")


def test_seats_are_not_for_hoarding(table: Make, serve: Any, seated_at: Any) -> None:
    seated = table(seats=[ADA, OPEN, OPEN, OPEN])
    for seat, name in ((1, "Eve"), (2, "Evelyn")):
        assert seated.post(f"seats/{seat}/join", {"name": name}, **EVE).status_code == 200
    assert kind_of(seated.post("seats/3/join", {"name": "Evita"}, **EVE)) == "SeatsEnough"
    make = seated_at(serve(Limits(seats=(0.001, 4), tables=(100, 100))))
    tables = [make() for _ in range(3)]
    taken = [
        one.post(f"seats/{seat}/join", {"name": f"E{seat}"}, **{"X-Key": f"{number}{seat}" * 11})
        for number, one in enumerate(tables)
        for seat in (0, 1)
    ]
    assert [answer.status_code for answer in taken] == [200] * 4 + [429] * 2


def test_whoever_is_kicked_is_told_and_cannot_come_back(table: Make, connect: Any) -> None:
    seated = table(seats=[ADA, OPEN]).join(1, "Eve")
    eve, host = connect(seated, 1), connect(seated, 0)
    assert kind_of(seated.post("seats/0/kick", None, 1)) == "NotHost"
    assert kind_of(seated.hosted("seats/0/kick")) == "NobodyElse"
    assert seated.hosted("seats/1/kick").json()["seats"][1]["kind"] == "open"
    assert last_words(eve) == {
        "kind": "Kicked", "text": "The host has asked you to leave this table.", "code": 4403
    }  # fmt: skip
    again = {"X-Key": seated.keys[1]}
    assert kind_of(seated.post("seats/1/join", {"name": "Eve"}, **again)) == "Kicked"
    assert last_words(connect_as(seated, seated.keys[1]))["kind"] == "Kicked"
    seated.join(1, "Bo").start()
    host.close()


def test_whoever_is_kicked_leaves_all_their_seats(table: Make) -> None:
    twice = table(seats=[ADA, OPEN, OPEN]).join(1, "Eve", key="e" * 22).join(2, "Eve", key="e" * 22)
    left = twice.hosted("seats/1/kick").json()["seats"]
    assert [seat["kind"] for seat in left] == ["hotseat", "open", "open"]


def connect_as(seated: Any, key: str) -> Any:
    socket = seated.client.websocket_connect(f"/api/tables/{seated.id}/ws")
    socket.__enter__()
    socket.send_json({"type": "hello", "key": key})
    return socket


def test_seats_are_closed_and_opened_again(table: Make) -> None:
    seated = table(seats=[ADA, OPEN])
    assert kind_of(seated.post("seats/1/close", {}, **EVE)) == "NotHost"
    closed = seated.hosted("seats/1/close", {"level": "random"}).json()["seats"][1]
    assert (closed["kind"], closed["level"]) == ("bot", "random")
    assert kind_of(seated.post("seats/1/join", {"name": "Eve"}, **EVE)) == "SeatTaken"
    assert kind_of(seated.hosted("seats/1/close", {})) == "SeatTaken"
    assert seated.hosted("seats/1/reopen").json()["seats"][1]["kind"] == "open"
    assert kind_of(seated.hosted("seats/0/reopen")) == "NoBot"
    seated.join(1, "Bo")


def test_a_rematch_remembers_who_was_kicked(table: Make, client: TestClient[Any]) -> None:
    seated = table(seats=[ADA, OPEN], options={"stage": "abcu"}).join(1, "Eve").start()
    eve = {"X-Key": seated.keys.pop(1)}
    seated.hosted("seats/1/kick")
    seated.race()
    eventually(lambda: seated.get().json()["status"] == "over", 30)
    again = seated.hosted("rematch").json()["id"]
    client.post(f"/api/tables/{again}/seats/1/reopen", headers={"X-Key": seated.host})
    joined = client.post(f"/api/tables/{again}/seats/1/join", json={"name": "Eve"}, headers=eve)
    assert kind_of(joined) == "Kicked"


# --- in the race ------------------------------------------------------------------------------------


def test_in_a_race_a_bot_rides_on_until_somebody_else_sits_down(table: Make) -> None:
    seated = table(seats=[ADA, OPEN, {"kind": "hotseat", "name": "Cy"}]).join(1, "Eve").start()
    assert seated.hosted("seats/1/kick").json()["seats"][1]["kind"] == "bot"
    assert seated.post("moves", {"own": 0, "code": 0, "move_id": "a"}, 1).status_code == 401
    eventually(lambda: 1 not in seated.waiting())
    opened = seated.hosted("seats/1/reopen").json()["seats"][1]
    assert (opened["kind"], opened["lent"]) == ("open", True)
    seated.join(1, "Bo")
    assert not seated.get().json()["seats"][1]["lent"]
    while 1 not in seated.waiting():
        seated.play(seated.waiting()[0])
    seated.play(1)


def test_whoever_is_muted_is_not_heard(pair: Any) -> None:
    assert kind_of(pair.post("seats/0/mute", {"muted": True}, 1)) == "NotHost"
    assert pair.hosted("seats/1/mute", {"muted": True}).json()["seats"][1]["muted"]
    assert kind_of(pair.post("chat", {"text": "spam"}, 1)) == "Muted"
    assert pair.post("chat", {"text": "Allez!"}, 0).status_code == 200
    pair.hosted("seats/1/mute", {"muted": False})
    assert pair.post("chat", {"text": "sorry"}, 1).status_code == 200


def test_the_role_is_passed_on(table: Make, connect: Any, until: Any) -> None:
    seated = table(seats=[ADA, OPEN]).join(1, "Bo")
    bo = connect(seated, 1)
    assert until(bo, "you") == {"type": "you", "seats": [1], "host": False}
    assert seated.get().json()["host"] == 0
    assert kind_of(seated.post("host", {"seat": 1}, 1)) == "NotHost"
    assert seated.hosted("host", {"seat": 1}).json()["host"] == 1
    assert until(bo, "you") == {"type": "you", "seats": [1], "host": True}
    assert kind_of(seated.hosted("start", {})) == "NotHost"
    assert seated.post("start", {}, 1).status_code == 200
    bo.close()


def test_a_host_who_is_gone_is_replaced(table: Make, connect: Any, monkeypatch: Any) -> None:
    seated = table(seats=[OPEN, OPEN], tempo={"lend_after": None}).join(1, "Bo")
    host, bo = connect_as(seated, seated.host), connect(seated, 1)
    monkeypatch.setattr(hosting, "PATIENCE", 0.5)
    time.sleep(1.2)
    assert seated.get().json()["host"] is None  # they only watch, but they are there
    host.close()
    eventually(lambda: seated.get().json()["host"] == 1)
    assert seated.post("start", {"fill": "random"}, 1).status_code == 200
    bo.close()


def test_a_host_who_may_think_for_days_is_not_gone_after_minutes(
    table: Make, connect: Any, monkeypatch: Any
) -> None:
    clock = {"each": "decision", "seconds": 259_200, "at_zero": "bot"}
    seated = table(seats=[OPEN, OPEN], tempo={"clock": clock}).join(0, "Ada", key=None).join(1, "Bo")
    assert seated.start().get().json()["host"] is None
    bo = connect(seated, 1)
    monkeypatch.setattr(hosting, "PATIENCE", 0.1)
    time.sleep(1.5)
    host = seated.get().json()["host"]
    bo.close()
    assert host is None


# --- those who hold up the others -------------------------------------------------------------------


@pytest.fixture
def held_up(table: Make, connect: Any) -> Any:
    """Two people are there, and the first of them owes a decision; and their sockets."""
    seated = table(seats=[OPEN, OPEN], options={"first": 0}).join(0, "Ada").join(1, "Bo").start()
    return seated, connect(seated, 0), connect(seated, 1)


def lent(seated: Any, seat: int) -> bool:
    return bool(seated.get().json()["seats"][seat]["lent"])


def test_one_who_is_away_is_replaced_and_takes_over_again(
    held_up: Any, connect: Any, let_time_pass: Any
) -> None:
    seated, ada, bo = held_up
    ada.close()
    time.sleep(0.5)
    assert not lent(seated, 0)
    let_time_pass(310)
    eventually(lambda: lent(seated, 0))
    back = connect(seated, 0)
    eventually(lambda: not lent(seated, 0))
    for socket in (back, bo):
        socket.close()


def test_one_who_idles_is_replaced_by_vote(held_up: Any, until: Any, let_time_pass: Any) -> None:
    seated, ada, bo = held_up
    assert kind_of(seated.post("seats/0/vote", None, 1)) == "NotIdle"
    let_time_pass(310)
    while not (idle := until(bo, "table")["table"]["idle"]):
        pass
    assert idle == [{"seat": 0, "seq": 0, "voted": [], "needed": 1}]
    assert not lent(seated, 0)
    assert kind_of(seated.post("seats/0/vote", None, 0)) == "NobodyElse"
    assert kind_of(seated.post("seats/0/vote", None, **EVE)) == "NotAllowed"
    assert seated.post("seats/0/vote", None, 1).json()["seats"][0]["lent"]
    eventually(lambda: seated.view()["seq"] > 0)
    seated.post("moves", {"own": 0, "code": 0, "move_id": "late"}, 0)  # too late, but they are back
    assert not lent(seated, 0)
    for socket in (ada, bo):
        socket.close()


def test_one_who_idles_for_twice_the_time_is_replaced(held_up: Any, let_time_pass: Any) -> None:
    seated, ada, bo = held_up
    let_time_pass(310)
    time.sleep(0.6)
    assert not lent(seated, 0)
    let_time_pass(310)
    eventually(lambda: lent(seated, 0))
    seated.post("seats/0/lend", {"level": "random"}, 0)  # by themselves: nobody takes that back for them
    for socket in (ada, bo):
        socket.close()


def test_nobody_is_replaced_for_the_sake_of_bots(table: Make, let_time_pass: Any) -> None:
    seated = table(seats=[ADA, {"kind": "bot"}], options={"first": 0}).start()
    let_time_pass(100_000)
    time.sleep(0.6)
    assert not lent(seated, 0)


# --- undo -------------------------------------------------------------------------------------------


@pytest.fixture
def asked(pair: Any, connect: Any) -> Any:
    """Ada asks to take back a decision, and Bo watches; and their socket."""
    while pair.view()["view"]["phase"] == "placement":
        pair.play(pair.waiting()[0])
    bo = connect(pair, 1)
    for _ in range(3):
        pair.play(0)
    assert pair.post("undo", None, 0).json() == {"status": "asked"}
    return pair, bo


def test_one_question_at_a_time(asked: Any) -> None:
    pair, bo = asked
    assert [kind_of(pair.post("undo", None, 0)) for _ in range(3)] == ["AlreadyAsked"] * 3
    bo.close()


def test_a_question_can_be_withdrawn(asked: Any, until: Any) -> None:
    pair, bo = asked
    assert until(bo, "undo")["undo"] == {"by": 0, "waiting": [1]}
    assert kind_of(pair.post("undo/withdraw", None, 1)) == "NotAsked"
    assert pair.post("undo/withdraw", None, 0).json() == {"status": "withdrawn"}
    assert until(bo, "undo")["undo"] is None
    assert pair.view(1)["undo"] is None
    bo.close()


def test_a_question_is_gone_when_play_overtakes_it(asked: Any, until: Any) -> None:
    pair, bo = asked
    assert until(bo, "undo")["undo"] == {"by": 0, "waiting": [1]}
    pair.play(1)
    assert until(bo, "undo")["undo"] is None
    assert kind_of(pair.post("undo/answer", {"agree": True}, 1)) == "NothingAsked"
    bo.close()


def test_nobody_can_ask_without_end(serve: Any, seated_at: Any) -> None:
    pair = seated_at(serve(Limits(undos=(0.001, 2))))().join(0, "Ada").join(1, "Bo").start()
    assert [pair.post("undo", None, 0).status_code for _ in range(4)] == [409, 409, 429, 429]
