"""A club is a link: whoever has it may join, and organisers look after it."""

import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from leaguers import Club, check
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.clubs import leagues, membership
from gruppetto.server.limits import Limits

SPRINTS = {"name": "Sprints", "game": "flamme-rouge", "options": {"stage": "abu"}, "seats": 2, "rounds": 1}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def client(database: str) -> Iterator[TestClient[Any]]:
    with TestClient(application(Settings(database, "memory://", Limits.OFF, 0.1, 0.0))) as client:
        yield client


@pytest.fixture
def club(client: TestClient[Any]) -> Club:
    return Club(client)


def names(club: dict[str, Any]) -> list[str]:
    return [member["name"] for member in club["members"]]


def roles(club: dict[str, Any]) -> dict[str, str]:
    return {member["name"]: member["role"] for member in club["members"]}


# --- a link -----------------------------------------------------------------------------------------


def test_whoever_has_the_link_may_join(club: Club, client: TestClient[Any]) -> None:
    stranger = {"X-Key": secrets.token_urlsafe(16)}
    invited = client.get(f"/api/invitations/{club.link}", headers=stranger).json()
    assert invited == {"name": "Gruppetto Pedale", "members": 1, "open": True, "club": None}
    assert club.join("Bo", colours="Green") == 2
    found = club.look(2)
    assert [(one["name"], one["colours"], one["role"]) for one in found["members"]] == [
        ("Ada", "Red", "head"),
        ("Bo", "Green", "member"),
    ]
    assert (
        client.get(f"/api/invitations/{club.link}", headers={"X-Key": club.keys[2]}).json()["club"] == club.id
    )
    assert [line["name"] for line in club.ask("GET", "/api/clubs", member=2)] == ["Gruppetto Pedale"]
    assert client.get("/api/clubs", headers=stranger).json() == [], "there is no list of others"
    assert client.get(f"/api/clubs/{club.id}", headers=stranger).json()["error"]["kind"] == "UnknownClub"
    league = club.league([1])
    assert client.get(f"/api/leagues/{league.id}", headers=stranger).status_code == 404


def test_joining_again_changes_nothing(club: Club) -> None:
    club.join("Bo")
    again = club.ask("POST", f"/api/invitations/{club.link}", {"called": "Bobo"}, 2)
    assert names(again) == ["Ada", "Bo"]


def test_names_that_look_alike_are_one_name(club: Club) -> None:
    club.keys[0] = secrets.token_urlsafe(16)
    wanted = {"called": "АDA"}
    assert club.refused("POST", f"/api/invitations/{club.link}", wanted, 0) == "NameTaken"
    club.join("Bo", club.keys[0])
    assert club.refused("POST", f"/api/clubs/{club.id}/me", wanted, 2) == "NameTaken"
    assert names(club.do("me", {"called": "Bea", "colours": "Black"}, 2)) == ["Ada", "Bea"]


def test_another_link_closes_the_one_before(club: Club) -> None:
    before = club.link
    club.link = club.do("link")["link"]
    club.keys[0] = secrets.token_urlsafe(16)
    assert club.refused("GET", f"/api/invitations/{before}", member=0) == "UnknownInvitation"
    club.join("Bo", club.keys[0])


def test_a_club_that_is_closed_takes_no_newcomers(club: Club) -> None:
    assert club.do("", {"open": False, "name": "Closed circle"})["name"] == "Closed circle"
    club.keys[0] = secrets.token_urlsafe(16)
    assert club.refused("POST", f"/api/invitations/{club.link}", {"called": "Bo"}, 0) == "ClubClosed"
    club.do("", {"open": True})
    club.join("Bo", club.keys[0])


# --- looking after it -------------------------------------------------------------------------------


