"""Clocks as people set them up and see them."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

OPEN = {"kind": "open"}
RACE = {"each": "race", "seconds": 1200, "at_zero": "vote"}
Sit = Callable[..., Page]
Complaints = Callable[[Page], list[str]]


@pytest.fixture
def timed(table: Any) -> Callable[..., Any]:
    """Two people at a running table with a clock; Ada owes a decision."""

    def sit_down(clock: Any) -> Any:
        race = table(OPEN, OPEN, options={"first": 0}, tempo={"clock": clock})
        race.join(0, "Ada")
        race.join(1, "Bo")
        return race.start()

    return sit_down


@pytest.fixture
def faults(complaints: Complaints) -> Complaints:
    """What axe finds; and nothing is wider than the screen."""
    too_wide = "document.documentElement.scrollWidth > innerWidth ? ['too wide'] : []"
    return lambda page: [*complaints(page), *page.evaluate(too_wide)]


def test_a_clock_is_set_up_and_told_of(person: Sit, address: str, faults: Complaints) -> None:
    page = person(320, 640)
    page.goto(f"{address}/#/new")
    page.get_by_test_id("clock-none").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("clock-quick")).to_be_checked()
    expect(page.get_by_text("Lend a player’s seat")).to_have_count(0)
    page.get_by_test_id("clock-own").check()
    page.get_by_test_id("clock-each").select_option("decision")
    page.get_by_test_id("clock-many").fill("90")
    page.get_by_test_id("clock-unit").select_option(label="seconds")
    page.get_by_test_id("clock-increment").fill("3")
    page.get_by_test_id("clock-zero").select_option("safe")
    assert faults(page) == []
    page.get_by_test_id("create").click()
    line = "1 minute 30 seconds for each decision, and 3 seconds more with every decision"
    expect(page.get_by_test_id("clock-line")).to_contain_text(line)
    expect(page.get_by_test_id("clock-line")).to_contain_text("a safe choice is made")
    page.goto(address)
    expect(page.get_by_test_id("my-tables")).to_contain_text(line)


def test_a_table_without_a_clock_shows_none(person: Sit, table: Any) -> None:
    race = table({"kind": "hotseat", "name": "Ada"}, OPEN)
    race.join(1, "Bo")
    page = person()
    page.goto(race.start().link(0))
    page.get_by_test_id("lend").wait_for()
    for none in ("own-clock", "clock-0", "ask-pause"):
        expect(page.get_by_test_id(none)).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (320, 640)], ids=["desk", "phone"])
def test_clocks_are_seen_and_paused(
    person: Sit, timed: Any, faults: Complaints, size: tuple[int, int]
) -> None:
    race = timed(RACE)
    ada, bo = person(*size), person(*size)
    ada.goto(race.link(0))
    bo.goto(race.link(1))
    expect(ada.get_by_test_id("own-clock")).to_contain_text("Your time runs")
    expect(ada.get_by_test_id("own-clock")).to_contain_text("19:")
    expect(bo.get_by_test_id("own-clock")).to_contain_text("Your clock stands")
    assert faults(ada) == []
    bo.get_by_test_id("ask-pause").focus()
    bo.keyboard.press("Enter")
    expect(ada.get_by_test_id("pause-asked")).to_contain_text("Bo asks for a pause")
    bo.get_by_test_id("withdraw-pause").click()
    expect(ada.get_by_test_id("pause-asked")).to_have_count(0)
    bo.get_by_test_id("ask-pause").click()
    ada.get_by_test_id("agree-pause").click()
    for page in (ada, bo):
        expect(page.get_by_test_id("paused")).to_be_visible()
    stands = ada.get_by_test_id("own-clock").inner_text()
    assert faults(ada) == []
    assert ada.get_by_test_id("own-clock").inner_text() == stands
    ada.get_by_test_id("resume").click()
    expect(bo.get_by_test_id("ask-pause")).to_be_visible()
    expect(ada.get_by_test_id("own-clock")).to_contain_text("Your time runs")


def test_the_last_seconds_are_said_in_words(person: Sit, timed: Any, faults: Complaints) -> None:
    page = person(390, 844)
    page.clock.install()
    page.goto(timed({**RACE, "seconds": 30}).link(0))
    own = page.get_by_test_id("own-clock")
    expect(own).to_contain_text("Your time runs")
    shown = int(own.locator("b").inner_text().removeprefix("0:"))
    page.clock.fast_forward(1000 * max(0, shown - 10))
    expect(own).to_contain_text("Last seconds!")
    expect(page.get_by_test_id("clock-said")).to_contain_text("You have 10 seconds left.")
    page.get_by_role("tab", name="Teams").click()
    expect(page.get_by_test_id("clock-0")).to_contain_text("!")
    page.get_by_role("tab", name="Cards").click()
    page.clock.fast_forward(10_000)
    expect(own).to_contain_text("Your time is over")
    assert faults(page) == []


def test_a_safe_choice_is_told_in_the_log(person: Sit, timed: Any) -> None:
    page = person()
    page.goto(timed({"each": "decision", "seconds": 4, "at_zero": "safe"}).link(1))
    expect(page.get_by_text("Ada’s time was over: a safe choice was made.").first).to_be_visible(
        timeout=30_000
    )
