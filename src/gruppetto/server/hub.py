"""Who is watching which table, and the news that travels between workers."""

import asyncio
import time
from collections import defaultdict
from typing import Any

import msgspec

from gruppetto.games.game import Json
from gruppetto.server.live import Live, Told, events_for

QUEUE = 256  # messages a slow viewer may lag behind before he has to reconnect
PRESENCE_SECONDS = 60.0


class Viewer:
    """One socket: a seat's, or a spectator's."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def send(self, message: bytes) -> None:
        """Queue a message; whoever cannot keep up is let go and will reconnect."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the socket after what was queued has been dropped."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    """The viewers of this worker, and who is online elsewhere."""

    def __init__(self) -> None:
        self.viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._elsewhere: dict[str, dict[str, tuple[float, list[int]]]] = defaultdict(dict)

    def here(self, table: str) -> list[int]:
        """The seats that have a socket on this worker."""
        return sorted({viewer.seat for viewer in self.viewers.get(table, ()) if viewer.seat is not None})

    def online(self, table: str) -> set[int]:
        """The seats that have a socket anywhere."""
        fresh = time.monotonic() - PRESENCE_SECONDS
        others = self._elsewhere.get(table, {}).values()
        return set(self.here(table)).union(*(seats for at, seats in others if at > fresh))

    def elsewhere(self, table: str, worker: str, seats: list[int]) -> None:
        """Take note of who is online on another worker."""
        self._elsewhere[table][worker] = (time.monotonic(), seats)

    def enter(self, table: str, viewer: Viewer) -> None:
        """A socket opens."""
        self.viewers[table].add(viewer)

    def leave(self, table: str, viewer: Viewer) -> None:
        """A socket closes."""
        self.viewers[table].discard(viewer)
        if not self.viewers[table]:
            del self.viewers[table]

    # --- telling everybody --------------------------------------------------------------------------

    def tell_step(self, live: Live, told: Told) -> None:
        """A decision was made: to each viewer what he may know of it."""
        self._tell_each(
            live, lambda seat: {"type": "step", **live.state_for(seat), "events": events_for(told, seat)}
        )

    def tell_anew(self, live: Live) -> None:
        """Everything has changed: a fresh snapshot for each viewer."""
        online = self.online(live.id)
        self._tell_each(live, lambda seat: {"type": "snapshot", **live.snapshot(seat, online)})

    def tell_table(self, live: Live) -> None:
        """Seats, status or presence have changed."""
        message = encode({"type": "table", "table": live.table(self.online(live.id))})
        self.tell_all(live.id, message)

    def tell_all(self, table: str, message: bytes) -> None:
        """The same message to all viewers of a table."""
        for viewer in list(self.viewers.get(table, ())):
            viewer.send(message)

    def _tell_each(self, live: Live, message: Any) -> None:
        made: dict[int | None, bytes] = {}
        for viewer in list(self.viewers.get(live.id, ())):
            if viewer.seat not in made:
                made[viewer.seat] = encode(message(viewer.seat))
            viewer.send(made[viewer.seat])


def encode(message: Json) -> bytes:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message)
