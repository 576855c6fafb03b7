"""Reviewing: the work of a review, in steps that can be watched, cut short, and shared among threads."""

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np

from gruppetto.errors import NotOver, WrongVersion
from gruppetto.games.game import SPECTATOR, no_numbers
from gruppetto.kernel.chance import derived
from gruppetto.match import Match
from gruppetto.past import PastMatch
from gruppetto.players.halving import Budget, Estimates, Halving
from gruppetto.players.playout import HEURISTIC, Floats
from gruppetto.review.books import alike, enter, share_out_of, watch
from gruppetto.review.judging import ENOUGH, Judge, Question, Weighed
from gruppetto.review.order import Decision, as_known, in_order
from gruppetto.review.results import MISTAKES, verdict_of

MOST_WORLDS = 1 << 14  # imagined for a decision, however much time there is
QUICK, SLICE = 16, 64  # worlds for the first results, and in one go after that
FIRST_RESULTS = 0.05  # of the work
COST = 6  # all that is done for a world, counted in what its books take
DOUBTFUL = 8  # times as many worlds for a verdict near the line, where a few would not tell
CHOOSING = 2  # play-outs to find the best choice, for each world
BOOKS, CURVE, CHOICES, VERDICTS = 1, 2, 3, 4  # what the seeds of a review's parts begin with
Job = Callable[[], Callable[[], None]]  # work for any thread; what it gives notes the outcome, one at a time


