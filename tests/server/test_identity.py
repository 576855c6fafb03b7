"""Who somebody is: a key of their own, on every device, without an account."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gruppetto.server.identity import hash_of
from gruppetto.server.limits import Limits
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Store, handovers, identities, matches, seats

Make = Callable[..., Any]


def run(database: str, *statements: Any) -> list[Any]:
    """What a statement finds in the database of a running server."""

    async def found() -> list[Any]:
        store = Store(database)
        async with store.engine.begin() as connection:
            answers = [await connection.execute(statement) for statement in statements]
            seen = [list(answer.all()) if answer.returns_rows else [] for answer in answers]
        await store.engine.dispose()
        return seen[-1]

    return asyncio.run(found())


def me(client: TestClient[Any], key: str) -> Any:
    return client.get("/api/me", headers={"X-Key": key}).json()


def test_a_seat_is_its_owners_on_every_device(table: Make, client: TestClient[Any], database: str) -> None:
    mine = table(title="Sunday", seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "open"}])
    theirs = table().join(1, "Ada", mine.host)
    found = me(client, mine.host)
    assert (found["name"], len(found["id"])) == ("Ada", 16)
    listed = {entry["table"]["id"]: entry for entry in found["tables"]}
    assert (listed[mine.id]["seats"], listed[mine.id]["host"]) == ([0], True)
    assert (listed[theirs.id]["seats"], listed[theirs.id]["host"]) == ([1], False)
    assert client.get(f"/api/tables/{theirs.id}/view", headers={"X-Key": mine.host}).json()["seat"] == 1
    assert mine.host not in str(run(database, sa.select(identities)) + run(database, sa.select(seats)))
    assert me(client, secrets.token_urlsafe(16)) == {"id": None, "name": "", "made": None, "tables": []}
    assert client.get("/api/me").json()["error"]["kind"] == "NoKey"


def test_one_is_called_as_one_likes(client: TestClient[Any]) -> None:
    key = {"X-Key": secrets.token_urlsafe(16)}
    first = client.post("/api/me", json={"name": "Ada"}, headers=key).json()
    second = client.post("/api/me", json={"name": " Ada L. "}, headers=key).json()
    assert (first["name"], second["name"], first["id"]) == ("Ada", "Ada L.", second["id"])
    for name in ("", "x" * 25, "Ad\u200ba"):
        assert client.post("/api/me", json={"name": name}, headers=key).status_code == 400


def test_a_key_is_handed_over_once(client: TestClient[Any], database: str) -> None:
    sealed, key = secrets.token_urlsafe(16), {"X-Key": secrets.token_urlsafe(16)}
    made = client.post("/api/me/handover", json={"sealed": sealed}, headers=key).json()
    assert made["seconds"] <= 600
    assert made["code"] not in str(run(database, sa.select(handovers)))
    assert client.post("/api/handover", json={"code": "guessed"}).json()["error"]["kind"] == "LinkUsed"
    assert client.post("/api/handover", json={"code": made["code"]}).json() == {"sealed": sealed}
    assert client.post("/api/handover", json={"code": made["code"]}).status_code == 404
    late = client.post("/api/me/handover", json={"sealed": sealed}, headers=key).json()
    run(database, sa.update(handovers).values(ends=0.0))
    assert client.post("/api/handover", json={"code": late["code"]}).status_code == 404


def test_codes_cannot_be_tried_out(serve: Any) -> None:
    client = serve(Limits(handovers=(0.001, 3)))
    tried = [client.post("/api/handover", json={"code": "x"}).status_code for _ in range(5)]
    assert tried == [404, 404, 404, 429, 429]


def test_nobody_fills_the_database_with_names(serve: Any) -> None:
    client = serve(Limits(names=(0.001, 3)))
    named = [client.post("/api/me", json={"name": "A"}, headers={"X-Key": letter * 22}) for letter in "abcde"]
    assert [answer.status_code for answer in named] == [200, 200, 200, 429, 429]


def test_what_hung_on_keys_of_before_is_brought_along(table: Make, client: TestClient[Any]) -> None:
    old = table(seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "open"}])
    new, other = secrets.token_urlsafe(16), table().join(0, "Ada")
    asked = {"keys": [old.host, other.keys[0]]}
    found = client.post("/api/me/keys", json=asked, headers={"X-Key": new}).json()
    assert sorted(entry["table"]["id"] for entry in found["tables"]) == sorted([old.id, other.id])
    assert me(client, old.host) == {"id": None, "name": "", "made": None, "tables": []}
    assert old.hosted("start", {"fill": "random"}).status_code == 403
    old.host = new
    old.start(fill="random")


def before_people(database: str) -> None:
    """A database as it was when each seat and each host had a token of its own."""

    async def fill() -> None:
        store = Store(database)
        await upgrade(store.engine, to="0003")
        async with store.engine.begin() as connection:
            await connection.execute(sa.text("""
                INSERT INTO "match" (id, game, rules_version, seats, options, seed, commitment, title, status,
                                     listed, hints, host, created, touched)
                VALUES ('before', 'flamme-rouge', 1, 2, '{}', :seed, :seed, 'Before', 'open', true, false,
                        :host, 1.0, 2.0)"""), {"seed": "ab" * 32, "host": hash_of(HOST_TOKEN)})  # fmt: skip
            for seat, name in enumerate(("Ada", "Bo")):
                await connection.execute(sa.text("""
                    INSERT INTO seat ("match", seat, kind, name, token, lent)
                    VALUES ('before', :seat, 'person', :name, :token, false)"""),
                    {"seat": seat, "name": name, "token": hash_of(SEAT_TOKENS[seat])})  # fmt: skip
        await store.engine.dispose()

    asyncio.run(fill())


HOST_TOKEN = "h" * 43
SEAT_TOKENS = ("a" * 43, "b" * 43)


def test_tokens_of_before_go_on_as_keys_until_they_are_taken_over(database: str, serve: Any) -> None:
    before_people(database)
    client = serve()
    assert [entry["seats"] for entry in me(client, SEAT_TOKENS[1])["tables"]] == [[1]]
    assert me(client, SEAT_TOKENS[1])["name"] == "Bo"
    assert me(client, HOST_TOKEN)["tables"][0]["host"]
    key = {"X-Key": secrets.token_urlsafe(16)}
    old = {"keys": [HOST_TOKEN, SEAT_TOKENS[0]]}
    found = client.post("/api/me/keys", json=old, headers=key).json()
    assert [(entry["seats"], entry["host"]) for entry in found["tables"]] == [([0], True)]
    assert client.post("/api/tables/before/start", json={}, headers=key).status_code == 200
    assert len(run(database, sa.select(identities))) == 2


@pytest.mark.parametrize("sure", [False, True])
def test_an_operator_forgets_a_person(
    sure: bool, table: Make, client: TestClient[Any], database: str, capsys: Any
) -> None:
    from gruppetto.cli import main

    mine = table(seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "open"}]).join(1, "Bo").start()
    mine.post("chat", {"text": "hello"}, 0)
    number = me(client, mine.host)["id"]
    with pytest.raises(SystemExit):
        main(["db", "forget", "--person", number, "--database", database, *(["--yes"] if sure else [])])
    assert ("Ada is forgotten: 1 seats" in capsys.readouterr().out) == sure
    assert (me(client, mine.host)["tables"] == []) == sure
    assert (mine.get().json()["seats"][0]["name"] == "Anonymous") == sure
    assert (run(database, sa.select(matches.c.host))[0].host == "") == sure
    assert mine.view(1)["seat"] == 1
