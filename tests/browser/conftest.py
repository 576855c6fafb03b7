"""A real server, a real Chromium, and people who know how to race in it."""

import asyncio
import base64
import json
import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

expect.set_options(timeout=15_000)  # a busy machine takes its time
ARGUMENTS = (
    "--ignore-certificate-errors",  # a front’s own; no context speaks for the page’s worker
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
    # Chromium draws its own address bar as two pages for every window; the last such list counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,ThirdPartyStoragePartitioning,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints,LensOverlay,PreconnectToSearch",
)  # fmt: skip
BOT = {"kind": "bot"}
REVIEWED = 32  # worlds: a rough review, but a quick one
JUMPING = Path(__file__).parents[1] / "drill" / "jumping.py"
WEB = Path(__file__).parents[2] / "web"
DEVELOP = WEB / "develop.py"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = ["color-contrast", "link-in-text-block"]  # by name: their tag asks for more than light ones must do
CHOICES = ("trait-", "raise-", "place-", "rider-", "card-", "choice-")
ANYTHING = ", ".join(f"[data-testid^={choice}]:not([disabled])" for choice in CHOICES)


def chromium_path() -> str:
    found = os.environ.get("GRUPPETTO_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "Browser tests need Chromium: apt-get install chromium, or set GRUPPETTO_CHROMIUM."
    return found


def free_address() -> tuple[str, int]:
    """An address where nobody listens, and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return f"http://127.0.0.1:{port}", port


class Server:
    """`gruppetto serve` on a database of its own."""

    def __init__(
        self, folder: Path, program: Sequence[str] = ("-m", "gruppetto.cli"), **settings: str
    ) -> None:
        self.address, port = free_address()
        self._settings = {**os.environ, **settings}
        self._command = [sys.executable, *program, "serve", "--no-limits", "--port", str(port)]
        self._command += ["--reviews", str(REVIEWED)]
        self.database = folder / "tables.db"
        self._command += ["--database", f"sqlite+aiosqlite:///{self.database}"]

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, env=self._settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _wait_for(f"{self.address}/api/health")

    def change(self, **settings: str) -> None:
        """Be started otherwise from the next time on."""
        self._settings |= settings

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def let_time_pass(self, seconds: float) -> None:
        """Clocks and patience have run so much longer, by the word of another worker."""
        with sqlite3.connect(self.database, timeout=30) as connection:
            connection.execute("UPDATE timekeeper SET seconds = seconds + ?", (seconds,))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    mail = {"GRUPPETTO_SMTP": "smtp://127.0.0.1:9", "GRUPPETTO_MAIL_FROM": "races@club.example"}
    server = Server(tmp_path_factory.mktemp("server"), GRUPPETTO_SITE="https://club.example", **mail)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of a file may stop, change and start again."""
    server = Server(tmp_path_factory.mktemp("own"))
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def own_table(own: Server) -> Iterator[Callable[..., "Table"]]:
    """Set up a table there."""
    with httpx.Client(base_url=f"{own.address}/api/tables", timeout=60) as client:
        yield lambda *seats, **more: set_up(client, *seats, **more)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """The address of a server that finds nothing compiled."""
    server = Server(tmp_path, GRUPPETTO_CACHE=str(tmp_path / "cache"))
    try:
        server.start()
        yield server.address
    finally:
        server.kill()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start a server with settings of its own: its address."""
    servers: list[Server] = []

    def start(**settings: str) -> str:
        servers.append(Server(tmp_path_factory.mktemp("serving"), **settings))
        servers[-1].start()
        return servers[-1].address

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def turned(tmp_path: Path) -> Iterator[Callable[..., tuple[Server, Callable[[float], None]]]]:
    """Start a server whose days can be let pass, wall clock and all: `turned(**settings)`."""
    servers: list[Server] = []
    ahead = tmp_path / "ahead"

    def start(**settings: str) -> tuple[Server, Callable[[float], None]]:
        ahead.write_text("0")
        server = Server(tmp_path, (str(JUMPING), str(ahead)), **settings)
        servers.append(server)
        server.start()

        def later(seconds: float) -> None:
            ahead.write_text(str(float(ahead.read_text()) + seconds))
            server.let_time_pass(seconds)

        return server, later

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def developing(tmp_path: Path) -> Iterator[str]:
    """What `make web` runs: the app from its sources, and a server beside it."""
    address, port = free_address()
    command = [sys.executable, str(DEVELOP), "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    own = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen(command, env=own, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        _wait_for(address)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(20)


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    return server.address


def _wait_for(url: str) -> None:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            httpx.get(url, timeout=10)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        asyncio._set_running_loop(None)
        yield chromium
        asyncio._set_running_loop(chromium._loop)
        chromium.close()


@pytest.fixture
def browsing(browser: Browser) -> Iterator[Browser]:
    """The browser for one test; its loop runs no longer, since other tests run loops of their own."""
    asyncio._set_running_loop(browser._loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def person(browsing: Browser) -> Iterator[Callable[..., Page]]:
    """A person with a device of their own; whatever goes wrong on their page fails the test.

    Whoever has a key is known already. A worker is only let in where a test is about it: to install one is
    work that no other test needs.
    """
    contexts: list[Any] = []
    faults: list[str] = []

    def sit_down(
        width: int = 1280,
        height: int = 800,
        locale: str = "en",
        *,
        key: str = "",
        worker: bool = False,
        **more: Any,
    ) -> Page:
        context = browsing.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            locale=locale,
            service_workers="allow" if worker else "block",
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        if key:
            page.add_init_script(f"localStorage.gruppetto ??= JSON.stringify({{ key: '{key}' }})")
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield sit_down
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def profile(browsing: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page in a window that is not a private one: only there does a browser offer to install."""
    context = browsing.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium_path(), args=list(ARGUMENTS), locale="it"
    )
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def until() -> Callable[[Page, str], None]:
    """Ask a page again and again, until what it promises is true."""
    return wait_until


