"""What is kept of manners: who sat with whom, who is invited, blocked, and complained of."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.games.game import Json
from gruppetto.server.store.database import first, now
from gruppetto.server.store.layout import blocks, companions, complaints, identities, invitations, matches
from gruppetto.server.store.people import People
from gruppetto.server.store.rows import Complaint, Invitation, Pair

MOST_COMPANIONS = 60  # of somebody's that are remembered
MOST_BLOCKED = 500
MOST_INVITED = 30  # invitations that are shown
MOST_COMPLAINTS = 200  # in a list


class Manners(People):
    """Companions, invitations, blocks and complaints."""

    # --- who sat together ---------------------------------------------------------------------------

    async def accompany(self, owners: Sequence[str]) -> None:
        """These people ride together; of each the latest companions are remembered."""
        pairs = [(one, other) for one in owners for other in owners if one != other]
        await self._write(
            *(self._remembered(one, other) for one, other in pairs), *(_forgotten(one) for one in owners)
        )

    def _remembered(self, owner: str, other: str) -> sa.Executable:
        insert = self._new(companions).values(owner=owner, other=other, at=now())
        again: sa.Executable = insert.on_conflict_do_update(
            index_elements=["owner", "other"], set_={"at": now()}
        )
        return again

    async def companions(self, owner: str) -> list[Pair]:
        """Whom somebody sat with, the latest first, as they are called now."""
        query = (
            sa.select(companions, identities.c.name)
            .join(identities, identities.c.key == companions.c.other)
            .where(companions.c.owner == owner, companions.c.other != owner)
            .order_by(companions.c.at.desc())
            .limit(MOST_COMPANIONS)
        )
        return await self._rows(query, Pair)

    async def part(self, owner: str, other: str) -> None:
        """Somebody does not want to be reminded of another."""
        mine = sa.and_(companions.c.owner == owner, companions.c.other == other)
        await self._write(sa.delete(companions).where(mine))

    # --- invitations --------------------------------------------------------------------------------

    async def invite(self, kept: Sequence[Invitation]) -> None:
        """Keep seats of a table for people."""
        rows = [asdict(one) for one in kept]
        await self._write(sa.insert(invitations).values(rows))

    async def invited(self, match: str) -> list[Invitation]:
        """For whom seats of a table are kept."""
        query = sa.select(invitations).where(invitations.c.match == match).order_by(invitations.c.seat)
        return await self._rows(query, Invitation)

    async def invitations_of(self, owner: str) -> list[Invitation]:
        """Where somebody is invited, by people they have not blocked, to races that have not begun."""
        unwelcome = sa.exists().where(blocks.c.owner == owner, blocks.c.other == invitations.c.by)
        query = (
            sa.select(invitations)
            .join(matches, matches.c.id == invitations.c.match)
            .where(invitations.c.owner == owner, matches.c.status == "open", ~unwelcome)
            .order_by(matches.c.created.desc())
            .limit(MOST_INVITED)
        )
        return await self._rows(query, Invitation)

    async def withdraw(self, match: str, owner: str) -> None:
        """No seat is kept for somebody any more."""
        theirs = sa.and_(invitations.c.match == match, invitations.c.owner == owner)
        await self._write(sa.delete(invitations).where(theirs))

    # --- blocks -------------------------------------------------------------------------------------

    async def block(self, owner: str, other: str, name: str) -> None:
        """Somebody wants nothing to do with another."""
        row = {"owner": owner, "other": other, "name": name, "at": now()}
        await self._write(self._new(blocks).values(row).on_conflict_do_nothing())

    async def unblock(self, owner: str, other: str) -> None:
        """They have made it up."""
        await self._write(sa.delete(blocks).where(blocks.c.owner == owner, blocks.c.other == other))

    async def blocked_by(self, owner: str) -> list[Pair]:
        """Whom somebody has blocked, the latest first."""
        query = sa.select(blocks).where(blocks.c.owner == owner, blocks.c.other != owner)
        return await self._rows(query.order_by(blocks.c.at.desc()).limit(MOST_BLOCKED), Pair)

    async def deaf_to(self, other: str | None) -> set[str]:
        """Who has blocked somebody."""
        query = sa.select(blocks.c.owner).where(blocks.c.other == other, blocks.c.owner != other)
        found = await self._read(query)
        return {row["owner"] for row in found}

    # --- complaints ---------------------------------------------------------------------------------

    async def complain(self, row: Json) -> int:
        """Keep what somebody reports: its number."""
        (done,) = await self._write(sa.insert(complaints).values(at=now(), **row))
        number: int = done.inserted_primary_key[0]
        return number

    async def complaints(self, *, closed: bool) -> list[Complaint]:
        """What was reported and waits for the operator, or what they are done with; the latest first."""
        settled: Any = complaints.c.closed.is_not(None)
        query = sa.select(complaints).where(settled if closed else ~settled)
        return await self._rows(query.order_by(complaints.c.id.desc()).limit(MOST_COMPLAINTS), Complaint)

    async def complaint(self, number: int) -> Complaint | None:
        """One of them."""
        return first(await self._rows(sa.select(complaints).where(complaints.c.id == number), Complaint))

    async def close_complaint(self, number: int) -> bool:
        """The operator is done with it, and what was said is not kept any longer; false if it was closed."""
        mine = sa.and_(complaints.c.id == number, complaints.c.closed.is_(None))
        (done,) = await self._write(sa.update(complaints).where(mine).values(closed=now(), lines=[]))
        return bool(done.rowcount == 1)


def _forgotten(owner: str) -> sa.Executable:
    """All companions of somebody but the latest."""
    latest = (
        sa.select(companions.c.other)
        .where(companions.c.owner == owner)
        .order_by(companions.c.at.desc())
        .limit(MOST_COMPANIONS)
    )
    return sa.delete(companions).where(companions.c.owner == owner, companions.c.other.not_in(latest))
