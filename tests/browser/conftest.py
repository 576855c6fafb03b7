"""A real server and a real Chromium."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
)  # fmt: skip


def chromium_path() -> str:
    found = os.environ.get("GRUPPETTO_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "Browser tests need Chromium: apt-get install chromium, or set GRUPPETTO_CHROMIUM."
    return found


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`gruppetto serve` on a database of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('server') / 'tables.db'}"
    command = [sys.executable, "-m", "gruppetto.cli", "serve", "--no-limits", "--port", str(port)]
    with Path(os.devnull).open("w") as nowhere:
        server = subprocess.Popen([*command, "--database", database], stdout=nowhere, stderr=nowhere)
    try:
        _wait_for(f"http://127.0.0.1:{port}/api/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


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

    def sit_down(width: int = 1280, height: int = 800) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield sit_down
    for context in contexts:
        context.close()
    assert faults == []
