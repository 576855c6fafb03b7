"""Who one is on every device, and what a host can do about a guest."""

import json
import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
BOT = {"kind": "bot"}
OPEN = {"kind": "open"}
ADA = {"kind": "hotseat", "name": "Ada"}
MINE = "[data-testid^=place-]"


def key_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(localStorage.gruppetto).key"))


def test_a_link_makes_another_device_mine_once(person: Sit, table: Any, address: str) -> None:
    race = table(ADA, BOT, title="Our Sunday").start()
    laptop, phone, thief = person(), person(390, 780), person()
    laptop.goto(race.link(0))
    laptop.locator(MINE).first.wait_for()
    laptop.goto(f"{address}/#/you")
    laptop.get_by_test_id("my-name").fill("Ada L.")
    laptop.get_by_test_id("my-name").press("Enter")
    laptop.get_by_test_id("make-link").click()
    link = laptop.get_by_test_id("device-link").inner_text()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(link)
    expect(phone.get_by_test_id("my-name")).to_have_value("Ada L.")
    assert key_of(phone) == key_of(laptop) == race.keys[0]
    assert not any(part in url for url in asked for part in link.split("/")[-2:]), "not in an address"
    assert link.split("/")[-1] not in phone.url
    phone.get_by_role("link", name="Lobby").click()
    expect(phone.get_by_test_id("my-tables")).to_contain_text("Our Sunday")
    phone.goto(race.page("table"))
    phone.locator(MINE).first.wait_for()
    thief.goto(link)
    expect(thief.get_by_role("alert")).to_contain_text("used already")
    assert key_of(thief) != race.keys[0]


def test_twelve_words_bring_one_back(person: Sit, table: Any, address: str) -> None:
    race = table(ADA, BOT).start()
    page = person(390, 780)
    page.goto(race.link(0))
    page.locator(MINE).first.wait_for()
    page.goto(f"{address}/#/you")
    page.get_by_test_id("show-phrase").click()
    words = page.get_by_test_id("phrase").locator("li").all_inner_texts()
    assert len(words) == 12
    page.get_by_test_id("forget-me").click()
    page.get_by_test_id("yes").click()
    expect(page.get_by_text("This browser has forgotten you.")).to_be_visible()
    assert key_of(page) != race.keys[0]
    wrong = [*words[:4], "zzzzz", *words[5:]]
    page.get_by_test_id("typed-phrase").fill(" ".join(wrong))
    page.get_by_test_id("recover").click()
    expect(page.get_by_role("alert")).to_contain_text("Word 5, “zzzzz”")
    page.get_by_test_id("typed-phrase").fill(" ".join([words[1], words[0], *words[2:]]))
    page.get_by_test_id("recover").click()
    expect(page.get_by_role("alert")).to_contain_text("order")
    page.get_by_test_id("typed-phrase").fill(" ".join(words))
    page.get_by_test_id("recover").click()
    expect(page.get_by_text("This browser knows you again.")).to_be_visible()
    assert key_of(page) == race.keys[0]
    page.goto(race.page("table"))
    page.locator(MINE).first.wait_for()


def test_tables_of_whoever_was_here_before_are_brought_along(person: Sit, table: Any) -> None:
    first, second = table(ADA, BOT).start(), table(ADA, BOT).start()
    page = person()
    page.goto(first.link(0))
    page.locator(MINE).first.wait_for()
    page.goto(second.link(0))
    page.get_by_test_id("bring").click()
    page.wait_for_url(re.compile(f"#/table/{second.id}$"))
    page.locator(MINE).first.wait_for()
    page.goto(first.page("table"))
    page.locator(MINE).first.wait_for()
    assert key_of(page) == second.keys[0]


def test_what_a_browser_kept_before_there_were_keys_is_taken_over(person: Sit, table: Any) -> None:
    race = table(ADA, BOT).start()
    tables = {race.id: {"id": race.id, "title": "", "stage": "", "seats": {"0": race.keys[0]}, "seen": 1}}
    old = json.dumps({"name": "Ada", "speed": "fast", "theme": "auto", "tables": tables})
    page = person()
    page.add_init_script(f"localStorage.gruppetto ??= {json.dumps(old)}")
    page.goto(race.page("table"))
    page.locator(MINE).first.wait_for()
    kept = page.evaluate("JSON.parse(localStorage.gruppetto)")
    assert (kept["name"], kept["former"], "tables" in kept) == ("Ada", [], False)
    assert kept["key"] != race.keys[0]


