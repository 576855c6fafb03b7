"""Many tables at once, played from this process: how long a decision takes, and what it costs the server.

The clock runs once every socket is open and has its snapshot. `bench/server_load.py` measures with it.

pace table      every table makes one decision a second
pace seat       every seat that owes a decision makes one a second
pace saturated  every seat decides as soon as it owes a decision
pace 300        so many decisions a second, at all tables together
"""

import asyncio
import json
import random
import resource
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Literal

import httpx
import msgspec
import uvloop
import websockets
from servers import GAMES, HOST, Server

SEATS = 4
WARM_UP = 3.0
AT_ONCE = 20  # sockets that are opened at the same time
Pace = Literal["table", "seat", "saturated"] | int


class Choice(msgspec.Struct):
    code: int


class Heard(msgspec.Struct):
    """As much of a message as a rider needs."""

    type: str
    seq: int = 0
    own: int = 0
    choices: list[Choice] = []
    move_id: str | None = None


class Rider:
    """One seat's socket: decides when told to, and measures."""

    def __init__(self, url: str, table: str, seat: int | None, seed: int) -> None:
        self.url, self.seat = f"{url}/api/tables/{table}/ws", seat
        self.chance = random.Random(seed)
        self.seconds: list[float] = []
        self.state: Heard | None = None
        self.sent: tuple[str, float] | None = None
        self.known = self.refused = self.bytes = 0
        self.eager = False

    async def connect(self, gate: asyncio.Semaphore) -> None:
        async with gate:
            self.socket = await websockets.connect(self.url, max_queue=None, compression=None)
            key = None if self.seat is None else HOST["X-Key"]  # who has none looks on
            await self.socket.send(json.dumps({"type": "hello", "key": key, "seat": self.seat}))
            self.hear(await self.socket.recv())
        self.listening = asyncio.create_task(self.listen())

    async def close(self) -> None:
        self.listening.cancel()
        await self.socket.close()

    @property
    def ready(self) -> bool:
        """Whether it owes a decision and has seen what its last one led to."""
        state = self.state
        return bool(state and state.choices and not self.sent and state.seq >= self.known)

    async def decide(self) -> None:
        assert self.state
        move_id, code = f"{self.chance.getrandbits(60):x}", self.chance.choice(self.state.choices).code
        self.sent = move_id, time.perf_counter()
        move = {"type": "move", "own": self.state.own, "code": code, "move_id": move_id}
        await self.socket.send(json.dumps(move))

    async def listen(self) -> None:
        async for message in self.socket:
            self.hear(message)
            if self.eager and self.ready:
                await self.decide()

    def hear(self, message: Any) -> None:
        self.bytes += len(message)
        heard = msgspec.json.decode(message, type=Heard)
        if heard.type in ("step", "snapshot"):
            self.state = heard
        elif heard.type in ("ack", "refused") and self.sent:
            assert heard.move_id == self.sent[0]
            self.seconds.append(time.perf_counter() - self.sent[1])
            self.known = max(self.known, heard.seq)
            self.refused += heard.type == "refused"
            self.sent = None


PEOPLE = [{"kind": "hotseat", "name": f"P{seat}"} for seat in range(SEATS)]
PATRONS = [{"kind": "bot", "level": "patron"} for _ in range(SEATS)]


async def open_tables(
    url: str, many: int, seats: list[dict[str, str]], games: Sequence[Any] = GAMES
) -> list[str]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(client: httpx.AsyncClient, number: int) -> str:
        async with gate:
            game = games[number % len(games)]
            table = (await client.post("/api/tables", json={**game, "seats": seats}, headers=HOST)).json()
            await client.post(f"/api/tables/{table['id']}/start", json={}, headers=HOST)
            found: str = table["id"]
            return found

    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        return await asyncio.gather(*(one(client, number) for number in range(many)))


