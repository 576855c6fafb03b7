"""What a league is set up to be, and who rides in it."""

import contextlib
import secrets
from typing import Any

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.games.game import PLAYER, Game
from gruppetto.games.vocabulary import document_of
from gruppetto.server import hosting
from gruppetto.server.clubs.membership import entered, organised
from gruppetto.server.clubs.requests import MOST_RIDERS, NewLeague
from gruppetto.server.clubs.standings import USUAL
from gruppetto.server.desk import Desk
from gruppetto.server.identity import Who
from gruppetto.server.messages import Refused
from gruppetto.server.store import Store, now
from gruppetto.server.store.club_rows import GOING, LeagueRow, MemberRow

MOST_GOING = 20  # leagues of a club that are not over
MOST_LEAGUES = 300  # of a club, those that are over too


async def set_up(store: Store, club: str, asked: NewLeague, who: Who, shortest: int) -> LeagueRow:
    """Set up a league; organisers do."""
    await organised(store, club, who)
    await _check_many(store, club)
    if asked.seconds < shortest:
        raise Refused(400, "RoundTooShort", f"A round takes {shortest} seconds or more on this server.")
    game = registry.get(asked.game)
    options = game.options(asked.options)
    row = LeagueRow(
        id=secrets.token_urlsafe(9), club=club, name=asked.name.strip(), game=game.id,
        options=document_of(options), seats=asked.seats, rounds=_rounds(game, options, asked),
        seconds=asked.seconds, points=_points(asked), late=asked.late, early=asked.early,
        by_stage=asked.by_stage, begins=asked.begins, made=now(),
    )  # fmt: skip
    await store.add_league(row)
    return row


async def _check_many(store: Store, club: str) -> None:
    known = await store.leagues_of(club)
    going = sum(league.status in GOING for league in known)
    if going >= MOST_GOING or len(known) >= MOST_LEAGUES:
        raise Refused(409, "LeaguesEnough", "This club has leagues enough; let some end first.")


def _rounds(game: Game, options: Any, asked: NewLeague) -> int:
    """How many rounds there are, once it is clear that this can be ridden."""
    game.check_seats(asked.seats)
    setup = game.setup(options, asked.seats)
    if any(team != PLAYER for team in game.leaders(options, asked.seats)):
        raise Refused(400, "BadOption", "options: nobody leads a dummy team, and a league is for people.")
    if not asked.by_stage:
        return asked.rounds
    stages = game.stages_in(setup)
    if stages == 1:
        raise Refused(400, "BadOption", "by_stage: there is one stage only; name several.")
    if asked.late == "defeat":
        raise Refused(400, "BadOption", "late: nobody is defeated in one stage of a tour; a bot rides on.")
    return stages


def _points(asked: NewLeague) -> list[int]:
    points = asked.points or USUAL[asked.seats]
    if points != sorted(points, reverse=True):
        raise Refused(400, "BadPoints", "points: a better place cannot bring fewer points.")
    return points[: asked.seats]


def smallest(league: LeagueRow) -> int:
    """How few may ride at a table of a league without bots: its options may want a certain number."""
    game, few = registry.get(league.game), league.seats
    with contextlib.suppress(GruppettoError):
        options = game.options(league.options)
        while few > game.fewest_seats:
            game.setup(options, few - 1)
            few -= 1
    return few


# --- who rides --------------------------------------------------------------------------------------


async def at_hand(store: Store, league: str, who: Who) -> tuple[LeagueRow, list[MemberRow], MemberRow]:
    """A league with everybody in its club, for a member."""
    row = await store.league(league)
    if row is None:
        raise Refused(404, "UnknownLeague", "There is no such league, or you are not in its club.")
    _, everybody, me = await entered(store, row.club, who)
    return row, everybody, me


async def looked_after(store: Store, league: str, who: Who) -> tuple[LeagueRow, MemberRow]:
    """A league, for somebody who organises its club."""
    row, _, me = await at_hand(store, league, who)
    await organised(store, row.club, who)
    return row, me


async def ride(store: Store, league: str, who: Who) -> None:
    """Ride in a league that has not begun."""
    row, _, me = await at_hand(store, league, who)
    most = row.seats if row.by_stage else MOST_RIDERS
    riders = [rider.number for rider in await store.riders(league)]
    if me.number not in riders and not await store.ride(league, me.number, most):
        if len(riders) >= most:
            raise Refused(409, "LeagueFull", f"This league is for {most} at most.")
        raise Refused(409, "LeagueBegun", "This league has begun already.")


async def drop_out(desk: Desk, league: str, number: int | None, who: Who) -> None:
    """Ride no more: oneself, or whom an organiser names."""
    row, everybody, me = await at_hand(desk.store, league, who)
    if number not in (None, me.number):
        await organised(desk.store, row.club, who)
    wanted = me.number if number is None else number
    if not any(member.number == wanted for member in everybody):
        raise Refused(404, "UnknownMember", "There is no such other member in this club.")
    await let_go(desk, row, wanted)


async def let_go(desk: Desk, league: LeagueRow, number: int) -> None:
    """Somebody rides in a league no more; bots ride on where they sit."""
    await desk.store.ride_no_more(league.id, number)
    ridden = [heat for heat in await desk.store.heats(league.id) if number in heat.riders]
    left = ridden[-1:] if league.by_stage else [heat for heat in ridden if heat.scores is None]
    for heat in left:  # the table of a tour goes on after a stage
        with contextlib.suppress(Refused, GruppettoError):
            await hosting.give_to_bot(desk, heat.match, heat.seat_of(number))


async def let_go_everywhere(desk: Desk, member: MemberRow) -> None:
    """The same, in all leagues of a club that is left."""
    for league in await desk.store.leagues_of(member.club):
        if league.status in GOING:
            await let_go(desk, league, member.number)
