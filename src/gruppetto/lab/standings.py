"""What came of an arena: wins, ratings and who beats whom, with what is left open of each."""

import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.lab.intervals import Interval, Share, paired
from gruppetto.lab.races import Ridden
from gruppetto.lab.rating import Finish, Rating, rate
from gruppetto.lab.sprt import Decision


class RacePlan(msgspec.Struct, frozen=True):
    """A race to be ridden: which deal, on which stage, and who sits where."""

    deal: int
    stage: str
    seats: tuple[str, ...]


class Met(msgspec.Struct, frozen=True):
    """A race that was ridden."""

    plan: RacePlan
    ridden: Ridden


class Standings(msgspec.Struct, frozen=True):
    """What came out of an arena; intervals are at 95 %, over deals."""

    game: str
    races: int
    deals: int
    stages: list[str]
    wins: dict[str, int]
    starts: dict[str, int]  # seats taken, by player
    share: dict[str, float]  # of the races a player started in, by seat taken
    interval: dict[str, Interval]  # of that share
    ratings: dict[str, Rating]
    matrix: dict[str, dict[str, Share]]  # how often one came in before the other
    seconds_per_decision: dict[str, float]
    wins_by_stage: dict[str, dict[str, int]]
    sprt: Decision | None = None  # of an arena that was to stop as soon as enough was known


def standings(
    game: str, players: Sequence[str], met: Sequence[Met], sprt: Decision | None = None
) -> Standings:
    """Wins, ratings and who beats whom."""
    names = list(dict.fromkeys(players))
    starts = Counter(player for race in met for player in race.plan.seats)
    wins = Counter(race.plan.seats[race.ridden.winner] for race in met)
    shares = {name: paired(list(shares_won(name, met).values())) for name in names}
    return Standings(
        game=game,
        races=len(met),
        deals=len({race.plan.deal for race in met}),
        stages=list(dict.fromkeys(race.plan.stage for race in met)),
        wins={name: wins[name] for name in names},
        starts={name: starts[name] for name in names},
        share={name: wins[name] / max(1, starts[name]) for name in names},
        interval={name: shares[name].interval for name in names},
        ratings=ratings(names, met),
        matrix=matrix(names, met),
        seconds_per_decision={name: _pace(name, met) for name in names},
        wins_by_stage=_by_stage(names, met),
        sprt=sprt,
    )


def shares_won(name: str, met: Iterable[Met]) -> dict[int, float]:
    """By deal: of the seats that a player took, how many won."""
    won, taken = Counter[int](), Counter[int]()
    for race in met:
        won[race.plan.deal] += race.plan.seats[race.ridden.winner] == name
        taken[race.plan.deal] += race.plan.seats.count(name)
    return {deal: won[deal] / seats for deal, seats in taken.items() if seats}


def ratings(names: Sequence[str], met: Sequence[Met]) -> dict[str, Rating]:
    """All players rated by all races; the order of the races makes no difference."""
    number = {name: index for index, name in enumerate(names)}
    finishes = [
        Finish(race.plan.deal, [number[player] for player in race.plan.seats], race.ridden.scores)
        for race in met
    ]
    return dict(zip(names, rate(len(names), finishes), strict=True))


def matrix(names: Sequence[str], met: Sequence[Met]) -> dict[str, dict[str, Share]]:
    """The share of meetings in which one came in before the other, deal by deal."""
    before: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for race in met:
        seated = list(zip(race.plan.seats, race.ridden.scores, strict=True))
        for (one, score), (other, against) in itertools.permutations(seated, 2):
            if one != other:
                ahead = (score > against) + 0.5 * (score == against)
                before[one, other][race.plan.deal].append(ahead)
    return {
        one: {
            other: paired([sum(deal) / len(deal) for deal in before[one, other].values()])
            for other in names
            if (one, other) in before
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


def check_writable(path: Path) -> None:
    """Refuse, before any race, a kind of file for which something is not installed."""
    if path.suffix != ".json":
        import gruppetto.lab.parquet  # noqa: F401, PLC0415  (an extra, and slow to import)


def write(game: str, met: Sequence[Met], path: Path) -> None:
    """Every race as a row of a Parquet file, or of a JSON file."""
    temporary = path.with_name(f".{path.name}.partial")
    if path.suffix == ".json":
        temporary.write_text(json.dumps(rows(game, met)))
    else:
        from gruppetto.lab.parquet import pl  # noqa: PLC0415  (an extra, and slow to import)

        pl.DataFrame(rows(game, met)).write_parquet(temporary)
    temporary.replace(path)
