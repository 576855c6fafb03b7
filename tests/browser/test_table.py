"""Around the race: the waiting room, onlookers, hints, and refusals in one's own language."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

Sit = Callable[..., Page]
BOT = {"kind": "bot"}
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}
CHOICES = "[data-testid^=place-], [data-testid^=rider-], [data-testid^=card-], [data-testid=decks]"


def test_the_waiting_room_is_live(person: Sit, table: Any) -> None:
    race = table(ADA, OPEN)
    ada, bo = person(), person(390, 780)
    asked: list[str] = []
    ada.goto(race.link(0))
    seat = ada.get_by_test_id("seat-1")
    expect(seat).to_contain_text("waiting")
    ada.on("request", lambda request: asked.append(request.url))
    bo.goto(race.page("join", 1))
    bo.get_by_test_id("name").fill("Bo")
    bo.get_by_test_id("join").click()
    expect(seat).to_contain_text("Bo")
    expect(seat).to_contain_text("is here")
    bo.goto("about:blank")
    expect(seat).to_contain_text("not here")
    assert asked == [], "the news must come by the socket"
    bo.goto(race.page("wait"))
    ada.get_by_test_id("start").click()
    for page in (ada, bo):
        page.wait_for_url(re.compile(f"#/table/{race.id}$"))


def test_onlookers_and_the_big_screen_see_the_race_and_nobodys_cards(person: Sit, table: Any) -> None:
    race = table(ADA, BOT).start().play(0, 2)
    watcher, screen = person(360, 740), person(1920, 1080)
    watcher.goto(race.page("table"))
    screen.goto(race.page("tv"))
    for page in (watcher, screen):
        expect(page.locator("[data-rider]")).to_have_count(4)
    race.play(0, 3)
    for page in (watcher, screen):
        expect(page.locator("body")).to_contain_text(re.compile("Round [23]"))
        assert page.locator(CHOICES).count() == 0
    expect(screen.get_by_role("button")).to_have_count(0)
    expect(screen.get_by_test_id("follow").get_by_role("img")).to_be_in_viewport(ratio=1)
    assert watcher.evaluate("document.documentElement.scrollWidth") <= 360


def test_hints_are_shown_beside_the_choices(person: Sit, table: Any, decide: Callable[[Page], None]) -> None:
    race = table(ADA, BOT, hints=True).start().play(0, 2)  # both riders stand at the start
    page = person()

    def advise(route: Route) -> None:
        assert route.request.headers["x-key"] == race.keys[0]
        codes = [choice["code"] for choice in race.view(0)["choices"]]
        advice = [
            {"code": code, "win": 0.2 + at / 10, "place": 2.5, "error": 0.02, "tried": 50, "reasons": []}
            for at, code in enumerate(codes)
        ]
        route.fulfill(json={"choices": advice, "seconds": 0.1})  # in the bot's order, whatever the figures

    page.route("**/hint", advise)
    page.goto(race.link(0))
    page.get_by_text("Which rider first?").wait_for()
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("rider-S")).to_contain_text("★ 20 %")
    expect(page.get_by_test_id("rider-R")).to_have_text(re.compile("^[^★]*30 %"))
    decide(page)
    page.locator("[data-testid^=card-]").first.wait_for()
    expect(page.get_by_test_id("odds")).to_have_count(0)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("odds")).to_have_count(4)


def test_a_hint_points_at_the_card_that_is_to_be_played(person: Sit, table: Any) -> None:
    race = table(ADA, BOT, game="etapa", options={"stages": ["Plaine"]}, hints=True).start()
    while not any("Sprint" in choice["message"].values() for choice in race.asked(0)["choices"]):
        race.play(0, 1)
    page = person(390, 844)

    def advise(route: Route) -> None:
        sprint = next(one for one in race.view(0)["choices"] if one["message"]["type"] == "Sprint")
        said = {"code": sprint["code"], "win": 0.4, "place": 2, "error": 0.1, "tried": 9, "reasons": []}
        route.fulfill(json={"choices": [said], "seconds": 0.1})

    page.route("**/hint", advise)
    page.goto(race.link(0))
    page.get_by_test_id("hint").click()
    expect(page.locator("[data-testid^=card-]").filter(has_text="★ 40 %")).to_have_count(1)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_hint_says_how_sure_it_is_and_why_and_moves_nothing(person: Sit, table: Any, width: int) -> None:
    race = table(ADA, BOT, hints=True).start().play(0, 9)
    page = person(width, 800)
    page.goto(race.link(0))
    card = page.locator("[data-testid^=card-], [data-testid^=rider-]").first
    card.wait_for()
    before = card.bounding_box()
    page.get_by_test_id("hint").click()
    sheet = page.get_by_test_id("hint-sheet")
    expect(sheet).to_contain_text("How often you win if everybody rides on sensibly")
    rows = sheet.locator("[data-testid^=hinted-]")
    asked = race.view(0)["choices"]
    expect(rows).to_have_count(len(asked))
    assert all(" ± " in row and "place " in row for row in rows.all_inner_texts())
    assert card.bounding_box() == before
    box = sheet.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_hint_that_is_refused_says_so(person: Sit, table: Any) -> None:
    race = table(ADA, BOT, hints=True).start()
    page = person()
    refusal = {"error": {"kind": "TooMany", "text": "That is too much at once; wait a moment."}}
    page.route("**/hint", lambda route: route.fulfill(status=429, json=refusal))
    page.goto(race.link(0))
    page.get_by_test_id("hint").click()
    expect(page.get_by_role("alert")).to_contain_text("too much at once")
    expect(page.get_by_test_id("hint")).to_be_enabled()


def test_no_hints_unless_the_table_allows_them(person: Sit, table: Any, address: str) -> None:
    race = table(ADA, BOT).start()
    page = person()
    page.goto(race.link(0))
    page.locator("[data-testid^=place-]").first.wait_for()
    assert page.get_by_test_id("hint").count() == 0
    page.goto(f"{address}/#/new")
    expect(page.get_by_test_id("hints")).not_to_be_checked()


def test_any_number_of_levels_is_offered_with_name_and_text(person: Sit, address: str) -> None:
    levels = [
        {"name": f"level-{number}", "text": f"rides like {number}", "games": ["flamme-rouge"]}
        for number in range(9)
    ]
    page = person(360, 740)
    page.route("**/api/players", lambda route: route.fulfill(json=levels))
    page.goto(f"{address}/#/new")
    expect(page.get_by_label("Your name")).to_be_visible()
    page.get_by_test_id("seat-1").select_option("bot:level-7")
    expect(page.locator("body")).to_contain_text("rides like 7")
    page.get_by_test_id("levels").locator("summary").click()
    for level in levels:
        expect(page.get_by_test_id("levels")).to_contain_text(level["text"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_refusals_are_told_in_the_readers_language(person: Sit, table: Any) -> None:
    race = table(ADA, OPEN)
    page = person(locale="pl")
    page.goto(race.page("join", 1))
    page.get_by_test_id("name").fill("Zofia")
    refusal = {"error": {"kind": "SeatTaken", "text": "Somebody else sits there."}}
    page.route("**/join", lambda route: route.fulfill(status=409, json=refusal))
    page.get_by_test_id("join").click()
    expect(page.get_by_role("alert")).to_have_text("Ktoś inny już tam siedzi.")
    page.goto(race.page("wait").replace(race.id, "nowhere"))
    expect(page.get_by_role("alert")).to_have_text("Nie ma takiego stołu.")
