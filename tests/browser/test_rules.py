"""The rules at the table: opened by “?” and by every “why?”, in the reader's language."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

BOT = {"kind": "bot"}
ADA = {"kind": "hotseat", "name": "Ada"}
Sit = Callable[..., Page]


@pytest.fixture
def seat(table: Callable[..., Any]) -> str:
    """The link to a seat at a table with a house rule."""
    race = table(ADA, BOT, options={"stage": "Avenue Corso Paseo", "start_lane": "free"}).start().play(0, 4)
    return str(race.link(0))


def rule(page: Page, number: str) -> Locator:
    return page.locator(f'[id="rules-{number}"]')


def test_the_rules_are_read_and_searched_in_the_players_language(person: Sit, seat: str) -> None:
    page = person(locale="pl")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(seat)
    button = page.get_by_test_id("rules-open")
    button.wait_for()
    assert not [url for url in asked if "/rules" in url or "Drawer" in url]  # nobody has asked yet
    button.click()
    drawer = page.get_by_test_id("rules")
    expect(drawer).to_contain_text("Zasady: Flamme Rouge")
    expect(rule(page, "FR4.6")).to_contain_text("podjazdu")
    expect(drawer.get_by_test_id("house-rules")).to_contain_text("Na pustym polu startowym: dowolny tor")
    for number in ("FR2.2", "FR8.1"):
        expect(rule(page, number).get_by_test_id("house-mark")).to_contain_text("dowolny tor")
    expect(rule(page, "FR8.2").get_by_test_id("house-mark")).to_have_count(0)
    drawings = drawer.locator("img")
    expect(drawings).to_have_count(5)
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-testid=rules] img')].every(it => it.naturalWidth > 0)"
    )
    search = page.get_by_test_id("rules-search")
    search.fill("cien zmeczenia")  # no accents, and in any order
    expect(rule(page, "FR4.6")).to_have_count(0)
    expect(rule(page, "FR5.4")).to_be_visible()
    search.press("Enter")
    expect(search).to_have_value("")
    expect(page.locator("[data-testid=rules] .here")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(button).to_be_focused()


def test_links_lead_from_rule_to_rule_and_back(person: Sit, seat: str) -> None:
    page = person()
    page.goto(seat)
    page.get_by_test_id("rules-open").wait_for()
    page.keyboard.press("?")
    drawer = page.get_by_test_id("rules")
    drawer.get_by_text("Contents").click()
    drawer.get_by_role("button", name="FR2 Before the start").click()
    rule(page, "FR2.2").get_by_role("button", name="FR8.1").click()
    expect(rule(page, "FR8.1")).to_be_focused()
    expect(rule(page, "FR8.1")).to_be_in_viewport()
    expect(rule(page, "FR8.1")).to_contain_text("On an empty start square: the right lane")
    for _ in range(30):  # the keyboard does not leave the drawer
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement === document.body || "
                             "document.activeElement.closest('[data-testid=rules]') !== null")  # fmt: skip
    drawer.get_by_role("button", name="← fr2").click()
    expect(page.locator('[id="rules-fr2-before-the-start"]')).to_be_in_viewport()


def test_why_opens_the_rule_on_the_smallest_phone(person: Sit, seat: str) -> None:
    page = person(320, 640, locale="cs")
    page.goto(seat)
    expect(page.get_by_test_id("stake")).to_be_visible()
    page.locator(".phone").get_by_role("tab").nth(2).click()
    event = page.get_by_test_id("event").filter(has=page.get_by_role("button")).last
    sentence = event.locator("span").inner_text()
    event.get_by_role("button").click()
    drawer = page.get_by_test_id("rules")
    expect(drawer).to_contain_text(sentence)
    expect(page.locator("[data-testid=rules] .here")).to_be_in_viewport()
    box = drawer.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (320, 640)
    assert page.evaluate("() => document.querySelector('[data-testid=rules] .text').scrollWidth") <= 320


def test_whoever_sets_up_a_table_can_read_up(person: Sit, address: str) -> None:
    page = person(locale="it")
    page.goto(f"{address}/#/new/due-ruote")
    page.get_by_test_id("rules-open").click()
    drawer = page.get_by_test_id("rules")
    expect(drawer).to_contain_text("Regole: Due Ruote")
    expect(rule(page, "Z7.11")).to_contain_text("Andare in fuga")
    page.get_by_test_id("rules-search").fill("velocita del plotone")
    expect(rule(page, "Z8.2")).to_be_visible()
    page.get_by_test_id("rules-search").press("Enter")
    expect(page).to_have_url(re.compile("#/new/due-ruote"))  # the form around it is not sent
