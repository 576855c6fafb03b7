"""An app that a device takes: with a manifest in the reader's language, and icons that load."""

import json
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page

LANGUAGES = ("en", "pl", "it", "cs")


def test_a_browser_finds_nothing_amiss(profile: Page, address: str, served: Callable[[Page], None]) -> None:
    profile.goto(address)
    served(profile)
    asked = profile.context.new_cdp_session(profile)
    assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    found = asked.send("Page.getAppManifest")
    manifest = json.loads(found["data"])
    assert found["errors"] == []
    assert manifest["lang"] == "it"
    assert found["manifest"]["startUrl"] == found["manifest"]["scope"] == f"{address}/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_speaks_a_language_and_names_what_is_there(address: str, language: str) -> None:
    found = httpx.get(f"{address}/manifest.webmanifest", params={"lang": language})
    manifest = found.json()
    assert found.headers["content-type"] == "application/manifest+json"
    assert found.headers["cache-control"] == "no-cache"
    assert manifest["lang"] == language
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        drawn = httpx.get(f"{address}/{icon['src']}")
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
        width = int.from_bytes(drawn.content[16:20])  # as every PNG says it
        assert icon["sizes"] == f"{width}x{width}"


def test_shortcuts_are_called_differently_in_every_language(address: str) -> None:
    called = set()
    for language in LANGUAGES:
        told = httpx.get(f"{address}/manifest.webmanifest", params={"lang": language}).json()
        called.add(tuple(shortcut["name"] for shortcut in told["shortcuts"]))
    assert len(called) == len(LANGUAGES)


def test_the_worker_is_asked_for_again_each_time(address: str) -> None:
    found = httpx.get(f"{address}/sw.js")
    assert found.headers["content-type"].startswith("text/javascript")
    assert found.headers["cache-control"] == "no-cache"
    policy = found.headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_the_window_has_the_colour_of_the_paper(person: Callable[..., Page], address: str) -> None:
    page = person()
    page.goto(address)
    metas = "[...document.querySelectorAll('meta[name=theme-color]')]"
    shown = f"{metas}.find(({{ media }}) => matchMedia(media).matches)"
    assert page.evaluate(f"{shown}.content") == "#f5ecd8"
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(f"{shown}.content") == "#1d1a17"
    page.locator("header button").last.click()  # light, whatever the system says
    assert page.evaluate(f"{shown}.content") == "#f5ecd8"
