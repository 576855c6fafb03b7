"""How quickly the lobby, one's own races and the ladders are there, after some seasons of many people.

    python bench/people.py [bench/results/people.json] [--people 10000] [--races 100000] [--only sqlite]

A database is filled with made-up races, an SQLite one and one of a PostgreSQL of its own, and an application
in this process is asked, one request after the other: what is measured is all that the server does for one.
Where the machine does other work, look at the processor time; it lacks only what PostgreSQL does by itself.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from msgspec.structs import asdict

from gruppetto.lab.host import machine
from gruppetto.server.app import Settings, application
from gruppetto.server.identity import hash_of
from gruppetto.server.limits import Limits
from gruppetto.server.migrate import upgrade
from gruppetto.server.store import Store

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "drill"))
from people import GAMES, Season, fill
from server_load import database

GOAL = 50  # milliseconds
ASKED = 40  # times each


async def filled(url: str, season: Season) -> dict[str, int]:
    """How many rows there are in a database that has just been filled."""
    store = Store(url)
    await upgrade(store.engine)
    counted = await fill(store, season, hash_of)
    await store.engine.dispose()
    return counted


def asked(client: TestClient[Any], season: Season, number: int) -> dict[str, tuple[str, str]]:
    """What somebody asks: a name, an address and their key; number 0 has ridden the most."""
    key, game = season.key(number), GAMES[number % len(GAMES)]
    top = client.get(f"/api/ladders/{game}").json()
    rider = top["rungs"][number % len(top["rungs"])]["rider"]
    page = client.get("/api/me/races", headers={"X-Key": key}).json()
    return {
        "lobby": ("/api/tables", key),
        "own tables": ("/api/me", key),
        "my races": ("/api/me/races", key),
        "my races, a later page": (f"/api/me/races?after={page['next'] or ''}".removesuffix("?after="), key),
        "my races of a year against people": ("/api/me/races?year=2024&opponents=people", key),
        "record": ("/api/me/record", key),
        "ladder": (f"/api/ladders/{game}", key),
        "ladder, the second page": (f"/api/ladders/{game}?after={top['next']}", key),
        "curve": (f"/api/ladders/{game}/{rider}", key),
    }


def measured(client: TestClient[Any], season: Season, people: Sequence[int]) -> dict[str, dict[str, float]]:
    """Milliseconds for each question, over different people."""
    spent, worked = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for number in people:
        for name, (path, key) in asked(client, season, number).items():
            begun, work = time.perf_counter(), time.process_time()
            client.get(path, headers={"X-Key": key}).raise_for_status()
            spent[name].append(1000 * (time.perf_counter() - begun))
            worked[name].append(1000 * (time.process_time() - work))
    return {
        name: {"median": at(found, 50), "p95": at(found, 95), "processor": at(worked[name], 50)}
        for name, found in spent.items()
    }


def at(found: list[float], percent: int) -> float:
    return round(sorted(found)[(len(found) - 1) * percent // 100], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description="How quickly one's races and ladders are there.")
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--races", type=int, default=100_000)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    given = parser.parse_args()
    season = Season(given.people, given.races)
    people = random.Random(2).choices(range(season.people), k=ASKED)  # noqa: S311
    report: dict[str, Any] = {
        "goal_ms": GOAL,
        "machine": asdict(machine()),
        "load_average": os.getloadavg(),
        "databases": {},
    }
    for kind in (given.only,) if given.only else ("sqlite", "postgresql"):
        with ExitStack() as stack:
            url, begun = stack.enter_context(database(kind)), time.monotonic()
            rows = asyncio.run(filled(url, season))
            print(f"{kind}: {sum(rows.values()):,} rows in {time.monotonic() - begun:.0f} s", flush=True)
            client = stack.enter_context(TestClient(application(Settings(url, limits=Limits.OFF))))
            spent = measured(client, season, people)
            report["databases"][kind] = {
                "rows": rows,
                "milliseconds": spent,
                "whoever_has_ridden_the_most": measured(client, season, [0] * 5),
            }
        for name, one in spent.items():
            print(
                f"  {name}: {one['median']} ms, 95 % within {one['p95']} ms, processor {one['processor']} ms"
            )
    if given.out:
        given.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
