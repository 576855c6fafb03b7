"""Plant single faults in the rules of a game and see which of them its hand-written tests notice.

    GRUPPETTO_INTERPRETED=1 python tests/tools/mutants.py etapa

Rules run interpreted, so a fault is planted by handing a function other code, in a child of a process that
has collected the tests and knows which of them run which line. A child runs the tests of the faulty line
until one fails. What no test notices is a survivor; those that cannot be noticed are listed, with the reason,
in `equivalent.toml`.
"""

import argparse
import contextlib
import json
import os
import resource
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from mutations import Mutant, mutants_of
from rulebook import ROOT, rules_of, tests_of

from gruppetto.games import registry
from gruppetto.games.game import Game

RESULTS = ROOT / "bench" / "results" / "mutants.json"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
SURVIVED, KILLED = 0, 1
Line = tuple[CodeType, int]


class Planting:
    """A pytest run in which every mutant is tried instead of every test."""

    def __init__(self, mutants: list[Mutant], jobs: int) -> None:
        self.mutants, self.jobs = mutants, jobs
        self.tests: dict[Line, list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[pytest.Item, float] = {}
        self.kills: Counter[tuple[str, pytest.Item]] = Counter()
        self.survivors: list[Mutant] = []
        self.unreached: list[Mutant] = []
        self.killed: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once to see what they reach, then once more for each mutant, as far as needed."""
        self._run_sound(session)
        children: dict[int, tuple[Mutant, list[pytest.Item], int]] = {}
        for number, mutant in enumerate(self.mutants):
            tests = self.tests_of(mutant)
            if not tests:
                self.unreached.append(mutant)
                continue
            if len(children) == self.jobs:
                self._reap(children)
            child, answer = self._try(session, mutant, tests)
            children[child] = mutant, tests, answer
            if number % 50 == 0:
                _say(f"{number} of {len(self.mutants)} planted, {len(self.survivors)} survive")
        while children:
            self._reap(children)
        return True

    def _run_sound(self, session: pytest.Session) -> None:
        watched = {mutant.rule.function.__code__ for mutant in self.mutants}
        for item in session.items:
            begun = time.process_time()
            with tracing(watched, lambda line, item=item: self.tests[line].append(item)):
                _run(session, [item])
            self.seconds[item] = time.process_time() - begun
            if session.testsfailed:
                raise pytest.UsageError(f"{item.nodeid} fails without any mutant")
        _say(f"{len(session.items)} tests in {sum(self.seconds.values()):.0f} s")

    def tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests that run the faulty line, first those that found faults in this rule or name it."""
        name, code, numbers = mutant.rule.name, mutant.rule.function.__code__, mutant.rule.numbers

        def rank(item: pytest.Item) -> tuple[int, bool, float]:
            named = any(number in numbers for mark in item.iter_markers("rule") for number in mark.args)
            return -self.kills[name, item], not named, self.seconds[item]

        return sorted(set(self.tests[code, mutant.line]), key=rank)

    def _try(self, session: pytest.Session, mutant: Mutant, tests: list[pytest.Item]) -> tuple[int, int]:
        """A child that runs the tests with the fault; it answers with the number of the one that failed."""
        answer, telling = os.pipe()
        child = os.fork()
        if child:
            os.close(telling)
            return child, answer
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        limit = 10 + int(3 * sum(self.seconds[test] for test in tests))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))  # a fault may well loop for ever
        try:
            mutant.rule.function.__code__ = mutant.code()
            os.write(telling, str(_run(session, tests)).encode())
        finally:
            os._exit(KILLED if session.testsfailed else SURVIVED)

    def _reap(self, children: dict[int, tuple[Mutant, list[pytest.Item], int]]) -> None:
        child, status = os.wait()
        mutant, tests, answer = children.pop(child)
        told = os.read(answer, 16)
        os.close(answer)
        (self.survivors if status == SURVIVED else self.killed).append(mutant)
        if status != SURVIVED and told:
            self.kills[mutant.rule.name, tests[int(told)]] += 1