async def every_second(riders: list[Rider]) -> None:
    """One of these riders, if one owes a decision, decides every second."""
    chance = riders[0].chance
    await asyncio.sleep(chance.random())
    due = time.monotonic()
    while True:
        ready = [rider for rider in riders if rider.ready]
        if ready:
            await chance.choice(ready).decide()
        due += 1.0
        await asyncio.sleep(max(0.0, due - time.monotonic()))


async def at_a_rate(riders: list[Rider], rate: int) -> None:
    """One of all riders, at random, decides so often a second; who owes nothing is passed over."""
    chance, due = riders[0].chance, time.monotonic()
    while True:
        for _ in range(100):
            rider = chance.choice(riders)
            if rider.ready:
                await rider.decide()
                break
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.monotonic()))


async def keep_going(tables: list[list[Rider]], pace: Pace, seconds: float) -> None:
    """All tables are played for so long."""
    riders = [rider for table in tables for rider in table]
    groups = {"table": tables, "seat": [[rider] for rider in riders]}.get(str(pace), [])
    tasks = [asyncio.create_task(every_second(group)) for group in groups]
    if isinstance(pace, int):
        tasks.append(asyncio.create_task(at_a_rate(riders, pace)))
    if pace == "saturated":
        for rider in riders:
            rider.eager = True
            if rider.ready:
                await rider.decide()
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()


async def load(server: Server, tables: int, seconds: float, pace: Pace, patrons: int) -> dict[str, Any]:
    """Open tables and sockets, warm up, and measure."""
    url, gate = server.url.replace("http", "ws"), asyncio.Semaphore(AT_ONCE)
    seated = [
        [Rider(url, table, seat, number * SEATS + seat) for seat in range(SEATS)]
        for number, table in enumerate(await open_tables(server.url, tables, PEOPLE))
    ]
    riders = [rider for table in seated for rider in table]
    await asyncio.gather(*(rider.connect(gate) for rider in riders))
    thinking = await open_tables(server.url, patrons, PATRONS)
    playing = asyncio.create_task(keep_going(seated, pace, WARM_UP + seconds))
    await asyncio.sleep(WARM_UP)
    for rider in riders:
        rider.seconds.clear()
        rider.bytes = 0
    begun, server_cpu, client_cpu = time.monotonic(), server.cpu(), _own_cpu()
    await playing
    took = time.monotonic() - begun
    found = report(riders, took) | {
        "server_cores": round((server.cpu() - server_cpu) / took, 2),
        "client_cores": round((_own_cpu() - client_cpu) / took, 2),
    }
    await asyncio.gather(*(rider.close() for rider in riders))
    made = [await decisions_at(server.url, table) for table in thinking]
    return {
        "pace": pace,
        "tables": tables,
        "sockets": len(riders),
        **found,
        **({"patron_tables": patrons, "patron_decisions": sum(made)} if patrons else {}),
    }


async def decisions_at(url: str, table: str) -> int:
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        found: int = (await client.get(f"/api/tables/{table}")).json()["seq"]
        return found


def report(riders: list[Rider], took: float) -> dict[str, Any]:
    times = sorted(1000 * second for rider in riders for second in rider.seconds)
    percentiles = {f"p{at}_ms": round(times[at * len(times) // 100], 1) for at in (50, 95, 99)}
    return {
        "seconds": round(took, 1),
        "decisions": len(times),
        "decisions_per_second": round(len(times) / took, 1),
        "refused": sum(rider.refused for rider in riders),
        **percentiles,
        "largest_ms": round(times[-1], 1),
        "megabytes_per_second": round(sum(rider.bytes for rider in riders) / took / 1e6, 2),
    }


def _own_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(tables: int, seconds: float, pace: Pace, patrons: int = 0) -> dict[str, Any]:
    """A server of its own, a load, and what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite+aiosqlite:///{folder}/tables.db")
        server.start()
        server.wait()
        try:
            return uvloop.run(load(server, tables, seconds, pace, patrons))
        finally:
            server.kill()
