"""What members of a club may do: join, be called something, leave, and look after it if they organise it."""

import secrets
from collections.abc import Collection, Sequence

from gruppetto.server import names
from gruppetto.server.clubs import jerseys
from gruppetto.server.clubs.answers import Club, ClubLine, ClubMember, Invitation, LeagueLine
from gruppetto.server.clubs.requests import ClubChange, Membership, NewClub
from gruppetto.server.identity import Who
from gruppetto.server.messages import Refused
from gruppetto.server.store import Store, now
from gruppetto.server.store.club_rows import ClubRow, HeatRow, LeagueRow, MemberRow

MOST_CLUBS = 20  # that somebody may be in
MOST_MEMBERS = 200


async def found(store: Store, asked: NewClub, who: Who) -> Club:
    """Found a club."""
    await _check_clubs(store, who)
    row = ClubRow(secrets.token_urlsafe(9), asked.name.strip(), secrets.token_urlsafe(16), True, 1, now())
    founder = MemberRow(row.id, 1, who.known, asked.called.strip(), asked.colours, "head", now())
    await store.found_club(row, founder)
    await store.meet(who.known, founder.name)
    return await club(store, row.id, who)


async def club(store: Store, club: str, who: Who) -> Club:
    """A club, as its members see it."""
    row, everybody, me = await entered(store, club, who)
    riders, ends, heats = await store.riders_in(club), await store.ends_in(club), await store.stages_in(club)
    return Club(
        row.id, row.name, row.link, row.open, me.number,
        [told(member) for member in everybody if member.belongs],
        [
            _line(league, riders[league.id], ends.get(league.id), heats[league.id], everybody, me)
            for league in await store.leagues_of(club)
        ],
    )  # fmt: skip


async def clubs_of(store: Store, who: Who) -> list[ClubLine]:
    """The clubs somebody is in."""
    return [ClubLine(row.id, row.name, row.members, row.running) for row in await store.clubs_of(who.known)]


async def entered(store: Store, club: str, who: Who) -> tuple[ClubRow, list[MemberRow], MemberRow]:
    """A club with everybody who is or was in it, for somebody who is."""
    row = await store.club(club)
    everybody = await led(store, club)
    mine = [member for member in everybody if member.owner == who.known and member.belongs]
    if row is None or not mine:
        raise Refused(404, "UnknownClub", "There is no such club, or you are not in it.")
    return row, everybody, max(mine, key=lambda member: member.organises)


async def led(store: Store, club: str) -> list[MemberRow]:
    """Everybody who is or was in a club; where its head is gone, whoever is there longest follows."""
    everybody = await store.members(club)
    here = [member for member in everybody if member.belongs]
    if here and not any(member.role == "head" for member in here):
        heir = min(here, key=lambda member: (not member.organises, member.number))
        await store.give_role(club, heir.number, "head", heir.role)
        return await store.members(club)
    return everybody


def told(member: MemberRow) -> ClubMember:
    """A member, as the others see them."""
    return ClubMember(member.number, member.name, member.colours, member.role, member.joined)


def _line(
    league: LeagueRow, riders: Collection[int], ends: float | None, stages: Sequence[HeatRow],
    everybody: list[MemberRow], me: MemberRow,
) -> LeagueLine:  # fmt: skip
    champion = next((member.name for member in everybody if member.number == league.champion), None)
    return LeagueLine(
        league.id, league.name, league.game, league.status, league.by_stage, league.round, league.rounds,
        len(riders), me.number in riders, ends, champion, jerseys.wearers(stages),
    )  # fmt: skip


# --- by a link --------------------------------------------------------------------------------------


async def invitation(store: Store, link: str, who: Who) -> Invitation:
    """What a link invites to."""
    row = await _invited(store, link)
    here = [member for member in await store.members(row.id) if member.belongs]
    mine = any(member.owner == who.key for member in here)
    return Invitation(row.name, len(here), row.open, row.id if mine else None)


async def join(store: Store, link: str, asked: Membership, who: Who) -> Club:
    """Join the club to which a link invites."""
    row, name = await _invited(store, link), asked.called.strip()
    everybody = await store.members(row.id)
    if any(member.owner == who.known and member.belongs for member in everybody):
        return await club(store, row.id, who)
    if not row.open:
        raise Refused(403, "ClubClosed", "This club takes no newcomers now.")
    if any(member.owner == who.known and member.role == "removed" for member in everybody):
        raise Refused(403, "ClubClosed", "This club takes no newcomers now.")
    await _check_clubs(store, who)
    _check_name(name, everybody, who)
    newcomer = (row.id, who.known, name, asked.colours, MOST_MEMBERS)
    if not await store.return_to_club(*newcomer) and not await store.enter_club(*newcomer):
        raise Refused(409, "ClubFull", f"A club has at most {MOST_MEMBERS} members.")
    await store.meet(who.known, name)
    return await club(store, row.id, who)


