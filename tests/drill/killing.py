"""Kill servers at any moment, and look whether anything that was acknowledged is lost, doubled or wrong."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import httpx
import sqlalchemy as sa
from servers import PATIENCE, Rider, Server, open_tables
from sqlalchemy.ext.asyncio import create_async_engine

import gruppetto as g
from gruppetto.server.store import moves

TABLES = 20
MOST_BETWEEN_KILLS = 40  # decisions
SILENCE = 2.0  # seconds without any, after which nobody plays


async def rows_of(database: str) -> list[Any]:
    engine = create_async_engine(database)
    async with engine.connect() as connection:
        rows = (await connection.execute(sa.select(moves.c.match, moves.c.seq, moves.c.move_id))).all()
    await engine.dispose()
    return list(rows)


class Killer:
    """Kills each server again and again in the midst of play, and starts it anew."""

    def __init__(self, servers: list[Server], kills: int, chance: random.Random) -> None:
        self.servers, self.kills, self.chance = servers, kills, chance
        self.riders: list[Rider] = []
        self.killed = 0

    async def work(self) -> None:
        await asyncio.gather(*(self.haunt(server) for server in self.servers))

    async def haunt(self, server: Server) -> None:
        while self.killed < self.kills:
            await asyncio.to_thread(server.wait)
            await self.let_them_play(self.chance.randrange(MOST_BETWEEN_KILLS))
            await asyncio.sleep(self.chance.uniform(0.0, 0.05))
            server.kill()
            self.killed += 1
            server.start()

    async def let_them_play(self, decisions: int) -> None:
        """Wait until so many more have been acknowledged, or nobody plays."""
        end = self.acknowledged() + decisions
        while self.acknowledged() < end:
            before = self.acknowledged()
            for _ in range(int(SILENCE / 0.01)):
                await asyncio.sleep(0.01)
                if before < self.acknowledged():
                    break
            else:
                return

    def acknowledged(self) -> int:
        return sum(len(rider.acknowledged) for rider in self.riders)


async def race_while_killing(
    servers: list[Server], kills: int, seed: int, tables: int = TABLES
) -> tuple[list[Rider], int]:
    """Clients ride on all tables, round after round, until servers have been killed so often."""
    chance, urls = random.Random(seed), [server.url for server in servers]
    killer, killing = Killer(servers, kills, chance), None
    while killing is None or not killing.done():
        here = [
            Rider(table, seat, key, urls, chance.getrandbits(32))
            for table, keys in (await open_tables(urls, tables)).items()
            for seat, key in keys.items()
        ]
        killer.riders += here
        killing = killing or asyncio.create_task(killer.work())  # at tables that are set up
        async with httpx.AsyncClient(timeout=5) as client:
            await asyncio.gather(*(rider.ride(client, 0.02) for rider in here))
    await killing
    for server in servers:
        await asyncio.to_thread(server.wait)
    return killer.riders, killer.killed


def check(riders: list[Rider], database: str, url: str) -> int:
    """Every acknowledged decision is in the log once; every race is over and its log verifies."""
    rows = asyncio.run(rows_of(database))
    kept = {(match, seq): move_id for match, seq, move_id in rows}
    assert len({(match, move_id) for match, _, move_id in rows}) == len(rows)
    acknowledged = 0
    for rider in riders:
        for seq, move_id in rider.acknowledged.items():
            assert kept[rider.table, seq] == move_id
            acknowledged += 1
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        for table in {rider.table for rider in riders}:
            assert g.loads(client.get(f"/api/tables/{table}/log").content).over
    return acknowledged


def kill_again_and_again(
    servers: Sequence[Server], kills: int, seed: int, tables: int = TABLES
) -> dict[str, int]:
    """Servers are killed so often while people play; then everything is looked at. What was counted."""
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        riders, killed = asyncio.run(race_while_killing(list(servers), kills, seed, tables))
        acknowledged = check(riders, servers[0].database, servers[0].url)
    finally:
        for server in servers:
            server.kill()
    return {
        "kills": killed,
        "races": len({rider.table for rider in riders}),
        "acknowledged": acknowledged,
        "resent": sum(rider.resent for rider in riders),
    }
