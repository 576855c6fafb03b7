"""One worker or several: what happens on one is seen on the other, over every kind of channel."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from redis_server import Redis

from gruppetto.server import broadcast, hub
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

Make = Callable[..., Any]
WAYS = ["memory", "postgres", "redis", "redis with sqlite"]


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=WAYS)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A database, and channels that go with it."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    if request.param in ("postgres", "redis"):
        database = request.getfixturevalue("new_database")()
    channels = {"memory": "memory://", "postgres": database}.get(request.param) or (
        request.getfixturevalue("redis").url
    )
    return Settings(database, channels, Limits.OFF, 0.2, 0.0)


@pytest.fixture
def workers(settings: Settings) -> Iterator[list[TestClient[Any]]]:
    """Two workers; with channels in memory, one that is both."""
    alone = settings.channels.startswith("memory")
    clients = [TestClient(application(settings)) for _ in range(1 if alone else 2)]
    for client in clients:
        client.__enter__()
    yield clients * (2 if alone else 1)
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def here(workers: list[TestClient[Any]], seated_at: Any) -> Any:
    """Two people at a running table, on the first worker."""
    return seated_at(workers[0])().join(0, "Ada").join(1, "Bo").start()


@pytest.fixture
def there(here: Any, workers: list[TestClient[Any]], same_table: Any) -> Any:
    """The same table on the second worker."""
    return same_table(here, workers[1])


def test_a_move_on_one_is_seen_on_the_other(here: Any, there: Any, connect: Any, until: Any) -> None:
    watcher = connect(there, 1)
    until(watcher, "snapshot")
    for seq in range(1, 13):
        here.play(here.waiting()[0])
        step = until(watcher, "step")
        assert step["seq"] == seq
    assert step["view"] == here.view(1)["view"]
    watcher.close()


def test_moves_come_by_turns_from_both(here: Any, there: Any) -> None:
    for turn in range(30):
        seated = (here, there)[turn % 2]
        view = seated.view(seat := seated.waiting()[0])
        body = {"own": view["own"], "code": view["choices"][0]["code"], "move_id": f"m{turn}"}
        other = (there, here)[turn % 2]
        assert other.post("moves", body, seat).json() == {"seq": turn + 1}
        assert seated.post("moves", body, seat).json() == {"seq": turn + 1}
    assert here.view()["seq"] == there.view()["seq"] == 30


def test_presence_is_seen_everywhere(here: Any, there: Any, connect: Any, until: Any) -> None:
    watcher = connect(here)
    until(watcher, "snapshot")
    player = connect(there, 1)
    until(player, "snapshot")
    while not until(watcher, "table")["table"]["seats"][1]["online"]:
        pass
    assert here.get().json()["seats"][1]["online"]
    player.close()
    while until(watcher, "table")["table"]["seats"][1]["online"]:
        pass
    watcher.close()


def test_chat_is_heard_everywhere(here: Any, there: Any, connect: Any, until: Any) -> None:
    listener, speaker = connect(there, 1), connect(here, 0)
    until(listener, "snapshot")
    until(speaker, "snapshot")
    speaker.send_json({"type": "chat", "text": "Allez!"})
    assert until(listener, "chat")["text"] == "Allez!"
    there.post("chat", {"reaction": "🔥"}, 1)
    assert until(speaker, "chat")["text"] == "Allez!"
    assert until(speaker, "chat")["reaction"] == "🔥"
    listener.close()
    speaker.close()


def test_a_private_line_is_heard_by_one_on_any_worker(
    workers: list[TestClient[Any]], seated_at: Any, same_table: Any, connect: Any, until: Any
) -> None:
    asked = {"game": "flamme-rouge-tour", "options": {"cooperation": True}, "seats": [{"kind": "open"}] * 3}
    here = seated_at(workers[0])(**asked).join(0, "Ada").join(1, "Bo").join(2, "Cy")
    there = same_table(here, workers[1])
    bo, cy, onlooker = sockets = [connect(there, seat) for seat in (1, 2, None)]
    for line in sockets:
        until(line, "snapshot")
    here.post("chat", {"text": "Only for Bo", "to": 1}, 0)
    here.post("chat", {"text": "For all"}, 0)
    assert until(bo, "chat")["text"] == "Only for Bo"
    assert until(cy, "chat")["text"] == until(onlooker, "chat")["text"] == "For all"
    for line in sockets:
        line.close()


def test_an_undo_is_asked_here_and_granted_there(here: Any, there: Any, connect: Any, until: Any) -> None:
    while here.view()["view"]["phase"] == "placement":
        here.play(here.waiting()[0])
    for _ in range(3):
        here.play(0)
    watcher = connect(there, 1)
    own = until(watcher, "snapshot") and here.view(0)["own"]
    assert here.post("undo", None, 0).json() == {"status": "asked"}
    assert until(watcher, "undo")["undo"] == {"by": 0, "waiting": [1]}
    assert there.post("undo/answer", {"agree": True}, 1).json() == {"status": "done"}
    assert until(watcher, "snapshot")["undo"] is None
    assert here.view(0)["own"] == there.view(0)["own"] == own - 1
    watcher.close()


@pytest.mark.parametrize("settings", ["memory"], indirect=True)
@pytest.mark.parametrize("gone_on", [1, 5])
def test_an_undo_that_is_heard_of_too_late_is_asked_of_nobody(here: Any, gone_on: int) -> None:
    """As another worker has sent it before the race went on: in the same round, or in the next."""
    while here.view()["view"]["phase"] == "placement":
        here.play(here.waiting()[0])
    for _ in range(3):
        here.play(0)
    late = {"by": 0, "target": here.view()["seq"], "missing": [1]}
    for _ in range(gone_on):
        here.play(here.waiting()[-1])
    state = here.client.app.state
    heard = {"table": here.id, "what": "ask", "worker": "another", "ask": late}
    with here.client.portal() as portal:
        portal.call(state.broadcast._hear, state.desk, heard)
    assert here.view(1)["undo"] is None
    assert here.post("undo/answer", {"agree": True}, 1).json()["error"]["kind"] == "NothingAsked"
    assert here.view()["seq"] == late["target"] + gone_on


def test_the_waiting_room_is_told_who_comes(
    workers: list[TestClient[Any]], seated_at: Any, same_table: Any, connect: Any, until: Any
) -> None:
    """A socket at a table that has not begun: joins, presence and the start are pushed."""
    seated = seated_at(workers[0])().join(0, "Ada")
    there = same_table(seated, workers[1])
    waiting = connect(there, 0)
    first = until(waiting, "snapshot")
    assert (first["table"]["status"], first["view"], first["choices"]) == ("open", None, [])
    seated.join(1, "Bo")
    while until(waiting, "table")["table"]["seats"][1]["name"] != "Bo":
        pass
    other = connect(seated, 1)
    while not until(waiting, "table")["table"]["seats"][1]["online"]:
        pass
    waiting.send_json({"type": "chat", "text": "Ready?"})
    assert until(other, "chat")["text"] == "Ready?"
    other.close()
    while until(waiting, "table")["table"]["seats"][1]["online"]:
        pass
    seated.start()
    begun = until(waiting, "snapshot")
    assert begun["table"]["status"] == "running"
    assert begun["seat"] == 0
    assert begun["view"]["phase"] == "placement"
    waiting.close()


def test_a_seat_opens_on_the_other_worker_at_once(
    workers: list[TestClient[Any]], seated_at: Any, same_table: Any
) -> None:
    for _ in range(3):
        seated = seated_at(workers[0])()
        there = same_table(seated, workers[1])
        there.view()
        there.join(0)
        seated.join(1).start()
        seat = seated.waiting()[0]
        code = seated.view(seat)["choices"][0]["code"]
        body = {"own": 0, "code": code, "move_id": "a"}
        assert there.post("moves", body, seat).json() == {"seq": 1}


@pytest.mark.parametrize("settings", ["postgres", "redis with sqlite"], indirect=True)
def test_nobody_hoards_seats_by_asking_everywhere_at_once(workers: Any, seated_at: Any) -> None:
    eve, seats = {"X-Key": "e" * 22}, [{"kind": "open"}] * 4
    for _ in range(6):
        table = seated_at(workers[0])(seats=seats).id
        with ThreadPoolExecutor(4) as pool:
            asked = [
                pool.submit(
                    workers[seat % 2].post,
                    f"/api/tables/{table}/seats/{seat}/join",
                    json={"name": "Eve"},
                    headers=eve,
                )
                for seat in range(4)
            ]
        assert sorted(one.result().status_code for one in asked) == [200, 200, 409, 409]


def test_two_ask_for_a_rematch_and_get_the_same(here: Any, there: Any) -> None:
    here.race()
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(at.post, "rematch", None, seat) for seat, at in enumerate((here, there))]
    first, second = (answer.result().json()["id"] for answer in asked)
    assert first == second
    assert here.get().json()["rematch"] == there.get().json()["rematch"] == first


@pytest.mark.parametrize("settings", WAYS[1:], indirect=True)
def test_bots_play_on_when_their_worker_is_gone(settings: Settings, seated_at: Any, same_table: Any) -> None:
    with TestClient(application(settings)) as other:
        with TestClient(application(settings)) as gone:
            seated = seated_at(gone)(seats=[{"kind": "bot"}] * 3).start()
        there, end = same_table(seated, other), time.monotonic() + 30
        while there.get().json()["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.1)


@pytest.mark.parametrize("settings", ["redis"], indirect=True)
def test_nothing_is_missed_when_redis_goes_and_comes_back(
    here: Any, there: Any, redis: Redis, connect: Any, until: Any
) -> None:
    watcher = connect(there, 1)
    until(watcher, "snapshot")
    redis.stop()
    here.play(here.waiting()[0])
    assert until(watcher, "step")["seq"] == 1  # found by looking after the table
    redis.start()
    time.sleep(2 * broadcast.AGAIN_SECONDS)
    here.post("chat", {"text": "Back again"}, 0)
    assert until(watcher, "chat")["text"] == "Back again"
    watcher.close()


@pytest.mark.parametrize("settings", ["postgres"], indirect=True)
def test_nothing_is_missed_when_postgresql_hangs_up(
    here: Any, there: Any, postgres: Any, connect: Any, until: Any
) -> None:
    watcher = connect(there, 1)
    until(watcher, "snapshot")
    postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid();")
    time.sleep(2 * broadcast.AGAIN_SECONDS)
    seat = here.waiting()[0]
    code = here.view(seat)["choices"][0]["code"]
    body = {"own": 0, "code": code, "move_id": "a"}
    statuses = [here.post("moves", body, seat).status_code for _ in range(2)]
    assert statuses in ([503, 200], [200, 200])  # what was not taken is sent again
    assert until(watcher, "step")["seq"] == 1
    here.post("chat", {"text": "Back again"}, 0)
    assert until(watcher, "chat")["text"] == "Back again"
    watcher.close()


@pytest.mark.parametrize("settings", ["redis with sqlite"], indirect=True)
def test_who_was_on_a_worker_that_died_is_away_after_a_while(
    here: Any, there: Any, connect: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = connect(here, 0)
    until(watcher, "snapshot")
    channels = here.client.app.state.desk.hub
    channels.elsewhere(here.id, "a worker that died", [1])
    while not until(watcher, "table")["table"]["seats"][1]["online"]:
        pass
    monkeypatch.setattr(hub, "PRESENCE_SECONDS", 0.1)
    while until(watcher, "table")["table"]["seats"][1]["online"]:
        pass
    assert not channels._elsewhere
    watcher.close()
