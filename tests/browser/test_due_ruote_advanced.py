"""The advanced game of Due Ruote in a browser: event cards, a race of stages, a time trial."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Sit = Callable[..., Page]
BOT = {"kind": "bot", "level": "domestique"}
ADA = {"kind": "hotseat", "name": "Ada"}
GAME = "due-ruote"
ADVANCED = {"teams": "ready", "advanced": True, "first": 0, "start_first": "same"}


def ride_until(shown: Locator, choose: Callable[[Page], bool], page: Page) -> None:
    end = time.monotonic() + 90
    while not shown.count():
        assert time.monotonic() < end, "this is never shown"
        if not choose(page):
            time.sleep(0.03)


def reach(race: Any, phase: str) -> dict[str, Any]:
    """Seat 0 makes its first choice until a phase has come; what it knows then."""
    while (state := race.asked(0))["view"]["phase"] != phase:
        race.decide(0, state, state["choices"][0])
    found: dict[str, Any] = state
    return found


def test_event_cards_tell_what_they_do_are_chosen_filled_and_strike(
    person: Sit, table: Callable[..., Any]
) -> None:
    race = table(ADA, BOT, game=GAME, options={**ADVANCED, "events": True, "route": "P P"}).start()
    keep = {one["message"]["event"]: one["code"] for one in reach(race, "events")["choices"]}
    first, second = [event for event in keep if event != "cramp"][:2]
    page = person()
    page.goto(race.link(0))
    cards = page.get_by_test_id("event-cards")
    expect(cards.get_by_role("button")).to_have_count(3)
    expect(page.get_by_test_id(f"choice-{keep[first]}")).to_contain_text(
        re.compile("one rider|rest of the turn|base token|in a break")
    )
    page.get_by_test_id(f"choice-{keep[first]}").click()
    expect(page.get_by_test_id("event-kept")).to_contain_text("filled first")
    page.get_by_test_id(f"choice-{keep[second]}").click()
    expect(cards).to_have_count(0)
    while "event" in race.asked(0)["choices"][0]["message"]:
        time.sleep(0.02)  # the page hides the cards before the server has the choice

    race.do(0, "wear-down-team", "WearTeam")
    mine = page.get_by_test_id("hand").get_by_test_id("event-chip")
    expect(mine).to_have_count(2)
    expect(mine.first).to_contain_text("☆☆☆")
    three = page.get_by_role("button", name="Done: pay 3 ★")
    name = mine.first.inner_text().split()[0]
    expect(three).to_contain_text(f"strikes: {name}")  # what it will bring on is told before it is paid
    three.click()
    expect(page.get_by_test_id("log")).to_contain_text("Blue is hit")
    struck = race.view(0)["view"]["seats"][0]["events"]
    assert struck["next"] == 1


def test_a_race_of_two_stages_with_jerseys_and_the_pause_between_them(
    person: Sit, table: Callable[..., Any], choose: Callable[[Page], bool], ride_home: Callable[..., None]
) -> None:
    race = table(ADA, BOT, game=GAME, options={**ADVANCED, "stages": "P GPM, C"}).start()
    page = person(360, 740)
    page.goto(race.link(0))
    expect(page.get_by_test_id("stage-of")).to_contain_text("1/2")
    pause = page.get_by_test_id("between-stages")
    ride_until(pause, choose, page)
    stages = race.view(0)["view"]["stages"]
    expect(pause.get_by_role("heading", name="wins the stage")).to_be_visible()
    result = pause.get_by_test_id("stage-result").get_by_role("listitem")
    expect(result).to_have_count(10)
    expect(result.first).to_contain_text("−20″")
    general = pause.get_by_test_id("due-general").get_by_role("row")
    expect(general).to_have_count(11)
    behind = stages["general"][-1]["time"] - stages["general"][0]["time"]
    expect(general.last).to_contain_text(f"+{behind // 60}:{behind % 60:02}")
    for jersey in ("pink", "green", "cyclamen"):
        expect(pause.get_by_test_id("due-jerseys").locator(f"[data-jersey={jersey}]")).to_have_count(1)
    expect(pause).to_contain_text("Next: stage 2 of 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.reload()
    page.get_by_test_id("next-stage").click()
    expect(pause).to_have_count(0)
    expect(page.get_by_test_id("stage-of")).to_contain_text("2/2")
    leader = stages["general"][0]["rider"]
    expect(page.locator(f"[data-rider='{leader}'] [data-jersey=pink]")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("peloton")).to_be_visible()
    expect(pause).to_have_count(0)  # it has been seen
    page.get_by_role("tab", name="Stages").click()
    expect(page.get_by_test_id("due-stages").get_by_test_id("due-general")).to_be_visible()
    page.get_by_role("tab", name="Decide").click()
    ride_home(page)
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_role("heading", name="wins the race over all stages")).to_be_visible()
    expect(page.locator("[data-testid=due-stage-winners] > li")).to_have_count(2)
    expect(page.get_by_test_id("due-jerseys").locator("[data-jersey=pink]")).to_be_visible()


def test_the_gaps_of_a_later_stage_outlive_a_reload(person: Sit, table: Callable[..., Any]) -> None:
    race = table(ADA, BOT, game=GAME, options={**ADVANCED, "stages": "TT, TT, TT"}).start()
    page = person()
    page.goto(race.link(0))
    pause = page.get_by_test_id("between-stages")
    for stage in (2, 3):
        while race.view(0)["view"]["stages"]["stage"] < stage:
            race.play(0, 1)
        expect(pause).to_contain_text(f"Next: stage {stage} of 3")
        if stage == 2:
            page.get_by_test_id("next-stage").click()
    gaps = pause.get_by_test_id("stage-result").locator(".gap")
    expect(gaps).to_have_count(10)
    seen = gaps.all_inner_texts()
    page.reload()
    expect(gaps).to_have_text(seen)


def test_stages_are_planned_and_a_time_trial_is_ridden(person: Sit, address: str) -> None:
    page = person()
    page.goto(f"{address}/#/new/{GAME}")
    page.get_by_test_id("teams-ready").check()
    page.get_by_test_id("several-stages").check()
    planned = page.locator("[data-testid=due-planned] > li")
    expect(planned).to_have_count(3)
    expect(page.get_by_test_id("advanced")).to_be_checked()
    page.get_by_role("button", name="Time trial: earlier").click()
    expect(planned.first).to_contain_text("Time trial")
    for _ in range(2):
        page.get_by_role("button", name="leave out").last.click()
    page.get_by_test_id("stage-letters").fill("PP XTV")
    expect(page.get_by_test_id("letters-fault")).to_have_text("There is no card “X”.")
    expect(page.get_by_test_id("add-letters")).to_be_disabled()
    page.get_by_test_id("stage-letters").fill("pp tv")
    expect(page.get_by_test_id("letters-fault")).to_have_count(0)
    page.get_by_test_id("add-letters").click()
    expect(planned).to_have_count(2)
    page.get_by_test_id("seat-1").select_option("bot:domestique")
    page.get_by_test_id("create").click()

    sheet = page.get_by_test_id("trial-sheet")
    expect(sheet.locator("[data-trial]")).to_have_count(20)
    expect(page.get_by_test_id("hand")).to_contain_text("Left: 10 tokens")
    first = sheet.locator("[data-trial='0-1']")
    value = int(first.get_by_role("cell").first.inner_text())
    for number, tokens in enumerate((2, 0, 1, 2, 0), start=1):
        expect(sheet.locator(f"[data-trial='0-{number}']")).to_have_class(re.compile("asked"))
        page.get_by_test_id("trial-choice").get_by_role("button").nth(tokens).click()
        if number == 1:
            expect(first.get_by_role("cell").last).to_have_text(str(value + 2))
            expect(sheet.locator("[data-trial='1-1']")).to_contain_text("?")  # others set theirs in secret
    pause = page.get_by_test_id("between-stages")
    expect(pause).to_contain_text("Stage 1 of 2 · Time trial")
    result = pause.get_by_test_id("stage-result").get_by_role("listitem")
    expect(result.first).to_contain_text("0:00")
    expect(result.last).to_contain_text(re.compile(r"\+0:\d0"))
    expect(pause).to_contain_text("Next: stage 2 of 2")
    page.get_by_test_id("next-stage").click()
    expect(page.get_by_test_id("route").get_by_role("listitem")).to_have_count(4)


def test_a_last_time_trial_stays_on_the_table_with_all_tokens_shown(
    person: Sit, table: Callable[..., Any], ride_home: Callable[..., None]
) -> None:
    race = table(ADA, BOT, game=GAME, options={**ADVANCED, "stages": "TT, TT"}).start()
    page = person()
    page.goto(race.link(0))
    sheet = page.get_by_test_id("trial-sheet")
    expect(sheet).not_to_contain_text("Behind")
    ride_home(page)
    for _ in range(2):
        rows = sheet.locator("[data-trial]")
        expect(rows).to_have_count(10)
        expect(rows.filter(has_text="?")).to_have_count(0, timeout=20_000)  # told one after another
        expect(sheet.locator(".best").first).to_contain_text("0:00")
        page.reload()
    page.get_by_test_id("to-podium").click()
    expect(page.get_by_test_id("due-chart").locator("circle")).to_have_count(4)  # two teams, two trials
