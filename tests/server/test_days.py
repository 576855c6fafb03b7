"""The stage of the day: the same for everybody, ridden once, and sealed until the day has ended."""

import functools
import io
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gruppetto.games import registry
from gruppetto.match import start
from gruppetto.players.deciders import decider_of
from gruppetto.server import app, days, riding
from gruppetto.server.riding import Combination
from gruppetto.server.store import day_rides, decisions, matches, moves, outliving

from .conftest import NUMBERS, eventually, new_key, new_postgres_database, next_of
from .test_identity import run

NOON = datetime(2026, 7, 19, 12, tzinfo=UTC)
DAY = "2026-07-19"
SHORT = Combination("flamme-rouge", "patron@24", 3, {"stage": "abu"})
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
Turn = Callable[..., None]


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Any) -> str:
    """One database is enough for most of it."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/tables.db"
    return new_postgres_database(request.getfixturevalue("postgres"))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Turn:
    """The server's calendar, which can be turned on."""

    def turn(**by: float) -> None:
        for watch in (app, days, outliving, decisions):  # the app sweeps up what was touched lately
            monkeypatch.setattr(watch, "now", (NOON + timedelta(**by)).timestamp)

    turn()
    monkeypatch.setattr(riding, "rotation", lambda: [SHORT])
    return turn


class Rider:
    """Somebody who rides the stage of the day."""

    def __init__(self, client: TestClient[Any], name: str, **asked: Any) -> None:
        self.client, self.key = client, new_key()
        self.headers = {"X-Key": self.key}
        answer = self.ask(name, **asked)
        assert answer.status_code == 201, answer.text
        self.table: str = answer.json()["table"]

    def ask(self, name: str, day: str = "today", **asked: Any) -> Any:
        body = {"name": name, **asked}
        return self.client.post(f"/api/days/{day}/ride", json=body, headers=self.headers)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api{path}", headers=self.headers)

    def told(self, day: str = "today") -> Any:
        return self.get(f"/days/{day}").json()

    def ride(self, choose: Callable[[int], int] = lambda made: 5 * made) -> "Rider":
        """Choose by how many decisions were made before, until the race is over and written down."""
        while (state := self._asked())["choices"]:
            choice = state["choices"][choose(state["own"]) % len(state["choices"])]
            body = {"own": state["own"], "code": choice["code"], "move_id": f"d{next(NUMBERS)}"}
            made = self.client.post(f"/api/tables/{self.table}/moves", json=body, headers=self.headers)
            assert made.status_code == 200, made.text
        eventually(lambda: self.told(self.day)["mine"]["over"])
        return self

    @property
    def day(self) -> str:
        found: str = self.get(f"/tables/{self.table}").json()["day"]
        return found

    def _asked(self) -> Any:
        def asked() -> Any:
            state = self.get(f"/tables/{self.table}/view").json()
            return state if state["choices"] or state["table"]["status"] == "over" else None

        return eventually(asked)


@pytest.fixture
def rider(client: TestClient[Any]) -> Callable[..., Rider]:
    return functools.partial(Rider, client)


def made_at(database: str, table: str) -> list[Any]:
    query = sa.select(moves.c.seq, moves.c.seat, moves.c.action).where(moves.c.match == table)
    return [tuple(row) for row in run(database, query.order_by(moves.c.seq))]


@ON_BOTH
def test_everybody_rides_the_same_and_reads_their_place_at_once(rider: Any, client: TestClient[Any]) -> None:
    ada, bo = rider("Ada").ride(), rider("Bo").ride(lambda made: made)
    cleo = rider("Cleo", listed=False).ride()
    told = ada.told()
    assert (told["day"], told["game"], told["seats"], told["level"]) == (DAY, "flamme-rouge", 3, "patron@24")
    assert told["riders"] == 3
    assert (told["seed"], told["void"], told["streak"]) == (None, False, 1)
    assert told["ends"] == datetime(2026, 7, 20, tzinfo=UTC).timestamp()
    assert [line["name"] for line in told["ridden"]] in (["Ada", "Bo"], ["Bo", "Ada"])
    assert all(line["table"] is None for line in told["ridden"])
    assert [line["name"] for line in told["ridden"] if line["mine"]] == ["Ada"]
    # Cleo rode as Ada did, and so shares her rank without being named
    assert cleo.told()["mine"]["rank"] == told["mine"]["rank"]
    assert cleo.told()["mine"]["place"] == told["mine"]["place"] >= 1
    key = [(line["place"], line["points"]) for line in told["ridden"]]
    assert key == sorted(key)
    ranks = {line["name"]: line["rank"] for line in told["ridden"]}
    assert sorted([*ranks.values(), ranks["Ada"]]) in ([1, 1, 3], [1, 2, 2], [1, 1, 1])
    commitments = {one.get(f"/tables/{one.table}").json()["commitment"] for one in (ada, bo, cleo)}
    assert commitments == {told["commitment"]}
    assert client.get("/api/days/today").json()["mine"] is None
    cleo.client.post("/api/days/today/listed", json={"listed": True}, headers=cleo.headers)
    assert "Cleo" in [line["name"] for line in ada.told()["ridden"]]


