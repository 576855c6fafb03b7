"""Tables and save files that other rules made, as people see them."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import gruppetto as g
from gruppetto.match import signed

Sit = Callable[..., Page]
BOT, HERE = {"kind": "bot"}, {"kind": "hotseat", "name": "Ada"}


WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def older(server: Any, table: Any) -> dict[Any, Any]:
    """Races that were begun by the version of the rules before: one for every width, and one that is over."""
    races = {width: table(HERE, BOT).start().play(0, 9) for width in WIDTHS}
    races["over"] = table(BOT, BOT).finish()
    races["over"].client.get(f"/{races['over'].id}/story").raise_for_status()
    server.kill()
    with sqlite3.connect(server.database) as database:
        for race in races.values():
            database.execute("UPDATE match SET rules_version = rules_version - 1 WHERE id = ?", [race.id])
    database.close()
    server.start()
    return races


@pytest.mark.parametrize("width", WIDTHS)
def test_players_read_that_their_race_was_carried_over(
    person: Sit, older: Any, decide: Any, width: int
) -> None:
    page = person(width)
    page.goto(older[width].link(0))
    decide(page)
    if width < 600:
        page.get_by_role("tab", name="Race log").first.click()
    expect(page.get_by_test_id("log")).to_contain_text("The rules have changed: the race goes on from where")


def test_a_race_that_other_rules_rode_is_watched(person: Sit, older: Any) -> None:
    race, page = older["over"], person()
    page.goto(race.page("replay", 20))
    expect(page.get_by_test_id("replay-step")).to_contain_text("Step 20 of")
    page.get_by_test_id("replay-slider").focus()
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-events")).to_contain_text("wins")
    page.goto(race.page("podium"))
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "true")
    page.goto(race.page("table"))
    expect(page.get_by_test_id("to-podium")).to_be_visible()


def test_an_older_save_asks_before_it_goes_on(person: Sit, address: str, tmp_path: Path) -> None:
    match = g.start("flamme-rouge", seats=2, seed=4)
    while match.view()["round"] < 3:
        match.play(match.waiting[0], match.choices(match.waiting[0])[0])
    document = {**json.loads(match.to_json()), "rules_version": match.rules_version - 1}
    del document["checksum"]
    path = tmp_path / "older.json"
    path.write_bytes(signed(document))
    page = person()
    page.goto(address)
    page.get_by_test_id("import").set_input_files(path)
    asked = page.get_by_test_id("sure")
    expect(asked).to_contain_text("It can go on under ours from where its latest round began")
    asked.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_contain_text("was not carried over to ours")
    page.get_by_test_id("import").set_input_files(path)
    asked.get_by_test_id("yes").click()
    expect(page.get_by_test_id("log")).to_be_attached()
