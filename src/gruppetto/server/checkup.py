"""What is wrong with a configuration, found out before anybody is let in."""

import asyncio
import os
import stat
from pathlib import Path
from typing import Literal

import msgspec
import sqlalchemy as sa

from gruppetto.errors import GruppettoError, Unavailable
from gruppetto.server.addresses import Networks
from gruppetto.server.app import Settings
from gruppetto.server.channels import channels
from gruppetto.server.door import room_for_connections
from gruppetto.server.migrate import upgrade
from gruppetto.server.names import unwanted_in
from gruppetto.server.notices.mail import Postbox
from gruppetto.server.notices.opening import Outside, check
from gruppetto.server.notices.reach import Reach
from gruppetto.server.pages import FRONT, STATIC
from gruppetto.server.store import Lost, Store

PATIENCE = 15.0  # seconds for channels to answer
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    level: Literal["ok", "warning", "wrong"]
    what: str
    text: str


async def prepare(settings: Settings) -> None:
    """Bring the database up to date and reach the channels, or say in a sentence why that fails."""
    await _check_database(settings.database)
    await _check_channels(settings.channels)


async def _check_database(url: str) -> None:
    store = Store(url)
    try:
        await upgrade(store.engine)
        await store.check_writing()
    except (sa.exc.SQLAlchemyError, OSError, Lost) as error:
        cause = getattr(error, "orig", None) or error
        shown = sa.make_url(url).render_as_string(hide_password=True)
        raise Unavailable(f"database: {shown} cannot be used: {cause or type(cause).__name__}") from None
    finally:
        await store.engine.dispose()


async def _check_channels(url: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE), channels(url):
            pass
    except Exception as error:
        shown = url.partition("://")[0]
        raise Unavailable(f"channels: {shown} does not answer: {error or type(error).__name__}") from None


def look_over(settings: Settings, host: str) -> list[Finding]:
    """Everything that can be known before the server runs."""
    found = [
        _try("database", "it can be written to", lambda: asyncio.run(_check_database(settings.database))),
        _try("channels", "they answer", lambda: asyncio.run(_check_channels(settings.channels))),
        _try("proxies", _named(settings.proxies), lambda: Networks(settings.proxies, "proxies")),
        _try("metrics", _named(settings.metrics), lambda: Networks(settings.metrics, "metrics")),
        *_outside(settings.outside),
        _names(settings.names),
        _page(),
        _files(settings),
        _privacy(settings.database),
        _openness(settings, host),
    ]
    return [finding for finding in found if finding]


def _try(what: str, well: str, check: object) -> Finding:
    try:
        check()  # type: ignore[operator]
    except GruppettoError as error:
        return Finding("wrong", what, str(error).removeprefix(f"{what}: "))
    return Finding("ok", what, well)


def _outside(asked: Outside) -> list[Finding]:
    """What is said of the ways to people who are not looking."""
    found = [
        _try("site", asked.site or "not named: mails and chats could link to nothing", lambda: check(asked)),
        _try("reach", ", ".join(asked.reach) or "public addresses alone", lambda: Reach(asked.reach).close()),
    ]
    if asked.smtp:
        found.append(_try("mail", "the mail server lets us in", lambda: _greet(asked.smtp)))
    return found


def _greet(url: str) -> None:
    postbox = Postbox(url)
    try:
        postbox.greet()
    except OSError as error:
        raise Unavailable(f"mail: the mail server cannot be used: {error or type(error).__name__}") from None
    finally:
        postbox.close()


def _named(written: tuple[str, ...]) -> str:
    return ", ".join(written) or "none are named"


def _names(file: str | None) -> Finding | None:
    if file is None:
        return None
    return _try("names", f"{file} can be read", lambda: unwanted_in(file))


def _page() -> Finding:
    if (STATIC / FRONT).is_file():
        return Finding("ok", "page", "it was built")
    return Finding("wrong", "page", "it was not built; install Gruppetto with: pip install .")


def _files(settings: Settings) -> Finding:
    room, wanted = room_for_connections(), settings.limits.all_connections
    if room < wanted:
        text = f"the system lets us have {room} connections open, not {wanted}; see `ulimit -n`"
        return Finding("warning", "connections", text)
    return Finding("ok", "connections", f"{wanted} can be open")


def _privacy(database: str) -> Finding | None:
    path = sa.make_url(database).database
    if not database.startswith("sqlite") or not path or not Path(path).is_file():
        return None
    mode = stat.S_IMODE(Path(path).stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        return Finding(
            "warning", "file", f"others on this machine can read {path} (mode {mode:o}): chmod 600 it"
        )
    return Finding("ok", "file", "the database is its owner's alone")


def _openness(settings: Settings, host: str) -> Finding:
    if settings.limits.factor == 0 and host in EVERYWHERE:
        return Finding(
            "warning", "limits", "there are none, and everybody in the network can reach the server"
        )
    return Finding("ok", "limits", "on" if settings.limits.factor else "off")
