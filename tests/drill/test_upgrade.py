"""A database full of tables, and a wheel with other rules: none is lost, by a clean stop or by kill −9."""

import asyncio
import json
import random
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import sqlalchemy as sa
from ledger import Drill
from servers import HOST, PATIENCE, Rider, Server
from sqlalchemy.ext.asyncio import create_async_engine
from wheels import installed

import gruppetto as g
from gruppetto.games import registry
from gruppetto.match import Match
from gruppetto.server.store import CARRY, PLAY, carried, matches, moves

pytestmark = pytest.mark.drill
OPTIONS: dict[str, dict[str, Any]] = {"flamme-rouge-tour": {"stages": ["abcu", "abcDHu"]}}
GAMES = ("flamme-rouge", "flamme-rouge-tour", "due-ruote", "etapa")
FINISHED, RUNNING = 3, 4  # tables a game
ENOUGH = 12  # decisions of everybody before the stop; no race is over by then
STORIES = 600.0  # seconds for the stories of a dozen races, on a busy machine
PEOPLE, BOTS = [{"kind": "hotseat", "name": "Ada"}, {"kind": "hotseat", "name": "Bo"}], [{"kind": "bot"}]


class Wheels(NamedTuple):
    """The Pythons that have the older and the newer rules."""

    older: str
    newer: str


