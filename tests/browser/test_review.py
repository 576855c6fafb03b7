"""The race told back, as somebody reads it: curve, turning points, lessons, the film, and what is shared."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import gruppetto

BOT = gruppetto.Seated("bot", level="touriste")
Complaints = Callable[[Page], list[str]]
LONG = 120_000  # milliseconds until the roughest review is there, on a busy machine


@pytest.fixture(scope="module")
def raced(bring: Callable[[bytes], Any]) -> Any:
    """A race that everybody has ridden without a thought, always by the same deal; Ada has blundered once."""
    race = gruppetto.start("flamme-rouge", seats=3, options={"stage": "abdCLu"}, seed=33)
    race.seated = gruppetto.Seated("person", "Ada"), BOT, BOT
    while not race.over:
        race.play(race.waiting[0], race.choices(race.waiting[0])[-1])
    brought = bring(race.to_json())
    brought.client.post(f"/{brought.id}/review").raise_for_status()
    return brought


def told(page: Page, raced: Any) -> Page:
    """The podium, once the race is thought over."""
    page.goto(raced.page("podium"))
    expect(page.get_by_test_id("review")).to_have_attribute("data-status", "done", timeout=LONG)
    return page


def too_wide(page: Page) -> list[Any]:
    """What lies beyond the right edge, if the page can be pushed there."""
    found: list[Any] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.querySelectorAll('main *')]
        .filter(it => it.getBoundingClientRect().right > innerWidth + 1)
        .map(it => `${it.tagName} ${it.getAttribute('class')} ${it.textContent.slice(0, 30)}`)"""
    )
    return found


@pytest.mark.parametrize("width", [320, 1280])
def test_the_podium_tells_the_race_back(
    person: Callable[..., Page], raced: Any, complaints: Complaints, width: int
) -> None:
    page = told(person(width=width), raced)
    curve = page.get_by_role("slider", name="How the chances went")
    curve.focus()
    page.keyboard.press("Home")
    expect(page.get_by_test_id("curve-moment")).to_have_text("Before the first decision")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("curve-moment")).to_contain_text("Decision 1 of")
    assert "Ada" in (curve.get_attribute("aria-valuetext") or "")
    assert page.get_by_test_id("curve").locator("polyline.line").count() == 3
    expect(page.get_by_test_id("book-0")).to_contain_text("Ada")
    card = page.get_by_test_id("turning-point").first
    card.get_by_role("button").first.click()
    expect(card.get_by_test_id("moment-board").locator("svg").first).to_be_visible()
    assert too_wide(page) == []
    assert complaints(page) == []
    curve.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(raced.page("replay", 1))


def test_a_mistake_is_tried_again(person: Callable[..., Page], raced: Any, complaints: Complaints) -> None:
    page = told(person(), raced)
    page.goto(raced.page("learn", 0))
    expect(page.get_by_test_id("learn")).to_contain_text("Mistake 1 of 1")
    page.get_by_role("button", name="Show me").click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict.get_by_role("heading")).to_have_text("What was better")  # they did not find it
    expect(verdict.locator("td b").first).to_contain_text("%")
    assert complaints(page) == []


def test_the_film_is_stopped_anywhere(
    person: Callable[..., Page], raced: Any, complaints: Complaints
) -> None:
    page = person(width=390)
    page.goto(raced.page("film"))
    expect(page.get_by_test_id("caption")).to_have_text("On the start line")
    page.get_by_test_id("film-play").click()
    expect(page.get_by_test_id("caption")).not_to_have_text("On the start line")
    page.get_by_test_id("film-play").click()
    expect(page.get_by_test_id("film-play")).to_have_text("Play")
    expect(page.get_by_test_id("curve")).to_be_visible()
    assert complaints(page) == []


def test_a_shared_link_leads_to_the_podium(
    person: Callable[..., Page], raced: Any, complaints: Complaints
) -> None:
    page = person()
    page.add_init_script("delete Navigator.prototype.clipboard")  # as where a page does not come by TLS
    page.goto(f"{raced.address}/?race={raced.id}")
    expect(page).to_have_url(raced.page("podium"))
    page.get_by_test_id("share").click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_be_visible()
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth === 1200")
    address = page.get_by_test_id("picture-svg").get_attribute("href") or ""
    assert "Ada" in httpx.get(f"{raced.address}/{address}", timeout=60).text
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_focused()
    assert complaints(page) == []
