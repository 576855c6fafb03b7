"""Bots that think at tables, and hints for those who may have them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gruppetto.server import bots

from .conftest import eventually

HOST = {"X-Key": "h" * 22}
Tables = Callable[..., Any]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 0.02)


def test_levels_can_be_chosen(client: Any) -> None:
    levels = client.get("/api/players").json()
    assert [level["name"] for level in levels][-4:] == ["equipier", "baroudeur", "patron", "hors-categorie"]
    assert all(level["text"] for level in levels)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_patrons_ride_to_the_finish_by_themselves(table: Tables) -> None:
    seats = [{"kind": "bot", "level": level} for level in ("patron", "baroudeur", "equipier", "touriste")]
    race = table(seats=seats)
    race.start()
    over = eventually(lambda: race.get().json() if race.get().json()["status"] == "over" else None, 240)
    assert sorted(over["result"]["seats"]) == [0, 1, 2, 3]


def test_a_level_with_a_budget_of_its_own_is_no_level_for_a_table(client: Any) -> None:
    body = {"game": "flamme-rouge", "seats": [{"kind": "open"}, {"kind": "bot", "level": "patron@9s"}]}
    answer = client.post("/api/tables", json=body, headers=HOST)
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "UnknownPlayer"


def test_hints_are_given_to_the_seat_that_owes_a_decision(table: Tables) -> None:
    pair = table(hints=True).join(0, "Ada").join(1, "Bo").start()
    (first, *_), idle = pair.waiting(), 1 - pair.waiting()[0]
    answer = pair.get("hint", first)
    assert answer.status_code == 200, answer.text
    advice = answer.json()
    assert {choice["code"] for choice in advice["choices"]} == {
        choice["code"] for choice in pair.view(first)["choices"]
    }
    assert all(0 <= choice["win"] <= 1 <= choice["place"] <= 2 for choice in advice["choices"])
    assert all(0 < choice["error"] < 0.5 for choice in advice["choices"])
    assert advice["choices"][0]["reasons"] == []
    assert pair.get("hint", idle).status_code == 409
    assert pair.get("hint").status_code == 401


def test_there_are_no_hints_where_the_table_has_none(pair: Any) -> None:
    answer = pair.get("hint", pair.waiting()[0])
    assert answer.status_code == 403
    assert answer.json()["error"]["kind"] == "NoHints"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_thought_is_cut_short_when_its_player_takes_his_seat_back(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 500.0)
    pair = table().join(0, "Ada").join(1, "Bo").start()
    seat = pair.waiting()[0]
    assert pair.post(f"seats/{seat}/lend", {"level": "patron"}, seat).status_code == 200
    eventually(lambda: pair.client.app.state.bots._thoughts)
    assert pair.post(f"seats/{seat}/take-back", None, seat).status_code == 200
    eventually(lambda: not pair.client.app.state.bots._thoughts)
    assert pair.view(seat)["choices"]


def test_only_one_hint_at_a_time(table: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 1.0)
    pair = table(hints=True).join(0, "Ada").join(1, "Bo").start()
    seat = pair.waiting()[0]
    with ThreadPoolExecutor(4) as pool:
        answers = [answer.result() for answer in [pool.submit(pair.get, "hint", seat) for _ in range(4)]]
    assert min(answer.status_code for answer in answers) == 200
    assert 429 in [answer.status_code for answer in answers]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_domestique_does_not_queue_behind_patrons(table: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 100.0)
    monkeypatch.setattr(bots, "LEAST", 100.0)
    for _ in range(2):
        table(seats=[{"kind": "bot", "level": "patron"}] * 2).start()
    race = table(seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "bot", "level": "domestique"}])
    race.start()
    if race.waiting() == [0]:
        race.play(0)
        race.play(0)
    eventually(lambda: race.get().json()["seq"] >= 2)
    eventually(lambda: 0 in race.waiting())


def test_dummy_seats_and_dummy_teams_go_together(client: Any) -> None:
    for seats, teams in (
        ([{"kind": "dummy"}, {"kind": "open"}], []),
        ([{"kind": "open"}, {"kind": "open"}], ["player", "muscle"]),
        ([{"kind": "open"}, {"kind": "bot", "level": "random"}], ["player", "muscle"]),
    ):
        body = {"game": "flamme-rouge", "seats": seats, "options": {"teams": teams}}
        answer = client.post("/api/tables", json=body, headers=HOST)
        assert answer.status_code == 400
        assert "dummy" in answer.json()["error"]["text"]


def test_options_that_are_too_deep_or_too_long_are_refused_briefly(client: Any) -> None:
    seats = '"seats": [{"kind": "open"}, {"kind": "open"}]'
    for options in ('{"stage": ' + "[" * 1000 + "]" * 1000 + "}", '{"' + "x" * 60_000 + '": 1}'):
        body = f'{{"game": "flamme-rouge", {seats}, "options": {options}}}'
        answer = client.post(
            "/api/tables", content=body, headers={**HOST, "Content-Type": "application/json"}
        )
        assert answer.status_code == 400, answer.text[:200]
        assert len(answer.text) < 1000


def test_names_that_move_other_text_about_are_refused(table: Tables) -> None:
    for name in ("a\x00b", "a\nb", "\u202eadA"):
        assert table().post("seats/0/join", {"name": name}).status_code == 400
