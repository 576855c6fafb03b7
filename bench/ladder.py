"""The ladder: how often each level beats the one below, on duplicate deals from every seat.

    python bench/ladder.py [--workers N | --ray auto] [--scale 1.0] [--budget 3000] [--only NAME …]

Meetings are ridden one after the other, each of them on all workers.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from gruppetto.games import registry
from gruppetto.lab.arena import Arena
from gruppetto.lab.cluster import Cluster
from gruppetto.lab.running import Threads, Workers, default_workers
from gruppetto.lab.standings import Met, Standings
from gruppetto.players import budget_of

GAME = "flamme-rouge"
RIDER = 1  # the column of the game's report that names the winning rider
USUAL = "50ms"


class Meeting(NamedTuple):
    """Who meets whom."""

    players: tuple[str, ...]
    races: int
    budget: str = USUAL
    goal: float | None = None  # the share of wins the first player is to reach


def duel(one: str, other: str, races: int = 420, goal: float | None = None, budget: str = USUAL) -> Meeting:
    return Meeting((one, other), races, budget, goal)


CURVE = {"3ms": 448, "6ms": 448, "12ms": 448, "25ms": 336, "100ms": 224, "200ms": 168, "400ms": 112}
MAX_CARD = "py:reference:MaxCardMonteCarlo"
MEETINGS = {
    "touriste beats random": duel("touriste", "random", 4200, 0.60),
    "domestique beats touriste": duel("domestique", "touriste", 4200, 0.60),
    "equipier beats domestique": duel("equipier", "domestique", 1400, 0.60),
    "baroudeur beats equipier": duel("baroudeur", "equipier", 1400, 0.60),
    "patron beats baroudeur": duel("patron", "baroudeur", 840, 0.60),
    "patron beats domestique": duel("patron", "domestique", 420, 0.75),
    "patron beats random": duel("patron", "random", 420, 0.97),
    "patron against three domestiques": Meeting(("patron", *["domestique"] * 3), 420, USUAL, 0.45),
    "patron beats max-card Monte Carlo": duel("patron", MAX_CARD, 420, 0.65),
    "patron beats domestique, a second each": duel("patron", "domestique", 56, 0.75, "1s"),
    "patron among patrons": Meeting(("patron",) * 4, 224, "20ms"),
    **{
        f"skill curve, {budget}": Meeting(("patron", *["domestique"] * 3), races, budget)
        for budget, races in CURVE.items()
    },
}


def ride(meeting: Meeting, scale: float, workers: Workers) -> tuple[Standings, list[Met]]:
    """A meeting on all stages of the game."""
    stages, budget = registry.get(GAME).stages(), budget_of(meeting.budget)
    arena = Arena(GAME, meeting.players, stages=stages, seed=1000, budget=budget)
    return arena.run(max(1, round(meeting.races * scale)), workers=workers)


def figures(meeting: Meeting, found: Standings, met: list[Met]) -> dict[str, Any]:
    """What a meeting came to, for its first player."""
    first = meeting.players[0]
    low, high = found.interval[first]
    return {
        "players": list(meeting.players),
        "races": found.races,
        "budget": meeting.budget,
        "share": round(found.share[first], 4),
        "interval": [round(low, 4), round(high, 4)],
        "goal": meeting.goal,
        "seconds_per_decision": {name: round(took, 5) for name, took in found.seconds_per_decision.items()},
        "wins_by_stage": found.wins_by_stage,
        "winning_riders_by_stage": winning_riders(met),
    }


def winning_riders(met: list[Met]) -> dict[str, dict[str, int]]:
    """Sprinteurs and rouleurs among the winners, stage by stage."""
    counted = Counter((race.plan.stage, race.ridden.report[RIDER] % 2) for race in met)
    stages = dict.fromkeys(race.plan.stage for race in met)
    return {stage: {"S": counted[stage, 0], "R": counted[stage, 1]} for stage in stages}


def main() -> None:
    parser = argparse.ArgumentParser(description="How often each level beats the one below.")
    parser.add_argument("--workers", type=int, default=default_workers())
    parser.add_argument("--ray", help="the address of a Ray cluster, or auto")
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the usual number of races")
    parser.add_argument("--only", action="append", help="part of the name of a meeting")
    parser.add_argument("--meet", action="append", default=[], help="players, races and budget: a,b:420:50ms")
    parser.add_argument(
        "--budget", help="for the meetings at 50ms: a number of play-outs makes them the same on any machine"
    )
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    meetings = {
        name: meeting
        for name, meeting in MEETINGS.items()
        if (given.only is None and not given.meet) or any(part in name for part in given.only or [])
    }
    for text in given.meet:
        players, races, budget = text.rsplit(":", 2)
        meetings[text] = Meeting(tuple(players.split(",")), int(races), budget)
    if given.budget:
        meetings = {
            name: meeting._replace(budget=given.budget) if meeting.budget == USUAL else meeting
            for name, meeting in meetings.items()
        }
    report: dict[str, Any] = {}
    workers, begun = Cluster(given.ray) if given.ray else Threads(given.workers), time.monotonic()
    for name, meeting in meetings.items():
        found = report[name] = figures(meeting, *ride(meeting, given.scale, workers))
        share, goal = f"{found['share']:.1%} {found['interval']}", found["goal"]
        print(
            f"{time.monotonic() - begun:5.0f} s, {name}: {share} of {found['races']}, goal {goal}", flush=True
        )
        if given.out:
            given.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
