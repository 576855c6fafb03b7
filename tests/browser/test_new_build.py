"""The server is replaced by a newer one in mid-race: pages stay whole, decisions are made exactly once."""

import json
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

import gruppetto

Sit = Callable[..., Page]
Until = Callable[[Page, str], None]
Upgrade = Callable[..., str]
HERE = Path(gruppetto.__file__).parent
ADA = {"kind": "hotseat", "name": "Ada"}
BOT = {"kind": "bot"}
BUILD = "document.documentElement.dataset.build"
NOTICED = 20_000  # milliseconds until a page has noticed that another server answers
TEXTS = (".html", ".css", ".js")


@pytest.fixture
def upgrade(own: Any, tmp_path: Path) -> Iterator[Upgrade]:
    """Put a later version in the place of the server that runs: what its build is called."""
    editions = [1]

    def take_its_place(edition: int = 1) -> str:
        editions.append(edition)
        build = secrets.token_hex(6)
        own.kill()
        own.change(PYTHONPATH=another(tmp_path / build, build, edition))
        own.start()
        return build

    yield take_its_place
    if editions[-1] != 1:
        take_its_place()


def another(folder: Path, build: str, edition: int) -> str:
    """The package as a later version has it, all files of the app by other names: where to import it from."""
    house = folder / "src" / "gruppetto"
    (house / "server").mkdir(parents=True)
    (folder / "docs").symlink_to(HERE.parents[1] / "docs")
    for path in (*HERE.iterdir(), *(HERE / "server").iterdir()):
        if path.name not in ("server", "static", "messages.py"):
            (house / path.relative_to(HERE)).symlink_to(path)
    spoken = (HERE / "server" / "messages.py").read_text("utf-8")
    spoken = spoken.replace("Edition = 1", f"Edition = {edition}").replace("al[1]", f"al[{edition}]")
    (house / "server" / "messages.py").write_text(spoken, "utf-8")
    rename(HERE / "server" / "static", house / "server" / "static", build)
    return str(folder / "src")


def rename(app: Path, into: Path, build: str) -> None:
    """The files of the app as another build names them."""
    today = re.search(r'data-build="(\w+)"', (app / "index.html").read_text("utf-8"))
    assert today, "the app was not built"
    names = {path.name: f"{path.stem}-{build}{path.suffix}" for path in (app / "assets").iterdir()}
    named = re.compile("|".join(map(re.escape, [today[1], *sorted(names, key=len, reverse=True)])))
    for path in app.rglob("[!.]*"):
        if path.is_dir() or path.suffix == ".br":
            continue
        there = into / path.relative_to(app).with_name(names.get(path.name, path.name))
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in TEXTS:
            text = path.read_text("utf-8")
            there.write_text(named.sub(lambda found: names.get(found[0], build), text), "utf-8")
        else:
            shutil.copy(path, there)


