"""What a worker keeps stays bounded, and one thing that goes wrong does not take others with it."""

import asyncio
import importlib
import pkgutil
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gruppetto import server, start
from gruppetto.games import registry
from gruppetto.server import desk as desks
from gruppetto.server import hub as hubs
from gruppetto.server.hub import QUEUE, TOO_SLOW, Hub, Viewer
from gruppetto.server.limits import Gate, Limits
from gruppetto.server.messages import Refused
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Lost, Move, Store, matches
from gruppetto.server.telling import event_document, offer

from .conftest import eventually

Make = Callable[..., Any]
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def test_no_refusal_is_made_once_for_all() -> None:
    """One that is raised again and again would hold on to everything that was at hand each time."""
    names = [module.name for module in pkgutil.walk_packages(server.__path__, f"{server.__name__}.")]
    modules = [importlib.import_module(name) for name in names if "migrations" not in name]
    kept = [name for module in modules for name, it in vars(module).items() if isinstance(it, BaseException)]
    assert kept == []


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_message_of_every_game_can_be_kept_as_a_document(game: str) -> None:
    """Documents are kept by value, so that messages must be values: tuples in them, no lists."""
    chance = random.Random(1)
    match = start(game, seats=registry.get(game).fewest_seats, seed=1)
    while not match.over:
        seat = chance.choice(match.waiting)
        choices = match.choices(seat)
        assert all(offer(choice) for choice in choices)
        assert all(event_document(event) for event in match.play(seat, chance.choice(choices)))


def test_who_is_elsewhere_is_forgotten_when_he_leaves_or_his_worker_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub = Hub()
    for number in range(100):
        hub.elsewhere(f"t{number}", "w1", [0, 1])
        hub.elsewhere(f"t{number}", "w2", [2])
    assert hub.online("t5") == {0, 1, 2}
    for number in range(50):
        hub.elsewhere(f"t{number}", "w1", [])
        hub.elsewhere(f"t{number}", "w2", [])
    assert len(hub._elsewhere) == 50
    monkeypatch.setattr(hubs, "PRESENCE_SECONDS", -1.0)
    hub.tidy()
    assert not hub._elsewhere
    viewer = Viewer(None, told)
    hub.enter("t", viewer)
    hub.leave("t", viewer)
    assert not hub.viewers


async def told(message: bytes | None) -> None:
    raise NotImplementedError


def test_whoever_cannot_keep_up_is_let_go_once() -> None:
    async def scenario() -> list[Any]:
        heard: list[Any] = []
        reading = asyncio.Event()

        async def hear(message: Any) -> None:
            await reading.wait()
            heard.append(message)

        viewer = Viewer(0, hear)
        viewer.send(b"{}")
        await asyncio.sleep(0)
        for _ in range(3 * QUEUE):
            viewer.send(b"{}")
        assert viewer.closed
        reading.set()
        while viewer.waiting:
            await asyncio.sleep(0)
        await viewer.leave()
        return heard

    assert asyncio.run(scenario()) == [b"{}", TOO_SLOW]


def test_a_client_has_only_so_many_sockets() -> None:
    gate = Gate(Limits(sockets=2))
    with gate.one_more("me"), gate.one_more("me"), gate.one_more("you"):
        with pytest.raises(Refused), gate.one_more("me"):
            pass
        assert gate._open["me"] == 2
    assert not gate._open


@ON_SQLITE
def test_only_so_many_tables_are_kept_and_all_that_are_watched(
    table: Make, client: TestClient[Any], connect: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "KEPT", 3)
    watched = table().join(0).join(1).start()
    socket = connect(watched)
    until(socket, "snapshot")
    for _ in range(10):
        table()
    desk = client.app.state.desk
    assert desk.knows(watched.id)
    assert len(desk._kept) <= 4
    watched.play(watched.waiting()[0])
    assert until(socket, "step")["seq"] == 1
    socket.close()


def test_a_table_that_our_rules_cannot_take_up_does_not_keep_bots_from_being_woken(
    serve: Any, database: str, seated_at: Any
) -> None:
    client = serve()
    made = [seated_at(client)(seats=[{"kind": "bot"}] * 2, listed=True).start() for _ in range(3)]
    for seated in made:
        eventually(lambda seated=seated: seated.get().json()["status"] == "over")
    serve()  # what was over is written down
    stranded = {"status": "running", "rules_version": 99, "options": {"cobbles": "wet"}}
    asyncio.run(change(database, made[0].id, **stranded))
    asyncio.run(change(database, made[1].id, status="running"))
    client = serve()
    eventually(lambda: client.get(f"/api/tables/{made[1].id}").json()["status"] == "over")
    refused = client.get(f"/api/tables/{made[0].id}")
    assert refused.status_code == 409
    assert "begun by version 99 of the rules" in refused.json()["error"]["text"]
    assert "no option 'cobbles'" in refused.json()["error"]["text"]
    assert len(client.get("/api/tables").json()) == 3


async def change(database: str, table: str, **values: Any) -> None:
    store = Store(database)
    async with store.engine.begin() as connection:
        await connection.execute(sa.update(matches).where(matches.c.id == table).values(**values))
    await store.engine.dispose()


@ON_SQLITE
def test_a_database_that_fails_is_a_reason_to_try_again(
    pair: Any, client: TestClient[Any], connect: Any, until: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, seat = client.app.state.desk.store, pair.waiting()[0]
    real, failures = store._insert, [OSError("the disk is full")] * 2

    async def insert(rows: Any) -> Any:
        if failures:
            raise failures.pop()
        return await real(rows)

    monkeypatch.setattr(store, "_insert", insert)
    code = pair.view(seat)["choices"][0]["code"]
    body = {"own": 0, "code": code, "move_id": "a"}
    answer = pair.post("moves", body, seat)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    socket = connect(pair, seat)
    until(socket, "snapshot")
    socket.send_json({"type": "move", **body})
    with pytest.raises(Exception) as end:  # noqa: PT011  (the test client's own)
        until(socket, "ack")
    assert end.value.code == 1013
    assert pair.post("moves", body, seat).json() == {"seq": 1}


def test_whoever_waits_for_a_commit_when_the_server_closes_is_told(tmp_path: Path) -> None:
    async def scenario() -> list[Any]:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
        await upgrade(store.engine)
        await store.open()
        waiting = [asyncio.create_task(store.append("t", Move(1, 0, 0, 0, str(n)))) for n in range(3)]
        await asyncio.sleep(0)
        await store.close()
        return await asyncio.gather(*waiting, store.append("t", Move(2, 0, 0, 0, "")), return_exceptions=True)

    assert [type(answer) for answer in asyncio.run(scenario())] == [Lost] * 4


@ON_SQLITE
def test_a_name_for_a_move_is_never_cut_short(pair: Any) -> None:
    seat = pair.waiting()[0]
    for turn, last in enumerate("ab"):
        view = pair.view(seat)
        body = {"own": view["own"], "code": view["choices"][0]["code"], "move_id": "x" * 35 + last}
        assert pair.post("moves", body, seat).json() == {"seq": turn + 1}
        seat = pair.waiting()[0]
    assert pair.post("moves", {**body, "move_id": "x" * 37}, seat).status_code == 400
