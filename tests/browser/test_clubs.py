"""A club is founded, joined by its link, and rides a league, on a screen and on a phone."""

import re
from collections.abc import Callable

import httpx
import pytest
from leaguers import Club
from playwright.sync_api import Page, expect

Sit = Callable[..., Page]


@pytest.fixture
def club(client: httpx.Client, address: str) -> Club:
    return Club(client, address=address)


@pytest.fixture
def mine(person: Sit, club: Club) -> Page:
    """The page of whoever has founded the club."""
    return person(key=club.keys[1])


def test_a_club_is_founded_and_joined_by_its_link(person: Sit, address: str) -> None:
    ada, bo = person(), person(320, 700)
    ada.goto(address)
    expect(ada.get_by_test_id("my-clubs")).to_have_count(0)
    ada.goto(f"{address}/#/you")
    ada.get_by_test_id("to-clubs").click()
    ada.get_by_test_id("club-name").fill("Velo Club")
    ada.get_by_test_id("called").fill("Ada")
    ada.get_by_label("Green").check()
    ada.get_by_test_id("found").press("Enter")
    link = ada.get_by_test_id("club-link").inner_text()
    bo.goto(link)
    expect(bo.get_by_test_id("invited")).to_contain_text("1 rider")
    bo.get_by_test_id("called").fill("Bo")
    bo.get_by_test_id("join").click()
    expect(bo.get_by_test_id("members")).to_contain_text("Ada")
    expect(bo.get_by_test_id("organise")).to_have_count(0)
    assert bo.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    ada.reload()
    ada.get_by_test_id("member-2").locator("summary").press("Enter")
    ada.get_by_test_id("appoint-2").click()
    ada.get_by_test_id("yes").click()
    expect(ada.get_by_test_id("dismiss-2")).to_be_attached()  # before, the question says "organiser", too
    expect(ada.get_by_test_id("member-2")).to_contain_text("organiser")
    bo.reload()
    expect(bo.get_by_test_id("organise")).to_be_visible()
    ada.goto(address)
    expect(ada.get_by_test_id("my-clubs")).to_contain_text("Velo Club")


def test_a_league_is_set_up_ridden_and_won(mine: Page, club: Club, address: str) -> None:
    club.grow(3)
    mine.goto(f"{address}/#/new-league/{club.id}")
    mine.get_by_test_id("league-name").fill("Winter league")
    calendar = mine.get_by_test_id("calendar").locator("tbody tr")
    expect(calendar).to_have_count(4)
    mine.get_by_test_id("rounds").fill("2")
    expect(calendar).to_have_count(2)
    mine.get_by_test_id("seats").select_option("3")
    expect(mine.get_by_test_id("points-1")).to_have_value("5")
    mine.get_by_test_id("begins").fill("2031-11-01T18:00")
    expect(mine.get_by_test_id("calendar")).to_contain_text("Nov 15")
    mine.get_by_test_id("set-up").click()
    mine.get_by_test_id("ride").click()
    expect(mine.get_by_test_id("standing-1")).to_contain_text("you")
    league = club.ask("GET", f"/api/clubs/{club.id}")["leagues"][0]["id"]
    for rider in (2, 3):
        club.ask("POST", f"/api/leagues/{league}/ride", member=rider)
    mine.get_by_test_id("begin").click()
    mine.get_by_test_id("yes").click()
    expect(mine.get_by_test_id("heat")).to_have_count(1)
    mine.get_by_test_id("to-table").click()
    mine.wait_for_url(re.compile("#/table/"))
    placing = mine.locator("[data-testid^=place-]").or_(mine.get_by_text("The others place their riders"))
    placing.first.wait_for()  # whoever it falls to begins


def test_a_league_says_how_it_stands_and_why(mine: Page, club: Club, address: str) -> None:
    league = club.league(club.grow(5), seats=3, rounds=3)
    league.do("begin")
    league.lend(1)
    league.until_round(2)
    league.do("drop-out", member=5)
    mine.goto(f"{address}/#/league/{league.id}")
    rows = mine.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(5)
    expect(mine.get_by_test_id("standing-5")).to_contain_text("dropped out in round 2")
    expect(mine.get_by_test_id("tie").first).to_contain_text(re.compile("as many points|equal"))
    expect(mine.get_by_test_id("tie-breaks")).to_contain_text("the lot")
    mine.get_by_test_id("round-1").locator("summary").press("Enter")
    expect(mine.get_by_test_id("round-1")).to_contain_text("1.")
    mine.get_by_test_id("take-out-4").click()
    mine.get_by_test_id("yes").click()
    expect(mine.get_by_test_id("standing-4")).to_contain_text("dropped out")
    mine.get_by_test_id("callOff").click()
    mine.get_by_test_id("yes").click()
    expect(mine.get_by_test_id("league")).to_contain_text("called off")


def test_it_fits_the_narrowest_phone(person: Sit, club: Club, address: str) -> None:
    page = person(320, 700)
    for screen, path in (("clubs", "clubs"), ("invited", f"invited/{club.link}")):
        page.goto(f"{address}/#/{path}")
        page.get_by_test_id(screen).get_by_test_id("called").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, screen
