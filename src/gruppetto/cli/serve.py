"""The server, started from the command line."""

import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing
from typing import Any

from gruppetto.cli.consoles import err
from gruppetto.errors import BadOption
from gruppetto.server.roster import Roster, bots_of
from gruppetto.server.run import run, settings_for


def check_free(host: str, port: int) -> None:
    """Refuse a port that somebody else listens on, at whichever of the host's addresses."""
    for family, kind, _, _, address in _addresses(host, port):
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(address)
            except OSError as error:
                raise BadOption(
                    f"port: {port} cannot be used ({error.strerror}). Perhaps Gruppetto is running already: "
                    f"open http://localhost:{port}, or choose another with --port."
                ) from None


def _addresses(host: str, port: int) -> list[Any]:
    """Where a server on this host would listen."""
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise BadOption(f"host: {host!r} is no address of this machine ({error.strerror}).") from None


def serve_tables(
    host: str,
    port: int,
    database: str | None,
    channels: str | None,
    workers: int,
    *,
    bots: list[str],
    limits: bool,
    browser: bool,
) -> None:
    """Serve until stopped, and tell where; rules that are not compiled yet are, behind the page."""
    named = bots_of(bots)
    settings = settings_for(database, channels, workers, limits=limits, bots=named)
    check_free(host, port)
    with closing(Roster(named)) as roster:
        roster.open()  # refused now rather than at a table
    address = f"http://{_spoken(host)}:{port}"
    err().print(f"Gruppetto is at [bold]{address}[/bold]   (Ctrl-C stops it; no race is lost)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    run(settings, host, port, workers)


def _spoken(host: str) -> str:
    """A host as it is written in an address."""
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):  # noqa: S104
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=1).close()  # noqa: S310  (our own address)
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
