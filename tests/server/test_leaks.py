"""Nobody is told what he may not know: random matches by the API, every message to every socket checked."""

import asyncio
import contextlib
import copy
import itertools
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import uvicorn
import uvloop
import websockets
from ledger import Drill

from gruppetto.games import loops
from gruppetto.games.game import SPECTATOR
from gruppetto.kernel.record import duplicate
from gruppetto.server import app
from gruppetto.server.app import Settings, application
from gruppetto.server.hub import Hub, encode
from gruppetto.server.limits import Limits
from gruppetto.server.live import Live
from gruppetto.server.telling import Told

AT_ONCE = 4  # matches
TOUR = {"game": "flamme-rouge-tour", "options": {"stages": ["abcu", "abcDHu"], "cooperation": True}}
GAMES = ({"game": "flamme-rouge"}, TOUR)
IMAGINED = 2  # states a viewer could not tell from the truth, for every message


class Eavesdropper(Hub):
    """A hub that checks each message to a seat against all it could not tell from the truth."""

    checked = 0

    def tell_step(self, live: Live, told: Told) -> None:
        super().tell_step(live, told)
        for seat in {viewer.seat for viewer in self.viewers.get(live.id, ())}:
            sent = encode(live.step(told, seat))
            for guess in range(IMAGINED):
                assert encode(imagined(live, seat, live.seq + guess).step(told, seat)) == sent
            Eavesdropper.checked += 1


def imagined(live: Live, seat: int | None, seed: int) -> Live:
    """The table with everything that a viewer cannot know replaced."""
    other, viewer = copy.copy(live), SPECTATOR if seat is None else seat
    other.match = copy.copy(live.match)
    other.match.state = duplicate(live.match.state)
    loops.veil(other.match.game.rules.forget, other.match.state, viewer, np.uint64(seed))
    other.look()
    return other


@contextlib.asynccontextmanager
async def serving(database: str) -> AsyncIterator[str]:
    """A server on a port of its own, in this very process."""
    made = application(Settings(database, limits=Limits.OFF))
    server = uvicorn.Server(uvicorn.Config(made, port=0, log_level="warning", ws="websockets-sansio"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    await running


class Viewer:
    """A socket that remembers the last it was told of the race."""

    def __init__(self, seat: int | None, socket: Any) -> None:
        self.seat, self.socket = seat, socket
        self.latest: dict[str, Any] = {}
        self.steps = 0

    async def until(self, kind: str) -> None:
        while (message := json.loads(await self.socket.recv()))["type"] != kind:
            pass
        self.latest = message

    async def step(self) -> None:
        await self.until("step")
        self.steps += 1
        for name, rider in self.latest["view"]["riders"].items():
            assert "own" not in rider or int(name[0]) == self.seat

    async def decide(self, chance: random.Random) -> None:
        code = chance.choice(self.latest["choices"])["code"]
        move = {"type": "move", "own": self.latest["own"], "code": code, "move_id": f"m{self.latest['seq']}"}
        await self.socket.send(json.dumps(move))


async def seated(client: httpx.AsyncClient, game: dict[str, Any], seats: int) -> tuple[str, list[str | None]]:
    """A running table: the keys of a spectator and of all seats."""
    body, host = {**game, "seats": [{"kind": "open"}] * seats}, {"X-Key": "h" * 22}
    made = (await client.post("/api/tables", json=body, headers=host)).json()
    path, keys = f"/api/tables/{made['id']}", [None, *(f"{seat}" * 22 for seat in range(seats))]
    for seat, key in enumerate(keys[1:]):
        asked = {"name": f"Player {'ABCDEF'[seat]}"}
        joined = await client.post(f"{path}/seats/{seat}/join", json=asked, headers={"X-Key": str(key)})
        joined.raise_for_status()
    await client.post(f"{path}/start", json={}, headers=host)
    return f"{path}/ws", keys


async def race(address: str, client: httpx.AsyncClient, seed: int) -> int:
    """A random match with every socket open; how many steps were told."""
    chance = random.Random(seed)
    path, keys = await seated(client, GAMES[seed % len(GAMES)], 2 + seed % 3)
    async with contextlib.AsyncExitStack() as stack:
        viewers = []
        for seat, key in zip(itertools.chain([None], itertools.count()), keys, strict=False):
            line = websockets.connect(f"ws://{address}{path}", compression=None)
            viewers.append(Viewer(seat, await stack.enter_async_context(line)))
            await viewers[-1].socket.send(json.dumps({"type": "hello", "key": key}))
            await viewers[-1].until("snapshot")
        spectator = viewers[0]
        while spectator.latest["view"]["phase"] != "finished":
            await viewers[1 + chance.choice(spectator.latest["view"]["waiting"])].decide(chance)
            for viewer in viewers:
                await viewer.step()
    return sum(viewer.steps for viewer in viewers)


async def races(database: str, many: int) -> int:
    """So many matches, a few at a time."""
    places = asyncio.Semaphore(AT_ONCE)
    async with serving(database) as address, httpx.AsyncClient(base_url=f"http://{address}") as client:

        async def one(seed: int) -> int:
            async with places:
                return await race(address, client, seed)

        return sum(await asyncio.gather(*(one(seed) for seed in range(many))))


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of a server whose messages are checked."""
    monkeypatch.setattr(app, "Hub", Eavesdropper)
    monkeypatch.setattr(Eavesdropper, "checked", 0)
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


def test_no_message_to_a_seat_tells_what_it_may_not_know(database: str) -> None:
    told = uvloop.run(races(database, 6))
    assert told == Eavesdropper.checked > 1500


@pytest.mark.drill
def test_two_hundred_matches_leak_nothing(database: str, drill: Drill) -> None:
    told = uvloop.run(races(database, 200))
    assert told == Eavesdropper.checked
    drill.count(matches=200, messages=told)
