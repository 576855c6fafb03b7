"""What is told is in the picture: on the smallest board, at once, and with everything in motion."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

Sit = Callable[..., Page]
ADA = {"kind": "hotseat", "name": "Ada"}
TOURISTE = {"kind": "bot", "level": "touriste"}
AVENUE = {"stage": "Avenue Corso Paseo"}
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
RIDERS = ".frame :is([data-rider], [data-testid^=on-road-])"


def moving(page: Page) -> Page:
    """Somebody who likes things to move."""
    page.emulate_media(reduced_motion="no-preference")
    return page


def out_of_sight(page: Page, riders: str = RIDERS) -> list[str]:
    found: list[str] = page.locator(riders).evaluate_all(
        """riders => {
            const frame = document.querySelector('.frame').getBoundingClientRect()
            const within = ({ x, y, width, height }) =>
                x + width / 2 > frame.left && x + width / 2 < frame.right &&
                y + height / 2 > frame.top && y + height / 2 < frame.bottom
            const lost = riders.filter(it => !within(it.getBoundingClientRect()))
            return lost.map(({ outerHTML }) => outerHTML.slice(0, 80))
        }"""
    )
    return found


def bearing(page: Page) -> str:
    """Whether the road leads up, down or level where the riders are, to the left or to the right."""
    spots = [page.locator(f"[data-rider='{rider}']").bounding_box() for rider in ("0S", "0R")]
    assert spots[0]
    assert spots[1]
    across, down = (round((spots[1][side] - spots[0][side]) / 10) for side in ("x", "y"))
    return f"{(across > 0) - (across < 0)} {(down > 0) - (down < 0)}"


def settled(page: Page) -> str:
    """How the road leads once the camera stands still."""
    road, seen = page.locator("svg.map"), ""
    while seen != (seen := road.get_attribute("viewBox") or ""):
        page.evaluate(DRAWN)
    return bearing(page)


def test_a_board_that_shrinks_shows_the_same_riders_on_the_same_road(person: Sit, table: Any) -> None:
    race = table(ADA, TOURISTE, options=AVENUE).start().play(0, 9)
    page = moving(person(390, 844))
    page.goto(race.link(0))
    page.locator("[data-testid^=card-]").first.wait_for()
    before = settled(page)
    for height in (620, 780, 640):
        page.set_viewport_size({"width": 390, "height": height})
        page.evaluate(DRAWN)
        assert out_of_sight(page) == []
        assert bearing(page) == before


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_whoever_is_asked_is_seen_at_once_on_a_long_road(
    person: Sit, address: str, size: tuple[int, int]
) -> None:
    page = moving(person(*size))
    page.goto(address)
    page.get_by_test_id("learn-etapa").click()  # on the last kilometres of the stage
    page.get_by_test_id("on-road-1").wait_for(timeout=60_000)  # its rules may have to be compiled first
    page.evaluate(DRAWN)
    assert out_of_sight(page, "[data-testid=on-road-1]") == []