@pytest.fixture(scope="session")
def served() -> Callable[[Page], None]:
    """Wait until the worker beside a page serves it, and keeps what the page has used."""
    return lambda page: wait_until(page, SERVED)


SERVED = """async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = names.filter((name) => /\\/assets\\/|\\/api\\/games$/.test(name))
    const kept = await Promise.all(files.map((file) => caches.match(file)))
    return navigator.serviceWorker.controller !== null && files.length > 0 && kept.every(Boolean)
}"""


@pytest.fixture(scope="session")
def complaints() -> Callable[[Page], list[str]]:
    """What axe finds on a page as it is, in the light; and in the dark, where only colours are others."""

    def look(page: Page) -> list[str]:
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[str] = []
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            asked = {"resultTypes": ["violations"], **({"runOnly": COLOURS} if theme == "dark" else {})}
            found += page.evaluate(FOUND, asked)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        return found

    return look


FOUND = "async (asked) => (await axe.run(asked)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)"


def wait_until(page: Page, promise: str) -> None:
    end = time.monotonic() + 30
    while not page.evaluate(promise):
        assert time.monotonic() < end, f"this does not come true: {promise}"
        page.wait_for_timeout(50)


def new_key() -> str:
    """A key, as a browser makes one."""
    return secrets.token_urlsafe(16)


def handover(address: str, key: str, *then: str) -> str:
    """A link that brings a key to another device, made as the page does."""
    pad = secrets.token_bytes(16)
    bare = base64.urlsafe_b64decode(f"{key}==")
    sealed = bytes(one ^ other for one, other in zip(bare, pad, strict=True))
    asked = {"sealed": base64.urlsafe_b64encode(sealed).decode().rstrip("=")}
    made = httpx.post(f"{address}/api/me/handover", json=asked, headers={"X-Key": key}).json()
    written = base64.urlsafe_b64encode(pad).decode().rstrip("=")
    return "/".join([f"{address}/#", "hello", made["code"], written, *then])


