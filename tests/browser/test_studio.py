"""The stage studio: a road is composed, taken back, drawn at random, shared, kept and raced."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

WHOLE = 21


def letters_on(page: Page) -> str:
    return page.get_by_test_id("road-letters").inner_text()


def test_a_stage_is_composed_by_click_drag_and_key(person: Callable[..., Page], address: str) -> None:
    page = person()
    page.goto(address)
    page.get_by_test_id("open-studio").click()
    expect(page.get_by_test_id("checks")).to_contain_text("At least one tile")
    expect(page.get_by_test_id("race-it")).to_be_disabled()
    page.get_by_test_id("tile-b").click()
    page.get_by_test_id("tile-C").click()
    expect(page.get_by_test_id("road-letters")).to_have_text("abCu")
    expect(page.get_by_test_id("checks")).to_contain_text("This road can be ridden.")
    page.get_by_test_id("tile-D").drag_to(page.locator("[data-place='1']"), target_position={"x": 4, "y": 20})
    expect(page.get_by_test_id("road-letters")).to_have_text("aDbCu")
    page.locator("[data-place='1']").focus()
    page.keyboard.press("f")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_test_id("road-letters")).to_have_text("abdCu")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("road-letters")).to_have_text("abCu")
    for before in ("abdCu", "adbCu", "aDbCu"):
        page.get_by_test_id("undo").click()
        expect(page.get_by_test_id("road-letters")).to_have_text(before)
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_test_id("road-letters")).to_have_text("adbCu")


def test_a_stage_at_random_is_shared_kept_and_raced(person: Callable[..., Page], address: str) -> None:
    page = person()
    page.goto(f"{address}/#/studio")
    page.get_by_test_id("wish-climbs").select_option("2")
    page.get_by_test_id("wish-finish").select_option("uphill")
    page.get_by_test_id("compose").click()
    expect(page.get_by_test_id("checks")).to_contain_text("All 21 tiles")
    letters = letters_on(page)
    assert len(letters) == WHOLE
    page.get_by_test_id("name").fill("Col d’Or / 2")
    friend = person(360, 740)
    friend.goto(page.url)
    expect(friend.get_by_test_id("road-letters")).to_have_text(letters)
    expect(friend.get_by_test_id("name")).to_have_value("Col d’Or / 2")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("my-stages")).to_contain_text("Col d’Or / 2")
    for _ in range(2):
        page.get_by_test_id("start-over").click()
        expect(page.get_by_test_id("road-letters")).to_have_text("au")
        page.get_by_role("link", name="Col d’Or / 2").click()
        expect(page.get_by_test_id("road-letters")).to_have_text(letters)
    page.get_by_test_id("set-up").click()
    expect(page.get_by_role("radio", name="Col d’Or / 2")).to_be_checked()
    page.go_back()
    expect(page.get_by_test_id("road-letters")).to_have_text(letters)
    page.get_by_test_id("race-it").click()
    page.wait_for_url("**/#/table/*")
    expect(page.locator("[data-testid^=place-]").first).to_be_visible()


def test_wishes_that_cannot_be_are_explained(person: Callable[..., Page], address: str) -> None:
    page = person(locale="pl")
    page.goto(f"{address}/#/studio")
    page.get_by_test_id("wish-climbs").select_option("0")
    page.get_by_test_id("wish-finish").select_option("uphill")
    page.get_by_test_id("compose").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_test_id("road-letters")).to_have_text("au")
