"""What the page weighs: bytes over the wire, and how soon it can be used on a slow phone.

    python bench/weight.py --out bench/results/weight.json

A server of its own is started; Chromium comes to the lobby and to a table by 1.6 Mbit/s and 150 ms, with a
processor four times slower than this one, first with nothing in its cache and then again.
"""

import argparse
import json
import os
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

SLOWER = 4
BYTES_A_SECOND, LATENCY_MS = 1_600_000 / 8, 150
TIMES = 3
LOBBY, TABLE = "[data-testid=quick-race]:not([disabled])", "[data-testid^=place-]"
QUIET_MS = 1500  # without a request: then all has come
# Chromium draws its own address bar as pages, and they share the slow processor; the last such list counts.
ALONE = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,MediaRouter,OptimizationHints"
SEATS = [{"kind": "hotseat", "name": "Ada"}] + [{"kind": "bot", "level": "domestique"}] * 3
Figures = dict[str, float]


@contextmanager
def server() -> Iterator[str]:
    """`gruppetto serve` on an empty database."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        database = f"sqlite+aiosqlite:///{folder}/tables.db"
        command = [sys.executable, "-m", "gruppetto.cli", "serve", "--no-limits", "--port", str(port)]
        process = subprocess.Popen([*command, "--database", database], stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/api/health")
            yield address
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(url: str) -> None:
    for _ in range(600):
        try:
            httpx.get(url, timeout=2)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server does not answer.")


def table(address: str, key: str) -> str:
    """A race against three bots that waits for its player."""
    asked = {"game": "flamme-rouge", "options": {"stage": "Avenue Corso Paseo"}, "seats": SEATS}
    client = httpx.Client(base_url=f"{address}/api", headers={"X-Key": key}, timeout=120)
    made = client.post("/tables", json=asked).raise_for_status().json()["id"]
    client.post(f"/tables/{made}/start", json={}).raise_for_status()
    return f"{address}/#/table/{made}"


def slow(context: BrowserContext, page: Page) -> dict[str, float]:
    """Make a page as slow as the phone; what it receives from now on is counted."""
    session, counted = context.new_cdp_session(page), {"bytes": 0.0, "requests": 0.0}
    session.send("Network.enable")
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def count(event: dict[str, Any]) -> None:
        counted["bytes"] += event["encodedDataLength"]
        counted["requests"] += 1

    def hear(event: dict[str, Any]) -> None:
        counted["bytes"] += len(event["response"]["payloadData"])

    session.on("Network.loadingFinished", count)
    session.on("Network.webSocketFrameReceived", hear)
    return counted


def visit(context: BrowserContext, url: str, usable: str) -> Figures:
    """Come to a page: seconds until it can be used, and what came over the wire until all was there."""
    page = context.new_page()
    counted = slow(context, page)
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(usable, timeout=60_000)
    seconds, before = time.perf_counter() - begun, -1.0
    while counted["bytes"] != before:
        before = counted["bytes"]
        page.wait_for_timeout(QUIET_MS)
    page.close()
    return {"seconds": seconds, "kilobytes": counted["bytes"] / 1000, "requests": counted["requests"]}


def visits(browser: Browser, url: str, usable: str, key: str, locale: str) -> dict[str, Figures]:
    """The first visit and the next, the middle one of several of each."""
    first, again = [], []
    keep = f"localStorage.gruppetto ??= {json.dumps(json.dumps({'key': key}))}"
    for _ in range(TIMES):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale=locale, has_touch=True)
        context.add_init_script(keep)
        first.append(visit(context, url, usable))
        again.append(visit(context, url, usable))
        context.close()
    return {"first": middle(first), "again": middle(again)}


def middle(measured: list[Figures]) -> Figures:
    """The median of every figure."""
    return {name: round(statistics.median(one[name] for one in measured), 2) for name in measured[0]}


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    chromium = (
        os.environ.get("GRUPPETTO_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    )
    key = secrets.token_urlsafe(16)
    with server() as address, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", ALONE]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        race = table(address, key)
        found = {
            "lobby": visits(browser, f"{address}/#/", LOBBY, key, "en"),
            "lobby, in Polish": visits(browser, f"{address}/#/", LOBBY, key, "pl"),
            "table": visits(browser, race, TABLE, key, "en"),
        }
        browser.close()
    told = json.dumps({"cpu_slower": SLOWER, "mbit_per_s": 1.6, "latency_ms": LATENCY_MS, **found}, indent=2)
    print(told)
    if given.out:
        given.out.write_text(told + "\n")


if __name__ == "__main__":
    main()
