"""Who is watching which table, and what they are told."""

import asyncio
import time
from collections.abc import Callable, Collection

import msgspec

from gruppetto.server.answers import Outgoing, TableTold
from gruppetto.server.live import Live, Told

QUEUE = 256  # messages a slow viewer may lag behind before they have to reconnect
PRESENCE_SECONDS = 60.0


class Viewer:
    """One socket: a seat's, or a spectator's."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.closed = False

    def send(self, message: bytes) -> None:
        """Queue a message; whoever cannot keep up is let go and will reconnect."""
        if self.closed:
            return
        if self.queue.full():
            self.close()
        else:
            self.queue.put_nowait(message)

    def close(self) -> None:
        """End the socket after what was queued has been dropped."""
        self.closed = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    """The viewers of this worker, and who is online elsewhere."""

    def __init__(self) -> None:
        self.viewers: dict[str, set[Viewer]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[int]]]] = {}
        self._shown: dict[str, set[int]] = {}  # who was online when the viewers of a table were last told

    def here(self, table: str) -> list[int]:
        """The seats that have a socket on this worker."""
        return sorted({viewer.seat for viewer in self.viewers.get(table, ()) if viewer.seat is not None})

    def all_here(self) -> dict[str, list[int]]:
        """The same for all tables that somebody sits at."""
        return {table: seats for table in self.viewers if (seats := self.here(table))}

    def online(self, table: str) -> set[int]:
        """The seats that have a socket anywhere."""
        fresh = time.monotonic() - PRESENCE_SECONDS
        others = self._elsewhere.get(table, {}).values()
        return set(self.here(table)).union(*(seats for at, seats in others if at > fresh))

    def elsewhere(self, table: str, worker: str, seats: list[int]) -> None:
        """Take note of who is online on another worker."""
        if seats:
            self._elsewhere.setdefault(table, {})[worker] = (time.monotonic(), seats)
        elif table in self._elsewhere:
            self._elsewhere[table].pop(worker, None)
            if not self._elsewhere[table]:
                del self._elsewhere[table]

    def tidy(self) -> list[str]:
        """Forget workers that are silent; the tables whose viewers think that others are there."""
        fresh = time.monotonic() - PRESENCE_SECONDS
        for table, workers in list(self._elsewhere.items()):
            for worker, (at, _) in list(workers.items()):
                if at <= fresh:
                    self.elsewhere(table, worker, [])
        return [table for table, shown in self._shown.items() if shown != self.online(table)]

    def enter(self, table: str, viewer: Viewer) -> None:
        """A socket opens."""
        self.viewers.setdefault(table, set()).add(viewer)

    def leave(self, table: str, viewer: Viewer) -> None:
        """A socket closes."""
        viewers = self.viewers.get(table, set())
        viewers.discard(viewer)
        if not viewers:
            self.viewers.pop(table, None)
            self._shown.pop(table, None)

    # --- telling everybody --------------------------------------------------------------------------

    def tell_step(self, live: Live, told: Told) -> None:
        """A decision was made: to each viewer what they may know of it."""
        self._tell_each(live, lambda seat: live.step(told, seat))

    def tell_anew(self, live: Live) -> None:
        """Everything has changed: a fresh snapshot for each viewer."""
        online = self.online(live.id)
        self._tell_each(live, lambda seat: live.snapshot(seat, online))

    def tell_table(self, live: Live) -> None:
        """Seats, status or presence have changed."""
        if live.id in self.viewers:
            online = self._shown[live.id] = self.online(live.id)
            self.tell_all(live.id, encode(TableTold(live.table(online))))

    def tell_all(self, table: str, message: bytes) -> None:
        """The same message to all viewers of a table."""
        for viewer in list(self.viewers.get(table, ())):
            viewer.send(message)

    def tell_seats(self, table: str, seats: Collection[int], message: bytes) -> None:
        """The same message to these seats alone."""
        for viewer in list(self.viewers.get(table, ())):
            if viewer.seat in seats:
                viewer.send(message)

    def _tell_each(self, live: Live, message: Callable[[int | None], Outgoing]) -> None:
        made: dict[int | None, bytes] = {}
        for viewer in list(self.viewers.get(live.id, ())):
            if viewer.seat not in made:
                made[viewer.seat] = encode(message(viewer.seat))
            viewer.send(made[viewer.seat])


def encode(message: Outgoing) -> bytes:
    """A message as it goes over the wire."""
    return msgspec.json.encode(message)
