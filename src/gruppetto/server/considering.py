"""A race thought over, as clients are told of it: how far that is, what was found, and where the race was."""

import gzip
import time
from collections.abc import Iterator
from typing import Literal

import msgspec

from gruppetto.games.game import Ground
from gruppetto.match import Match
from gruppetto.players.halving import Budget
from gruppetto.review.results import Review
from gruppetto.review.reviewing import Reviewing
from gruppetto.review.telling import tell

EVERY = 1.0  # seconds from one draft to the next


class ReviewProgress(msgspec.Struct, frozen=True):
    """How far a review is, and what it has found so far."""

    status: Literal["waiting", "thinking", "done", "failed"]
    ground: list[Ground] = []  # before the first decision and after every one; nothing where no road is drawn
    review: Review | None = None


def considered(match: Match, worlds: int | None) -> Iterator[ReviewProgress]:
    """A review as it grows; the last one is whole."""
    ground, told = ground_of(match.at(0), match.log), time.monotonic()
    work = Reviewing(match, Budget(playouts=worlds or match.game.worlds))
    for _ in work.steps():
        if time.monotonic() - told > EVERY:
            yield ReviewProgress("thinking", ground, tell(work))
            told = time.monotonic()
    yield ReviewProgress("done", ground, tell(work))


def ground_of(match: Match, log: list[tuple[int, int]]) -> list[Ground]:
    """Where a race was before its first decision and after every one."""
    found = [match.game.ground(match.state)]
    for seat, code in log:
        match.apply(seat, code)
        found.append(match.game.ground(match.state))
    return [ground for ground in found if ground is not None]


def chances_in(kept: bytes) -> list[list[float]]:
    """The spectator's chances for every seat, from the start to the end, of a review that was kept."""
    review = msgspec.json.decode(gzip.decompress(kept), type=ReviewProgress).review
    return [review.opening, *review.public] if review else []
