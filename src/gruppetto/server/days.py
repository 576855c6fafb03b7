"""When a day begins and ends: at midnight UTC, for everybody."""

from datetime import UTC, date, datetime, timedelta

from gruppetto.server.store.database import now

LATE = timedelta(hours=1)  # for those who began before midnight


def today() -> str:
    """The day it is."""
    return datetime.fromtimestamp(now(), UTC).date().isoformat()


def day_before(day: str) -> str:
    """The day before another."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def midnight_after(day: str) -> float:
    """When a day is over."""
    return _moment_after(day, timedelta())


def opened_at(day: str) -> float:
    """When the last have come in, and everything may be told."""
    return _moment_after(day, LATE)


def _moment_after(day: str, more: timedelta) -> float:
    morning = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return (morning + timedelta(days=1) + more).timestamp()


def is_sealed(day: str | None) -> bool:
    """Whether somebody may still ride the stage of a day."""
    return day is not None and now() < opened_at(day)
