"""How much anybody may ask for, and the headers every answer carries."""

import time
from collections import OrderedDict
from typing import ClassVar

import msgspec

from gruppetto.server.messages import Refused

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST_BODY = 4 * 1024 * 1024  # a save file; everything else is far smaller


class Limits(msgspec.Struct, frozen=True):
    """How many requests a second and how many at once, for each kind of thing one can ask."""

    tables: tuple[float, int] = (0.2, 30)  # tables opened by one client
    requests: tuple[float, int] = (50.0, 200)  # other requests of one client
    decisions: tuple[float, int] = (20.0, 60)  # decisions and talk of one seat
    factor: float = 1.0  # everything times this; 0 lifts all limits

    OFF: ClassVar["Limits"]


Limits.OFF = Limits(factor=0.0)


class Gate:
    """Token buckets, by client or seat."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

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
        if len(self._left) > 10_000:
            self._left.popitem(last=False)
        if left < 1:
            raise Refused(429, "TooMany", "That is too much at once; wait a moment.")
