"""It is their turn and they are not looking: the tab says so, the browser is called, and a letter comes.

One step is played: a browser is subscribed to a push service of ours and not to that of its maker, and what
comes there is handed to its worker by the browser's own tools. Everything else is as it is.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from browser_push import deliver, shown, subscribed, tap
from letterbox import Letterbox, listening
from playwright.sync_api import Page, expect
from push_service import Service

Sit = Callable[..., Page]
BOT = {"kind": "bot"}
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    yield service
    service.close()


@pytest.fixture(scope="module")
def letterbox() -> Letterbox:
    return Letterbox()


@pytest.fixture(scope="module")
def calling(serving: Callable[..., str], letterbox: Letterbox) -> Iterator[str]:
    """A server that may reach our push service, and sends mail to our letterbox."""
    with listening(letterbox) as port:
        yield serving(
            GRUPPETTO_REACH="127.0.0.0/8",
            GRUPPETTO_SITE="https://club.example",
            GRUPPETTO_SMTP=f"smtp://127.0.0.1:{port}",
            GRUPPETTO_MAIL_FROM="races@club.example",
        )


def key_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(localStorage.gruppetto).key"))


def test_whoever_is_away_is_called_and_a_tap_leads_to_the_table(
    person: Sit, calling: str, service: Service, set_up: Any, served: Callable[[Page], None]
) -> None:
    with httpx.Client(base_url=f"{calling}/api/tables", timeout=60) as client:
        race = set_up(client, ADA, OPEN, title="Sunday race", options={"first": 0})
        page = person(390, 780, worker=True)
        phone = subscribed(page, service)
        page.goto(calling)
        race.keys[1] = key_of(page)
        race.post("seats/1/join", {"name": "Bo"}, 1)
        race.start()
        served(page)
        page.goto(race.page("table"))
        page.get_by_role("button", name="Menu").click()
        call = page.get_by_test_id("call-me")
        call.focus()
        page.keyboard.press("Enter")
        expect(call).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("localStorage.subscribed") == "65"
        while 1 in race.view(1)["view"]["waiting"]:
            race.play(1, 1)
        phone.server_key = client.get("/../me/notices", headers={"X-Key": race.keys[1]}).json()["key"]
        page.goto(f"{calling}/#/you")
        expect(page.get_by_test_id("devices")).to_contain_text("this one")
        while 1 not in race.view(0)["view"]["waiting"]:
            race.play(0, 1)
        _, _, headers, body = service.next()
        told = phone.read(headers, body)
        deliver(page, json.dumps(told))
        assert shown(page) == [
            {"title": "Your turn, Bo", "body": "Flamme Rouge · Sunday race", "tag": race.id}
        ]
        tap(page)
        page.wait_for_url(re.compile(f"#/table/{race.id}$"))
        page.locator("[data-testid^=place-]").first.wait_for()
        page.goto(f"{calling}/#/you")
        with page.expect_response(lambda answer: answer.request.method == "DELETE"):
            page.get_by_role("button", name="No longer on").click()
        expect(page.get_by_test_id("call-here")).to_be_visible()
        assert client.get("/../me/notices", headers={"X-Key": race.keys[1]}).json()["devices"] == []


def test_a_browser_that_lets_nobody_call_says_what_to_do(person: Sit, address: str) -> None:
    page = person()
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.goto(f"{address}/#/you")
    expect(page.get_by_test_id("not-called")).to_contain_text("Allow notifications")


def test_quiet_hours_and_mail_are_set_on_ones_own_page(
    person: Sit, calling: str, letterbox: Letterbox
) -> None:
    page = person(390, 780)
    page.goto(f"{calling}/#/you")
    page.get_by_test_id("quiet").check()
    page.get_by_test_id("quiet-from").fill("23:30")
    expect(page.get_by_test_id("quiet-to")).to_have_value("08:00")
    page.get_by_test_id("mail-address").fill("bo@club.example")
    page.get_by_test_id("mail-after").select_option("1 hour")
    page.get_by_test_id("want-mail").click()
    expect(page.get_by_test_id("mail-state")).to_contain_text("on its way to bo@club.example")
    link = re.search(r"https://club\.example/(#/mail/confirm/\S+)", letterbox.next().get_content())
    assert link
    other = person()
    other.goto(f"{calling}/{link[1]}")
    other.get_by_test_id("mail-yes").click()
    expect(other.get_by_test_id("mail")).to_contain_text("You will hear from us")
    page.reload()
    expect(page.get_by_test_id("mail-state")).to_contain_text("Mail goes to bo@club.example")
    expect(page.get_by_test_id("mail-after")).to_have_value("60")
    expect(page.get_by_test_id("quiet-from")).to_have_value("23:30")
    page.get_by_test_id("quiet").uncheck()
    expect(page.get_by_test_id("quiet-from")).to_have_count(0)
    page.get_by_test_id("no-mail").click()
    expect(page.get_by_test_id("want-mail")).to_be_visible()


def test_the_icon_of_the_tab_changes_while_a_decision_waits(person: Sit, table: Any) -> None:
    race = table(ADA, BOT).start()
    page = person()
    badges: list[int] = []

    def badged(number: int) -> None:
        badges.append(number)

    page.expose_function("badged", badged)
    page.add_init_script("navigator.setAppBadge = async (n) => window.badged(n)")
    icon = page.locator("link[rel=icon]")
    page.goto(race.link(0))
    page.locator("[data-testid^=place-]").first.wait_for()
    expect(icon).to_have_attribute("href", re.compile("icon-turn.svg$"))
    page.goto(f"{race.address}/#/about")
    expect(icon).to_have_attribute("href", re.compile("/icon.svg$"))
    page.goto(f"{race.address}/#/")
    expect(icon).to_have_attribute("href", re.compile("icon-turn.svg$"))
    assert 1 in badges
    assert httpx.get(str(icon.get_attribute("href"))).headers["content-type"] == "image/svg+xml"


def test_a_host_names_a_chat_and_sees_what_becomes_of_it(person: Sit, table: Any) -> None:
    page = person(390, 780)
    page.goto(table(ADA, OPEN).link(0))
    page.get_by_test_id("chat-hook").locator("summary").click()
    page.get_by_test_id("chat-url").fill("https://10.0.0.1/hook")
    page.get_by_test_id("set-chat").click()
    expect(page.get_by_role("alert")).to_contain_text("must be a public one")
    page.get_by_test_id("chat-url").fill("https://chat.example/hooks/abc")
    page.get_by_test_id("set-chat").click()
    expect(page.get_by_test_id("chat-state")).to_contain_text(
        "until whoever runs this server has approved it"
    )
    page.get_by_role("button", name="Tell it no more").click()
    expect(page.get_by_test_id("chat-url")).to_be_visible()
