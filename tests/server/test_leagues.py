"""Leagues run by themselves: rounds begin and end, tables are set up once, points add up."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from leaguers import Club, check, meetings
from litestar.testing import TestClient

from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits
from gruppetto.server.store import leagues

TOUR = {"game": "flamme-rouge-tour", "options": {"stages": ["abcu", "abcDHu"]}}


def served(database: str, **more: Any) -> TestClient[Any]:
    return TestClient(
        application(Settings(database, "memory://", Limits.OFF, 0.1, 0.0, shortest_round=1, **more))
    )


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with served(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}") as client:
        yield client


@pytest.fixture
def workers(database: str) -> Iterator[list[TestClient[Any]]]:
    """Two workers on one database, who do not even hear of each other."""
    with served(database) as one, served(database) as other:
        yield [one, other]


@pytest.fixture
def club(client: TestClient[Any]) -> Club:
    return Club(client)


def test_a_league_of_nine_over_three_rounds_with_one_who_drops_out(workers: list[TestClient[Any]]) -> None:
    club = Club(workers[0])
    league = club.league(club.grow(9), seats=3)
    league.do("begin")
    for number in (1, 2, 3):
        found = league.until_round(number)
        check(found)
        assert max(meetings(found).values()) == 1, "with nine riders at tables of three nobody meets twice"
        if number == 2:
            league.do("drop-out", member=4)
        league.lend(number, absent=[4] if number > 1 else [])
    ended = league.until(lambda league: league["status"] == "over")
    check(ended)
    assert [one["number"] for one in ended["history"]] == [3, 2, 1]
    assert sorted(len(heat["riders"]) for heat in ended["history"][0]["heats"]) == [2, 3, 3]
    (out,) = [line for line in ended["standings"] if line["dropped"] is not None]
    assert (out["rider"], out["dropped"], out["ridden"]) == (4, 2, 2)
    assert len(club.ask("GET", "/api/me")["tables"]) == 3, "no table was set up by both workers"
    line = club.look()["leagues"][0]
    champion = next(line["rider"] for line in ended["standings"])
    assert line["champion"] == next(
        member["name"] for member in ended["members"] if member["number"] == champion
    )


# --- those who do not come --------------------------------------------------------------------------


def test_a_bot_rides_on_for_whoever_is_late(club: Club) -> None:
    league = club.league(club.grow(2), seats=2, rounds=1, seconds=2)
    league.do("begin")
    league.lend(1, absent=[2])
    ended = league.until(lambda league: league["status"] == "over")
    check(ended)
    assert ended["history"][0]["late"] == [2]
    assert {line["rider"]: line["late"] for line in ended["standings"]} == {1: 0, 2: 1}
    assert sorted(line["points"] for line in ended["standings"]) == [1, 3], "what the bot wins counts"


def test_whoever_is_late_may_come_back_while_the_table_runs(club: Club) -> None:
    league = club.league(club.grow(2), seats=2, rounds=1, seconds=5)
    league.do("begin")
    (heat,) = league.tables(1)
    seats = {rider: seat for seat, rider in enumerate(heat["riders"])}
    league.until(lambda league: set(league["history"][0]["late"]) == {1, 2})
    table, shown = f"/api/tables/{heat['table']}", {"X-Key": club.keys[2]}
    seat = club.ask("GET", table)["seats"][seats[2]]
    assert (seat["lent"], seat["kind"]) == (True, "person"), "it is theirs still"
    club.client.get(f"{table}/view", headers=shown)
    assert club.answer("POST", f"{table}/seats/{seats[2]}/take-back", member=2).is_success
    league.until(lambda league: league["status"] == "over")


def test_whoever_is_late_is_defeated_where_the_league_says_so(club: Club) -> None:
    league = club.league(club.grow(3), seats=3, rounds=1, seconds=2, late="defeat", points=[9, 5, 4])
    league.do("begin")
    league.lend(1, absent=[3])
    ended = league.until(lambda league: league["status"] == "over")
    check(ended)
    scores = {score["rider"]: score for score in ended["history"][0]["heats"][0]["scores"]}
    assert (scores[3]["place"], scores[3]["points"]) == (0, 0)
    assert sorted((scores[1]["points"], scores[2]["points"])) == [5, 9]


def test_an_organiser_prolongs_a_round_once(club: Club) -> None:
    league = club.league(club.grow(2), seats=2, rounds=1, seconds=3, late="organiser")
    league.do("begin")
    ends = league.look()["history"][0]["ends"]
    prolonged = league.do("prolong")["history"][0]
    assert (prolonged["prolonged"], prolonged["ends"]) == (True, ends + 3)
    assert club.refused("POST", f"/api/leagues/{league.id}/prolong") == "NotProlonged"
    assert club.refused("POST", f"/api/leagues/{league.id}/prolong", member=2) == "NotOrganiser"
    league.until(lambda league: league["status"] == "over")
    assert time.time() > ends + 3, "nobody is late before that"


# --- when things happen -----------------------------------------------------------------------------


def test_rounds_begin_on_their_day(club: Club) -> None:
    begins = time.time() + 1
    league = club.league(club.grow(2), seats=2, rounds=2, seconds=4, early=False, begins=begins)
    assert league.look()["status"] == "open"
    first = league.until_round(1)["history"][0]
    assert begins <= first["begun"]
    league.lend(1)
    second = league.until_round(2)["history"][0]
    assert second["begun"] >= first["ends"]


def test_leagues_that_wait_keep_no_other_waiting(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "AT_ONCE", 1)
    riders, day_before = club.grow(2), time.time() - 24 * 3600
    for nobody in ([], riders[:1]):
        club.league(nobody, seats=2, begins=day_before)
    club.league(riders, seats=2, by_stage=True, **TOUR).do("begin")  # looked at all the time: a stage may end
    for _ in range(2):
        club.league(riders, seats=2, begins=day_before).until_round(1)


@pytest.mark.parametrize("deed", ["drop-out", "call-off"])
def test_what_is_done_while_rules_are_compiled_counts(
    club: Club, monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    league = club.league(club.grow(3), seats=3)
    waits, may_go_on = threading.Event(), threading.Event()

    async def compile_slowly(_: Any) -> None:
        waits.set()
        while not may_go_on.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(club.client.app.state.desk.readiness, "ready", compile_slowly)
    with ThreadPoolExecutor() as aside:
        begins = aside.submit(league.do, "begin")
        assert waits.wait(30)
        monkeypatch.undo()
        league.do(deed, member=3 if deed == "drop-out" else 1)
        may_go_on.set()
        begins.result()
    if deed == "drop-out":
        [heat] = league.until_round(1)["history"][0]["heats"]
        assert sorted(heat["riders"]) == [1, 2]
    else:
        found = league.look()
        assert (found["status"], found["round"], found["history"]) == ("off", 0, [])


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_tour_has_one_table_however_many_come_at_once(database: str) -> None:
    with served(database) as one, served(database) as other:
        club = Club(one)
        riders = club.grow(8)
        for _ in range(3):
            league = club.league([], seats=2, by_stage=True, **TOUR)

            def ride(rider: int, league: str = league.id) -> int:
                worker, key = (one, other)[rider % 2], {"X-Key": club.keys[rider]}
                return worker.post(f"/api/leagues/{league}/ride", headers=key).status_code

            with ThreadPoolExecutor(len(riders)) as at_once:
                assert sorted(at_once.map(ride, riders))[:3] == [200, 200, 409]


def test_a_league_survives_the_server(database: str) -> None:
    with served(database) as client:
        club = Club(client)
        league = club.league(club.grow(4), seats=2, rounds=2, seconds=2)
        league.do("begin")
        before = league.look()["history"]
    time.sleep(2.5)
    with served(database) as client:
        club.client = client
        ended = league.until(lambda league: league["status"] == "over")
        check(ended)
    assert [heat["table"] for heat in ended["history"][1]["heats"]] == [
        heat["table"] for heat in before[0]["heats"]
    ]


def test_a_clock_that_jumps_back_does_nothing_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    league = club.league(club.grow(4), seats=2, rounds=2, seconds=4)
    league.do("begin")
    league.lend(1)
    before = league.until_round(2)
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() - 3600)
    time.sleep(1)
    during = league.look()
    assert [one["heats"] for one in during["history"]] == [one["heats"] for one in before["history"]]
    monkeypatch.undo()
    check(league.until(lambda league: league["status"] == "over"))


def test_two_workers_begin_a_round_once_and_note_once_who_is_late(tmp_path: Path) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"
    with served(database) as one, served(database):
        club = Club(one)
        league = club.league(club.grow(4), seats=2, rounds=2, seconds=3)
        league.do("begin")
        league.lend(1)
        league.until_round(2)
        league.lend(2, absent=[3])
        ended = league.until(lambda league: league["status"] == "over")
    riders = [sorted(rider for heat in one["heats"] for rider in heat["riders"]) for one in ended["history"]]
    assert riders == [[1, 2, 3, 4]] * 2
    assert {line["rider"]: line["late"] for line in ended["standings"]} == {1: 0, 2: 0, 3: 1, 4: 0}


# --- tours ------------------------------------------------------------------------------------------


def test_a_tour_is_ridden_a_stage_a_round(club: Club) -> None:
    league = club.league(club.grow(3), seats=3, seconds=6, early=False, by_stage=True, rounds=9, **TOUR)
    assert league.look()["rounds"] == 2, "as many as there are stages"
    league.do("begin")
    league.lend(1)
    found = league.until(lambda league: league["history"][0]["over"])
    (heat,) = found["history"][0]["heats"]
    resting = club.ask("GET", f"/api/tables/{heat['table']}")
    assert (resting["status"], resting["resumes"]) == ("running", found["history"][0]["ends"])
    stage = club.ask("GET", f"/api/tables/{heat['table']}/view")["view"]["tour"]["stage"]
    assert stage == 2, "its road is laid out"
    assert [one["name"] for one in found["classifications"]] == ["teams", "general"]
    after_one = [(line["rider"], line["amount"]) for line in found["classifications"][0]["lines"]]
    assert max(amount for _, amount in after_one) > 0
    leads = [{"name": one["name"], "rider": one["lines"][0]["rider"]} for one in found["classifications"]]
    assert [line["wearers"] for line in club.look()["leagues"]] == [leads], "on the club's page, too"
    ended = league.until(lambda league: league["status"] == "over")
    assert [one["heats"][0]["table"] for one in ended["history"]] == [heat["table"]] * 2
    teams = [line["rider"] for line in ended["classifications"][0]["lines"]]
    assert [line["rider"] for line in ended["standings"]] == teams


def test_a_bot_rides_on_for_whoever_drops_out_between_two_stages(club: Club) -> None:
    league = club.league(club.grow(2), seats=2, early=False, by_stage=True, **TOUR)
    league.do("begin")
    league.lend(1)
    found = league.until(lambda league: league["history"][0]["over"])
    (heat,) = found["history"][0]["heats"]
    league.do("drop-out", member=2)
    seats = club.ask("GET", f"/api/tables/{heat['table']}")["seats"]
    assert {rider: seats[seat]["kind"] for seat, rider in enumerate(heat["riders"])} == {
        1: "person",
        2: "bot",
    }
