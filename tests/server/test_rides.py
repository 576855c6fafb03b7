"""What is left of a race for those who rode it: listed, summed up, taken along, taken away."""

import asyncio
import csv
import io
import json
import secrets
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import gruppetto
from gruppetto.cli import main
from gruppetto.server.identity import hash_of
from gruppetto.server.limits import Limits
from gruppetto.server.store import Store, matches, rides, seats
from gruppetto.server.taking_along import archive

Make = Callable[..., Any]
BOT = {"kind": "bot", "level": "random"}
ADA = {"kind": "hotseat", "name": "Ada"}


def test_a_race_that_ends_is_in_the_races_of_all_who_rode(
    ridden: Make, mine: Make, client: TestClient[Any]
) -> None:
    race = ridden(title="Sunday", seats=[ADA, {"kind": "open"}, BOT])
    order = race.get().json()["result"]["seats"]
    for seat, others in ((0, ["Player B", "random"]), (1, ["Ada", "random"])):
        (ride,) = mine(race.keys[seat])["rides"]
        assert (ride["table"], ride["seat"], ride["seats"]) == (race.id, seat, 3)
        assert (ride["game"], ride["stage"], ride["title"]) == ("flamme-rouge", "abu", "Sunday")
        assert ride["place"] == order.index(seat) + 1
        assert [other["level"] or other["name"] for other in ride["others"]] == others
        assert (ride["verdict"], ride["gained"]) == (None, None)
    assert mine(secrets.token_urlsafe(16)) == {"rides": [], "next": None}
    assert client.get("/api/me/races").json()["error"]["kind"] == "NoKey"


def test_races_are_found_by_what_they_were(
    ridden: Make, mine: Make, sql: Make, client: TestClient[Any]
) -> None:
    first = ridden(seats=[ADA, BOT])
    key = first.keys[0]
    sql(sa.update(rides).values(at=1_700_000_000.0))  # in November 2023
    second = ridden(seats=[ADA, {"kind": "open"}])
    sql(sa.update(rides).where(rides.c.owner.is_not(None)).values(owner=hash_of(key)))
    found = {
        "all": mine(key),
        "people": mine(key, opponents="people"),
        "bots": mine(key, opponents="bots"),
        "2023": mine(key, year=2023),
        "stage": mine(key, stage="abu", game="flamme-rouge"),
        "elsewhere": mine(key, stage="abcu"),
        "another game": mine(key, game="etapa"),
    }
    tables = {name: [ride["table"] for ride in answer["rides"]] for name, answer in found.items()}
    assert tables["all"] == tables["stage"] == [second.id, second.id, first.id]
    assert tables["people"] == [second.id, second.id]
    assert tables["bots"] == tables["2023"] == [first.id]
    assert tables["elsewhere"] == tables["another game"] == []
    for bad in (
        {"year": 1},
        {"opponents": "cats"},
        {"after": "x"},
        {"stage": "a\x00b"},
        {"game": "x" * 3000},
    ):
        assert client.get("/api/me/races", params=bad, headers={"X-Key": key}).status_code == 400


def test_long_lists_come_page_by_page(ridden: Make, mine: Make, sql: Make, client: TestClient[Any]) -> None:
    race = ridden(seats=[ADA, BOT])
    (row,) = sql(sa.select(matches).where(matches.c.id == race.id))
    (ride,) = sql(sa.select(rides))
    (place, _) = sql(sa.select(seats).where(seats.c.match == race.id).order_by(seats.c.seat))
    names = [f"copy{number:02}" for number in range(70)]
    sql(sa.insert(matches).values([row._asdict() | {"id": name} for name in names]))
    sql(sa.insert(seats).values([place._asdict() | {"match": name} for name in names]))
    same = [ride._asdict() | {"match": name} for name in names]  # all at the same time
    sql(sa.insert(rides).values(same))
    seen, after = [], {}
    while True:
        page = mine(race.keys[0], **after)
        seen += [told["table"] for told in page["rides"]]
        if not page["next"]:
            break
        after = {"after": page["next"]}
    assert sorted(seen) == sorted([race.id, *names])
    assert seen[:-1] == sorted(seen[:-1], reverse=True) or seen == sorted(seen, reverse=True)


def test_what_ones_races_come_to(ridden: Make, mine: Make, sql: Make, client: TestClient[Any]) -> None:
    race = ridden(seats=[ADA, BOT, {"kind": "bot", "level": "touriste"}])
    both = ridden(seats=[ADA, {"kind": "hotseat", "name": "Bo"}])
    key = race.keys[0]
    (place,) = [ride["place"] for ride in mine(key)["rides"]]
    won = place == 1
    told = mine(key, "record")
    assert told["games"] == [{"game": "flamme-rouge", "races": 1, "wins": won, "streak": won, "longest": won}]
    assert told["levels"] == [{"game": "flamme-rouge", "level": "touriste", "races": 1, "wins": won}]
    best = {"place": place, "seats": 3, "table": race.id}
    assert told["stages"] == [{"game": "flamme-rouge", "stage": "abu", "races": 1, "wins": won, **best}]
    assert len(told["years"]) == 1
    assert len(mine(both.host)["rides"]) == 2
    assert mine(both.host, "record")["games"] == [], "who rode on two seats has no bests of it"


