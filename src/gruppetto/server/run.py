"""Run the server: one worker, or several that share a database and channels."""

import gc
import importlib.util
import os
from pathlib import Path

import msgspec
import platformdirs
import uvicorn
from litestar import Litestar

from gruppetto.errors import BadOption
from gruppetto.server.app import Settings, application
from gruppetto.server.limits import Limits

SETTINGS = "GRUPPETTO_SERVER"


def default_database() -> str:
    """The embedded database, in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gruppetto"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'tables.db'}"


def settings_for(
    database: str | None, channels: str | None, workers: int,
    *, limits: bool = True, bots: dict[str, str] | None = None,
) -> Settings:  # fmt: skip
    """Settings that go together: several workers need channels between them."""
    database = database or default_database()
    if not database.startswith(("sqlite+aiosqlite:", "postgresql+asyncpg:")):
        raise BadOption(
            f"database: {database!r} is neither sqlite+aiosqlite:///FILE nor postgresql+asyncpg://…"
        )
    if channels is None:
        channels = database if database.startswith("postgresql") else "memory://"
    if not channels.startswith(("memory:", "redis:", "rediss:", "postgresql")):
        raise BadOption(f"channels: {channels!r} is none of memory://, redis://… and postgresql://…")
    if channels.startswith("redis") and importlib.util.find_spec("redis") is None:
        raise BadOption(
            "channels: Redis needs one more package; install it with: pip install 'gruppetto[redis]'"
        )
    if workers > 1 and channels.startswith("memory"):
        raise BadOption(
            "workers: several workers need --channels (redis://… or postgresql://…) between them."
        )
    return Settings(database, channels, Limits() if limits else Limits.OFF, bots=bots or {}, compiling=True)


def create() -> Litestar:
    """The application, for uvicorn's workers, with settings from the environment."""
    gc.collect()
    gc.freeze()  # what has been loaded by now stays: going through it again and again would hold up everybody
    return application(msgspec.json.decode(os.environ[SETTINGS], type=Settings))


def run(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve until stopped."""
    os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
    uvicorn.run(
        "gruppetto.server.run:create",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=3,
    )