def test_a_host_looks_after_the_waiting_room(person: Sit, table: Any) -> None:
    room = table(ADA, OPEN, BOT)
    ada, eve = person(), person(390, 780)
    ada.goto(room.link(0))
    eve.goto(room.page("join", 1))
    eve.get_by_test_id("name").fill("АDA")
    eve.get_by_test_id("join").click()
    expect(eve.get_by_role("alert")).to_contain_text("looks like it")
    eve.get_by_test_id("name").fill("Eve")
    eve.get_by_test_id("join").click()
    expect(ada.get_by_test_id("seat-1")).to_contain_text("Eve")
    expect(eve.get_by_test_id("seat-0")).to_contain_text("host")
    expect(eve.get_by_test_id("start")).to_have_count(0)
    menu = ada.get_by_test_id("host-menu-1")
    menu.locator("summary").focus()
    ada.keyboard.press("Enter")
    menu.get_by_role("button", name="Send away").press("Enter")
    ada.get_by_test_id("yes").click()
    expect(menu.locator("summary")).to_be_focused()
    expect(eve.get_by_role("alert")).to_contain_text("asked you to leave")
    expect(ada.get_by_test_id("seat-1")).to_contain_text("waiting")
    eve.goto(room.page("join", 1))
    expect(eve.get_by_role("alert")).to_contain_text("asked you to leave")
    menu.locator("summary").click()
    menu.get_by_role("button", name="Close the seat").click()
    expect(ada.get_by_test_id("seat-1")).to_contain_text("Domestique")
    menu.locator("summary").click()
    menu.get_by_role("button", name="Open the seat").click()
    expect(ada.get_by_test_id("seat-1")).to_contain_text("waiting")


def test_a_rematch_room_says_who_is_missing(person: Sit, table: Any) -> None:
    room = table(ADA, OPEN)
    room.join(1, "Bo")
    ada = person()
    ada.goto(room.link(0))
    ada.get_by_test_id("start").wait_for()
    expect(ada.get_by_text("Not here yet: Bo.")).to_be_visible()
    expect(ada.get_by_text("Everybody is here.")).to_have_count(0)


def test_the_role_and_the_table_change_hands(person: Sit, table: Any) -> None:
    room = table(ADA, OPEN)
    room.join(1, "Bo")
    ada, bo = person(), person(390, 780)
    ada.goto(room.link(0))
    bo.goto(room.link(1))
    ada.get_by_test_id("host-menu-1").locator("summary").click()
    ada.get_by_role("button", name="Make them the host").click()
    expect(ada.get_by_test_id("start")).to_have_count(0)
    bo.get_by_test_id("start").click()
    bo.wait_for_url(re.compile(f"#/table/{room.id}$"))


def test_undo_is_asked_withdrawn_and_overtaken(person: Sit, table: Any) -> None:
    race = table(ADA, OPEN, options={"first": 0})
    race.join(1, "Bo")
    race.start().play(0, 1)
    ada, bo = person(), person(390, 780)
    ada.goto(race.link(0))
    bo.goto(race.link(1))
    ada.get_by_test_id("ask-undo").click()
    expect(bo.get_by_test_id("undo")).to_contain_text("Ada asks")
    ada.get_by_test_id("withdraw").click()
    expect(bo.get_by_test_id("undo")).to_have_count(0)
    ada.get_by_test_id("ask-undo").click()
    expect(bo.get_by_test_id("undo")).to_contain_text("Ada asks")
    answers = [bo.get_by_role("button", name=name, exact=True) for name in ("Agree", "Disagree")]
    tops = [box["y"] for answer in answers if (box := answer.bounding_box())]
    assert tops == [tops[0]] * 2, "both stand in one line"
    waiting = race.view(0)["view"]["waiting"][0]
    race.play(waiting, 1)
    for page in (ada, bo):
        expect(page.get_by_test_id("undo")).to_have_count(0)


def test_a_bot_rides_for_me_after_a_question_of_our_own(person: Sit, table: Any) -> None:
    race = table(ADA, OPEN, options={"first": 0})
    race.join(1, "Bo")
    race.start()
    page = person()
    page.goto(race.link(0))
    page.get_by_test_id("lend").click()
    page.get_by_test_id("sure").get_by_role("button", name="Cancel").click()
    assert not race.look()["seats"][0]["lent"]
    page.get_by_test_id("lend").click()
    page.get_by_test_id("yes").click()
    expect(page.get_by_text("A bot rides for you.")).to_be_visible()
    assert page.locator(MINE).count() == 0
    page.get_by_test_id("take-back").click()
    expect(page.get_by_test_id("take-back")).to_have_count(0)


def test_an_idle_player_is_voted_for(person: Sit, table: Any, server: Any) -> None:
    race = table(ADA, OPEN, options={"first": 0})
    race.join(1, "Bo")
    race.start()
    ada, bo = person(), person()
    ada.goto(race.link(0))
    ada.locator(MINE).first.wait_for()
    bo.goto(race.link(1))
    bo.get_by_text("deciding").first.wait_for()
    server.let_time_pass(310)
    expect(ada.get_by_test_id("idle-0")).to_contain_text("waiting for you", timeout=30_000)
    bo.get_by_test_id("vote-0").click(timeout=30_000)
    expect(ada.get_by_text("A bot rides for you.")).to_be_visible()
    ada.get_by_test_id("take-back").click()
    expect(ada.get_by_test_id("take-back")).to_have_count(0)


def test_tables_are_unlisted_unless_one_likes(person: Sit, address: str) -> None:
    page = person()
    page.goto(f"{address}/#/new")
    expect(page.get_by_test_id("listed")).not_to_be_checked()
    name = f"Race {secrets.token_hex(4)}"
    page.get_by_test_id("table-title").fill(name)
    page.get_by_test_id("create").click()
    page.get_by_test_id("start").wait_for()
    page.goto(address)
    expect(page.get_by_test_id("my-tables")).to_contain_text(name)
    stranger = person()
    stranger.goto(address)
    stranger.get_by_test_id("quick-race").wait_for()
    expect(stranger.get_by_text(name)).to_have_count(0)
