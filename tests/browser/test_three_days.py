"""Two people who have never met ride by correspondence: over three days, called, timed, and once lent."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from browser_push import deliver, shown, subscribed, tap
from playwright.sync_api import Page, expect
from push_service import Phone, Service

Sit = Callable[..., Page]
DAY = 24 * 3600.0
HOUR = 3600.0
NOTICED = 60_000  # milliseconds, on a busy machine
AWAY = "about:blank"


def asked(url: str, **headers: str) -> Any:
    """What the server answers, however busy the machine is."""
    return httpx.get(url, headers=headers, timeout=60).raise_for_status().json()


class Rider:
    """Somebody with a browser of their own, who hears of their turn by push."""

    def __init__(self, page: Page, service: Service, address: str, device: str) -> None:
        self.page, self._service, self._address = page, service, address
        self.phone: Phone = subscribed(page, service, device)

    @property
    def key(self) -> str:
        return str(self.page.evaluate("JSON.parse(localStorage.gruppetto).key"))

    def wish_to_be_called(self) -> None:
        if (menu := self.page.get_by_role("button", name="Menu")).is_visible():
            menu.click()
        call = self.page.get_by_test_id("call-me")
        call.click()
        expect(call).to_have_attribute("aria-pressed", "true")
        self.page.keyboard.press("Escape")
        told = asked(f"{self._address}/api/me/notices", **{"X-Key": self.key})
        self.phone.server_key = told["key"]

    def leave(self) -> None:
        """Look at something else, with the page closed as far as the server knows."""
        self.page.goto(AWAY)

    def called(self) -> dict[str, Any]:
        """What comes to their device next."""
        _, path, headers, body = self._service.next(30)
        assert path == self.phone.path, "somebody else was called"
        return self.phone.read(headers, body)

    def answer_a_call(self, table: str, told: dict[str, Any]) -> None:
        """Their device shows the call; a tap leads to the table."""
        self.page.goto(f"{self._address}/#/about")
        deliver(self.page, json.dumps(told))
        assert [one["tag"] for one in shown(self.page)] == [table]
        tap(self.page)
        self.page.wait_for_url(re.compile(f"#/table/{table}$"))


@pytest.fixture
def service() -> Any:
    service = Service()
    yield service
    service.close()


def nobody_is_called(service: Service) -> None:
    assert service.posts.empty()


def decide_until(page: Page, done: Callable[[], bool], choose: Callable[[Page], bool]) -> None:
    """Decide whatever one is asked, until something is true."""
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "it does not come to that"
        if not choose(page):
            page.wait_for_timeout(100)


@pytest.mark.drill
def test_strangers_ride_over_three_days(
    turned: Any, person: Sit, service: Service, choose: Any, ride_home: Any
) -> None:
    server, turn = turned(GRUPPETTO_REACH="127.0.0.0/8", GRUPPETTO_SITE="https://club.example")

    def later(seconds: float) -> None:
        turn(seconds)
        service.ahead += seconds

    ada = Rider(person(worker=True), service, server.address, "laptop")
    bo = Rider(person(390, 844, worker=True), service, server.address, "phone")

    # The first day: Ada sets up a table, Bo comes by the link, and both want to be called.
    table = set_up(ada.page, server.address)
    bo.page.goto(ada.page.get_by_test_id("seat-link").inner_text())
    bo.page.get_by_test_id("name").fill("Bo")
    bo.page.get_by_test_id("join").click()
    ada.page.get_by_test_id("start").click()
    for one in (ada, bo):
        one.page.wait_for_url(re.compile(f"#/table/{table}$"))
        expect(one.page.get_by_test_id("own-clock")).to_be_visible(timeout=NOTICED)
        one.wish_to_be_called()
    waits = waiting(server.address, table)
    decide_until(ada.page, lambda: waits() == [1], choose)
    ada.leave()
    decide_until(bo.page, lambda: waits() == [0], choose)
    told = ada.called()
    assert (told["title"], told["table"]) == ("Your turn, Ada", table)
    bo.leave()
    nobody_is_called(service)

    # The second day: the server was restarted over night. Ada finds the call, and has two days left.
    server.kill()
    later(DAY)
    server.start()
    ada.answer_a_call(table, told)
    expect(ada.page.get_by_test_id("own-clock")).to_contain_text(
        re.compile("1 day 23 hr|2 days"), timeout=NOTICED
    )
    decide_until(ada.page, lambda: waits() == [1], choose)
    told = bo.called()
    assert told["title"] == "Your turn, Bo"
    nobody_is_called(service)

    # The third day and the fourth: Bo does not look. They are not called again; a bot rides for them.
    later(DAY)
    expect(ada.page.get_by_test_id("clock-1")).to_contain_text("2 days", timeout=NOTICED)
    later(DAY + 23 * HOUR)
    nobody_is_called(service)
    later(2 * HOUR)
    expect(ada.page.get_by_text("a bot for Bo").first).to_be_visible(timeout=NOTICED)
    decide_until(bo.page, lambda: waits() == [0], lambda _: False)

    # Bo finds the call: whoever is back rides themselves again. They ride home together.
    bo.answer_a_call(table, told)
    expect(ada.page.get_by_text("a bot for Bo")).to_have_count(0, timeout=NOTICED)
    expect(bo.page.get_by_test_id("own-clock")).to_be_visible(timeout=NOTICED)
    ride_home(ada.page, bo.page, seconds=300)
    ada.page.get_by_test_id("to-podium").click()
    expect(ada.page.get_by_test_id("podium")).to_be_visible()
    nobody_is_called(service)
    assert asked(f"{server.address}/api/tables/{table}")["result"]


def set_up(page: Page, address: str) -> str:
    """A short race for two by correspondence, three days for each decision: its table."""
    page.goto(f"{address}/#/new/flamme-rouge")
    page.get_by_test_id("letters").fill("abdCLu")
    page.get_by_label("Your name").first.fill("Ada")
    page.get_by_test_id("seat-1").select_option("open")
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Remove|×")).last.click()
    page.get_by_test_id("clock-days").check()
    page.get_by_test_id("create").click()
    page.wait_for_url(re.compile("#/wait/"))
    return page.url.rsplit("/", 1)[1]


def waiting(address: str, table: str) -> Callable[[], list[int]]:
    """Ask who owes a decision."""
    return lambda: list(asked(f"{address}/api/tables/{table}/view")["view"]["waiting"])
