"""Channels between workers: in memory for one, PostgreSQL or Redis by URL for several."""

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Any

from litestar.channels import ChannelsBackend
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

CHANNEL = "gruppetto"


@contextlib.asynccontextmanager
async def channels(url: str) -> AsyncIterator[ChannelsBackend]:
    """A backend that listens, as long as it is needed."""
    async with contextlib.AsyncExitStack() as stack:
        backend = await _backend(url, stack)
        await backend.on_startup()
        stack.push_async_callback(backend.on_shutdown)
        await backend.subscribe([CHANNEL])
        yield backend


async def _backend(url: str, stack: contextlib.AsyncExitStack) -> ChannelsBackend:
    if url.startswith("memory"):
        return MemoryChannelsBackend()
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend  # noqa: PLC0415
        from redis.asyncio import Redis  # noqa: PLC0415

        return RedisChannelsPubSubBackend(redis=await stack.enter_async_context(Redis.from_url(url)))
    return PostgresChannels(url.replace("postgresql+asyncpg://", "postgresql://"))


class PostgresChannels(AsyncPgChannelsBackend):
    """Litestar's own, but it speaks on one connection, not on a new one each time, and notices its loss."""

    _speaker: Any = None

    async def on_startup(self) -> None:
        """Listen, and know when there is nothing to be heard any more."""
        await super().on_startup()
        self._listener_conn.add_termination_listener(self._hung_up)

    async def on_shutdown(self) -> None:
        """Let go of both connections."""
        self._listener_conn.remove_termination_listener(self._hung_up)
        if self._speaker:
            await self._speaker.close()
        await super().on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tell all who listen."""
        if self._speaker is None or self._speaker.is_closed():
            self._speaker = await self._connect()
        for channel in channels:
            await self._speaker.execute("SELECT pg_notify($1, $2)", channel, data.decode())

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """What is heard, until the connection is lost."""
        assert self._queue  # noqa: S101  (it was started)
        while True:
            channel, message = await self._queue.get()
            if not channel:
                raise ConnectionError("PostgreSQL has hung up")
            yield channel, message

    def _hung_up(self, _: object) -> None:
        if self._queue:
            self._queue.put_nowait(("", b""))
