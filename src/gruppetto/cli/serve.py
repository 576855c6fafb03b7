"""The server, started from the command line."""

import asyncio
import socket
import threading
import time
import urllib.request
import webbrowser
from contextlib import closing

from gruppetto.cli.consoles import err
from gruppetto.cli.warmup import for_play, in_the_background
from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.server.checkup import look_over, prepare
from gruppetto.server.roster import Roster
from gruppetto.server.run import Wishes, run, settings_for


def check_free(host: str, port: int) -> None:
    """Refuse a port that somebody else listens on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BadOption(
                f"port: {port} cannot be used ({error.strerror}). Perhaps Gruppetto is running already: "
                f"open http://localhost:{port}, or choose another with --port."
            ) from None


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
    """Serve until stopped, and tell where."""
    settings = settings_for(asked)
    check_free(host, port)
    asyncio.run(prepare(settings))
    with closing(Roster(settings.bots)) as roster:
        roster.open()  # refused now rather than at a table
    first, *others = registry.games()
    for_play(first, err())
    in_the_background(others)
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"  # noqa: S104
    err().print(f"Gruppetto is at [bold]{address}[/bold]   (Ctrl-C stops it; no race is lost)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    run(settings, host, port, asked.workers)


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=1).close()  # noqa: S310  (our own address)
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(address)
            return