class Wire:
    """Between a page and its table: what the page decides, or what it is told of it, is lost for a while."""

    def __init__(self, page: Page, loses: str) -> None:
        self.lost: str | None = None
        self._loses = loses
        page.route_web_socket(re.compile("/ws$"), self._connect)

    def cut(self) -> None:
        self.lost = self._loses

    def mend(self) -> None:
        self.lost = None

    def _connect(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        here.on_message(lambda said: self._pass(said, there, "decided"))
        there.on_message(lambda said: self._pass(said, here, "told"))

    def _pass(self, said: str | bytes, to: WebSocketRoute, what: str) -> None:
        kind = json.loads(said)["type"]
        if self.lost == what and kind in ("move", "ack", "step"):
            return
        to.send(said)


@pytest.mark.parametrize("loses", ["decided", "told"])
def test_the_worker_survives_an_upgrade_of_the_server_in_mid_race(
    upgrade: Upgrade, own_table: Any, person: Sit, served: Callable[[Page], None], decide: Any, loses: str
) -> None:
    page = person(390, 844, worker=True)
    race = own_table(ADA, BOT).start()
    wire = Wire(page, loses)
    page.goto(race.link(0))
    decide(page)
    served(page)
    made = decided(page, race, 1)
    today = page.evaluate(BUILD)

    wire.cut()
    decide(page)
    [waits] = page.evaluate("Object.entries(sessionStorage).filter(([name]) => name.includes('pending'))")
    code = json.loads(waits[1])["code"]
    tomorrow = upgrade()
    page.get_by_test_id("newer").wait_for(timeout=NOTICED)
    assert page.evaluate(BUILD) == today
    wire.mend()
    page.get_by_role("button", name="Take it now").click()

    page.wait_for_function(f"() => {BUILD} === '{tomorrow}'")
    expect(page.get_by_test_id("newer")).to_have_count(0)
    assert decided(page, race, made + 1) == made + 1
    decide(page)
    assert decided(page, race, made + 2) == made + 2
    assert mine(race)[made] == code


def decided(page: Page, race: Any, awaited: int) -> int:
    """How many decisions the first seat has made when it is asked again; what is said meanwhile passes."""
    end = time.monotonic() + 30
    while (own := race.asked(0)["own"]) < awaited:
        assert time.monotonic() < end, page.evaluate("JSON.stringify([location.hash, {...sessionStorage}])")
        page.wait_for_timeout(50)
    return int(own)


def mine(race: Any) -> list[int]:
    """What was decided for the first seat, seen when a bot has ridden it home."""
    race.post("seats/0/lend", {"level": "domestique"}, 0)
    end = time.monotonic() + 60
    while race.look()["status"] != "over":
        assert time.monotonic() < end, "the race does not end"
        time.sleep(0.05)
    log = race.client.get(f"/{race.id}/log").json()["log"]
    return [code for seat, code in log if seat == 0]


def test_what_a_page_is_made_of_stays_until_nobody_has_it_open(
    own: Any, upgrade: Upgrade, person: Sit, served: Callable[[Page], None], until: Until
) -> None:
    page = person(worker=True)
    page.goto(own.address)
    page.get_by_test_id("quick-race").wait_for()
    served(page)
    other = page.context.new_page()
    other.goto(own.address)
    other.get_by_test_id("quick-race").wait_for()
    today = other.evaluate(BUILD)
    tomorrow = upgrade()
    page.get_by_test_id("newer").wait_for(timeout=NOTICED)
    page.get_by_role("button", name="Take it now").click()
    page.wait_for_function(f"() => {BUILD} === '{tomorrow}'")

    clear_up = "navigator.serviceWorker.controller.postMessage({ type: 'rest', language: 'en' })"
    page.evaluate(clear_up)  # as every page does after a while
    until(page, "caches.match('licences.json').then(Boolean)")
    expect(other.get_by_test_id("newer")).to_be_visible()
    assert other.evaluate(BUILD) == today
    assert any(today in name for name in page.evaluate("caches.keys()"))
    other.close()  # which the worker may hear of a moment later
    gone = f"caches.keys().then((all) => !all.some((name) => name.includes('{today}')))"
    until(page, f"({clear_up}, {gone})")


def test_a_page_whose_files_are_gone_is_loaded_once_more(own: Any, upgrade: Upgrade, person: Sit) -> None:
    page = person()
    page.goto(own.address)
    page.get_by_test_id("quick-race").wait_for()
    tomorrow = upgrade()
    page.get_by_test_id("about").click()
    expect(page.get_by_test_id("version")).to_be_visible(timeout=NOTICED)
    assert page.evaluate(BUILD) == tomorrow


def test_a_page_whose_first_file_is_gone_is_loaded_once_more(person: Sit, own: Any) -> None:
    page, asked, held = person(), list[str](), list[Route]()

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404)
            for early in held:  # who notices that it is gone comes later than the news
                early.continue_()
        else:
            route.continue_()

    def hold(route: Route) -> None:
        if asked:
            route.continue_()
        else:
            held.append(route)

    page.route("**/assets/index-*.js", gone)
    page.route("**/assets/early-*.js", hold)
    page.goto(own.address)
    expect(page.get_by_test_id("quick-race")).to_be_visible()
    assert len(asked) == 2


def test_a_page_that_the_server_no_longer_understands_says_so(
    upgrade: Upgrade, own_table: Any, person: Sit, served: Callable[[Page], None], decide: Any
) -> None:
    page = person(390, 844, worker=True)
    race = own_table(ADA, BOT).start()
    page.goto(race.link(0))
    decide(page)
    served(page)
    tomorrow = upgrade(edition=2)
    expect(page.get_by_test_id("unfit")).to_contain_text("different versions", timeout=NOTICED)
    page.get_by_role("button", name="Load it anew").click()
    page.wait_for_function(f"() => {BUILD} === '{tomorrow}'")
