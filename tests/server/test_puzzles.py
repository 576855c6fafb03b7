"""Puzzles over the wire: shown as a seat sees them, answered, and ridden out."""

from typing import Any

import pytest

import gruppetto as g
from gruppetto.games import registry

OURS = [game.id for game in registry.own()]


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_puzzle_is_shown_answered_and_ridden_out(client: Any, game: str) -> None:
    one = g.puzzles(game)[0]
    listed = client.get(f"/api/puzzles/{game}").json()
    assert listed[0] == {"game": game, "id": one.id, "difficulty": one.difficulty, "asks": one.asks}
    snapshot = client.get(f"/api/puzzles/{game}/{one.id}").json()
    assert snapshot["seat"] == one.seat
    assert snapshot["view"] == one.match().view(one.seat)
    assert {choice["code"] for choice in snapshot["choices"]} == {choice.code for choice in one.choices}
    solution = client.get(f"/api/puzzles/{game}/{one.id}/solution").json()
    assert solution["choices"][0] == {"code": one.best, "win": one.choices[0].win}
    story = client.get(f"/api/puzzles/{game}/{one.id}/endings/{one.best}").json()
    assert story["steps"][0]["code"] == one.best
    assert story["result"] is not None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_puzzle_of_the_day_is_one_of_them(client: Any) -> None:
    today = client.get("/api/puzzles/today").json()
    assert today["id"] in {one.id for one in g.puzzles(today["game"])}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_no_puzzle_and_no_choice_is_refused(client: Any) -> None:
    one = g.puzzles("flamme-rouge")[0]
    unknown = client.get("/api/puzzles/flamme-rouge/nothing")
    assert (unknown.status_code, unknown.json()["error"]["kind"]) == (400, "UnknownPuzzle")
    wrong = client.get(f"/api/puzzles/flamme-rouge/{one.id}/endings/999")
    assert (wrong.status_code, wrong.json()["error"]["kind"]) == (400, "IllegalMove")
    assert client.get("/api/puzzles/chess").status_code == 400