class Table:
    """A table set up or brought by way of the API, with the secrets of its seats."""

    def __init__(self, client: httpx.Client, path: str, content: bytes) -> None:
        self.client = client
        self.address = f"{client.base_url}".partition("/api")[0]
        self.host = new_key()
        headers = {"Content-Type": "application/json", "X-Key": self.host}
        made = self.client.post(path, content=content, headers=headers).raise_for_status().json()
        self.id: str = made["id"]
        here = [seat["seat"] for seat in made["table"]["seats"] if seat["kind"] == "hotseat"]
        self.keys: dict[int, str] = dict.fromkeys(here, self.host)

    def join(self, seat: int, name: str) -> None:
        self.keys[seat] = new_key()
        self.post(f"seats/{seat}/join", {"name": name}, seat)

    def post(self, path: str, body: Any = None, seat: int | None = None) -> dict[str, Any]:
        """Do something as whoever sits there, or as the host."""
        key = self.host if seat is None else self.keys[seat]
        headers = {"X-Key": key, **({} if seat is None or path.endswith("join") else {"X-Seat": str(seat)})}
        answer = self.client.post(f"/{self.id}/{path}", json=body or {}, headers=headers)
        found: dict[str, Any] = answer.raise_for_status().json()
        return found

    def start(self) -> "Table":
        self.post("start")
        return self

    def finish(self) -> "Table":
        """Let the bots ride it home."""
        self.start()
        end = time.monotonic() + 60
        while self.look()["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.05)
        return self

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/{self.id}").json()
        return found

    def view(self, seat: int) -> dict[str, Any]:
        headers = {"X-Key": self.keys[seat], "X-Seat": str(seat)}
        found: dict[str, Any] = self.client.get(f"/{self.id}/view", headers=headers).json()
        return found

    def play(self, seat: int, decisions: int) -> "Table":
        """Make decisions for a seat, always the first choice."""
        for _ in range(decisions):
            state = self.asked(seat)
            self.decide(seat, state, state["choices"][0])
        return self

    def asked(self, seat: int) -> dict[str, Any]:
        """What a seat knows when it has to decide."""
        end = time.monotonic() + 60
        while not (state := self.view(seat))["choices"]:
            assert time.monotonic() < end, "nobody asks this seat"
            time.sleep(0.02)
        return state

    def decide(self, seat: int, state: dict[str, Any], choice: dict[str, Any]) -> None:
        move = {"own": state["own"], "code": choice["code"], "move_id": f"{state['own']}"}
        self.post("moves", move, seat)

    def do(self, seat: int, *wanted: str) -> "Table":
        """Choices of these types or activities, one after the other; until one is there, the first choice."""
        for word in wanted:
            while True:
                state = self.asked(seat)
                meant = [one for one in state["choices"] if word in one["message"].values()]
                self.decide(seat, state, (meant or state["choices"])[0])
                if meant:
                    break
        return self

    def page(self, name: str, *more: object) -> str:
        return "/".join([f"{self.address}/#", name, self.id, *map(str, more)])

    def link(self, seat: int) -> str:
        """A link that makes a device that of whoever sits there, and leads to the table; it works once."""
        return handover(self.address, self.keys[seat], "table", self.id)


def set_up(client: httpx.Client, *seats: dict[str, Any], **more: Any) -> Table:
    return Table(client, "", json.dumps({"game": "flamme-rouge", "seats": seats, **more}).encode())


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}/api/tables", timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def link(address: str) -> Callable[..., str]:
    """A link that brings a key to another device: `link(key, "table", id)`."""
    return lambda key, *then: handover(address, key, *then)


@pytest.fixture(name="set_up", scope="session")
def set_up_at() -> Callable[..., Table]:
    """Set up a table at another server: `set_up(client, *seats)`."""
    return set_up


@pytest.fixture(scope="session")
def table(client: httpx.Client) -> Callable[..., Table]:
    """Set up a table: its seats, and what else the API knows."""
    return lambda *seats, **more: set_up(client, *seats, **more)


@pytest.fixture(scope="session")
def bring(client: httpx.Client) -> Callable[[bytes], Table]:
    """Bring a save file to a table; its people are the host's."""
    return lambda content: Table(client, "/import", content)


@pytest.fixture(scope="session")
def finished(client: httpx.Client) -> Table:
    """A race that bots have ridden home."""
    return set_up(client, BOT, BOT).finish()


def make_a_choice(page: Page) -> bool:
    """Make a choice, if there is any; of cards the highest, for a short race."""
    if not page.locator(ANYTHING).count():
        return False
    for test_id in CHOICES:
        decides = ":not([aria-pressed])" if test_id == "rider-" else ""  # not whom squares are shown for
        choices = page.locator(f"[data-testid^={test_id}]:not([disabled]){decides}")
        choice = choices.last if test_id == "card-" else choices.first
        if choice.count() and choice.is_visible():
            try:
                choice.click(timeout=1000)
            except Error:
                return False
            return True
    return False


def go_on_to_the_next_stage(page: Page) -> None:
    """Leave the pause between two stages of a tour, if there is one."""
    onward = page.get_by_test_id("next-stage")
    if onward.count():
        onward.click()


@pytest.fixture(scope="session")
def choose() -> Callable[[Page], bool]:
    """Make a choice, if there is any; whether there was."""
    return make_a_choice


@pytest.fixture(scope="session")
def decide() -> Callable[[Page], None]:
    """Wait for a choice and make it."""

    def once(page: Page) -> None:
        end = time.monotonic() + 20
        while not make_a_choice(page):
            assert time.monotonic() < end, "there is nothing to choose"
            time.sleep(0.03)

    return once


@pytest.fixture(scope="session")
def ride_home() -> Callable[..., None]:
    """Everybody chooses until the way to the podium is shown."""

    def ride(*pages: Page, seconds: float = 90) -> None:
        end = time.monotonic() + seconds
        while not pages[0].get_by_test_id("to-podium").count():
            assert time.monotonic() < end, "the race does not end"
            for page in pages:
                go_on_to_the_next_stage(page)
            chosen = [make_a_choice(page) for page in pages]
            if not any(chosen):
                time.sleep(0.03)

    return ride
