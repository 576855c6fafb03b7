"""What workers tell each other. Whoever misses it finds out from the log: broadcast only make it quicker."""

import asyncio
import logging
import secrets
from collections import deque
from itertools import islice

import msgspec
from litestar.channels import ChannelsBackend

from gruppetto.games.game import Json
from gruppetto.server import lending, pausing, talking, undoing
from gruppetto.server.channels import CHANNEL, channels
from gruppetto.server.desk import Desk
from gruppetto.server.hosting import KICKED
from gruppetto.server.live import Ask, Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import stop

LARGEST = 7000  # bytes told at once; PostgreSQL takes less than 8000
MOST_UNTOLD = 10_000  # broadcast kept while the channels are down
TABLES_AT_ONCE = 100
AGAIN_SECONDS = 1.0
PRESENCE_EVERY = 20.0  # seconds between two lists of who is here
HEARING = {"ask": undoing.hear_ask, "pause": pausing.hear}  # questions that people answer on any worker
logger = logging.getLogger(__name__)


class Broadcast:
    """Publishes what this worker did, and follows what others did."""

    def __init__(self, url: str) -> None:
        self.url, self.worker = url, secrets.token_hex(4)
        self._untold: deque[bytes] = deque(maxlen=MOST_UNTOLD)
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """How much the others are still to be told."""
        return len(self._untold)

    def publish(self, broadcast: Json) -> None:
        """Tell the other workers, soon."""
        self._untold.append(msgspec.json.encode({**broadcast, "worker": self.worker}))
        self._something.set()

    async def open(self, desk: Desk) -> None:
        """Start listening; channels that cannot be reached at all are an error."""
        listening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks = [asyncio.create_task(self._stay_tuned(desk, listening))]
        if not self.url.startswith("memory"):
            self._tasks.append(asyncio.create_task(self._say_who_is_here(desk)))
        await listening

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            await stop(task)

    async def _stay_tuned(self, desk: Desk, listening: "asyncio.Future[None]") -> None:
        """Listen and speak; when the connection is lost, look for what was missed once it is back."""
        while True:
            try:
                async with channels(self.url) as backend:
                    speaking = asyncio.create_task(self._speak(backend))
                    try:
                        await self._begin(desk, listening)
                        await self._listen(desk, backend)
                    finally:
                        await stop(speaking)
            except Exception as error:
                if not listening.done():
                    listening.set_exception(error)
                    return
                logger.warning("no broadcast from other workers: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _begin(self, desk: Desk, listening: "asyncio.Future[None]") -> None:
        self.publish({"what": "who"})
        if listening.done():
            await desk.refresh()
        else:
            listening.set_result(None)

    async def _speak(self, backend: ChannelsBackend) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._untold:
                told = self._next()
                try:
                    await backend.publish(b"[" + b",".join(told) + b"]", [CHANNEL])
                except Exception as error:
                    logger.warning("broadcast could not be told: %s", error)
                    self._untold.extendleft(reversed(told))
                    self._something.set()
                    await asyncio.sleep(AGAIN_SECONDS)

    def _next(self) -> list[bytes]:
        """As much as may be told at once."""
        told = [self._untold.popleft()]
        size = len(told[0])
        while self._untold and size + len(self._untold[0]) < LARGEST:
            told.append(self._untold.popleft())
            size += len(told[-1]) + 1
        return told

    async def _say_who_is_here(self, desk: Desk) -> None:
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            self._tell_presence(desk)

    def _tell_presence(self, desk: Desk) -> None:
        here = iter(desk.hub.all_here().items())
        while some := dict(islice(here, TABLES_AT_ONCE)):
            self.publish({"what": "here", "tables": some})

    # --- hearing ------------------------------------------------------------------------------------

    async def _listen(self, desk: Desk, backend: ChannelsBackend) -> None:
        async for _, data in backend.stream_events():
            for broadcast in msgspec.json.decode(data):
                if broadcast["worker"] != self.worker:
                    await self._hear(desk, broadcast)

    async def _hear(self, desk: Desk, broadcast: Json) -> None:
        try:
            await self._take_in(desk, broadcast)
        except Refused:
            return
        except Exception:
            logger.exception("broadcast could not be taken in: %s", broadcast)

    async def _take_in(self, desk: Desk, broadcast: Json) -> None:
        match broadcast["what"]:
            case "who":
                self._tell_presence(desk)
            case "here":
                for table, seats in broadcast["tables"].items():
                    desk.hub.elsewhere(table, broadcast["worker"], seats)
            case "presence":
                desk.hub.elsewhere(broadcast["table"], broadcast["worker"], broadcast["seats"])
                desk.tell_presence(broadcast["table"])
            case _ if desk.knows(broadcast["table"]):
                async with desk.at(broadcast["table"]) as live:
                    await self._apply(desk, live, broadcast)

    async def _apply(self, desk: Desk, live: Live, broadcast: Json) -> None:
        match broadcast["what"]:
            case "move":
                if live.seq < broadcast["seq"]:
                    await desk.catch_up(live)
            case "table":
                await desk.reread(live)
                desk.hub.tell_table(live)
            case "anew":
                await desk.reread(live)
                desk.hub.tell_anew(live)
            case "kick":
                desk.hub.dismiss(live.id, broadcast["owner"], KICKED)
            case "vote":
                await lending.count_again(desk, live)
            case "ask" | "pause" as what:
                await HEARING[what](desk, live, msgspec.convert(broadcast["ask"], Ask | None))
            case "chat":
                line = await desk.store.line(broadcast["line"])
                if line:
                    await talking.tell_line(desk, live, line)