@ON_BOTH
def test_to_read_a_day_costs_no_more_the_more_have_ridden_it(
    rider: Any, client: TestClient[Any], sql: Callable[..., Any], asks: Callable[..., int]
) -> None:
    def asked() -> int:
        return asks(lambda: client.get("/api/days/today").raise_for_status(), "day_ride")

    def rode(place: int, points: int, **asked: Any) -> None:
        table = rider("Ada", **asked).table
        came_in = sa.update(day_rides).where(day_rides.c.match == table)
        sql(came_in.values(place=place, points=points))

    rode(2, 9)
    few = asked()
    rode(1, 8, listed=False)
    for place, points in ((2, 9), (1, 8), (3, 7), (2, 10)):
        rode(place, points)
    assert asked() == few > 0
    ridden = client.get("/api/days/today").json()["ridden"]
    assert [(line["rank"], line["place"], line["points"]) for line in ridden] == [
        (1, 1, 8), (3, 2, 9), (3, 2, 9), (5, 2, 10), (6, 3, 7)
    ]  # fmt: skip


def test_the_same_decisions_meet_the_same_answers_on_any_machine(
    serve: Any, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rode(cores: int, busy: int) -> list[Any]:
        monkeypatch.setattr(os, "cpu_count", lambda: cores)
        client = serve()
        for _ in range(busy):
            seats = [{"kind": "bot", "level": "patron"}] * 4
            made = client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=KEY)
            client.post(f"/api/tables/{made.json()['id']}/start", json={}, headers=KEY)
        return made_at(database, Rider(client, "Ada").ride().table)

    alone, crowded = rode(4, 0), rode(2, 3)
    assert alone == crowded
    assert len(alone) > 10
    assert {seat for _, seat, _ in alone} == {0, 1, 2}


KEY = {"X-Key": "k" * 22}


def test_a_ride_is_ones_own_and_there_is_no_second(rider: Any, serve: Any, database: str) -> None:
    ada = rider("Ada")
    assert ada.ask("Ada").json()["table"] == ada.table
    ada.client = serve()  # begun anew
    assert ada.ask("Ada again").json()["table"] == ada.table
    ada.ride()
    assert ada.ask("Ada").json()["table"] == ada.table
    assert len(run(database, sa.select(day_rides))) == 1
    assert len(run(database, sa.select(matches))) == 1


@ON_BOTH
def test_two_devices_at_the_same_moment_have_one_ride(rider: Any, database: str) -> None:
    ada = rider("Ada")
    run(database, sa.delete(day_rides))
    with ThreadPoolExecutor(4) as devices:
        answers = list(devices.map(ada.ask, ["Ada"] * 4))
    (table,) = {answer.json()["table"] for answer in answers}
    assert {row.id for row in run(database, sa.select(matches))} == {ada.table, table}


def test_a_day_belongs_to_a_key_and_is_forgotten_with_it(rider: Any, gruppetto: Any, database: str) -> None:
    ada = rider("Ada").ride()
    new = {"X-Key": new_key()}
    ada.client.post("/api/me/keys", json={"keys": [ada.key]}, headers=new)
    ada.headers = new
    assert ada.told()["mine"]["rank"] == 1
    assert ada.ask("Ada").json()["table"] == ada.table
    person = ada.get("/me").json()["id"]
    gruppetto("db", "forget", "--person", person, "--yes", "--database", database)
    assert run(database, sa.select(day_rides)) == []


