"""Due Ruote in a browser: set up, raced against bots, watched, and looked back on."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
BOT = {"kind": "bot"}
ADA = {"kind": "hotseat", "name": "Ada"}
GAME = "due-ruote"
READY = {"teams": "ready", "route": "PM", "first": 0, "start_first": "same"}


@pytest.fixture(scope="module")
def raced(table: Callable[..., Any]) -> Any:
    """A race that bots have ridden to the end."""
    return table(BOT, BOT, BOT, BOT, game=GAME, options=READY).finish()


def test_a_person_and_three_bots_ride_a_race_to_the_podium(
    person: Sit, address: str, ride_home: Callable[..., None]
) -> None:
    page = person()
    page.goto(f"{address}/#/new/{GAME}")
    page.get_by_test_id("teams-ready").check()
    page.get_by_test_id("letters").fill("PM")
    page.get_by_test_id("seat-1").select_option("bot:domestique")
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/table/"))
    expect(page.get_by_test_id("route").get_by_role("listitem")).to_have_count(3)
    ride_home(page)
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_test_id("classification").get_by_role("row")).to_have_count(21)
    expect(page.get_by_test_id("due-chart")).to_be_visible()


def test_two_teams_are_offered_their_readings_and_may_do_without(
    person: Sit, address: str, client: httpx.Client
) -> None:
    page = person()
    page.goto(f"{address}/#/new/{GAME}")
    expect(page.get_by_test_id("create")).to_be_enabled()
    expect(page.get_by_test_id("preset-two")).to_have_count(0)
    for team in ("Black", "Green"):
        page.get_by_role("button", name=re.compile(f"Remove.*{team}", re.IGNORECASE)).click()
    expect(page.get_by_test_id("preset-two")).to_be_checked()
    price = page.get_by_label("Price of a challenge")
    page.get_by_text("House rules").click()
    expect(price).to_have_value("fee")
    page.get_by_test_id("preset-printed").check()
    expect(price).to_have_value("riders")
    page.get_by_test_id("preset-two").check()
    page.get_by_test_id("seat-1").select_option("bot:domestique")
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/table/"))
    options = client.get(f"/{page.url.rpartition('/')[2]}").json()["options"]
    assert (options["challenge_price"], options["tie"]) == ("fee", "fails")


def test_a_team_is_drafted_for_ten_points(person: Sit, table: Callable[..., Any]) -> None:
    race = table(ADA, BOT, game=GAME, options={"route": "P", "first": 0}).start()
    page = person()
    page.goto(race.link(0))
    draft = page.get_by_test_id("due-draft")
    expect(draft).to_contain_text("Points left: 10 of 10")
    dearest = draft.get_by_role("button", name="Worth 4")
    dearest.first.click()
    expect(draft).to_contain_text("Points left: 6 of 10")
    expect(dearest.first).to_be_disabled()  # a point must be kept for each place still empty
    for number in range(2, 6):
        expect(draft).to_contain_text(f"Your team: {number - 1} of 5")
        page.locator("[data-testid^=choice-]").last.click()
    expect(page.get_by_test_id("peloton").locator("[data-rider]")).to_have_count(10)


def test_riders_are_tapped_and_a_sketch_is_taken_back(person: Sit, table: Callable[..., Any]) -> None:
    race = table(ADA, BOT, game=GAME, options=READY).start()
    page = person()
    page.goto(race.link(0))
    head = page.locator("[data-sector=head]")
    page.locator("[data-sector=bunch] [data-rider='0-3']").click()
    expect(head.locator("[data-rider='0-3']")).to_be_visible()
    race.do(0, "raise-pace")
    sheet = page.get_by_test_id("challenge")
    performs = page.get_by_role("button", name=re.compile("performs")).first
    foreseen = re.search(r"→ (\d+) : (\d+)", performs.inner_text())
    assert foreseen
    performs.click()
    assert [page.get_by_test_id(f"{side}-sum").inner_text() for side in ("right", "left")] == [
        *foreseen.groups()
    ]
    expect(sheet.locator(".sketched")).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(sheet).to_have_count(0)
    expect(page.get_by_test_id("activities")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_test_id("hand")).to_contain_text("Drink")


def test_what_can_be_done_with_riders_is_chosen_where_they_ride(
    person: Sit, table: Callable[..., Any]
) -> None:
    race = table(ADA, BOT, game=GAME, options=READY).start().do(0, "drink")
    for size in ((1280, 800), (390, 844)):
        page = person(*size)
        page.goto(race.link(0))
        road = page.get_by_test_id("peloton")
        expect(road.locator("[data-rider]")).to_have_count(10)
        before = road.bounding_box()
        race.do(0, "break-away", "Perform")
        expect(page.get_by_test_id("challenge")).to_be_visible()
        assert road.bounding_box() == before  # what is filled in moves nothing
        road.locator(".open").first.click()
        page.get_by_test_id("at-rider").get_by_role("button", name=re.compile("helps")).click()
        expect(page.get_by_test_id("challenge").locator(".sketched")).to_have_count(2)
        expect(page.get_by_test_id("at-rider")).to_have_count(0)
        expect(road.locator("[data-rider]:focus")).to_have_count(1)
        race.do(0, "Cancel")


def test_two_people_at_one_screen_need_no_curtain(person: Sit, table: Callable[..., Any]) -> None:
    race = table(ADA, {"kind": "hotseat", "name": "Bo"}, game=GAME, options=READY).start()
    page = person()
    page.goto(race.link(0))
    for name in ("Ada", "Bo", "Ada"):
        expect(page.get_by_test_id("whose")).to_contain_text(name)
        page.locator("[data-choice]").first.click()
    expect(page.locator("[data-sector=head] [data-rider]")).to_have_count(3)


def test_thirty_riders_on_a_phone(person: Sit, table: Callable[..., Any]) -> None:
    page = person(360, 740)
    page.goto(table(ADA, *[BOT] * 5, game=GAME, options=READY).start().do(0, "drink").link(0))
    expect(page.get_by_test_id("peloton").locator("[data-rider]")).to_have_count(30)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    page.locator("[data-rider='5-1']").click()
    expect(page.get_by_role("dialog")).to_contain_text("Violet 1")


def test_somebody_watches(person: Sit, table: Callable[..., Any]) -> None:
    race = table(ADA, BOT, game=GAME, options=READY).start().do(0, "raise-pace", "Perform")
    page = person()
    page.goto(race.page("table"))
    expect(page.get_by_test_id("peloton").locator("[data-rider]")).to_have_count(10)
    expect(page.get_by_test_id("challenge")).to_have_count(0)  # nobody sees what Ada is putting together
    expect(page.locator("[data-choice]")).to_have_count(0)
    page.goto(race.page("tv"))
    expect(page.get_by_test_id("peloton").locator("[data-rider]")).to_have_count(10)


def test_a_race_is_seen_again(person: Sit, raced: Any) -> None:
    page = person()
    page.goto(raced.page("replay"))
    bunch = page.locator("[data-sector=bunch] [data-rider]")
    expect(bunch).to_have_count(20)
    page.get_by_role("button", name="Round 2", exact=True).click()
    expect(page.get_by_test_id("route").locator("[aria-current=step]")).to_have_attribute(
        "title", re.compile("^Mountain")
    )
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-events")).to_contain_text("wins")
    places = {row["rider"]: row["fatigue"] for row in raced.look()["result"]["riders"]}
    shown = page.get_by_test_id("peloton").locator("[data-rider]")
    for chip in shown.all():
        assert f"fatigue {places[chip.get_attribute('data-rider') or '']}" in (
            chip.get_attribute("title") or ""
        )
