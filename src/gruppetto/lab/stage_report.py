"""What a stage is like to race on: who wins, by how much, and when it is decided."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.games.studio import Figures, Measure, Noted, Report, Studio
from gruppetto.kernel.chance import mix, replant
from gruppetto.kernel.record import Ints, Records, duplicate
from gruppetto.kernel.rule import rule
from gruppetto.lab import races
from gruppetto.players.deciders import LevelDecider
from gruppetto.players.playout import DECIDING, HEURISTIC, Floats, play_out, unwatched, won

WORLDS = 24  # play-outs that tell how a race stands at the start of a round
MOST_RACES = 100_000
ROUNDS = Measure("rounds", "rounds")
LEAD_CHANGES = Measure("lead_changes", "lead changes")
DECIDED = Measure("decided", "decided after", "share")


class Watcher:
    """Sees a race go by: who leads and who is likely to win, round by round."""

    def __init__(self, game: Game, studio: Studio, seats: int, seed: int) -> None:
        self._game, self._studio, self._seats, self._seed = game, studio, seats, seed
        self._round = 0
        self.leaders: list[int] = []
        self.chances: list[list[float]] = []
        self.end: Any = None

    def __call__(self, state: Records) -> None:
        """A decision is about to be made, or the race is over."""
        race = state[0]
        self.end = race
        now = self._studio.round_of(race)
        if now in (0, self._round):
            return
        self._round = now
        self.leaders.append(self._studio.leader(race))
        self.chances.append(chances_in(self._game, state, self._seats, self._seed + now))


def chances_in(game: Game, state: Records, seats: int, seed: int) -> list[float]:
    """The chances of all seats to win, when sensible riders ride on from here with fresh luck."""
    rules, wins = game.rules, np.zeros(seats)
    riders, room = np.full(seats, HEURISTIC, np.int32), np.repeat(duplicate(state), 2)
    ride_on(
        rules.waiting, rules.legal, rules.act, rules.over, rules.score, game.heuristic,
        room, riders, np.uint64(seed), WORLDS, wins,
    )  # fmt: skip
    return [float(share) for share in wins / WORLDS]


@rule
def ride_on(
    waiting: Rule, legal: Rule, act: Rule, over: Rule, score: Rule, heuristic: Rule,
    states: Records, players: Ints, seed: np.uint64, worlds: int, wins: Floats,
) -> None:  # fmt: skip
    """Ride the first state to its end in so many worlds, and count who wins."""
    actions, scores = np.empty(MOST_ACTIONS, np.int32), np.empty(len(players), np.int32)
    for number in range(worlds):
        luck = mix(seed, np.uint64(number))
        states[1] = states[0]
        replant(states[1], luck)
        own = mix(luck, np.uint64(DECIDING))
        play_out(waiting, legal, act, over, unwatched, heuristic, states[1], players, own, 0, actions)
        score(states[1], scores)
        for seat in range(len(players)):
            wins[seat] += won(scores, seat)


class Seen(msgspec.Struct, frozen=True):
    """One race as the report needs it."""

    winner: int
    rounds: int
    changes: int
    chances: list[float]
    noted: Noted

    @property
    def means(self) -> dict[str, float]:
        """All that is measured of it."""
        return {
            ROUNDS.key: self.rounds,
            **self.noted.means,
            LEAD_CHANGES.key: self.changes,
            DECIDED.key: _decided(self.chances),
        }


def see(game: Game, studio: Studio, setup: Records, players: Sequence[str], seed: int, number: int) -> Seen:
    """Ride one race and watch it."""
    watcher = Watcher(game, studio, len(players), seed * 1_000_003 + number * 1009)
    ridden = races.ride(game, setup, [LevelDecider(name) for name in players], seed, number, watcher)
    told = dict(zip(game.report, ridden.report, strict=True))
    return Seen(
        winner=ridden.winner,
        rounds=told["rounds"],
        changes=sum(here != there for here, there in pairwise(watcher.leaders)),
        chances=[chances[ridden.winner] for chances in watcher.chances],
        noted=studio.noted(watcher.end, told),
    )


def figures(
    stage: str, players: Sequence[str], many: int, *, game: str | None = None,
    seed: int = 1, workers: int = 1, told: Callable[[int], None] = lambda _: None,
) -> Figures:  # fmt: skip
    """Ride so many races on a stage, and count."""
    if not 1 <= many <= MOST_RACES:
        raise BadOption(f"races: between 1 and {MOST_RACES:,}.")
    room, studio = registry.studio_of(game or registry.first().id)
    written = studio.written(stage)
    room.check_seats(len(players))
    setup = room.setup(room.options(studio.options(written)), len(players))
    seen: list[Seen] = []
    with ThreadPoolExecutor(workers) as pool:
        for one in pool.map(lambda number: see(room, studio, setup, players, seed, number), range(many)):
            seen.append(one)
            told(1)
    return _counted(studio, stage, len(players), seen)


def _counted(studio: Studio, stage: str, seats: int, seen: Sequence[Seen]) -> Figures:
    many = len(seen)
    kinds, winners = Counter(one.noted.kind for one in seen), Counter(one.winner for one in seen)
    steps = Counter(bisect(studio.gaps, one.noted.gap) - 1 for one in seen)
    return Figures(
        stage=studio.called(stage),
        letters=studio.written(stage),
        races=many,
        wins_by_kind={kind: kinds[kind] / many for kind in studio.kinds},
        wins_by_seat=[winners[seat] / many for seat in range(seats)],
        gaps=[steps[step] / many for step in range(len(studio.gaps))],
        means={measure.key: _mean(one.means[measure.key] for one in seen) for measure in measures(studio)},
        chances=_by_round([one.chances for one in seen]),
    )


def measures(studio: Studio) -> list[Measure]:
    """What stages are compared by: the game's own measures between those of every game."""
    return [ROUNDS, *studio.measures, LEAD_CHANGES, DECIDED]


def _mean(numbers: Any) -> float:
    return round(float(np.mean(list(numbers))), 4)


def _by_round(chances: Sequence[Sequence[float]]) -> list[float]:
    """The mean chance at the start of each round that at least half of the races had."""
    longest = max(len(one) for one in chances)
    rounds = ([one[number] for one in chances if number < len(one)] for number in range(longest))
    return [_mean(known) for known in rounds if 2 * len(known) >= len(chances)]


def _decided(chances: Sequence[float]) -> float:
    """The part of the race that was ridden when the later winner got ahead for good."""
    open_ = max((number + 1 for number, chance in enumerate(chances) if chance <= 0.5), default=0)
    return open_ / max(1, len(chances))


def report(
    stage: str, players: Sequence[str], many: int, *, game: str | None = None,
    seed: int = 1, workers: int = 1, told: Callable[[int], None] = lambda _: None,
) -> Report:  # fmt: skip
    """A stage and, with half as many races each, the official ones."""
    room, studio = registry.studio_of(game or registry.first().id)

    def ridden(name: str, races: int) -> Figures:
        return figures(name, players, races, game=room.id, seed=seed, workers=workers, told=told)

    return Report(
        game=room.id,
        players=list(players),
        measures=measures(studio),
        unit=studio.unit,
        gaps=list(studio.gaps),
        stage=ridden(stage, many),
        official=[ridden(name, half(many)) for name in others(studio, stage)],
    )


def others(studio: Studio, stage: str) -> list[str]:
    """The official stages, less the one that is reported on."""
    own = studio.written(stage)
    return [name for name in studio.official() if studio.written(name) != own]


def half(many: int) -> int:
    """Races on each of the official stages."""
    return max(1, many // 2)