def _run(session: pytest.Session, tests: list[pytest.Item]) -> int:
    """Run tests until one fails; the number of the last one run."""
    for number, test in enumerate(tests):
        following = tests[number + 1] if number + 1 < len(tests) else None
        test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if session.testsfailed:
            return number
    return len(tests) - 1


@contextlib.contextmanager
def tracing(watched: set[CodeType], reached: Callable[[Line], None]) -> Iterator[None]:
    """Tell each line of the watched code that is run, once."""
    seen: set[Line] = set()

    def within(frame: FrameType, event: str, _: object) -> Any:
        if event == "line" and (line := (frame.f_code, frame.f_lineno)) not in seen:
            seen.add(line)
            reached(line)
        return within

    sys.settrace(lambda frame, _event, _arg: within if frame.f_code in watched else None)
    try:
        yield
    finally:
        sys.settrace(None)


# --- which mutants ----------------------------------------------------------------------------------


def sampled(game: Game, count: int, offset: int, files: list[str]) -> list[Mutant]:
    """So many mutants, evenly spread over all rules in the order of their files."""
    everything = [m for rule in rules_of(game) if not files or rule.file in files for m in mutants_of(rule)]
    if count >= len(everything):
        return everything
    step = len(everything) / count
    return [everything[int(number * step + offset) % len(everything)] for number in range(count)]


def known_equivalents(game: Game) -> set[tuple[str, ...]]:
    """The mutants of which somebody has found out that they change nothing that can be seen."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")).get(game.id, [])
    return {(entry["file"], entry["rule"], entry["was"], entry["now"]) for entry in listed if entry["why"]}


def identity(mutant: Mutant) -> tuple[str, ...]:
    return mutant.rule.file, mutant.rule.name, mutant.was, mutant.now


# --- the report -------------------------------------------------------------------------------------


def report(game: Game, planting: Planting) -> dict[str, Any]:
    """What is kept of a run, and printed."""
    known, alive = known_equivalents(game), planting.survivors + planting.unreached
    survivors = [mutant for mutant in alive if identity(mutant) not in known]
    equivalent = len(alive) - len(survivors)
    planted, killed = len(planting.mutants), len(planting.killed)
    return {
        "planted": planted,
        "killed": killed,
        "equivalent": equivalent,
        "share": round(killed / max(1, planted - equivalent), 4),
        "survivors": [
            {
                "file": m.rule.file,
                "rule": m.rule.name,
                "line": m.line,
                "was": m.was,
                "now": m.now,
                "reached": m in planting.survivors,
            }
            for m in sorted(survivors, key=lambda m: (m.rule.file, m.line))
        ],
    }


def keep(game: Game, figures: dict[str, Any]) -> None:
    """Put a game's figures beside the others'."""
    known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    known[game.id] = figures
    RESULTS.write_text(json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n", "utf-8")


def _say(text: str) -> None:
    os.write(2, f"{text}\n".encode())


def main() -> None:
    """Plant, test, report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=600, help="how many mutants (600)")
    parser.add_argument("--offset", type=int, default=0, help="begin the sample so many mutants later")
    parser.add_argument("--file", action="append", default=[], help="only rules of this file, e.g. primes.py")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--keep", action="store_true", help=f"write {RESULTS.relative_to(ROOT)}")
    asked = parser.parse_args()
    game = registry.get(asked.game)
    planting = Planting(sampled(game, asked.count, asked.offset, asked.file), asked.jobs)
    quiet = ["-q", "-p", "no:cacheprovider", "-m", "rule and not drill", "--no-header", "--tb=no"]
    code = pytest.main([*quiet, *tests_of(game)], plugins=[planting])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise SystemExit(f"The tests could not be run: {code!r}.")
    figures = report(game, planting)
    for survivor in figures["survivors"]:
        missed = "" if survivor["reached"] else "   (no test comes here)"
        _say("{file}:{line} {rule}: {was}  ->  {now}".format(**survivor) + missed)
    _say("{planted} planted, {killed} killed, {equivalent} equivalent: {share:.1%}".format(**figures))
    if asked.keep:
        keep(game, figures)


if __name__ == "__main__":
    main()
