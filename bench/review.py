"""What the verdicts of a review are worth: blunders found, good choices left alone, levels told apart.

    python bench/review.py [--workers N] [--minutes M] [--races N] [PART | PART:GAME …]

Parts: speed, luck, stable, levels, blunders; all of them, of all games, if none is named. What is measured is
written to `bench/results/review.json` game by game, so that a part can be measured alone, or again. The races
are the same on however many processes; where the minutes are shared out, a part ends early and says how many
races it had.
"""

import argparse
import functools
import itertools
import json
import math
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

import gruppetto as g
from gruppetto.lab.processes import in_order
from gruppetto.players import Budget
from gruppetto.review import Reviewing, tell
from gruppetto.review.results import MISTAKES, verdict_of
from gruppetto.review.reviewing import prepare

RESULTS = Path(__file__).parent / "results" / "review.json"
GAMES = ("flamme-rouge", "due-ruote", "etapa", "flamme-rouge-tour")
TOUR = {"flamme-rouge-tour": {"stages": ["abcu", "abcu"]}}  # two short stages
LEVELS = ("random", "touriste", "domestique", "equipier", "baroudeur", "patron@400")
SAMPLED, SEARCHED = 24, 6  # decisions of a race; fewer of them where every choice is judged by a large budget
WORLDS = 128  # for the loss of a decision, where only the mean of many is asked for
BLUNDER = 0.10  # what a planted one costs at least, by a hundredfold budget
GOOD = 0.01  # and a good choice at most
HUNDREDFOLD, FOURFOLD = 100, 4
Figures = dict[str, object]


def race(game: str, players: tuple[str, ...], seed: int, number: int) -> g.Match:
    return g.race(game, seed, number, players=players, options=TOUR.get(game))


def reviewing(match: g.Match, factor: int = 1) -> Reviewing:
    return Reviewing(match, Budget(playouts=match.game.worlds * factor))


def sampled(work: Reviewing, count: int = SAMPLED) -> list[int]:
    """Some of the decisions that were not forced."""
    free = [index for index, decision in enumerate(work.decisions) if not decision.forced]
    return random.Random(5).sample(free, min(count, len(free)))  # noqa: S311


def called_a_mistake(work: Reviewing, index: int, code: int, best: int) -> bool:
    weighed = work.judge(index, code, best)
    return verdict_of(weighed.loss, weighed.error) in MISTAKES


# --- luck: its mean over many races, reviewed with next to no budget, on which it does not depend ----------


def luck_of_race(game: str, number: int) -> list[float]:
    work = Reviewing(race(game, ("domestique", "touriste", "random"), 3, number), Budget(playouts=1))
    work.keep_books()
    return [seat.luck for seat in tell(work).seats]


def luck(rows: list[list[float]]) -> Figures:
    mean, error = np.mean(rows, 0), np.std(rows, 0, ddof=1) / np.sqrt(len(rows))
    return {
        "mean": mean.round(4).tolist(), "error": error.round(4).tolist(),
        "within_two_errors": bool((np.abs(mean) <= 2 * error).all()),
    }  # fmt: skip


# --- levels: the mean loss of a decision, everybody in a race being of the same one ------------------------


def losses_of_race(game: str, number: int) -> dict[str, list[float]]:
    return {level: losses(race(game, (level,) * 3, 3, number)) for level in LEVELS}


def losses(match: g.Match) -> list[float]:
    work = Reviewing(match, Budget(playouts=WORLDS))
    chosen = [(index, work.best_choice(index).codes[0]) for index in sampled(work)]
    return [work.judge(index, work.decisions[index].code, best).loss for index, best in chosen]


def levels(races: list[dict[str, list[float]]]) -> Figures:
    """Errors are those of the means of races, since the decisions of one race go together."""
    found: Figures = {}
    for level in LEVELS:
        means = [statistics.mean(race[level]) for race in races if race[level]]
        found[level] = {
            "decisions": sum(len(race[level]) for race in races),
            "loss": round(statistics.mean(means), 5),
            "error": round(statistics.stdev(means) / math.sqrt(len(means)), 5),
        }
    return found


# --- blunders: choices that a hundredfold budget calls blunders, or good, as the usual one judges them -----


