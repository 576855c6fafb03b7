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
    expect(page.get_by_role("heading", name="Col d’Or / 2")).to_be_visible()


def test_wishes_that_cannot_be_are_explained(person: Callable[..., Page], address: str) -> None:
    page = person(locale="pl")
    page.goto(f"{address}/#/studio")
    page.get_by_test_id("wish-climbs").select_option("0")
    page.get_by_test_id("wish-finish").select_option("uphill")
    page.get_by_test_id("compose").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_test_id("road-letters")).to_have_text("au")


def test_a_stage_of_etapa_is_composed_by_click_drag_and_key(
    person: Callable[..., Page], address: str
) -> None:
    page = person()
    page.goto(f"{address}/#/studio")
    page.get_by_test_id("studio-etapa").click()
    road = page.get_by_test_id("road-letters")
    expect(road).to_have_text("F120 | limit 60 | flag 95 | type flat")
    expect(page.get_by_test_id("checks")).to_contain_text("No primes: nothing is won on the way.")
    page.get_by_test_id("piece-N8").click()
    page.get_by_test_id("mark-summits").click()
    expect(road).to_have_text("F120 N8 | 3@128 | limit 68 | flag 103 | type flat")
    page.get_by_test_id("piece-f8").drag_to(
        page.locator("[data-place='1']"), target_position={"x": 4, "y": 20}
    )
    page.locator("[data-place='2']").focus()
    for key in ("+", "+", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    expect(road).to_have_text("F120 N10 f8 | 3@130 | limit 78 | flag 113 | type flat")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("checks")).to_contain_text("Too short: 18; a stage has 40 to 240 fields.")
    expect(page.get_by_test_id("race-it")).to_be_disabled()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("checks")).to_contain_text("This road can be ridden.")
    expect(page.get_by_test_id("about-rounds")).to_have_text("about 10 rounds")
    page.get_by_test_id("mark-limit").fill("125")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("checks")).to_contain_text("The time limit is 13 fields before the line")
    page.get_by_test_id("handle-flag").drag_to(page.locator("[data-testid=handle-0]"), force=True)
    expect(road).to_contain_text("flag 130")


def test_a_stage_of_etapa_at_random_is_shared_kept_and_raced(
    person: Callable[..., Page], address: str
) -> None:
    page = person()
    page.goto(f"{address}/#/studio/etapa")
    page.get_by_test_id("wish-mountains").select_option("high")
    page.get_by_test_id("wish-finish").select_option("uphill")
    page.get_by_test_id("compose").click()
    expect(page.get_by_test_id("road-letters")).to_contain_text("type high")
    road = letters_on(page)
    page.get_by_test_id("name").fill("Col d’Or")
    friend = person(360, 740)
    friend.goto(page.url)
    expect(friend.get_by_test_id("road-letters")).to_have_text(road)
    expect(friend.get_by_test_id("name")).to_have_value("Col d’Or")
    page.get_by_test_id("save").click()
    expect(page.get_by_test_id("my-stages")).to_contain_text("Col d’Or")
    page.get_by_test_id("set-up").click()
    expect(page.get_by_role("radio", name="Col d’Or")).to_be_checked()
    page.get_by_test_id("mode-tour").click()
    page.get_by_role("radio", name="Col d’Or").check()
    page.get_by_test_id("add-stage").click()
    expect(page.get_by_test_id("planned").locator("li").last).to_contain_text("Col d’Or")
    page.go_back()
    page.get_by_test_id("race-it").click()
    page.wait_for_url("**/#/table/*")
    expect(page.get_by_role("heading", name="Col d’Or")).to_be_visible()


def test_what_is_mistyped_on_a_stage_of_etapa_is_said(person: Callable[..., Page], address: str) -> None:
    page = person()
    page.goto(f"{address}/#/studio/etapa/F120.Q8~S@60.4@120~foo")
    expect(page.get_by_role("alert")).to_contain_text("left out: Q8, foo.")
    road, checks, limit = (page.get_by_test_id(name) for name in ("road-letters", "checks", "mark-limit"))
    expect(road).to_have_text("F120 | S@60 4@120")
    expect(checks).to_contain_text("No feed zone; time limit and flag are on the road.")
    page.get_by_test_id("prime-0").fill("300")
    page.keyboard.press("Enter")
    expect(checks).to_contain_text("The prime S on field 300 is not on the road: fields go from 1 to 120.")
    expect(page.get_by_test_id("prime-0")).to_have_value("120")
    expect(page.get_by_test_id("prime-1")).to_have_value("300")
    expect(page.get_by_test_id("race-it")).to_be_disabled()
    page.get_by_test_id("prime-1").fill("7")
    page.keyboard.press("Enter")
    expect(checks).to_contain_text("from field 15 on it is raced for")
    limit.fill("")
    limit.blur()
    expect(limit).to_have_value("80")


def test_a_stage_of_etapa_goes_by_its_name_without_being_kept(
    person: Callable[..., Page], address: str
) -> None:
    page = person()
    page.goto(f"{address}/#/studio/etapa")
    page.get_by_test_id("name").fill("Côte du Débutant / 1")
    page.get_by_test_id("set-up").click()
    expect(page.get_by_role("radio", name="Côte du Débutant / 1")).to_be_checked()
    expect(page.get_by_test_id("table-title")).to_have_value("Côte du Débutant / 1")
    page.go_back()
    page.get_by_test_id("race-it").click()
    page.wait_for_url("**/#/table/*")
    expect(page.get_by_role("heading", name="Côte du Débutant / 1")).to_be_visible()


def test_the_shares_of_a_report_add_up(person: Callable[..., Page], address: str) -> None:
    figures = {
        "races": 120, "wins_by_kind": {"sprinteur": 0.125, "rouleur": 0.875}, "wins_by_seat": [1 / 3] * 3,
        "gaps": [0.125] * 8, "means": {}, "chances": [0.3, 0.7],
    }  # fmt: skip
    stage = {"stage": "abdCLu", "letters": "abdCLu", **figures}
    report = {"game": "flamme-rouge", "players": [], "measures": [], "unit": "squares", "gaps": [*range(8)],
              "stage": stage, "official": [stage]}  # fmt: skip
    page = person()
    page.route(
        "**/api/studio/*/reports", lambda route: route.fulfill(json={"status": "done", "report": report})
    )
    page.goto(f"{address}/#/studio/abdCLu")
    page.get_by_test_id("ask-report").click()
    for section in page.get_by_test_id("report").locator("dl").all():
        shares = [int(share.removesuffix("%")) for share in section.locator("b").all_inner_texts()]
        assert sum(shares) == 100


def test_the_tab_of_the_game_stays_readable_under_the_pointer(
    person: Callable[..., Page], address: str
) -> None:
    page = person()
    page.goto(f"{address}/#/studio")
    tab = page.get_by_test_id("studio-etapa")
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")
    ink = tab.evaluate("one => getComputedStyle(one).borderTopColor")
    expect(tab).to_have_css("background-color", ink)
