"""The first start: nothing is compiled, and the page is there at once."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

PATIENCE = 600_000  # milliseconds for compiling on a machine that has other things to do


def test_a_table_is_set_up_while_the_rules_are_compiled_and_raced_at_when_they_are(
    fresh: str, person: Callable[..., Page]
) -> None:
    page = person()
    page.goto(f"{fresh}/#/new/flamme-rouge")
    expect(page.get_by_test_id("compiling")).to_contain_text("Compiling the rules of Flamme Rouge")
    page.get_by_test_id("create").click()
    page.wait_for_url("**/#/wait/*")
    expect(page.get_by_test_id("compiling")).to_be_visible()
    page.get_by_test_id("start").click()
    page.wait_for_url("**/#/table/*", timeout=PATIENCE)
    expect(page.get_by_test_id("compiling")).not_to_contain_text("Flamme Rouge")


def test_the_about_page_carries_the_licences_of_what_is_bundled(
    address: str, person: Callable[..., Page]
) -> None:
    page = person()
    page.goto(address)
    page.get_by_test_id("about").click()
    expect(page.get_by_test_id("version")).to_have_text("Version 0.1.0")
    licences = page.get_by_test_id("licences").get_by_role("listitem")
    for name in ("libre-franklin", "playfair-display", "qrcode-generator", "svelte"):
        expect(licences.filter(has_text=name).locator("pre").first).to_contain_text("opyright")
