"""Run the server: one worker, or several that share a database and channels."""

import importlib.util
import os
from pathlib import Path
from typing import cast, get_args

import msgspec
import platformdirs
import uvicorn
from litestar import Litestar

from gruppetto.errors import BadOption
from gruppetto.server.addresses import Networks
from gruppetto.server.app import Settings, application
from gruppetto.server.door import Door, SocketDoor
from gruppetto.server.limits import Limits
from gruppetto.server.logs import Style, configure
from gruppetto.server.notices.opening import Outside, check
from gruppetto.server.roster import bots_of

SETTINGS = "GRUPPETTO_SERVER"


def default_database() -> str:
    """The embedded database, in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("gruppetto"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'tables.db'}"


class Wishes(msgspec.Struct, frozen=True):
    """How a server is to be run, as it is said on the command line."""

    database: str | None = None
    channels: str | None = None
    workers: int = 1
    limits: bool = True
    log: str = "quiet"
    proxies: str = ""
    origins: str = ""
    metrics: str = ""
    bots: tuple[str, ...] = ()
    reviews: int | None = None
    names: str | None = None
    outside: Outside = Outside()


def settings_for(asked: Wishes) -> Settings:
    """Settings that go together: several workers need channels between them."""
    database, channels = asked.database, asked.channels
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
    if asked.workers > 1 and channels.startswith("memory"):
        raise BadOption(
            "workers: several workers need --channels (redis://… or postgresql://…) between them."
        )
    if asked.log not in get_args(Style):
        raise BadOption(f"log: {asked.log!r} is none of {', '.join(get_args(Style))}.")
    check(asked.outside)
    for what in ("proxies", "metrics"):
        Networks(listed(getattr(asked, what)), what)
    return Settings(
        database, channels, Limits() if asked.limits else Limits.OFF, bots=bots_of(list(asked.bots)),
        log=cast("Style", asked.log), proxies=listed(asked.proxies), origins=listed(asked.origins),
        metrics=listed(asked.metrics), compiling=True, review_worlds=asked.reviews,
        names=asked.names, outside=asked.outside,
    )  # fmt: skip


def listed(written: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(one.strip() for one in written.split(",") if one.strip())


def create() -> Litestar:
    """The application, for uvicorn's workers, with settings from the environment."""
    settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings)
    configure(settings.log)
    made = application(settings)
    made.collector.take_over()
    return made


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
        log_config=None,
        access_log=False,
        server_header=False,
        http=Door,
        ws=SocketDoor,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # it would take up to 64 kB a socket
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=3,
    )
