"""Who somebody is: a key that their browser has made. The server keeps a hash of it."""

import hashlib
import re
from typing import Any

import msgspec

from gruppetto.server.messages import MOST_SEATS, Refused

KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
SEATS = [str(seat) for seat in range(MOST_SEATS)]


class Who(msgspec.Struct, frozen=True):
    """Somebody who asks: the hash of their key, and which of their seats they speak for."""

    key: str | None = None
    seat: int | None = None

    @property
    def known(self) -> str:
        """The hash of their key; one who has none is refused."""
        if self.key is None:
            raise Refused(
                401,
                "NoKey",
                "Send a key of your own in X-Key: 22 letters and digits or more, made at random.",
            )
        return self.key


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def who_asks(request: Any) -> Who:
    """Whoever sends a request: X-Key says who, X-Seat for which of several seats."""
    key, seat = request.headers.get("x-key"), request.headers.get("x-seat")
    if key is not None and not KEY.fullmatch(key):
        raise Refused(400, "BadKey", "A key has 22 to 64 letters, digits, - and _.")
    if seat is not None and seat not in SEATS:
        raise Refused(400, "BadRequest", f"X-Seat: a number below {MOST_SEATS}.")
    return Who(hash_of(key) if key else None, None if seat is None else int(seat))
