"""How Etapa's stages ride: rounds, riders outside the limit, breaks, falls, seats.

python bench/etapa.py [--players domestique] [--races 4000] [--json FILE]
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from gruppetto.games import game as contract
from gruppetto.lab.simulate import Simulation

TEAMS = 4
RIDERS = 3 * TEAMS
TRIALS = ("Chrono", "Chrono par équipes")


def figures(stage: dict[str, Any], player: str, races: int) -> dict[str, Any]:
    """What so many races on a stage come to."""
    simulation = Simulation("etapa", [player] * TEAMS, {"stages": [stage["name"]]})
    summary, table = simulation.run(races)
    column = {name: table[:, index] for index, name in enumerate(simulation.columns())}
    wins = summary.wins_by_seat
    return {
        "stage": stage["name"],
        "type": stage["type"],
        "rounds": round(float(column["rounds"].mean()), 1),
        "outside": round(float(column["outside"].mean()) / RIDERS, 4),
        "break": round(float(column["break"].mean()), 4),
        "falls": round(float(column["falls"].mean()), 2),
        "last": int(np.median(column["last_gap"])),
        "seats": [round(100 * won / races, 1) for won in wins],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="How Etapa's stages ride.")
    parser.add_argument("--players", default="domestique", help="who rides all the teams")
    parser.add_argument("--races", type=int, default=4000)
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    given = parser.parse_args()
    stages = [stage for stage in contract.get("etapa").catalogue()["stages"] if stage["name"] not in TRIALS]
    rows = [figures(stage, given.players, given.races) for stage in stages]
    print("| stage | type | rounds | outside | breaks | falls | last rider |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for row in rows:
        print(
            f"| {row['stage']} | {row['type']} | {row['rounds']} | {row['outside']:.1%} | "
            f"{row['break']:.0%} | {row['falls']} | {row['last']} s |"
        )
    seats = np.mean([row["seats"] for row in rows], axis=0)
    print("\nWins by seat, all stages: " + ", ".join(f"{share:.1f} %" for share in seats))
    if given.json:
        report = {"players": given.players, "races_per_stage": given.races, "stages": rows}
        given.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
