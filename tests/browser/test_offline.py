"""Without a connection: what was looked at is there; what cannot be says so, and comes back by itself."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gruppetto.puzzles import puzzles

Sit = Callable[..., Page]
Served = Callable[[Page], None]
Until = Callable[[Page, str], None]
ADA = {"kind": "hotseat", "name": "Ada"}
BOT = {"kind": "bot"}
LONG = 120_000  # milliseconds until the roughest review is there, on a busy machine
BACK = 15_000  # until somebody has noticed that the server is there again
OFFERED = ", ".join(f"[data-testid^={one}-]" for one in ("choice", "card", "place", "rider"))
KEPT = """async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const asked = (await Promise.all(all.map((kept) => kept.keys()))).flat()
    return asked.map(({ url, headers }) => [url, [...headers.keys()].join()])
}"""
TEXTS = """async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const told = (await Promise.all(all.map((kept) => kept.matchAll()))).flat()
    return Promise.all(told.map((answer) => answer.text()))
}"""


@pytest.fixture
def page(person: Sit, address: str, served: Served) -> Page:
    """A page that has been in the lobby and is served by its worker."""
    page = person(390, 844, worker=True)
    page.goto(address)
    page.get_by_test_id("quick-race").wait_for()
    served(page)
    return page


def leave(page: Page) -> None:
    """Go where no server is, and open the page anew there."""
    page.context.set_offline(True)
    page.reload()


def test_the_lobby_is_there_and_says_that_nobody_answers(page: Page) -> None:
    page.reload()
    page.get_by_test_id("learn-flamme-rouge").wait_for()
    page.wait_for_load_state("networkidle")
    leave(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("The start list")
    expect(page.get_by_test_id("away")).to_be_visible()
    expect(page.get_by_role("radio", name="Flamme Rouge").first).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_test_id("away")).to_have_count(0, timeout=BACK)


def test_rules_that_were_read_are_there(page: Page, address: str) -> None:
    page.get_by_test_id("to-rules").click()
    page.get_by_role("button", name="Rules: Flamme Rouge").click()
    drawing = page.locator("dialog img").first
    drawing.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth > 0")
    leave(page)
    page.get_by_role("button", name="Rules: Flamme Rouge").click()
    expect(page.locator("dialog .text")).to_contain_text("FR4.6")
    page.locator("dialog img").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth > 0")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules: Due Ruote").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")


def test_rules_are_brought_while_somebody_reads_in_peace(person: Sit, address: str, until: Until) -> None:
    page = person(390, 844, "pl", worker=True)
    page.clock.install()
    page.goto(address)
    page.get_by_test_id("quick-race").wait_for()
    page.clock.fast_forward(3_000)
    until(page, "navigator.serviceWorker.controller !== null")
    page.clock.fast_forward(40_000)
    until(page, "caches.match('api/games/due-ruote/rules?language=pl').then(Boolean)")
    page.goto("about:blank")
    page.context.set_offline(True)
    page.goto(f"{address}/#/rules")
    page.get_by_role("button", name="Zasady: Due Ruote").click()
    expect(page.locator("dialog .text")).to_have_attribute("lang", "pl")


def test_a_puzzle_that_was_fetched_is_solved(page: Page, address: str) -> None:
    one = puzzles("flamme-rouge")[0]
    page.goto(f"{address}/#/puzzle/flamme-rouge/{one.id}")
    offered = page.locator(
        "[data-testid^=choice-], [data-testid^=card-], [data-testid^=place-], [data-testid^=rider-]"
    )
    offered.first.click()
    page.get_by_test_id("puzzle-verdict").wait_for()
    leave(page)
    offered.first.click()
    expect(page.get_by_test_id("puzzle-verdict")).to_be_visible()


def test_a_finished_race_and_its_review_are_told_again(page: Page, finished: Any) -> None:
    review = page.get_by_test_id("review")
    page.goto(finished.page("podium"))
    expect(review).to_have_attribute("data-status", "done", timeout=LONG)
    page.get_by_test_id("replay").click()
    page.locator("svg.map").first.wait_for()
    page.go_back()
    expect(review).to_have_attribute("data-status", "done")
    leave(page)
    expect(review).to_have_attribute("data-status", "done")
    page.get_by_test_id("replay").click()
    expect(page.get_by_role("slider").first).to_be_visible()


def test_a_race_that_was_not_looked_at_comes_back_by_itself(page: Page, finished: Any) -> None:
    page.goto(finished.page("film"))
    page.get_by_test_id("caption").wait_for()
    page.goto(f"{finished.address}/#/")
    page.evaluate("caches.delete('gruppetto / races')")
    page.context.set_offline(True)
    page.goto(finished.page("film"))
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_test_id("away").get_by_role("link")).to_have_attribute("href", "#/")
    page.context.set_offline(False)
    expect(page.get_by_test_id("caption")).to_be_visible(timeout=BACK)


@pytest.mark.parametrize("name", ["table", "join", "new", "clubs"])
def test_a_page_that_needs_the_server_says_so_and_comes_back(page: Page, table: Any, name: str) -> None:
    race = table(ADA, {"kind": "open"}, BOT) if name == "join" else table(ADA, BOT).start()
    leave(page)
    page.get_by_test_id("away").wait_for()
    page.goto(race.page(name) if name in ("table", "join") else f"{race.address}/#/{name}")
    expect(page.get_by_test_id("away-page")).to_be_visible()
    expect(page.get_by_test_id("away-page").get_by_role("link", name="To the lobby")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_test_id("away-page")).to_have_count(0, timeout=BACK)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_my_tables_are_shown_as_they_were_seen(page: Page, table: Any) -> None:
    race = table(ADA, BOT, title="Sunday race").start()
    page.goto(race.link(0))
    page.locator("svg.map").wait_for()
    page.goto(f"{race.address}/#/")
    expect(page.get_by_test_id("my-tables")).to_contain_text("Sunday race")
    leave(page)
    expect(page.get_by_test_id("my-tables")).to_contain_text("Sunday race")
    expect(page.get_by_test_id("as-seen")).to_contain_text("As last seen on")
    page.context.set_offline(False)
    expect(page.get_by_test_id("as-seen")).to_have_count(0, timeout=BACK)


def test_nothing_private_is_kept_and_nothing_at_all_of_whoever_is_forgotten(
    page: Page, table: Any, finished: Any, until: Until
) -> None:
    race = table(ADA, BOT).start()
    page.goto(race.link(0))
    page.locator("svg.map").wait_for()
    page.goto(finished.page("podium"))
    expect(page.get_by_test_id("review")).to_have_attribute("data-status", "done", timeout=LONG)
    page.goto(f"{race.address}/#/you")
    page.get_by_test_id("forget-me").wait_for()
    kept = page.evaluate(KEPT)
    assert any(finished.id in url for url, _ in kept)
    assert [url for url, headers in kept if race.id in url or "/api/me" in url or "x-key" in headers] == []
    assert not any(race.keys[0] in text for text in page.evaluate(TEXTS))
    page.get_by_test_id("forget-me").click()
    page.get_by_test_id("yes").click()
    until(page, "caches.keys().then((all) => all.every((name) => name.includes(' build ')))")
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('mine'))") == []


def test_what_there_is_no_room_to_keep_is_shown_all_the_same(page: Page) -> None:
    (worker,) = page.context.service_workers
    full = "async () => { throw new DOMException('', 'QuotaExceededError') }"
    worker.evaluate(f"() => {{ Cache.prototype.put = {full} }}")
    page.get_by_test_id("open-studio").click()
    expect(page.get_by_test_id("tile-b")).to_be_visible()


def test_only_the_races_looked_at_last_are_kept(page: Page, finished: Any, until: Until) -> None:
    page.evaluate("""async () => {
        const kept = await caches.open('gruppetto / races')
        for (let race = 0; race < 25; race++)
            await kept.put(`api/tables/old${race}/story`, new Response('{}'))
    }""")
    page.goto(finished.page("film"))
    page.get_by_test_id("caption").wait_for()
    until(page, "caches.match('api/tables/old0/story').then((gone) => !gone)")
    races = {
        url.rpartition("/tables/")[2].partition("/")[0] for url, _ in page.evaluate(KEPT) if "/tables/" in url
    }
    assert finished.id in races
    assert "old24" in races
    assert "old0" not in races
