"""First races in the browser: found in the lobby, explained as they go, gone back in, and left."""

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]
PHONE, DESK = (390, 844), (1280, 800)
SLOW = pytest.mark.drill
# What every lesson says sooner or later, in the order in which it comes.
SAID = {
    "flamme-rouge": (
        "Slipstream!",
        "riding in the wind",
        "The climb, in red",
        "There it is: an exhaustion card",
    ),
    "flamme-rouge-tour": ("Somebody is home, but", "gains ten seconds", "A night’s rest", "The next stage:"),
    "due-ruote": ("A challenge:", "Both sides are counted", "the road is paid for", "A new terrain card"),
    "etapa": ("Throw the die and ride", "a crash!", "A wheel!", "A new round, and the peloton"),
}
NEXT = {
    "flamme-rouge": "Avenue Corso Paseo",
    "flamme-rouge-tour": "Three days",
    "due-ruote": "One Mountain",
    "etapa": "Plaine",
}
# A decision of a newcomer, in each game: what is pressed, whichever comes first.
PRESSED = {
    "flamme-rouge": ("rider-", "card-"),
    "flamme-rouge-tour": ("next-stage", "trait-", "raise-", "place-", "rider-", "card-"),
    "due-ruote": ("choice-",),
    "etapa": ("choice-follow", "choice-throw", "choice-ride", "choice-"),
}


def learn(page: Page, address: str, game: str) -> None:
    """From the lobby to the table."""
    page.goto(address)
    page.get_by_test_id(f"learn-{game}").click()
    page.get_by_test_id("coach").wait_for()


def decide(page: Page, game: str) -> None:
    """Make any decision, if one is asked for."""
    for start in PRESSED[game]:
        choice = page.locator(f"[data-testid^={start}]:not([disabled]):visible").last
        if choice.count():
            choice.click()
            return


def ride(page: Page, game: str, seconds: float = 90) -> list[str]:
    """Read and decide until the race is over: all that was said."""
    said: list[str] = []
    end = time.monotonic() + seconds
    onward, words = page.get_by_test_id("go-on"), page.get_by_test_id("coach").locator("p")
    while not page.get_by_test_id("race-on").count():
        assert time.monotonic() < end, "the lesson does not end"
        waits = onward.count()
        said += words.all_inner_texts()
        if waits:
            onward.press("Enter")
        else:
            decide(page, game)
        page.wait_for_timeout(20)
    return said


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("flamme-rouge", PHONE),
        pytest.param("flamme-rouge", DESK, marks=SLOW),
        ("etapa", DESK),
        pytest.param("etapa", PHONE, marks=SLOW),
        ("due-ruote", PHONE),
        pytest.param("due-ruote", DESK, marks=SLOW),
        ("flamme-rouge-tour", DESK),
        pytest.param("flamme-rouge-tour", PHONE, marks=SLOW),
    ],
)
def test_a_first_race_is_ridden_from_the_lobby(
    person: Sit, address: str, game: str, size: tuple[int, int]
) -> None:
    page = person(*size)
    learn(page, address, game)
    said = " ".join(ride(page, game))
    assert [words for words in SAID[game] if words not in said] == []
    expect(page.get_by_test_id("coach")).to_contain_text("That was it")
    page.get_by_test_id("race-on").click()
    expect(page.get_by_test_id("coach")).to_have_count(0)
    raced: Any = httpx.get(f"{address}/api/tables/{page.url.rpartition('/')[2]}").json()
    assert NEXT[game] in str(raced["options"])
    page.goto(f"{address}/#/")
    expect(page.get_by_test_id(f"learn-{game}")).to_have_text("The first race once more")


def test_one_goes_back_and_leaves_and_comes_again(person: Sit, address: str) -> None:
    page = person()
    learn(page, address, "flamme-rouge")
    coach, onward, back = (page.get_by_test_id(name) for name in ("coach", "go-on", "step-back"))
    expect(back).to_have_count(0)
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    expect(coach).to_contain_text("Four cards from this rider’s deck")
    page.get_by_test_id("card-5").first.click()
    page.get_by_test_id("card-5").first.click()
    expect(coach).to_contain_text("now all cards are turned over at once")
    back.click()  # in the midst of it
    expect(page.get_by_test_id("card-5")).to_be_visible()
    expect(coach).to_contain_text("Your turn")
    back.click()
    expect(coach).to_contain_text("Four cards from this rider’s deck")
    there = page.url
    page.goto(f"{address}/#/")
    again = page.get_by_test_id("learn-flamme-rouge")
    expect(again).to_have_text("Go on with your first race")
    again.click()
    expect(page).to_have_url(there)
    expect(coach).to_contain_text("Four cards from this rider’s deck")


def test_the_coach_speaks_to_whoever_learns_and_not_to_those_who_watch(person: Sit, address: str) -> None:
    learner, friend = person(), person()
    learn(learner, address, "flamme-rouge")
    friend.goto(learner.url)
    friend.get_by_role("tab", name="Chat").first.wait_for()
    expect(friend.get_by_test_id("coach")).to_have_count(0)
    expect(friend.locator(".table.lesson")).to_have_count(0)
    expect(learner.get_by_test_id("coach")).to_be_visible()


def test_whoever_skips_rides_on_without_a_word(person: Sit, address: str) -> None:
    page = person()
    learn(page, address, "flamme-rouge")
    taught: Any = httpx.get(f"{address}/api/tables/{page.url.rpartition('/')[2]}").json()
    assert taught["seats"][0]["name"] == ""  # who has said no name has none: the team's is read instead
    coach, skip = page.get_by_test_id("coach"), page.get_by_test_id("skip")
    skip.click()
    expect(coach).to_contain_text("without a word")
    page.get_by_test_id("rider-S").click()
    page.get_by_test_id("card-5").first.click()
    page.get_by_test_id("card-5").first.click()
    expect(page.get_by_test_id("rider-S")).to_be_visible()  # a whole round, and nobody waited
    skip.click()
    expect(coach).to_contain_text("Your turn")


def test_the_rules_lead_to_it_too(person: Sit, address: str, finished: Any) -> None:
    page = person()
    page.goto(finished.page("table"))
    page.get_by_test_id("rules-open").click()
    page.get_by_test_id("rules").get_by_test_id("learn-flamme-rouge").click()
    expect(page.get_by_test_id("coach")).to_be_visible()
