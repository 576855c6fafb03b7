"""Tables outlive their rules: finished races are watched, running ones carried over."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import gruppetto as g
from gruppetto.games import registry
from gruppetto.match import signed
from gruppetto.server import store as stores
from gruppetto.server.store import Store
from gruppetto.story import unpack, unpacked

from .conftest import eventually

JSON = {"Content-Type": "application/json", "X-Key": "k" * 22}
TOUR = {"stages": ["abcu", "abcDHu"]}
OPTIONS: dict[str, dict[str, Any]] = {"flamme-rouge-tour": TOUR}
GAMES = list(registry.games())
Newer = Callable[[], None]
ON_SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Newer:
    """Install other rules: the same, with another number."""

    def install() -> None:
        for game in registry.games().values():
            monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)

    return install


def ask(database: str, question: Callable[[Store], Any]) -> Any:
    async def answer() -> Any:
        store = Store(database)
        try:
            return await question(store)
        finally:
            await store.engine.dispose()

    return asyncio.run(answer())


def three_rounds(seated: Any) -> Any:
    """Random decisions until the third round has begun, and one more."""
    rounds = 0
    while rounds < 3:
        seat = seated.waiting()[0]
        before = seated.view()["view"]["round"]
        seated.play(seat)
        rounds += seated.view()["view"]["round"] > before
    seated.play(seated.waiting()[0])
    return seated


@pytest.fixture
def opened(table: Any) -> Callable[[str], Any]:
    def open_one(game: str) -> Any:
        seats = [{"kind": "hotseat"}] * registry.get(game).fewest_seats
        return table(game=game, seats=seats, options=OPTIONS.get(game, {})).start()

    return open_one


@pytest.mark.parametrize("game", GAMES)
@ON_SQLITE
def test_a_finished_race_is_watched_and_downloaded_under_other_rules(
    opened: Any, serve: Any, newer: Newer, same_table: Any, game: str
) -> None:
    seated = opened(game).race()
    story, log = seated.get("story").json(), seated.get("log").json()
    table, view = seated.get().json(), seated.view()
    newer()
    after = same_table(seated, serve())
    again = after.get("story").json()
    assert {**again, "table": None} == {**story, "table": None}
    assert after.get().json() == table
    assert after.view()["view"] == view["view"]
    assert after.view()["last"][-1] == view["last"][-1]
    assert after.view(0)["choices"] == []
    downloaded = after.get("log").json()
    assert {**downloaded, "position": None, "checksum": ""} == {**log, "position": None, "checksum": ""}
    past = g.loads(after.get("log").content)
    assert isinstance(past, g.PastMatch)
    assert past.result == table["result"]
    brought = after.client.post("/api/tables/import", content=after.get("log").content, headers=JSON).json()
    assert brought["table"]["status"] == "over"
    assert after.client.get(f"/api/tables/{brought['id']}/story").json()["steps"] == story["steps"]


@pytest.mark.parametrize("game", GAMES)
@ON_SQLITE
def test_a_running_race_goes_on_from_its_latest_round(
    opened: Any, serve: Any, newer: Newer, same_table: Any, database: str, game: str
) -> None:
    seated = three_rounds(opened(game))
    before, seq = seated.get().json(), seated.view()["seq"]
    round_begun = seated.view()["view"]["round"]
    kept = ask(database, lambda store: store.rounds(seated.id))
    assert len(kept) == 3
    newer()
    after = same_table(seated, serve())
    view = after.view(0)
    assert view["seq"] == seq + 1
    assert view["carried"] == {
        "seq": seq + 1,
        "rules_version": registry.get(game).rules_version - 1,
        "taken_back": seq - kept[0].seq,
        "commitment": before["commitment"],
    }
    assert view["view"]["round"] == round_begun
    assert view["table"]["commitment"] != before["commitment"]
    after.race()
    assert after.get().json()["status"] == "over"
    assert g.loads(after.get("log").content).start is not None
    assert after.get("story").json()["result"]


def test_bots_ride_on_under_other_rules(table: Any, serve: Any, newer: Newer, same_table: Any) -> None:
    seated = three_rounds(table(seats=[{"kind": "hotseat"}, {"kind": "hotseat"}]).start())
    for seat in (0, 1):
        seated.post(f"seats/{seat}/lend", {"level": "random"}, seat)
    newer()
    after = same_table(seated, serve())
    eventually(lambda: after.get().json()["status"] == "over")
    newer()
    assert same_table(seated, serve()).get("story").json()["steps"]


@ON_SQLITE
def test_a_race_can_be_carried_over_again_and_again(
    opened: Any, serve: Any, newer: Newer, same_table: Any, database: str
) -> None:
    seated = three_rounds(opened("flamme-rouge"))
    for _ in range(3):
        newer()
        seated = same_table(seated, serve())
        assert seated.view()["view"]["round"] == 3
    assert ask(database, lambda store: store.rounds(seated.id)) == []
    assert seated.view()["carried"]["taken_back"] == 0
    seated.race()
    assert seated.get().json()["status"] == "over"


@ON_SQLITE
def test_a_position_that_is_refused_is_passed_over_for_an_earlier_one(
    opened: Any, serve: Any, newer: Newer, same_table: Any, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = three_rounds(opened("flamme-rouge"))
    kept = ask(database, lambda store: store.rounds(seated.id))
    real, last = type(registry.get("flamme-rouge")).from_position, json.loads(unpacked(kept[0].position))

    def choosy(self: Any, document: Any, keys: Any) -> Any:
        if document == last:
            raise g.BadPosition("There are no third rounds any more.")
        return real(self, document, keys)

    monkeypatch.setattr(type(registry.get("flamme-rouge")), "from_position", choosy)
    newer()
    after = same_table(seated, serve())
    assert after.view()["view"]["round"] == 2
    assert after.view()["carried"]["taken_back"] == after.view()["seq"] - 1 - kept[1].seq


@ON_SQLITE
def test_a_round_whose_beginning_was_taken_back_is_not_gone_on_from(
    opened: Any, serve: Any, newer: Newer, same_table: Any, database: str
) -> None:
    seated = three_rounds(opened("flamme-rouge"))
    kept = ask(database, lambda store: store.rounds(seated.id))
    last = seated.view()["seq"]

    async def undo(store: Store) -> None:
        await store.open()
        for seq, target in enumerate((last, kept[0].seq), start=last + 1):
            await store.append(seated.id, stores.Move(seq, stores.UNDO, 0, target, f"undo:{seq}"))
        await store.close()

    asyncio.run(undo(Store(database)))
    newer()
    after = same_table(seated, serve())
    assert after.view()["view"]["round"] == 2
    assert after.view()["carried"]["taken_back"] == kept[0].seq - 1 - kept[1].seq


@ON_SQLITE
def test_a_table_that_was_not_begun_is_begun_under_other_rules(
    table: Any, serve: Any, newer: Newer, same_table: Any
) -> None:
    seated = table()
    newer()
    after = same_table(seated, serve())
    after.join(0).join(1).start()
    assert after.view()["carried"] is None
    assert after.race().get().json()["status"] == "over"


@ON_SQLITE
def test_everybody_at_the_table_is_told(
    opened: Any, serve: Any, newer: Newer, same_table: Any, connect: Any, until: Any
) -> None:
    seated = three_rounds(opened("flamme-rouge"))
    newer()
    after = same_table(seated, serve())
    socket = connect(after, 0, since=1)
    snapshot = until(socket, "snapshot")
    assert snapshot["carried"]["taken_back"] > 0
    assert snapshot["gap"] == []
    socket.close()


def of_older_rules(content: bytes, **changed: Any) -> bytes:
    """A save file as the version before would have written it; it is read by another process."""
    document = {**json.loads(content), **changed}
    document["rules_version"] -= 1
    del document["checksum"]
    return signed(document)


@ON_SQLITE
def test_an_older_running_save_is_brought_only_when_asked(client: TestClient[Any]) -> None:
    match = g.start("flamme-rouge", seats=2, seed=4)
    while match.view()["round"] < 3:
        match.play(match.waiting[0], match.choices(match.waiting[0])[0])
    content = of_older_rules(match.to_json())
    refused = client.post("/api/tables/import", content=content, headers=JSON)
    assert (refused.status_code, refused.json()["error"]["kind"]) == (409, "OtherRules")
    assert "It can be carried over" in refused.json()["error"]["text"]
    brought = client.post("/api/tables/import?carry_over=true", content=content, headers=JSON).json()
    assert brought["table"]["status"] == "running"
    assert client.get(f"/api/tables/{brought['id']}/view").json()["view"]["round"] == 3


@ON_SQLITE
def test_a_forged_story_is_refused_before_there_is_a_table(opened: Any) -> None:
    seated = opened("flamme-rouge").race()
    content = of_older_rules(seated.get("log").content, story="AAAA")
    refused = seated.client.post("/api/tables/import", content=content, headers=JSON)
    assert refused.status_code == 400
    assert "story: it cannot be read" in refused.json()["error"]["text"]


def test_result_and_story_are_written_together_and_again_if_that_fails(
    serve: Any, database: str, seated_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve()
    store, tries, broken = client.app.state.desk.store, [], [True]
    real = store._count

    async def count(*given: Any) -> None:
        tries.append(given)
        if broken[0]:
            raise stores.Lost("the disk is full")
        await real(*given)

    monkeypatch.setattr(store, "_count", count)
    seated = seated_at(client)(seats=[{"kind": "hotseat"}] * 2).start().race(decisions=400)
    assert seated.get().json()["status"] == "over"  # whatever the database holds it to be
    assert seated.hosted("rematch").status_code == 200
    assert seated.get("log").status_code == seated.get("story").status_code == 200
    assert ask(database, lambda store: store.match(seated.id)).status == "running"
    eventually(lambda: len(tries) > 1)
    broken[0] = False
    row = eventually(
        lambda: (row := ask(database, lambda store: store.match(seated.id))).status == "over" and row
    )
    assert "winner" in row.result
    packed = ask(database, lambda store: store.story(seated.id))
    assert len(unpack(packed).steps) == seated.get().json()["seq"]
    assert ask(database, lambda store: store.rounds(seated.id)) == []


@ON_SQLITE
def test_stories_of_races_that_had_none_are_told_when_the_server_starts(
    opened: Any, serve: Any, database: str
) -> None:
    seated = opened("flamme-rouge").race()
    told = seated.get("story").json()["steps"]
    serve()

    async def forget(store: Store) -> None:
        async with store.engine.begin() as connection:
            await connection.execute(sa.delete(stores.stories))

    ask(database, forget)
    serve()
    packed = eventually(lambda: ask(database, lambda store: store.story(seated.id)))
    assert len(unpack(packed).steps) == len(told)