def test_organisers_look_after_a_club_and_members_do_not(club: Club) -> None:
    club.grow(4)
    for path, body in [
        ("", {"name": "Mine"}),
        ("link", None),
        ("members/3/remove", None),
        ("leagues", SPRINTS),
    ]:
        url = f"/api/clubs/{club.id}/{path}".rstrip("/")
        assert club.refused("POST", url, body, 2) == "NotOrganiser"
    appoint = f"/api/clubs/{club.id}/members/2/appoint"
    assert club.refused("POST", appoint, {"organiser": True}, 3) == "NotHead"
    club.ask("POST", appoint, {"organiser": True})
    assert club.do("", {"name": "Ours"}, 2)["name"] == "Ours"
    assert club.refused("POST", f"/api/clubs/{club.id}/members/1/remove", member=2) == "NotHead"
    assert len(names(club.do("members/3/remove", member=2))) == 3
    assert club.refused("GET", f"/api/clubs/{club.id}", member=3) == "UnknownClub"
    again = {"called": "Again"}
    assert club.refused("POST", f"/api/invitations/{club.link}", again, 3) == "ClubClosed", "for good"
    club.ask("POST", appoint, {"organiser": False})
    assert club.refused("POST", f"/api/clubs/{club.id}", {"name": "Mine"}, 2) == "NotOrganiser"


def test_the_head_passes_the_role_on(club: Club) -> None:
    club.grow(3)
    first, second, _ = names(club.look())
    passed = club.do("members/2/head")
    assert roles(passed)[first] == "organiser"
    assert roles(passed)[second] == "head"
    assert club.refused("POST", f"/api/clubs/{club.id}/members/3/head") == "NotHead"


def test_a_club_is_never_without_a_head(club: Club) -> None:
    club.grow(3)
    club.do("members/3/appoint", {"organiser": True})
    club.do("leave")
    assert [member["role"] for member in club.look(3)["members"]] == ["member", "head"]
    club.do("leave", member=3)
    assert [member["role"] for member in club.look(2)["members"]] == ["head"]
    back = club.ask("POST", f"/api/invitations/{club.link}", {"called": "Ada again"}, 1)
    assert (back["you"], roles(back)["Ada again"]) == (1, "member")


def test_whoever_leaves_a_club_leaves_its_leagues(club: Club) -> None:
    league = club.league(club.grow(3), seats=3, rounds=1)
    league.do("begin")
    (heat,) = league.tables(1)
    club.do("leave", member=3)
    (line,) = [line for line in league.look()["standings"] if line["rider"] == 3]
    assert line["dropped"] == 1
    seat = heat["riders"].index(3)
    assert club.ask("GET", f"/api/tables/{heat['table']}")["seats"][seat]["kind"] == "bot"
    assert next(it for it in league.look()["members"] if it["number"] == 3)["role"] == "left"


# --- keys -------------------------------------------------------------------------------------------


def test_a_club_follows_its_member_to_another_key(club: Club) -> None:
    league = club.league(club.grow(2), seats=2, rounds=1)
    league.do("begin")
    former, club.keys[2] = club.keys[2], secrets.token_urlsafe(16)
    assert club.refused("GET", f"/api/clubs/{club.id}", member=2) == "UnknownClub"
    club.ask("POST", "/api/me/keys", {"keys": [former]}, 2)
    assert club.look(2)["you"] == 2
    league.lend(1)
    check(league.until(lambda league: league["status"] == "over"))


def test_whoever_is_forgotten_leaves_no_name_behind(club: Club, database: str) -> None:
    league = club.league(club.grow(3), seats=3, rounds=2)
    league.do("begin")
    number = club.ask("GET", "/api/me", member=2)["id"]
    forget = [sys.executable, "-m", "gruppetto.cli", "db", "forget", "--person", number, "--yes"]
    subprocess.run([*forget, "--database", database], check=True, capture_output=True)
    found = league.look()
    assert [member["number"] for member in found["members"]] == [1, 3]
    assert {line["rider"] for line in found["standings"]} == {1, 2, 3}, "what they have ridden stands"
    assert len(club.look()["members"]) == 2
    assert club.refused("GET", f"/api/clubs/{club.id}", member=2) == "UnknownClub"
    assert club.join("Newcomer") == 4, "nobody inherits their number"


def test_a_table_that_an_operator_removes_holds_up_no_league(club: Club, database: str) -> None:
    league = club.league(club.grow(4), seats=2, rounds=1)
    league.do("begin")
    first, second = league.tables(1)
    remove = [sys.executable, "-m", "gruppetto.cli", "db", "forget", "--table", first["table"], "--yes"]
    subprocess.run([*remove, "--database", database], check=True, capture_output=True)
    for seat, rider in enumerate(second["riders"]):
        path = f"/api/tables/{second['table']}/seats/{seat}/lend"
        club.ask("POST", path, {"level": "touriste"}, rider)
    ended = league.until(lambda league: league["status"] == "over")
    check(ended)
    assert [bool(heat["scores"]) for heat in ended["history"][0]["heats"]] == [False, True]


