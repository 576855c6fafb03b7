"""The arena: players meet on the same deals from every seat.

Race number n of an arena is the same meeting everywhere: on threads, on a cluster, and when it is taken up
again.
"""

import itertools
import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import msgspec

from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.kernel.record import Records
from gruppetto.kernel.rule import sources_hash
from gruppetto.lab.journal import Journal, NoJournal
from gruppetto.lab.races import Ridden, ride
from gruppetto.lab.running import Span, Threads, Workers
from gruppetto.lab.sprt import Decision, Hypotheses, judge
from gruppetto.lab.standings import Met, RacePlan, Standings, shares_won, standings
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.halving import UNBOUND, Budget, cores
from gruppetto.players.network import learnt_by
from gruppetto.players.outsiders import PATIENCE, OneAtATime, Outsider, Policy, files_of

MOST_RACES = 10_000_000
LONGEST_PATIENCE = 86_400.0  # seconds


class ArenaPlan(msgspec.Struct, frozen=True):
    """All that an arena is: whoever has the plan rides the same races."""

    game: str
    players: tuple[str, ...]
    seats: int
    stages: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    budget: Budget
    patience: float = PATIENCE


class Arena:
    """Players of one game, and the races they are to ride."""

    together = 1

    def __init__(
        self, game: str, players: Sequence[str], *, seats: int | None = None, stages: Sequence[str] = (),
        options: Mapping[str, Any] | None = None, seed: int = 1, budget: Budget = UNBOUND,
        patience: float = PATIENCE, guests: Mapping[str, Policy] | None = None,
    ) -> None:  # fmt: skip
        self.game = registry.get(game)
        self.players = tuple(players)
        self.seats = len(self.players) if seats is None else seats
        self.game.check_seats(self.seats)
        if len(self.players) < self.seats:
            raise BadOption(f"players: {len(self.players)} for {self.seats} seats; name one for each.")
        self.stages = list(stages) or ["the usual"]
        self.setups = {
            stage: _setup(self.game, stage, stages, options or {}, self.seats) for stage in self.stages
        }
        if not 0 <= seed < 1 << 64:
            raise BadOption(f"seed: {seed} is not between 0 and 2⁶⁴−1.")
        if not 0 < patience <= LONGEST_PATIENCE:
            raise BadOption(
                f"patience: {patience:g} is no time to decide in; it is in seconds, a day's at most."
            )
        self.plan = ArenaPlan(
            game, self.players, self.seats, tuple(stages), dict(options or {}), seed, budget, patience
        )
        self.guests, self.threads = guests or {}, 1
        self._deciders: dict[str, Decider] = {}
        self._lock = threading.Lock()

    @classmethod
    def planned(cls, plan: bytes) -> "Arena":
        """The arena of a plan that was sent to us."""
        asked = msgspec.json.decode(plan, type=ArenaPlan)
        return cls(
            asked.game, asked.players, seats=asked.seats, stages=asked.stages, options=asked.options,
            seed=asked.seed, budget=asked.budget, patience=asked.patience,
        )  # fmt: skip

    @property
    def sources(self) -> str:
        """A short hash of the rules and of our own players: while it is the same, so are their races."""
        sources = sources_hash(type(self.game).__module__, __name__)
        return sources + learnt_by(self.game) + files_of(self.players)

    # --- who meets whom -------------------------------------------------------------------------------

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who meets whom: all players, or every choice of as many as there are seats."""
        return list(dict.fromkeys(itertools.combinations(self.players, self.seats)))

    @property
    def rotations(self) -> int:
        """Races on one deal: every line-up, from every seat."""
        return len(self.line_ups()) * self.seats

    def plans(self, races: int) -> list[RacePlan]:
        """At least so many races: each deal is ridden by every line-up, from every seat."""
        if not 1 <= races <= MOST_RACES:
            raise BadOption(f"races: between 1 and {MOST_RACES:,}, not {races!r}.")
        deals = math.ceil(races / self.rotations)
        return list(itertools.chain.from_iterable(map(self._on_deal, range(deals))))

    def _on_deal(self, deal: int) -> Iterator[RacePlan]:
        stage = self.stages[deal % len(self.stages)]
        for line_up in self.line_ups():
            for turn in range(self.seats):
                yield RacePlan(deal, stage, line_up[turn:] + line_up[:turn])

    # --- riding ---------------------------------------------------------------------------------------

    def run(
        self, races: int, *, workers: Workers | int = 1, kept: Journal | NoJournal | None = None,
        sprt: Hypotheses | None = None, progress: Callable[[int, int], None] = lambda _done, _all: None,
    ) -> tuple[Standings, list[Met]]:  # fmt: skip
        """Ride them all, or as many as a test needs; the standings, and every race in order."""
        riding = Threads(workers) if isinstance(workers, int) else workers
        self._check(riding, sprt)
        plans, journal = self.plans(races), kept or NoJournal()
        self.threads = max(1, cores() // riding.workers)
        with closing(self):
            met, decision = self._meet(plans, riding, journal, sprt, progress)
        return standings(self.game.id, self.players, met, decision), met

    def _check(self, riding: Workers, sprt: Hypotheses | None) -> None:
        if self.guests and not isinstance(riding, Threads):
            raise BadOption(
                "guests: they live in this process and cannot ride on a cluster; name them py:MODULE:CLASS."
            )
        if sprt is not None:
            sprt.check()
            if self.players.count(self.players[0]) == len(self.players):
                raise BadOption("sprt: it is about the first player, who meets nobody else here.")

    def _meet(
        self, plans: list[RacePlan], riding: Workers, journal: Journal | NoJournal,
        sprt: Hypotheses | None, progress: Callable[[int, int], None],
    ) -> tuple[list[Met], Decision | None]:  # fmt: skip
        """Every race in order, up to the deal after which the test has decided."""
        ridden = {number: one for number, one in journal.there() if number < len(plans)}
        missing = [(number, 1) for number in range(len(plans)) if number not in ridden]
        shares: list[float] = []
        decision = self._judged(plans, ridden, shares, sprt)
        progress(len(ridden), len(plans))
        for number, one in self._ride_all(riding, missing) if _goes_on(decision) else ():
            ridden[number] = one
            journal.keep(number, one)
            progress(len(ridden), len(plans))
            decision = self._judged(plans, ridden, shares, sprt)
            if not _goes_on(decision):
                break
        last = len(plans) if decision is None else decision.deals * self.rotations
        return [Met(plans[number], ridden[number]) for number in range(last)], decision

    def _judged(
        self,
        plans: list[RacePlan],
        ridden: Mapping[int, Ridden],
        shares: list[float],
        sprt: Hypotheses | None,
    ) -> Decision | None:
        """What the test says, deal after deal in their order, whatever the order they were ridden in."""
        if sprt is None:
            return None
        decision = judge(sprt, shares)
        while decision.verdict == "open":
            numbers = range(len(shares) * self.rotations, (len(shares) + 1) * self.rotations)
            if not all(number in ridden for number in numbers):
                return decision
            met = [Met(plans[number], ridden[number]) for number in numbers]
            shares += shares_won(self.players[0], met).values()
            decision = judge(sprt, shares)
        return decision

    def _ride_all(self, riding: Workers, missing: Sequence[Span]) -> Iterator[tuple[int, Ridden]]:
        """Every race with its number, as they come in."""
        if isinstance(riding, Threads):
            self._seated(self.players)  # refused before anything is ridden
        for number, (one,) in riding.ride(self, missing):
            yield number, one

    def ride(self, first: int, count: int) -> list[Ridden]:
        """The races `first` … `first + count - 1`."""
        return [self._ride_one(number) for number in range(first, first + count)]

    def _ride_one(self, number: int) -> Ridden:
        deal, turn = divmod(number, self.rotations)
        plan = next(itertools.islice(self._on_deal(deal), turn, None))
        return ride(self.game, self.setups[plan.stage], self._seated(plan.seats), self.plan.seed, deal)

    def _seated(self, players: Sequence[str]) -> list[Decider]:
        """Those who decide, made when they are first needed."""
        with self._lock:
            for player in players:
                if player not in self._deciders:
                    self._deciders[player] = self._decider(player)
            return [self._deciders[player] for player in players]

    def _decider(self, player: str) -> Decider:
        if player in self.guests:
            return Outsider(player, OneAtATime(self.guests[player]))
        return decider_of(player, self.plan.budget, threads=self.threads, patience=self.plan.patience)

    def close(self) -> None:
        """Let the players go; guests are those of whoever brought them."""
        with self._lock:
            deciders, self._deciders = self._deciders, {}
        for player, decider in deciders.items():
            if player not in self.guests:
                decider.close()


def _goes_on(decision: Decision | None) -> bool:
    return decision is None or decision.verdict == "open"


def _setup(game: Game, stage: str, chosen: Sequence[str], options: Mapping[str, Any], seats: int) -> Records:
    own = game.on_stage(stage) if chosen else {}
    return game.setup(game.options({**options, **own}), seats)
