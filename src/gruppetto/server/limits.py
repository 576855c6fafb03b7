"""How much anybody may ask for, and the headers every answer carries."""

import contextlib
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from gruppetto.saves import LARGEST_FILE
from gruppetto.server.addresses import network_of
from gruppetto.server.messages import Refused

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY = 64 * 1024
LARGEST_IMPORT = LARGEST_FILE  # a save file; everything else is far smaller

MOST_CLIENTS = 10_000  # whose requests are counted, for each kind of thing
LONGEST = 120  # characters by which whoever asks is known; clients choose how long the name of a table is


class Limits(msgspec.Struct, frozen=True):
    """How many requests a second and how many at once, for each kind of thing one can ask."""

    tables: tuple[float, int] = (0.2, 30)  # tables opened by one client
    requests: tuple[float, int] = (50.0, 200)  # other requests of one client
    pages: tuple[float, int] = (200.0, 1000)  # files of the app, and whatever there is none for
    messages: tuple[float, int] = (200.0, 800)  # what the sockets of one client say
    decisions: tuple[float, int] = (20.0, 60)  # decisions of one seat
    talk: tuple[float, int] = (5.0, 60)  # lines and reactions of one client
    names: tuple[float, int] = (0.2, 20)  # names that one client gives itself
    hints: tuple[float, int] = (1.0, 5)  # hints for one seat
    stages: tuple[float, int] = (2.0, 20)  # stages composed at random for one client
    reports: tuple[float, int] = (0.05, 6)  # reports on stages begun by one client
    seats: tuple[float, int] = (0.2, 12)  # seats taken by one client
    undos: tuple[float, int] = (0.2, 5)  # decisions that one key asks to take back
    calls: tuple[float, int] = (0.5, 20)  # changes of how somebody is called, by one client
    mails: tuple[float, int] = (1 / 600, 5)  # addresses that one client wants to confirm
    addresses: tuple[float, int] = (1 / 3600, 3)  # how often one address is asked for that
    pauses: tuple[float, int] = (0.2, 5)  # pauses that one key asks for
    handovers: tuple[float, int] = (0.1, 10)  # keys handed over or fetched by one client
    stories: tuple[float, int] = (1.0, 10)  # races told again, saved or drawn for one client
    exports: tuple[float, int] = (0.02, 3)  # of all races of one client
    reviews: tuple[float, int] = (0.1, 6)  # races that one client has thought over
    clubs: tuple[float, int] = (0.2, 20)  # clubs founded, joined and looked after by one client
    complaints: tuple[float, int] = (0.02, 5)  # reports of other people by one client
    sockets: int = 200  # open at the same time, of one client
    connections: int = 256  # the same, sockets too
    all_connections: int = 10_000  # of everybody; never more than the system has room for
    factor: float = 1.0  # everything times this; 0 lifts all limits

    OFF: ClassVar["Limits"]


Limits.OFF = Limits(factor=0.0)


def client_of(connection: Any) -> str:
    """Who asks, as far as we can tell."""
    return network_of(connection.client.host if connection.client else None)


class Gate:
    """Token buckets by client or seat, and how many sockets each client has."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._left: defaultdict[str, OrderedDict[str, tuple[float, float]]] = defaultdict(OrderedDict)
        self._open: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def check(self, what: str, who: str) -> None:
        """Count one request, or refuse it."""
        if self.limits.factor == 0:
            return
        rate, burst = getattr(self.limits, what)
        rate, burst = rate * self.limits.factor, burst * self.limits.factor
        at, who, known = time.monotonic(), who[:LONGEST], self._left[what]
        left, before = known.pop(who, (burst, at))
        left = min(burst, left + (at - before) * rate)
        known[who] = (max(0.0, left - 1), at)
        if len(known) > MOST_CLIENTS:
            known.popitem(last=False)
        if left < 1:
            self.refused[what] += 1
            raise Refused(429, "TooMany", "That is too much at once; wait a moment.")

    @contextlib.contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """One more socket of a client, as long as it is open."""
        self.check("requests", client)
        if self._open[client] >= self.limits.sockets * self.limits.factor > 0:
            self.refused["sockets"] += 1
            raise Refused(429, "TooMany", "You have too many tables open; close some.")
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]
