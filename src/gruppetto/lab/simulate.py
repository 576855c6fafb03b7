"""Simulate races: cut by their numbers, and the same wherever and by however many they are ridden."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from gruppetto.errors import BadOption, UnknownPlayer
from gruppetto.games import registry
from gruppetto.games.game import PLAYER
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import fraction_of, mix, spread
from gruppetto.kernel.record import Ints, Records
from gruppetto.kernel.rule import rule, sources_hash
from gruppetto.lab import races
from gruppetto.lab.running import MOST_RACES, InMemory, Summary, Table, Threads, check_races, ride
from gruppetto.match import Match, Seated, seed_of_race
from gruppetto.players import level_in
from gruppetto.players.deciders import LevelDecider
from gruppetto.players.network import learnt_by
from gruppetto.players.playout import DECIDING, best, choose, lowest, play_out, unwatched

CHUNK = 2000  # races a thread rides before it reports back
USUAL_LOG = 1024  # decisions there is room for at first
DECISIONS, WINNER = 0, 1  # the first columns of a row of results; scores and the game's report follow


class SimulationPlan(msgspec.Struct, frozen=True):
    """All that a simulation is: whoever has the plan rides the same races."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int


class Simulation:
    """So many races of one game with the same players and options."""

    together = 10

    def __init__(
        self, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None, *, seed: int = 1
    ) -> None:
        self.game = registry.get(game)
        self.players = tuple(players)
        if not self.players:
            raise UnknownPlayer("Name at least one player.")
        self.game.check_seats(len(self.players))
        self.seats = len(self.players)
        self.setup = self.game.setup(self.game.options(options or {}), self.seats)
        levels = [level_in(self.game, name) for name in self.players]
        self.codes = np.array([level.policy for level in levels], np.int32)
        self.thinking = any(level.thinks for level in levels)
        if not 0 <= seed < 1 << 64:
            raise BadOption(f"seed: {seed} is not between 0 and 2⁶⁴−1.")
        self.seed = np.uint64(seed)
        self.plan = SimulationPlan(game, self.players, dict(options or {}), seed)

    @classmethod
    def planned(cls, plan: bytes) -> "Simulation":
        """The simulation of a plan that was sent to us."""
        wanted = msgspec.json.decode(plan, type=SimulationPlan)
        return cls(wanted.game, wanted.players, wanted.options, seed=wanted.seed)

    @property
    def sources(self) -> str:
        """A short hash of the rules and of the riders: while it is the same, so are the races."""
        return sources_hash(type(self.game).__module__, __name__) + learnt_by(self.game)

    def run(
        self, races: int, *, workers: int = 1, progress: Callable[[int], None] = lambda _: None
    ) -> tuple[Summary, Table]:
        """Ride the races here; the summary, and a row of results for each race in order."""
        check_races(races)
        backend, kept = Threads(workers), InMemory(self, races)
        backend.ready(self)
        return ride(self, races, backend, kept, progress), kept.table

    def ride(self, first: int, count: int) -> Table:
        """A row of results for each of the races `first` … `first + count - 1`."""
        rules, state, rows = self.game.rules, self.game.blank(), np.zeros((count, self.width), np.int32)
        if self.thinking:
            return self._ride_thinking(first, rows)
        ridden = ride_races(
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score, rules.report,
            self.broken, self.game.heuristic, state, self.setup, self.codes, self.seed, first, rows,
        )  # fmt: skip
        if ridden < count:
            self.look(state, first + ridden, int(rows[ridden, DECISIONS]))
        return rows

    def _ride_thinking(self, first: int, rows: Table) -> Table:
        for race, row in enumerate(rows):
            row[:] = self._think(first + race)[0]
        return rows

    def _think(self, number: int) -> tuple[list[int], Ints]:
        deciders, log = [LevelDecider(name) for name in self.players], list[tuple[int, int]]()
        ridden = races.ride(
            self.game, self.setup, deciders, int(self.seed), number, self._watcher(number),
            lambda seat, code: log.append((seat, code)),
        )  # fmt: skip
        row = [sum(ridden.decisions), ridden.winner, *ridden.scores, *ridden.report]
        return row, np.array(log, np.int32).reshape(-1, 2)

    def log(self, number: int) -> tuple[list[int], Ints]:
        """A race's row of results, and its decisions: a row of seat and action for each."""
        if self.thinking:
            return self._think(number)
        rules, state, room = self.game.rules, self.game.blank(), USUAL_LOG
        while True:
            log = np.empty((room, 2), np.int32)
            made = log_race(
                rules.deal, rules.waiting, rules.legal, rules.act, rules.over, self.game.heuristic,
                state, self.setup, self.codes, self.seed, number, log,
            )  # fmt: skip
            if made <= room:
                winner, scores, report = races.standing(self.game, state, self.seats)
                return [made, winner, *scores, *report], log[:made]
            room = made  # it will be as long again

    def match(self, number: int) -> Match:
        """A race as a match, which can be looked at, saved and replayed; its seed is the two numbers."""
        if not 0 <= number < MOST_RACES:
            raise BadOption(f"race: {number!r} is not between 0 and {MOST_RACES - 1:,}.")
        options = self.game.options(self.plan.options)
        match = Match(self.game, self.seats, options, seed_of_race(int(self.seed), number))
        match.go_to([(seat, code) for seat, code in self.log(number)[1].tolist()])
        leaders = self.game.leaders(options, self.seats)
        match.seated = tuple(
            Seated("bot", level=player) if leader == PLAYER else Seated("dummy", leader)
            for leader, player in zip(leaders, self.players, strict=True)
        )
        return match

    def _watcher(self, race: int) -> Callable[[Records], None]:
        shown = itertools.count()
        return lambda state: self.look(state, race, next(shown))

    @property
    def broken(self) -> Rule:
        """The rule that is shown every state of a compiled race, and finds nothing here."""
        return unwatched

    def look(self, state: Records, race: int, decisions: int) -> None:
        """See a state of a race whose players think, or one that was found broken."""

    def columns(self) -> list[str]:
        """What the columns of the results are called."""
        return ["decisions", "winner", *(f"score_{seat}" for seat in range(self.seats)), *self.game.report]

    @property
    def width(self) -> int:
        """How many numbers a race comes to."""
        return len(self.columns())

    @property
    def chunk(self) -> int:
        """Races ridden in one go: one where players think, many where all of it is compiled."""
        return 1 if self.thinking else CHUNK


