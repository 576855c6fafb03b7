"""Nobody is shut out: axe-core finds nothing serious, light or dark, and a thumb hits everything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from leaguers import Club
from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOT = {"kind": "bot"}
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}
TOUR = "flamme-rouge-tour"
DOM = {"kind": "bot", "level": "domestique"}
ETAPA_STAGE = "F20 N6 D8 F16 | 4@26 S@40 | limit 12 | flag 40"
DUE = "due-ruote"
READY = {"teams": "ready", "route": "PM", "first": 0, "start_first": "same"}
PHONE, DESK, SMALLEST = (360, 740), (1440, 900), (320, 640)
COLOURS = ["color-contrast", "link-in-text-block"]  # by name: their tag asks for more than light ones must do
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
RIDE = {
    "table": "t", "seat": 0, "name": "Ada", "title": "", "game": "etapa", "stage": "Plaine", "at": 1.7e9,
    "place": 1, "seats": 3, "verdict": "rated", "gained": -12,
    "others": [{"name": "Bo", "level": None}, {"name": "", "level": "patron"}],
}  # fmt: skip
RECORD = {
    "games": [{"game": "etapa", "races": 4, "wins": 1, "streak": 1, "longest": 1}],
    "stages": [{"game": "etapa", "stage": "Plaine", "races": 4, "wins": 1, "place": 1, "seats": 3,
                "table": "t"}],
    "levels": [{"game": "etapa", "level": "patron", "races": 2, "wins": 0}], "years": [2023],
}  # fmt: skip
RUNG = {
    "place": 1, "rider": "a", "name": "Ada", "points": 1512, "margin": 320, "races": 4, "provisional": True,
}  # fmt: skip
OWN = {"wanted": True, "ratings": [{**RUNG, "game": "etapa"}]}
LADDER = {"game": "etapa", "rungs": [RUNG], "anchors": [{"level": "patron", "points": 1757}], "next": None}
STEPS = [{"at": 1.7e9 + 1e5 * number, "points": 1500 + 6 * number, "margin": 400 - 9 * number, "gained": 6}
         for number in range(12)]  # fmt: skip
CLIMB = {"game": "etapa", "rung": RUNG, "steps": STEPS}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def lobby(page: Page, table: Any, finished: Any) -> None:
    table(OPEN, BOT, title="Sunday race", listed=True)
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
    page.goto(race.link(0))
    page.get_by_test_id("curtain").wait_for()


def lesson(page: Page, table: Any, finished: Any, game: str = "flamme-rouge") -> None:
    page.goto(finished.address)
    page.get_by_test_id(f"learn-{game}").click()
    page.get_by_test_id("go-on").wait_for()


def tour_lesson(page: Page, table: Any, finished: Any) -> None:
    lesson(page, table, finished, TOUR)


def due_lesson(page: Page, table: Any, finished: Any) -> None:
    lesson(page, table, finished, DUE)


def etapa_lesson(page: Page, table: Any, finished: Any) -> None:
    lesson(page, table, finished, "etapa")


def hinted(page: Page, table: Any, finished: Any) -> None:
    """A bot was asked, and has said something of every choice."""
    race = table(ADA, BOT, hints=True).start().play(0, 3)
    told = [
        {"code": code, "win": 0.4, "place": 1.6, "error": 0.02, "tried": 50, "reasons": []}
        for code in (choice["code"] for choice in race.asked(0)["choices"])
    ]
    page.route("**/hint", lambda route: route.fulfill(json={"choices": told, "seconds": 0.1}))
    page.goto(race.link(0))
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-sheet").wait_for()


def won(page: Page, table: Any, finished: Any) -> None:
    """The table when the race is over."""
    page.goto(finished.page("table"))
    page.get_by_test_id("to-podium").wait_for()


def you(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/you")
    page.get_by_test_id("show-phrase").click()
    page.get_by_test_id("make-link").click()
    page.get_by_test_id("device-link").wait_for()
    page.get_by_test_id("typed-phrase").fill("bafo")
    page.get_by_test_id("recover").click()
    page.get_by_role("alert").wait_for()


def my_races(page: Page, table: Any, finished: Any) -> None:
    page.route("**/api/me/races", lambda route: route.fulfill(json={"rides": [RIDE], "next": "x"}))
    page.route("**/api/me/record", lambda route: route.fulfill(json=RECORD))
    page.route("**/api/me/ratings", lambda route: route.fulfill(json=OWN))
    page.goto(f"{finished.address}/#/races")
    page.get_by_test_id("leave-race").wait_for()


def rating_ladder(page: Page, table: Any, finished: Any) -> None:
    page.route("**/api/ladders/etapa", lambda route: route.fulfill(json=LADDER))
    page.route("**/api/ladders/etapa/a", lambda route: route.fulfill(json=CLIMB))
    page.goto(f"{finished.address}/#/ladder/etapa/a")
    page.get_by_test_id("rating-curve").wait_for()
    page.get_by_test_id("rung").wait_for()


def called(page: Page, table: Any, finished: Any) -> None:
    """Who wants quiet nights, and mail."""
    page.goto(f"{finished.address}/#/you")
    page.get_by_test_id("quiet").check()
    page.get_by_test_id("quiet-from").wait_for()
    page.get_by_test_id("mail-address").wait_for()


def mail_link(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/mail/confirm/abcdef")
    page.get_by_test_id("mail-yes").click()
    page.get_by_role("alert").wait_for()


def telling_a_chat(page: Page, table: Any, finished: Any) -> None:
    page.goto(table(ADA, OPEN, BOT).link(0))
    page.get_by_test_id("chat-hook").locator("summary").click()
    page.get_by_test_id("chat-url").fill("https://chat.example/hooks/" + "abcdef" * 12)
    page.get_by_test_id("set-chat").click()
    page.get_by_test_id("chat-state").wait_for()


def become(page: Page, table: Any, finished: Any) -> None:
    """A key comes to a browser that has tables under another."""
    page.goto(table(ADA, OPEN).link(0))
    page.get_by_test_id("start").wait_for()
    page.goto(table(ADA, OPEN).link(0))
    page.get_by_test_id("become").wait_for()


def hosting(page: Page, table: Any, finished: Any) -> None:
    room = table(ADA, OPEN, OPEN, BOT)
    room.join(1, "Bo")
    page.goto(room.link(0))
    page.get_by_test_id("host-menu-1").locator("summary").click()


def kicking(page: Page, table: Any, finished: Any) -> None:
    hosting(page, table, finished)
    page.get_by_role("button", name="Send away").click()
    page.get_by_test_id("sure").wait_for()


def hosting_a_race(page: Page, table: Any, finished: Any) -> None:
    race = table(ADA, OPEN, BOT)
    race.join(1, "Bo")
    page.goto(race.start().link(0))
    expect(page.get_by_test_id("host-menu-1")).to_be_attached()
    if page.get_by_role("tab", name="Teams").is_visible():  # on a wide screen they stand beside the board
        page.get_by_role("tab", name="Teams").click()
    page.get_by_test_id("host-menu-1").locator("summary").click()


def podium(page: Page, table: Any, finished: Any) -> None:
    page.goto(finished.page("podium"))
    page.get_by_test_id("verify").click()


def replay(page: Page, table: Any, finished: Any) -> None:
    page.goto(finished.page("replay", 30))
    page.get_by_test_id("replay-slider").wait_for()


def rules(page: Page, table: Any, finished: Any) -> None:
    options = {"stage": "Avenue Corso Paseo", "start_lane": "free"}
    page.goto(table(ADA, BOT, options=options).start().link(0))
    page.get_by_test_id("rules-open").click()
    page.locator('[id="rules-FR8.1"]').wait_for()


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


def rules_page(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/rules")
    page.get_by_role("button", name="Rules: Etapa").wait_for()


def away(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/#/rules")
    page.get_by_role("button", name="Rules: Etapa").wait_for()
    page.context.set_offline(True)
    page.get_by_test_id("away").wait_for()
    page.goto(f"{finished.address}/#/tv/none")
    page.get_by_test_id("away-page").wait_for()


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


def club_of_five(page: Page, finished: Any) -> Club:
    """A club with its founder on a page."""
    club = Club(finished.client, address=finished.address)
    club.grow(5)
    page.goto(finished.address)
    page.evaluate("key => localStorage.gruppetto = JSON.stringify({ key, name: 'Ada' })", club.keys[1])
    return club


def at_the_club(page: Page, table: Any, finished: Any) -> None:
    club = club_of_five(page, finished)
    club.league([1, 2])
    page.goto(f"{finished.address}/?#/club/{club.id}")
    page.get_by_test_id("organise").locator("summary").click()
    page.get_by_test_id("member-2").locator("summary").click()


def setting_up_a_league(page: Page, table: Any, finished: Any) -> None:
    page.goto(f"{finished.address}/?#/new-league/{club_of_five(page, finished).id}")
    page.get_by_test_id("calendar").wait_for()


def in_a_league(page: Page, table: Any, finished: Any) -> None:
    club = club_of_five(page, finished)
    league = club.league(club.keys, seats=3)
    league.do("begin")
    league.lend(1)
    league.until_round(2)
    league.do("drop-out", member=5)
    page.goto(f"{finished.address}/?#/league/{league.id}")
    page.get_by_test_id("round-1").locator("summary").click()


def too_small(page: Page) -> list[str]:
    """What a thumb must hit but is smaller than 44 pixels."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, select, summary, a[href], [type=search]')]
            .filter(it => it.checkVisibility() && !it.matches('.in-text'))
            .map(it => [it.outerHTML.slice(0, 120), it.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
            .map(([html, box]) => `${box.width} × ${box.height}: ${html}`)"""
    )
    return found


def serious(page: Page, theme: str) -> list[str]:
    """What axe-core calls serious or critical on the page as it is; in the dark only colours are others."""
    asked = {"resultTypes": ["violations"], **({"runOnly": COLOURS} if theme == "dark" else {})}
    found = page.evaluate("async (asked) => (await axe.run(asked)).violations", asked)
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """What is too wide for the smallest phone."""
    return ["scrolls sideways"] if page.evaluate("document.documentElement.scrollWidth") > SMALLEST[0] else []


def unreached(page: Page) -> list[str]:
    """What can be pressed or typed into, but is never come to with the Tab key."""
    wanted = page.evaluate(
        """() => {
            document.activeElement.blur()
            const root = document.querySelector('dialog:modal') ?? document
            const of = 'a[href], button, select, input, textarea, summary, [tabindex="0"]'
            const there = [...root.querySelectorAll(of)].filter(
                it => !it.disabled && it.tabIndex >= 0 && it.type !== 'radio' && it.checkVisibility() &&
                    it.getBoundingClientRect().width > 1)
            return there.map((it, at) => (it.dataset.tab = at, it.outerHTML.slice(0, 100)))
        }"""
    )
    left = dict(enumerate(wanted))
    for _ in range(2 * len(wanted) + 20):
        if not left:
            break
        page.keyboard.press("Tab")
        at = page.evaluate("document.activeElement.dataset.tab ?? -1")
        left.pop(int(at), None)
    return [f"cannot be reached by keys: {html}" for html in left.values()]


STUDIOS = (studio, composing, etapa_studio, etapa_composing)
ETAPA = (etapa_planning, etapa_riding, etapa_between, etapa_trial, etapa_podium)
CALLED = (called, mail_link, telling_a_chat)
CLUBS = (at_the_club, setting_up_a_league, in_a_league)
PEOPLE = (you, my_races, rating_ladder, become, hosting, kicking, hosting_a_race)
SCREENS = (lobby, create, waiting, join, racing, curtain, rules, hinted, won, podium, replay, television)
LESSONS = (lesson, tour_lesson, due_lesson, etapa_lesson)
OF_THE_APP = (rules_page, away)
OF_A_TOUR = (planning, drafting, between_stages, tour_podium)
OF_DUE_RUOTE = (due_setup, due_draft, due_challenge, due_podium, due_replay)
OF_ADVANCED_GAME = (due_stages, due_events, due_between, due_trial)
# One of every kind is gone through with the Tab key.
BY_KEYS = (
    lobby, *LESSONS, racing, due_challenge, etapa_riding, rules, hinted, won, podium, tour_podium, due_podium,
)  # fmt: skip


@pytest.mark.parametrize(
    "screen",
    [
        *SCREENS,
        *LESSONS,
        *OF_THE_APP,
        *PEOPLE,
        *CALLED,
        *CLUBS,
        *STUDIOS,
        *OF_A_TOUR,
        *OF_DUE_RUOTE,
        *OF_ADVANCED_GAME,
        *ETAPA,
    ],
)
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
            violations += [f"{width} px, {theme}: {fault}" for fault in serious(page, theme)]
    page.set_viewport_size({"width": SMALLEST[0], "height": SMALLEST[1]})
    page.evaluate(DRAWN)
    assert violations + sideways(page) + (unreached(page) if screen in BY_KEYS else []) == []
