"""Behind real proxies with TLS, at the root of a site and under a path: all is as it was without them."""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from fronts import CLUB, Caddy, Front, Nginx
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from servers import Server

from gruppetto.server.limits import HEADERS

pytestmark = pytest.mark.drill
STRICT = "strict-transport-security"
MINE = {"X-Key": "proxy" * 5}
TABLE = {"game": "flamme-rouge", "seats": [{"kind": "open"}] * 2}
OPTIONS = ("--proxies", "127.0.0.1", "--metrics", "127.0.0.1", "--log", "json")


@pytest.fixture(scope="module", params=["nginx-root", "nginx-path", "caddy-root", "caddy-path"])
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp(request.param)
    kind, _, place = request.param.partition("-")
    database = f"sqlite+aiosqlite:///{folder / 'tables.db'}"
    server = Server(database, options=OPTIONS, log=folder / "server.log")
    proxy = {"nginx": Nginx, "caddy": Caddy}[kind](folder / kind, server, place)
    server.start()
    try:
        server.wait()
        proxy.start()
        yield proxy
        proxy.stop()
    finally:
        server.kill()


@pytest.fixture
def asks(front: Front) -> Iterator[Callable[..., httpx.Response]]:
    """Ask for something below the app's address, from one of this machine's addresses."""
    clients: dict[str, httpx.Client] = {}

    def ask(path: str, host: str = "127.0.0.1", method: str = "GET", **more: Any) -> httpx.Response:
        if host not in clients:
            transport = httpx.HTTPTransport(verify=front.trust(), local_address=host)
            clients[host] = httpx.Client(base_url=front.address, transport=transport, timeout=30)
        return clients[host].request(method, path, **more)

    yield ask
    for client in clients.values():
        client.close()


@pytest.fixture
def page(browsing: Browser) -> Iterator[Page]:
    """A person who takes the certificate as it is; no fault and no word of complaint on their page."""
    context = browsing.new_context(ignore_https_errors=True, reduced_motion="reduce", locale="en")
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page = context.new_page()
    page.set_default_timeout(30_000)
    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"{request.url}: {request.failure}"))
    yield page
    context.close()
    assert complaints == []


# Not behind Caddy 2.6.2, Debian 12's: there a socket was seen to break in mid-race (“Invalid frame header”).
@pytest.mark.parametrize("front", ["nginx-root", "nginx-path"], indirect=True)
def test_a_race_is_played(front: Front, page: Page, ride_home: Callable[..., None]) -> None:
    page.goto(front.address)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(f"{front.address}#/table/*")
    ride_home(page, seconds=240)
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_test_id("podium").locator("h1")).to_contain_text("wins", timeout=180_000)
    page.get_by_role("link", name="Watch again").first.click()
    page.wait_for_url(f"{front.address}#/replay/*")
    assert page.evaluate("document.fonts.ready.then(all => [...all].some(font => font.status == 'loaded'))")


def test_links_lead_to_the_address_people_know(front: Front, page: Page) -> None:
    page.goto(f"{front.address}#/new")
    page.get_by_test_id("create").click()
    page.wait_for_url(f"{front.address}#/wait/*")
    link = page.get_by_test_id("seat-link")
    expect(link).to_have_text(re.compile(re.escape(f"{front.address}#/join/")))
    page.goto(link.inner_text())
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def test_the_page_of_the_programming_interface_is_shown(front: Front, page: Page) -> None:
    page.goto(f"{front.address}api/schema")
    expect(page.locator("h1")).to_contain_text("the programming interface")
    assert page.evaluate("getComputedStyle(document.querySelector('.method')).fontWeight") == "700"
    document = urljoin(page.url, page.get_by_role("link", name="OpenAPI").get_attribute("href") or "")
    assert page.request.get(document).json()["info"]["title"] == "Gruppetto"


def test_every_header_is_sent_once(asks: Callable[..., httpx.Response]) -> None:
    page = asks("")
    script = re.findall(r'src="\./(assets/[^"]+\.js)"', page.text)[0]
    again = asks("", headers={"If-None-Match": page.headers["ETag"]})
    assert again.status_code == 304
    for answer in (page, again, asks(script), asks("api/games"), asks("api/tables/none"), asks("nowhere")):
        times = Counter(name for name, _ in answer.headers.multi_items())
        once = {name.lower() for name in (*HEADERS, "Cache-Control", "X-Request-Id")}
        assert {name: times[name] for name in once} == dict.fromkeys(once, 1), answer.url
        assert times[STRICT] < 2, answer.url


