"""Quiet hours, where somebody lives."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from gruppetto.server.store import QuietRow

HOUR = 60  # minutes


def after_quiet(at: float, quiet: QuietRow | None) -> float:
    """The first moment from then on at which somebody may be called."""
    if quiet is None:
        return at
    there = datetime.fromtimestamp(at, ZoneInfo(quiet.zone))
    minute = there.hour * HOUR + there.minute
    if not _is_quiet(minute, quiet):
        return at
    ends = there.replace(hour=quiet.ends // HOUR, minute=quiet.ends % HOUR, second=0, microsecond=0)
    return (ends if minute < quiet.ends else ends + timedelta(days=1)).timestamp()


def _is_quiet(minute: int, quiet: QuietRow) -> bool:
    if quiet.begins <= quiet.ends:
        return quiet.begins <= minute < quiet.ends
    return minute >= quiet.begins or minute < quiet.ends  # over midnight
