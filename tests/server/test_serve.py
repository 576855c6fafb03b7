"""`gruppetto serve --workers 2`, as one would start it."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import websockets

HOST = {"X-Key": "h" * 22}
WATCHERS = 12
DECISIONS = 24


@pytest.fixture
def address(new_database: Callable[[], str]) -> Iterator[str]:
    """Two workers behind one port, on PostgreSQL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gruppetto.cli", "serve", "--no-limits", "--port", str(port)]
    command += ["--workers", "2", "--database", new_database()]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        both_answer(f"127.0.0.1:{port}")
        yield f"127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def both_answer(address: str, patience: float = 120) -> None:
    """Wait until two workers have said that they are there."""
    workers, end = set(), time.monotonic() + patience
    while len(workers) < 2:
        assert time.monotonic() < end, f"{len(workers)} of 2 workers answered"
        try:
            workers.add(httpx.get(f"http://{address}/api/health", timeout=5).json()["worker"])
        except httpx.HTTPError:
            time.sleep(0.1)


async def heard(line: Any, kind: str) -> Any:
    """The next message of a kind."""
    while (message := json.loads(await asyncio.wait_for(line.recv(), 30)))["type"] != kind:
        pass
    return message


async def watched_race(address: str) -> None:
    """Decisions by whichever worker answers; all watchers, on either worker, see all of them."""
    seats = [{"kind": "hotseat", "name": "A"}, {"kind": "hotseat", "name": "B"}]
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        made = (
            await client.post("/api/tables", json={"game": "flamme-rouge", "seats": seats}, headers=HOST)
        ).json()
        path = f"/api/tables/{made['id']}"
        await client.post(f"{path}/start", json={}, headers=HOST)
        lines = [await websockets.connect(f"ws://{address}{path}/ws") for _ in range(WATCHERS)]
        for line in lines:
            await line.send(json.dumps({"type": "hello"}))
            await heard(line, "snapshot")
        for seq in range(1, DECISIONS + 1):
            await decide(address, path)
            assert {(await heard(line, "step"))["seq"] for line in lines} == {seq}
        for line in lines:
            await line.close()


async def decide(address: str, path: str) -> None:
    """One decision, on a connection of its own."""
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=30) as client:
        waiting = (await client.get(f"{path}/view")).json()["view"]["waiting"]
        mine = {**HOST, "X-Seat": str(waiting[0])}
        view = (await client.get(f"{path}/view", headers=mine)).json()
        body = {"own": view["own"], "code": view["choices"][0]["code"], "move_id": f"m{view['seq']}"}
        (await client.post(f"{path}/moves", json=body, headers=mine)).raise_for_status()


def test_two_workers_serve_one_table(address: str) -> None:
    asyncio.run(watched_race(address))