def test_the_site_is_reached_by_tls_only(front: Front, asks: Callable[..., httpx.Response]) -> None:
    if front.place == "path":
        assert CLUB in asks(f"{front.site}/").text
        to_the_app = asks(front.address.rstrip("/"), follow_redirects=False)
        assert to_the_app.is_redirect
        assert urljoin(front.address, to_the_app.headers["Location"]) == front.address
        return
    assert asks("").headers[STRICT] == "max-age=31536000"
    if isinstance(front, Nginx):
        plain = httpx.get(f"http://localhost:{front.plain_port}/api/games?x=1")
        assert (plain.status_code, plain.headers["Location"]) == (308, "https://localhost/api/games?x=1")


def test_what_never_changes_is_kept_and_everything_is_packed(asks: Callable[..., httpx.Response]) -> None:
    page = asks("")
    assert page.headers["Cache-Control"] == "no-cache"
    for name in re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.text):
        for encoding, accepted in {"br": "gzip, br", "gzip": "gzip"}.items():
            answer = asks(name, method="HEAD", headers={"Accept-Encoding": accepted})
            assert answer.headers["Content-Encoding"] == encoding
            assert "immutable" in answer.headers["Cache-Control"]
    games = asks("api/games", headers={"Accept-Encoding": "gzip"})
    assert (games.headers.get("Content-Encoding"), games.headers["Cache-Control"]) == ("gzip", "no-cache")


def test_the_worker_and_the_manifest_come_as_they_are(asks: Callable[..., httpx.Response]) -> None:
    for name, kind in {
        "sw.js": "text/javascript",
        "manifest.webmanifest": "application/manifest+json",
    }.items():
        answer = asks(name)
        assert answer.headers["Content-Type"].partition(";")[0] == kind
        assert answer.headers["Cache-Control"] == "no-cache"
        assert asks(name, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def those_who_asked(log: Path) -> set[str]:
    """The clients in a server's log; a line is written when its answer has gone."""
    lines = [line for line in log.read_text().splitlines() if line.startswith("{") and line.endswith("}")]
    return {said["client"] for said in map(json.loads, lines) if "client" in said}


def test_everybody_is_counted_by_their_own_address(front: Front, asks: Callable[..., httpx.Response]) -> None:
    def opens(host: str, claims: str) -> int:
        return asks(
            "api/tables", host, "POST", json=TABLE, headers={**MINE, "X-Forwarded-For": claims}
        ).status_code

    assert 429 in [opens("127.0.0.2", f"192.0.2.{number}") for number in range(60)]  # no name they take helps
    assert opens("127.0.0.3", "127.0.0.2") == 201
    end = time.monotonic() + 30
    while "127.0.0.3" not in (clients := those_who_asked(front.behind.log)):
        assert time.monotonic() < end, clients
        time.sleep(0.1)
    assert clients == {"127.0.0.1", "127.0.0.2", "127.0.0.3"}


def test_pages_of_other_sites_are_refused_and_our_own_is_not(
    front: Front, asks: Callable[..., httpx.Response]
) -> None:
    ours, theirs = {**MINE, "Origin": front.site}, {**MINE, "Origin": "https://elsewhere.example"}
    assert asks("api/tables", method="POST", json=TABLE, headers=ours).status_code == 201
    assert asks("api/tables", method="POST", json=TABLE, headers=theirs).status_code == 403


def test_metrics_stay_inside(front: Front, asks: Callable[..., httpx.Response]) -> None:
    assert asks("metrics").status_code == 404
    inside = f"{front.behind.url}/metrics"
    assert httpx.get(inside).status_code == 200
    assert httpx.get(inside, headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 404


def test_a_large_save_file_is_refused_in_our_words(asks: Callable[..., httpx.Response]) -> None:
    body = b'{"game": "' + b"x" * (4 * 1024 * 1024) + b'"}'
    headers = {"Content-Type": "application/json"}
    answer = asks("api/tables/import", method="POST", content=body, headers=headers)
    assert (answer.status_code, "error" in answer.json()) == (413, True)
