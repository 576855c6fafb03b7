"""What the server writes down: when, how bad, which request; never a token and never a seed."""

import logging
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Style = Literal["quiet", "text", "json"]
REQUEST: ContextVar[str] = ContextVar("request", default="")
FACTS = ("method", "path", "status", "ms", "client", "table", "code")  # what a line may tell besides its text


def new_request() -> str:
    """Number the request this task serves: its lines in the log can be found by it."""
    number = secrets.token_hex(6)
    REQUEST.set(number)
    return number


class Text(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, request, text."""
        said = f"{_time(record)} {record.levelname:<7} {REQUEST.get() or '-'} {record.getMessage()}"
        return f"{said}\n{self.formatException(record.exc_info)}" if record.exc_info else said


class Json(logging.Formatter):
    """A line for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One document."""
        document: dict[str, Any] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": REQUEST.get() or None,
            "text": record.getMessage(),
        }
        document |= {fact: value for fact in FACTS if (value := getattr(record, fact, None)) is not None}
        if record.exc_info:
            document["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(document).decode()


def _time(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def configure(style: Style) -> None:
    """Write to standard error; `quiet` tells only what has gone wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if style == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("gruppetto").setLevel(logging.WARNING if style == "quiet" else logging.INFO)
