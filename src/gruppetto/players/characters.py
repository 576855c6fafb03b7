"""Who the bots are: a name for each seat of a table, always the same one."""

import functools
import hashlib
import tomllib
from pathlib import Path

NAMES = Path(__file__).with_suffix(".toml")


@functools.cache
def names() -> dict[str, list[str]]:
    """The names that the bots of each level go by."""
    return tomllib.loads(NAMES.read_text("utf-8"))


def called(level: str, table: str, seat: int) -> str:
    """What the bot on a seat of a table is called; one from outside goes by its own name."""
    known = names().get(level.partition("@")[0])
    if known is None:
        return level
    first = int.from_bytes(hashlib.sha256(table.encode()).digest()[:4], "big")
    return known[(first + seat) % len(known)]
