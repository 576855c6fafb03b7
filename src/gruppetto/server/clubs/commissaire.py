"""The commissaire: begins the rounds of leagues, watches the time, and takes down who came where.

Every worker has one, and each of them may be the one that does what is due. Whatever must happen once is
decided by the database: a round is begun by whoever inserts its row, a table is settled by whoever fills in
what came of it. So nothing hangs on what a worker remembers, and a clock that jumps back undoes nothing.
"""

import asyncio
import logging
import secrets
from collections.abc import Sequence

import msgspec

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import Json
from gruppetto.server import lending
from gruppetto.server.clubs import standings, tables
from gruppetto.server.clubs.answers import LeagueRider
from gruppetto.server.desk import Desk
from gruppetto.server.live import Live
from gruppetto.server.messages import Refused
from gruppetto.server.store import Lost, MatchRow, now
from gruppetto.server.store.club_rows import HeatRow, HeatScore, LeagueRoundRow, LeagueRow, MemberRow
from gruppetto.server.store.leagues import FEWEST

GRACE = 10  # past the end of a round, whoever keeps a table waiting for this part of it is late
WORD = 2  # and this part of a round is left to an organiser to prolong it
logger = logging.getLogger(__name__)


class Commissaire:
    """Looks after all leagues, as this worker reaches them."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.store = desk, desk.store
        self._last = ""  # league that was looked after

    async def look(self) -> None:
        """Do what is due, in some leagues after the others; none keeps another waiting."""
        due = await self.store.leagues_due(self._last)
        self._last = due[-1] if due else ""
        for league in due:
            try:
                await self.look_after(league)
            except (Refused, GruppettoError, Lost) as error:
                logger.warning("league %s could not be looked after: %s", league, error)
            except Exception:
                logger.exception("league %s could not be looked after", league)

    async def look_after(self, league: str) -> None:
        """Do what is due in one league."""
        row = await self.store.league(league)
        if row and row.status == "open":
            await self.begin(row)
        elif row and row.status == "running":
            rounds = await self.store.league_rounds(league)
            await (self._look_after_round(row, rounds[-1]) if rounds else self._go_on(row))

    async def begin(self, league: LeagueRow) -> bool:
        """A league begins, if there is anybody to ride against."""
        riders = await self._active(league)
        if len(riders) < FEWEST or not await self.store.begin_league(league.id, secrets.token_hex(8)):
            return False
        begun = await self.store.league(league.id)
        await self._go_on(begun or league)
        return True

    # --- a round begins -----------------------------------------------------------------------------

    async def _active(self, league: LeagueRow) -> dict[int, MemberRow]:
        """Who still rides in a league, by their numbers."""
        members = {member.number: member for member in await self.store.members(league.club)}
        rows = await self.store.riders(league.id)
        here = [row.number for row in rows if row.dropped is None and row.number in members]
        return {number: members[number] for number in here if members[number].belongs}

    async def _go_on(self, league: LeagueRow) -> None:
        """The next round begins, or there is none."""
        if game := registry.games().get(league.game):  # who rides is looked at when nothing is waited for
            await self.desk.readiness.ready(game)
        riders = await self._active(league)
        if league.round == league.rounds or len(riders) < (1 if league.by_stage and league.round else FEWEST):
            await self._end(league)
            return
        number, begun = league.round + 1, now()
        row = LeagueRoundRow(league.id, number, begun, begun + league.seconds)
        past = await self.store.heats(league.id)
        if league.by_stage and past:
            heats = [HeatRow(league.id, number, 1, past[-1].match, past[-1].riders)]
            laid: list[tables.Laid] = []
        else:
            order = [line.rider for line in await self._standings(league) if line.rider in riders]
            heats, laid = await asyncio.to_thread(tables.drawn, league, row, riders, order, past)
        if await self.store.open_round(row, heats, laid):
            await self._wake(heats)

    async def _wake(self, heats: Sequence[HeatRow]) -> None:
        """Bots begin to think, and whoever has to decide can be told."""
        for heat in heats:
            async with self.desk.at(heat.match) as live:
                await self.desk.changed(live, anew=True)
                self.desk.attend(live)

    # --- a round is ridden --------------------------------------------------------------------------

    async def _look_after_round(self, league: LeagueRow, row: LeagueRoundRow) -> None:
        heats = [heat for heat in await self.store.heats(league.id) if heat.round == row.number]
        ridden = await self.store.ridden([heat.match for heat in heats if heat.scores is None])
        for heat in heats:
            if heat.scores is None:
                await self._settle(league, row, heat, ridden.get(heat.match))
        left = [heat for heat in await self.store.heats(league.id) if heat.round == row.number]
        if all(heat.scores is not None for heat in left):
            await self.store.close_round(league.id, row.number)
            if league.early or row.ends <= now() or row.number == league.rounds:
                await self._go_on(league)

    async def _settle(
        self, league: LeagueRow, row: LeagueRoundRow, heat: HeatRow, table: MatchRow | None
    ) -> None:
        """Take down what came of a table that is over; at one that is not, look who is late."""
        if table is None:  # an operator has removed it
            await self.store.settle_heat(heat, [])
        elif table.status == "over":
            await self._take_down(league, heat, table.result or {})
        else:
            await self._look_at(league, row, heat)

    async def _look_at(self, league: LeagueRow, row: LeagueRoundRow, heat: HeatRow) -> None:
        try:
            async with self.desk.at(heat.match) as live:
                await self.desk.catch_up(live)
                if league.by_stage and not live.over and live.rests:
                    await self.store.settle_heat(heat, [], _classified(live))
                elif not live.over and await self._is_overdue(league, row, heat):
                    await self._hurry(league, row, heat, live)
        except (Refused, GruppettoError):
            if row.ends <= now():  # nobody can ride it on
                await self.store.settle_heat(heat, [])

    async def _is_overdue(self, league: LeagueRow, row: LeagueRoundRow, heat: HeatRow) -> bool:
        """Whether the time is up, and the table has waited for somebody long enough."""
        waits = league.seconds / WORD if league.late == "organiser" and not row.prolonged else 0
        if now() < row.ends + waits:
            return False
        return now() - await self.store.last_decided(heat.match) >= league.seconds / GRACE

    async def _hurry(self, league: LeagueRow, row: LeagueRoundRow, heat: HeatRow, live: Live) -> None:
        """Whoever keeps a table waiting is late, and a bot rides on for them until they are back."""
        late = [seat for seat in live.waiting if live.player_on(seat) is None]
        for rider in (heat.rider_on(seat) for seat in late):
            if rider is not None:
                await self.store.note_late(league.id, row.number, rider)
        if late:
            await lending.stand_in(self.desk, live, late)

    async def _take_down(self, league: LeagueRow, heat: HeatRow, result: Json) -> None:
        """What riders have come to at a table."""
        game = registry.get(league.game)
        places = [[heat.rider_on(seat) for seat in level] for level in game.places(result)]
        riders = [[rider for rider in level if rider is not None] for level in places]
        scores, ended = await self._scores(league, heat, riders), await self._ended(league, heat)
        await self.store.settle_heat(heat, scores, ended)

    async def _scores(self, league: LeagueRow, heat: HeatRow, places: list[list[int]]) -> list[HeatScore]:
        dropped = {row.number for row in await self.store.riders(league.id) if row.dropped is not None}
        late = {
            row.rider
            for row in await self.store.lateness(league.id)
            if row.round == heat.round and league.late == "defeat"
        }
        return standings.scored(league, places, dropped | late)

    async def _ended(self, league: LeagueRow, heat: HeatRow) -> list[Json] | None:
        """How a tour has ended."""
        if not league.by_stage:
            return None
        async with self.desk.at(heat.match) as live:
            await self.desk.catch_up(live)
            return None if live.past else _classified(live)

    # --- it is over ---------------------------------------------------------------------------------

    async def _end(self, league: LeagueRow) -> None:
        """A league is over: whoever leads it is its champion."""
        stand = await self._standings(league)
        await self.store.end_league(league.id, "over", stand[0].rider if stand else None)

    async def _standings(self, league: LeagueRow) -> list[LeagueRider]:
        """Everybody who rides or rode, the leader first."""
        rows, heats = await self.store.riders(league.id), await self.store.heats(league.id)
        return standings.standings(league, rows, heats, await self.store.lateness(league.id))


def _classified(live: Live) -> list[Json]:
    """How a tour stands, as it is kept."""
    found: list[Json] = msgspec.to_builtins(live.game.classifications(live.match.state))
    return found
