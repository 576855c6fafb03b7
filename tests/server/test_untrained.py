"""Rules are newer than the network that has learnt them: nobody rides by it, and every table goes on."""

import logging
import time
from collections.abc import Callable
from typing import Any

import pytest

import gruppetto as g
from gruppetto.games import registry
from gruppetto.match import Seated

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
GAME = registry.get("flamme-rouge")
JSON = {"Content-Type": "application/json", "X-Key": "k" * 22}
ADA = {"kind": "hotseat", "name": "Ada"}
BEST = {"kind": "bot", "level": "hors-categorie"}
Newer = Callable[[], None]


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Newer:
    """Install other rules of Flamme Rouge, without a network for them."""
    return lambda: monkeypatch.setattr(type(GAME), "rules_version", GAME.rules_version + 1)


def levels(seated: Any) -> list[str | None]:
    return [seat["level"] for seat in seated.get().json()["seats"]]


def eventually(true: Callable[[], Any], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_the_level_is_offered_no_more_and_the_log_says_why(
    serve: Any, newer: Newer, caplog: pytest.LogCaptureFixture
) -> None:
    learnt = GAME.rules_version
    newer()
    with caplog.at_level(logging.WARNING, "gruppetto.server.readiness"):
        client = serve()
    assert f"Flamme Rouge: its network was trained under version {learnt} of the rules" in caplog.text
    assert "Etapa" not in caplog.text
    games = {player["name"]: player["games"] for player in client.get("/api/players").json()}
    assert "flamme-rouge" in games["patron"]
    assert "flamme-rouge" not in games["hors-categorie"]
    assert "etapa" in games["hors-categorie"]
    refused = client.post("/api/tables", json={"game": "flamme-rouge", "seats": [ADA, BEST]}, headers=JSON)
    assert (refused.status_code, refused.json()["error"]["kind"]) == (400, "UnknownPlayer")


def test_where_it_sat_the_strongest_rides_on(table: Any, serve: Any, newer: Newer, same_table: Any) -> None:
    running, waiting = table(seats=[ADA, BEST]).start(), table(seats=[ADA, BEST])
    lent = table(seats=[ADA, ADA]).start()
    assert lent.post("seats/0/lend", {"level": "hors-categorie"}, 0).status_code == 200
    running.race(decisions=6)
    newer()
    client = serve()
    running, waiting, lent = (same_table(seated, client) for seated in (running, waiting, lent))
    assert levels(running) == levels(waiting) == [None, "patron"]
    assert levels(lent) == ["patron", None]
    waiting.start()
    for seated in (running, waiting):
        made = seated.race(decisions=3).view(0)["own"]
        eventually(lambda seated=seated, made=made: seated.view()["seq"] > made)


def test_a_rematch_and_a_save_file_seat_the_strongest_instead(
    table: Any, serve: Any, newer: Newer, same_table: Any
) -> None:
    over = table(seats=[ADA, BEST]).start()
    over.post("seats/0/lend", {"level": "random"}, 0)
    eventually(lambda: over.get().json()["status"] == "over", 120)
    match = g.start("flamme-rouge", seats=2, seed=1)
    match.seated = (Seated("person", "Ada"), Seated("bot", "Ginette", "hors-categorie"))
    saved = match.to_json()
    newer()
    client = serve()
    after = same_table(over, client)
    assert levels(after)[1] == "hors-categorie"  # who rode it is told as it was
    again = after.hosted("rematch")
    assert again.status_code == 200, again.text
    made = client.get(f"/api/tables/{again.json()['id']}").json()
    assert made["seats"][1]["level"] == "patron"
    brought = client.post("/api/tables/import", content=saved, headers=JSON).json()
    assert [seat["level"] for seat in brought["table"]["seats"]] == [None, "patron"]
