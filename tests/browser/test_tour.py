"""Tours in a browser: set up, drafted, ridden stage by stage, and looked back on."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

import gruppetto

Sit = Callable[..., Page]
BOT = {"kind": "bot"}
ADA = {"kind": "hotseat", "name": "Ada"}
TOUR = "flamme-rouge-tour"
SHORT, HILLY = "abcu", "abcDHu"


@pytest.fixture(scope="module")
def toured(table: Callable[..., Any]) -> Any:
    """A tour that bots have ridden to the end."""
    return table(BOT, BOT, game=TOUR, options={"stages": [SHORT, HILLY, SHORT]}).finish()


def test_a_tour_of_one_stage_is_set_up_and_ridden_to_the_podium(
    person: Sit, address: str, ride_home: Callable[..., None]
) -> None:
    page = person()
    page.goto(f"{address}/#/new/{TOUR}")
    planned = page.get_by_test_id("planned").get_by_role("listitem")
    page.get_by_test_id("tour-6").click()
    expect(planned).to_have_count(6)
    page.get_by_role("button", name="Firenze – Milano: earlier").click()
    expect(planned.first).to_contain_text("Firenze – Milano")
    for _ in range(6):
        page.get_by_role("button", name="leave out").first.click()
    expect(page.get_by_test_id("create")).to_be_disabled()
    page.get_by_test_id("letters").fill(SHORT)
    expect(page.locator("#letters-verdict")).to_contain_text("✓")
    page.get_by_test_id("add-stage").click()
    expect(planned).to_have_count(1)
    page.get_by_test_id("seat-1").select_option("bot:domestique")
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/table/"))
    expect(page.get_by_test_id("draft").locator("article")).to_have_count(2)
    teams = page.locator("#panel-teams")
    expect(teams).not_to_contain_text("card")  # nobody has any yet
    page.get_by_role("tab", name="Tour").last.click()
    expect(page.get_by_test_id("tour-panel")).to_be_in_viewport()
    expect(teams.get_by_role("heading", name="Red")).to_be_in_viewport()
    ride_home(page)
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_role("heading", name="wins the tour")).to_be_visible()
    expect(page.get_by_test_id("tour-chart")).to_be_visible()
    assert page.get_by_test_id("gc").get_by_role("row").count() == 9


def test_the_pause_between_two_stages_on_a_phone(
    person: Sit, table: Callable[..., Any], choose: Callable[[Page], bool], ride_home: Callable[..., None]
) -> None:
    tour = table(ADA, BOT, game=TOUR, options={"stages": [SHORT, HILLY]}).start()
    page = person(360, 740)
    page.goto(tour.link(0))
    pause = page.get_by_test_id("between-stages")
    ride_until(pause, choose, page)
    expect(pause.get_by_role("heading", name="wins the stage")).to_be_visible()
    expect(pause.get_by_test_id("stage-result").get_by_role("listitem")).to_have_count(4)
    expect(pause.get_by_test_id("tracker").locator("[data-time]")).to_have_count(4)
    expect(pause).to_contain_text("Next: stage 2 of 2")
    page.reload()
    expect(pause).to_be_visible()
    page.get_by_test_id("next-stage").click()
    expect(pause).to_have_count(0)
    expect(page.get_by_test_id("stage-of")).to_contain_text("2/2")
    page.get_by_role("tab", name="Tour").click()
    expect(page.get_by_test_id("tour-panel").get_by_test_id("gc").get_by_role("row")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("tab", name="Cards").click()
    ride_home(page)
    result = httpx.get(f"{tour.address}/api/tables/{tour.id}").json()["result"]
    assert [stage["over"] for stage in result["stages"]] == [True, True]


def test_a_card_is_shown_to_one_opponent_only(person: Sit, table: Callable[..., Any]) -> None:
    people = [{"kind": "open"}] * 3
    options = {"stages": [SHORT], "traits": False, "cooperation": True, "first": 0}
    tour = table(*people, game=TOUR, options=options)
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        tour.join(seat, name)
    tour.start()
    ada, bo, cy = pages = [person(), person(), person()]
    for seat, page in enumerate(pages):
        page.goto(tour.link(seat))
    for page in (ada, ada, bo, bo, cy, cy):
        page.locator("[data-testid^=place-]").first.click()
    ada.get_by_test_id("rider-S").click()
    ada.get_by_test_id("show-to").select_option("Red")
    ada.locator("[data-testid^=card-]").first.click()
    expect(bo.get_by_test_id("shown-to-me")).to_contain_text("shown to you alone")
    expect(cy.get_by_text("card shown to Red")).to_be_visible()
    expect(cy.get_by_test_id("shown-to-me")).to_have_count(0)


def test_two_teams_talk_in_private(person: Sit, table: Callable[..., Any]) -> None:
    tour = table(*[{"kind": "open"}] * 3, BOT, game=TOUR, options={"stages": [SHORT], "cooperation": True})
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        tour.join(seat, name)
    tour.start()
    ada, bo, cy, onlooker = pages = [person(), person(360, 740), person(), person()]
    for page, link in zip(pages, [*map(tour.link, range(3)), tour.page("table")], strict=True):
        page.goto(link)
        page.get_by_role("tab", name="Chat").locator("visible=true").click()
    to = ada.get_by_test_id("say-to")
    expect(to.get_by_role("option")).to_have_text(["everybody", "only to Bo", "only to Cy"])
    to.select_option("only to Bo")
    say(ada, "Shall we ride together?")
    expect(chat(bo)).to_contain_text("Ada only to you Shall we ride together?")
    expect(chat(ada)).to_contain_text("only to Bo")
    bo.get_by_test_id("say-to").select_option("only to Ada")
    bo.get_by_role("button", name="React with 👏").click()
    expect(chat(ada)).to_contain_text("👏")
    unsent = ada.get_by_placeholder("only to Bo")
    unsent.fill("Not yet")
    say(cy, "What are you two whispering?")
    expect(onlooker.get_by_test_id("say-to")).to_have_count(0)
    bo.reload()
    bo.get_by_role("tab", name="Chat").locator("visible=true").click()
    expect(chat(bo).get_by_role("listitem")).to_have_count(3)
    expect(unsent).to_have_value("Not yet")  # though others have come and gone
    bo.context.set_offline(True)
    say(bo, "Is anybody there?")
    expect(bo.get_by_role("alert")).to_contain_text("not connected")
    expect(bo.get_by_role("textbox", name="Say something")).to_have_value("Is anybody there?")
    for page in (cy, onlooker):
        expect(chat(page).get_by_role("listitem")).to_have_count(1)
        assert "ride together" not in page.content()


def chat(page: Page) -> Locator:
    return page.get_by_role("list", name="Chat")


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def ride_until(seen: Locator, choose: Callable[[Page], bool], *pages: Page) -> None:
    """Everybody chooses anything until something is seen."""
    end = time.monotonic() + 120
    while not seen.count():
        assert time.monotonic() < end, "it is never seen"
        if not any(choose(page) for page in pages):
            pages[0].wait_for_timeout(30)


def test_two_people_and_two_bots_ride_a_tour_over_a_restart_and_keep_it_as_one_file(
    person: Sit,
    table: Callable[..., Any],
    server: Any,
    choose: Callable[[Page], bool],
    ride_home: Callable[..., None],
    tmp_path: Path,
) -> None:
    seats = [{"kind": "open"}, {"kind": "open"}, BOT, BOT]
    tour = table(*seats, game=TOUR, options={"stages": ["abu", SHORT, "abu"]})
    tour.join(0, "Ada")
    tour.join(1, "Bo")
    tour.start()
    ada, bo = person(), person()
    ada.goto(tour.link(0))
    bo.goto(tour.link(1))
    for page in (ada, bo):
        page.locator("[data-testid^=trait-]").first.click()
    ride_until(ada.get_by_test_id("between-stages"), choose, ada, bo)
    server.kill()
    ada.get_by_test_id("next-stage").click()
    expect(ada.get_by_text("connection lost")).to_be_visible()
    server.start()
    ride_home(ada, bo, seconds=180)
    for page in (ada, bo):
        page.goto(tour.page("podium"))
        expect(page.get_by_role("heading", name="wins the tour")).to_be_visible(timeout=20_000)
    result = tour.look()["result"]
    assert [stage["over"] for stage in result["stages"]] == [True] * 3
    with ada.expect_download() as download:
        ada.get_by_test_id("download").click()
    download.value.save_as(saved := tmp_path / "tour.json")
    assert gruppetto.load(saved).result == result
    reader = person()
    reader.goto(tour.address)
    reader.get_by_test_id("import").set_input_files(saved)
    expect(reader.get_by_role("heading", name="wins the tour")).to_be_visible(timeout=20_000)
    for part in ("team-points", "gc", "tour-chart"):
        expect(reader.get_by_test_id(part)).to_have_text(ada.get_by_test_id(part).text_content() or "")


def test_the_big_screen_shows_how_a_tour_stands(person: Sit, toured: Any) -> None:
    page = person(1440, 900)
    page.goto(toured.page("tv"))
    expect(page.get_by_test_id("gc").get_by_role("row")).to_have_count(5)
    expect(page.get_by_test_id("team-points").get_by_role("row")).to_have_count(3)
    expect(page.get_by_text("wins the tour!")).to_be_visible()


def test_a_tour_is_seen_again_by_stage_and_round(person: Sit, toured: Any) -> None:
    page = person()
    page.goto(toured.page("replay"))
    stages = page.get_by_test_id("replay-stages")
    stages.get_by_role("button", name="Stage 2").click()
    expect(page.get_by_role("group", name=re.compile(HILLY)).first).to_be_visible()
    page.get_by_role("button", name="Round 2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(stages.get_by_role("button", name="Stage 2")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-events")).to_contain_text("wins the tour")
    shown = {
        rider: int(time)
        for rider, time in (
            (spot.get_attribute("title").partition(",")[0], spot.get_attribute("data-time"))
            for spot in page.get_by_test_id("tracker").locator("[data-time]").all()
        )
    }
    assert sorted(shown.values()) == sorted(
        row["time"] for row in toured.look()["result"]["riders"] if row["time"] is not None
    )
