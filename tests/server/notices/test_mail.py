"""Mail about turns, handed to a real server: confirmed first, one a table, and stopped with one click."""

import queue
import re
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from letterbox import Letterbox, listening
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.notices.opening import Outside

Make = Callable[..., Any]
ADA = {"X-Key": "a" * 22}
SITE = "https://club.example/" + "a-long-way/" * 8
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
NO_ADDRESSES = [
    "bo@club.example\r\nBcc: all@club.example", "bo@club.example\n", "bo@club.example,al@club.example",
    "Bo <bo@club.example>", "bob", "bo@localhost", "bo@127.0.0.1", "bo@club..example", ".bo@club.example",
    "bo@-club.example", "b o@club.example", '"bo"@club.example', f"{'b' * 65}@club.example",
    "bo@club.example>", "bö@club.example", "bo@club.example;al@club.example", "@club.example",
    "bo@@club.example",
]  # fmt: skip


@pytest.fixture
def letterbox() -> Letterbox:
    return Letterbox()


@pytest.fixture
def smtp(letterbox: Letterbox) -> Iterator[str]:
    with listening(letterbox) as port:
        yield f"smtp://127.0.0.1:{port}"


@pytest.fixture
def outside(smtp: str) -> Outside:
    return Outside(site=SITE, smtp=smtp, mail_from="Gruppetto <races@club.example>", reach=("127.0.0.0/8",))


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute of patience passes in an instant."""
    monkeypatch.setattr("gruppetto.server.notices.crier.MINUTE", 0.01)
    monkeypatch.setattr("gruppetto.server.notices.crier.LOOK_SECONDS", 0.1)


def want(client: Any, address: str = "bo@club.example", key: dict[str, str] = ADA, **more: Any) -> Any:
    asked = {"address": address, "minutes": 1, **more}
    return client.post("/api/me/notices/mail", json=asked, headers=key)


def link_in(letter: Any, page: str) -> str:
    found = re.search(rf"^{re.escape(SITE)}#/mail/{page}/(\S+)\s*$", letter.get_content(), re.MULTILINE)
    assert found, letter.get_content()
    return found[1]


def confirmed(client: Any, letterbox: Letterbox, key: dict[str, str], **more: Any) -> None:
    assert want(client, key=key, **more).status_code == 200
    code = link_in(letterbox.next(), "confirm")
    assert client.post("/api/mail/confirm", json={"code": code}).status_code == 200


def mailbox(client: Any, key: dict[str, str] = ADA) -> Any:
    return client.get("/api/me/notices", headers=key).json()["mail"]


def others_turn(pair: Any) -> dict[str, str]:
    while 1 in pair.waiting():
        pair.play(1)
    return {"X-Key": pair.keys[1]}


def bos_turn(pair: Any) -> None:
    while 1 not in pair.waiting():
        pair.play(pair.waiting()[0])


def nothing_more(letterbox: Letterbox) -> None:
    with pytest.raises(queue.Empty):
        letterbox.next(1.0)


def test_a_turn_that_waits_is_written_of_once(
    table: Make, letterbox: Letterbox, connect: Make, until: Make
) -> None:
    pair = table(title="Sunday race").join(0, "Ada").join(1, "Bo").start()
    bo = others_turn(pair)
    confirmed(pair.client, letterbox, bo)
    bos_turn(pair)
    letter = letterbox.next()
    assert letter["Subject"] == "Your turn: Flamme Rouge · Sunday race"
    assert (letter["From"], letter["To"]) == ("Gruppetto <races@club.example>", "bo@club.example")
    assert f"{SITE}#/table/{pair.id}" in letter.get_content().splitlines()
    assert letter["Auto-Submitted"] == "auto-generated"
    nothing_more(letterbox)
    line = connect(pair, 1)
    until(line, "snapshot")
    pair.play(1)
    while 1 in pair.waiting():
        pair.play(1)
    bos_turn(pair)
    nothing_more(letterbox)  # they look
    line.close()


def test_whoever_looks_in_time_gets_no_mail(
    pair: Any, letterbox: Letterbox, connect: Make, until: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = others_turn(pair)
    confirmed(pair.client, letterbox, bo)
    monkeypatch.setattr("gruppetto.server.notices.crier.MINUTE", 1.5)
    bos_turn(pair)
    time.sleep(0.8)  # by now it is written down
    line = connect(pair, 1)
    until(line, "snapshot")
    line.close()
    with pytest.raises(queue.Empty):
        letterbox.next(2.0)


def test_quiet_hours_are_kept_where_one_lives(pair: Any, letterbox: Letterbox) -> None:
    bo, zone = others_turn(pair), "Pacific/Auckland"
    confirmed(pair.client, letterbox, bo)
    there = datetime.now(ZoneInfo(zone))
    around = [(there + timedelta(minutes=by)).strftime("%H %M").split() for by in (-60, 60)]
    begins, ends = (int(hour) * 60 + int(minute) for hour, minute in around)
    hours = {"begins": begins, "ends": ends, "zone": zone}
    assert pair.client.post("/api/me/notices/quiet", json=hours, headers=bo).json()["quiet"] == hours
    bos_turn(pair)
    nothing_more(letterbox)
    refused = pair.client.post("/api/me/notices/quiet", json={**hours, "zone": "Europe/Atlantis"}, headers=bo)
    assert refused.json()["error"]["kind"] == "UnknownZone"


def test_nobody_gets_mail_who_has_not_said_yes(pair: Any, letterbox: Letterbox, monkeypatch: Any) -> None:
    bo = others_turn(pair)
    want(pair.client, key=bo)
    asked = letterbox.next()
    assert asked["Subject"] == "Is this your address?"
    assert not mailbox(pair.client, bo)["confirmed"]
    bos_turn(pair)
    nothing_more(letterbox)
    code = link_in(asked, "confirm")
    assert pair.client.post("/api/mail/confirm", json={"code": code}).status_code == 200
    again = pair.client.post("/api/mail/confirm", json={"code": code})
    assert (again.status_code, again.json()["error"]["kind"]) == (404, "LinkUsed")
    monkeypatch.setattr("gruppetto.server.notices.routes.CONFIRM_SECONDS", -1)
    want(pair.client, "else@club.example", key=bo)
    late = pair.client.post("/api/mail/confirm", json={"code": link_in(letterbox.next(), "confirm")})
    assert late.status_code == 404


def test_mail_stops_with_one_click(pair: Any, letterbox: Letterbox) -> None:
    bo = others_turn(pair)
    confirmed(pair.client, letterbox, bo)
    bos_turn(pair)
    letter = letterbox.next()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = letter["List-Unsubscribe"].strip("<>")
    assert address.rpartition("/")[2] == link_in(letter, "leave")
    path = address.removeprefix(SITE.rstrip("/"))
    looked = pair.client.get(path, follow_redirects=False)  # whoever only opens it is asked
    assert looked.status_code == 303
    assert looked.headers["Location"].endswith(f"#/mail/leave/{link_in(letter, 'leave')}")
    assert mailbox(pair.client, bo)
    form = {"List-Unsubscribe": "One-Click"}
    assert pair.client.post(path, data=form).status_code == 200
    assert mailbox(pair.client, bo) is None
    assert pair.client.post(path, data=form).status_code == 200  # a mail program may ask twice
    odd = pair.client.get("/api/mail/leave/%E2%82%AC", follow_redirects=False)
    assert (odd.status_code, odd.headers["Location"][-9:]) == (303, "%E2%82%AC")


def test_what_is_no_address_gets_no_mail(client: Any, letterbox: Letterbox) -> None:
    for address in NO_ADDRESSES:
        answer = want(client, address)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "BadAddress"), address
    assert letterbox.letters.empty()


def test_nobody_is_flooded(database: str, outside: Outside, letterbox: Letterbox) -> None:
    with TestClient(application(Settings(database, limits=Limits(), outside=outside))) as client:
        keys = [{"X-Key": letter * 22} for letter in "abcdefgh"]
        same = [want(client, key=key).status_code for key in keys[:4]]
        assert same == [200, 200, 200, 429]  # one address, asked in the name of many
        other = [want(client, f"{at}@club.example", key=key).status_code for at, key in enumerate(keys)]
        assert other.count(200) == 1
        assert letterbox.letters.qsize() == 4


def test_an_address_that_nobody_has_is_forgotten(pair: Any, letterbox: Letterbox) -> None:
    answer = want(pair.client, "nobody@club.example")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "BadAddress")
    assert mailbox(pair.client) is None


@pytest.mark.parametrize("outside", [Outside()])
def test_a_server_without_mail_says_so(client: Any) -> None:
    assert client.get("/api/me/notices", headers=ADA).json()["mails"] is False
    assert want(client).json()["error"]["kind"] == "NoMailHere"


def test_a_password_goes_over_tls_alone(
    letterbox: Letterbox,
    certificate: Make,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    gruppetto: Make,
    database: str,
) -> None:
    paths = certificate(tmp_path, "localhost")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*paths)
    monkeypatch.setenv("SSL_CERT_FILE", str(paths[0]))
    checked: list[tuple[int, str]] = []
    for more in ({"tls_context": context}, {"auth_require_tls": False}):
        with listening(letterbox, authenticator=letterbox.login, **more) as port:
            options = [
                "--smtp",
                f"smtp://races:pa%3Ass@localhost:{port}",
                "--mail-from",
                "races@club.example",
            ]
            options += ["--site", SITE, "--database", database]
            code, _, said = gruppetto("serve", "--check", "--port", "0", *options)
        checked.append((code, next(line for line in said.splitlines() if " mail: " in line)))
    assert letterbox.logins == [(b"races", b"pa:ss")]
    assert checked[0][1].startswith("ok")
    assert checked[1][0] != 0
    assert "offers no TLS" in checked[1][1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--smtp", "smtp://127.0.0.1:25"], "--site"),
        (["--smtp", "imap://club.example", "--site", SITE, "--mail-from", "a@club.example"], "smtps://"),
        (["--smtp", "smtp://h", "--site", SITE, "--mail-from", "races"], "mail-from"),
        (["--site", "club.example"], "https://club.example/"),
        (["--reach", "everywhere"], "reach"),
    ],
)
def test_options_that_cannot_be_are_refused(
    gruppetto: Make, options: list[str], said: str, database: str
) -> None:
    code, _, told = gruppetto("serve", "--check", "--port", "0", "--database", database, *options)
    assert code != 0
    assert said in told
