"""Two people at one device: a curtain between them, and behind it nothing of anybody's cards."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

SECRETS = (
    "[data-testid=hand], [data-testid=decks], [data-testid^=card-], [data-testid^=rider-], "
    "[data-testid^=place-], [data-testid=whose]"
)
NAMES = ("Ada", "Bo")


def hand_of(race: Any, seat: int) -> list[str]:
    """The cards a seat holds, as the server tells its owner."""
    riders = race.view(seat)["view"]["riders"].values()
    hands = [rider["own"]["hand"] for rider in riders if rider["seat"] == seat and rider["drawn"]]
    return sorted(card for hand in hands for card, copies in hand.items() for _ in range(copies))


def shown(page: Page) -> list[str]:
    cards = page.locator("[data-testid^=card-]")
    found = cards.evaluate_all("cards => cards.map(card => card.dataset.testid.slice(5))")
    return sorted(found)


def decide_all(page: Page, race: Any, seat: int, choose: Callable[[Page], bool]) -> None:
    """Whoever has come to the screen decides until the curtain falls; only his own cards are seen."""
    end = time.monotonic() + 20
    while not page.locator("[data-testid=curtain], [data-testid=to-podium]").count():
        assert time.monotonic() < end, "the curtain does not fall"
        if cards := shown(page):
            expect(page.get_by_test_id("whose")).to_contain_text(NAMES[seat])
            assert cards == hand_of(race, seat)
        if not choose(page):
            time.sleep(0.02)


def test_two_people_ride_a_whole_race_at_one_device(
    person: Callable[..., Page], table: Any, choose: Callable[[Page], bool]
) -> None:
    race = table(*({"kind": "hotseat", "name": name} for name in NAMES), options={"stage": "abdCLu"}).start()
    page = person(390, 780)
    for seat in (0, 1):
        page.goto(race.link(seat))
        page.wait_for_url(re.compile(f"#/table/{race.id}$"))
    page.reload()
    passed = 0
    end = time.monotonic() + 90
    while not page.get_by_test_id("to-podium").count():
        assert time.monotonic() < end, "the race does not end"
        curtain = page.locator("[data-testid=curtain]")
        if not curtain.count():
            assert not page.locator(SECRETS).count(), "cards lie open though nobody has come to the screen"
            continue
        assert not page.locator(SECRETS).count(), "something of a hand is behind the curtain"
        seat = next(seat for seat, name in enumerate(NAMES) if name in curtain.inner_text())
        page.get_by_test_id("curtain-ready").click()
        decide_all(page, race, seat, choose)
        passed += 1
    assert passed > 4
    assert race.look()["status"] == "over"
