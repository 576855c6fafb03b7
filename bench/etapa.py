"""How Etapa's stages ride: rounds, limits, breaks, falls, seats; and how strong its bots are.

python bench/etapa.py [--players domestique] [--races 4000] [--json FILE]
python bench/etapa.py --ladder FILE [--processes N] [--races 120] [--only patron@1000 …]

On the ladder every player meets two domestiques, in so many races; a file that is there is added to.
"""

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gruppetto.games import registry
from gruppetto.games.etapa.studio.catalogue import ListedStage
from gruppetto.lab.arena import Arena
from gruppetto.lab.intervals import paired
from gruppetto.lab.simulate import Simulation

TEAMS = 4
RIDERS = 3 * TEAMS
TRIALS = ("Chrono", "Chrono par équipes")
CLIMBERS = ("equipier", "baroudeur", "patron@1000")  # up the ladder; play-outs are the same on any machine
GROUNDS = ("Plaine", "Moyenne montagne", "Haute montagne")
PART = 3  # races: one deal from every seat
RACES, ON_LADDER = 4000, 120


def figures(stage: ListedStage, player: str, races: int) -> dict[str, Any]:
    """What so many races on a stage come to."""
    simulation = Simulation("etapa", [player] * TEAMS, {"stages": [stage.name]})
    summary, table = simulation.run(races)
    column = {name: table[:, index] for index, name in enumerate(simulation.columns())}
    wins = summary.wins_by_seat
    return {
        "stage": stage.name,
        "type": stage.type,
        "rounds": round(float(column["rounds"].mean()), 1),
        "outside": round(float(column["outside"].mean()) / RIDERS, 4),
        "break": round(float(column["break"].mean()), 4),
        "falls": round(float(column["falls"].mean()), 2),
        "last": int(np.median(column["last_gap"])),
        "seats": [round(100 * won / races, 1) for won in wins],
    }


# --- the ladder ---------------------------------------------------------------------------------------


class Part(NamedTuple):
    """A few races of a player against two domestiques: one deal of a seed, from every seat."""

    player: str
    stage: str
    seed: int


class Ridden(NamedTuple):
    """What came of it."""

    wins: int
    races: int
    spent: float  # seconds, on all decisions
    decisions: int


def parts(players: list[str], races: int) -> Iterator[Part]:
    """As many parts as the races take, all stages in turn, so that what there is so far is fair."""
    for number in range(-(-races // PART)):
        for player in players:
            yield Part(player, GROUNDS[number % len(GROUNDS)], 1000 + number)


def ride_part(part: Part) -> Ridden:
    """Ride it."""
    line_up = [part.player, "domestique", "domestique"]
    arena = Arena("etapa", line_up, options={"stages": [part.stage]}, seed=part.seed)
    found, met = arena.run(PART)
    made = [
        (race.ridden.seconds[seat], race.ridden.decisions[seat])
        for race in met
        for seat, player in enumerate(race.plan.seats)
        if player == part.player
    ]
    return Ridden(found.wins[part.player], found.races, sum(t for t, _ in made), sum(n for _, n in made))


def summed(ridden: dict[Part, Ridden]) -> dict[str, Any]:
    """A player's races taken together."""
    wins, races, spent, decisions = (sum(column) for column in zip(*ridden.values(), strict=True))
    stages = {stage: [done for part, done in ridden.items() if part.stage == stage] for stage in GROUNDS}
    return {
        "rules_version": registry.get("etapa").rules_version,
        "races": races,
        "wins": wins,
        "share": round(wins / races, 4),
        "interval": [
            round(end, 4) for end in paired([done.wins / done.races for done in ridden.values()]).interval
        ],
        "seconds_per_decision": round(spent / decisions, 5),
        "by_stage": {
            stage: [sum(done.wins for done in rows), sum(done.races for done in rows)]
            for stage, rows in stages.items()
        },
    }


def ladder(path: Path, players: list[str], races: int, processes: int) -> None:
    """Every player against two domestiques; what there is so far is kept after each part."""
    kept = json.loads(path.read_text()) if path.exists() else {}
    kept["what"] = "Etapa, one-day races of three teams, one player against two domestiques, same deals"
    meetings = kept.setdefault("meetings", {})
    ridden: dict[str, dict[Part, Ridden]] = {player: {} for player in players}
    begun = time.monotonic()
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(ride_part, part): part for part in parts(players, races)}
        for job in as_completed(jobs):
            part = jobs[job]
            ridden[part.player][part] = job.result()
            meetings[part.player] = summed(ridden[part.player])
            path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    for player in players:
        print(f"{player}: {meetings[player]}")
    print(f"{time.monotonic() - begun:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="How Etapa's stages ride, and how strong its bots are.")
    parser.add_argument("--players", default="domestique", help="who rides all the teams")
    parser.add_argument("--races", type=int, help=f"{RACES} on a stage, {ON_LADDER} a player on the ladder")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    parser.add_argument("--ladder", type=Path, help="let players meet domestiques, and keep the results here")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", nargs="*", default=CLIMBERS, help="who goes up the ladder")
    given = parser.parse_args()
    if given.ladder:
        ladder(given.ladder, list(given.only), given.races or ON_LADDER, given.processes)
    else:
        balance(given.players, given.races or RACES, given.json)


def balance(player: str, races: int, path: Path | None) -> None:
    """The table of the stages."""
    stages = [stage for stage in registry.get("etapa").catalogue().stages if stage.name not in TRIALS]
    rows = [figures(stage, player, races) for stage in stages]
    print("| stage | type | rounds | outside | breaks | falls | last rider |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for row in rows:
        print(
            f"| {row['stage']} | {row['type']} | {row['rounds']} | {row['outside']:.1%} | "
            f"{row['break']:.0%} | {row['falls']} | {row['last']} s |"
        )
    seats = np.mean([row["seats"] for row in rows], axis=0)
    print("\nWins by seat, all stages: " + ", ".join(f"{share:.1f} %" for share in seats))
    if path:
        report = {"players": player, "races_per_stage": races, "stages": rows}
        path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
