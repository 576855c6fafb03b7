"""What stands at the border: other people's pages, sizes, files, addresses; and what operators are told."""

import json
import logging
import re
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from gruppetto.errors import BadOption
from gruppetto.server import desk as desks
from gruppetto.server.addresses import Networks, network_of
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.logs import Json, Text
from gruppetto.server.messages import Refused
from gruppetto.server.pulse import RECENT, Pulse
from gruppetto.server.store import Lost

HOST = {"X-Key": "h" * 22}
Make = Callable[..., Any]
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
TABLE = {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2}


# --- other people's pages ---------------------------------------------------------------------------


@ON_SQLITE
def test_pages_of_other_sites_can_do_nothing_here(client: TestClient[Any]) -> None:
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert client.post("/api/tables", json=TABLE, headers={**HOST, **elsewhere}).status_code == 403
    assert client.post("/api/tables", json=TABLE, headers={**HOST, "Origin": "null"}).status_code == 403
    assert (
        client.post("/api/tables", json=TABLE, headers={**HOST, "Origin": str(client.base_url)}).status_code
        == 201
    )
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/tables/x/ws", headers=elsewhere):
        pass


@ON_SQLITE
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_must_be_declared_as_json(client: TestClient[Any], kind: str) -> None:
    body = json.dumps(TABLE).encode()
    assert client.post("/api/tables", content=body, headers={**HOST, "Content-Type": kind}).status_code == 415
    kind = "application/json; charset=utf-8"
    assert client.post("/api/tables", content=body, headers={**HOST, "Content-Type": kind}).status_code == 201


@pytest.mark.parametrize("path", ["clubs/{}", "leagues/{}", "invitations/{}", "tables/{}/view", "days/{}"])
def test_no_id_has_a_nul_in_it(client: TestClient[Any], path: str) -> None:
    answers = [client.get(f"/api/{path.format(wrong)}", headers=HOST) for wrong in ("%00", "a%00b")]
    assert [answer.status_code for answer in answers] == [404, 404]


@ON_SQLITE
def test_only_save_files_may_be_large(client: TestClient[Any]) -> None:
    body, kind = b'{"game": "' + b"x" * 100_000 + b'"}', {"Content-Type": "application/json"}
    assert client.post("/api/tables", content=body, headers={**HOST, **kind}).status_code == 413
    assert client.post("/api/tables/import", content=body, headers={**HOST, **kind}).status_code == 400


def test_no_database_is_asked_for_what_nobody_can_see(client: TestClient[Any]) -> None:
    for path in ("clubs/a%00b", "invitations/%00", "leagues/%00", "me/races/%E2%80%AE"):
        assert client.get(f"/api/{path}", headers=HOST).status_code in (404, 405), path
    assert client.delete("/api/me/notices/devices/%00", headers=HOST).status_code == 404
    assert client.post("/api/mail/leave/a%00b").status_code == 404


@ON_SQLITE
def test_a_body_must_be_text(client: TestClient[Any]) -> None:
    json_of_ours = {**HOST, "Content-Type": "application/json"}
    for body in (b'"\xed\xa0\x80"', b'{"name": "\xff"}', b"\x00"):
        assert client.post("/api/me", content=body, headers=json_of_ours).status_code == 400


