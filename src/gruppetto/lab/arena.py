"""The arena: players meet on the same deals from every seat, and are rated by what comes of it."""

import itertools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from gruppetto.errors import BadOption
from gruppetto.games import registry
from gruppetto.games.game import Game, Json
from gruppetto.kernel.record import Records
from gruppetto.lab.races import Ridden, ride
from gruppetto.lab.running import done
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.halving import UNBOUND, Budget

CONFIDENT = 1.96  # standard deviations on either side of a 95 % interval
MOST_RACES = 10_000_000


class RacePlan(msgspec.Struct, frozen=True):
    """A race to be ridden: which deal, on which stage, and who sits where."""

    deal: int
    stage: str
    seats: tuple[str, ...]


class Met(msgspec.Struct, frozen=True):
    """A race that was ridden."""

    plan: RacePlan
    ridden: Ridden


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is, as OpenSkill sees it."""

    mu: float
    sigma: float
    interval: tuple[float, float]


class Standings(msgspec.Struct, frozen=True):
    """What came out of an arena."""

    game: str
    races: int
    stages: list[str]
    wins: dict[str, int]
    starts: dict[str, int]  # seats taken, by player
    share: dict[str, float]  # of the races a player started in, by seat taken
    interval: dict[str, tuple[float, float]]  # of that share, at 95 %
    ratings: dict[str, Rating]
    matrix: dict[str, dict[str, float]]  # how often one came in before the other
    seconds_per_decision: dict[str, float]
    wins_by_stage: dict[str, dict[str, int]]


class Arena:
    """Players of one game, and the races they are to ride."""

    def __init__(
        self, game: str, players: Sequence[str], *, seats: int | None = None, stages: Sequence[str] = (),
        options: Mapping[str, Any] | None = None, seed: int = 1,
        budget: Budget = UNBOUND, guests: Mapping[str, Decider] | None = None,
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
        self.seed, self.budget, self.guests = seed, budget, guests or {}

    def line_ups(self) -> list[tuple[str, ...]]:
        """Who meets whom: all players, or every choice of as many as there are seats."""
        return list(dict.fromkeys(itertools.combinations(self.players, self.seats)))

    def plans(self, races: int) -> Iterator[RacePlan]:
        """At least so many races: each deal is ridden by every line-up, from every seat."""
        if not 1 <= races <= MOST_RACES:
            raise BadOption(f"races: between 1 and {MOST_RACES:,}, not {races!r}.")
        for deal in range(math.ceil(races / (len(self.line_ups()) * self.seats))):
            for line_up in self.line_ups():
                for turn in range(self.seats):
                    yield RacePlan(
                        deal, self.stages[deal % len(self.stages)], line_up[turn:] + line_up[:turn]
                    )

    def run(
        self, races: int, *, workers: int = 1, progress: Callable[[int, int], None] = lambda _done, _all: None
    ) -> tuple[Standings, list[Met]]:
        """Ride them all; the standings, and every race in order."""
        if workers < 1:
            raise BadOption(f"workers: at least 1, not {workers}.")
        plans = list(self.plans(races))
        deciders, met = dict(self.guests), {}
        with ExitStack() as own:
            for player in dict.fromkeys(self.players):
                if player not in deciders:
                    deciders[player] = decider_of(player, self.budget)
                    own.callback(deciders[player].close)
            for number, ridden in self._ride_all(plans, deciders, workers, own):
                met[number] = Met(plans[number], ridden)
                progress(len(met), len(plans))
        in_order = [met[number] for number in range(len(plans))]
        return standings(self.game.id, self.players, in_order), in_order

    def _ride_all(
        self, plans: list[RacePlan], deciders: Mapping[str, Decider], workers: int, own: ExitStack
    ) -> Iterator[tuple[int, Ridden]]:
        """Every race with its number, as they come in; if one fails, the others are not waited for."""
        with ThreadPoolExecutor(workers) as pool, ExitStack() as failing:
            failing.callback(pool.shutdown, wait=False, cancel_futures=True)
            failing.callback(own.close)
            riding: dict[Future[Ridden], int] = {}
            for number, plan in enumerate(plans):
                sitting = [deciders[player] for player in plan.seats]
                setup = self.setups[plan.stage]
                riding[pool.submit(ride, self.game, setup, sitting, self.seed, plan.deal)] = number
                if len(riding) >= 2 * workers:
                    yield from done(riding)
            while riding:
                yield from done(riding)
            failing.pop_all()


def _setup(game: Game, stage: str, chosen: Sequence[str], options: Mapping[str, Any], seats: int) -> Records:
    own = game.on_stage(stage) if chosen else {}
    return game.setup(game.options({**options, **own}), seats)


# --- what came of it ----------------------------------------------------------------------------------


def standings(game: str, players: Sequence[str], met: Sequence[Met]) -> Standings:
    """Wins, ratings and who beats whom."""
    names = list(dict.fromkeys(players))
    starts = Counter(player for race in met for player in race.plan.seats)
    wins = Counter(race.plan.seats[race.ridden.winner] for race in met)
    return Standings(
        game=game,
        races=len(met),
        stages=list(dict.fromkeys(race.plan.stage for race in met)),
        wins={name: wins[name] for name in names},
        starts={name: starts[name] for name in names},
        share={name: wins[name] / max(1, starts[name]) for name in names},
        interval={name: wilson(wins[name], starts[name]) for name in names},
        ratings=ratings(names, met),
        matrix=matrix(names, met),
        seconds_per_decision={name: _pace(name, met) for name in names},
        wins_by_stage=_by_stage(names, met),
    )


def wilson(wins: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    share, extra = wins / of, CONFIDENT**2 / of
    middle = (share + extra / 2) / (1 + extra)
    half = CONFIDENT / (1 + extra) * math.sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(names: Sequence[str], met: Sequence[Met]) -> dict[str, Rating]:
    """OpenSkill's Plackett–Luce ratings, race after race; one who sits twice is rated by the better seat."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  (slow to import)

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    for race in met:
        best: dict[str, int] = {}
        for player, score in zip(race.plan.seats, race.ridden.scores, strict=True):
            best[player] = max(score, best.get(player, score))
        if len(best) > 1:
            before = [[rated[name]] for name in best]
            after = model.rate(before, scores=list(map(float, best.values())))
            rated.update({name: team[0] for name, team in zip(best, after, strict=True)})
    return {name: _rating(found.mu, found.sigma) for name, found in rated.items()}