def test_streaks_are_of_wins_one_after_the_other(
    ridden: Make, mine: Make, sql: Make, client: TestClient[Any]
) -> None:
    race = ridden(seats=[ADA, BOT])
    (row,) = sql(sa.select(matches).where(matches.c.id == race.id))
    (ride,) = sql(sa.select(rides))
    sql(sa.delete(rides))
    for at, place in enumerate((2, 1, 1, 1, 2, 1, 1)):
        name = f"copy{at}"
        sql(sa.insert(matches).values(row._asdict() | {"id": name}))
        sql(sa.insert(rides).values(ride._asdict() | {"match": name, "at": at, "place": place}))
    (told,) = mine(race.keys[0], "record")["games"]
    assert (told["races"], told["wins"], told["streak"], told["longest"]) == (7, 5, 2, 3)


def test_lessons_and_races_from_a_file_do_not_count(
    ridden: Make, mine: Make, client: TestClient[Any], until_counted: Make
) -> None:
    race = ridden(seats=[ADA, BOT])
    key = {"X-Key": secrets.token_urlsafe(16)}
    whole = client.get(f"/api/tables/{race.id}/log").content
    headers = {**key, "Content-Type": "application/json"}
    made = client.post("/api/tables/import", content=whole, headers=headers).json()
    race.id = made["id"]
    until_counted(race)
    assert mine(key["X-Key"]) == {"rides": [], "next": None}
    lesson = client.post("/api/lessons/flamme-rouge", json={"name": "Ada"}, headers=key).json()
    race.id, race.keys = lesson["id"], {0: key["X-Key"]}
    until_counted(race.race())
    assert mine(key["X-Key"])["rides"] == []


def test_races_of_before_are_written_down_when_a_server_starts(
    ridden: Make, mine: Make, sql: Make, serve: Any, until_counted: Make
) -> None:
    race = ridden(seats=[ADA, {"kind": "open"}, BOT])
    before = [mine(race.keys[seat])["rides"] for seat in (0, 1)]
    sql(sa.delete(rides), sa.update(matches).values(counted=False))
    race.client = serve()
    until_counted(race)
    again = [
        race.client.get("/api/me/races", headers={"X-Key": race.keys[seat]}).json()["rides"]
        for seat in (0, 1)
    ]
    for was, told in zip(before, again, strict=True):
        assert [{**ride, "at": 0} for ride in told] == [{**ride, "at": 0} for ride in was]


def test_one_leaves_a_race_and_it_stays_for_the_others(
    ridden: Make, mine: Make, client: TestClient[Any]
) -> None:
    race = ridden(seats=[ADA, {"kind": "open"}])
    race.post("chat", {"text": "Well ridden"}, 1)
    running = race.client.post(
        "/api/tables", json={"game": "flamme-rouge", "seats": [ADA, BOT]}, headers={"X-Key": race.keys[1]}
    ).json()["id"]
    key = {"X-Key": race.keys[1]}
    assert client.delete(f"/api/me/races/{running}", headers=key).json()["error"]["kind"] == "NotOver"
    other = {"X-Key": secrets.token_urlsafe(16)}
    assert client.delete(f"/api/me/races/{race.id}", headers=other).json()["error"]["kind"] == "NotYours"
    story = client.get(f"/api/tables/{race.id}/story").text
    assert "Player B" in story
    assert client.delete(f"/api/me/races/{race.id}", headers=key).json() == {"races": 1}
    assert mine(race.keys[1])["rides"] == []
    (ride,) = mine(race.keys[0])["rides"]
    assert [other["name"] for other in ride["others"]] == ["Anonymous"]
    for told in (race.get().text, race.get("log").text, client.get(f"/api/tables/{race.id}/story").text):
        assert "Player B" not in told
    assert running in {entry["table"]["id"] for entry in mine(race.keys[1], "")["tables"]}


