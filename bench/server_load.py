"""Measure what a server costs and how quickly it answers, with its clients on the same machine.

    python bench/server_load.py [bench/results/server-load.json]

Takes about five minutes. A real `gruppetto serve` is started for each load, on SQLite or on a PostgreSQL of
its own, with durable commits, and played from this process. Processor time for a decision hardly depends on
what else the machine does; times from sending to acknowledging do, so look at `load_average` first.
"""

import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop

from gruppetto.lab.host import machine

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "drill"))
from load import AT_ONCE, PEOPLE, SEATS, WARM_UP, Pace, Rider, keep_going, open_tables, report
from servers import GAMES, Server

RACE = GAMES[:1]
OPTIONS = ("--no-limits", "--metrics", "127.0.0.1")


class Load(msgspec.Struct, frozen=True):
    """What is asked of a server."""

    name: str
    tables: int
    pace: Pace
    seconds: float
    games: Sequence[Any] = GAMES
    database: str = "sqlite"
    workers: int = 1
    spectators: int = 0  # at each table, besides four players


LOADS = (
    Load("many tables", 1000, 300, 45),
    Load("saturated, races", 300, "saturated", 15, RACE),
    Load("saturated, races and tours", 200, "saturated", 15),
    Load("four viewers a table", 100, 200, 15, RACE),
    Load("eight viewers a table", 100, 200, 15, RACE, spectators=4),
    Load("one worker on PostgreSQL", 300, "saturated", 15, RACE, "postgresql"),
    Load("two workers on PostgreSQL, every table on both", 300, "saturated", 15, RACE, "postgresql", 2),
)


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """An empty database of this kind."""
    with tempfile.TemporaryDirectory(prefix="gruppetto-load-", ignore_cleanup_errors=True) as folder:
        if kind == "sqlite":
            yield f"sqlite+aiosqlite:///{folder}/tables.db"
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pgserver

            server = pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        yield server.get_uri().replace("postgresql://postgres:@/", "postgresql+asyncpg://postgres@/")
        server.cleanup()


def metrics(server: Server) -> dict[str, float]:
    """What the server tells of itself, where it is one figure."""
    lines = httpx.get(f"{server.url}/metrics", timeout=30).text.splitlines()
    told = (line.removeprefix("gruppetto_").split() for line in lines if "{" not in line and line[0] != "#")
    return {name: float(figure) for name, figure in told}


def total(servers: Sequence[Server], what: str) -> float:
    return sum(getattr(server, what)() for server in servers)


async def played(servers: Sequence[Server], load: Load) -> dict[str, Any]:
    """Open tables, then sockets, then play: what each of them takes."""
    urls, gate = [server.url.replace("http", "ws") for server in servers], asyncio.Semaphore(AT_ONCE)
    await open_tables(servers[0].url, 5, PEOPLE, load.games)  # whatever is loaded late is loaded now
    empty = total(servers, "memory")
    opened = await open_tables(servers[0].url, load.tables, PEOPLE, load.games)
    kept = total(servers, "memory")
    tables = [
        [Rider(urls[seat % len(urls)], table, seat, SEATS * number + seat) for seat in range(SEATS)]
        for number, table in enumerate(opened)
    ]
    riders = [rider for table in tables for rider in table]
    watching = [Rider(urls[0], table, None, 0) for table in opened for _ in range(load.spectators)]
    await asyncio.gather(*(rider.connect(gate) for rider in [*riders, *watching]))
    watched = total(servers, "memory")
    playing = asyncio.create_task(keep_going(tables, load.pace, WARM_UP + load.seconds))
    await asyncio.sleep(WARM_UP)
    for rider in [*riders, *watching]:
        rider.seconds.clear()
        rider.bytes = 0
    begun, cpu = time.monotonic(), total(servers, "cpu")
    await playing
    took, cpu = time.monotonic() - begun, total(servers, "cpu") - cpu
    found, sockets = report(riders, took), [*riders, *watching]
    after = total(servers, "memory")
    told = [metrics(server) for server in servers]
    await asyncio.gather(*(rider.close() for rider in sockets))
    return {
        **found,
        "server_cores": round(cpu / took, 3),
        "cpu_ms_per_decision": round(1000 * cpu / found["decisions"], 3),
        "sent_bytes_per_decision": round(sum(rider.bytes for rider in sockets) / found["decisions"]),
        "empty_megabytes": round(empty / 1e6, 1),
        "kilobytes_per_kept_table": round((kept - empty) / load.tables / 1e3, 1),
        "kilobytes_per_socket": round((watched - kept) / len(sockets) / 1e3, 1),
        "kilobytes_per_table_with_sockets_after_play": round((after - empty) / load.tables / 1e3, 1),
        "gc_pauses": int(sum(page["gc_pause_seconds_count"] for page in told)),
        "gc_longest_pause_ms": round(1000 * max(page["gc_longest_pause_seconds"] for page in told), 1),
        "moves_per_commit": round(
            sum(page["moves_total"] for page in told) / sum(page["batch_seconds_count"] for page in told), 2
        ),
    }


def measured(load: Load) -> dict[str, Any]:
    with database(load.database) as url:
        channels = url if load.workers > 1 else None
        servers = [Server(url, channels, options=OPTIONS) for _ in range(load.workers)]
        try:
            for server in servers:
                server.start()
            for server in servers:
                server.wait()
            found = uvloop.run(played(servers, load))
        finally:
            for server in servers:
                server.kill()
        return {"load": load.name, "database": load.database, "workers": load.workers, "tables": load.tables,
                "pace": load.pace, "spectators": load.spectators, **found}  # fmt: skip


def main() -> None:
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "bench/results/server-load.json")
    loads = []
    for load in LOADS:
        before = os.getloadavg()[0]
        loads.append(measured(load) | {"load_average": round(before, 1)})
        print(json.dumps(loads[-1]), flush=True)
    document = {"machine": msgspec.to_builtins(machine()), "runs": loads}
    path.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
