"""Etapa in a browser: set up, ridden with quick play, watched, and seen again."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

Sit = Callable[..., Page]
BOT = {"kind": "bot", "level": "domestique"}
ADA = {"kind": "hotseat", "name": "Ada"}
OPEN = {"kind": "open"}
SHORT = "F20 N6 D8 F16 | 4@26 S@40 | feed 30-33 | limit 12 | flag 40"
TRIAL = "ITT 10 10 10 12"


def hurry(page: Page, pace: str, speed: str = "instant") -> None:
    """How quickly things are shown, and how much plays itself."""
    kept = json.dumps({"speed": speed})
    page.add_init_script(
        f"localStorage.getItem('gruppetto') ?? localStorage.setItem('gruppetto', {json.dumps(kept)});"
        f"localStorage.setItem('gruppetto.etapa.pace', {json.dumps(pace)})"
    )


def answer(page: Page) -> bool:
    """Give the first answer there is to a question, if there is one."""
    found = page.locator("[data-testid^=choice-]:not([disabled])").first
    if not (found.count() and found.is_visible()):
        return False
    try:
        found.click(timeout=1000)
    except Error:
        return False
    return True


def ride_until(page: Page, seen: Locator, seconds: float = 90) -> None:
    """Answer whatever quick play leaves open, until something is seen."""
    end = time.monotonic() + seconds
    while not seen.count():
        assert time.monotonic() < end, "it is never seen"
        if not answer(page):
            page.wait_for_timeout(20)


@pytest.fixture(scope="module")
def toured(table: Callable[..., Any]) -> Any:
    """A tour of a stage and a time trial that bots have ridden to the end."""
    return table(BOT, BOT, BOT, game="etapa", options={"stages": [SHORT, TRIAL]}).finish()


def plan_a_tour(page: Page, stages: list[str]) -> None:
    """Leave out what is planned, and write these stages out instead."""
    page.get_by_test_id("mode-tour").click()
    leave_out = page.get_by_test_id("planned").get_by_role("button", name="leave out")
    for left in range(leave_out.count(), 0, -1):
        leave_out.first.click()
        expect(leave_out).to_have_count(left - 1)
    for count, stage in enumerate(stages, start=1):
        page.get_by_test_id("own-stage").fill(stage)
        page.keyboard.press("Tab")
        called = stage if stage == TRIAL else "A stage of one’s own"
        expect(page.get_by_test_id("add-stage")).to_contain_text(called)
        page.get_by_test_id("add-stage").click()
        expect(page.get_by_test_id("planned").get_by_role("listitem")).to_have_count(count)


def test_a_person_and_two_bots_ride_a_tour_and_a_time_trial(person: Sit, address: str) -> None:
    page = person()
    hurry(page, "tempo")
    page.goto(f"{address}/#/new/etapa")
    plan_a_tour(page, [SHORT, TRIAL])
    page.get_by_test_id("rules-basic").click()
    expect(page.get_by_test_id("rule-injuries")).not_to_be_checked()
    page.get_by_test_id("rules-extended").click()
    page.get_by_test_id("seat-1").select_option("bot:domestique")
    page.get_by_role("button", name="Remove the seat of").last.click()
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/table/"))
    page.get_by_test_id("choice-Designate").first.click()
    spectator = person(360, 740)
    spectator.goto(re.sub(r"/seat/.*", "", page.url))
    expect(spectator.locator("[data-testid^=on-road-]")).to_have_count(9)
    expect(page.get_by_role("heading", name="Orange")).to_be_visible()

    ride_until(page, page.get_by_test_id("between-stages"))
    pause = page.get_by_test_id("between-stages")
    expect(pause.get_by_role("heading", name="wins the stage")).to_be_visible()
    expect(pause.get_by_test_id("ranking-yellow").get_by_role("row")).not_to_have_count(0)
    expect(pause.get_by_role("img", name="yellow jersey").first).to_be_visible()
    page.get_by_test_id("next-stage").click()
    expect(page.get_by_test_id("stage-of")).to_contain_text("2/2")
    expect(page.get_by_test_id("clock")).to_be_visible()

    ride_until(page, page.get_by_test_id("to-podium"))
    expect(spectator.get_by_test_id("to-podium")).to_be_attached()
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_role("heading", name="wins the tour")).to_be_visible()
    expect(page.get_by_test_id("etapa-result").get_by_role("row")).to_have_count(10)


def test_no_table_opens_on_what_is_not_a_stage(person: Sit, address: str) -> None:
    page = person()
    page.goto(f"{address}/#/new/etapa")
    own, opens = page.get_by_test_id("own-stage"), page.get_by_test_id("create")
    expect(opens).to_be_enabled()
    own.press_sequentially("F40 X9 | S@900")
    expect(opens).to_be_disabled()
    expect(page.get_by_role("alert")).to_contain_text("X9")
    expect(own).to_be_focused()
    own.fill(SHORT)
    expect(opens).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)
    own.fill("F40 X9")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("radio", name="Plaine").check()
    expect(own).to_have_value("")
    expect(opens).to_be_enabled()
    page.get_by_test_id("mode-tour").click()
    own.fill("F40 X9")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_test_id("add-stage")).to_be_disabled()
    expect(opens).to_be_enabled()


def test_a_wheel_is_one_tap_and_quick_play_can_be_told_to_wait(
    person: Sit, table: Callable[..., Any]
) -> None:
    race = table(ADA, BOT, BOT, game="etapa", options={"stages": ["Bord de mer"]}).start()
    page = person(360, 740)
    hurry(page, "ask")
    page.goto(race.link(0))
    follow = page.get_by_test_id("choice-follow").first
    ride_until(page, follow)
    leader = re.search(r"Follow (\d+) · (\d+)", follow.inner_text())
    assert leader
    follow.click()
    expect(page.get_by_test_id("log")).to_contain_text(
        re.compile(rf"follows \w+ {leader[1]} for {leader[2]} fields")
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()
    page = person()
    hurry(page, "tempo", speed="slow")
    page.goto(race.link(0))
    page.get_by_test_id("wait").click()
    expect(page.get_by_test_id("obvious")).to_have_count(0)
    expect(page.locator("[data-testid^=choice-]").first).to_be_visible()


def test_real_dice_are_typed(person: Sit, table: Callable[..., Any]) -> None:
    options = {"stages": [SHORT], "real_dice": True}
    race = table(ADA, OPEN, game="etapa", options=options)
    race.join(1, "Bo")
    page = person()
    hurry(page, "ask")
    page.goto(race.start().link(0))
    for face in (3, 5):
        ride_until(page, page.get_by_test_id("real-dice"))
        page.keyboard.press(str(face))
        expect(page.get_by_test_id("log")).to_contain_text(f"throws {face} at the start")
    expect(page.get_by_role("button", name=re.compile("Ride 8, to 8"))).to_be_visible()
    page.get_by_test_id("spot-SlowDown-6").click()
    expect(page.get_by_test_id("on-road-1")).to_have_attribute("data-field", "6")


def test_a_tour_is_seen_again(person: Sit, toured: Any) -> None:
    page = person()
    page.goto(toured.page("replay"))
    page.get_by_test_id("replay-stages").get_by_role("button", name="Stage 2").click()
    expect(page.get_by_role("group", name=re.compile(TRIAL)).first).to_be_visible()
    page.get_by_test_id("replay-stages").get_by_role("button", name="Stage 1").click()
    page.get_by_role("button", name="Round 3", exact=True).click()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(page.get_by_test_id("groups").get_by_role("listitem")).not_to_have_count(0)
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-events")).to_contain_text("wins the race")
