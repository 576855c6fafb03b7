"""After the race: the podium, its proof, the replay, the save file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

Sit = Callable[..., Page]


def verdict(page: Page, race: Any) -> str:
    """What the browser says of the seed."""
    page.goto(race.page("podium"))
    page.get_by_test_id("verify").click()
    answer = page.get_by_test_id("verdict")
    expect(answer).not_to_have_attribute("data-verdict", "")
    return answer.get_attribute("data-verdict") or ""


def test_the_browser_verifies_the_seed(person: Sit, finished: Any) -> None:
    page = person()
    assert verdict(page, finished) == "true"
    expect(page.get_by_test_id("verdict")).to_contain_text(finished.look()["seed"])


def test_a_tampered_seed_is_found_out(person: Sit, finished: Any) -> None:
    page = person()

    def tamper(route: Route) -> None:
        found = route.fetch().json()
        seed = found["seed"]
        route.fulfill(json={**found, "seed": f"{int(seed[0], 16) ^ 1:x}{seed[1:]}"})

    page.route(f"**/api/tables/{finished.id}", tamper)
    assert verdict(page, finished) == "false"
    expect(page.get_by_test_id("verdict")).to_contain_text("False")


def test_a_link_to_a_moment_opens_it_and_every_step_can_be_reached(person: Sit, finished: Any) -> None:
    page = person()
    page.goto(finished.page("replay", 10))
    step = page.get_by_test_id("replay-step")
    expect(step).to_contain_text("Step 10 of")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("Step 11 of")
    page.goto(finished.page("replay", 25))
    expect(step).to_contain_text("Step 25 of")
    slider = page.get_by_test_id("replay-slider")
    slider.focus()
    page.keyboard.press("End")
    expect(page.get_by_test_id("replay-events")).to_contain_text("wins")
    page.get_by_role("button", name="Round 2", exact=True).click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_a_replay_plays_to_the_end(person: Sit, finished: Any) -> None:
    page = person()
    page.goto(finished.page("replay"))
    page.get_by_role("button", name="One round on").click()
    page.get_by_test_id("replay-play").click()
    expect(page.get_by_test_id("replay-step")).to_contain_text("Step 1", timeout=3000)
    expect(page.get_by_test_id("replay-play")).to_have_text("Pause")


def test_a_save_file_is_downloaded_and_opened_again(person: Sit, finished: Any, tmp_path: Path) -> None:
    page = person()
    page.goto(finished.page("replay"))
    with page.expect_download() as download:
        page.get_by_test_id("download").click()
    assert download.value.suggested_filename == f"gruppetto-{finished.id}.json"
    saved = tmp_path / "race.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["game"] == "flamme-rouge"
    page.goto(finished.address)
    page.get_by_test_id("import").set_input_files(saved)
    expect(page.get_by_test_id("podium")).to_be_visible()


def test_a_file_that_is_no_save_file_is_refused_in_plain_words(
    person: Sit, address: str, tmp_path: Path
) -> None:
    page = person(390, 780)
    page.goto(address)
    for number, content in enumerate(("no json", "[]", '{"game": "flamme-rouge"}')):
        (strange := tmp_path / f"{number}.json").write_text(content)
        page.get_by_test_id("import").set_input_files(strange)
        expect(page.get_by_role("alert")).to_have_text("This file is not a save file.")
        page.reload()
