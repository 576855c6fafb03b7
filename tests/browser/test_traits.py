"""Traits in a browser: each is offered at its moment, does what its card says, and is spent (GT11)."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import gruppetto

Sit = Callable[..., Page]
FLAT = "abcdlu"
HOME = ("0R", "1S", "1R")


def tour_with(trait: str, hand: dict[str, int], deck: dict[str, int]) -> bytes:
    """A save file: Ada's sprinteur holds this hand, everybody else is home; Red is a bot's."""
    sprinteur = {"square": 5, "lane": "right", "hand": hand, "deck": deck}
    position = {
        "stages": [FLAT, FLAT],
        "stage": 1,
        "race": {"stage": FLAT, "round": 3, "riders": {"0S": sprinteur, **{rider: {} for rider in HOME}}},
        "standings": {"0S": {"trait": trait}}
        | {rider: {"place": place} for place, rider in enumerate(HOME, start=1)},
        "options": {"traits": True},
    }
    tour = gruppetto.from_position("flamme-rouge-tour", position, seed=1)
    tour.seated = gruppetto.Seated("person", "Ada"), gruppetto.Seated("bot", level="domestique")
    return tour.to_json()


@pytest.fixture
def ada(person: Sit, bring: Callable[[bytes], Any]) -> Callable[..., Page]:
    """Ada at a tour that was brought to a table."""

    def sit_down(content: bytes, width: int = 1280) -> Page:
        page = person(width)
        page.goto(bring(content).link(0))
        return page

    return sit_down


def hand(page: Page) -> list[str]:
    return [card.get_attribute("data-testid") or "" for card in page.locator("[data-testid^=card-]").all()]


def spent(page: Page, trait: str) -> None:
    """The trait is crossed out in the general classification, and offered no more."""
    page.get_by_role("tab", name="Tour").locator("visible=true").click()
    expect(page.get_by_test_id("gc").get_by_text(trait)).to_have_css("text-decoration-line", "line-through")
    expect(page.get_by_test_id("use-trait")).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 360])
def test_the_professor_draws_a_new_hand(ada: Callable[..., Page], width: int) -> None:
    page = ada(tour_with("professor", {"4": 2, "5": 2}, {"2": 3, "3": 3, "9": 2}), width)
    expect(page.locator("[data-testid^=card-]")).to_have_count(4)
    assert set(hand(page)) == {"card-4", "card-5"}
    page.get_by_role("button", name="Professor: draw a new hand").click()
    expect(page.get_by_test_id("card-4")).to_have_count(0)
    assert set(hand(page)) <= {"card-2", "card-3", "card-9"}
    expect(page.get_by_text("recycles the hand and draws anew")).to_have_count(1)
    spent(page, "Professor")


def test_the_tashkent_terror_throws_an_exhaustion_card_away(ada: Callable[..., Page]) -> None:
    page = ada(tour_with("tashkent-terror", {"X": 2, "4": 2}, {"9": 2}))
    expect(page.get_by_test_id("card-9")).to_have_count(0)
    page.get_by_role("button", name="Tashkent Terror: throw an exhaustion card away").click()
    expect(page.get_by_test_id("card-9")).to_have_count(1)
    assert sorted(hand(page)) == ["card-4", "card-4", "card-9", "card-X"]
    spent(page, "Tashkent Terror")


def test_the_cannibal_raises_his_card_when_all_lie_open(ada: Callable[..., Page]) -> None:
    page = ada(tour_with("cannibal", {"4": 2, "5": 2}, {"2": 3, "3": 3}))
    page.get_by_test_id("card-5").first.click()
    expect(page.get_by_role("button", name="Leave the sprinteur’s card as it is")).to_be_visible()
    page.get_by_role("button", name="Raise the sprinteur’s card by 1").click()
    page.get_by_role("tab", name="Race log").locator("visible=true").click()
    expect(page.get_by_text("raises the card by 1")).to_be_visible()
    expect(page.get_by_text("rides from 5 to 11", exact=False).first).to_be_visible()
    spent(page, "Cannibal")
