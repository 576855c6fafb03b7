"""A real server, a real Chromium, and people who know how to race in it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip
BOT = {"kind": "bot"}
DEVELOP = Path(__file__).parents[2] / "web" / "develop.py"
CHOICES = ("trait-", "raise-", "place-", "rider-", "card-", "choice-")
ANYTHING = ", ".join(f"[data-testid^={choice}]:not([disabled])" for choice in CHOICES)
RESTARTING = "The server cannot be reached."  # while a test restarts it; the page shows this itself


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

    def __init__(self, folder: Path, **settings: str) -> None:
        self.address, port = free_address()
        self._settings = {**os.environ, **settings}
        self._command = [sys.executable, "-m", "gruppetto.cli", "serve", "--no-limits", "--port", str(port)]
        self.database = folder / "tables.db"
        self._command += ["--database", f"sqlite+aiosqlite:///{self.database}"]

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command, env=self._settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _wait_for(f"{self.address}/api/health")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """The address of a server that finds nothing compiled."""
    server = Server(tmp_path, GRUPPETTO_CACHE=str(tmp_path / "cache"))
    try:
        server.start()
        yield server.address
    finally:
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
    end = time.monotonic() + 90
    while time.monotonic() < end:
        try:
            httpx.get(url, timeout=2)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A person with a device of his own; whatever goes wrong on his page fails the test."""
    contexts: list[Any] = []
    faults: list[str] = []

    def sit_down(width: int = 1280, height: int = 800, locale: str = "en") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", locale=locale
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield sit_down
    for context in contexts:
        context.close()
    assert [fault for fault in faults if fault != RESTARTING] == []


class Table:
    """A table set up by way of the API, with the secrets of its seats."""

    def __init__(self, client: httpx.Client, seats: list[dict[str, Any]], **more: Any) -> None:
        self.client = client
        self.address = f"{client.base_url}".partition("/api")[0]
        made = self.client.post("", json={"game": "flamme-rouge", "seats": seats, **more}).json()
        self.id: str = made["id"]
        self.host: str = made["host_token"]
        self.tokens: dict[int, str] = {int(seat): token for seat, token in made["tokens"].items()}

    def join(self, seat: int, name: str) -> None:
        answer = self.client.post(f"/{self.id}/seats/{seat}/join", json={"name": name})
        self.tokens[seat] = answer.raise_for_status().json()["token"]

    def start(self) -> "Table":
        answer = self.client.post(f"/{self.id}/start", json={}, headers={"X-Host-Token": self.host})
        answer.raise_for_status()
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
        headers = {"X-Seat-Token": self.tokens[seat]}
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
        headers = {"X-Seat-Token": self.tokens[seat]}
        self.client.post(f"/{self.id}/moves", json=move, headers=headers).raise_for_status()

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
        return self.page("table", "seat", seat, self.tokens[seat])


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}/api/tables", timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def table(client: httpx.Client) -> Callable[..., Table]:
    """Set up a table: its seats, and what else the API knows."""
    return lambda *seats, **more: Table(client, list(seats), **more)


@pytest.fixture(scope="session")
def finished(client: httpx.Client) -> Table:
    """A race that bots have ridden home."""
    return Table(client, [BOT, BOT]).finish()


def make_a_choice(page: Page) -> bool:
    """Make a choice, if there is any; of cards the highest, for a short race."""
    if not page.locator(ANYTHING).count():
        return False
    for test_id in CHOICES:
        choices = page.locator(f"[data-testid^={test_id}]:not([disabled])")
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
