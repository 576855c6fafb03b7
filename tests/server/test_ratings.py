"""Ratings: who wishes them is rated once for a race with others who do, and stands on a ladder."""

import json
import random
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient
from openskill.models import PlackettLuce

from gruppetto.cli import main
from gruppetto.games import registry
from gruppetto.server.app import Settings, application
from gruppetto.server.identity import hash_of
from gruppetto.server.limits import Limits
from gruppetto.server.store import identities, rated, ratings
from gruppetto.server.strength import Strength, after, anchored

Make = Callable[..., Any]
RESULTS = Path(__file__).parents[2] / "bench" / "results"
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "random"}
GAME = "flamme-rouge"


@pytest.fixture
def wish(client: TestClient[Any]) -> Make:
    """Somebody who wishes to be rated, under a name: their key."""

    def wishing(name: str = "Ada", wanted: bool = True, key: str | None = None) -> str:
        headers = {"X-Key": key or secrets.token_urlsafe(16)}
        client.post("/api/me", json={"name": name}, headers=headers)
        answer = client.post("/api/me/ratings", json={"wanted": wanted}, headers=headers)
        assert answer.json()["wanted"] == wanted
        return headers["X-Key"]

    return wishing


@pytest.fixture
def ladder(client: TestClient[Any]) -> Make:
    def told(game: str = GAME, **asked: Any) -> Any:
        answer = client.get(f"/api/ladders/{game}", params=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return told


def verdicts(mine: Make, race: Any, *keys: str) -> list[str | None]:
    """Whether a race counted for these people, or why not."""
    return [next(ride["verdict"] for ride in mine(key)["rides"] if ride["table"] == race.id) for key in keys]


def test_a_rating_moves_as_openskill_moves_it() -> None:
    referee, chance = PlackettLuce(), random.Random(7)
    for _ in range(200):
        seats = chance.randint(2, 6)
        were = [Strength(chance.uniform(5, 45), chance.uniform(0.5, 9)) for _ in range(seats)]
        places = [chance.randint(1, seats) for _ in range(seats)]
        ratings = [[referee.rating(mu=was.mean, sigma=was.doubt)] for was in were]
        expected = [team[0] for team in referee.rate(ratings, ranks=places)]
        found = after(were, places)
        assert [one.mean for one in found] == pytest.approx([one.mu for one in expected])
        assert [one.doubt for one in found] == pytest.approx([one.sigma for one in expected])


def test_a_bot_stays_where_it_is_and_others_move_past_it() -> None:
    strong, newcomer = anchored(280), Strength()
    assert strong.points == pytest.approx(1780)
    moved, still = after([newcomer, strong], [1, 2])
    assert still == strong
    assert moved.points > newcomer.points
    assert moved.margin < newcomer.margin


def test_the_bots_stand_where_the_ladders_have_found_them() -> None:
    for game, results in (("flamme-rouge", "ladder.json"), ("due-ruote", "due-ruote-ladder.json")):
        anchors = registry.get(game).anchors
        for name, found in json.loads((RESULTS / results).read_text())["meetings"].items():
            players = [player.partition("@")[0] for player in name.split(" beats ")]
            if found["share"] < 1 and len(players) == 2 and anchors.keys() >= set(players):
                ahead = 400 * log10(found["share"] / (1 - found["share"]))
                told = anchors[players[0]] - anchors[players[1]]
                low, high = (400 * log10(share / (1 - share)) for share in found["interval"])
                assert low <= told <= high, f"{game}, {name}: {told}, measured {ahead:.0f}"


def test_a_race_for_ratings_rates_those_who_wish_it(
    ridden: Make, wish: Make, mine: Make, ladder: Make, client: TestClient[Any], sql: Make
) -> None:
    ada, bo, stranger = wish("Ada"), wish("Bo"), secrets.token_urlsafe(16)
    assert ladder()["rungs"] == []
    race = ridden({0: ada, 1: bo, 2: stranger}, seats=[OPEN, OPEN, OPEN, BOT], rated=True, listed=True)
    assert race.get().json()["rated"]
    assert any(table["rated"] for table in client.get("/api/tables").json())
    assert verdicts(mine, race, ada, bo, stranger) == ["rated", "rated", "out"]
    order = [seat for seat in race.get().json()["result"]["seats"] if seat != 2]
    fixed = {3: anchored(registry.get(GAME).anchors["random"])}
    were = [fixed.get(seat, Strength()) for seat in order]
    expected = dict(zip(order, after(were, range(len(order))), strict=True))
    for key, seat in ((ada, 0), (bo, 1)):
        (own,) = mine(key, "ratings")["ratings"]
        assert (own["points"], own["races"], own["provisional"]) == (round(expected[seat].points), 1, True)
        (ride,) = mine(key)["rides"]
        assert ride["gained"] == round(expected[seat].points - 1500)
    rungs = ladder()["rungs"]
    assert [rung["name"] for rung in rungs] == [
        {0: "Player A", 1: "Player B"}[seat] for seat in order if seat in (0, 1)
    ]
    assert [rung["place"] for rung in rungs] == [1, 2]
    assert ladder()["anchors"][0]["level"] == "hors-categorie"
    climb = client.get(f"/api/ladders/{GAME}/{rungs[1]['rider']}").json()
    assert climb["rung"] == rungs[1]
    assert [step["points"] for step in climb["steps"]] == [rungs[1]["points"]]
    assert not any(part in json.dumps(ladder()) + json.dumps(climb) for part in (ada, hash_of(ada), race.id))
    assert client.get("/api/ladders/cluedo").status_code == 400
    assert client.get(f"/api/ladders/{GAME}/{'0' * 16}").status_code == 404
    assert client.get(f"/api/ladders/{GAME}", params={"after": "1~no"}).status_code == 400


def test_who_no_longer_wishes_it_is_on_no_ladder(
    ridden: Make, wish: Make, mine: Make, ladder: Make, client: TestClient[Any]
) -> None:
    ada, bo = wish("Ada"), wish("Bo")
    ridden({0: ada, 1: bo}, rated=True)
    rider = mine(ada, "ratings")["ratings"][0]["rider"]
    wish("Ada", False, ada)
    assert [rung["name"] for rung in ladder()["rungs"]] == ["Player B"]
    assert client.get(f"/api/ladders/{GAME}/{rider}").status_code == 404
    assert mine(ada, "ratings")["ratings"][0]["races"] == 1, "what one has reached stays"
    again = ridden({0: ada, 1: bo}, rated=True)
    assert verdicts(mine, again, ada, bo) == ["out", "alone"]
    wish("Ada", True, ada)
    assert len(ladder()["rungs"]) == 2


def test_tables_are_not_rated_unless_somebody_says_so(ridden: Make, wish: Make, mine: Make) -> None:
    ada, bo = wish(), wish()
    race = ridden({0: ada, 1: bo})
    assert verdicts(mine, race, ada, bo) == [None, None]
    assert mine(ada, "ratings")["ratings"] == []


def test_nobody_climbs_alone(ridden: Make, wish: Make, mine: Make) -> None:
    ada = wish()
    race = ridden({0: ada}, seats=[OPEN, BOT, BOT], rated=True)
    assert verdicts(mine, race, ada) == ["alone"]
    both = ridden({0: ada, 1: ada, 2: wish()}, seats=[OPEN, OPEN, OPEN], rated=True)
    told = {ride["seat"]: ride["verdict"] for ride in mine(ada)["rides"] if ride["table"] == both.id}
    assert told == {0: "several", 1: "several"}
    assert verdicts(mine, both, both.keys[2]) == ["alone"]
    assert mine(ada, "ratings")["ratings"] == []


def test_hints_and_ratings_do_not_go_together(client: TestClient[Any]) -> None:
    asked = {"game": GAME, "seats": [OPEN, OPEN], "rated": True, "hints": True}
    refused = client.post("/api/tables", json=asked, headers={"X-Key": secrets.token_urlsafe(16)})
    assert (refused.status_code, refused.json()["error"]["kind"]) == (400, "RatedHints")


def test_whoever_lets_a_bot_ride_is_not_rated_for_it(
    client: TestClient[Any], seated_at: Make, until_counted: Make, wish: Make, mine: Make
) -> None:
    ada, bo, cy = wish(), wish(), wish()
    race = seated_at(client)(seats=[OPEN, OPEN, OPEN], rated=True, options={"stage": "abu"})
    race.join(0, key=ada).join(1, key=bo).join(2, key=cy).start()
    assert race.post("seats/1/lend", {"level": "random"}, 1).status_code == 200
    del race.keys[1]
    until_counted(race.race())
    assert verdicts(mine, race, ada, bo, cy) == ["rated", "lent", "rated"]
    assert mine(bo, "ratings")["ratings"] == []


def test_nobody_changes_their_mind_who_sees_how_it_ends(
    client: TestClient[Any], seated_at: Make, until_counted: Make, wish: Make, mine: Make
) -> None:
    ada, bo = wish(), wish()
    race = seated_at(client)(rated=True, options={"stage": "abu"}).join(0, key=ada).join(1, key=bo).start()
    answer = client.post("/api/me/ratings", json={"wanted": False}, headers={"X-Key": bo})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "RatedRaceRuns")
    leaving = client.delete("/api/me/races", headers={"X-Key": bo})  # which takes ratings away, too
    assert (leaving.status_code, leaving.json()["error"]["kind"]) == (409, "RatedRaceRuns")
    fresh = secrets.token_urlsafe(16)
    client.post("/api/me/keys", json={"keys": [bo]}, headers={"X-Key": fresh})
    race.keys[1] = fresh
    until_counted(race.race())
    assert verdicts(mine, race, ada, fresh) == ["rated", "rated"]
    over = client.post("/api/me/ratings", json={"wanted": False}, headers={"X-Key": fresh})
    assert over.json()["wanted"] is False