def test_nobody_helps_on_the_stage_of_the_day(rider: Any) -> None:
    ada = rider("Ada")
    tried = {
        "undo": {}, "seats/0/lend": {}, "seats/1/reopen": {}, "seats/1/kick": {}, "host": {"seat": 1},
    }  # fmt: skip
    for path, body in tried.items():
        answer = ada.client.post(f"/api/tables/{ada.table}/{path}", json=body, headers=ada.headers)
        assert answer.json()["error"]["kind"] == "RiddenAlone", path
    assert ada.get(f"/tables/{ada.table}/hint").json()["error"]["kind"] == "NoHints"
    assert ada.get(f"/tables/{ada.table}/view").json()["can_undo"] is False
    ada.ride()
    again = ada.client.post(f"/api/tables/{ada.table}/rematch", json={}, headers=ada.headers)
    assert again.json()["error"]["kind"] == "RiddenAlone"


# --- the seal ---------------------------------------------------------------------------------------

TELLING = {"view", "choices", "events", "gap", "last", "steps", "log", "result", "review", "position"}


def told_in(answer: Any) -> Iterator[str]:
    """What of a race an answer tells, by name."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            if name in TELLING and value:
                yield name
            yield from told_in(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from told_in(value)


def least(schema: Any, parts: Any) -> Any:
    """The least that a schema allows."""
    if "$ref" in schema:
        return least(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema or "oneOf" in schema:
        return least((schema.get("anyOf") or schema["oneOf"])[0], parts)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: least(schema["properties"][name], parts) for name in schema.get("required", ())}
        case "array":
            return [least(schema["items"], parts)] * schema.get("minItems", 0)
        case "string":
            return "a" * (22 if "pattern" in schema and "minLength" not in schema else 1)
        case "boolean":
            return True
    return schema.get("minimum", 0)


def every_request(client: TestClient[Any], ride: Rider) -> Iterator[tuple[str, str, Any]]:
    """All that can be asked of the server, about a ride where it is about a table."""
    described = client.get("/api/schema/openapi.json").json()
    known = {"table": ride.table, "day": DAY, "seat": "0", "number": "0", "game": "flamme-rouge"}
    for path, operations in described["paths"].items():
        address = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "a"), path)
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            body = least(content["schema"], described["components"]["schemas"]) if content else None
            yield method.upper(), address, body


def text_of(answer: Any) -> str:
    """All that an answer says, also packed into an archive."""
    if answer.headers["content-type"] != "application/zip":
        return str(answer.text)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist())


def test_no_endpoint_breaks_the_seal(rider: Any, client: TestClient[Any], database: str) -> None:
    ada = rider("Ada").ride()
    seed = run(database, sa.select(matches.c.seed))[0][0]
    asked = list(every_request(client, ada))
    about = [address for _, address, _ in asked if ada.table in address]
    assert len(about) >= 25
    for headers in ({}, {"X-Key": new_key()}, ada.headers):
        for method, address, body in asked:
            if address == "/api/me/keys":
                continue  # nobody has another's key
            answer = client.request(method, address, json=body, headers=headers)
            assert seed not in text_of(answer), address
            said = (
                set()
                if not answer.headers["content-type"].startswith("application/json")
                else set(told_in(answer.json()))
            )
            mine = headers is ada.headers
            if ada.table in address and not mine:
                assert not said, (method, address)
            assert not said & {"steps", "log", "review", "position"}, (method, address)


def test_what_tells_the_deal_is_refused_in_a_sentence_until_the_day_has_ended(
    rider: Any, client: TestClient[Any], clock: Turn
) -> None:
    ada = rider("Ada").ride()
    at = f"/api/tables/{ada.table}"
    sealed = [
        ("GET", "log"), ("GET", "story"), ("POST", "review"), ("GET", "moments/0"), ("GET", "moments/0/hint"),
        ("GET", "picture.png"), ("GET", "picture.svg"),
    ]  # fmt: skip

    def kinds() -> set[str | None]:
        answers = [client.request(method, f"{at}/{path}", headers=ada.headers) for method, path in sealed]
        return {answer.json()["error"]["kind"] if answer.status_code >= 400 else None for answer in answers}

    def watched() -> Any:
        stranger = client.websocket_connect(f"{at}/ws")
        stranger.__enter__()
        stranger.send_json({"type": "hello"})
        return stranger

    assert kinds() == {"Sealed"}
    assert client.get(at).json()["error"]["kind"] == "Sealed"
    assert client.get(f"{at}/view", headers={"X-Key": new_key()}).json()["error"]["kind"] == "Sealed"
    assert next_of(watched(), "error")["error"]["kind"] == "Sealed"
    plain = client.get("/").text
    assert client.get("/", params={"race": ada.table}).text == plain
    shown = client.get(at, headers=ada.headers).json()
    assert (shown["status"], shown["seed"]) == ("over", None)
    assert shown["result"]["seats"]

    clock(hours=12.5)  # past midnight, and some may still be riding
    assert kinds() == {"Sealed"}
    clock(hours=13.1)
    story = client.get(f"{at}/story")
    assert story.status_code == 200
    assert client.get(f"{at}/log").status_code == 200
    assert client.get(f"{at}/picture.svg").status_code == 200
    seed = client.get(at).json()["seed"]
    opened = client.get(f"/api/days/{DAY}").json()
    assert opened["seed"] == seed
    assert [line["table"] for line in opened["ridden"]] == [ada.table]


def test_who_began_before_midnight_may_finish(rider: Any, clock: Turn) -> None:
    ada, bo = rider("Ada"), rider("Bo")
    clock(hours=12.5)
    assert ada.ask("Ada", day=DAY).json()["table"] == ada.table
    with_next = ada.ask("Ada").json()["table"]
    assert with_next != ada.table
    ada.ride()
    assert ada.told(DAY)["mine"]["rank"] == 1
    clock(hours=14)
    bo.ride()
    mine = bo.told(DAY)["mine"]
    assert (mine["over"], mine["place"], mine["rank"]) == (True, None, None)
    late = rider("Cleo")
    refused = late.ask("Cleo", day=DAY)
    assert refused.json()["error"]["kind"] == "DayOver"
    for unknown in ("2026-07-18", "2026-07-30", "never", "20260719x"):
        assert late.get(f"/days/{unknown}").json()["error"]["kind"] == "UnknownDay"


def test_days_in_a_row_are_counted(rider: Any, clock: Turn) -> None:
    clock(days=-1)
    ada = rider("Ada").ride()
    clock()
    assert ada.told()["streak"] == 1  # today's may still be ridden
    ada.table = ada.ask("Ada").json()["table"]
    ada.ride()
    assert ada.told()["streak"] == 2
    clock(days=2)
    assert ada.told()["streak"] == 0


def test_a_day_whose_rules_were_replaced_is_void(
    rider: Any, serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = rider("Ada").ride(), rider("Bo")
    for game in registry.games().values():
        monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    ada.client = bo.client = client = serve()
    assert ada.told()["void"] is True
    assert ada.told()["mine"]["rank"] == 1  # what was ridden counts
    late = client.post("/api/days/today/ride", json={"name": "Cleo"}, headers={"X-Key": new_key()})
    assert late.json()["error"]["kind"] == "DayVoid"
    assert bo.ride().told()["mine"]["rank"] is None  # another race from where it was taken up


def test_every_stage_of_the_rotation_can_be_ridden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert {one.game for one in riding.rotation()} >= {
        "flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa",
    }  # fmt: skip
    page = (Path(__file__).parents[2] / "docs" / "friends.md").read_text("utf-8")
    published = [line for line in page.splitlines() if "play-outs |" in line]
    assert len(published) == len(riding.rotation())
    for one, line in zip(riding.rotation(), published, strict=True):
        level, _, playouts = one.level.partition("@")
        assert f"{one.seats - 1} × `{level}` with {playouts} play-outs" in line
        match = start(one.game, seats=one.seats, options=one.options, seed=7)
        assert match.game.ridden(match.options) in line
        quick = decider_of("domestique")
        mine = 0
        while not match.over:
            seat = match.waiting[0]
            mine += seat == 0
            match.play(seat, quick.decide(match.game, match.state, seat, len(match.log)))
        assert 20 < mine < 160, one
        assert decider_of(one.level).level.budget.playouts  # type: ignore[attr-defined]
