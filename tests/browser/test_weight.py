"""How a page comes over a slow line: nothing for others, and nothing that waits for the app to ask."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route

Sit = Callable[..., Page]
HERE = {"kind": "hotseat", "name": "Ada"}
BOT = {"kind": "bot"}
LANGUAGES = ("en-", "pl-", "it-", "cs-")
MOST = 20  # requests until a table can be used


def files(page: Page) -> list[str]:
    """The names of all files the page asks for, from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    return asked


def test_a_table_asks_for_little_and_for_one_language(person: Sit, table: Any) -> None:
    here = table(HERE, BOT).start()
    page = person(390, 844, "pl")
    page.goto(f"{here.address}/#/you")
    page.get_by_role("heading", level=1).wait_for()
    page.goto("about:blank")
    asked = files(page)
    page.goto(here.page("table"))
    page.get_by_test_id("log").wait_for(state="attached")
    page.locator("svg.map").wait_for()
    assert [name[:3] for name in asked if name.startswith(LANGUAGES)] == ["pl-"]
    assert len(asked) <= MOST, asked


def test_what_a_page_needs_is_asked_for_before_the_app_is_there(person: Sit, table: Any) -> None:
    here = table(HERE, BOT).start()
    page = person(390, 844, "cs")

    def never(route: Route) -> None:
        route.abort()

    page.route("**/common-*.js", never)
    asked = files(page)
    with page.expect_request("**/flamme-rouge-*.css"):
        page.goto(here.page("table"))
    for wanted in ("cs-", "table-", "flamme-rouge-"):
        assert any(name.startswith(wanted) and name.endswith(".js") for name in asked), asked
