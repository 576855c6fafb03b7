"""Clubs and their members, as rows."""

from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.store.club_rows import GOING, ClubCount, ClubRow, Colours, MemberRow, Role
from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import clubs, leagues, members

IN = ("head", "organiser", "member")


class Clubs(Database):
    """Clubs and who is in them."""

    async def found_club(self, row: ClubRow, founder: MemberRow) -> None:
        """A new club with its first member."""
        await self._write(
            sa.insert(clubs).values(**asdict(row)), sa.insert(members).values(**asdict(founder))
        )

    async def club(self, club: str) -> ClubRow | None:
        """A club by its id."""
        return first(await self._rows(sa.select(clubs).where(clubs.c.id == club), ClubRow))

    async def club_by_link(self, link: str) -> ClubRow | None:
        """A club by the link that invites to it."""
        return first(await self._rows(sa.select(clubs).where(clubs.c.link == link), ClubRow))

    async def clubs_of(self, key: str) -> list[ClubCount]:
        """The clubs somebody is in, the oldest first."""
        theirs = sa.select(members.c.club).where(members.c.owner == key, members.c.role.in_(IN))
        here = _many(members.c.club == clubs.c.id, members.c.role.in_(IN))
        going = _many(leagues.c.club == clubs.c.id, leagues.c.status.in_(GOING))
        query = sa.select(clubs.c.id, clubs.c.name, here.label("members"), going.label("running"))
        return await self._rows(query.where(clubs.c.id.in_(theirs)).order_by(clubs.c.made), ClubCount)

    async def members(self, club: str) -> list[MemberRow]:
        """Everybody who is or was in a club, in the order they joined."""
        query = sa.select(members).where(members.c.club == club).order_by(members.c.number)
        return await self._rows(query, MemberRow)

    async def enter_club(self, club: str, owner: str, name: str, colours: Colours, most: int) -> bool:
        """Somebody joins; false if they are there already, or the club is closed or full."""
        mine = sa.exists().where(members.c.club == club, members.c.owner == owner)
        many = _many(members.c.club == club, members.c.role.in_(IN))
        may = sa.and_(clubs.c.id == club, clubs.c.open, ~mine, many < most)
        counted = sa.update(clubs).where(may).values(counted=clubs.c.counted + 1)
        row = MemberRow(club, 0, owner, name, colours, "member", now())
        values = {**asdict(row), "number": clubs.c.counted}
        columns = [
            sa.literal(value, members.c[key].type) if key != "number" else value
            for key, value in values.items()
        ]
        added = sa.insert(members).from_select(
            list(values), sa.select(*columns).where(clubs.c.id == club, ~mine)
        )
        return await self._write_if(counted.returning(clubs.c.counted), added)

    async def return_to_club(self, club: str, owner: str, name: str, colours: Colours, most: int) -> bool:
        """Somebody who left comes back; false if they had not, or the club is closed or full."""
        others = members.alias()
        has_room = _many(others.c.club == club, others.c.role.in_(IN)) < most
        may = sa.and_(sa.exists().where(clubs.c.id == club, clubs.c.open), has_room)
        gone = sa.and_(members.c.club == club, members.c.owner == owner, members.c.role == "left", may)
        back = sa.update(members).where(gone).values(role="member", name=name, colours=colours)
        return await self._write_if(back.returning(members.c.number))

    async def update_club(self, club: str, **values: Any) -> None:
        """Change a club's row."""
        await self._write(sa.update(clubs).where(clubs.c.id == club).values(**values))

    async def update_member(self, club: str, number: int, **values: Any) -> None:
        """Change a member's row."""
        mine = sa.and_(members.c.club == club, members.c.number == number)
        await self._write(sa.update(members).where(mine).values(**values))

    async def give_role(self, club: str, number: int, role: Role, *was: Role) -> bool:
        """Make something else of a member who is one of these; false if they are not any more."""
        mine = sa.and_(members.c.club == club, members.c.number == number, members.c.role.in_(was))
        return await self._write_if(
            sa.update(members).where(mine).values(role=role).returning(members.c.number)
        )

    async def hand_on_club(self, club: str, head: int, to: int) -> bool:
        """Make another member the head of a club; false if somebody else has become it."""
        of_club = members.c.club == club
        was = sa.and_(of_club, members.c.number == head, members.c.role == "head")
        new = sa.and_(of_club, members.c.number == to, members.c.role.in_(("organiser", "member")))
        return await self._write_if(
            sa.update(members).where(was).values(role="organiser").returning(members.c.number),
            sa.update(members).where(new).values(role="head"),
        )


def _many(*which: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.count()).where(*which).scalar_subquery()