def judged(game: str, number: int) -> list[int]:
    """How many were planted, how many of them found, how many were good, how many of them called mistakes.

    The large budget has worlds of its own, and looks at a tenth of them even where there is no doubt.
    """
    match = race(game, ("domestique",) * 3, 9, number)
    usual, large = reviewing(match), reviewing(match, HUNDREDFOLD)
    large.seed += 1
    counts = np.zeros(4, int)
    for index in sampled(usual, SEARCHED):
        best, known = large.best_choice(index).codes[0], usual.best_choice(index).codes[0]
        for code in usual.decisions[index].legal:
            true = large.judge(index, code, best, least=large.worlds // 10).loss
            if true >= BLUNDER:
                counts += (1, called_a_mistake(usual, index, code, known), 0, 0)
            elif true <= GOOD:
                counts += (0, 0, 1, called_a_mistake(usual, index, code, known))
    return [int(count) for count in counts]


def blunders(races: list[list[int]]) -> Figures:
    planted, found, good, called = np.sum(races, 0).tolist()
    return {
        "planted": planted, "found": round(found / max(1, planted), 4),
        "good": good, "called_mistakes": round(called / max(1, good), 4),
    }  # fmt: skip


# --- stable: how many verdicts change at four times the budget ---------------------------------------------


def changed(game: str, number: int) -> list[bool]:
    match = race(game, ("domestique", "touriste", "domestique"), 21, number)
    usual, large = reviewing(match), reviewing(match, FOURFOLD)
    return [is_called(usual, index) != is_called(large, index) for index in sampled(usual)]


def is_called(work: Reviewing, index: int) -> bool:
    return called_a_mistake(work, index, work.decisions[index].code, work.best_choice(index).codes[0])


def stable(races: list[list[bool]]) -> Figures:
    found = [change for race in races for change in race]
    return {"decisions": len(found), "changed": round(statistics.mean(found), 4)}


# --- speed: seconds of one core for a race at the usual budget, and until there is a first result ----------


def timed(game: str, number: int) -> list[float]:
    match = race(game, ("domestique",) * 4, 7, number)
    begun, first = time.process_time(), 0.0
    work = reviewing(match)
    for done in work.steps():
        if not first and done >= 0.05:
            first = time.process_time() - begun
    return [time.process_time() - begun, first, len(match.log), work.playouts]


def speed(races: list[list[float]]) -> Figures:
    seconds, first, decisions, playouts = np.transpose(races).tolist()
    return {
        "cpu_seconds": round(statistics.mean(seconds), 1), "longest": round(max(seconds), 1),
        "first_result": round(max(first), 2), "decisions": round(statistics.mean(decisions)),
        "playouts": round(statistics.mean(playouts)),
    }  # fmt: skip


# --- all of it --------------------------------------------------------------------------------------------

PARTS: dict[str, tuple[Callable[..., object], Callable[..., Figures], int]] = {
    "speed": (timed, speed, 8),
    "luck": (luck_of_race, luck, 500),
    "stable": (changed, stable, 48),
    "levels": (losses_of_race, levels, 48),
    "blunders": (judged, blunders, 32),
}  # what is asked of a race, what many of them say, and how many


def compiled(game: str) -> None:
    prepare(race(game, ("domestique",) * 3, 1, 1))


def until(seconds: float, found: Iterable[object]) -> Iterator[object]:
    """What comes in before the time is up, and one result at least."""
    end = time.monotonic() + seconds
    for one in found:
        yield one
        if time.monotonic() > end:
            return


def measured(part: str, game: str, races: int | None, workers: int, seconds: float) -> Figures:
    of_race, together, usual = PARTS[part]
    begun, wanted = time.monotonic(), races or usual
    with closing(in_order(functools.partial(of_race, game), range(wanted), workers)) as found:
        rows = list(until(seconds, found))
    return {"races": len(rows), **together(rows), "seconds": round(time.monotonic() - begun)}


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART[:GAME]")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--races", type=int)
    return parser.parse_args()


def wanted(named: list[str]) -> list[tuple[str, str]]:
    pairs = list(itertools.product(PARTS, GAMES))
    return [pair for pair in pairs if not named or pair[0] in named or ":".join(pair) in named]


def main() -> None:
    given = asked()
    end, jobs = time.monotonic() + 60 * given.minutes, wanted(given.parts)
    list(in_order(compiled, sorted({game for _, game in jobs}), min(given.workers, len(GAMES))))
    for number, (part, game) in enumerate(jobs):
        share = (end - time.monotonic()) / (len(jobs) - number)
        figures = measured(part, game, given.races, given.workers, share)
        print(part, game, json.dumps(figures), flush=True)
        known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        known[part] = {**known.get(part, {}), game: figures}
        RESULTS.write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
