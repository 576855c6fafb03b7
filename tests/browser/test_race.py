"""Races in a browser, as people ride them."""

import re
import time
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
CHOICES = "[data-testid^=place-], [data-testid^=rider-]:not([disabled]), [data-testid^=card-]:not([disabled])"


def choose(page: Page) -> bool:
    """Make the first choice there is, if any."""
    for test_id in ("place-", "rider-", "card-"):
        choice = page.locator(f"[data-testid^={test_id}]:not([disabled])").first
        if choice.count() and choice.is_visible():
            try:
                choice.click(timeout=1000)
            except Exception:
                return False
            return True
    return False


def ride_home(*pages: Page, seconds: float = 120) -> None:
    """Everybody chooses until the way to the podium is shown."""
    end = time.monotonic() + seconds
    while not pages[0].get_by_test_id("to-podium").count():
        assert time.monotonic() < end, "the race does not end"
        chosen = [choose(page) for page in pages]
        if not any(chosen):
            time.sleep(0.05)


def quick_race(page: Page, address: str) -> str:
    """One click from the front page to a running race; the table's id."""
    page.goto(address)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(re.compile("#/table/"))
    return page.url.rsplit("/", 1)[1]


def open_table(address: str) -> tuple[str, list[str]]:
    """A running table with two people; their links."""
    seats = [{"kind": "open"}, {"kind": "open"}]
    with httpx.Client(base_url=f"{address}/api/tables") as client:
        made = client.post("", json={"game": "flamme-rouge", "seats": seats}).json()
        links = []
        for seat, name in enumerate(("Ada", "Bo")):
            token = client.post(f"/{made['id']}/seats/{seat}/join", json={"name": name}).json()["token"]
            links.append(f"{address}/#/table/{made['id']}/seat/{seat}/{token}")
        client.post(f"/{made['id']}/start", json={}, headers={"X-Host-Token": made["host_token"]})
    return made["id"], links


def test_two_people_race_on_two_devices_to_the_podium(person: Sit, address: str) -> None:
    table, links = open_table(address)
    ada, bo = person(), person(390, 780)
    ada.goto(links[0])
    bo.goto(links[1])
    ada.wait_for_url(re.compile(f"#/table/{table}$"))
    ride_home(ada, bo)
    ada.get_by_test_id("to-podium").click()
    expect(ada.get_by_test_id("podium")).to_be_visible()
    ada.get_by_test_id("verify").click()
    result = httpx.get(f"{address}/api/tables/{table}").json()
    assert result["status"] == "over"
    expect(ada.locator("body")).to_contain_text(result["seed"][:16])


def test_a_quick_race_survives_reloads_and_a_lost_connection(person: Sit, address: str) -> None:
    page = person()
    table = quick_race(page, address)
    page.locator(CHOICES).first.wait_for()
    for number in range(12):
        while not choose(page):
            time.sleep(0.05)
        if number == 4:
            page.reload()
            page.locator(CHOICES).first.wait_for()
        if number == 8:
            page.context.set_offline(True)
            time.sleep(0.3)
            page.context.set_offline(False)
    ride_home(page)
    assert httpx.get(f"{address}/api/tables/{table}").json()["status"] == "over"


def test_a_race_on_a_phone_does_not_scroll_sideways(person: Sit, address: str) -> None:
    page = person(360, 740)
    quick_race(page, address)
    for _ in range(6):
        page.locator(CHOICES).first.wait_for()
        while not choose(page):
            time.sleep(0.05)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_race_by_keyboard_alone(person: Sit, address: str) -> None:
    page = person()
    quick_race(page, address)
    for _ in range(2):
        place = page.locator("[data-testid^=place-]").first
        place.wait_for()
        place.focus()
        page.keyboard.press("Enter")
        time.sleep(0.5)
    page.get_by_test_id("rider-S").wait_for()
    page.keyboard.press("s")
    page.locator("[data-testid^=card-]").first.wait_for()
    card = (page.locator("[data-testid^=card-]").first.get_attribute("data-testid") or "").removeprefix(
        "card-"
    )
    page.keyboard.press(card.lower())
    expect(page.locator("body")).to_contain_text(re.compile("rouleur", re.IGNORECASE))
    page.locator("[data-testid^=card-]").first.wait_for()


def test_a_finished_race_is_seen_again(person: Sit, address: str) -> None:
    with httpx.Client(base_url=f"{address}/api/tables", timeout=60) as client:
        made = client.post(
            "", json={"game": "flamme-rouge", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
        ).json()
        client.post(f"/{made['id']}/start", json={}, headers={"X-Host-Token": made["host_token"]})
        end = time.monotonic() + 60
        while client.get(f"/{made['id']}").json()["status"] != "over":
            assert time.monotonic() < end
            time.sleep(0.1)
    page = person()
    page.goto(f"{address}/#/replay/{made['id']}/10")
    slider = page.get_by_test_id("replay-slider")
    expect(slider).to_be_visible()
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator("body")).to_contain_text("wins")


@pytest.mark.parametrize("language", ["pl", "it", "cs"])
def test_the_lobby_speaks_other_languages(person: Sit, address: str, language: str) -> None:
    page = person()
    page.goto(address)
    english = page.get_by_test_id("quick-race").inner_text()
    page.locator("header select, select").first.select_option(language)
    expect(page.get_by_test_id("quick-race")).not_to_have_text(english)
    expect(page.locator("html")).to_have_attribute("lang", language)
