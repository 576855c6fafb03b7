"""Games without a board of their own are played on the plain one, from the front page to the replay."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gruppetto.games import registry

BOARDS = (Path(__file__).parents[2] / "web" / "src" / "boards" / "boards.ts").read_text(encoding="utf-8")
KITS = re.search(r"const COVERS.*?\n}", BOARDS, re.DOTALL)[0]
PLAIN = [game for game in registry.games() if f"{game}'" not in KITS and f"  {game}," not in KITS]
Sit = Callable[..., Page]


def test_the_example_has_no_board_of_its_own() -> None:
    assert "bordure" in PLAIN
    assert "etapa" not in PLAIN


@pytest.mark.parametrize("game", PLAIN)
def test_a_race_on_the_plain_board(
    game: str, person: Sit, address: str, decide: Callable[[Page], None], ride_home: Callable[..., None]
) -> None:
    page = person()
    page.goto(address)
    firsts_own = page.get_by_test_id("quick-stage")  # what the first game has and this one has not
    expect(firsts_own).to_be_visible()
    page.get_by_test_id(f"quick-game-{game}").check()
    expect(firsts_own).to_have_count(0)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(re.compile("#/table/"))
    riders = page.get_by_test_id("riders").locator("tbody tr")
    expect(riders).to_have_count(len(registry.get(game).rider_names(4)))
    expect(page.get_by_test_id("hand").locator("[data-choice]").first).to_contain_text(re.compile(r"\."))
    decide(page)
    expect(page.get_by_test_id("event").first).to_be_visible()
    page.get_by_role("button", name=re.compile("^Why")).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"[A-Z]+\d"))
    page.keyboard.press("Escape")
    ride_home(page)
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_test_id("podium").locator("h1")).to_contain_text("wins")
    expect(page.get_by_test_id("riders")).to_be_visible()
    page.get_by_role("link", name="Watch again").first.click()
    expect(page.get_by_test_id("riders")).to_be_visible()


@pytest.mark.parametrize("game", PLAIN)
def test_its_options_are_house_rules_of_a_new_table(game: str, person: Sit, address: str) -> None:
    page = person()
    page.goto(f"{address}/#/new")
    page.get_by_test_id("game").select_option(game)
    page.get_by_text("House rules").click()
    option, field = next(iter(registry.get(game).options_schema()["$defs"]["Options"]["properties"].items()))
    select = page.get_by_label(option)
    select.select_option(field["enum"][0])
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/(table|wait)/"))


@pytest.mark.parametrize("game", PLAIN)
def test_the_plain_board_fits_a_phone_and_answers_to_figures(
    game: str, person: Sit, table: Callable[..., Any]
) -> None:
    race = table({"kind": "open"}, {"kind": "bot"}, game=game)
    race.join(0, "Ada")
    race.start()
    page = person(360, 740)
    page.goto(race.link(0))
    expect(page.get_by_test_id("hand").locator("[data-choice]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    before = race.view(0)["own"]
    page.keyboard.press("1")
    expect(page.get_by_test_id("event").first).to_be_attached()
    assert race.view(0)["own"] > before
