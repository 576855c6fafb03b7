"""Real servers in processes of their own, and clients that never give up."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

PATIENCE = 900.0  # seconds; servers that are killed take long to be back where much else goes on
HOST = {"X-Key": "drill" * 5}
TOUR = {"game": "flamme-rouge-tour", "options": {"stages": ["abcu", "abcDHu"], "cooperation": True}}
GAMES = ({"game": "flamme-rouge"}, TOUR)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`gruppetto serve` in a process that can be killed at any moment and started again."""

    def __init__(
        self,
        database: str,
        channels: str | None = None,
        python: str = sys.executable,
        options: Sequence[str] = ("--no-limits",),
        program: Sequence[str] = ("-m", "gruppetto.cli"),
        log: Path = Path(os.devnull),
    ) -> None:
        self.port, self.database, self.channels, self.python = free_port(), database, channels, python
        self.options, self.program, self.log = options, program, log
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [self.python, *self.program, "serve", *self.options, "--port", str(self.port)]
        command += ["--database", self.database]
        if self.channels:
            command += ["--channels", self.channels]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                httpx.get(f"{self.url}/api/health", timeout=2)
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        pytest.fail("the server does not answer")

    def cpu(self) -> float:
        """Seconds of processor time the process has used."""
        assert self.process
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of the process that are in memory."""
        assert self.process
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )

    def kill(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


class Rider:
    """A scripted client on one seat: resends until it hears that its decision is in the log."""

    def __init__(self, table: str, seat: int, key: str, urls: list[str], seed: int) -> None:
        self.table, self.seat, self.urls = table, seat, urls
        self.shown = {"X-Key": key, "X-Seat": str(seat)}
        self.chance, self.made = random.Random(seed), 0
        self.acknowledged: dict[int, str] = {}
        self.resent = 0
        self.leaving = False  # with what they are about; a request that is cancelled may leave a socket open
        self.resting = False  # for as long as slower tables are to be waited for

    async def ride(self, client: httpx.AsyncClient, pause: float) -> None:
        while not self.leaving:
            view = await self.ask(client, "GET", "view")
            if self.leaving:
                return
            assert "table" in view, view
            if view["table"]["status"] == "over":
                return
            if view["choices"] and not self.resting:
                code = self.chance.choice(view["choices"])["code"]
                move_id = f"{self.seat}-{self.made}-{self.chance.getrandbits(32)}"
                body = {"own": view["own"], "code": code, "move_id": move_id}
                answer = await self.ask(client, "POST", "moves", body)
                if "seq" in answer:
                    self.acknowledged[answer["seq"]] = f"{self.seat}:{move_id}"
                    self.made += 1
            await asyncio.sleep(pause)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not self.leaving:
            url = f"{self.chance.choice(self.urls)}/api/tables/{self.table}/{path}"
            try:
                answer = await client.request(method, url, json=body, headers=self.shown)
                if answer.status_code < 500:
                    return answer.json()
            except httpx.HTTPError:
                pass  # killed before or after it took the request: the same is sent again
            self.resent += 1
            await asyncio.sleep(0.2)
        if not self.leaving:
            pytest.fail(f"table {self.table} got no answer for {PATIENCE} s")
        return {}


async def open_tables(urls: list[str], many: int) -> dict[str, dict[int, str]]:
    """Running tables, races and tours, with two people and a bot each; the keys of their seats."""
    tables: dict[str, dict[int, str]] = {}
    seats = [{"kind": "hotseat", "name": "A"}, {"kind": "hotseat", "name": "B"}, {"kind": "bot"}]
    async with httpx.AsyncClient(timeout=5) as client:
        while len(tables) < many:
            url = f"{random.choice(urls)}/api/tables"
            try:
                made = (
                    await client.post(url, json={**random.choice(GAMES), "seats": seats}, headers=HOST)
                ).json()
                begun = await client.post(f"{url}/{made['id']}/start", json={}, headers=HOST)
                begun.raise_for_status()
            except (httpx.HTTPError, KeyError):
                await asyncio.sleep(0.05)  # the server was killed; this table is never played
            else:
                tables[made["id"]] = dict.fromkeys(range(2), HOST["X-Key"])
    return tables
