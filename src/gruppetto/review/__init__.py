"""A race told back: where the chances came from, what was better, and why."""

from gruppetto.review.results import Review
from gruppetto.review.reviewing import Reviewing
from gruppetto.review.telling import review, tell

__all__ = ["Review", "Reviewing", "review", "tell"]
