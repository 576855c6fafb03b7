"""`make web`: the app as its sources are, with a server beside it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_race_is_ridden_on_the_sources_as_they_are(
    developing: str, person: Callable[..., Page], decide: Callable[[Page], None]
) -> None:
    page = person()
    page.set_default_timeout(60_000)
    page.goto(developing)
    expect(page.locator("script[src^='/@vite/client']")).to_have_count(1)
    page.get_by_test_id("quick-race").click()
    page.wait_for_url(re.compile("#/table/"))
    expect(page.get_by_test_id("connection")).to_contain_text("connected")
    decide(page)
    expect(page.get_by_test_id("event").first).to_be_attached()
