"""Where races are kept: one file each."""

import re
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from gruppetto.errors import BadOption


def folder() -> Path:
    """The races of this user."""
    return Path(platformdirs.user_data_dir("gruppetto")) / "races"


def fresh(title: str) -> Path:
    """A file of its own for a new race."""
    folder().mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", title.lower()).strip("-")[:40]
    begun = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}"
    tries = (begun, *(f"{begun}-{number}" for number in range(2, 100)))
    return next(path for path in (folder() / f"{one}.json" for one in tries) if not path.exists())


def latest() -> Path:
    """The race that was played last and is not over; if all are, the last of them."""
    races = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    if not races:
        raise BadOption(f"--resume: there is no race in {folder()} yet; name a file, or ride a new race.")
    return next((path for path in races if not _is_over(path)), races[0])


def _is_over(path: Path) -> bool:
    """Whether a file tells how its race ended; what cannot be read is left to be looked at."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Ending).result is not None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return True


class _Ending(msgspec.Struct):
    result: msgspec.Raw | None = None
