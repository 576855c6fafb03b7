"""Leagues, their rounds and their tables, as rows: whatever happens once is decided here."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.store.club_rows import (
    HeatRow,
    HeatScore,
    LateRow,
    LeagueRoundRow,
    LeagueRow,
    LeagueStatus,
    RiderRow,
)
from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import (
    heats,
    lateness,
    league_rounds,
    leagues,
    matches,
    moves,
    riders,
    seats,
)
from gruppetto.server.store.rows import NOT_LENT, MatchRow, SeatRow

AT_ONCE = 200  # leagues that are looked after at a time
FEWEST = 2  # riders of a league
Laid = Sequence[tuple[MatchRow, Sequence[SeatRow]]]


class Leagues(Database):
    """Leagues and all that belongs to them."""

    async def add_league(self, row: LeagueRow) -> None:
        """A new league."""
        await self._write(sa.insert(leagues).values(**asdict(row)))

    async def league(self, league: str) -> LeagueRow | None:
        """A league's row."""
        return first(await self._rows(sa.select(leagues).where(leagues.c.id == league), LeagueRow))

    async def leagues_of(self, club: str) -> list[LeagueRow]:
        """The leagues of a club, the latest first."""
        query = sa.select(leagues).where(leagues.c.club == club).order_by(leagues.c.made.desc())
        return await self._rows(query, LeagueRow)

    # --- who rides ----------------------------------------------------------------------------------

    async def riders(self, league: str) -> list[RiderRow]:
        """Who rides in a league, and who has dropped out of it."""
        query = sa.select(riders).where(riders.c.league == league).order_by(riders.c.number)
        return await self._rows(query, RiderRow)

    async def riders_in(self, club: str) -> dict[str, list[int]]:
        """The same by their numbers, in every league of a club."""
        query = sa.select(riders).join(leagues, leagues.c.id == riders.c.league).where(leagues.c.club == club)
        found = defaultdict[str, list[int]](list)
        for row in await self._rows(query, RiderRow):
            found[row.league].append(row.number)
        return found

    async def ends_in(self, club: str) -> dict[str, float]:
        """Until when the present rounds of a club are to be ridden, by their leagues."""
        present = sa.and_(league_rounds.c.league == leagues.c.id, league_rounds.c.number == leagues.c.round)
        query = sa.select(leagues.c.id, league_rounds.c.ends).join(league_rounds, present)
        running = sa.and_(leagues.c.club == club, leagues.c.status == "running")
        return {row["id"]: row["ends"] for row in await self._read(query.where(running))}

    async def ride(self, league: str, number: int, most: int) -> bool:
        """A member rides in a league that has not begun; false if it has, or there are enough."""
        many = sa.select(sa.func.count()).where(riders.c.league == league).scalar_subquery()
        may = sa.and_(leagues.c.id == league, leagues.c.status == "open", many < most)
        row = sa.select(leagues.c.id, sa.literal(number), sa.null()).where(may)
        added = self._new(riders).from_select(["league", "number", "dropped"], row).on_conflict_do_nothing()
        held = sa.select(leagues.c.id).where(leagues.c.id == league).with_for_update()  # one after the other
        _, done = await self._write(held, added.returning(riders.c.number))
        return done.first() is not None

    async def ride_no_more(self, league: str, number: int) -> None:
        """A member rides in no league that has not begun; in one that has they have dropped out."""
        mine = sa.and_(riders.c.league == league, riders.c.number == number)
        at = sa.select(leagues.c.round).where(leagues.c.id == league, leagues.c.status == "running")
        unbegun = sa.exists().where(leagues.c.id == league, leagues.c.status == "open")
        await self._write(
            sa.delete(riders).where(mine, unbegun),
            sa.update(riders).where(mine, riders.c.dropped.is_(None)).values(dropped=at.scalar_subquery()),
        )

    # --- what happens once --------------------------------------------------------------------------

    async def begin_league(self, league: str, lot: str) -> bool:
        """A league begins with a lot; false if it has begun or was called off."""
        mine = sa.and_(leagues.c.id == league, leagues.c.status == "open")
        begun = sa.update(leagues).where(mine).values(status="running", lot=lot)
        return await self._write_if(begun.returning(leagues.c.id))

    async def end_league(self, league: str, status: LeagueStatus, champion: int | None = None) -> None:
        """A league is over, or called off, if it is not yet."""
        mine = sa.and_(leagues.c.id == league, leagues.c.status.in_(("open", "running")))
        await self._write(
            sa.update(leagues).where(mine).values(status=status, ended=now(), champion=champion)
        )

    async def open_round(self, row: LeagueRoundRow, drawn: Sequence[HeatRow], laid: Laid) -> bool:
        """A round begins with all its tables; not at all where somebody was quicker, or called it off."""
        begun = asdict(row)
        literals = [sa.literal(value, league_rounds.c[name].type) for name, value in begun.items()]
        goes_on = sa.select(*literals).where(leagues.c.id == row.league, leagues.c.status == "running")
        added = self._new(league_rounds).from_select(list(begun), goes_on).on_conflict_do_nothing()
        places = [asdict(place) for _, sitting in laid for place in sitting]
        tables = [sa.insert(matches).values([asdict(match) for match, _ in laid])] if laid else []
        sitting = [sa.insert(seats).values(places)] if places else []
        held = sa.and_(matches.c.id.in_([heat.match for heat in drawn]), matches.c.stages_open.is_not(None))
        kept = seats.c.match.in_([heat.match for heat in drawn])
        return await self._write_if(
            added.returning(league_rounds.c.number),
            sa.update(leagues).where(leagues.c.id == row.league).values(round=row.number),
            *tables,
            *sitting,
            sa.insert(heats).values([_heat(heat) for heat in drawn]),
            sa.update(matches).where(held).values(stages_open=row.number, resumes=row.ends, touched=now()),
            sa.update(seats).where(kept, seats.c.by_table).values(**NOT_LENT),
        )

    async def close_round(self, league: str, number: int) -> bool:
        """A round is over; false if it is already."""
        mine = sa.and_(
            league_rounds.c.league == league,
            league_rounds.c.number == number,
            league_rounds.c.closed.is_(None),
        )
        closed = sa.update(league_rounds).where(mine).values(closed=now())
        return await self._write_if(closed.returning(league_rounds.c.number))

    async def prolong_round(self, row: LeagueRoundRow, seconds: int) -> bool:
        """A round ends later, once; false if it has been prolonged or is over."""
        mine = sa.and_(
            league_rounds.c.league == row.league,
            league_rounds.c.number == row.number,
            ~league_rounds.c.prolonged,
            league_rounds.c.closed.is_(None),
        )
        ends = row.ends + seconds
        tables = sa.select(heats.c.match).where(heats.c.league == row.league, heats.c.round == row.number)
        return await self._write_if(
            sa.update(league_rounds).where(mine).values(prolonged=True, ends=ends).returning(mine),
            sa.update(matches)
            .where(matches.c.id.in_(tables), matches.c.stages_open.is_not(None))
            .values(resumes=ends),
        )

    async def settle_heat(
        self, heat: HeatRow, scores: Sequence[HeatScore], classifications: Any = None
    ) -> bool:
        """What came of a table; false if that is known already."""
        mine = sa.and_(
            heats.c.league == heat.league,
            heats.c.round == heat.round,
            heats.c.number == heat.number,
            heats.c.scores.is_(None),
        )
        values = {"scores": msgspec.to_builtins(scores), "classifications": classifications}
        return await self._write_if(sa.update(heats).where(mine).values(**values).returning(heats.c.number))

    async def note_late(self, league: str, number: int, rider: int) -> None:
        """Somebody is late in a round, however often they are found to be."""
        row = {"league": league, "round": number, "rider": rider}
        await self._write(self._new(lateness).values(row).on_conflict_do_nothing())

    # --- how it stands ------------------------------------------------------------------------------

    async def league_rounds(self, league: str) -> list[LeagueRoundRow]:
        """The rounds of a league so far."""
        query = sa.select(league_rounds).where(league_rounds.c.league == league)
        return await self._rows(query.order_by(league_rounds.c.number), LeagueRoundRow)

    async def heats(self, league: str) -> list[HeatRow]:
        """The tables of a league so far."""
        query = sa.select(heats).where(heats.c.league == league).order_by(heats.c.round, heats.c.number)
        return [_read_heat(**row) for row in await self._read(query)]

    async def stages_in(self, club: str) -> dict[str, list[HeatRow]]:
        """The same of all tours of a club, by their leagues."""
        query = sa.select(heats).join(leagues, leagues.c.id == heats.c.league)
        tours = query.where(leagues.c.club == club, leagues.c.by_stage)
        found = defaultdict[str, list[HeatRow]](list)
        for row in await self._read(tours.order_by(heats.c.round, heats.c.number)):
            found[row["league"]].append(_read_heat(**row))
        return found

    async def lateness(self, league: str) -> list[LateRow]:
        """Who was late in which round."""
        return await self._rows(sa.select(lateness).where(lateness.c.league == league), LateRow)

    async def ridden(self, tables: Sequence[str]) -> dict[str, MatchRow]:
        """Tables by their ids; one that an operator has removed is missing."""
        found = await self._rows(sa.select(matches).where(matches.c.id.in_(tables)), MatchRow)
        return {row.id: row for row in found}

    async def last_decided(self, match: str) -> float:
        """When somebody last decided at a table, or when it was set up."""
        last = sa.select(sa.func.max(moves.c.at)).where(moves.c.match == match).scalar_subquery()
        query = sa.select(sa.func.coalesce(last, matches.c.created).label("at")).where(matches.c.id == match)
        return float((await self._read(query))[0]["at"])

    async def leagues_due(self, after: str = "") -> list[str]:
        """The leagues with which something may have to be done now: they begin, or a round may be over.

        Some of them, by their ids: those that come after one, so that in the end it is everybody's turn.
        """
        riding_in = sa.and_(riders.c.league == leagues.c.id, riders.c.dropped.is_(None))
        many = sa.select(sa.func.count()).where(riding_in).scalar_subquery()
        begins = sa.and_(leagues.c.status == "open", leagues.c.begins <= now(), many >= FEWEST)
        current = sa.and_(league_rounds.c.league == leagues.c.id, league_rounds.c.number == leagues.c.round)
        at_table = sa.and_(heats.c.league == leagues.c.id, heats.c.round == leagues.c.round)
        riding = sa.exists().where(matches.c.id == heats.c.match, matches.c.status == "running")
        ended = sa.exists().where(at_table, heats.c.scores.is_(None), ~riding)
        unsettled = sa.exists().where(at_table, heats.c.scores.is_(None))
        is_late = sa.exists().where(current, league_rounds.c.ends <= now())
        goes_on = sa.and_(~unsettled, sa.or_(leagues.c.early, leagues.c.round == leagues.c.rounds))
        may_be_over = sa.and_(leagues.c.by_stage, unsettled)  # only the rules know when a stage is
        runs = sa.or_(leagues.c.round == 0, ended, is_late, goes_on, may_be_over)
        due = sa.or_(begins, sa.and_(leagues.c.status == "running", runs))
        query = sa.select(leagues.c.id).where(leagues.c.id > after, due).order_by(leagues.c.id)
        return [row["id"] for row in await self._read(query.limit(AT_ONCE))]


def _read_heat(scores: Any, **row: Any) -> HeatRow:
    return HeatRow(**row, scores=msgspec.convert(scores, list[HeatScore] | None))


def _heat(row: HeatRow) -> dict[str, Any]:
    return {**asdict(row), "scores": None, "classifications": None}
