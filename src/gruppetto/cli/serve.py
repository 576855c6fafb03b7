"""The server, started from the command line."""

import threading
import time
import urllib.request
import webbrowser

from gruppetto.cli.consoles import err
from gruppetto.cli.warmup import for_play
from gruppetto.games.game import registry
from gruppetto.server.run import run, settings_for


def serve_tables(
    host: str,
    port: int,
    database: str | None,
    channels: str | None,
    workers: int,
    *,
    limits: bool,
    browser: bool,
) -> None:
    """Serve until stopped, and tell where."""
    settings = settings_for(database, channels, workers, limits=limits)
    for game in registry():
        for_play(game, err())
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"  # noqa: S104
    err().print(f"Gruppetto is at [bold]{address}[/bold]   (Ctrl-C stops it; no race is lost)")
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    run(settings, host, port, workers)


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=1).close()  # noqa: S310  (our own address)
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(address)
            return
