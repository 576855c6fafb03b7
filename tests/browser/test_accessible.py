"""Nobody is shut out: axe-core finds nothing serious, light or dark, and a thumb hits everything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOT = {"kind": "bot"}
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}
TOUR = "flamme-rouge-tour"
DOM = {"kind": "bot", "level": "domestique"}
ETAPA_STAGE = "F20 N6 D8 F16 | 4@26 S@40 | limit 12 | flag 40"
DUE = "due-ruote"
READY = {"teams": "ready", "route": "PM", "first": 0, "start_first": "same"}
PHONE, DESK = (360, 740), (1440, 900)
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
MEASURES = [
    {"key": "rounds", "form": "number"},
    {"key": "break", "form": "share"},
    {"key": "last", "form": "seconds"},
]
FIGURES = {
    "races": 120, "wins_by_kind": {"sprinteur": 0.3, "rouleur": 0.7},
    "wins_by_seat": [0.25, 0.25, 0.3, 0.2], "gaps": [0.2, 0.3, 0.2, 0.3],
    "means": {"rounds": 13.2, "break": 0.2, "last": 66.0}, "chances": [0.3, 0.4, 0.5, 0.7],
}  # fmt: skip
HILLY = "F40.E8.D12.f6.F60~4@48.S@90~feed.70-77~limit.66~flag.101~type.flat"
REPORTED = {
    "status": "done",
    "report": {
        "game": "flamme-rouge", "players": ["domestique"] * 4, "measures": MEASURES, "unit": "squares",
        "gaps": [0, 1, 2, 6],
        "stage": {"stage": "abdCLu", "letters": "abdCLu", **FIGURES},
        "official": [{"stage": f"Stage {letter}", "letters": f"a{letter}u", **FIGURES} for letter in "bcd"],
    },
}  # fmt: skip
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def lobby(page: Page, table: Any, finished: Any) -> None:
    table(OPEN, BOT, title="Sunday race")
    page.goto(finished.address)
    page.get_by_text("Sunday race").first.wait_for()


def create(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/new")
    page.get_by_test_id("create").wait_for()


def waiting(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, OPEN, BOT).link(0))
    page.get_by_test_id("start").wait_for()


def join(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, OPEN, BOT).page("join"))
    page.get_by_test_id("join").wait_for()


def racing(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, BOT, BOT, BOT, hints=True).start().play(0, 9).link(0))
    page.locator("[data-testid^=card-]").first.wait_for()


def curtain(page: Page, table: Any, finished: Any) -> None:
    race = table(ADA, {"kind": "hotseat", "name": "Bo"}, BOT).start()
    for seat in (0, 1):
        page.goto(race.link(seat))
    page.reload()
    page.get_by_test_id("curtain").wait_for()


def podium(page: Page, table: Any, finished: Any) -> None:
    page.goto(finished.page("podium"))
    page.get_by_test_id("verify").click()


def replay(page: Page, table: Any, finished: Any) -> None:
    page.goto(finished.page("replay", 30))
    page.get_by_test_id("replay-slider").wait_for()


def television(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, BOT, BOT, BOT).start().play(0, 5).page("tv"))
    page.locator("[data-rider]").first.wait_for()


def planning(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/new/{TOUR}")
    page.get_by_test_id("planned").wait_for()


def drafting(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, BOT, game=TOUR, options={"stages": ["abcu"]}).start().link(0))
    page.get_by_test_id("draft").wait_for()
    page.get_by_role("tab", name="Tour").first.click()


def between_stages(page: Page, table: Any, finished: Any) -> None:
    tour = table(ADA, BOT, game=TOUR, options={"stages": ["abcu", "abcDHu"], "cooperation": True}).start()
    while tour.view(0)["view"]["tour"]["stage"] == 1:
        tour.play(0, 1)
    page.goto(tour.link(0))
    page.get_by_test_id("between-stages").wait_for()


def tour_podium(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(BOT, BOT, game=TOUR, options={"stages": ["abcu", "abcDHu"]}).finish().page("podium"))
    page.get_by_test_id("tour-chart").wait_for()


def etapa_planning(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/new/etapa")
    page.get_by_test_id("mode-tour").click()
    page.get_by_test_id("planned").wait_for()


def etapa_riding(page: Page, table: Any, finished: Any) -> None:
    """Five teams on the road, a card in hand; the standings beside it."""
    options = {"stages": ["Pavés"]}
    page.goto(table(ADA, DOM, DOM, DOM, DOM, game="etapa", options=options).start().play(0, 4).link(0))
    page.get_by_test_id("hand").get_by_role("button").first.wait_for()
    page.get_by_role("tab", name="Standings").last.click()


def etapa_between(page: Page, table: Any, finished: Any) -> None:
    tour = table(ADA, DOM, game="etapa", options={"stages": [ETAPA_STAGE, "Chrono"]}).start()
    while tour.view(0)["view"]["stage_number"] == 1:
        tour.play(0, 1)
    page.goto(tour.link(0))
    page.get_by_test_id("between-stages").wait_for()


def etapa_trial(page: Page, table: Any, finished: Any) -> None:
    race = table(ADA, DOM, game="etapa", options={"stages": ["Chrono"]}).start().play(0, 3)
    page.goto(race.link(0))
    page.get_by_test_id("clock").wait_for()
    page.get_by_test_id("choice-Multiply").first.wait_for()


def etapa_podium(page: Page, table: Any, finished: Any) -> None:
    options = {"stages": [ETAPA_STAGE, "ITT 10 10 10 12"]}
    page.goto(table(DOM, DOM, game="etapa", options=options).finish().page("podium"))
    page.get_by_test_id("etapa-result").wait_for()


def due_setup(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/new/{DUE}")
    page.get_by_test_id("teams-ready").wait_for()
    page.get_by_text("House rules").click()


def due_draft(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, BOT, BOT, game=DUE, hints=True).start().link(0))
    page.get_by_test_id("due-draft").wait_for()


def due_challenge(page: Page, table: Any, finished: Any) -> None:
    race = table(ADA, *[BOT] * 5, game=DUE, options=READY, hints=True).start()
    page.goto(race.do(0, "raise-pace", "Perform").link(0))
    page.get_by_test_id("challenge").wait_for()


def due_stages(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/new/{DUE}")
    page.get_by_test_id("several-stages").check()


def due_advanced(page: Page, table: Any, finished: Any, phase: str) -> None:
    options = {"teams": "ready", "advanced": True, "events": True, "stages": "P TV, TT", "start_first": 0}
    race = table(ADA, DOM, game=DUE, options=options).start()
    while race.asked(0)["view"]["phase"] != phase:
        race.play(0, 1)
    page.goto(race.link(0))


def due_events(page: Page, table: Any, finished: Any) -> None:
    due_advanced(page, table, finished, "events")
    page.get_by_test_id("event-cards").wait_for()


def due_between(page: Page, table: Any, finished: Any) -> None:
    due_advanced(page, table, finished, "trial")
    page.get_by_test_id("between-stages").wait_for()


def due_trial(page: Page, table: Any, finished: Any) -> None:
    due_between(page, table, finished)
    page.get_by_test_id("next-stage").click()


def due_podium(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(BOT, BOT, game=DUE, options=READY).finish().page("podium"))
    page.get_by_test_id("due-chart").wait_for()


def due_replay(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(BOT, BOT, game=DUE, options=READY).finish().page("replay", 40))
    page.get_by_test_id("peloton").wait_for()


def studio(page: Page, table: Any, finished: Any) -> None:
    page.route("**/api/studio/*/reports", lambda route: route.fulfill(json=REPORTED))
    page.goto(f"{finished.address}/#/studio/abdCLu/Aller")
    page.locator("[data-place='2']").click()
    page.get_by_test_id("save").click()
    page.get_by_test_id("ask-report").click()
    page.get_by_test_id("report").wait_for()


def composing(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/studio/flamme-rouge/aiegJbu")
    page.get_by_text("would lie on top").wait_for()


def etapa_studio(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/studio/etapa/{HILLY}/Aller")
    page.locator("[data-place='1']").click()
    page.get_by_test_id("save").click()
    page.get_by_test_id("my-stages").wait_for()


def etapa_composing(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/studio/etapa/F20.E5~4@60")
    page.get_by_text("Too short: 25").wait_for()


def too_small(page: Page) -> list[str]:
    """What a thumb must hit but is smaller than 44 pixels."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, select, summary, a[href], [type=search]')]
            .filter(it => it.checkVisibility())
            .map(it => [it.outerHTML.slice(0, 120), it.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(([html, box]) => `${box.width} × ${box.height}: ${html}`)"""
    )
    return found


def serious(page: Page) -> list[str]:
    """What axe-core calls serious or critical on the page as it is."""
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


STUDIOS = (studio, composing, etapa_studio, etapa_composing)
ETAPA = (etapa_planning, etapa_riding, etapa_between, etapa_trial, etapa_podium)
SCREENS = (lobby, create, waiting, join, racing, curtain, podium, replay, television)
OF_A_TOUR = (planning, drafting, between_stages, tour_podium)
OF_DUE_RUOTE = (due_setup, due_draft, due_challenge, due_podium, due_replay)
OF_ADVANCED_GAME = (due_stages, due_events, due_between, due_trial)


@pytest.mark.parametrize("screen", [*SCREENS, *STUDIOS, *OF_A_TOUR, *OF_DUE_RUOTE, *OF_ADVANCED_GAME, *ETAPA])
def test_everybody_can_use_it(
    person: Callable[..., Page], table: Any, finished: Any, screen: Callable[[Page, Any, Any], None]
) -> None:
    page = person()
    screen(page, table, finished)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    violations = [f"too small for a thumb: {it}" for it in too_small(page)]
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.evaluate(DRAWN)
            violations += [f"{width} px, {theme}: {fault}" for fault in serious(page)]
    assert violations == []
