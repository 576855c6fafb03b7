"""What a stage of Flamme Rouge is like to race on: who wins, by how much, and when it is decided."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from gruppetto.errors import BadOption
from gruppetto.games import game as contract
from gruppetto.games.flamme_rouge.cards import copies
from gruppetto.games.flamme_rouge.record import ENERGY, EXHAUSTION
from gruppetto.games.flamme_rouge.road import stage as stage_of
from gruppetto.games.loops import MOST_ACTIONS, Rule
from gruppetto.kernel.chance import mix, replant
from gruppetto.kernel.record import Ints, Records, duplicate
from gruppetto.kernel.rule import rule
from gruppetto.lab import races
from gruppetto.players.minds import LevelMind
from gruppetto.players.playout import DECIDING, HEURISTIC, Floats, play_out, won

GAME = "flamme-rouge"
WORLDS = 24  # play-outs that tell how a race stands at the start of a round
KINDS = ("sprinteur", "rouleur")
WIDEST_GAP = 6  # squares; all wider ones are counted together
MOST_RACES = 100_000


class Figures(msgspec.Struct, frozen=True):
    """What so many races on a stage came to. Shares are of all races."""

    stage: str
    letters: str
    races: int
    rounds: float
    wins_by_kind: dict[str, float]
    wins_by_seat: list[float]
    gaps: list[float]  # from the winner to the best rider of another team, 0, 1, … squares
    lead_changes: float  # rounds after which another team had the foremost rider
    exhaustion: float  # exhaustion cards a team has in the end
    chances: list[float]  # of the later winner, at the start of each round
    decided: (
        float  # the part of the race after which the later winner has more than half the chances for good
    )


class Report(msgspec.Struct, frozen=True):
    """A stage beside the official ones, ridden by the same players."""

    players: list[str]
    stage: Figures
    official: list[Figures]


class Watcher:
    """Sees a race go by: who leads and who is likely to win, round by round."""

    def __init__(self, game: contract.Game, seats: int, seed: int) -> None:
        self._game, self._seats, self._seed = game, seats, seed
        self._round = 0
        self.leaders: list[int] = []
        self.chances: list[list[float]] = []
        self.end: Any = None

    def __call__(self, state: Records) -> None:
        """A decision is about to be made, or the race is over."""
        race = state[0]
        self.end = race
        if race.phase != ENERGY or race.rounds == self._round:
            return
        self._round = int(race.rounds)
        self.leaders.append(int(race.order[0]) // 2)
        self.chances.append(chances_in(self._game, state, self._seats, self._seed + self._round))


def chances_in(game: contract.Game, state: Records, seats: int, seed: int) -> list[float]:
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
        play_out(waiting, legal, act, over, heuristic, states[1], players, own, 0, actions)
        score(states[1], scores)
        for seat in range(len(players)):
            wins[seat] += won(scores, seat)


class Seen(msgspec.Struct, frozen=True):
    """One race as the report needs it."""

    winner: int
    rider: int
    rounds: int
    gap: int
    changes: int
    exhaustion: float
    chances: list[float]


def see(game: contract.Game, setup: Records, players: Sequence[str], seed: int, number: int) -> Seen:
    """Ride one race and watch it."""
    watcher = Watcher(game, len(players), seed * 1_000_003 + number * 1009)
    ridden = races.ride(game, setup, [LevelMind(name) for name in players], seed, number, watcher)
    race, rider = watcher.end, ridden.report[1]
    rivals = [
        square for other, square in enumerate(race.square[: 2 * len(players)]) if other // 2 != rider // 2
    ]
    leaders = watcher.leaders
    return Seen(
        winner=ridden.winner,
        rider=rider,
        rounds=ridden.report[0],
        gap=max(0, int(race.square[rider]) - int(max(rivals))),
        changes=sum(here != there for here, there in pairwise(leaders)),
        exhaustion=exhausted(race, len(players)) / len(players),
        chances=[chances[ridden.winner] for chances in watcher.chances],
    )


def exhausted(race: Any, seats: int) -> int:
    """The exhaustion cards in all decks, hands and recycled piles."""
    piles = (race.deck, race.recycled, race.hand)
    return sum(int(copies(pile[rider], EXHAUSTION)) for pile in piles for rider in range(2 * seats))


def figures(
    stage: str, players: Sequence[str], many: int, *,
    seed: int = 1, workers: int = 1, told: Callable[[int], None] = lambda _: None,
) -> Figures:  # fmt: skip
    """Ride so many races on a stage, and count."""
    if not 1 <= many <= MOST_RACES:
        raise BadOption(f"races: between 1 and {MOST_RACES:,}.")
    game, road = contract.get(GAME), stage_of(stage)
    game.check_seats(len(players))
    setup = game.setup(game.options({"stage": road.letters}), len(players))
    seen: list[Seen] = []
    with ThreadPoolExecutor(workers) as pool:
        for one in pool.map(lambda number: see(game, setup, players, seed, number), range(many)):
            seen.append(one)
            told(1)
    return _counted(road.name, road.letters, len(players), seen)


def _counted(name: str, letters: str, seats: int, seen: Sequence[Seen]) -> Figures:
    many = len(seen)
    kinds, winners = Counter(one.rider % 2 for one in seen), Counter(one.winner for one in seen)
    gaps = Counter(min(WIDEST_GAP, one.gap) for one in seen)
    return Figures(
        stage=name,
        letters=letters,
        races=many,
        rounds=_mean(one.rounds for one in seen),
        wins_by_kind={kind: kinds[number] / many for number, kind in enumerate(KINDS)},
        wins_by_seat=[winners[seat] / many for seat in range(seats)],
        gaps=[gaps[gap] / many for gap in range(WIDEST_GAP + 1)],
        lead_changes=_mean(one.changes for one in seen),
        exhaustion=_mean(one.exhaustion for one in seen),
        chances=_by_round([one.chances for one in seen]),
        decided=_mean(_decided(one.chances) for one in seen),
    )


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
    stage: str, players: Sequence[str], many: int, *,
    seed: int = 1, workers: int = 1, told: Callable[[int], None] = lambda _: None,
) -> Report:  # fmt: skip
    """A stage and, with half as many races each, the official ones."""
    own = figures(stage, players, many, seed=seed, workers=workers, told=told)
    others = [
        figures(name, players, half(many), seed=seed, workers=workers, told=told)
        for name in official()
        if stage_of(name).letters != own.letters
    ]
    return Report(list(players), own, others)


def official() -> list[str]:
    """The stages of the box."""
    return contract.get(GAME).stages()


def half(many: int) -> int:
    """Races on each of the official stages."""
    return max(1, many // 2)
