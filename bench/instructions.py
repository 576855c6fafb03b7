"""How many machine instructions and memory accesses a decision takes, counted by Valgrind.

    python bench/instructions.py [--out bench/results/instructions.json]

Races are ridden under `valgrind --tool=cachegrind` twice, once many more of them; the difference is what
the races took, without start-up. Needs Valgrind. Rules are compiled for a plain x86-64-v3 machine, since
Valgrind does not know the newest instructions, in a cache folder of their own.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from gruppetto.games import registry
from gruppetto.lab.host import machine
from gruppetto.lab.simulate import Simulation

FEW, MANY = 10, 2010  # start-up varies by millions of instructions, so many
RIDE = """
import sys
from gruppetto.lab.simulate import Simulation
Simulation(sys.argv[1], [sys.argv[2]] * 4, seed=7).ride(0, int(sys.argv[3]))
"""
PLAIN = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}


def counted(game: str, player: str, cache: Path) -> dict[str, Any]:
    """What a decision takes."""
    few, many = (under_valgrind(game, player, races, cache) for races in (FEW, MANY))
    rows = Simulation(game, [player] * 4, seed=7).ride(FEW, MANY - FEW)
    decisions = int(rows[:, 0].sum())
    each = {name: round((many[name] - few[name]) / decisions, 1) for name in many}
    return {"game": game, "player": player, "decisions_per_race": round(decisions / len(rows), 1), **each}


def under_valgrind(game: str, player: str, races: int, cache: Path) -> dict[str, int]:
    """Instructions, reads and writes of a whole run."""
    words = ["-c", RIDE, game, player, str(races)]
    environment = {**os.environ, **PLAIN, "GRUPPETTO_CACHE": str(cache), "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, *words], check=True, env=environment)  # compiled, outside Valgrind
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null"]
    told = subprocess.run(
        [*tool, sys.executable, *words], check=True, env=environment, capture_output=True, text=True
    ).stderr
    found = {}
    for name, pattern in {
        "instructions": r"I\s+refs:\s+([\d,]+)",
        "reads": r"D\s+refs:.*?\(\s*([\d,]+) rd",
        "writes": r"D\s+refs:.*?\+\s*([\d,]+) wr",
        "misses_of_the_last_cache": r"LL misses:\s+([\d,]+)",
    }.items():
        match = re.search(pattern, told)
        if match is None:
            raise SystemExit(f"Valgrind said nothing of {name}:\n{told}")
        found[name] = int(match[1].replace(",", ""))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Instructions and memory accesses for one decision.")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found: dict[str, Any] = {"machine": msgspec.to_builtins(machine()), "decisions": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in registry.games():
            for player in ("random", "domestique"):
                found["decisions"].append(counted(game, player, Path(folder)))
                print(json.dumps(found["decisions"][-1]), flush=True)
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
