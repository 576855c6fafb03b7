"""Who is watching which table, and what they are told."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection

import msgspec

from gruppetto.server.answers import ClocksTold, Failed, Outgoing, TableTold, You
from gruppetto.server.live import Live
from gruppetto.server.messages import Fault
from gruppetto.server.store import stop
from gruppetto.server.telling import Told

QUEUE = 256  # messages a slow viewer may lag behind before they have to reconnect
PRESENCE_SECONDS = 60.0
HOST = -1  # among the seats that are online: the host is there, wherever they sit
TOO_SLOW, NOT_YOURS = (1013, "Too slow; connect again."), (4403, "This seat is not yours any more.")
Ending = tuple[int, str]  # the code a socket is closed with, and why
SEAT_GONE = Fault("SeatGone", NOT_YOURS[1])


class Viewer:
    """One socket: a seat's, or a spectator's. Nothing is kept for those who keep up: there are many."""

    __slots__ = ("_sending", "_tell", "closed", "key", "seat", "waiting", "you")

    def __init__(
        self, seat: int | None, tell: "Callable[[bytes | Ending], Awaitable[None]]", key: str | None = None
    ) -> None:
        self.seat, self.key, self._tell = seat, key, tell
        self.you: You | None = None  # what they were told that they are
        self.waiting: list[bytes | Ending] = []
        self.closed = False
        self._sending: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> None:
        """Send a message soon; whoever cannot keep up is let go and will reconnect."""
        if self.closed:
            return
        if len(self.waiting) >= QUEUE:
            self.close()
        else:
            self._queue(message)

    def close(self) -> None:
        """End the socket; what it has not been told is dropped."""
        self._end(TOO_SLOW)

    async def leave(self) -> None:
        """The socket is closed: whatever is being sent is sent no further."""
        self.closed = True
        if self._sending:
            await stop(self._sending)

    def _end(self, *last: bytes | Ending) -> None:
        self.closed = True
        self.waiting.clear()
        for words in last:
            self._queue(words)

    def _queue(self, message: bytes | Ending) -> None:
        self.waiting.append(message)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self.waiting:
                await self._tell(self.waiting.pop(0))
        except Exception:  # the other side is gone, and listening ends by itself
            self.closed = True
        finally:
            self._sending = None

    def dismiss(self, why: Fault) -> None:
        """End the socket of somebody who has no business here, with a last word."""
        self._end(encode(Failed(why)), (NOT_YOURS[0], why.kind))

    def tell(self, you: You) -> None:
        """Say what they are at this table, if that is news."""
        if you != self.you:
            self.you = you
            self.send(encode(you))


class Hub:
    """The viewers of this worker, and who is online elsewhere."""

    def __init__(self) -> None:
        self.viewers: dict[str, set[Viewer]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[int]]]] = {}
        self._shown: dict[str, set[int]] = {}  # who was online when the viewers of a table were last told

    def here(self, table: str) -> list[int]:
        """The seats that have a socket on this worker, and HOST if the host has."""
        viewers = self.viewers.get(table, ())
        seats = {viewer.seat for viewer in viewers if viewer.seat is not None}
        return sorted(seats | {HOST for viewer in viewers if viewer.you and viewer.you.host})

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
            self._tell_who_they_are(live)
            online = self._shown[live.id] = self.online(live.id)
            self.tell_all(live.id, encode(TableTold(live.table(online))))
            self.tell_clocks(live)

    def tell_clocks(self, live: Live) -> None:
        """Clocks have stopped or gone on, or somebody asks for a pause."""
        if clocks := live.clocks():
            self.tell_all(live.id, encode(ClocksTold(clocks)))

    def _tell_who_they_are(self, live: Live) -> None:
        """Seats and the host's role may have passed to others."""
        for viewer in list(self.viewers[live.id]):
            if viewer.seat is not None and live.seats[viewer.seat].owner != viewer.key:
                viewer.dismiss(SEAT_GONE)
            else:
                viewer.tell(live.you(viewer.key))

    def dismiss(self, table: str, key: str, why: Fault) -> None:
        """End all sockets of somebody at a table."""
        for viewer in list(self.viewers.get(table, ())):
            if viewer.key == key:
                viewer.dismiss(why)

    def tell_all(self, table: str, message: bytes) -> None:
        """The same message to all viewers of a table."""
        for viewer in list(self.viewers.get(table, ())):
            viewer.send(message)

    def tell_hearers(
        self, table: str, seats: Collection[int] | None, deaf: Collection[str], message: bytes
    ) -> None:
        """The same message to these seats alone, or to everybody; not to those who are deaf to it."""
        for viewer in list(self.viewers.get(table, ())):
            if (seats is None or viewer.seat in seats) and viewer.key not in deaf:
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