@rule
def ride_races(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, report: Rule,
    broken: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, first: int, rows: Table,
) -> int:  # fmt: skip
    """Ride `len(rows)` races, numbered from `first`, and write a row for each; how many until one broke."""
    state, seats = states[0], len(players)
    keys, actions = np.empty(len(state.key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    for race in range(len(rows)):
        number = np.uint64(first + race)
        spread(seed, number, keys)
        deal(state, setups[0], keys)
        own_chance = mix(mix(seed, number), np.uint64(DECIDING))
        row = rows[race]
        row[DECISIONS] = play_out(
            waiting, legal, act, over, broken, heuristic, state, players, own_chance, 0, actions
        )
        if broken(state) != 0:
            return race
        score(state, row[2 : 2 + seats])
        row[WINNER] = best(row[2 : 2 + seats])
        report(state, row[2 + seats :])
    return len(rows)


@rule
def log_race(
    deal: Rule, waiting: Rule, legal: Rule, act: Rule, over: Rule, heuristic: Rule,
    states: Records, setups: Records, players: Ints, seed: np.uint64, number: int, log: Ints,
) -> int:  # fmt: skip
    """Ride a race as `ride_races` does and write it down, as far as there is room; how many decisions."""
    state, made = states[0], 0
    keys, actions = np.empty(len(state.key), np.uint64), np.empty(MOST_ACTIONS, np.int32)
    spread(seed, np.uint64(number), keys)
    deal(state, setups[0], keys)
    own_chance = mix(mix(seed, np.uint64(number)), np.uint64(DECIDING))
    while not over(state):
        seat = lowest(waiting(state))
        found = legal(state, seat, actions)
        fraction = fraction_of(own_chance, made + 1)
        action = choose(heuristic, players[seat], state, seat, actions, found, fraction)
        if made < len(log):
            log[made, 0], log[made, 1] = seat, action
        act(state, seat, action, actions[:0])
        made += 1
    return made
