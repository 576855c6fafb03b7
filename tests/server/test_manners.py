"""Friends and manners: invited again, blocked without being told, reported, and called decently."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.identity import hash_of
from gruppetto.server.limits import Limits
from gruppetto.server.store import BELONGINGS, blocks, companions, complaints, day_rides, invitations, matches

from .conftest import Seated, new_key, new_postgres_database
from .test_identity import run

Make = Callable[..., Any]
ADA, BO, CY = 0, 1, 2
ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One database is enough for most of it."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    return new_postgres_database(request.getfixturevalue("postgres"))


class Person:
    """Somebody with a key."""

    def __init__(self, client: TestClient[Any], key: str | None = None) -> None:
        self.client, self.key = client, key or new_key()

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/{path}", headers={"X-Key": self.key}).json()

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(f"/api/{path}", json=body or {}, headers={"X-Key": self.key})

    def knows(self) -> list[str]:
        return [one["name"] for one in self.get("me/people")["companions"]]

    def blocked(self) -> list[str]:
        return [one["name"] for one in self.get("me/people")["blocked"]]

    def handle(self, name: str) -> str:
        found = self.get("me/people")
        everybody = found["companions"] + found["blocked"]
        handle: str = next(one["handle"] for one in everybody if one["name"] == name)
        return handle


def rode(table: Make) -> tuple[Seated, Person, Person, Person]:
    """A race that Ada, Bo and Cy have ridden, and these three; Ada is the host."""
    seated = table(seats=[{"kind": "open"}] * 3, options={"stage": "abu"})
    seated.join(ADA, "Ada", seated.host).join(BO, "Bo").join(CY, "Cy").start().race()
    client = seated.client
    return seated, *(Person(client, seated.keys[seat]) for seat in (ADA, BO, CY))  # type: ignore[return-value]


@ON_BOTH
def test_those_who_rode_together_find_each_other_again(table: Make) -> None:
    seated, ada, bo, cy = rode(table)
    assert sorted(ada.knows()) == ["Bo", "Cy"]
    made = ada.post(f"tables/{seated.id}/again").json()["id"]
    (invited,) = bo.get("me/invitations")
    assert (invited["table"]["id"], invited["seat"], invited["by"]) == (made, BO, "Ada")
    kept = bo.get(f"tables/{made}/company")["kept"]
    assert kept == [
        {"seat": BO, "name": "Bo", "mine": True}, {"seat": CY, "name": "Cy", "mine": False},
    ]  # fmt: skip
    stranger = Person(bo.client)
    refused = stranger.post(f"tables/{made}/seats/{BO}/join", {"name": "Dee"})
    assert refused.json()["error"]["kind"] == "SeatKept"
    assert bo.post(f"tables/{made}/seats/{BO}/join", {"name": "Bo"}).status_code == 200
    assert bo.get("me/invitations") == []
    assert cy.post(f"tables/{made}/decline").json() == []
    assert stranger.post(f"tables/{made}/seats/{CY}/join", {"name": "Dee"}).status_code == 200
    seats = ada.get(f"tables/{made}")["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Bo", "Dee"]
    assert ada.post(f"tables/{made}/start", {"fill": None}).status_code == 200
    assert sorted(stranger.knows()) == ["Ada", "Bo"]
    assert sorted(ada.knows()) == ["Bo", "Cy", "Dee"]
    ada.post(f"me/people/{ada.handle('Cy')}/part")
    assert "Cy" not in ada.knows()
    assert "Ada" in cy.knows()


def test_only_who_sat_there_may_ask_again(table: Make) -> None:
    seated, ada, bo, _ = rode(table)
    stranger = Person(ada.client)
    assert stranger.post(f"tables/{seated.id}/again").json()["error"]["kind"] == "NotAllowed"
    made = bo.post(f"tables/{seated.id}/again").json()["id"]
    early = bo.post(f"tables/{made}/again")
    assert early.json()["error"]["kind"] == "NotOver"
    assert [one["by"] for one in ada.get("me/invitations")] == ["Bo"]
    assert [seat["kind"] for seat in bo.get(f"tables/{made}")["seats"]] == ["open", "person", "open"]


def test_an_invitation_to_a_table_that_cannot_be_taken_up_hides_no_other(table: Make, database: str) -> None:
    seated, ada, bo, cy = rode(table)
    lost = ada.post(f"tables/{seated.id}/again").json()["id"]
    made = cy.post(f"tables/{seated.id}/again").json()["id"]
    ada.client.app.state.desk.forget(lost)  # type: ignore[attr-defined]
    run(database, sa.update(matches).where(matches.c.id == lost).values(game="gone"))
    assert [one["table"]["id"] for one in bo.get("me/invitations")] == [made]


def test_nobody_is_called_to_table_after_table(table: Make) -> None:
    seated, ada, bo, _ = rode(table)
    ada.client.app.state.gate.limits = Limits(tables=(0.0, 1))  # type: ignore[attr-defined]
    assert [ada.post(f"tables/{seated.id}/again").status_code for _ in range(3)] == [201, 429, 429]
    assert len(bo.get("me/invitations")) == 1


# --- blocks -----------------------------------------------------------------------------------------


@ON_BOTH
def test_who_is_blocked_is_kept_away_and_cannot_tell(table: Make) -> None:
    seated, ada, bo, cy = rode(table)
    told_before = {path: bo.get(path) for path in ("me", "me/people", "me/invitations")}
    ada.post(f"tables/{seated.id}/seats/{BO}/block")
    assert (ada.knows(), ada.blocked()) == (["Cy"], ["Bo"])
    assert {path: bo.get(path) for path in told_before} == told_before

    made = ada.client.post(
        "/api/tables", json={"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2},
        headers={"X-Key": ada.key},
    ).json()["id"]  # fmt: skip
    refused = bo.post(f"tables/{made}/seats/1/join", {"name": "Bo"})
    # what somebody hears for whom no seat is kept, to the letter
    again = cy.post(f"tables/{seated.id}/again").json()["id"]
    kept = Person(ada.client).post(f"tables/{again}/seats/{ADA}/join", {"name": "Dee"})
    assert (refused.status_code, refused.json()) == (kept.status_code, kept.json())
    assert cy.post(f"tables/{made}/seats/1/join", {"name": "Cy"}).status_code == 200

    # an invitation is sent and answered by nobody
    his = bo.post(f"tables/{seated.id}/again").json()["id"]
    assert "Bo" in [one["by"] for one in cy.get("me/invitations")]
    assert [one["by"] for one in ada.get("me/invitations")] == ["Cy"]
    names = [one["name"] for one in bo.get(f"tables/{his}/company")["kept"]]
    assert sorted(names) == ["Ada", "Cy"]
    # and Ada's own leave him out
    hers_again = ada.post(f"tables/{seated.id}/again").json()["id"]
    assert hers_again not in [one["table"]["id"] for one in bo.get("me/invitations")]

    # she is warned where he sits; he is not
    bo.post(f"tables/{his}/seats/{BO}/join", {"name": "Bo"})
    assert ada.get(f"tables/{his}/company")["blocked"] == [BO]
    assert bo.get(f"tables/{his}/company")["blocked"] == []

    ada.post(f"me/people/{ada.handle('Bo')}/unblock")
    assert ada.blocked() == []
    assert sorted(one["by"] for one in ada.get("me/invitations")) == ["Bo", "Cy"]


def test_what_the_blocked_say_is_not_heard(table: Make, connect: Any) -> None:
    seated, ada, _, _ = rode(table)
    seated.post("chat", {"text": "before"}, BO)
    ada.post(f"tables/{seated.id}/seats/{BO}/block")
    sockets = {seat: connect(seated, seat) for seat in (ADA, BO, CY)}
    seated.post("chat", {"text": "rude"}, BO)
    seated.post("chat", {"reaction": "🔥"}, BO)
    seated.post("chat", {"text": "hello"}, CY)

    def heard(seat: int) -> list[str]:
        sockets[seat].send_json({"type": "ping"})
        found = []
        while (message := json.loads(sockets[seat].receive_text(timeout=10)))["type"] != "pong":
            if message["type"] == "chat":
                found.append(message.get("text") or message["reaction"])
        return found

    assert heard(ADA) == ["hello"]
    assert heard(BO) == heard(CY) == ["before", "rude", "🔥", "hello"]
    for socket in sockets.values():
        socket.close()


def test_nobody_can_be_blocked_from_afar(table: Make) -> None:
    seated, ada, bo, _ = rode(table)
    stranger = Person(ada.client)
    assert stranger.post(f"tables/{seated.id}/seats/{BO}/block").json()["error"]["kind"] == "NotAllowed"
    assert ada.post(f"tables/{seated.id}/seats/{ADA}/block").json()["error"]["kind"] == "NobodyElse"
    theirs = bo.handle("Ada")
    assert stranger.post(f"me/people/{theirs}/block").json()["error"]["kind"] == "UnknownPerson"
    assert ada.handle("Bo") != theirs
    assert ada.key not in json.dumps(bo.get("me/people"))


# --- reports ----------------------------------------------------------------------------------------


@ON_BOTH
def test_a_report_reaches_the_operator_with_what_was_said(table: Make, gruppetto: Any, database: str) -> None:
    seated, ada, bo, _ = rode(table)
    seated.post("chat", {"text": "hello"}, CY)
    rude = seated.post("chat", {"text": "you rascal"}, BO).json()["id"]
    asked = {"reason": "insult", "text": "He called me a rascal.", "line": rude}
    number = ada.post(f"tables/{seated.id}/seats/{BO}/report", asked).json()["number"]
    where = "--database", database
    code, out, _ = gruppetto("reports", "list", *where)
    assert code == 0
    assert "He called me a rascal." in out
    _, out, _ = gruppetto("reports", "list", "--json", *where)
    (queued,) = json.loads(out)
    assert (queued["number"], queued["table"], queued["name"]) == (number, seated.id, "Bo")
    _, out, _ = gruppetto("reports", "show", number, *where)
    assert f"about Bo (person {bo.get('me')['id']})" in out
    marked = [line for line in out.splitlines() if line.startswith(">")]
    assert [line.rpartition("  ")[2] for line in marked] == ["Bo: you rascal"]
    assert "Cy: hello" in out
    assert gruppetto("reports", "close", number, *where)[0] == 0
    assert "rascal" not in str(run(database, sa.select(complaints.c.lines)))
    assert "0 open." in gruppetto("reports", "list", *where)[1]
    assert "1 closed." in gruppetto("reports", "list", "--closed", *where)[1]
    assert gruppetto("reports", "close", number, *where)[0] == 2
    assert gruppetto("reports", "show", 999, *where)[0] == 2


def test_what_can_be_reported(table: Make) -> None:
    seated, ada, _, _ = rode(table)
    at = f"tables/{seated.id}/seats"
    mine = seated.post("chat", {"text": "hi"}, ADA).json()["id"]
    wrong = {
        "NobodyElse": (ada, f"{at}/{ADA}/report", {"reason": "name"}),
        "NotAllowed": (Person(ada.client), f"{at}/{BO}/report", {"reason": "name"}),
        "UnknownLine": (ada, f"{at}/{BO}/report", {"reason": "name", "line": mine}),
        "BadRequest": (ada, f"{at}/{BO}/report", {"reason": "boredom"}),
    }
    for kind, (who, path, body) in wrong.items():
        assert who.post(path, body).json()["error"]["kind"] == kind


def test_nobody_floods_the_operator(serve: Any, seated_at: Any) -> None:
    client = serve(Limits(complaints=(0.001, 2)))
    seated = seated_at(client)().join(0, "Ada").join(1, "Bo")
    told = [seated.post("seats/1/report", {"reason": "name"}, 0).status_code for _ in range(4)]
    assert told == [201, 201, 429, 429]


# --- whose it is ------------------------------------------------------------------------------------


@ON_BOTH
def test_what_others_keep_of_somebody_is_not_told_to_them(table: Make, database: str) -> None:
    seated, ada, bo, _ = rode(table)
    ada.post(f"tables/{seated.id}/seats/{BO}/block")
    ada.post(f"tables/{seated.id}/seats/{BO}/report", {"reason": "cheating"})
    archive = bo.client.get("/api/me/export", headers={"X-Key": bo.key}).content
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        kept = packed.read("kept.json").decode()
    assert "cheating" not in kept
    told = json.loads(kept)
    assert (told["block"], told["complaint"]) == ([], [])
    assert told["companion"]
    for key in (ada.key, bo.key):
        assert hash_of(key) not in kept


def test_manners_follow_a_key_and_are_forgotten_with_it(table: Make, gruppetto: Any, database: str) -> None:
    seated, ada, bo, cy = rode(table)
    seated.post("chat", {"text": "words of Cy"}, CY)
    ada.post(f"tables/{seated.id}/again")
    bo.post(f"tables/{seated.id}/seats/{CY}/block")
    bo.post(f"tables/{seated.id}/seats/{ADA}/report", {"reason": "cheating"})
    new = Person(bo.client)
    new.post("me/keys", {"keys": [bo.key]})
    new.post("me", {"name": "Bo"})
    assert (new.knows(), new.blocked()) == (["Ada"], ["Cy"])
    assert [one["by"] for one in new.get("me/invitations")] == ["Ada"]
    assert sorted(ada.knows()) == ["Bo", "Cy"]
    assert "words of Cy" in str(run(database, sa.select(complaints.c.lines)))
    gruppetto("db", "forget", "--person", cy.get("me")["id"], "--yes", "--database", database)
    assert "words of Cy" not in str(run(database, sa.select(complaints.c.lines)))
    for person in (new, ada):
        number = person.get("me")["id"]
        gruppetto("db", "forget", "--person", number, "--yes", "--database", database)
    for kept in (companions, invitations, blocks, complaints):
        assert run(database, sa.select(kept)) == [], kept.name
    owned = {column.table.name for column in BELONGINGS}
    assert {companions.name, invitations.name, blocks.name, complaints.name, day_rides.name} <= owned


# --- names ------------------------------------------------------------------------------------------


@pytest.fixture
def decent(tmp_path: Path) -> Any:
    """A server whose operator does not want to see some words."""
    file = tmp_path / "names.txt"
    file.write_text("# our list\nrascal\n*scoundrel\n", "utf-8")
    url = f"sqlite+aiosqlite:///{tmp_path / 'decent.db'}"
    with TestClient(application(Settings(url, limits=Limits.OFF, names=str(file)))) as client:
        yield client


@pytest.mark.parametrize("name", ["Rascal", "r@sc4l", "Ada Rascal", "R.a.s.c.a.l", "MyScoundrels"])
def test_unwanted_names_are_refused_in_a_sentence(decent: Any, name: str) -> None:
    ada = Person(decent)
    table = decent.post(
        "/api/tables", json={"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2},
        headers={"X-Key": ada.key},
    ).json()["id"]  # fmt: skip
    seats = [{"kind": "hotseat", "name": name}, {"kind": "bot"}]
    club = ada.post("clubs", {"name": "Pedale", "called": "Ada"}).json()
    refused = [
        ada.post("me", {"name": name}),
        ada.post(f"tables/{table}/seats/0/join", {"name": name}),
        ada.post("tables", {"game": "flamme-rouge", "seats": seats}),
        ada.post("tables", {"game": "flamme-rouge", "seats": seats[1:] * 2, "title": name}),
        ada.post("days/today/ride", {"name": name}),
        ada.post("clubs", {"name": "Pedale", "called": name}),
        ada.post("clubs", {"name": name, "called": "Ada"}),
        ada.post(f"clubs/{club['id']}", {"name": name}),
        ada.post(f"clubs/{club['id']}/me", {"called": name}),
        ada.post(f"clubs/{club['id']}/leagues", {"name": name, "game": "flamme-rouge"}),
        Person(decent).post(f"invitations/{club['link']}", {"called": name}),
    ]
    assert {answer.json()["error"]["kind"] for answer in refused} == {"NameUnwanted"}
    assert ada.post("me", {"name": "Rascalina"}).status_code == 200
    club = ada.post("clubs", {"name": "Gruppetto", "called": "Ada"}).json()
    refused = [
        ada.post(f"clubs/{club['id']}", {"name": name}),
        ada.post(f"clubs/{club['id']}/me", {"called": name}),
        ada.post(f"clubs/{club['id']}/leagues", {"name": name, "game": "flamme-rouge"}),
        Person(decent).post(f"invitations/{club['link']}", {"called": name}),
    ]
    assert {answer.json()["error"]["kind"] for answer in refused} == {"NameUnwanted"}
    assert ada.post("days/today/ride", {"name": "Ada"}).status_code == 201


def test_nobody_and_nothing_is_called_by_blanks(table: Make) -> None:
    ada = Person(table().client)
    refused = [
        ada.post("me", {"name": "  "}),
        ada.post("days/today/ride", {"name": " "}),
        ada.post("clubs", {"name": "Pedale", "called": "   "}),
        ada.post("clubs", {"name": "   ", "called": "Ada"}),
    ]
    assert {answer.status_code for answer in refused} == {400}


def test_a_list_that_cannot_be_read_is_said(gruppetto: Any, tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    code, _, err = gruppetto("serve", "--database", database, "--names", tmp_path / "none.txt", "--port", 0)
    assert code == 2
    assert "names: " in err
    code, _, err = gruppetto(
        "serve", "--check", "--database", database, "--names", tmp_path / "none.txt", "--port", 0
    )
    assert code == 2
    assert "wrong    names: " in err
