"""Clubs and leagues over HTTP."""

from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from gruppetto.server.asked import Asked, desk_of
from gruppetto.server.clubs import leagues, membership, told
from gruppetto.server.clubs.answers import Club, ClubLine, Invitation, League
from gruppetto.server.clubs.commissaire import Commissaire
from gruppetto.server.clubs.requests import Appointment, ClubChange, Membership, NewClub, NewLeague
from gruppetto.server.identity import Who, who_asks
from gruppetto.server.limits import client_of
from gruppetto.server.messages import Refused
from gruppetto.server.store import Store


def _store(request: Asked) -> tuple[Store, Who]:
    """Where clubs are kept, for somebody who only looks."""
    return desk_of(request.app.state).store, who_asks(request)


def _change(request: Asked, *names: str) -> tuple[Store, Who]:
    """The same, for somebody who changes something: not too much at once, and with names that are wanted."""
    request.app.state.gate.check("clubs", client_of(request))
    for name in names:
        desk_of(request.app.state).unwanted.check(name)
    return _store(request)


def _commissaire(state: State) -> Commissaire:
    found: Commissaire = state.commissaire
    return found


# --- clubs ------------------------------------------------------------------------------------------


@get("/api/clubs")
async def list_clubs(request: Asked) -> list[ClubLine]:
    """The clubs one is in; there is no list of others."""
    return await membership.clubs_of(*_store(request))


@post("/api/clubs")
async def found_club(data: JSONBody[NewClub], request: Asked) -> Club:
    """Found a club."""
    store, who = _change(request, data.name, data.called)
    return await membership.found(store, data, who)


@get("/api/clubs/{club:str}")
async def one_club(club: FromPath[str], request: Asked) -> Club:
    """A club one is in."""
    store, who = _store(request)
    return await membership.club(store, club, who)


@post("/api/clubs/{club:str}", status_code=200)
async def change_club(club: FromPath[str], data: JSONBody[ClubChange], request: Asked) -> Club:
    """Rename it, open it to newcomers or close it; organisers do."""
    store, who = _change(request, data.name or "")
    return await membership.change(store, club, data, who)


@post("/api/clubs/{club:str}/link", status_code=200)
async def change_link(club: FromPath[str], request: Asked) -> Club:
    """Invite by another link from now on; organisers do."""
    store, who = _change(request)
    return await membership.change_link(store, club, who)


@post("/api/clubs/{club:str}/me", status_code=200)
async def be_called(club: FromPath[str], data: JSONBody[Membership], request: Asked) -> Club:
    """Be called something else there, or wear something else."""
    store, who = _change(request, data.called)
    return await membership.be_called(store, club, data, who)


@post("/api/clubs/{club:str}/leave", status_code=200)
async def leave_club(club: FromPath[str], request: Asked, state: State) -> list[ClubLine]:
    """Leave it, and its leagues: the clubs one is still in."""
    store, who = _change(request)
    await leagues.let_go_everywhere(desk_of(state), await membership.leave(store, club, who))
    return await membership.clubs_of(store, who)


@post("/api/clubs/{club:str}/members/{number:int}/appoint", status_code=200)
async def appoint(
    club: FromPath[str], number: FromPath[int], data: JSONBody[Appointment], request: Asked
) -> Club:
    """Let a member organise the club, or no longer; its head does."""
    store, who = _change(request)
    return await membership.appoint(store, club, number, who, organiser=data.organiser)


@post("/api/clubs/{club:str}/members/{number:int}/head", status_code=200)
async def hand_on(club: FromPath[str], number: FromPath[int], request: Asked) -> Club:
    """Make another member the head of the club."""
    store, who = _change(request)
    return await membership.hand_on(store, club, number, who)


@post("/api/clubs/{club:str}/members/{number:int}/remove", status_code=200)
async def remove_member(club: FromPath[str], number: FromPath[int], request: Asked, state: State) -> Club:
    """Send a member away for good, out of all leagues too; organisers do."""
    store, who = _change(request)
    await leagues.let_go_everywhere(desk_of(state), await membership.remove(store, club, number, who))
    return await membership.club(store, club, who)


@get("/api/invitations/{link:str}")
async def invitation(link: FromPath[str], request: Asked) -> Invitation:
    """What a link invites to."""
    store, who = _store(request)
    return await membership.invitation(store, link, who)


@post("/api/invitations/{link:str}", status_code=200)
async def join_club(link: FromPath[str], data: JSONBody[Membership], request: Asked) -> Club:
    """Join the club."""
    store, who = _change(request, data.called)
    return await membership.join(store, link, data, who)


# --- leagues ----------------------------------------------------------------------------------------


@post("/api/clubs/{club:str}/leagues")
async def set_up(club: FromPath[str], data: JSONBody[NewLeague], request: Asked, state: State) -> League:
    """Set up a league; organisers do."""
    store, who = _change(request, data.name)
    made = await leagues.set_up(store, club, data, who, state.shortest_round)
    return await told.league(store, made.id, who)


@get("/api/leagues/{league:str}")
async def one_league(league: FromPath[str], request: Asked) -> League:
    """A league of a club one is in."""
    store, who = _store(request)
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/ride", status_code=200)
async def ride(league: FromPath[str], request: Asked) -> League:
    """Ride in it."""
    store, who = _change(request)
    await leagues.ride(store, league, who)
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/drop-out", status_code=200)
async def drop_out(league: FromPath[str], request: Asked, state: State) -> League:
    """Ride in it no more: bots ride on where one sits."""
    store, who = _change(request)
    await leagues.drop_out(desk_of(state), league, None, who)
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/riders/{number:int}/drop-out", status_code=200)
async def take_out(league: FromPath[str], number: FromPath[int], request: Asked, state: State) -> League:
    """Take somebody out of it; organisers do."""
    store, who = _change(request)
    await leagues.drop_out(desk_of(state), league, number, who)
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/begin", status_code=200)
async def begin_league(league: FromPath[str], request: Asked, state: State) -> League:
    """Begin it now; organisers do."""
    store, who = _change(request)
    row, _ = await leagues.looked_after(store, league, who)
    if row.status != "open":
        raise Refused(409, "LeagueBegun", "This league has begun already.")
    if not await _commissaire(state).begin(row):
        raise Refused(409, "RidersMissing", "A league takes two riders or more.")
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/prolong", status_code=200)
async def prolong(league: FromPath[str], request: Asked) -> League:
    """Give the present round as much time again, once; organisers do."""
    store, who = _change(request)
    row, _ = await leagues.looked_after(store, league, who)
    rounds = await store.league_rounds(league)
    if not rounds or row.status != "running" or not await store.prolong_round(rounds[-1], row.seconds):
        raise Refused(409, "NotProlonged", "This round is over, or it has been prolonged once already.")
    return await told.league(store, league, who)


@post("/api/leagues/{league:str}/call-off", status_code=200)
async def call_off(league: FromPath[str], request: Asked) -> League:
    """Call it off: no more rounds; tables that run may be ridden to their end. Organisers do."""
    store, who = _change(request)
    await leagues.looked_after(store, league, who)
    await store.end_league(league, "off")
    return await told.league(store, league, who)


CLUBS: list[Any] = [
    list_clubs, found_club, one_club, change_club, change_link, be_called, leave_club, appoint, hand_on,
    remove_member, invitation, join_club, set_up, one_league, ride, drop_out, take_out, begin_league, prolong,
    call_off,
]  # fmt: skip
