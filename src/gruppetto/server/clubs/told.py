"""A league as the members of its club see it."""

from collections.abc import Sequence

from gruppetto.server.clubs import jerseys
from gruppetto.server.clubs.answers import Heat, League, LeagueRound
from gruppetto.server.clubs.leagues import at_hand, smallest
from gruppetto.server.clubs.membership import told
from gruppetto.server.clubs.standings import standings
from gruppetto.server.identity import Who
from gruppetto.server.store import Store
from gruppetto.server.store.club_rows import HeatRow, LateRow, LeagueRoundRow


async def league(store: Store, league: str, who: Who) -> League:
    """A league: its table, its rounds, who is late, and the classifications of a tour."""
    row, everybody, me = await at_hand(store, league, who)
    club = await store.club(row.club)
    riders, late = await store.riders(league), await store.lateness(league)
    heats, rounds = await store.heats(league), await store.league_rounds(league)
    riding = {rider.number for rider in riders}
    return League(
        id=row.id, club=row.club, club_name=club.name if club else "", you=me.number, organiser=me.organises,
        name=row.name, game=row.game, options=row.options, seats=row.seats, smallest=smallest(row),
        rounds=row.rounds, seconds=row.seconds, points=row.points, late=row.late, early=row.early,
        by_stage=row.by_stage, begins=row.begins, status=row.status, round=row.round, ended=row.ended,
        members=[told(member) for member in everybody if member.number in riding],
        standings=standings(row, riders, heats, late),
        history=[_round(one, heats, late) for one in reversed(rounds)],
        classifications=jerseys.classifications(heats),
    )  # fmt: skip


def _round(row: LeagueRoundRow, heats: Sequence[HeatRow], late: Sequence[LateRow]) -> LeagueRound:
    return LeagueRound(
        row.number, row.begun, row.ends, row.prolonged, row.closed is not None,
        [_heat(heat) for heat in heats if heat.round == row.number],
        [one.rider for one in late if one.round == row.number],
    )  # fmt: skip


def _heat(row: HeatRow) -> Heat:
    return Heat(row.match, row.riders, row.scores)