class Kept(NamedTuple):
    """What is known of the tables before the upgrade."""

    finished: dict[str, Any]  # their stories
    running: dict[str, dict[int, str]]  # the keys of their seats
    acknowledged: dict[str, set[int]]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wheels]:
    folder = tmp_path_factory.mktemp("wheels")
    (folder / "older").mkdir()
    (folder / "newer").mkdir()
    found = Wheels(installed(folder / "older", newer=False), installed(folder / "newer", newer=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)  # or it would lead both to the same sources
        for python in found:
            subprocess.run([python, "-m", "gruppetto.cli", "warmup"], check=True, stdout=subprocess.DEVNULL)
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


async def opened(client: httpx.AsyncClient, game: str, seats: list[dict[str, str]]) -> dict[str, Any]:
    asked = {"game": game, "seats": seats, "options": OPTIONS.get(game, {})}
    made: dict[str, Any] = (
        (await client.post("/api/tables", json=asked, headers=HOST)).raise_for_status().json()
    )
    (await client.post(f"/api/tables/{made['id']}/start", json={}, headers=HOST)).raise_for_status()
    return made


async def story_of(client: httpx.AsyncClient, table: str) -> Any:
    """The story of a race of bots, once they are home."""
    end = time.monotonic() + STORIES
    while (answer := await client.get(f"/api/tables/{table}/story")).status_code != 200:
        assert time.monotonic() < end, answer.text
        await asyncio.sleep(0.2)
    return answer.json()


async def filled(server: Server, chance: random.Random, stop: Any) -> Kept:
    """Finished races of bots, and races of people and bots that are stopped in the midst of play."""
    async with httpx.AsyncClient(base_url=server.url, timeout=STORIES) as client:
        over = [(await opened(client, game, BOTS * 2))["id"] for game in GAMES for _ in range(FINISHED)]
        stories = {table: await story_of(client, table) for table in over}
        made = [await opened(client, game, PEOPLE + BOTS) for game in GAMES for _ in range(RUNNING)]
    running = {one["id"]: dict.fromkeys(range(len(PEOPLE)), HOST["X-Key"]) for one in made}
    riders = riders_of(running, server, chance)
    async with httpx.AsyncClient(timeout=STORIES) as client:
        riding = [asyncio.create_task(rider.ride(client, 0.02)) for rider in riders]
        await under_way(riders)
        await asyncio.to_thread(stop, server)
        for rider in riders:
            rider.leaving = True
        await asyncio.gather(*riding)
    acknowledged: dict[str, set[int]] = {table: set() for table in running}
    for rider in riders:
        acknowledged[rider.table] |= set(rider.acknowledged)
    return Kept(stories, running, acknowledged)


async def under_way(riders: list[Rider]) -> None:
    """All races have begun in earnest, and all go on; the quickest have waited for the slowest."""
    tables = defaultdict[str, list[Rider]](list)
    for rider in riders:
        tables[rider.table].append(rider)
    while slow := [here for here in tables.values() if min(rider.made for rider in here) < ENOUGH]:
        for rider in riders:
            rider.resting = tables[rider.table] not in slow
        await asyncio.sleep(0.01)
    made = sum(rider.made for rider in riders)
    for rider in riders:
        rider.resting = False
    while sum(rider.made for rider in riders) < made + len(riders):
        await asyncio.sleep(0.01)


def riders_of(tables: dict[str, dict[int, str]], server: Server, chance: random.Random) -> list[Rider]:
    return [
        Rider(table, seat, key, [server.url], chance.getrandbits(32))
        for table, keys in tables.items()
        for seat, key in keys.items()
    ]


async def rows_of(database: str, query: Any) -> list[Any]:
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    await engine.dispose()
    return list(rows)


async def ridden_on(kept: Kept, server: Server, chance: random.Random) -> None:
    """Every table looked at, and every running race ridden to its end by its seats."""
    async with httpx.AsyncClient(base_url=server.url, timeout=STORIES) as client:
        for table, story in kept.finished.items():
            again = (await client.get(f"/api/tables/{table}/story")).raise_for_status().json()
            assert {**again, "table": None} == {**story, "table": None}
            saved = (await client.get(f"/api/tables/{table}/log")).raise_for_status().content
            assert g.loads(saved).result == story["result"]  # checked by the rules that rode it
        for table in kept.running:
            view = (await client.get(f"/api/tables/{table}/view")).raise_for_status().json()
            assert view["carried"], table
        riders = riders_of(kept.running, server, chance)
        await asyncio.gather(*(rider.ride(client, 0.0) for rider in riders))
        for table in kept.running:
            told = await story_of(client, table)
            assert told["table"]["status"] == "over"
            saved = (await client.get(f"/api/tables/{table}/log")).raise_for_status().json()
            assert saved["rules_version"] == registry.get(told["game"]).rules_version + 1


async def beginnings(database: str, table: str) -> tuple[list[int], int, int]:
    """After which rows rounds began under the older rules, how many rows there were, and which one stands."""
    (row,) = await rows_of(database, sa.select(carried).where(carried.c.match == table))
    ((game,),) = await rows_of(database, sa.select(matches.c.game).where(matches.c.id == table))
    log = await rows_of(database, sa.select(moves).where(moves.c.match == table).order_by(moves.c.seq))
    line = next(move for move in log if move.kind == CARRY)
    room = registry.get(game)
    match = Match(room, 3, room.options(row.options), bytes.fromhex(row.seed))
    begun = [0]
    for move in log[: line.seq - 1]:
        assert move.kind == PLAY
        if any(event.opens_round for event in match.play(move.seat, move.action)):
            begun.append(move.seq)
    assert row.taken_back == line.seq - 1 - line.action
    return begun, line.seq - 1, line.action


def stopped(server: Server) -> None:
    assert server.process
    server.process.send_signal(signal.SIGTERM)
    server.process.wait(PATIENCE)


def killed(server: Server) -> None:
    server.kill()


async def upgraded(database: str, wheels: Wheels, stop: Any, seed: int) -> dict[str, int]:
    """Fill a database under the older rules, stop, go on under the newer: what was counted."""
    chance = random.Random(seed)
    older, newer = (Server(database, python=python) for python in wheels)
    try:
        older.start()
        await asyncio.to_thread(older.wait)
        kept = await filled(older, chance, stop)
        newer.start()
        await asyncio.to_thread(newer.wait)
        await ridden_on(kept, newer, chance)
    finally:
        older.kill()
        newer.kill()
    back = whole = 0
    for table in kept.running:
        begun, rows, since = await beginnings(database, table)
        assert since == begun[-1] or (since == begun[-2] and begun[-1] not in kept.acknowledged[table])
        assert max(kept.acknowledged[table]) <= rows
        back, whole = back + rows - since, whole + rows
    return {
        "finished": len(kept.finished),
        "running": len(kept.running),
        "decisions": whole,
        "taken_back": back,
    }


def test_none_is_lost_after_a_clean_stop(database: str, wheels: Wheels, drill: Drill) -> None:
    drill.count(**asyncio.run(upgraded(database, wheels, stopped, 1)))


def test_none_is_lost_after_kill_9(database: str, wheels: Wheels, drill: Drill) -> None:
    drill.count(**asyncio.run(upgraded(database, wheels, killed, 2)))


def test_the_wheels_differ(wheels: Wheels) -> None:
    """The same seed, the same riders, another race: the rules have really changed, in every game."""
    raced = [
        subprocess.run(
            [python, str(Path(__file__).with_name("one_race.py"))], check=True, capture_output=True
        )
        for python in wheels
    ]
    older, newer = (json.loads(ran.stdout) for ran in raced)
    for game in GAMES:
        assert newer[game]["rules_version"] == older[game]["rules_version"] + 1
        assert newer[game]["positions"] != older[game]["positions"], game
