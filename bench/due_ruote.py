"""Whether our set of Due Ruote makes a good game: breaks, retirements, mountains, seats, choices.

python bench/due_ruote.py --players equipier --races 100 --processes 2
python bench/due_ruote.py --players domestique --races 4000 --route Mountains
python bench/due_ruote.py --players equipier --seats 2 --races 200 --option challenge_price=fee
python bench/due_ruote.py --ladder bench/results/due-ruote-ladder.json --races-scale 0.5 --processes 2

The same seed, the same races, on any machine: players that think do so by play-outs, not by the clock.
"""

import argparse
import json
import math
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gruppetto.games import loops
from gruppetto.games.due_ruote import DUE_RUOTE
from gruppetto.games.due_ruote.data.sets import our_set
from gruppetto.games.due_ruote.faces.names import ACTIVITIES, ENDINGS
from gruppetto.games.due_ruote.rules import codes as c
from gruppetto.games.due_ruote.rules.codes import Action, Activity, Step
from gruppetto.kernel.chance import derived, spread
from gruppetto.kernel.record import Records
from gruppetto.kernel.trace import NOT_RECORDING
from gruppetto.lab.arena import Arena
from gruppetto.lab.intervals import wilson
from gruppetto.lab.races import standing
from gruppetto.lab.standings import Met, standings
from gruppetto.players.deciders import Decider, LevelDecider
from gruppetto.players.levels import level_of
from gruppetto.players.playout import DECIDING

LADDER = {  # who meets whom with two teams, and in how many races
    ("touriste", "random"): 400,
    ("domestique", "touriste"): 400,
    ("equipier", "domestique"): 80,
    ("baroudeur", "equipier"): 80,
    ("patron@400", "baroudeur"): 40,
    ("patron@400", "domestique"): 40,
}
PART = 8  # races of a meeting that are ridden in one go, with a seed of their own
BLOCK = 4  # races of a report that are
WANTED = {"from a break": (0.10, 0.35), "ended by retirements": (0.0, 0.05)}
RIDERS = our_set().riders


class Race(msgspec.Struct, frozen=True):
    """What is counted of one race."""

    winner: int  # seat
    ending: str
    sectors: int  # ahead of the peloton, of the winner
    card: int  # of the winner
    retired: int
    drafted: list[int]  # cards
    activities: list[int]  # how often each was carried out
    used: list[int]  # in how many of a team's turns each was carried out
    team_turns: int
    behind: int  # riders who finished behind the peloton
    route: str


def ride(setup: Records, minds: list[Decider], seed: int, number: int) -> Race:
    """The `number`-th race of a seed, with its activities counted."""
    rules, state, seats = DUE_RUOTE.rules, DUE_RUOTE.blank(), len(minds)
    keys = np.empty(DUE_RUOTE.streams, np.uint64)
    spread(np.uint64(seed), np.uint64(number), keys)
    loops.begin(rules.deal, state, setup, keys)
    own, made, chosen = derived(derived(seed, number), DECIDING), 0, Counter[tuple[int, int, int]]()
    while not loops.ended(rules.over, state):
        seat = int(loops.owing(rules.waiting, state)).bit_length() - 1
        activity, turn = int(state[0].activity), int(state[0].turn)
        deciding = state[0].step == Step.ACTIVITY
        code = minds[seat].decide(DUE_RUOTE, state, seat, derived(derived(own, seat), made))
        loops.step(rules.act, state, seat, code, NOT_RECORDING)
        made += 1
        if deciding and Action.DO <= code < Action.RIDER:
            activity = code - Action.DO
        if deciding and code not in (Action.PASS, Action.CANCEL) and carried_out(state[0], seat, activity):
            chosen[seat, turn, activity] += 1
    return counted(state, seats, chosen)


def carried_out(race: Any, seat: int, activity: int) -> bool:
    """Whether the activity somebody was composing has been paid for."""
    return not (race.step == Step.ACTIVITY and race.decider == seat and race.activity == activity)