def test_one_leaves_all_races_but_those_that_go_on(ridden: Make, mine: Make, client: TestClient[Any]) -> None:
    race, other = ridden(seats=[ADA, {"kind": "open"}]), ridden(seats=[ADA, {"kind": "open"}])
    key = {"X-Key": race.keys[1]}
    keys = {"keys": [other.keys[0], other.keys[1]]}
    client.post("/api/me/keys", json=keys, headers=key)
    assert len(mine(race.keys[1])["rides"]) == 3
    assert client.delete("/api/me/races", headers=key).json() == {"races": 2}
    assert mine(race.keys[1])["rides"] == []
    assert mine(race.keys[1], "")["tables"] == []
    assert {seat["name"] for seat in other.get().json()["seats"]} == {"Anonymous"}
    assert [seat["name"] for seat in race.get().json()["seats"]] == ["Ada", "Anonymous"]
    assert len(mine(race.keys[0])["rides"]) == 1


def test_races_come_along_with_a_key_and_go_with_a_person(
    ridden: Make, mine: Make, client: TestClient[Any], database: str, capsys: Any
) -> None:
    race, new = ridden(seats=[ADA, {"kind": "open"}]), secrets.token_urlsafe(16)
    client.post("/api/me/keys", json={"keys": [race.keys[0]]}, headers={"X-Key": new})
    assert [ride["table"] for ride in mine(new)["rides"]] == [race.id]
    assert mine(race.keys[0])["rides"] == []
    number = mine(new, "")["id"]
    with pytest.raises(SystemExit):
        main(["db", "forget", "--person", number, "--database", database, "--yes"])
    capsys.readouterr()
    assert mine(new)["rides"] == []
    (ride,) = mine(race.keys[1])["rides"]
    assert [other["name"] for other in ride["others"]] == ["Anonymous"]
    with pytest.raises(SystemExit):
        main(["db", "forget", "--table", race.id, "--database", database, "--yes"])
    assert mine(race.keys[1])["rides"] == []


def test_one_takes_everything_along(ridden: Make, mine: Make, client: TestClient[Any], table: Make) -> None:
    first = ridden(seats=[ADA, {"kind": "open"}])
    key, theirs = first.keys[0], first.keys[1]
    first.post("chat", {"text": "=SUM(1)"}, 0)
    first.post("chat", {"text": "Mine alone"}, 1)
    second = ridden({1: key}, seats=[BOT, {"kind": "open"}], title="-1+2")
    running = table(seats=[{"kind": "open"}, BOT]).join(0, key=key).start()
    client.post("/api/me", json={"name": "Ada L."}, headers={"X-Key": key})
    answer = client.get("/api/me/export", headers={"X-Key": key})
    assert answer.headers["content-type"] == "application/zip"
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert packed.testzip() is None
    races = [f"races/{race.id}.json" for race in (second, first)]
    assert packed.namelist() == [*races, "races.json", "races.csv", "kept.json"]
    saved = gruppetto.loads(packed.read(races[1]))
    assert saved.over
    listed = json.loads(packed.read("races.json"))
    assert [(one["file"], one["seat"]) for one in listed] == [(races[0], 1), (races[1], 0)]
    rows = list(csv.DictReader(io.StringIO(packed.read("races.csv").decode())))
    assert [(row["match"], row["title"]) for row in rows] == [(second.id, "'-1+2"), (first.id, "")]
    kept = json.loads(packed.read("kept.json"))
    assert [row["name"] for row in kept["identity"]] == ["Ada L."]
    assert {row["match"] for row in kept["seat"]} == {first.id, second.id, running.id}
    assert [row["text"] for row in kept["talk"]] == ["=SUM(1)"]
    assert len(kept["ride"]) == 2
    everything = b"".join(packed.read(name) for name in packed.namelist()).decode()
    assert hash_of(key) not in everything
    assert hash_of(theirs) not in everything
    assert running.id not in "".join(packed.namelist()), "its seed is not told while it runs"


def test_an_archive_takes_no_more_room_than_a_race(
    ridden: Make, client: TestClient[Any], sql: Make, database: str
) -> None:
    race = ridden(seats=[ADA, BOT])
    (row,) = sql(sa.select(matches).where(matches.c.id == race.id))
    (ride,) = sql(sa.select(rides))
    names = [f"copy{number}" for number in range(400)]
    sql(sa.insert(matches).values([row._asdict() | {"id": name} for name in names]))
    sql(sa.insert(rides).values([ride._asdict() | {"match": name} for name in names]))

    async def pieces() -> list[int]:
        store = Store(database)
        try:
            return [len(piece) async for piece in archive(store, hash_of(race.keys[0]))]
        finally:
            await store.engine.dispose()

    sizes = asyncio.run(pieces())
    assert len(sizes) == 402
    assert max(sizes[:-1]) < sum(sizes) / 20


def test_nobody_takes_everything_along_again_and_again(serve: Any) -> None:
    client, key = serve(Limits(exports=(0.001, 2))), {"X-Key": secrets.token_urlsafe(16)}
    asked = [client.get("/api/me/export", headers=key).status_code for _ in range(3)]
    assert asked == [200, 200, 429]
