"""The server, started from the command line."""

import asyncio
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing
from typing import Any

from gruppetto.cli.consoles import err
from gruppetto.errors import BadOption
from gruppetto.server.checkup import look_over, prepare
from gruppetto.server.names import unwanted_in
from gruppetto.server.roster import Roster
from gruppetto.server.run import Wishes, run, settings_for


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


def check_tables(host: str, port: int, asked: Wishes) -> None:
    """Tell what is wrong with a configuration, and serve nothing."""
    found = look_over(settings_for(asked), host)
    for finding in found:
        err().print(f"{finding.level:<8} {finding.what}: {finding.text}", markup=False, highlight=False)
    check_free(host, port)
    wrong = sum(finding.level == "wrong" for finding in found)
    if wrong:
        raise BadOption(
            f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong with this configuration."
        )


def serve_tables(host: str, port: int, asked: Wishes, *, browser: bool) -> None:
    """Serve until stopped, and tell where; rules that are not compiled yet are, behind the page."""
    settings = settings_for(asked)
    check_free(host, port)
    unwanted_in(settings.names)
    asyncio.run(prepare(settings))
    with closing(Roster(settings.bots)) as roster:
        roster.open()  # refused now rather than at a table
    address = f"http://{_spoken(host)}:{port}"
    err().print(f"Gruppetto is at [bold]{address}[/bold]   (Ctrl-C stops it; no race is lost)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    run(settings, host, port, asked.workers)


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
