"""How much anybody may ask for, and the headers every answer carries."""

import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from gruppetto.saves import LARGEST_FILE
from gruppetto.server.addresses import network_of
from gruppetto.server.messages import Refused

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY = 64 * 1024
LARGEST_IMPORT = LARGEST_FILE  # a save file; everything else is far smaller

MOST_CLIENTS = 10_000  # whose requests are counted


class Limits(msgspec.Struct, frozen=True):
    """How many requests a second and how many at once, for each kind of thing one can ask."""

    tables: tuple[float, int] = (0.2, 30)  # tables opened by one client
    requests: tuple[float, int] = (50.0, 200)  # other requests of one client
    decisions: tuple[float, int] = (20.0, 60)  # decisions and talk of one seat
    hints: tuple[float, int] = (1.0, 5)  # hints for one seat
    stages: tuple[float, int] = (2.0, 20)  # stages composed at random for one client
    reports: tuple[float, int] = (0.05, 6)  # reports on stages begun by one client
    stories: tuple[float, int] = (1.0, 10)  # races told again to one client
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
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._open: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def check(self, what: str, who: str) -> None:
        """Count one request, or refuse it."""
        if self.limits.factor == 0:
            return
        rate, burst = getattr(self.limits, what)
        rate, burst = rate * self.limits.factor, burst * self.limits.factor
        at = time.monotonic()
        left, before = self._left.pop((what, who), (burst, at))
        left = min(burst, left + (at - before) * rate)
        self._left[what, who] = (max(0.0, left - 1), at)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
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
