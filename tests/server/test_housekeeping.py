"""`gruppetto db`: on the database of a running server, SQLite and PostgreSQL."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import gruppetto as g
from gruppetto.server.store import Store, matches, members, moves, seats, stories, talk

Gruppetto = Callable[..., tuple[int, str, str]]
DAY = 24 * 3600


@pytest.fixture
def opened(table: Any) -> Callable[[str, int], str]:
    """A table at which so many decisions were made, and two people said something."""

    def sit_down(name: str, decisions: int) -> str:
        seated = table(seats=[{"kind": "hotseat", "name": name}, {"kind": "hotseat", "name": "Bo"}]).start()
        seated.post("chat", {"text": "hello"}, 0)
        seated.post("chat", {"text": "hi"}, 1)
        seated.race(decisions=decisions).get("story")  # written down by then
        return str(seated.id)

    return sit_down


def rows(database: str, query: Any) -> list[Any]:
    async def found() -> list[Any]:
        store = Store(database)
        async with store.engine.begin() as connection:
            answer = await connection.execute(query)
            seen = list(answer.all()) if answer.returns_rows else []
        await store.engine.dispose()
        return seen

    return asyncio.run(found())


def test_everything_an_operator_does(
    gruppetto: Gruppetto, client: TestClient[Any], opened: Any, database: str, tmp_path: Path
) -> None:
    over, running = opened("Ada", 1000), opened("Cleo", 30)
    where = "--database", database

    code, out, _ = gruppetto("db", "status", "--json", *where)
    found = {kept["status"]: kept for kept in json.loads(out)["tables"]}
    assert code == 0
    assert (found["over"]["tables"], found["running"]["tables"]) == (1, 1)
    assert found["over"]["stories"] > 1000 > found["over"]["positions"] == 0
    assert found["running"]["positions"] > 100 > found["running"]["stories"] == 0
    assert found["running"]["decisions"] == 30
    assert json.loads(out)["bytes"] > 10_000
    _, out, _ = gruppetto("db", "status", *where)
    assert "2 tables in" in out

    folder = tmp_path / "kept"
    _, out, _ = gruppetto("db", "export", folder, *where)
    assert out.startswith("2 tables in")
    listed = json.loads((folder / "tables.json").read_text())
    assert [table["id"] for table in listed] == [over, running]
    assert [line["text"] for line in listed[0]["talk"]] == ["hello", "hi"]
    assert "token" not in (folder / "tables.json").read_text()
    assert g.load(folder / f"{over}.json").over
    assert g.verify(folder / f"{over}.json").result
    match = g.load(folder / f"{running}.json")
    assert len(match.log) == 30
    saved = json.loads((folder / f"{running}.json").read_text())
    assert saved["round"]["position"] == match.at(match.round_began).position()
    assert gruppetto("db", "export", folder, *where)[0] == 2

    _, out, _ = gruppetto("db", "forget", "--name", "Ada", *where)
    assert "Ada sits or sat on 1 seats" in out
    _, out, _ = gruppetto("db", "forget", "--name", "Ada", "--yes", *where)
    assert "1 seats are Anonymous's, 1 lines of talk are gone" in out
    assert client.get(f"/api/tables/{over}").json()["seats"][0]["name"] == "Anonymous"
    assert sorted(row.text for row in rows(database, sa.select(talk))) == ["hello", "hi", "hi"]

    while client.app.state.desk.store._touched:
        time.sleep(0.1)
    time.sleep(0.5)  # by then the server has written down that they were touched just now
    rows(database, sa.update(matches).values(touched=matches.c.touched - 100 * DAY))
    _, out, _ = gruppetto("db", "prune", "--older-than", "90d", *where)
    assert "1 tables untouched for 90d (over, open) would be removed" in out
    assert len(rows(database, sa.select(matches))) == 2
    _, out, _ = gruppetto("db", "prune", "--older-than", "90d", "--yes", *where)
    assert "1 tables untouched for 90d (over, open) removed." in out
    assert [row.id for row in rows(database, sa.select(matches.c.id))] == [running]
    assert rows(database, sa.select(stories)) == []
    assert client.get(f"/api/tables/{over}").status_code == 404

    _, out, _ = gruppetto("db", "forget", "--table", running, "--yes", *where)
    assert out == f"Table {running} is forgotten.\n"
    assert not any(rows(database, sa.select(part)) for part in (matches, seats, moves, talk))
    assert client.get(f"/api/tables/{running}").status_code == 404


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_name_that_is_forgotten_is_no_members_either(
    gruppetto: Gruppetto, table: Any, database: str
) -> None:
    seated = table(seats=[{"kind": "hotseat", "name": "Ada"}, {"kind": "bot"}])
    seated.client.post("/api/clubs", json={"name": "Pedale", "called": "Ada"}, headers={"X-Key": seated.host})
    gruppetto("db", "forget", "--name", "Ada", "--yes", "--database", database)
    assert rows(database, sa.select(members.c.name)) == [("Anonymous",)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("prune", "--older-than", "soon"), "say it in days or hours, as in 90d or 36h"),
        (
            ("prune", "--older-than", "1d", "--status", "lost"),
            "--status: 'lost' is none of open, running, over",
        ),
        (("forget",), "with one of --name, --person and --table"),
        (("forget", "--name", "Nobody"), "nobody sits or sat anywhere as 'Nobody'"),
        (("forget", "--table", "none"), "there is no table 'none'"),
        (("status", "--database", "mysql://here"), "neither sqlite+aiosqlite:///FILE nor postgresql"),
        (("status", "--database", "sqlite+aiosqlite:///none.db"), "there is no file none.db"),
        (("status", "--database", "postgresql+asyncpg://u@127.0.0.1:1/none"), "it does not answer"),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_cannot_be_done_is_said(
    gruppetto: Gruppetto, client: TestClient[Any], database: str, arguments: tuple[str, ...], words: str
) -> None:
    given = ("db", *arguments) if "--database" in arguments else ("db", *arguments, "--database", database)
    code, out, err = gruppetto(*given)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_a_database_of_another_layout_is_not_touched(gruppetto: Gruppetto, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    sqlite3.connect(path).execute("CREATE TABLE songs (title TEXT)").connection.close()
    code, _, err = gruppetto("db", "status", "--database", f"sqlite+aiosqlite:///{path}")
    assert code == 2
    assert "its layout is not ours, this version's is" in err