def counted(state: Records, seats: int, chosen: Counter[tuple[int, int, int]]) -> Race:
    """A race that is over, as numbers."""
    race, (winner, _, report) = state[0], standing(DUE_RUOTE, state, seats)
    riders = range(c.TEAM * seats)
    used = Counter(activity for _, _, activity in chosen)
    made = Counter[int]()
    for (_, _, activity), times in chosen.items():
        made[activity] += times
    return Race(
        winner=winner,
        ending=ENDINGS[race.ending],
        sectors=report[3],
        card=report[5],
        retired=report[4],
        drafted=[int(race.card[rider]) for rider in riders],
        activities=[made[activity] for activity in range(c.ACTIVITIES)],
        used=[used[activity] for activity in range(c.ACTIVITIES)],
        team_turns=int(race.turn) * seats,
        behind=sum(bool(c.GONE < race.place[rider] < 0) for rider in riders),
        route="".join("PCMD"[card] for card in race.route[: int(race.planned)] if card < c.TERRAINS),
    )


# --- the report -------------------------------------------------------------------------------------


def report(races: list[Race], seats: int) -> dict[str, Any]:
    """Shares and means of many races."""
    count = len(races)
    turns = sum(race.team_turns for race in races)
    drafts = Counter(card for race in races for card in race.drafted)
    wins = Counter(race.card for race in races)
    return {
        "races": count,
        "from a break": share([race.sectors > 0 for race in races]),
        "alone": share([race.ending == "alone" for race in races]),
        "ended by retirements": share([race.ending in ("last team", "nobody left") for race in races]),
        "riders retired": sum(race.retired for race in races) / count,
        "riders left behind": sum(race.behind for race in races) / count,
        "seats": [share([race.winner == seat for race in races]) for seat in range(seats)],
        "activities": {
            ACTIVITIES[activity]: {
                "in turns": sum(race.used[activity] for race in races) / turns,
                "each race": sum(race.activities[activity] for race in races) / count,
            }
            for activity in range(1, c.ACTIVITIES)
            if activity != Activity.ENERGY
        },
        "drafted": {rider.id: drafts[n] / count for n, rider in enumerate(RIDERS)},
        "won": {rider.id: wins[n] / count for n, rider in enumerate(RIDERS)},
        "winner": {
            "sprint": sum(RIDERS[race.card].sprint for race in races) / count,
            "mountain": sum(RIDERS[race.card].mountain for race in races) / count,
        },
        "terrains": dict(Counter(card for race in races for card in race.route)),
    }


def share(those: list[bool]) -> dict[str, Any]:
    """A share with its 95 % interval."""
    low, high = wilson(sum(those), len(those))
    return {"share": sum(those) / len(those), "interval": [round(low, 4), round(high, 4)]}


def printed(found: dict[str, Any], name: str) -> str:
    """The report as a page."""
    lines = [f"{name}: {found['races']} races"]
    for what in ("from a break", "alone", "ended by retirements"):
        low, high = found[what]["interval"]
        wanted = f"   wanted {WANTED[what][0]:.0%}–{WANTED[what][1]:.0%}" if what in WANTED else ""
        lines.append(f"  {what:22} {found[what]['share']:6.1%}  ({low:.1%}–{high:.1%}){wanted}")
    lines.append(f"  riders retired         {found['riders retired']:6.2f} a race")
    lines.append(f"  riders left behind     {found['riders left behind']:6.2f} a race")
    lines.append("  seats                  " + "  ".join(f"{seat['share']:.1%}" for seat in found["seats"]))
    winner = found["winner"]
    lines.append(f"  the winner has         sprint {winner['sprint']:.2f}, mountain {winner['mountain']:.2f}")
    lines.append("  terrains chosen        " + "  ".join(f"{k} {v}" for k, v in found["terrains"].items()))
    lines.append("  activity               in a team’s turns   in a race")
    for activity, often in found["activities"].items():
        lines.append(f"    {activity:20} {often['in turns']:14.1%} {often['each race']:14.2f}")
    lines.append("  rider  drafted     won")
    for rider, often in found["drafted"].items():
        lines.append(f"    {rider:4} {often:8.1%} {found['won'][rider]:7.1%}")
    return "\n".join(lines)


# --- the ladder -------------------------------------------------------------------------------------


def meet(players: tuple[str, str], part: int) -> tuple[tuple[str, str], list[Met]]:
    """One part of a meeting: the same deals from both seats, counted on from those of the other parts."""
    met = Arena(DUE_RUOTE.id, players, seed=1 + part).run(PART)[1]
    replace = msgspec.structs.replace
    return players, [
        replace(race, plan=replace(race.plan, deal=part * PART + race.plan.deal)) for race in met
    ]


