"""Whoever is not looking is called on their devices: once, in time, sealed, and by this server alone."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

Make = Callable[..., Any]
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
QUIET_SECONDS = 0.9  # in which nothing must come


def nothing_more(service: Any, seconds: float = QUIET_SECONDS) -> None:
    with pytest.raises(queue.Empty):
        service.next(seconds)


def until_turn(pair: Any, seat: int) -> None:
    """The others decide until this seat is waited for."""
    while seat not in pair.waiting():
        pair.play(pair.waiting()[0])


def others_turn(pair: Any, seat: int) -> None:
    """This seat decides until only the other is waited for."""
    while seat in pair.waiting():
        pair.play(seat)


@ON_SQLITE
def test_a_turn_is_told_on_every_device_and_says_nothing_hidden(
    table: Make, phone: Make, service: Any
) -> None:
    pair = table(title="Sunday race").join(0, "Ada").join(1, "Bo").start()
    others_turn(pair, 1)
    phones = [phone(pair.client, pair.keys[1], name).subscribe() for name in ("phone", "laptop")]
    until_turn(pair, 1)
    came = {}
    for _ in phones:
        _, path, headers, body = service.next()
        came[path] = headers, body
    for one in phones:
        headers, body = came[one.path]
        assert one.read(headers, body) == {
            "title": "Your turn, Bo",
            "body": "Flamme Rouge · Sunday race",
            "table": pair.id,
            "page": f"#/table/{pair.id}",
        }
        assert (headers["topic"], headers["urgency"]) == (pair.id, "high")
        assert int(headers["ttl"]) > 0
    nothing_more(service)


def test_it_is_told_once_until_they_have_looked(
    pair: Any, phone: Make, service: Any, connect: Make, until: Make
) -> None:
    mine = phone(pair.client, pair.keys[1]).subscribe()
    until_turn(pair, 1)
    assert service.next()[1] == mine.path
    socket = connect(pair, 0)
    until(socket, "snapshot")  # others come and go
    socket.close()
    nothing_more(service)
    socket = connect(pair, 1)
    until(socket, "snapshot")
    pair.play(1)
    until_turn(pair, 1)
    nothing_more(service)  # they are looking
    pair.play(1)
    socket.close()
    until_turn(pair, 1)
    assert service.next()[1] == mine.path
    nothing_more(service)


@ON_SQLITE
def test_whoever_decides_without_a_page_has_looked(pair: Any, phone: Make, service: Any) -> None:
    phone(pair.client, pair.keys[1]).subscribe()
    for _ in range(3):
        until_turn(pair, 1)
        service.next()
        pair.play(1)


@ON_SQLITE
def test_a_page_that_is_reloaded_was_never_left(
    pair: Any, phone: Make, service: Any, connect: Make, until: Make
) -> None:
    others_turn(pair, 1)
    phone(pair.client, pair.keys[1]).subscribe()
    socket = connect(pair, 1)
    until(socket, "snapshot")
    socket.close()
    until_turn(pair, 1)
    socket = connect(pair, 1)
    until(socket, "snapshot")
    nothing_more(service)
    socket.close()


@ON_SQLITE
def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    pair: Any, phone: Make, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gruppetto.server.notices.crier.AGAIN", (0.1, 0.1, 0.1))
    monkeypatch.setattr("gruppetto.server.notices.crier.LOOK_SECONDS", 0.1)
    gone, flaky, dead = (phone(pair.client, pair.keys[1], name).subscribe() for name in ("a", "b", "c"))
    service.answer(gone.path, 410)
    service.answer(flaky.path, 503, 429, 201)
    service.answer(dead.path, 500)
    until_turn(pair, 1)
    tried = [service.next()[1] for _ in range(1 + 3 + 4)]
    assert {one.path: tried.count(one.path) for one in (gone, flaky, dead)} == {
        gone.path: 1, flaky.path: 3, dead.path: 4,
    }  # fmt: skip
    nothing_more(service)
    told = pair.client.get("/api/me/notices", headers={"X-Key": pair.keys[1]}).json()
    assert len(told["devices"]) == 2


@ON_SQLITE
def test_a_call_that_is_cut_off_by_a_stop_is_made_afterwards(
    pair: Any, phone: Make, service: Any, monkeypatch: pytest.MonkeyPatch, database: str, outside: Any
) -> None:
    monkeypatch.setattr("gruppetto.server.notices.crier.AGAIN", (0.1,))
    others_turn(pair, 1)
    mine = phone(pair.client, pair.keys[1]).subscribe()
    begun = threading.Event()

    async def hang(*_: Any) -> None:
        begun.set()
        await asyncio.sleep(60)

    pair.client.app.state.ways.call = hang
    until_turn(pair, 1)
    assert begun.wait(10)
    pair.client.__exit__(None, None, None)
    with TestClient(application(Settings(database, "memory://", Limits.OFF, 0.2, 0.0, outside=outside))):
        assert service.next()[1] == mine.path
        nothing_more(service)
    pair.client.__enter__()


@ON_SQLITE
def test_a_seat_that_is_kept_is_told_of_later_too_but_not_to_whom_one_is_blocked(
    pair: Any, phone: Make, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gruppetto.server.notices.crier.AGAIN", (0.1, 0.1))
    monkeypatch.setattr("gruppetto.server.notices.crier.LOOK_SECONDS", 0.1)
    mine = phone(pair.client, pair.keys[1]).subscribe()
    pair.race()
    while mine.read(*service.next()[2:])["page"] != f"#/podium/{pair.id}":
        pass
    service.answer(mine.path, 503, 201)
    again = pair.post("again", None, 0).json()["id"]
    for _ in range(2):
        assert mine.read(*service.next()[2:])["page"] == f"#/wait/{again}"
    pair.post("seats/0/block", None, 1)
    for way in ("again", "rematch"):
        assert pair.post(way, None, 0).is_success
    nothing_more(service)


@ON_SQLITE
def test_the_end_of_a_race_and_a_rematch_are_told_too(pair: Any, phone: Make, service: Any) -> None:
    mine = phone(pair.client, pair.keys[1]).subscribe()
    pair.race()
    said: list[dict[str, Any]] = []
    while not said or said[-1]["title"].startswith("Your turn"):
        _, _, headers, body = service.next()
        said.append(mine.read(headers, body))
    assert said[-1]["title"] == "The race is over, Bo"
    assert said[-1]["page"] == f"#/podium/{pair.id}"
    again = pair.post("rematch", None, 0).json()["id"]
    _, _, headers, body = service.next()
    told = mine.read(headers, body)
    assert (told["title"], told["page"]) == ("A rematch, Bo: your seat is kept", f"#/wait/{again}")
    nothing_more(service)


@ON_SQLITE
def test_devices_follow_a_key_to_another_and_go_with_whoever_is_forgotten(
    pair: Any, phone: Make, service: Any, database: str, gruppetto: Make
) -> None:
    mine = phone(pair.client, pair.keys[1]).subscribe()
    key = {"X-Key": "n" * 22}
    hours = {"begins": 60, "ends": 120, "zone": "Europe/Rome"}
    pair.client.post("/api/me/notices/quiet", json=hours, headers={"X-Key": mine.key})
    pair.client.post("/api/me/keys", json={"keys": [mine.key]}, headers=key)
    told = pair.client.get("/api/me/notices", headers=key).json()
    assert ([one["name"] for one in told["devices"]], told["quiet"]) == (["Firefox on Linux"], hours)
    me = pair.client.get("/api/me", headers=key).json()["id"]
    assert gruppetto("db", "forget", "--database", database, "--person", me, "--yes")[0] == 0
    told = pair.client.get("/api/me/notices", headers=key).json()
    assert (told["devices"], told["quiet"]) == ([], None)


@ON_SQLITE
def test_only_the_latest_devices_are_called(pair: Any, phone: Make) -> None:
    for number in range(12):
        phone(pair.client, pair.keys[0], f"n{number}").subscribe()
    told = pair.client.get("/api/me/notices", headers={"X-Key": pair.keys[0]}).json()
    assert len(told["devices"]) == 8
    first = told["devices"][0]["id"]
    left = pair.client.delete(f"/api/me/notices/devices/{first}", headers={"X-Key": pair.keys[0]}).json()
    assert first not in [one["id"] for one in left["devices"]]
    other = pair.client.delete(
        f"/api/me/notices/devices/{left['devices'][0]['id']}", headers={"X-Key": pair.keys[1]}
    )
    assert other.status_code == 200
    assert len(pair.client.get("/api/me/notices", headers={"X-Key": pair.keys[0]}).json()["devices"]) == 7


@ON_SQLITE
@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"p256dh": "AAAA"}, "BadSubscription"),
        ({"auth": "AAAA"}, "BadSubscription"),
        ({"endpoint": "https://10.0.0.1/push"}, "OutOfReach"),
        ({"endpoint": "https://ada:secret@push.example/"}, "OutOfReach"),
        ({"endpoint": "ftp://push.example/abcdefgh"}, "BadRequest"),
        ({"endpoint": "https://push.example/a b"}, "BadRequest"),
        ({"name": "two\nlines"}, "BadRequest"),
        ({"language": "xx"}, "BadRequest"),
    ],
)
def test_what_is_no_subscription_is_refused(pair: Any, phone: Make, wrong: dict[str, str], kind: str) -> None:
    body = {**phone(pair.client, pair.keys[0]).subscription, **wrong}
    answer = pair.client.post("/api/me/notices/devices", json=body, headers={"X-Key": pair.keys[0]})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, kind)


@ON_SQLITE
def test_the_key_of_the_server_outlives_it(client: Any, database: str, serve: Make) -> None:
    key = client.get("/api/me/notices", headers={"X-Key": "k" * 22}).json()["key"]
    assert serve().get("/api/me/notices", headers={"X-Key": "k" * 22}).json()["key"] == key
