"""One's own races on a page, what they come to, and the ladder of a game."""

import json
import time
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "random"}
SHORT = {"stage": "abu"}
FITS = "document.documentElement.scrollWidth <= innerWidth"


def ride_home(race: Any) -> Any:
    """Everybody chooses the first thing there is, until the race is in the races of whoever rode it."""
    race.start()
    while race.look()["status"] != "over":
        for seat in race.keys:
            state = race.view(seat)
            if state["choices"]:
                race.decide(seat, state, state["choices"][0])
    headers, end = {"X-Key": race.keys[0]}, time.monotonic() + 60
    while race.id not in race.client.get(f"{race.address}/api/me/races", headers=headers).text:
        assert time.monotonic() < end, "the race is never written down"
        time.sleep(0.05)
    return race


@pytest.fixture
def rated(table: Any, address: str) -> Any:
    """A rated race of two who wish it, and one that the first of them rode against a bot."""
    race = table(OPEN, OPEN, options=SHORT, rated=True, title="Our Sunday")
    for seat, name in ((0, "Ada"), (1, "Bo")):
        race.join(seat, name)
        headers = {"X-Key": race.keys[seat]}
        race.client.post(f"{address}/api/me/ratings", json={"wanted": True}, headers=headers)
    before = table(OPEN, BOT, options=SHORT)
    before.keys[0] = race.keys[0]
    before.post("seats/0/join", {"name": "Ada"}, 0)
    ride_home(before)
    return ride_home(race)


def go_to_races(page: Page, link: str) -> None:
    """Become somebody, and look at their races."""
    page.goto(link)
    page.get_by_test_id("you").get_by_role("link", name="My races").click()


def test_my_races_and_what_they_come_to(person: Sit, rated: Any, link: Any) -> None:
    page = person()
    go_to_races(page, link(rated.keys[0]))
    lines = page.get_by_test_id("rides").locator("li")
    expect(lines).to_have_count(2)
    for part in ("Our Sunday", "against Bo", "rating points"):
        expect(lines.first).to_contain_text(part)
    expect(page.get_by_test_id("record")).to_contain_text("abu")
    page.get_by_test_id("by-opponents").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Random")
    page.get_by_test_id("by-stage").select_option("abu")
    page.get_by_test_id("by-opponents").select_option("people")
    expect(lines).to_contain_text("Our Sunday")
    with page.expect_download() as waiting:
        page.get_by_test_id("take-along").click()
    packed = zipfile.ZipFile(waiting.value.path())
    assert json.loads(packed.read("races.json"))[0]["match"] == rated.id
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(FITS)
    lines.first.get_by_role("link", name="Podium").click()
    page.wait_for_url(f"**/#/podium/{rated.id}")
    page.goto(f"{rated.address}/#/")
    page.get_by_test_id("to-my-races").click()
    page.get_by_test_id("rides").wait_for()


def test_a_race_goes_and_then_all_do(person: Sit, rated: Any, link: Any) -> None:
    page, other = person(), person(390, 780)
    go_to_races(page, link(rated.keys[0]))
    lines = page.get_by_test_id("rides").locator("li")
    lines.first.get_by_test_id("leave-race").click()
    page.get_by_role("button", name="Cancel").click()
    expect(lines).to_have_count(2)
    lines.first.get_by_test_id("leave-race").click()
    page.get_by_test_id("yes").click()
    expect(lines).to_have_count(1)
    expect(page.get_by_text("You have left 1 race.")).to_be_visible()
    page.get_by_test_id("leave-all").click()
    page.get_by_test_id("yes").click()
    expect(page.get_by_test_id("rides")).to_contain_text("Nothing yet")
    expect(page.get_by_test_id("wish-rating")).not_to_be_checked()
    go_to_races(other, link(rated.keys[1]))
    expect(other.get_by_test_id("rides").locator("li")).to_contain_text("against Anonymous")


def test_a_ladder_has_people_bots_and_curves(person: Sit, rated: Any) -> None:
    page = person(320, 640)
    page.goto(f"{rated.address}/#/ladder/flamme-rouge")
    rungs = page.get_by_test_id("rungs")
    expect(rungs).to_contain_text("Hors catégorie")
    expect(rungs.locator("tr", has_text="Ada").first).to_contain_text("provisional")
    assert page.evaluate(FITS)
    rungs.get_by_role("link", name="Bo").first.focus()
    page.keyboard.press("Enter")
    curve = page.get_by_test_id("rating-curve")
    expect(curve.get_by_role("heading", name="Bo")).to_be_visible()
    expect(curve.locator("tbody tr")).to_have_count(1)
    assert "Bo: from" in str(curve.get_by_role("img").get_attribute("aria-label"))
    assert page.evaluate(FITS)


def test_a_table_is_set_up_as_rated(person: Sit, address: str) -> None:
    page, watcher = person(), person(320, 640)
    page.goto(f"{address}/#/new/flamme-rouge")
    page.get_by_test_id("hints").check()
    expect(page.get_by_test_id("rated")).to_be_disabled()
    page.get_by_test_id("hints").uncheck()
    page.get_by_test_id("rated").check()
    expect(page.get_by_test_id("hints")).to_be_disabled()
    page.get_by_test_id("listed").check()
    page.get_by_test_id("table-title").fill("For points")
    page.get_by_test_id("create").click()
    page.get_by_test_id("is-rated").get_by_role("link").click()
    page.get_by_test_id("wish-rating").wait_for()
    page.context.set_offline(True)
    page.get_by_test_id("wish-rating").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_test_id("wish-rating")).not_to_be_checked()
    page.context.set_offline(False)
    page.get_by_test_id("wish-rating").check()
    expect(page.get_by_test_id("wish-rating")).to_be_enabled()
    page.reload()
    expect(page.get_by_test_id("wish-rating")).to_be_checked()
    watcher.goto(address)
    expect(watcher.locator("li", has_text="For points").first).to_contain_text("rated")
