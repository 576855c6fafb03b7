"""What workers tell each other, over the channels backend that was chosen."""

import asyncio
import contextlib
import logging
import secrets
from typing import Any

import msgspec
from litestar.channels import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from gruppetto.games.game import Json
from gruppetto.server.desk import Desk, chat_message
from gruppetto.server.hub import encode
from gruppetto.server.live import Ask, Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import stop

CHANNEL = "gruppetto"
logger = logging.getLogger(__name__)


def backend_for(url: str) -> ChannelsBackend:
    """Memory for one worker; PostgreSQL or Redis by URL for several."""
    if url.startswith("memory"):
        return MemoryChannelsBackend()
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend  # noqa: PLC0415
        from redis.asyncio import Redis  # noqa: PLC0415

        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend  # noqa: PLC0415

    return AsyncPgChannelsBackend(url.replace("postgresql+asyncpg://", "postgresql://"))


class News:
    """Publishes what this worker did, and follows what others did."""

    def __init__(self, backend: ChannelsBackend) -> None:
        self.backend, self.worker = backend, secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None

    async def publish(self, news: Json) -> None:
        """Tell the other workers; whoever misses it catches up with the next decision."""
        with contextlib.suppress(Exception):
            await self.backend.publish(encode({**news, "worker": self.worker}), [CHANNEL])

    async def open(self, desk: Desk) -> None:
        """Start listening."""
        await self.backend.on_startup()
        await self.backend.subscribe([CHANNEL])
        self._task = asyncio.create_task(self._listen(desk))

    async def close(self) -> None:
        """Stop listening."""
        if self._task:
            await stop(self._task)
        with contextlib.suppress(Exception):
            await self.backend.on_shutdown()

    async def _listen(self, desk: Desk) -> None:
        async for _, data in self.backend.stream_events():
            news = msgspec.json.decode(data)
            if news["worker"] == self.worker:
                continue
            try:
                await self._take_in(desk, news)
            except Refused:
                continue
            except Exception:
                logger.exception("news about table %s could not be taken in", news.get("table"))

    async def _take_in(self, desk: Desk, news: Json) -> None:
        table, what = news["table"], news["what"]
        if what == "presence":
            desk.hub.elsewhere(table, news["worker"], news["seats"])
        if not desk.knows(table):
            return
        async with desk.at(table) as live:
            await self._apply(desk, live, what, news)

    async def _apply(self, desk: Desk, live: Live, what: str, news: Json) -> None:
        if what == "move":
            if live.seq < news["seq"]:
                await desk.catch_up(live)
        elif what in ("table", "anew"):
            await desk.reread(live)
            desk.hub.tell_anew(live) if what == "anew" else desk.hub.tell_table(live)
        elif what == "presence":
            desk.hub.tell_table(live)
        elif what == "ask":
            live.ask = msgspec.convert(news["ask"], Ask | None)
            desk.hub.tell_all(live.id, encode({"type": "undo", "undo": live.asked(), "seq": live.seq}))
        elif what == "chat":
            line: dict[str, Any] | None = await desk.store.line(news["line"])
            if line:
                desk.hub.tell_all(live.id, encode(chat_message(live, line)))
