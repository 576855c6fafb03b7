"""How a league stands: points, and what tells riders apart who have as many."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from gruppetto.server.clubs.answers import Decided, LeagueRider
from gruppetto.server.clubs.pairing import by_lot
from gruppetto.server.store.club_rows import HeatRow, HeatScore, LateRow, LeagueRow, RiderRow

USUAL = {2: [3, 1], 3: [5, 2, 1], 4: [6, 3, 2, 1], 5: [7, 4, 3, 2, 1], 6: [8, 5, 4, 3, 2, 1]}
TIE_BREAKS: tuple[Decided, ...] = ("points", "wins", "places", "late", "lot")


class Record(msgspec.Struct, frozen=True):
    """What a rider has come to in all rounds, the better the smaller, in the order in which it counts."""

    points: int
    wins: int
    places: tuple[int, ...]
    late: int
    lot: int


def standings(
    league: LeagueRow, riders: Sequence[RiderRow], heats: Sequence[HeatRow], late: Sequence[LateRow]
) -> list[LeagueRider]:
    """Everybody who rides in a league, the leader first."""
    scores: dict[int, list[HeatScore]] = {row.number: [] for row in riders}
    for heat in heats:
        for score in heat.scores or ():
            scores[score.rider].append(score)
    times = Counter(row.rider for row in late)
    lots = lots_of(league, riders)
    records = {rider: _record(scores[rider], times[rider], lots.get(rider, 0), league) for rider in scores}
    order = sorted(records, key=lambda rider: (msgspec.structs.astuple(records[rider]), rider))
    dropped = {row.number: row.dropped for row in riders}
    return [
        LeagueRider(
            rider, place, -record.points, -record.wins, [-many for many in record.places], record.late,
            len(scores[rider]), record.lot, _decided(records, order, place), dropped[rider],
        )
        for place, rider in enumerate(order, start=1)
        for record in [records[rider]]
    ]  # fmt: skip


def lots_of(league: LeagueRow, riders: Sequence[RiderRow]) -> dict[int, int]:
    """Who comes first if all else is equal; nobody before the lot is drawn."""
    if not league.lot:
        return {}
    order = sorted((row.number for row in riders), key=lambda rider: by_lot(league.lot, rider))
    return {rider: number for number, rider in enumerate(order, start=1)}


def scored(league: LeagueRow, places: Sequence[Sequence[int]], out: Collection[int]) -> list[HeatScore]:
    """What riders have come to at a table, by their places; who is out has none, and no points."""
    found: list[HeatScore] = []
    for level in places:
        place = len(found) + 1
        points = league.points[place - 1] if place <= len(league.points) else 0
        found += [HeatScore(rider, place, points) for rider in level if rider not in out]
    return found + [HeatScore(rider, 0, 0) for level in places for rider in level if rider in out]


def _record(scores: Sequence[HeatScore], late: int, lot: int, league: LeagueRow) -> Record:
    came = Counter(score.place for score in scores)
    places = tuple(-came[place] for place in range(1, league.seats + 1))
    return Record(-sum(score.points for score in scores), places[0], places, late, lot)


def _decided(records: Mapping[int, Record], order: Sequence[int], place: int) -> Decided:
    """By what somebody stands behind the one above them."""
    if place == 1:
        return "points"
    above, below = (msgspec.structs.astuple(records[rider]) for rider in order[place - 2 : place])
    return next((what for what, a, b in zip(TIE_BREAKS, above, below, strict=True) if a != b), "lot")