class Reviewing:
    """One race being reviewed; `telling.tell` says at any time what is known so far."""

    def __init__(self, match: Match, budget: Budget, *, threads: int = 1) -> None:
        _check(match)
        budget.check()
        self.match, self.game, self.threads = match, match.game, threads
        self.judging = Judge(match.game, match.seats)
        self.budget, self.worlds = budget, budget.playouts or MOST_WORLDS
        self.seed = int(match.commitment[:16], 16)  # of the race: so that reviews err each in its own way
        self.decisions, self.end = in_order(match)
        self.result = self._result()
        count, seats = len(self.decisions), match.seats
        self.policy = np.full(seats, HEURISTIC, np.int32)
        self.before, self.after = np.zeros((count, seats)), np.zeros((count, seats))  # sums over worlds
        self.squares = np.zeros((count, seats))  # of what decisions changed
        self.entered = np.zeros(count, np.int64)  # so many worlds
        self.curve, self.watched = np.zeros((count, seats)), np.zeros(count, np.int64)
        self.weighed: dict[int, Weighed] = {}
        self.playouts, self.begun, self.done = 0, time.perf_counter(), 0.0
        self.chains = _chains(self.decisions)
        self.looks = self._looks()

    # --- the work -------------------------------------------------------------------------------------

    def steps(self) -> Iterator[float]:
        """Do the work piece by piece, stage by stage; how much is done after each."""
        stages = sorted({decision.stage for decision in self.decisions})
        pool = ThreadPoolExecutor(self.threads)
        try:
            for number, stage in enumerate(stages):
                for share in self._review_stage(stage, len(stages), pool):
                    self.done = (number + share) / len(stages)
                    yield self.done
        finally:
            pool.shutdown(cancel_futures=True)

    def keep_books(self) -> None:
        """Only the books and the curve: where the chances went, and no verdicts."""
        for decision in {decision.stage: decision for decision in self.decisions}.values():
            for job in self._accounts(decision.stage, 0, self.worlds):
                job()()

    def _review_stage(self, stage: int, stages: int, pool: ThreadPoolExecutor) -> Iterator[float]:
        """A rough book first, then all the rest."""
        begun = time.perf_counter()
        for share in _run(list(self._accounts(stage, 0, min(QUICK, self.worlds))), pool):
            yield FIRST_RESULTS * share
        if self.budget.seconds is not None:
            took = (time.perf_counter() - begun) * COST / QUICK  # for each world, all in all
            self.worlds = max(QUICK, min(self.worlds, int(self.budget.seconds / stages / took)))
        jobs = [*self._accounts(stage, QUICK, self.worlds), *self._verdicts(stage)]
        for share in _run(jobs, pool):
            yield FIRST_RESULTS + (1 - FIRST_RESULTS) * share

    def _accounts(self, stage: int, first: int, last: int) -> Iterator[Job]:
        """Books and curve of a stage in the worlds from one number up to another."""
        chains = [chain for chain in self.chains if self.decisions[chain[0]].stage == stage]
        looks = [index for chain in chains for index in chain if self.looks[index] == index]
        for start in range(first, last, SLICE):
            worlds = min(SLICE, last - start)
            yield from (self._enter(chain, start, worlds) for chain in chains)
            yield from (self._watch(index, start, worlds) for index in looks)

    def _verdicts(self, stage: int) -> Iterator[Job]:
        for index, decision in enumerate(self.decisions):
            if decision.stage == stage and not decision.forced:
                yield self._weigh(index)

    def _enter(self, chain: range, first: int, worlds: int) -> Job:
        """The books of decisions between which no chance came in, in some worlds."""

        def work() -> Callable[[], None]:
            rules, seed = self.game.rules, derived(derived(self.seed, BOOKS), chain[0])
            before = np.zeros((worlds, self.match.seats))
            sums, played = list[tuple[Floats, Floats, Floats]](), 0
            for place, index in enumerate(chain):
                decision, after = self.decisions[index], np.zeros_like(before)
                played += enter(
                    rules.waiting, rules.legal, rules.act, rules.over, rules.score, self.game.renew,
                    self.game.heuristic, np.repeat(decision.state, 3), decision.seat, decision.code,
                    self.policy, np.uint64(seed), place, first, place > 0, before, after,
                )  # fmt: skip
                sums.append((before.sum(0), after.sum(0), ((after - before) ** 2).sum(0)))
                before = after
            return lambda: self._note_books(chain, sums, worlds, played)

        return work

    def _note_books(
        self, chain: range, sums: list[tuple[Floats, Floats, Floats]], worlds: int, played: int
    ) -> None:
        for index, (before, after, squares) in zip(chain, sums, strict=True):
            self.before[index] += before
            self.after[index] += after
            self.squares[index] += squares
            self.entered[index] += worlds
        self.playouts += played

    def _watch(self, index: int, first: int, worlds: int) -> Job:
        """The spectator's chances before a decision, in some worlds."""

        def work() -> Callable[[], None]:
            rules, sums = self.game.rules, np.zeros(self.match.seats)
            states, seed = np.repeat(self.decisions[index].state, 3), np.uint64(derived(self.seed, CURVE))
            watch(
                rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.forget,
                self.game.heuristic, states, SPECTATOR, self.policy, seed, first, worlds, sums,
            )  # fmt: skip
            return lambda: self._note_curve(index, sums, worlds)

        return work

    def _looks(self) -> list[int]:
        """For every decision the one at which a spectator saw the same; less than 0 where nothing is hidden.

        Then the books say what a spectator thinks, too: those of the decision that is named so, from −1 on.
        """
        found, first = list[int](), dict[bytes, int]()
        for index, decision in enumerate(self.decisions):
            if decision.owed_with < index:
                found.append(found[decision.owed_with])
                continue
            states = np.repeat(decision.state, 3)
            alike(self.game.rules.forget, self.game.renew, states, SPECTATOR, np.uint64(self.seed))
            imagined, true = states[1:2].tobytes(), states[2:3].tobytes()
            found.append(first.setdefault(imagined, -1 - index if imagined == true else index))
        return found

    def _note_curve(self, index: int, sums: Floats, worlds: int) -> None:
        self.curve[index] += sums
        self.watched[index] += worlds
        self.playouts += worlds

    def _weigh(self, index: int) -> Job:
        """The best choice by what its player could know, and how much better it was."""

        def work() -> Callable[[], None]:
            best = self.best_choice(index)
            weighed = self.judge(index, self.decisions[index].code, best.codes[0])
            return lambda: self._note_choice(index, weighed, best.playouts)

        return work

    def best_choice(self, index: int) -> Estimates:
        """All choices of a decision, the best first."""
        state, seat = as_known(self.game, self.decisions, index), self.decisions[index].seat
        seed = derived(derived(self.seed, CHOICES), index)
        halving = Halving(self.game, state, seat, seed, trees=False, near=self.judging.near)
        return halving.estimate(Budget(playouts=CHOOSING * self.worlds))

    def judge(self, index: int, code: int, best: int, *, least: int = ENOUGH) -> Weighed:
        """What a choice loses to another one, with what the room measures if it is beyond doubt."""
        state, seed = as_known(self.game, self.decisions, index), derived(derived(self.seed, VERDICTS), index)
        asked = Question(state, self.decisions[index].seat, code, best, derived(seed, 1))
        most = self.worlds if self.budget.seconds is not None else DOUBTFUL * self.worlds
        weighed = self.judging.beside(asked, most, least=least)
        if verdict_of(weighed.loss, weighed.error) not in MISTAKES:
            return weighed
        why = self.judging.explained(msgspec.structs.replace(asked, seed=derived(seed, 2)), self.worlds)
        return msgspec.structs.replace(weighed, measured=why.measured)

    def _note_choice(self, index: int, weighed: Weighed, playouts: int) -> None:
        self.weighed[index] = weighed
        self.playouts += playouts + 2 * weighed.worlds

    def _result(self) -> list[float]:
        scores, shares = no_numbers(self.match.seats), np.zeros(self.match.seats)
        share_out_of(self.game.rules.score, self.end, scores, shares)
        return [float(share) for share in shares]


def _check(match: Match) -> None:
    if isinstance(match, PastMatch):
        raise WrongVersion(
            f"Version {match.rules_version} of the rules of {match.game.name} made this match, installed is "
            f"version {match.game.rules_version}: it can be watched, but not reviewed."
        )
    if not match.over:
        raise NotOver("The race is not over; a review shows what is hidden, so it waits for the finish.")


def _run(jobs: list[Job], pool: ThreadPoolExecutor) -> Iterator[float]:
    """Do jobs on all threads, note their outcomes in their order; how much is done after each."""
    for number, note in enumerate(pool.map(lambda job: job(), jobs), 1):
        note()
        yield number / len(jobs)


def _chains(decisions: list[Decision]) -> list[range]:
    """Runs of decisions between which no chance came in."""
    ends = [index + 1 for index, decision in enumerate(decisions) if decision.lucky]
    bounds = sorted({0, *ends, len(decisions)})
    return [range(first, last) for first, last in itertools.pairwise(bounds)]


def prepare(match: Match) -> None:
    """Go through all that a review calls, so that it is compiled."""
    work = Reviewing(match, Budget(playouts=1))
    work.keep_books()
    work.best_choice(0)
    first = work.decisions[0]
    state = as_known(work.game, work.decisions, 0)
    work.judging.prepare(Question(state, first.seat, first.code, first.code, work.seed))
