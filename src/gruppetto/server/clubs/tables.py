"""The tables of a round: who meets, who sits where, and bots where a game wants more teams."""

from collections.abc import Mapping, Sequence

from gruppetto.games import registry
from gruppetto.players.characters import called
from gruppetto.server import opening
from gruppetto.server.clubs import pairing
from gruppetto.server.clubs.leagues import smallest
from gruppetto.server.messages import NewTable, SeatPlan, Tempo
from gruppetto.server.roster import STAND_IN
from gruppetto.server.store import LEAGUE, MatchRow, SeatRow
from gruppetto.server.store.club_rows import HeatRow, LeagueRoundRow, LeagueRow, MemberRow

Riders = Mapping[int, MemberRow]
Laid = tuple[MatchRow, list[SeatRow]]


def drawn(
    league: LeagueRow, row: LeagueRoundRow, riders: Riders, order: Sequence[int], past: Sequence[HeatRow]
) -> tuple[list[HeatRow], list[Laid]]:
    """Everybody at a table, by how they stand and whom they have met."""
    met = pairing.meetings([rider for rider in heat.riders if rider is not None] for heat in past)
    lot = f"{league.lot}:{row.number}"
    groups = pairing.drawn(order, league.seats, met, lot)
    game, fewest = registry.get(league.game), smallest(league)
    heats, laid = [], []
    for number, group in enumerate(groups, start=1):
        teams = game.teams[: max(len(group), fewest)]
        seated = pairing.seating({rider: riders[rider].colours for rider in group}, teams, lot)
        table = _laid(league, row, riders, seated)
        heats.append(HeatRow(league.id, row.number, number, table[0].id, seated))
        laid.append(table)
    return heats, laid


def _laid(league: LeagueRow, row: LeagueRoundRow, riders: Riders, seated: Sequence[int | None]) -> Laid:
    """A table at which the race has begun: nobody has to sit down, and nobody is its host."""
    game = registry.get(league.game)
    asked = NewTable(
        game.id,
        [SeatPlan("bot" if rider is None else "open") for rider in seated],
        title=league.name if league.by_stage else f"{league.name} · {row.number}",
        tempo=Tempo(None),
    )
    race = opening.undealt(game, game.options(league.options)) | {"status": "running"}
    if league.by_stage:
        race |= {"stages_open": row.number, "resumes": row.ends}
    match, _ = opening.laid(asked, race, LEAGUE)
    return match, [_seat(match.id, seat, riders.get(rider or 0)) for seat, rider in enumerate(seated)]


def _seat(table: str, seat: int, member: MemberRow | None) -> SeatRow:
    if member is None:
        return SeatRow(table, seat, "bot", called(STAND_IN, table, seat), STAND_IN)
    return SeatRow(table, seat, "person", member.name, owner=member.owner)
