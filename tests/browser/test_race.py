"""Races in a browser, as people ride them."""

import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
Decide = Callable[[Page], None]
OPEN = {"kind": "open"}
SHORT = {"stage": "abdCLu"}


def quick_race(page: Page, address: str) -> str:
    """One click from the front page to a running race; the table's id."""
    page.goto(address)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(re.compile("#/table/"))
    return page.url.rsplit("/", 1)[1]


def test_two_people_race_on_two_devices_to_the_podium(
    person: Sit, table: Callable[..., Any], ride_home: Callable[..., None]
) -> None:
    race = table(OPEN, OPEN, options=SHORT)
    race.join(0, "Ada")
    race.join(1, "Bo")
    race.start()
    ada, bo = person(), person(390, 780)
    ada.goto(race.link(0))
    bo.goto(race.link(1))
    ada.wait_for_url(re.compile(f"#/table/{race.id}$"))
    ride_home(ada, bo)
    ada.get_by_test_id("to-podium").click()
    expect(ada.get_by_test_id("podium")).to_be_visible()
    assert race.look()["status"] == "over"


def test_a_quick_race_survives_reloads_and_a_lost_connection(
    person: Sit, address: str, decide: Decide, ride_home: Callable[..., None]
) -> None:
    page = person()
    table = quick_race(page, address)
    for number in range(12):
        decide(page)
        if number == 4:
            page.reload()
        if number == 8:
            page.context.set_offline(True)
            time.sleep(0.3)
            page.context.set_offline(False)
    ride_home(page)
    assert httpx.get(f"{address}/api/tables/{table}").json()["status"] == "over"


def test_a_race_on_a_phone_does_not_scroll_sideways(person: Sit, address: str, decide: Decide) -> None:
    page = person(360, 740)
    quick_race(page, address)
    for _ in range(6):
        decide(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("document.documentElement.scrollHeight") <= 740


def test_a_race_by_keyboard_alone(person: Sit, address: str) -> None:
    page = person()
    quick_race(page, address)
    for _ in range(2):
        before = page.locator("[data-rider]").count()
        place = page.locator("[data-testid^=place-]").first
        place.wait_for()
        place.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-rider]")).not_to_have_count(before)
    page.get_by_test_id("rider-S").wait_for()
    page.keyboard.press("s")
    cards = page.locator("[data-testid^=card-]")
    cards.first.wait_for()
    card = (cards.first.get_attribute("data-testid") or "").removeprefix("card-")
    page.keyboard.press(card.lower())
    expect(page.get_by_test_id("hand")).to_contain_text("Choose a card for your rouleur")


@pytest.mark.parametrize("language", ["pl", "it", "cs"])
def test_the_lobby_speaks_other_languages(person: Sit, address: str, language: str) -> None:
    page = person()
    page.goto(address)
    english = page.get_by_test_id("quick-race").inner_text()
    page.get_by_test_id("language").select_option(language)
    expect(page.get_by_test_id("quick-race")).not_to_have_text(english)
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize(
    ("language", "note", "route", "round_one"),
    [
        ("pl", "Płasko od startu do mety: etap na pierwszą grę.", "Jedna góra", "Runda 1"),
        (
            "it",
            "Pianura dalla partenza all’arrivo: la tappa per la prima partita.",
            "Una montagna",
            "Turno 1",
        ),
        ("cs", "Rovina od startu do cíle: etapa pro první hru.", "Jedna hora", "1. kolo"),
    ],
)
def test_stages_routes_and_the_race_itself_are_told_in_a_language(
    person: Sit, address: str, decide: Decide, language: str, note: str, route: str, round_one: str
) -> None:
    page = person(locale=language)
    page.goto(f"{address}/#/new/flamme-rouge")
    expect(page.locator("main")).to_contain_text(note)
    page.goto(f"{address}/#/new/due-ruote")
    expect(page.locator("main")).to_contain_text(route)
    quick_race(page, address)
    told = page.get_by_test_id("event").filter(has_text=round_one)
    while not told.count():
        decide(page)
    assert "{" not in page.locator("body").inner_text()
