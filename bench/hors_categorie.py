"""How strong the networks of the games are, alone and looking ahead, on duplicate deals from every seat.

    python bench/hors_categorie.py [GAME …] [--only NAME …] [--scale 1.0] [--keep FOLDER] [--out FILE]

Budgets are counted, so that the races are the same on every machine: in each game so many worlds to look
ahead in take one core as long as so many play-outs of a patron. What they take is measured and told first.

With `--keep` every race is written down as soon as it is over, and the same command goes on after a stop; a
larger scale goes on with the races of a smaller one. `--out` adds to the figures that are in a file already.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gruppetto.beginning import start
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.lab.arena import Arena
from gruppetto.lab.journal import Journal, NoJournal
from gruppetto.lab.running import default_workers
from gruppetto.learning.roads import Roads
from gruppetto.players import decide
from gruppetto.players.network import network_of

COMPOSED = 14  # roads that no training has drawn
TIMED = 60  # decisions over which the time of one is taken
ALONE = "hors-categorie@0"


class Thought(NamedTuple):
    """So many worlds to look ahead in, and so many play-outs of a patron, that take one core as long."""

    ahead: int
    patron: int

    @property
    def players(self) -> tuple[str, str]:
        """Who thinks for so long."""
        return f"hors-categorie@{self.ahead}", f"patron@{self.patron}"


class Meeting(NamedTuple):
    """Who meets whom, on which roads."""

    players: tuple[str, ...]
    races: int
    goal: float | None = None
    composed: bool = False


USUAL = {
    "flamme-rouge": Thought(300, 1000),  # 10 ms, or a little more
    "flamme-rouge-tour": Thought(500, 1000),
    "due-ruote": Thought(1500, 300),
    "etapa": Thought(3000, 1000),
}
LONG = {"flamme-rouge": Thought(2500, 6000)}  # 50 ms


def meetings(game: Game) -> dict[str, Meeting]:
    """All meetings, those with a goal first."""
    found = {"looking ahead beats patron, equal time": Meeting(USUAL[game.id].players, 420, 0.75)}
    if game.id in LONG:
        found |= of_one_stage(game)
    return found | {"alone beats domestique": Meeting((ALONE, "domestique"), 1400)}


def of_one_stage(game: Game) -> dict[str, Meeting]:
    """What is asked of a network besides, where a race is short and roads can be composed."""
    (looking, thinking), (longer, thinking_longer) = USUAL[game.id].players, LONG[game.id].players
    return {
        "alone beats patron with 50 ms": Meeting((ALONE, thinking_longer), 420, 0.65),
        "four teams: looking ahead against three patrons": Meeting((looking, *[thinking] * 3), 420, 0.45),
        "four teams: alone against three patrons": Meeting((ALONE, *[thinking] * 3), 420, 0.35),
        "roads never seen: looking ahead beats patron": Meeting((looking, thinking), 420, None, True),
        "roads never seen: alone beats patron with 50 ms": Meeting((ALONE, thinking_longer), 420, None, True),
        "looking ahead beats it alone": Meeting((looking, ALONE), 420, 0.60),
        "looking ahead beats patron, 50 ms each": Meeting((longer, thinking_longer), 420, 0.75),
        "alone beats baroudeur": Meeting((ALONE, "baroudeur"), 420),
        "four teams: alone against three domestiques": Meeting((ALONE, *["domestique"] * 3), 1400),
        "roads never seen: alone beats domestique": Meeting((ALONE, "domestique"), 1400, None, True),
    }


def roads(game: Game, meeting: Meeting) -> list[str]:
    """The stages that were printed, or composed ones; of a tour, tours over them; else the usual race."""
    known = Roads(game, "printed")
    if meeting.composed:
        return known.unseen(COMPOSED)
    return [road for road in known.all_printed() if road] if game.id in LONG else []


def figures(game: Game, meeting: Meeting, races: int, workers: int, kept: Path | None) -> dict[str, Any]:
    """What a meeting came to, for its first player."""
    arena = Arena(game.id, meeting.players, stages=roads(game, meeting), seed=1000)
    journal = Journal(kept, arena.plan, arena.sources, resume=True) if kept else NoJournal()
    found, _ = arena.run(races, workers=workers, kept=journal)
    low, high = found.interval[meeting.players[0]]
    return {
        "players": list(meeting.players),
        "races": found.races,
        "share": round(found.share[meeting.players[0]], 4),
        "interval": [round(low, 4), round(high, 4)],
        "goal": meeting.goal,
        "wins_by_stage": found.wins_by_stage,
    }


def milliseconds(game: Game, players: Sequence[str]) -> dict[str, float]:
    """What a decision takes one core: the same ones for all players in turn, so that none suffers alone."""
    match, spent, timed = start(game.id, seats=2, seed=1), dict.fromkeys(players, 0.0), 0
    for player in players:
        decide(match, match.waiting[0], player, 0)
    for number, seat in enumerate(asked(match)):
        if len(match.legal(seat)) > 1 and timed < TIMED:
            timed += 1
            for player in players:
                begun = time.process_time()
                decide(match, seat, player, number)
                spent[player] += time.process_time() - begun
        match.play(seat, decide(match, seat, "domestique", number))
    return {player: round(1000 * took / timed, 3) for player, took in spent.items()}


def asked(match: Any) -> Iterator[int]:
    """Who is asked, decision by decision, until the race is over."""
    while match.waiting:
        yield match.waiting[0]


def measured(game: Game, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What is known of a game's network, once more after every meeting."""
    thoughts = [USUAL[game.id], *([LONG[game.id]] if game.id in LONG else [])]
    timed = milliseconds(game, [ALONE, *(player for thought in thoughts for player in thought.players)])
    print(f"{game.name}, milliseconds for a decision: {timed}", flush=True)
    report: dict[str, Any] = {"network": network_of(game).card["hash"], "milliseconds": timed, "meetings": {}}
    for name, meeting in meetings(game).items():
        if given.only is None or any(part in name for part in given.only):
            begun, races = time.monotonic(), max(1, round(meeting.races * given.scale))
            kept = given.keep / f"{game.id}, {name}" if given.keep else None
            found = report["meetings"][name] = figures(game, meeting, races, given.workers, kept)
            low, high = found["interval"]
            share = f"{found['share']:.1%} ({low:.1%} to {high:.1%}) of {found['races']} races"
            print(f"{game.name}: {name}: {share}, {time.monotonic() - begun:.0f} s", flush=True)
            yield report


def add_to(file: Path, game: Game, report: dict[str, Any]) -> None:
    """Put what was measured beside what a file says already of the same network."""
    there = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    before = there.get(game.id, {})
    if before.get("network") == report["network"]:
        report = {
            name: before[name] | told if isinstance(told, dict) else told for name, told in report.items()
        }
    there[game.id] = report
    file.write_text(json.dumps(there, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the networks of the games are.")
    parser.add_argument("games", nargs="*", default=list(USUAL), metavar="GAME")
    parser.add_argument("--only", action="append", help="part of the name of a meeting")
    parser.add_argument("--scale", type=float, default=1.0, help="so many times the usual number of races")
    parser.add_argument("--workers", type=int, default=default_workers())
    parser.add_argument("--keep", type=Path, help="a folder for races that are over, to go on with")
    parser.add_argument("--out", type=Path, help="a file of figures to add to")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    for game in map(registry.get, given.games):
        for report in measured(game, given):
            if given.out:
                add_to(given.out, game, report)


if __name__ == "__main__":
    main()