# --- too much ---------------------------------------------------------------------------------------


def test_numbers_are_bounded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_CLUBS", 1)
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    monkeypatch.setattr(leagues, "MOST_GOING", 1)
    monkeypatch.setattr(leagues, "MOST_RIDERS", 1)
    assert club.refused("POST", "/api/clubs", {"name": "Another", "called": "Ada"}) == "ClubsEnough"
    club.join("Bo")
    club.keys[3] = secrets.token_urlsafe(16)
    assert club.refused("POST", f"/api/invitations/{club.link}", {"called": "Cy"}, 3) == "ClubFull"
    club.do("leave", member=2)
    club.ask("POST", f"/api/invitations/{club.link}", {"called": "Cy"}, 3)
    assert club.refused("POST", f"/api/invitations/{club.link}", {"called": "Bo"}, 2) == "ClubFull"
    league = club.league([1])
    assert club.refused("POST", f"/api/clubs/{club.id}/leagues", SPRINTS) == "LeaguesEnough"
    assert club.refused("POST", f"/api/leagues/{league.id}/ride", member=3) == "LeagueFull"


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"seconds": 60}, "RoundTooShort"),
        ({"points": [1, 2]}, "BadPoints"),
        ({"rounds": 41}, "BadRequest"),
        ({"seats": 7}, "BadRequest"),
        ({"seats": 6}, "UnknownSeat"),
        ({"name": "\u200b"}, "BadRequest"),
        ({"game": "chess"}, "UnknownGame"),
        ({"options": {"stage": "nowhere!"}}, "UnknownStage"),
        ({"options": {"teams": ["player", "peloton"]}}, "BadOption"),
        ({"by_stage": True}, "BadOption"),
    ],
    ids=str,
)
def test_a_league_that_cannot_be_ridden_is_refused(club: Club, wrong: dict[str, Any], kind: str) -> None:
    assert club.refused("POST", f"/api/clubs/{club.id}/leagues", {**SPRINTS, **wrong}) == kind


def test_to_look_at_a_club_costs_no_more_the_more_leagues_it_has(
    club: Club, client: TestClient[Any], asks: Callable[..., int]
) -> None:
    def asked(path: str) -> int:
        return asks(lambda: club.ask("GET", path), "FROM club", "FROM member", "FROM rider JOIN")

    paths = ("/api/clubs", f"/api/clubs/{club.id}")
    few = [asked(path) for path in paths]
    for _ in range(5):
        club.league([1])
    assert [asked(path) for path in paths] == few
    second = Club(client, "Second")
    club.ask("POST", f"/api/invitations/{second.link}", {"called": "Bo"})
    assert asked(paths[0]) == few[0]
    lines = {line["name"]: line for line in club.ask("GET", "/api/clubs")}
    assert (lines["Gruppetto Pedale"]["members"], lines["Gruppetto Pedale"]["running"]) == (1, 5)
    assert (lines["Second"]["members"], lines["Second"]["running"]) == (2, 0)


def test_one_client_can_only_do_so_much(database: str) -> None:
    limits = Limits(clubs=(0.001, 3))
    with TestClient(application(Settings(database, "memory://", limits))) as client:
        club = Club(client)
        club.do("link")
        club.do("link")
        assert club.refused("POST", f"/api/clubs/{club.id}/link") == "TooMany"


def test_a_league_begins_once_and_with_somebody_to_ride_against(club: Club) -> None:
    club.grow(2)
    league = club.league([1], seats=2, begins=time.time() + 3600)
    begin = f"/api/leagues/{league.id}/begin"
    assert club.refused("POST", begin) == "RidersMissing"
    league.do("ride", member=2)
    assert club.refused("POST", begin, member=2) == "NotOrganiser"
    league.do("begin")
    assert club.refused("POST", begin) == "LeagueBegun"
    club.join("Cy")
    assert club.refused("POST", f"/api/leagues/{league.id}/ride", member=3) == "LeagueBegun"
    assert league.do("call-off")["status"] == "off"
    assert club.refused("POST", f"/api/leagues/{league.id}/prolong") == "NotProlonged"
