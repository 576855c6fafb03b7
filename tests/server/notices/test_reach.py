"""Addresses that strangers supply lead to the open internet, or nowhere: tried over the wire."""

import queue
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gruppetto.server.notices.opening import Outside

Make = Callable[..., Any]
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
LITERALS = [
    "127.0.0.1", "2130706433", "0x7f.1", "127.1", "10.1.2.3", "172.16.0.1", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[::127.0.0.1]", "[fe80::1]",
    "[fc00::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]",
]  # fmt: skip


class Names:
    """A resolver that says what a test wants, and remembers what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.known: dict[str, list[list[str]]] = {}
        self.asked: Counter[str] = Counter()
        self._real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._look_up)

    def _look_up(self, host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in self.known:
            return self._real(host, port, *rest, **more)
        self.asked[host] += 1
        answers = self.known[host]
        said = answers.pop(0) if len(answers) > 1 else answers[0]
        return [entry for address in said for entry in self._real(address, port, type=socket.SOCK_STREAM)]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    return Names(monkeypatch)


class Door:
    """A port at which it is counted who knocks."""

    def __init__(self, host: str, port: int = 0) -> None:
        self._socket = socket.create_server((host, port))
        self.port: int = self._socket.getsockname()[1]
        self.knocks = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                self._socket.accept()[0].close()
            except OSError:
                return
            self.knocks += 1

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def door() -> Iterator[Callable[..., Door]]:
    doors: list[Door] = []

    def make(*where: Any) -> Door:
        doors.append(Door(*where))
        return doors[-1]

    yield make
    for one in doors:
        one.close()


def counted(client: Any) -> dict[str, float]:
    """How the calls of this server went, as its operator reads it."""
    page = client.app.state.crier.counts
    return dict(page)


def until_counted(client: Any, **wanted: int) -> None:
    end = time.monotonic() + 15
    while counted(client) != wanted:
        assert time.monotonic() < end, counted(client)
        time.sleep(0.05)


def bos_turn(pair: Any) -> None:
    while 1 not in pair.waiting():
        pair.play(pair.waiting()[0])


@pytest.mark.parametrize("outside", [Outside()])
def test_an_address_that_is_not_public_is_refused_at_once(pair: Any, phone: Make) -> None:
    body = phone(pair.client, pair.keys[0]).subscription
    for literal in LITERALS:
        asked = {**body, "endpoint": f"https://{literal}/push"}
        answer = pair.client.post("/api/me/notices/devices", json=asked, headers={"X-Key": pair.keys[0]})
        if literal in ("2130706433", "0x7f.1", "127.1"):
            continue  # a name, as far as it is written; what it leads to is seen when it is looked up
        assert answer.status_code == 400, literal
    for address in ("https://93.184.216.34/push", "https://[2606:2800:220:1::1]/push"):
        asked = {**body, "endpoint": address}
        answer = pair.client.post("/api/me/notices/devices", json=asked, headers={"X-Key": pair.keys[0]})
        assert answer.status_code == 200, address
    for name in ("a" * 64, "a..example", ".example"):  # resolvers would choke on it
        asked = {**body, "endpoint": f"https://{name}/push"}
        answer = pair.client.post("/api/me/notices/devices", json=asked, headers={"X-Key": pair.keys[0]})
        assert answer.status_code == 400, name
    plain = {**body, "endpoint": "http://93.184.216.34/push"}
    answer = pair.client.post("/api/me/notices/devices", json=plain, headers={"X-Key": pair.keys[0]})
    assert answer.json()["error"]["kind"] == "OutOfReach"


@pytest.mark.parametrize("outside", [Outside()])
@pytest.mark.parametrize("host", ["a..b", ".example", "-" * 64 + ".example", "a" * 300])
def test_what_no_resolver_takes_for_a_name_is_refused_at_once(pair: Any, phone: Make, host: str) -> None:
    asked = {**phone(pair.client, pair.keys[0]).subscription, "endpoint": f"https://{host}/push"}
    answer = pair.client.post("/api/me/notices/devices", json=asked, headers={"X-Key": pair.keys[0]})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "OutOfReach")


@pytest.mark.parametrize("outside", [Outside()])
def test_no_name_leads_to_this_house(
    pair: Any, phone: Make, names: Names, door: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gruppetto.server.notices.reach.CONNECT_SECONDS", 60.0)  # on a busy machine, too
    monkeypatch.setattr("gruppetto.server.notices.reach.SECONDS", 60.0)
    here = door("127.0.0.1")
    names.known = {
        "plain.example": [["127.0.0.1"]],
        "mapped.example": [["::ffff:127.0.0.1"]],
        "nat.example": [["64:ff9b::7f00:1"]],
        "both.example": [["93.184.216.34", "127.0.0.1"]],
        "six.example": [["::1"]],
    }
    hosts = [*names.known, "2130706433", "0x7f.1", "localhost"]
    for host in hosts:
        one = phone(pair.client, pair.keys[1], host)
        one.endpoint = f"https://{host}:{here.port}/push"
        one.subscribe()
    bos_turn(pair)
    until_counted(pair.client, gone=len(hosts))
    assert here.knocks == 0
    assert names.asked == dict.fromkeys(names.known, 1)
    told = pair.client.get("/api/me/notices", headers={"X-Key": pair.keys[1]}).json()
    assert told["devices"] == []


@pytest.mark.parametrize("outside", [Outside(reach=("127.0.0.1",))])
def test_a_name_that_changes_its_mind_is_asked_once(
    pair: Any, phone: Make, service: Any, names: Names, door: Make
) -> None:
    port = int(service.address.rpartition(":")[2])
    other = door("127.0.0.2", port)
    names.known = {"rebound.example": [["127.0.0.1"], ["127.0.0.2"]]}
    one = phone(pair.client, pair.keys[1])
    one.endpoint = f"http://rebound.example:{port}{one.path}"
    one.subscribe()
    bos_turn(pair)
    assert service.next()[1] == one.path
    assert (names.asked["rebound.example"], other.knocks) == (1, 0)


def test_nothing_is_followed_and_little_is_read(
    pair: Any, phone: Make, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gruppetto.server.notices.reach.SECONDS", 1.0)
    answers = {"elsewhere": redirect, "endless head": endless_head, "endless body": endless, "silent": silent}
    for name, answer in answers.items():
        one = phone(pair.client, pair.keys[1], name.replace(" ", "-")).subscribe()
        service.answers[one.path] = answer
    bos_turn(pair)
    until_counted(pair.client, again=3, sent=1)
    paths = [service.next()[1] for _ in answers]
    assert "/elsewhere" not in paths
    with pytest.raises(queue.Empty):
        service.next(0.3)


def redirect(handler: Any) -> None:
    handler.send_response(307)
    handler.send_header("Location", "/elsewhere")
    handler.end_headers()


def endless_head(handler: Any) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    pour(handler, b"X-More: and more\r\n")


def endless(handler: Any) -> None:
    handler.send_response(201)
    handler.end_headers()
    pour(handler, b"more " * 1000)


def pour(handler: Any, what: bytes) -> None:
    try:
        while True:
            handler.wfile.write(what)
    except OSError:
        handler.close_connection = True


def silent(handler: Any) -> None:
    time.sleep(2)


# --- TLS --------------------------------------------------------------------------------------------


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: Any, certificate: Make) -> None:
    """The service speaks TLS, with a certificate for push.example that this machine trusts."""
    certificate_file, key_file = certificate(tmp_path, "push.example")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate_file, key_file)
    service.wrap(context)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate_file))


@pytest.mark.usefixtures("trusted")
def test_tls_is_spoken_with_whoever_has_the_name(pair: Any, phone: Make, service: Any, names: Names) -> None:
    port = int(service.address.rpartition(":")[2])
    names.known = {"push.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]]}
    right, wrong = (phone(pair.client, pair.keys[1], name) for name in ("right", "wrong"))
    right.endpoint = f"https://push.example:{port}{right.path}"
    wrong.endpoint = f"https://other.example:{port}{wrong.path}"
    for one in (right, wrong):
        one.subscribe()
    bos_turn(pair)
    until_counted(pair.client, sent=1, again=1)
    _, path, headers, body = service.next()
    service.address = f"https://push.example:{port}"
    assert path == right.path
    assert right.read(headers, body)["table"] == pair.id
