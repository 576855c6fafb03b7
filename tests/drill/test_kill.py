"""Kill servers at any moment: no acknowledged decision is lost or doubled, every race ends and verifies."""

import asyncio
import random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from servers import Rider, Server, open_tables
from sqlalchemy.ext.asyncio import create_async_engine

import gruppetto as g
from gruppetto.server.store import moves

pytestmark = pytest.mark.drill
TABLES = 20


async def rows_of(database: str) -> list[Any]:
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        rows = (await connection.execute(sa.select(moves.c.match, moves.c.seq, moves.c.move_id))).all()
    await engine.dispose()
    return list(rows)


async def race_while_killing(servers: list[Any], kills: int, seed: int) -> tuple[list[Any], int]:
    """Clients ride on all tables, round after round, until servers have been killed so often."""
    riders: list[Any] = []
    chance, killed = random.Random(seed), 0
    urls = [server.url for server in servers]

    async def kill_now_and_then(busy: asyncio.Event) -> int:
        count = 0
        while not busy.is_set() and killed + count < kills:
            await asyncio.sleep(chance.uniform(0.2, 0.8))
            server = chance.choice(servers)
            server.kill()
            count += 1
            server.start()
            if len(servers) == 1:
                await asyncio.to_thread(server.wait)
        return count

    while killed < kills:
        tables = await asyncio.to_thread(open_tables, urls[0], TABLES)
        here = [
            Rider(table, seat, token, urls, chance.getrandbits(32))
            for table, tokens in tables.items()
            for seat, token in tokens.items()
        ]
        riders += here
        done = asyncio.Event()
        async with httpx.AsyncClient(timeout=5) as client:
            killer = asyncio.create_task(kill_now_and_then(done))
            await asyncio.gather(*(rider.ride(client, 0.02) for rider in here))
            done.set()
            killed += await killer
        for server in servers:
            await asyncio.to_thread(server.wait)
    return riders, killed


def check(riders: list[Any], database: str, url: str) -> int:
    """Every acknowledged decision is in the log once; every race is over and its log verifies."""
    rows = asyncio.run(rows_of(database))
    kept = {(match, seq): move_id for match, seq, move_id in rows}
    assert len({(match, move_id) for match, _, move_id in rows}) == len(rows)
    acknowledged = 0
    for rider in riders:
        for seq, move_id in rider.acknowledged.items():
            assert kept[rider.table, seq] == move_id
            acknowledged += 1
    with httpx.Client(base_url=url, timeout=30) as client:
        for table in {rider.table for rider in riders}:
            assert g.loads(client.get(f"/api/tables/{table}/log").content).over
    return acknowledged


def test_one_server_killed_again_and_again(sqlite: str, kills: int) -> None:
    server = Server(sqlite)
    server.start()
    server.wait()
    try:
        riders, killed = asyncio.run(race_while_killing([server], kills, 1))
        acknowledged = check(riders, sqlite, server.url)
    finally:
        server.kill()
    print(f"\n{killed} kills, {acknowledged} acknowledged decisions, none lost, none doubled")  # noqa: T201


def test_two_workers_on_postgresql_killed_at_random(postgres: str, kills: int) -> None:
    servers = [Server(postgres, postgres) for _ in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        server.wait()
    try:
        riders, killed = asyncio.run(race_while_killing(servers, kills, 2))
        acknowledged = check(riders, postgres, servers[0].url)
    finally:
        for server in servers:
            server.kill()
    print(f"\n{killed} kills, {acknowledged} acknowledged decisions, none lost, none doubled")  # noqa: T201
