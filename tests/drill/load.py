"""Many tables at once: how long a decision takes from sending to its acknowledgement.

    python tests/drill/load.py [--tables 200] [--seconds 30] [--every 1.0]

Starts `gruppetto serve` on an embedded database of its own and plays from this process.
"""

import argparse
import asyncio
import json
import random
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from conftest import Server  # type: ignore[import-not-found]

SEATS = 4


class Choice(msgspec.Struct):
    code: int


class Heard(msgspec.Struct):
    """As much of a message as a rider needs."""

    type: str
    own: int = 0
    choices: list[Choice] = []
    move_id: str | None = None


class Rider:
    """One seat's socket: decides once every so often, and measures."""

    def __init__(self, url: str, table: str, token: str, every: float, seed: int) -> None:
        self.url, self.token, self.every = f"{url}/api/tables/{table}/ws", token, every
        self.chance, self.seconds, self.sent = random.Random(seed), [], {}  # type: ignore[var-annotated]
        self.state: Heard | None = None
        self.refused = 0

    async def ride(self, until: float) -> None:
        async with websockets.connect(self.url, max_queue=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": self.token}))
            listening = asyncio.create_task(self.listen(socket))
            await asyncio.sleep(self.chance.uniform(0, self.every))
            while time.monotonic() < until:
                await self.decide(socket)
                await asyncio.sleep(self.every)
            listening.cancel()

    async def decide(self, socket: Any) -> None:
        if not self.state or not self.state.choices or self.sent:
            return
        move_id = f"{self.chance.getrandbits(60):x}"
        code = self.chance.choice(self.state.choices).code
        self.sent[move_id] = time.perf_counter()
        await socket.send(
            json.dumps({"type": "move", "own": self.state.own, "code": code, "move_id": move_id})
        )

    async def listen(self, socket: Any) -> None:
        async for message in socket:
            heard = msgspec.json.decode(message, type=Heard)
            if heard.type in ("step", "snapshot"):
                self.state = heard
            elif heard.type in ("ack", "refused"):
                begun = self.sent.pop(heard.move_id, None)
                self.refused += heard.type == "refused"
                if begun:
                    self.seconds.append(time.perf_counter() - begun)


async def open_tables(url: str, many: int) -> list[tuple[str, list[str]]]:
    made = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(many):
            seats = [{"kind": "hotseat", "name": f"P{seat}"} for seat in range(SEATS)]
            table = (await client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats})).json()
            await client.post(
                f"/api/tables/{table['id']}/start", json={}, headers={"X-Host-Token": table["host_token"]}
            )
            made.append((table["id"], list(table["tokens"].values())))
    return made


async def load(server: Any, tables: int, seconds: float, every: float) -> dict[str, Any]:
    opened = await open_tables(server.url, tables)
    url, until = server.url.replace("http", "ws"), time.monotonic() + seconds
    riders = [
        Rider(url, table, token, every, number * SEATS + seat)
        for number, (table, tokens) in enumerate(opened)
        for seat, token in enumerate(tokens)
    ]
    cpu = _cpu(server.process.pid)
    begun = time.monotonic()
    await asyncio.gather(*(rider.ride(until) for rider in riders))
    times = sorted(second for rider in riders for second in rider.seconds)
    took = time.monotonic() - begun
    return {
        "tables": tables,
        "sockets": len(riders),
        "decisions": len(times),
        "decisions_per_second": round(len(times) / took, 1),
        "refused": sum(rider.refused for rider in riders),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p95_ms": round(1000 * times[int(0.95 * len(times))], 1),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
        "server_cores": round((_cpu(server.process.pid) - cpu) / took, 2),
        "client_cores": round(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) / took, 2),
    }


def _cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=1.0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite+aiosqlite:///{folder}/tables.db")
        server.start()
        server.wait()
        try:
            found = asyncio.run(load(server, given.tables, given.seconds, given.every))
        finally:
            server.kill()
    text = json.dumps(found, indent=1)
    print(text)  # noqa: T201
    if given.out:
        given.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