def test_a_host_sends_nobody_away_to_win_by_it(
    client: TestClient[Any], seated_at: Make, until_counted: Make, wish: Make, mine: Make
) -> None:
    ada, bo, cy = wish(), wish(), wish()
    race = seated_at(client)(seats=[OPEN, OPEN, OPEN], rated=True, options={"stage": "abu"})
    race.join(0, key=ada).join(1, key=bo).join(2, key=cy)
    race.hosted("seats/1/kick")
    assert race.get().json()["rated"], "before the start nobody has anything to lose"
    race.join(1, key=wish()).start()
    race.race(decisions=3)
    race.hosted("seats/1/kick")
    assert not race.get().json()["rated"]
    del race.keys[1]
    until_counted(race.race())
    assert verdicts(mine, race, ada, cy) == [None, None]


def test_two_people_are_rated_together_so_many_times_a_day(
    ridden: Make, wish: Make, mine: Make, sql: Make
) -> None:
    ada, bo, cy = wish(), wish(), wish()
    first = ridden({0: ada, 1: bo}, rated=True)
    steps = sql(sa.select(rated).where(rated.c.match == first.id))
    copies = [step._asdict() | {"match": f"copy{number}"} for number in range(5) for step in steps]
    sql(sa.insert(rated).values(copies))
    again = ridden({0: ada, 1: bo}, rated=True)
    three = ridden({0: ada, 1: bo, 2: cy}, seats=[OPEN] * 3, rated=True)
    other = ridden({0: ada, 1: cy}, rated=True)
    assert verdicts(mine, again, ada, bo) == ["often", "often"]
    assert verdicts(mine, three, ada, bo, cy) == ["often", "often", "often"]
    assert verdicts(mine, other, ada, cy) == ["rated", "rated"]
    sql(sa.update(rated).values(at=rated.c.at - 24 * 3600))
    tomorrow = ridden({0: ada, 1: bo}, rated=True)
    assert verdicts(mine, tomorrow, ada, bo) == ["rated", "rated"]


