"""The stage of the day and manners, in the browser."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from gruppetto.games import registry
from gruppetto.match import commitment_of

Sit = Callable[..., Page]
Sound = Callable[[Page], None]
OPEN = {"kind": "open"}
SEED = bytes(range(32))
MINE = "[data-testid^=place-]"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def yesterday() -> str:
    return (date.fromisoformat(today()) - timedelta(days=1)).isoformat()


def write(server: Any, *statements: tuple[str, dict[str, Any]]) -> None:
    with sqlite3.connect(server.database, timeout=30) as database:
        for statement, values in statements:
            database.execute(statement, values)


@pytest.fixture
def short_day(server: Any) -> Iterator[None]:
    """Today a short race against quick bots, which nobody has ridden yet."""
    row = {
        "day": today(), "seed": SEED.hex(), "commitment": commitment_of(SEED),
        "options": json.dumps({"stage": "abu"}), "rules": registry.get("flamme-rouge").rules_version,
    }  # fmt: skip
    dealt = """INSERT OR REPLACE INTO day (day, game, rules_version, seats, level, options, seed, commitment)
               VALUES (:day, 'flamme-rouge', :rules, 3, 'equipier@20', :options, :seed, :commitment)"""
    write(server, ("DELETE FROM day_ride", {}), (dealt, row))
    yield
    write(server, ("DELETE FROM day_ride", {}))


def the_day_after(server: Any) -> None:
    """What was ridden today was ridden yesterday."""
    days = {"today": today(), "yesterday": yesterday()}
    again = """INSERT OR REPLACE INTO day
               SELECT :yesterday, game, rules_version, seats, level, options, seed, commitment
               FROM day WHERE day = :today"""
    rides = "UPDATE day_ride SET day = :yesterday WHERE day = :today"
    matches = 'UPDATE "match" SET day = :yesterday WHERE day = :today'
    write(server, (again, days), (rides, days), (matches, days))


@pytest.fixture
def sound(complaints: Callable[[Page], list[str]]) -> Callable[[Page], None]:
    """Nobody is shut out, by day or by night, on a phone or at a desk; nothing sticks out."""

    def look(page: Page) -> None:
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert complaints(page) == [], width
            assert page.evaluate("document.documentElement.scrollWidth") <= width

    return look


@pytest.mark.usefixtures("short_day")
def test_the_stage_of_the_day_is_ridden_and_watched_the_day_after(
    person: Sit, server: Any, ride_home: Any, sound: Sound
) -> None:
    ada, bo = person(), person(390, 780)
    ada.goto(f"{server.address}/#/")
    card = ada.get_by_test_id("day-today")
    expect(card).to_contain_text("Nobody has ridden it yet")
    card.get_by_test_id("to-day").focus()
    ada.keyboard.press("Enter")
    ada.get_by_test_id("name").fill("Ada")
    sound(ada)
    ada.get_by_test_id("name").press("Enter")
    ada.locator(MINE).first.wait_for()
    expect(ada.get_by_test_id("lend")).to_have_count(0)
    ada.goto(f"{server.address}/#/day")
    ada.get_by_test_id("go-on").click()
    ride_home(ada)
    ada.get_by_test_id("to-podium").click()
    expect(ada.get_by_test_id("podium")).to_contain_text("sealed")
    for sealed in ("replay", "share", "verify", "rematch"):
        expect(ada.get_by_test_id(sealed)).to_have_count(0)
    table = ada.url.rpartition("/")[2]
    ada.get_by_test_id("to-day").click()
    expect(ada.get_by_test_id("my-place")).to_have_text("Place 1 of 1", timeout=15_000)
    row = ada.get_by_test_id("ridden").locator("tbody tr")
    expect(row).to_contain_text("Ada")
    sound(ada)
    ada.get_by_label("Others may read that I rode").last.uncheck()
    expect(ada.get_by_test_id("day")).to_contain_text("1 who is not named")
    ada.get_by_label("Others may read that I rode").last.check()
    expect(row).to_contain_text("Ada")

    bo.goto(f"{server.address}/#/table/{table}")
    expect(bo.locator("body")).to_contain_text("sealed")
    bo.goto(f"{server.address}/#/replay/{table}")
    expect(bo.get_by_role("alert")).to_contain_text("sealed")

    the_day_after(server)
    httpx.get(f"{server.address}/api/tables/{table}").raise_for_status()
    bo.goto(f"{server.address}/#/day")
    bo.get_by_test_id("day-before").click()
    expect(bo.get_by_test_id("seal")).to_contain_text("can be watched")
    expect(bo.get_by_test_id("seed")).to_have_text(SEED.hex())
    sound(bo)
    bo.get_by_role("link", name="Watch: Ada").click()
    bo.wait_for_url(f"**/#/replay/{table}")
    expect(bo.get_by_role("alert")).to_have_count(0)


def rode(table: Any) -> Any:
    """A race that Ada, Bo and Cy have begun."""
    race = table(OPEN, OPEN, OPEN, options={"stage": "abu"})
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        race.join(seat, name)
    return race.start()


def home(race: Any) -> Any:
    """Everybody rides home."""
    end = time.monotonic() + 60
    while race.look()["status"] != "over":
        assert time.monotonic() < end
        for seat in range(3):
            if (state := race.view(seat))["choices"]:
                race.decide(seat, state, state["choices"][-1])
    return race


def test_friends_are_asked_again_with_one_tap(person: Sit, table: Any, sound: Sound) -> None:
    race = home(rode(table))
    ada, bo, cy = person(), person(390, 780), person()
    for page, seat in ((ada, 0), (bo, 1), (cy, 2)):
        page.goto(race.link(seat))
        page.get_by_test_id("to-podium").or_(page.get_by_test_id("podium")).first.wait_for()
    ada.goto(race.page("podium"))
    ada.get_by_test_id("again-with").first.click()
    expect(ada.get_by_test_id("seat-0")).to_contain_text("you")
    bo.goto(f"{race.address}/#/")
    invited = bo.get_by_test_id("invitations")
    expect(invited).to_contain_text("Ada keeps a seat for you")
    sound(bo)
    bo.set_viewport_size({"width": 390, "height": 780})
    invited.get_by_role("link", name="Sit down").click()
    expect(bo.get_by_test_id("pick-1")).to_be_checked()
    expect(bo.get_by_test_id("pick-2")).to_be_disabled()
    expect(bo.locator("fieldset")).to_contain_text("kept for Cy")
    bo.get_by_test_id("name").fill("Bo")
    bo.get_by_test_id("join").click()
    expect(ada.get_by_test_id("seat-1")).to_contain_text("Bo")
    cy.goto(f"{race.address}/#/")
    cy.get_by_test_id("invitations").get_by_role("button", name="Decline").click()
    expect(cy.get_by_test_id("invitations")).to_have_count(0)


def test_somebody_is_blocked_and_reported(person: Sit, table: Any, server: Any, sound: Sound) -> None:
    race = rode(table)
    race.post("chat", {"text": "you rascal"}, 1)
    ada = person()
    ada.goto(race.link(0))
    ada.get_by_role("tab", name="Chat").last.click()
    ada.get_by_role("button", name="Report this line: you rascal").click()
    ada.get_by_test_id("report-words").fill("Not nice.")
    sound(ada)
    ada.get_by_test_id("send-report").click()
    expect(ada.get_by_test_id("report-arrived")).to_be_visible()
    ada.keyboard.press("Escape")
    with sqlite3.connect(server.database) as database:
        (text, lines) = database.execute("SELECT text, lines FROM complaint").fetchone()
    assert (text, [line["text"] for line in json.loads(lines)]) == ("Not nice.", ["you rascal"])
    menu = ada.get_by_test_id("manners-1")
    menu.locator("summary").focus()
    ada.keyboard.press("Enter")
    menu.get_by_role("button", name="Block").press("Enter")
    ada.get_by_test_id("yes").click()
    ada.reload()
    ada.get_by_role("tab", name="Chat").last.click()
    expect(ada.locator(".chat").last).not_to_contain_text("rascal")
    theirs = table(OPEN, OPEN)
    theirs.keys[0] = race.keys[1]
    theirs.client.post(
        f"/{theirs.id}/seats/0/join", json={"name": "Bo"}, headers={"X-Key": race.keys[1]}
    ).raise_for_status()
    ada.goto(theirs.page("join"))
    expect(ada.get_by_test_id("blocked-here")).to_contain_text("Bo")
    ada.goto(f"{race.address}/#/you")
    people = ada.get_by_test_id("my-people")
    expect(people.get_by_test_id("blocked")).to_contain_text("Bo")
    sound(ada)
    people.get_by_role("button", name="Make it up: Bo").click()
    expect(people.get_by_test_id("blocked")).to_have_count(0)
    expect(people).to_contain_text("Bo")
