"""The lobby invites: games to choose, one's own races first, and whatever waits for one is seen."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from gruppetto.games import registry
from gruppetto.players import characters

Sit = Callable[..., Page]
ADA = {"kind": "hotseat", "name": "Ada"}
PATRON = {"kind": "bot", "level": "patron"}
MINE = "[data-testid^=place-]"
AVENUE = {"stage": "Avenue Corso Paseo"}


def test_a_newcomer_finds_every_game_and_where_to_begin(person: Sit, address: str) -> None:
    page = person(320, 700)
    page.goto(address)
    for game in registry.games().values():
        expect(page.get_by_test_id(f"about-{game.id}")).to_contain_text(f"–{game.most_seats} players")
    first = page.get_by_test_id("quick-game-flamme-rouge")
    expect(page.get_by_test_id("about-flamme-rouge")).to_contain_text("Start with this")
    expect(first).to_be_checked()
    expect(page.get_by_test_id("quick-stage")).to_have_value("Avenue Corso Paseo")
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("quick-game-flamme-rouge-tour")).to_be_checked()
    expect(page.locator("#quick-title")).to_contain_text("Grand Tour")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_my_races_come_first_and_say_whose_turn_it_is(person: Sit, table: Any, finished: Any) -> None:
    race = table(ADA, PATRON, options=AVENUE).start()
    race.asked(0)
    page, ridden = person(key=race.host), person()
    page.goto(race.address)
    mine = page.get_by_test_id("my-tables")
    expect(mine).to_contain_text("your turn")
    expect(mine).to_contain_text("Avenue Corso Paseo")
    expect(page).to_have_title(re.compile("Your turn"))
    page.route("**/api/me", lambda _: None)  # while the server has not answered yet
    page.reload()
    expect(mine).to_contain_text("Flamme Rouge · Avenue Corso Paseo")
    called = race.look()["seats"][1]["name"]
    assert called in characters.names()["patron"]
    expect(mine).to_contain_text(re.compile(f"{called}.*Patron", re.DOTALL))
    tables = [{"table": finished.look(), "seats": [1], "host": True, "owes": False}]
    me = {"id": None, "name": "Ada", "made": None, "tables": tables}
    ridden.route("**/api/me", lambda route: route.fulfill(json=me))
    ridden.goto(finished.address)
    expect(ridden.get_by_test_id("my-finished")).to_contain_text(
        re.compile(r"Flamme Rouge · .* · place \d of \d · against \w+")
    )
    expect(ridden.get_by_test_id("my-tables")).to_have_count(0)


def test_what_waits_is_seen_from_every_panel_of_a_phone(person: Sit, table: Any) -> None:
    race = table(ADA, PATRON, options=AVENUE).start()
    page = person(390, 780)
    page.goto(race.link(0))
    page.locator(MINE).first.wait_for()
    expect(page).to_have_title(re.compile("Your turn"))
    for panel in ("Teams", "Race log", "Chat"):
        page.get_by_role("tab", name=panel).first.click()
        expect(page.get_by_test_id("waits").first).to_be_visible()
        page.get_by_test_id("to-hand").click()
        expect(page.get_by_test_id("to-hand")).to_have_count(0)
        expect(page.locator("#panel-hand")).to_be_visible()


def test_bots_have_names_levels_and_a_word_to_say(
    person: Sit, table: Any, decide: Callable[[Page], None]
) -> None:
    race = table(ADA, PATRON, options=AVENUE).start()
    page = person()
    page.goto(race.link(0))
    page.locator(MINE).first.wait_for()
    expect(page.get_by_test_id("level")).to_contain_text("Patron")
    for _ in range(3):
        decide(page)
    called = race.look()["seats"][1]["name"]
    expect(page.get_by_test_id("log")).to_contain_text(f"{called}: “Watch my wheel")
    expect(page.get_by_test_id("said")).to_be_visible()