def ladder(pool: Executor, path: Path, names: list[str], scale: float) -> None:
    """Every level against the one below; what is there of others is kept, and so is every part at once."""
    kept = json.loads(path.read_text()) if path.exists() else {"game": DUE_RUOTE.id, "meetings": {}}
    met: dict[tuple[str, str], list[Met]] = {}
    parts = [
        pool.submit(meet, players, part)
        for players, races in LADDER.items()
        if not names or " beats ".join(players) in names
        for part in range(max(1, math.ceil(races * scale / PART)))
    ]
    for ridden in as_completed(parts):
        players, races = ridden.result()
        met.setdefault(players, []).extend(races)
        name = " beats ".join(players)
        kept["meetings"][name] = outcome(players, met[players])
        path.write_text(json.dumps(kept, indent=1) + "\n")
        sys.stdout.write(f"{name}: {kept['meetings'][name]}\n")
        sys.stdout.flush()


def outcome(players: tuple[str, str], met: list[Met]) -> dict[str, Any]:
    """What a meeting came to, for the one who is to win it."""
    found, first = standings(DUE_RUOTE.id, players, met), players[0]
    return {
        "rules_version": DUE_RUOTE.rules_version,
        "races": found.races,
        "wins": found.wins[first],
        "share": round(found.share[first], 4),
        "interval": [round(end, 4) for end in found.interval[first]],
    }


# --- what is asked ----------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True):
    """The races of a report."""

    players: tuple[str, ...]
    route: str
    data: str | None
    options: dict[str, str]
    seed: int


def ride_block(asked: Asked, first: int, races: int) -> list[Race]:
    """Some races in a row."""
    own = DUE_RUOTE.own_data(asked.data) if asked.data else {}
    options = DUE_RUOTE.options({"route": asked.route, **own, **asked.options})
    setup = DUE_RUOTE.setup(options, len(asked.players))
    minds: list[Decider] = [LevelDecider(name) for name in asked.players]
    return [ride(setup, minds, asked.seed, number) for number in range(first, first + races)]


def ride_all(pool: Executor, asked: Asked, first: int, races: int) -> Iterator[Race]:
    """All races, in order; long rows of them where nobody thinks long about them."""
    block = BLOCK if any(level_of(name).thinks for name in asked.players) else 50 * BLOCK
    rows = [
        pool.submit(ride_block, asked, begun, min(block, first + races - begun))
        for begun in range(first, first + races, block)
    ]
    for row in rows:
        yield from row.result()


def main() -> None:
    """Ride, count, print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--players", default="domestique", help="one for all seats, or one for each")
    reader.add_argument("--seats", type=int, default=4)
    reader.add_argument("--races", type=int, default=400)
    reader.add_argument("--route", default="choose")
    reader.add_argument("--data", help="a folder with another set")
    reader.add_argument("--option", action="append", default=[], help="name=value, as often as needed")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--first", type=int, default=0, help="the number of the first race")
    reader.add_argument("--processes", type=int, default=1)
    reader.add_argument("--out", type=Path, help="the report as JSON")
    reader.add_argument("--ladder", type=Path, help="let the levels meet instead, and keep the results here")
    reader.add_argument("--only", nargs="*", default=[], help="only these meetings")
    reader.add_argument(
        "--races-scale", type=float, default=1.0, help="so many times the usual races of a meeting"
    )
    asked = reader.parse_args()
    with ProcessPoolExecutor(asked.processes, multiprocessing.get_context("spawn")) as pool:
        if asked.ladder:
            ladder(pool, asked.ladder, asked.only, asked.races_scale)
        else:
            tell(pool, asked)


def tell(pool: Executor, asked: argparse.Namespace) -> None:
    """The report of the races that were asked for."""
    names = asked.players.split(",")
    names = names * asked.seats if len(names) == 1 else names
    options = dict(option.split("=", 1) for option in asked.option)
    which = Asked(tuple(names), asked.route, asked.data, options, asked.seed)
    found = report(list(ride_all(pool, which, asked.first, asked.races)), len(names))
    sys.stdout.write(printed(found, asked.players) + "\n")
    if asked.out:
        asked.out.write_text(json.dumps({"players": asked.players, "route": asked.route, **found}, indent=1))


if __name__ == "__main__":
    main()
