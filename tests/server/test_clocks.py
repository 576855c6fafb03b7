"""Clocks: kept by the server, whatever its machine's clock does, and whichever worker looks."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.reckoning import LAST
from gruppetto.server.store import Move, Store, timekeeping

from .conftest import eventually

Make = Callable[..., Any]
Pass = Callable[[float], None]
OPEN, BOT = {"kind": "open"}, {"kind": "bot"}
ADA = {"kind": "hotseat", "name": "Ada"}
SLACK = 30.0  # seconds that a slow machine may take for a test; clocks here are far longer
RACE = {"each": "race", "seconds": 1000}
EACH = {"each": "decision", "seconds": 1000}
EVE = {"X-Key": "e" * 22}


def kind_of(answer: Any) -> str:
    return str(answer.json()["error"]["kind"])


def left(seated: Any, seat: int) -> float:
    clocks = {clock["seat"]: clock["left"] for clock in seated.view()["clocks"]["seats"]}
    return float(clocks[seat])


def running(seated: Any) -> list[int]:
    return [clock["seat"] for clock in seated.view()["clocks"]["seats"] if clock["runs"]]


def is_about(seen: float, wanted: float) -> bool:
    """Time that was let pass counts, and nothing else but what the test itself takes."""
    return wanted - SLACK <= seen <= wanted


def log_of(database: str, table: str) -> list[Move]:
    async def read() -> list[Move]:
        store = Store(database)
        log = await store.log(table)
        await store.engine.dispose()
        return log

    return asyncio.run(read())


def lent(seated: Any, seat: int) -> bool:
    return bool(seated.get().json()["seats"][seat]["lent"])


@pytest.fixture
def database(tmp_path: Path) -> str:
    """SQLite: what clocks ask of PostgreSQL is asked by the two workers below, and by patience."""
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def timed(table: Make) -> Make:
    """Two people at a running table with a clock; the first of them owes a decision."""

    def sit_down(clock: Any, *others: Any) -> Any:
        seats = [OPEN, *(others or [OPEN])]
        seated = table(seats=seats, options={"first": 0}, tempo={"clock": clock}).join(0, "Ada")
        return (seated if others else seated.join(1, "Bo")).start()

    return sit_down


def until_they_choose_cards(seated: Any) -> Any:
    """Ride on to where both owe a decision at the same time."""
    while seated.waiting() != [0, 1]:
        seated.play(seated.waiting()[0])
    return seated


# --- what the clocks say ----------------------------------------------------------------------------


def test_a_budget_for_the_race_is_used_up_decision_by_decision(timed: Make, let_time_pass: Pass) -> None:
    seated = timed({**RACE, "increment": 100})
    assert running(seated) == [0]
    let_time_pass(300)
    eventually(lambda: is_about(left(seated, 0), 700))
    seated.play(0)
    assert is_about(left(seated, 0), 800)
    assert left(seated, 1) == 1000
    while seated.waiting() == [0]:
        seated.play(0)
    earned = left(seated, 0)
    assert running(seated) == [1]
    let_time_pass(200)
    eventually(lambda: is_about(left(seated, 1), 800))
    assert left(seated, 0) == earned


def test_every_decision_has_its_time_and_what_is_saved_is_a_reserve(timed: Make, let_time_pass: Pass) -> None:
    seated = timed({**EACH, "increment": 100})
    let_time_pass(300)
    eventually(lambda: is_about(left(seated, 0), 700))
    seated.play(0)
    assert is_about(left(seated, 0), 1100)
    let_time_pass(1050)
    eventually(lambda: is_about(left(seated, 0), 50))
    seated.play(0)
    assert is_about(left(seated, 0), 1000 + 100 + 100 - 50)


def test_who_decides_at_the_same_time_has_a_clock_of_their_own(timed: Make, let_time_pass: Pass) -> None:
    seated = until_they_choose_cards(timed(EACH))
    assert running(seated) == [0, 1]
    let_time_pass(400)
    eventually(lambda: is_about(left(seated, 1), 600))
    seated.play(0)
    assert is_about(left(seated, 1), 600)
    assert is_about(left(seated, 0), 1000)


def test_a_table_without_a_clock_knows_nothing_of_clocks(pair: Any, connect: Any, until: Any) -> None:
    assert pair.get().json()["tempo"] == {"lend_after": 300, "clock": None}
    assert pair.view(0)["clocks"] is None
    assert kind_of(pair.post("pause", None, 0)) == "NoClock"
    ada = connect(pair, 0)
    until(ada, "snapshot")
    pair.post("seats/1/lend", {}, 1)
    assert "clocks" not in {until_any(ada)["type"] for _ in range(2)}
    ada.close()


def until_any(socket: Any) -> Any:
    return json.loads(socket.receive_text(timeout=10))


def test_a_socket_hears_of_clocks_when_something_happens_and_else_nothing(
    timed: Make, connect: Any, until: Any
) -> None:
    seated = timed(RACE)
    bo = connect(seated, 1)
    told = until(bo, "snapshot")["clocks"]
    assert [clock["runs"] for clock in told["seats"]] == [True, False]
    assert not told["paused"]
    seated.play(0)
    assert [clock["runs"] for clock in until(bo, "step")["clocks"]["seats"]] == [True, False]
    seated.post("seats/0/lend", {"level": "random"}, 0)
    assert [clock["runs"] for clock in until(bo, "clocks")["clocks"]["seats"]] == [False, False]
    bo.close()


@pytest.mark.parametrize(
    "clock",
    [{}, {"each": "day", "seconds": 9}, {**RACE, "seconds": 0}, {**RACE, "increment": -1},
     {**RACE, "seconds": 31 * 86400}, {**RACE, "at_zero": "lose"}],
)  # fmt: skip
def test_a_clock_that_cannot_be_is_refused(client: TestClient[Any], clock: Any) -> None:
    asked = {"game": "flamme-rouge", "seats": [OPEN, OPEN], "tempo": {"clock": clock}}
    assert client.post("/api/tables", json=asked, headers=EVE).status_code == 400


# --- when time is over ------------------------------------------------------------------------------


def test_a_bot_rides_on_until_its_player_is_back(timed: Make, let_time_pass: Pass, connect: Any) -> None:
    seated = timed(RACE)
    let_time_pass(1001)
    eventually(lambda: lent(seated, 0))
    eventually(lambda: seated.waiting() == [1])
    assert running(seated) == [1]
    back = connect(seated, 0)
    eventually(lambda: not lent(seated, 0))
    while 0 not in seated.waiting():
        seated.play(1)
    assert 0 < left(seated, 0) <= LAST
    back.close()


def test_a_safe_choice_is_made_once_for_every_decision_that_is_late(
    timed: Make, let_time_pass: Pass, connect: Any, until: Any
) -> None:
    seated = timed({**EACH, "at_zero": "safe"})
    bo = connect(seated, 1)
    until(bo, "snapshot")
    offered = seated.view(0)["choices"][0]
    let_time_pass(1001)
    step = until(bo, "step")
    assert (step["seq"], step["late"]) == (1, 0)
    assert step["events"][0]["rider"] == offered["message"]["rider"]
    time.sleep(0.6)  # several looks later
    assert seated.view()["seq"] == 1
    assert not lent(seated, 0)
    seated.play(0)
    assert until(bo, "step")["late"] is None
    bo.close()


def test_the_others_may_vote(timed: Make, let_time_pass: Pass, connect: Any, until: Any) -> None:
    seated = timed({**EACH, "at_zero": "vote"})
    ada, bo = connect(seated, 0), connect(seated, 1)
    assert kind_of(seated.post("seats/0/vote", None, 1)) == "NotIdle"
    let_time_pass(5000)
    while not until(bo, "table")["table"]["idle"]:
        pass
    assert not lent(seated, 0)
    assert seated.post("seats/0/vote", None, 1).json()["seats"][0]["lent"]
    for socket in (ada, bo):
        socket.close()


def test_one_against_bots_may_have_a_clock(timed: Make, let_time_pass: Pass) -> None:
    seated = timed({**EACH, "at_zero": "safe"}, BOT, BOT)
    assert [clock["seat"] for clock in seated.view()["clocks"]["seats"]] == [0]
    let_time_pass(1001)
    eventually(lambda: seated.view(0)["own"] == 1)


def test_a_seat_that_is_lent_stands_still(timed: Make, let_time_pass: Pass) -> None:
    seated = until_they_choose_cards(timed(RACE))
    let_time_pass(200)
    eventually(lambda: is_about(left(seated, 1), 800))
    seated.post("seats/1/lend", {"level": "random"}, 1)
    eventually(lambda: seated.waiting() == [0])
    before = left(seated, 1)
    let_time_pass(300)
    eventually(lambda: left(seated, 0) < 600)
    assert left(seated, 1) == before
    seated.post("seats/1/take-back", None, 1)
    assert is_about(left(seated, 1), before)


def test_a_decision_that_comes_before_the_clock_acts_is_accepted(serve: Any, seated_at: Any) -> None:
    client = serve(sweep_seconds=600)  # nobody looks whether time is over
    clock = {"each": "race", "seconds": 1}
    seated = seated_at(client)(options={"first": 0}, tempo={"clock": clock}).join(0).join(1).start()
    eventually(lambda: left(seated, 0) == 0)
    seated.play(0)
    assert seated.view()["seq"] == 1
    assert left(seated, 0) <= 1


def test_what_is_acknowledged_stands_whoever_is_quicker(serve: Any, seated_at: Any, database: str) -> None:
    client = serve(sweep_seconds=0.05)
    clock = {"each": "decision", "seconds": 1, "at_zero": "safe"}
    asked = {"options": {"first": 0}, "tempo": {"clock": clock}}
    tables = [seated_at(client)(**asked).join(0).join(1).start() for _ in range(4)]

    def at_the_last_moment(number: int) -> list[tuple[int, int]]:
        seated, kept = tables[number], []
        for turn in range(6):
            view = seated.view(seat := seated.waiting()[0])
            time.sleep(max(0.0, 0.9 + 0.04 * ((number + turn) % 6)))
            body = {"own": view["own"], "code": view["choices"][-1]["code"], "move_id": f"{turn}"}
            answer = seated.post("moves", body, seat)
            if answer.status_code == 200:
                kept.append((answer.json()["seq"], seat))
            else:
                assert kind_of(answer) in ("OutOfTurn", "IllegalMove")
        return kept

    with ThreadPoolExecutor(4) as people:
        acknowledged = list(people.map(at_the_last_moment, range(4)))
    for seated, kept in zip(tables, acknowledged, strict=True):
        log = log_of(database, seated.id)
        own = {move.seq: move for move in log}
        assert [move.seq for move in log] == list(range(1, len(log) + 1))
        assert all(own[seq].seat == seat and own[seq].by_player for seq, seat in kept)
        assert all(move.by_player or move.by_clock for move in log)


def test_time_is_not_given_back_with_a_decision(timed: Make, let_time_pass: Pass) -> None:
    seated = timed({**RACE, "increment": 50})
    let_time_pass(300)
    eventually(lambda: is_about(left(seated, 0), 700))
    seated.play(0)
    assert seated.post("undo", None, 0).json()["status"] == "asked"
    assert seated.post("undo/answer", {"agree": True}, 1).json()["status"] == "done"
    assert is_about(left(seated, 0), 700)


# --- pauses -----------------------------------------------------------------------------------------


def asked(seated: Any) -> Any:
    return seated.view()["clocks"]["asked"]


def test_clocks_stand_when_all_agree_and_go_on_when_one_likes(timed: Make, let_time_pass: Pass) -> None:
    seated = timed(RACE)
    assert kind_of(seated.post("resume", None, 1)) == "NotPaused"
    assert seated.post("pause", None, 1).json()["status"] == "asked"
    assert asked(seated) == {"by": 1, "waiting": [0]}
    assert kind_of(seated.post("pause", None, 0)) == "PauseAsked"
    assert kind_of(seated.post("pause/answer", {"agree": True}, 1)) == "NothingAsked"
    assert kind_of(seated.post("pause", None, **EVE)) == "NotAllowed"
    assert seated.post("pause/answer", {"agree": True}, 0).json()["status"] == "paused"
    assert (running(seated), asked(seated)) == ([], None)
    before = left(seated, 0)
    let_time_pass(5000)
    time.sleep(0.6)
    assert left(seated, 0) == before
    assert not lent(seated, 0)
    body = {"own": 0, "code": seated.view(0)["choices"][0]["code"], "move_id": "m"}
    assert kind_of(seated.post("moves", body, 0)) == "Paused"
    assert seated.post("resume", None, 1).json()["status"] == "running"
    assert running(seated) == [0]
    assert is_about(left(seated, 0), before)
    assert seated.post("moves", body, 0).status_code == 200


def test_a_question_for_a_pause_is_withdrawn_refused_or_overtaken(timed: Make) -> None:
    seated = timed(RACE)
    assert kind_of(seated.post("pause/withdraw", None, 0)) == "NoPauseAsked"
    seated.post("pause", None, 0)
    assert seated.post("pause/withdraw", None, 0).json()["status"] == "withdrawn"
    seated.post("pause", None, 0)
    assert seated.post("pause/answer", {"agree": False}, 1).json()["status"] == "refused"
    seated.post("pause", None, 1)
    seated.play(0)
    assert asked(seated) is None
    assert kind_of(seated.post("pause/answer", {"agree": True}, 0)) == "NothingAsked"


def test_alone_one_pauses_at_once_and_bots_wait(timed: Make) -> None:
    seated = timed(RACE, BOT)
    assert seated.post("pause", None, 0).json()["status"] == "paused"
    seated.post("seats/0/lend", {"level": "random"}, 0)
    for _ in range(30):
        assert not seated.client.app.state.bots.thinking
        time.sleep(0.02)
    assert seated.view()["seq"] == 0
    seated.post("resume", None, 0)
    eventually(lambda: seated.view()["seq"] > 4)


# --- the server -------------------------------------------------------------------------------------


def test_nobody_pays_for_the_time_in_which_the_server_is_stopped(
    serve: Any, seated_at: Any, same_table: Any, let_time_pass: Pass, monkeypatch: Any
) -> None:
    asked = {"options": {"first": 0}, "tempo": {"clock": RACE}}
    seated = seated_at(serve())(**asked).join(0).join(1).start()
    seated.play(0)
    let_time_pass(400)
    eventually(lambda: left(seated, 0) < 650)
    before = left(seated, 0)
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 7 * 86400)
    monkeypatch.setattr(timekeeping, "time", SimpleNamespace(monotonic=lambda: time.monotonic() - 5000))
    seated = same_table(seated, serve())
    assert is_about(left(seated, 0), before)
    let_time_pass(1000)
    eventually(lambda: lent(seated, 0))


def test_a_table_at_which_nobody_looks_is_looked_after_even_if_the_server_was_killed(
    serve: Any, seated_at: Any, let_time_pass: Pass, database: str, tmp_path: Path
) -> None:
    asked = {"options": {"first": 0}, "tempo": {"clock": {**EACH, "seconds": 3 * 86400}}, "listed": True}
    seated = seated_at(serve())(**asked).join(0).join(1).start()
    seated.play(0)
    time.sleep(0.6)
    with sqlite3.connect(tmp_path / "tables.db") as connection:  # as if there had been no time for it
        connection.execute("UPDATE match SET due = 1e9")
    client = serve()

    def lent_as_listed() -> bool:
        return bool(client.get("/api/tables").json()[0]["seats"][0]["lent"])

    let_time_pass(2 * 86400)
    time.sleep(0.6)
    assert not lent_as_listed()
    let_time_pass(86400)
    eventually(lent_as_listed)


@pytest.mark.parametrize("hours", [9, -9])
def test_the_clock_of_the_machine_may_jump(
    timed: Make, let_time_pass: Pass, monkeypatch: Any, hours: int
) -> None:
    seated, right = timed(RACE), time.time
    monkeypatch.setattr(time, "time", lambda: right() + hours * 3600)
    time.sleep(0.6)
    seated.play(0)
    time.sleep(0.6)
    assert not lent(seated, 0)
    assert is_about(left(seated, 0), 1000)
    let_time_pass(1001)
    eventually(lambda: lent(seated, 0))


def test_a_worker_that_hangs_takes_no_more_than_a_few_seconds(timed: Make, monkeypatch: Any) -> None:
    seated = timed(RACE)
    late = SimpleNamespace(monotonic=lambda: time.monotonic() + 5000)
    monkeypatch.setattr(timekeeping, "time", late)
    assert is_about(left(seated, 0), 1000)
    time.sleep(0.6)
    assert is_about(left(seated, 0), 1000)


@pytest.fixture
def shared(new_database: Any) -> str:
    """A database for several workers."""
    return str(new_database())


@pytest.fixture
def workers(shared: str) -> Iterator[list[TestClient[Any]]]:
    """Two workers on it."""
    clients = [TestClient(application(Settings(shared, shared, Limits.OFF, 0.2, 0.0))) for _ in range(2)]
    for client in clients:
        client.__enter__()
    yield clients
    for client in clients:
        client.__exit__(None, None, None)


def test_two_workers_keep_one_time(
    workers: list[TestClient[Any]], shared: str, seated_at: Any, same_table: Any
) -> None:
    clock = {"each": "decision", "seconds": 3, "at_zero": "safe"}
    here = seated_at(workers[0])(options={"first": 0}, tempo={"clock": clock}).join(0).join(1).start()
    there = same_table(here, workers[1])
    assert abs(left(here, 0) - left(there, 0)) < 3
    eventually(lambda: there.view()["seq"] == 1)  # once, though both have looked
    here.play(0)
    assert running(there) == running(here) == [1]
    there.post("pause", None, 0)
    eventually(lambda: asked(here) is not None)
    assert here.post("pause/answer", {"agree": True}, 1).json()["status"] == "paused"
    eventually(lambda: there.view()["clocks"]["paused"])
    assert running(there) == []
    eventually(lambda: asked(there) is None)  # where it was asked, too
    assert there.post("resume", None, 0).json()["status"] == "running"
    eventually(lambda: running(here) == [1])
    log = log_of(shared, here.id)
    assert [move.by_clock for move in log] == [True, False]


# --- what it is kept for ----------------------------------------------------------------------------


def test_a_rematch_and_an_export_keep_the_clock(
    gruppetto: Any, timed: Make, client: TestClient[Any], database: str, tmp_path: Path
) -> None:
    clock = {**RACE, "increment": 5, "at_zero": "safe"}
    seated = timed(clock)
    seated.race()
    again = seated.post("rematch", None, 0).json()["id"]
    assert client.get(f"/api/tables/{again}").json()["tempo"]["clock"] == clock
    assert gruppetto("db", "export", tmp_path / "kept", "--database", database)[0] == 0
    told = json.loads((tmp_path / "kept" / "tables.json").read_text())
    assert [table["tempo"]["clock"] for table in told] == [clock, clock]
    assert gruppetto("db", "forget", "--table", seated.id, "--yes", "--database", database)[0] == 0
    assert gruppetto("db", "prune", "--older-than", "0d", "--yes", "--database", database)[0] == 0