def _rating(mu: float, sigma: float) -> Rating:
    return Rating(mu, sigma, (mu - CONFIDENT * sigma, mu + CONFIDENT * sigma))


def matrix(names: Sequence[str], met: Sequence[Met]) -> dict[str, dict[str, float]]:
    """The share of meetings in which one came in before the other."""
    before: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for race in met:
        seated = list(zip(race.plan.seats, race.ridden.scores, strict=True))
        for (one, score), (other, against) in itertools.permutations(seated, 2):
            if one != other:
                before[one, other][0] += (score > against) + 0.5 * (score == against)
                before[one, other][1] += 1
    return {
        one: {
            other: before[one, other][0] / before[one, other][1] for other in names if (one, other) in before
        }
        for one in names
    }


def _pace(name: str, met: Sequence[Met]) -> float:
    spent = decisions = 0.0
    for race in met:
        for seat, player in enumerate(race.plan.seats):
            if player == name:
                spent += race.ridden.seconds[seat]
                decisions += race.ridden.decisions[seat]
    return spent / max(1.0, decisions)


def _by_stage(names: Sequence[str], met: Sequence[Met]) -> dict[str, dict[str, int]]:
    won = Counter((race.plan.stage, race.plan.seats[race.ridden.winner]) for race in met)
    on = list(dict.fromkeys(race.plan.stage for race in met))
    return {stage: {name: won[stage, name] for name in names} for stage in on}


# --- keeping it ---------------------------------------------------------------------------------------


def rows(game: str, met: Sequence[Met]) -> list[Json]:
    """Every race as a row."""
    report = registry.get(game).report
    return [
        {
            "race": number,
            "deal": race.plan.deal,
            "stage": race.plan.stage,
            "winner": race.plan.seats[race.ridden.winner],
            "winner_seat": race.ridden.winner,
            **{f"player_{seat}": player for seat, player in enumerate(race.plan.seats)},
            **{f"score_{seat}": score for seat, score in enumerate(race.ridden.scores)},
            **{f"decisions_{seat}": made for seat, made in enumerate(race.ridden.decisions)},
            **{f"seconds_{seat}": spent for seat, spent in enumerate(race.ridden.seconds)},
            **dict(zip(report, race.ridden.report, strict=True)),
        }
        for number, race in enumerate(met)
    ]


def write(game: str, met: Sequence[Met], path: Path) -> None:
    """Every race as a row of a Parquet file, or of a JSON file."""
    temporary = path.with_name(f".{path.name}.partial")
    if path.suffix == ".json":
        temporary.write_text(json.dumps(rows(game, met)))
    else:
        import polars as pl  # noqa: PLC0415  (slow to import)

        pl.DataFrame(rows(game, met)).write_parquet(temporary)
    temporary.replace(path)
