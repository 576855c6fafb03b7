"""Answers are packed, and what hardly ever changes is sent once."""

from typing import Any

from litestar.testing import TestClient


def test_an_answer_is_packed_for_those_who_can_unpack_it(client: TestClient[Any]) -> None:
    packed = client.get("/api/games", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_a_small_answer_is_not(client: TestClient[Any]) -> None:
    assert "content-encoding" not in client.get("/api/health", headers={"Accept-Encoding": "gzip"}).headers


def test_what_was_packed_before_is_not_packed_twice(client: TestClient[Any]) -> None:
    rules = client.get("/api/games/flamme-rouge/rules", headers={"Accept-Encoding": "gzip"})
    assert rules.headers["content-encoding"] == "gzip"
    assert rules.json()["game"] == "flamme-rouge"


def test_games_are_sent_once(client: TestClient[Any]) -> None:
    tag = client.get("/api/games").headers["etag"]
    again = client.get("/api/games", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert "etag" not in client.get("/api/me").headers


def test_a_road_that_was_drawn_is_shown_at_once(client: TestClient[Any]) -> None:
    road = client.get("/api/games/flamme-rouge/scenery", params={"stage": "Avenue Corso Paseo"})
    assert "stale-while-revalidate" in road.headers["cache-control"]
    assert client.get("/api/games").headers["cache-control"] == "no-cache"