def test_a_rating_comes_along_with_a_key_and_goes_with_a_person(
    ridden: Make, wish: Make, mine: Make, ladder: Make, client: TestClient[Any], database: str, capsys: Any
) -> None:
    ada, bo, new = wish("Ada"), wish("Bo"), wish("Ada at home")
    race = ridden({0: ada, 1: bo}, rated=True)
    was = mine(ada, "ratings")["ratings"]
    client.post("/api/me/keys", json={"keys": [ada]}, headers={"X-Key": new})
    assert mine(new, "ratings") == {"wanted": True, "ratings": was}
    assert {rung["name"] for rung in ladder()["rungs"]} == {"Ada at home", "Player B"}
    client.delete(f"/api/me/races/{race.id}", headers={"X-Key": new})
    assert mine(new, "ratings")["ratings"] == was, "a race is left, not what it has made of a rating"
    with pytest.raises(SystemExit):
        main(["db", "forget", "--table", race.id, "--database", database, "--yes"])
    rider = mine(bo, "ratings")["ratings"][0]["rider"]
    assert len(client.get(f"/api/ladders/{GAME}/{rider}").json()["steps"]) == 1
    with pytest.raises(SystemExit):
        main(["db", "forget", "--person", mine(new, "")["id"], "--database", database, "--yes"])
    capsys.readouterr()
    assert [rung["name"] for rung in ladder()["rungs"]] == ["Player B"]
    assert mine(new, "ratings") == {"wanted": False, "ratings": []}
    assert client.delete("/api/me/races", headers={"X-Key": bo}).status_code == 200
    assert (ladder()["rungs"], mine(bo, "ratings")) == ([], {"wanted": False, "ratings": []})


