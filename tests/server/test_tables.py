"""Tables over HTTP, on SQLite and on PostgreSQL."""

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import gruppetto as g
from gruppetto.match import Match
from gruppetto.server.limits import Limits

HOST = {"X-Key": "h" * 22}
Make = Callable[..., Any]


def eventually(true: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_games_and_stages_are_listed(client: TestClient[Any]) -> None:
    games = {game["id"] for game in client.get("/api/games").json()}
    assert {"flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa"} <= games
    stages = client.get("/api/games/flamme-rouge/catalogue").json()["stages"]
    assert "La Classicissima" in [stage["name"] for stage in stages]
    scenery = client.get("/api/games/flamme-rouge/scenery", params={"stage": "La Classicissima"}).json()
    assert len(scenery["layout"]["squares"]) == len(scenery["squares"]) == 78
    assert "domestique" in [player["name"] for player in client.get("/api/players").json()]
    assert client.get("/api/health").json()["ok"] is True


def test_legality_is_computed_once_for_a_decision(pair: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat was shown is what its decision is checked by, and nothing is checked again."""
    asked, legal = list[tuple[int, int]](), Match.legal

    def note(match: Match, seat: int) -> list[int]:
        asked.append((len(match.log), seat))
        return legal(match, seat)

    monkeypatch.setattr(Match, "legal", note)
    monkeypatch.setattr(Match, "play", None)
    for _ in range(6):
        seat = pair.waiting()[0]
        pair.play(seat)
    assert len(asked) == len(set(asked)) >= 6


def test_choices_carry_previews_and_the_routine(pair: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are told where there is something to tell, and left out where there is not."""
    seat, explained = pair.waiting()[0], Match.explained
    plain = pair.view(seat)["choices"]
    assert all(set(choice) == {"code", "text", "rule", "message"} for choice in plain)

    def with_more(match: Match, seat: int, codes: list[int]) -> list[g.Choice]:
        first, *others = explained(match, seat, codes)
        return [msgspec.structs.replace(first, preview=first.message, routine=True), *others]

    monkeypatch.setattr(Match, "explained", with_more)
    pair.play(seat)
    seat = pair.waiting()[0]
    first, *others = pair.view(seat)["choices"]
    assert (first["preview"], first["routine"]) == (first["message"], True)
    assert all(set(choice) == {"code", "text", "rule", "message"} for choice in others)


def test_two_people_race_from_the_lobby_to_the_result(pair: Any) -> None:
    commitment = pair.get().json()["commitment"]
    assert pair.get().json()["seed"] is None
    pair.race()
    table = pair.get().json()
    assert table["status"] == "over"
    assert table["result"]["winner"] in (0, 1)
    assert hashlib.sha256(bytes.fromhex(table["seed"])).hexdigest() == commitment == table["commitment"]
    match = g.loads(pair.get("log").content)
    assert match.seated == (g.Seated("person", "Ada"), g.Seated("person", "Bo"))
    assert match.result == table["result"]
    assert match.commitment == commitment


def test_the_seed_and_the_log_stay_secret_until_the_end(pair: Any) -> None:
    pair.race(decisions=20)
    for path in ("", "view"):
        assert "seed" not in json.dumps(pair.get(path).json()).replace('"seed": null', "")
    assert pair.get("log").status_code == 403
    assert pair.get("story").status_code == 403


def test_a_seat_sees_its_own_cards_and_nobody_elses(pair: Any) -> None:
    pair.race(decisions=12)
    mine, theirs, public = pair.view(0), pair.view(1), pair.view()
    assert "own" in mine["view"]["riders"]["0S"]
    assert "own" not in mine["view"]["riders"]["1S"]
    assert "own" in theirs["view"]["riders"]["1S"]
    assert "own" not in public["view"]["riders"]["0S"]
    assert public["choices"] == []


def test_resending_a_move_is_safe(pair: Any) -> None:
    seat = pair.waiting()[0]
    body = pair.play(seat)
    before = pair.view(seat)
    again = pair.post("moves", body, seat)
    assert again.status_code == 200
    assert again.json()["seq"] == 1
    assert pair.view(seat) == before


@pytest.mark.parametrize(
    ("change", "status", "kind"),
    [
        ({"own": 7}, 409, "OutOfTurn"),
        ({"code": 9999}, 409, "IllegalMove"),
        ({"code": -1}, 400, "BadRequest"),
        ({"code": "x"}, 400, "BadRequest"),
        ({"move_id": ""}, 400, "BadRequest"),
        ({"move_id": "x" * 41}, 400, "BadRequest"),
        ({"extra": 1}, 400, "BadRequest"),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(
    pair: Any, change: dict[str, Any], status: int, kind: str
) -> None:
    seat = pair.waiting()[0]
    before = pair.view(seat)
    code = before["choices"][0]["code"]
    answer = pair.post("moves", {"own": 0, "code": code, "move_id": "a", **change}, seat)
    assert answer.status_code == status
    assert answer.json()["error"]["kind"] == kind
    assert answer.json()["error"]["text"]
    assert pair.view(seat) == before


def test_only_its_owners_key_opens_a_seat(pair: Any, client: TestClient[Any]) -> None:
    for key in (pair.keys[1], "x" * 22, pair.host):
        mine = {"X-Key": key, "X-Seat": "0"}
        assert client.get(f"/api/tables/{pair.id}/view", headers=mine).status_code == 401
        assert pair.post("moves", {"own": 0, "code": 0, "move_id": "a"}, **mine).status_code == 401
    for wrong in ({"X-Key": "short"}, {"X-Key": "x" * 65}, {"X-Seat": "-1"}, {"X-Seat": "7"}):
        assert client.get(f"/api/tables/{pair.id}/view", headers=wrong).status_code == 400
    for nobody in ({}, {"X-Key": "x" * 22}, {"X-Key": pair.host}):
        assert client.get(f"/api/tables/{pair.id}/view", headers=nobody).json()["seat"] is None
    assert client.get("/api/tables/nowhere").status_code == 404
    assert client.get("/api/tables/" + "x" * 200).status_code == 404


def test_seats_are_taken_once_and_only_before_the_start(table: Make) -> None:
    seated = table().join(0)
    assert seated.post("seats/1/join", {"name": "Bo"}).json()["error"]["kind"] == "NoKey"
    assert seated.post("seats/0/join", {"name": "Bo"}, **HOST).status_code == 409
    assert seated.post("seats/9/join", {"name": "Bo"}, **HOST).status_code == 404
    assert seated.post("seats/1/join", {"name": ""}, **HOST).status_code == 400
    assert seated.post("seats/1/join", {"name": "x" * 25}, **HOST).status_code == 400
    assert seated.hosted("start", {}).json()["error"]["kind"] == "SeatsOpen"
    assert seated.post("start", {"fill": "domestique"}).status_code == 401
    seated.start(fill="domestique")
    assert seated.get().json()["seats"][1]["kind"] == "bot"
    assert seated.hosted("start", {}).status_code == 409
    assert seated.post("seats/1/join", {"name": "Bo"}, **HOST).status_code == 409


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": [{"kind": "open"}]}, "2 to 4 seats"),
        ({"seats": [{"kind": "robot"}] * 2}, "robot"),
        ({"seats": [{"kind": "bot", "level": "armstrong"}] * 2}, "no player 'armstrong'"),
        ({"options": {"stage": "Nowhere at all"}}, "neither the name of a stage"),
        ({"options": {"stage": "abbu"}}, "twice"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"title": "x" * 61}, "60"),
        ({"tempo": {"lend_after": 1}}, "10"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_a_table_that_cannot_be_is_refused(client: TestClient[Any], body: dict[str, Any], words: str) -> None:
    asked = {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2, **body}
    answer = client.post("/api/tables", json=asked, headers=HOST)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["text"]
    assert client.get("/api/tables").json() == []


def test_bots_play_and_finish_a_race_among_themselves(table: Make) -> None:
    seated = table(seats=[{"kind": "bot"}, {"kind": "bot", "level": "random"}, {"kind": "bot"}]).start()
    eventually(lambda: seated.get().json()["status"] == "over", 30)
    assert g.loads(seated.get("log").content).over


def test_a_person_races_bots_and_dummies(table: Make) -> None:
    seats = [{"kind": "hotseat", "name": "Me"}, {"kind": "bot"}, {"kind": "dummy"}, {"kind": "dummy"}]
    options = {"teams": ["player", "player", "muscle", "peloton"]}
    seated = table(seats=seats, options=options).start()
    seated.race()
    eventually(lambda: seated.get().json()["status"] == "over", 30)
    story = seated.get("story").json()
    assert story["result"] == seated.get().json()["result"]
    assert story["steps"][-1]["events"][-1]["type"] == "Ended"
    assert story["steps"][-1]["changed"]["phase"] == "finished"


def test_a_lone_player_takes_back_a_card_at_once_but_not_what_was_drawn(table: Make) -> None:
    seated = table(seats=[{"kind": "hotseat", "name": "Me"}, {"kind": "open"}]).join(1, "Bo").start()
    while seated.view()["view"]["phase"] == "placement":
        seated.play(seated.waiting()[0])
    seated.play(0)  # a rider: his cards are drawn
    assert not seated.view(0)["can_undo"]
    assert seated.post("undo", None, 0).json()["error"]["kind"] == "NoWayBack"


def test_undo_needs_the_consent_of_the_others_and_stands_in_the_log(pair: Any) -> None:
    while pair.view()["view"]["phase"] == "placement":
        pair.play(pair.waiting()[0])
    for _ in range(3):
        pair.play(0)
    before = pair.view(0)
    assert before["can_undo"]
    assert pair.post("undo", None, 0).json() == {"status": "asked"}
    assert pair.view(1)["undo"] == {"by": 0, "waiting": [1]}
    assert pair.post("undo/answer", {"agree": False}, 1).json() == {"status": "refused"}
    assert pair.view(1)["undo"] is None
    pair.post("undo", None, 0)
    assert pair.post("undo/answer", {"agree": True}, 1).json() == {"status": "done"}
    after = pair.view(0)
    assert after["own"] == before["own"] - 1
    assert after["seq"] == before["seq"] + 1
    assert after["choices"]
    pair.race()
    assert g.loads(pair.get("log").content).result == pair.get().json()["result"]


def test_nothing_is_taken_back_after_the_cards_are_revealed(pair: Any) -> None:
    while pair.view()["view"]["round"] < 2:
        pair.play(pair.waiting()[0])
    for seat in (0, 1):
        assert not pair.view(seat)["can_undo"]
        assert pair.post("undo", None, seat).status_code == 409


def test_a_seat_is_lent_to_a_bot_and_taken_back(pair: Any) -> None:
    assert pair.post("seats/0/lend", {"level": "domestique"}, 1).status_code == 403
    assert pair.post("seats/0/lend", {"level": "nobody"}, 0).status_code == 400
    assert pair.post("seats/0/lend", {"level": "domestique"}, 0).json()["seats"][0]["lent"]
    eventually(lambda: pair.waiting() == [1])
    pair.play(1)
    pair.play(1)
    eventually(lambda: pair.waiting() == [1])
    table = pair.post("seats/0/take-back", None, 0).json()
    assert not table["seats"][0]["lent"]
    while 0 not in pair.waiting():
        pair.play(1)
    pair.play(0)


def test_a_race_goes_on_after_a_restart(serve: Any, table: Make, client: TestClient[Any]) -> None:
    seated = table(seats=[{"kind": "hotseat", "name": "Me"}, {"kind": "bot"}]).start()
    seated.race(decisions=15)
    before = seated.view(0)
    seated.client = serve()
    after = seated.view(0)
    assert after["seq"] >= before["seq"]
    seated.race()
    eventually(lambda: seated.get().json()["status"] == "over", 30)


def test_bots_wake_up_after_a_restart(serve: Any, table: Make) -> None:
    seated = table(seats=[{"kind": "bot"}] * 4).start()
    seated.client = serve()
    eventually(lambda: seated.get().json()["status"] == "over", 30)


def bring(client: TestClient[Any], content: bytes) -> Any:
    headers = {**HOST, "Content-Type": "application/json"}
    return client.post("/api/tables/import", content=content, headers=headers)


def test_a_save_file_is_imported_and_played_on(client: TestClient[Any]) -> None:
    match = g.start("flamme-rouge", seats=2, seed=3)
    for _ in range(25):
        seat = match.waiting[0]
        match.play(seat, match.choices(seat)[0])
    answer = bring(client, match.to_json())
    assert answer.status_code == 201
    table = answer.json()
    view = client.get(f"/api/tables/{table['id']}/view", headers={**HOST, "X-Seat": "0"}).json()
    assert view["view"] == json.loads(json.dumps(match.view(0)))
    for content in (b"", b"{}", b"[1]", match.to_json()[:-40]):
        refused = bring(client, content)
        assert refused.status_code == 400
        assert refused.json()["error"]["kind"] == "CorruptLog"


def test_a_simulated_race_is_brought_to_a_table_and_watched(client: TestClient[Any]) -> None:
    race = g.race("flamme-rouge", 7, 12, players=["domestique", "random"])
    made = bring(client, race.to_json()).json()
    table = client.get(f"/api/tables/{made['id']}").json()
    assert (table["status"], table["seed"]) == ("over", race.seed.hex())
    assert table["result"]["winner"] == race.result["winner"]
    story = client.get(f"/api/tables/{made['id']}/story")
    assert story.status_code == 200


def test_whoever_was_saved_at_a_seat_sits_there_again(client: TestClient[Any]) -> None:
    options = {"teams": ["player"] * 3 + ["muscle"], "first": 1}
    match = g.start("flamme-rouge", seats=4, seed=3, options=options)
    match.seated = (
        g.Seated("person", "Ada"),
        g.Seated("bot", "Zia Boh", "random"),
        g.Seated("bot", level="patron@50ms"),  # nobody a server lets sit down
        g.Seated("dummy", "muscle"),
    )
    made = bring(client, match.to_json()).json()
    seats = [(seat["kind"], seat["name"]) for seat in made["table"]["seats"]]
    assert seats == [("hotseat", "Ada"), ("bot", "Zia Boh"), ("hotseat", ""), ("dummy", "")]
    assert client.get("/api/me", headers=HOST).json()["tables"][0]["seats"] == [0, 2]
    eventually(lambda: client.get(f"/api/tables/{made['id']}").json()["seq"] > 0)  # the bot rides on


@pytest.mark.parametrize("game", ["due-ruote", "etapa", "flamme-rouge", "flamme-rouge-tour"])
def test_every_game_is_set_up_and_brought_from_a_file(client: TestClient[Any], game: str) -> None:
    opened = client.post("/api/tables", json={"game": game, "seats": [{"kind": "open"}] * 2}, headers=HOST)
    assert opened.status_code == 201, opened.text
    brought = bring(client, g.start(game, seats=2).to_json())
    assert [seat["kind"] for seat in brought.json()["table"]["seats"]] == ["hotseat"] * 2


def test_a_rematch_keeps_seats_for_those_who_sat_there(pair: Any, client: TestClient[Any]) -> None:
    assert pair.post("rematch", None, 0).status_code == 409
    pair.race()
    again = pair.post("rematch", None, 0).json()["id"]
    assert pair.post("rematch", None, 1).json()["id"] == again
    assert pair.get().json()["rematch"] == again
    stranger = client.post(f"/api/tables/{again}/seats/0/join", json={"name": "Eve"}, headers=HOST)
    assert stranger.status_code == 409
    for seat, name in enumerate(("Ada", "Bo")):
        seen = client.get(f"/api/tables/{again}/view", headers=pair.shown(seat)).json()
        assert (seen["seat"], seen["table"]["seats"][seat]["name"]) == (seat, name)
    assert seen["table"]["tempo"]["lend_after"]  # nobody who stays away holds it up for ever


def test_a_table_is_listed_only_if_its_host_wants_it(table: Make, client: TestClient[Any]) -> None:
    public = table(title="Sunday race", listed=True)
    table()
    assert [entry["id"] for entry in client.get("/api/tables").json()] == [public.id]
    assert client.get("/api/tables", params={"status": "running"}).json() == []
    assert client.get("/api/tables", params={"status": "bogus"}).status_code == 400


def test_chat_is_for_those_at_the_table(pair: Any) -> None:
    assert pair.post("chat", {"text": "Allez!"}, 0).json()["name"] == "Ada"
    assert pair.post("chat", {"reaction": "👏"}, 1).json()["reaction"] == "👏"
    assert pair.post("chat", {"text": "hello"}).status_code == 401
    for body in ({}, {"text": "   "}, {"text": "x" * 201}, {"reaction": "💣"}):
        assert pair.post("chat", body, 0).status_code == 400


def test_every_answer_is_safe(client: TestClient[Any]) -> None:
    for path in ("/api/games", "/api/tables/nowhere", "/api/schema/openapi.json"):
        headers = client.get(path).headers
        assert "script-src" not in headers["Content-Security-Policy"]
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(("path", "limits"), [
    ("/api/health", Limits(requests=(0.001, 2))), ("/nothing", Limits(pages=(0.001, 2))),
])  # fmt: skip
def test_who_asks_too_much_is_hung_up_on(serve: Any, path: str, limits: Limits) -> None:
    """Or one who sends on without listening costs as much refused as answered."""
    client = serve(limits)
    _, last, refused = (client.get(path) for _ in range(3))
    assert "connection" not in last.headers
    assert (refused.status_code, refused.headers["connection"]) == (429, "close")


def test_too_much_is_refused(serve: Any) -> None:
    client = serve(Limits(tables=(0.001, 3), requests=(0.001, 12)))
    body = {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2}
    answers = [client.post("/api/tables", json=body, headers=HOST).status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]
    answers = [client.get("/api/players") for _ in range(15)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert answers[-1].headers["Retry-After"] == "2"


def test_a_huge_body_is_refused(client: TestClient[Any]) -> None:
    answer = bring(client, b"x" * (5 * 1024 * 1024))
    assert answer.status_code == 413