@ON_SQLITE
def test_text_that_we_cannot_read_ourselves_is_our_own_fault(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def read(*_: Any) -> None:
        b"\xff".decode()

    monkeypatch.setattr(client.app.state.desk.store, "meet", read)
    assert client.post("/api/tables", json=TABLE, headers=HOST).status_code == 500
    assert "UnicodeDecodeError" in caplog.text


@ON_SQLITE
@pytest.mark.parametrize("seat", ["9" * 5000, "\u0663", "-1", "6", " "])
def test_a_seat_is_one_of_a_few(client: TestClient[Any], seat: str) -> None:
    shown = {**HOST, "X-Seat": seat.encode()}
    assert client.get("/api/tables/x/view", headers=shown).json()["error"]["text"].startswith("X-Seat")


@ON_SQLITE
@pytest.mark.parametrize("host", ["a:99999999", "[::1", "a:b"])
@pytest.mark.parametrize("path", ["/api/tables", "/?race=x"])
def test_where_we_are_asked_must_be_an_address(client: TestClient[Any], host: str, path: str) -> None:
    refused = client.get(path, headers={"Host": host})
    assert (refused.status_code, refused.json()["error"]["text"]) == (400, "Host is no address.")


# --- the page ---------------------------------------------------------------------------------------


@ON_SQLITE
def test_files_named_by_their_content_are_kept_for_ever_and_sent_packed(client: TestClient[Any]) -> None:
    page = client.get("/")
    assert page.headers["Cache-Control"] == "no-cache"
    script = re.findall(r'src="\.(/assets/[^"]+\.js)"', page.text)[0]
    sent = {
        encoding: client.get(script, headers={"Accept-Encoding": accepted})
        for encoding, accepted in {"identity": "identity", "gzip": "gzip", "br": "gzip, deflate, br"}.items()
    }
    sizes = {encoding: int(answer.headers["Content-Length"]) for encoding, answer in sent.items()}
    assert sizes["br"] < sizes["gzip"] < sizes["identity"] / 2
    assert [answer.headers.get("Content-Encoding") for answer in sent.values()] == [None, "gzip", "br"]
    assert sent["gzip"].content == sent["identity"].content
    assert all("immutable" in answer.headers["Cache-Control"] for answer in sent.values())


@ON_SQLITE
@pytest.mark.parametrize("form", ["{}", "W/{}", '"older", {}'])
def test_a_page_that_has_not_changed_is_not_sent_again(client: TestClient[Any], form: str) -> None:
    known = form.format(client.get("/").headers["ETag"])
    again = client.get("/", headers={"If-None-Match": known})
    assert (again.status_code, again.content) == (304, b"")


@ON_SQLITE
@pytest.mark.parametrize("path", ["/index.html%00.js", "/../app.py", "/%2e%2e/app.py", "/assets/", "/.stamp"])
def test_no_path_leads_anywhere_else(client: TestClient[Any], path: str) -> None:
    assert client.get(path).status_code == 404


@ON_SQLITE
@pytest.mark.parametrize("address", ["/api/schema", "/api/schema/", "/api/schema/page"])
def test_the_page_of_the_programming_interface_needs_nothing_from_elsewhere(
    client: TestClient[Any], address: str
) -> None:
    page = client.get(address)
    document = urljoin(address, re.findall(r'href="([^"]+)">OpenAPI', page.text)[0])
    assert client.get(document).json()["info"]["title"] == "Gruppetto"
    icon = urljoin(address, re.findall(r'rel="icon" href="([^"]+)"', page.text)[0])
    assert client.get(icon).headers["Content-Type"] == "image/svg+xml"
    assert "<script" not in page.text
    assert "//cdn" not in page.text
    assert "/api/tables/{table}/moves" in page.text
    assert 'id="Decision"' in page.text
    assert "connect-src 'self';" in page.headers["Content-Security-Policy"]


# --- addresses --------------------------------------------------------------------------------------


def test_a_household_is_one_client() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("nonsense") == network_of(None) == "unknown"


def test_networks_are_read_strictly() -> None:
    named = Networks(["10.0.0.0/8", "2001:db8::1"], "proxies")
    assert "10.1.2.3" in named
    assert "11.1.2.3" not in named
    assert None not in named
    with pytest.raises(BadOption, match=r"proxies: .*write 192"):
        Networks(["10.0.0.1/8"], "proxies")


# --- what operators are told ------------------------------------------------------------------------


@ON_SQLITE
def test_every_500_is_explained_under_the_number_the_client_got(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> Any:
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr(client.app.state.desk, "listed", fail)
    answer = client.get("/api/tables")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["X-Request-Id"] in answer.json()["error"]["text"]
    assert "a secret of the inside" in caplog.text


@ON_SQLITE
def test_every_503_is_explained_too(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> Any:
        raise Lost("the disk is full")

    monkeypatch.setattr(client.app.state.desk.store, "_write", fail)
    assert client.get("/api/ready").status_code == 503
    assert client.get("/api/health").status_code == 200
    assert "503 for GET '/api/ready': Lost: the disk is full" in caplog.text


@pytest.mark.parametrize("form", [Text(), Json()])
def test_a_line_tells_when_and_which_request(form: logging.Formatter) -> None:
    record = logging.LogRecord("gruppetto", logging.WARNING, "", 1, "it is %s", ("full",), None)
    line = form.format(record)
    assert "it is full" in line
    assert re.search(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line)


@ON_SQLITE
def test_no_line_tells_a_token_or_a_seed(
    client: TestClient[Any], table: Make, caplog: pytest.LogCaptureFixture, database: str
) -> None:
    with caplog.at_level(logging.INFO):
        seated = table().join(0).join(1).start()
        seated.play(seated.waiting()[0])
    secrets = [seated.host, *seated.keys.values()]
    with sqlite3.connect(database.partition("///")[2]) as connection:
        secrets += [seed for (seed,) in connection.execute("SELECT seed FROM match")]
    assert "POST" in caplog.text
    assert not [secret for secret in secrets if secret in caplog.text]


@ON_SQLITE
def test_metrics_are_for_those_who_were_named(database: str) -> None:
    with TestClient(application(Settings(database, limits=Limits.OFF))) as client:
        assert client.get("/metrics").status_code == 404


def test_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.touch(0o644)
    with TestClient(application(Settings(f"sqlite+aiosqlite:///{path}", limits=Limits.OFF))) as client:
        client.post("/api/tables", json=TABLE, headers=HOST)
        found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert set(found.values()) == {0o600}
    assert len(found) == 3


# --- under load -------------------------------------------------------------------------------------


@ON_SQLITE
def test_when_everything_is_late_moves_go_first(
    serve: Any, seated_at: Any, connect: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve(limits=Limits(factor=100.0))
    seated = seated_at(client)().join(0).join(1).start()
    seat = seated.waiting()[0]
    move = {"own": 0, "code": seated.view(seat)["choices"][0]["code"], "move_id": "a"}
    monkeypatch.setattr(Pulse, "strained", True)
    shed = client.get("/api/tables")
    assert (shed.status_code, shed.headers["Retry-After"]) == (503, "2")
    assert seated.post("moves", move, seat).status_code == 200
    assert client.get("/api/health").status_code == 200
    socket = connect(seated, seat)
    assert json.loads(socket.receive_text())["error"]["kind"] == "Busy"


def test_a_pause_is_no_strain_but_many_are() -> None:
    pulse = Pulse(sheds=True)
    pulse._late.extend([9.0] * (RECENT - 1))
    pulse.check()
    pulse._late.append(9.0)
    with pytest.raises(Refused):
        pulse.check()
    assert pulse.shed == 1


@ON_SQLITE
def test_nobody_adopts_a_table_that_is_not_theirs(table: Make, client: TestClient[Any]) -> None:
    seated = table(seats=[{"kind": "open"}, {"kind": "bot"}])
    assert client.post(f"/api/tables/{seated.id}/start", json={}).status_code == 401
    assert seated.id not in client.app.state.bots._owners
    seated.join(0).start()
    assert seated.id in client.app.state.bots._owners


@ON_SQLITE
def test_tables_are_kept_by_their_weight(
    table: Make, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [table() for _ in range(5)]
    desk = client.app.state.desk
    weight = desk._kept[made[-1].id].weight
    monkeypatch.setattr(desks, "KEPT_BYTES", 3 * weight)
    table()
    assert not desk.knows(made[0].id)
    assert desk.kept[1] <= 3 * weight
    assert made[0].get().status_code == 200


@ON_SQLITE
def test_a_log_that_does_not_replay_is_followed_by_nobody(serve: Any, seated_at: Any, database: str) -> None:
    client = serve()
    seated = seated_at(client)().join(0).join(1).start()
    seated.play(seated.waiting()[0])
    with sqlite3.connect(database.partition("///")[2]) as connection:
        connection.execute("UPDATE move SET action = 9999")
    seated.client = serve()
    for _ in range(3):
        answer = seated.get("view", 0)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (500, "CorruptLog")


@ON_SQLITE
def test_a_story_is_sent_packed_and_told_once(table: Make, client: TestClient[Any]) -> None:
    seated = table(seats=[{"kind": "hotseat", "name": "A"}, {"kind": "hotseat", "name": "B"}]).start().race()
    first = seated.get("story")
    assert first.headers["Content-Encoding"] == "gzip"
    done = sum(client.app.state.workbench.jobs.counts)
    assert seated.get("story").json() == first.json()
    assert sum(client.app.state.workbench.jobs.counts) == done
    plain = client.get(f"/api/tables/{seated.id}/story", headers={"Accept-Encoding": "identity"})
    assert plain.json() == first.json()
