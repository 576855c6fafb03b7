"""A puzzle in the browser: found in the lobby, answered on the board, both ways ridden out."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import gruppetto as g

Sit = Callable[..., Page]


def card(one: g.Puzzle, code: int) -> str:
    """The card of a choice, as the page calls it."""
    return next(f"card-{choice.message.card}" for choice in one.asked() if choice.code == code)  # type: ignore[attr-defined]


def test_a_puzzle_is_solved_and_both_ways_are_ridden_out(person: Sit, address: str) -> None:
    one = g.puzzles("flamme-rouge")[0]
    page = person(390, 780)
    page.goto(f"{address}/#/puzzle/flamme-rouge/{one.id}")
    page.get_by_test_id(card(one, one.obvious)).first.click()
    verdict = page.get_by_test_id("puzzle-verdict")
    expect(verdict).to_contain_text("There is something better.")
    expect(page.get_by_test_id("puzzle-ending")).to_have_attribute("data-code", str(one.best))
    verdict.get_by_role("button", name="Ride it out").last.click()
    worst = str(one.choices[-1].code)
    expect(page.get_by_test_id("puzzle-ending")).to_have_attribute("data-code", worst)
    page.get_by_test_id("next-puzzle").click()
    expect(page).to_have_url(f"{address}/#/puzzle/flamme-rouge/{g.puzzles('flamme-rouge')[1].id}")


def test_the_lobby_has_the_puzzle_of_the_day_and_counts_the_days(person: Sit, address: str) -> None:
    one = g.puzzles("flamme-rouge")[0]
    line: dict[str, Any] = {"game": one.game, "id": one.id, "difficulty": one.difficulty}
    page = person()
    page.route("**/api/puzzles/today", lambda route: route.fulfill(json=line))
    page.goto(address)
    page.get_by_test_id("puzzle-today").get_by_role("link", name="Solve it").click()
    page.get_by_test_id(card(one, one.best)).first.click()
    expect(page.get_by_test_id("puzzle-verdict")).to_contain_text("That is it.")
    page.goto(f"{address}/#/")
    expect(page.get_by_test_id("puzzle-today")).to_contain_text("1 day in a row")
