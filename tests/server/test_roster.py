"""Players from outside at a server's tables: those its operator has named, and nobody else."""

import logging
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import gruppetto as g
from gruppetto.games import registry
from gruppetto.match import Seated
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.roster import Roster, bots_of

HOST = {"X-Key": "h" * 22}
JSON = {"Content-Type": "application/json", "X-Key": "k" * 22}
MINE = """
from pathlib import Path

class Highest:
    def decide(self, question):
        with Path("asked").open("a") as asked:
            asked.write(".")
        return question.legal[-1]

class Lost:
    def decide(self, question):
        raise RuntimeError("lost my map")
"""
BOTS = {"highest": "py:mine_at_tables:Highest", "lost": "py:mine_at_tables:Lost"}
Open = Callable[[dict[str, str]], TestClient[Any]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with players of the operator's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mine_at_tables", raising=False)
    (tmp_path / "mine_at_tables.py").write_text(MINE)
    return tmp_path


@pytest.fixture
def opened(here: Path) -> Iterator[Open]:
    """A server with these players; opening another is a restart."""
    running: list[TestClient[Any]] = []

    def stop() -> None:
        while running:
            running.pop().__exit__(None, None, None)

    def start(bots: dict[str, str]) -> TestClient[Any]:
        stop()
        database = f"sqlite+aiosqlite:///{here / 'tables.db'}"
        running.append(
            TestClient(application(Settings(database, "memory://", Limits.OFF, 0.2, 0.0, bots=bots)))
        )
        running[-1].__enter__()
        return running[-1]

    yield start
    stop()


def ridden(client: TestClient[Any], table: str) -> Any:
    """A table, once its race is over."""
    until = time.monotonic() + 120
    while (found := client.get(f"/api/tables/{table}").json())["status"] != "over":
        assert time.monotonic() < until, found
        time.sleep(0.05)
    return found


def begun(client: TestClient[Any], *levels: str) -> str:
    seats = [{"kind": "bot", "level": level} for level in levels]
    made = client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST).json()
    started = client.post(f"/api/tables/{made['id']}/start", json={}, headers=HOST)
    assert started.status_code == 200, started.text
    table: str = made["id"]
    return table


def test_a_level_is_offered_only_in_games_that_have_a_network(opened: Open) -> None:
    client = opened(BOTS)
    games = {player["name"]: player["games"] for player in client.get("/api/players").json()}
    assert games["patron"] == games["highest"] == [game["id"] for game in client.get("/api/games").json()]
    assert games["hors-categorie"] == [game for game in games["patron"] if registry.get(game).network]
    seats = [{"kind": "bot", "level": "hors-categorie"}, {"kind": "bot", "level": "random"}]
    for game in games["patron"]:
        answer = client.post("/api/tables", json={"game": game, "seats": seats}, headers=HOST)
        assert answer.is_success == (game in games["hors-categorie"]), game
        assert answer.is_success or "no player 'hors-categorie'" in answer.text


def test_who_the_operator_has_named_can_be_chosen_and_rides(opened: Open, here: Path) -> None:
    client = opened(BOTS)
    assert [player["name"] for player in client.get("/api/players").json()][-3:] == [
        "hors-categorie",
        "highest",
        "lost",
    ]
    over = ridden(client, begun(client, "highest", "random"))
    assert over["seats"][0]["name"] == "highest"
    assert (here / "asked").stat().st_size > 20


def test_for_one_who_fails_a_sensible_rider_decides(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    client = opened(BOTS)
    with caplog.at_level(logging.WARNING, "gruppetto.server.roster"):
        ridden(client, begun(client, "lost", "random"))
    assert "lost did not decide on seat 0" in caplog.text
    assert "lost my map" in caplog.text


def test_a_table_outlives_a_player_who_is_not_there_any_more(opened: Open) -> None:
    client = opened(BOTS)
    seats = [{"kind": "bot", "level": "highest"}, {"kind": "open"}]
    made = client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST).json()
    again = opened({})
    begun = again.post(f"/api/tables/{made['id']}/start", json={"fill": "random"}, headers=HOST)
    assert begun.status_code == 200
    ridden(again, made["id"])


@pytest.mark.parametrize(
    "level", ["py:mine_at_tables:Highest"[:20], "py:json:X", "stdio:touch told", "onnx:a"]
)
def test_nobody_can_name_what_is_to_be_run(opened: Open, here: Path, level: str) -> None:
    client = opened(BOTS)
    seats = [{"kind": "bot", "level": level}, {"kind": "open"}]
    answer = client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "UnknownPlayer")
    seats[0] = {"kind": "hotseat", "name": "Ada"}
    made = client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST).json()
    path = f"/api/tables/{made['id']}"
    assert client.post(f"{path}/start", json={"fill": level}, headers=HOST).status_code == 400
    assert client.post(f"{path}/seats/0/lend", json={"level": level}, headers=HOST).status_code == 400
    assert not (here / "told").exists()
    assert "mine_at_tables" not in sys.modules


def test_neither_can_a_save_file(opened: Open, here: Path) -> None:
    match = g.start("flamme-rouge", seats=2, seed=1)
    match.seated = (Seated("bot", level="stdio:touch told"), Seated("bot", level="highest"))
    match.save(here / "race.json")
    made = (
        opened(BOTS)
        .post("/api/tables/import", content=(here / "race.json").read_bytes(), headers=JSON)
        .json()
    )
    assert [seat["kind"] for seat in made["table"]["seats"]] == ["hotseat", "bot"]
    assert not (here / "told").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Highest=py:mine:Highest", "is no name"),
        ("patron=py:mine:Highest", "not one of ours"),
        ("highest=mine", "names no policy"),
        ("highest", "names no policy"),
        (f"{'x' * 21}=onnx:a.onnx", "20 at most"),
    ],
)
def test_an_operator_is_told_what_a_name_may_be(given: str, said: str) -> None:
    with pytest.raises(g.BadOption, match=said):
        bots_of([given])


@pytest.mark.usefixtures("here")
def test_a_server_does_not_start_with_a_player_who_is_not_there() -> None:
    with pytest.raises(g.UnknownPlayer, match="has no class 'Higest'; did you mean 'Highest'"):
        Roster(bots_of(["highest=py:mine_at_tables:Higest"])).open()