def test_long_ladders_come_page_by_page(
    ridden: Make, wish: Make, ladder: Make, sql: Make, client: TestClient[Any]
) -> None:
    ridden({0: wish("Ada"), 1: wish("Bo")}, rated=True)
    chance, people = random.Random(3), [f"{number:064}" for number in range(120)]
    sql(sa.insert(identities).values([
        {"id": key[-16:], "key": key, "name": key[-3:], "made": 0, "seen": 0, "rated": True} for key in people
    ]), sa.insert(ratings).values([
        {"owner": key, "game": GAME, "rider": key[-16:], "mean": chance.choice((20, 25, 30)),
         "doubt": 1.0 + number % 9, "races": 40} for number, key in enumerate(people)
    ]))  # fmt: skip
    seen, after = [], {}
    while page := ladder(**after):
        seen += page["rungs"]
        if page["next"] is None:
            break
        after = {"after": page["next"]}
    assert [rung["place"] for rung in seen] == list(range(1, 123))
    assert len({rung["rider"] for rung in seen}) == 122
    assert all(one["points"] >= other["points"] for one, other in pairwise(seen))
    assert {rung["provisional"] for rung in seen} == {True, False}
    somebody = seen[77]
    assert client.get(f"/api/ladders/{GAME}/{somebody['rider']}").json()["rung"]["place"] == 78


@pytest.fixture
def workers(new_database: Make) -> Any:
    """Two workers on one PostgreSQL database."""
    settings = Settings(database := new_database(), database, Limits.OFF, 0.2, 0.0)
    clients = [TestClient(application(settings)) for _ in range(2)]
    for client in clients:
        client.__enter__()
    yield clients
    for client in clients:
        client.__exit__(None, None, None)


def test_races_that_end_at_once_are_rated_one_after_the_other(workers: Any, seated_at: Make) -> None:
    keys = [secrets.token_urlsafe(16) for _ in range(3)]
    for key in keys:
        workers[0].post("/api/me/ratings", json={"wanted": True}, headers={"X-Key": key})
    races = [
        seated_at(workers[number % 2])(seats=[OPEN] * 3, rated=True, options={"stage": "abu"})
        for number in range(4)
    ]
    for race in races:
        for seat in range(3):
            race.join(seat, key=keys[seat])
        race.start()
    with ThreadPoolExecutor(4) as people:
        list(people.map(lambda race: race.race(), races))
    told = [[] for _ in keys]
    while any(len(rides) < 4 for rides in told):
        told = [workers[0].get("/api/me/races", headers={"X-Key": key}).json()["rides"] for key in keys]
    for key, rides in zip(keys, told, strict=True):
        assert [ride["verdict"] for ride in rides] == ["rated"] * 4
        (own,) = workers[1].get("/api/me/ratings", headers={"X-Key": key}).json()["ratings"]
        assert own["races"] == 4
        assert own["points"] == pytest.approx(1500 + sum(ride["gained"] for ride in rides), abs=4)
