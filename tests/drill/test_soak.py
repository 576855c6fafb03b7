"""People come, play and go, for as long as it is given: the server's memory stays as it is."""

import asyncio
import random

import pytest
import uvloop
from ledger import Drill
from load import AT_ONCE, PEOPLE, Rider, keep_going, open_tables
from servers import Server

pytestmark = pytest.mark.drill
TABLES = 20  # in every piece, new ones
SECONDS = 20.0  # of play in it
WARM_UP = 600.0  # seconds: what is kept of tables that nobody looks at is forgotten after five minutes
MOST_GROWTH = 0.05  # of all memory, from then on


async def come_and_go(server: Server, seed: int) -> int:
    """Four people at each of some new tables, who play as quickly as people can, and leave."""
    url, chance = server.url.replace("http", "ws"), random.Random(seed)
    tables = [
        [Rider(url, table, seat, chance.getrandbits(32)) for seat in range(len(PEOPLE))]
        for table in await open_tables(server.url, TABLES, PEOPLE)
    ]
    riders = [rider for table in tables for rider in table]
    gate = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(rider.connect(gate) for rider in riders))
    await keep_going(tables, "seat", SECONDS)
    for rider in riders:
        await rider.close()
    assert not any(rider.refused for rider in riders)
    return sum(len(rider.seconds) for rider in riders)


def test_memory_stays_as_it_is(sqlite: str, drill: Drill) -> None:
    server = Server(sqlite)
    server.start()
    server.wait()
    begun, warm, memory = drill.page.seconds, 0, 0
    try:
        for seed in drill.pieces():
            decisions = uvloop.run(come_and_go(server, seed))
            drill.count(tables=TABLES, decisions=decisions)
            memory = server.memory()
            print(f"{drill.page.seconds / 60:.1f} min: {memory / 1e6:.1f} MB")  # noqa: T201
            if drill.page.seconds - begun < WARM_UP:
                warm = max(warm, memory)
    finally:
        server.kill()
    drill.page.counts |= {"warm_bytes": warm, "last_bytes": memory}
    assert memory <= warm * (1 + MOST_GROWTH)