async def _invited(store: Store, link: str) -> ClubRow:
    row = await store.club_by_link(link)
    if row is None:
        raise Refused(404, "UnknownInvitation", "This link invites to no club any more; ask for the new one.")
    return row


async def _check_clubs(store: Store, who: Who) -> None:
    if len(await store.clubs_of(who.known)) >= MOST_CLUBS:
        raise Refused(409, "ClubsEnough", f"You are in {MOST_CLUBS} clubs; leave one first.")


def _check_name(name: str, everybody: list[MemberRow], who: Who) -> None:
    names.check_among(
        name, [member.name for member in everybody if member.belongs and member.owner != who.known]
    )


# --- oneself ----------------------------------------------------------------------------------------


async def be_called(store: Store, club_id: str, asked: Membership, who: Who) -> Club:
    """Be called something else in a club, or wear something else."""
    _, everybody, me = await entered(store, club_id, who)
    name = asked.called.strip()
    _check_name(name, everybody, who)
    await store.update_member(club_id, me.number, name=name, colours=asked.colours)
    return await club(store, club_id, who)


async def leave(store: Store, club_id: str, who: Who) -> MemberRow:
    """Leave a club; who was its head is followed by whoever is there longest."""
    _, _, me = await entered(store, club_id, who)
    await store.give_role(club_id, me.number, "left", me.role)
    await led(store, club_id)
    return me


# --- looking after it -------------------------------------------------------------------------------


async def organised(store: Store, club: str, who: Who) -> tuple[ClubRow, list[MemberRow], MemberRow]:
    """A club with everybody in it, for somebody who organises it."""
    row, everybody, me = await entered(store, club, who)
    if not me.organises:
        raise Refused(403, "NotOrganiser", "Only those who organise the club can do this.")
    return row, everybody, me


async def change(store: Store, club_id: str, asked: ClubChange, who: Who) -> Club:
    """Rename a club, open it to newcomers or close it."""
    await organised(store, club_id, who)
    name = None if asked.name is None else asked.name.strip()
    wanted = {"name": name, "open": asked.open}
    if values := {key: value for key, value in wanted.items() if value is not None}:
        await store.update_club(club_id, **values)
    return await club(store, club_id, who)


async def change_link(store: Store, club_id: str, who: Who) -> Club:
    """Invite by another link: the one before opens nothing any more."""
    await organised(store, club_id, who)
    await store.update_club(club_id, link=secrets.token_urlsafe(16))
    return await club(store, club_id, who)


async def appoint(store: Store, club_id: str, number: int, who: Who, *, organiser: bool) -> Club:
    """Let a member organise the club, or no longer; its head does."""
    other = await _other(store, club_id, number, who)
    if organiser:
        await store.give_role(club_id, other.number, "organiser", "member")
    else:
        await store.give_role(club_id, other.number, "member", "organiser")
    return await club(store, club_id, who)


async def hand_on(store: Store, club_id: str, number: int, who: Who) -> Club:
    """Make another member the head of the club."""
    other = await _other(store, club_id, number, who)
    _, _, me = await entered(store, club_id, who)
    await store.hand_on_club(club_id, me.number, other.number)
    return await club(store, club_id, who)


async def _other(store: Store, club: str, number: int, who: Who) -> MemberRow:
    """Another member, for the head of the club."""
    _, everybody, me = await entered(store, club, who)
    if me.role != "head":
        raise Refused(403, "NotHead", "Only the head of the club can do this.")
    return _member(everybody, number, me)


async def remove(store: Store, club_id: str, number: int, who: Who) -> MemberRow:
    """Send a member away for good."""
    _, everybody, me = await organised(store, club_id, who)
    other = _member(everybody, number, me)
    if other.organises and me.role != "head":
        raise Refused(403, "NotHead", "Only the head of the club can do this.")
    await store.give_role(club_id, number, "removed", other.role)
    return other


def _member(everybody: list[MemberRow], number: int, me: MemberRow) -> MemberRow:
    found = [member for member in everybody if member.number == number and member.belongs]
    if not found or found[0].number == me.number:
        raise Refused(404, "UnknownMember", "There is no such other member in this club.")
    return found[0]
