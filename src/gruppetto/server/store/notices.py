"""How people are called who are not looking, and to what they have been called already.

A notice is one row for each table, person and way. Whoever inserts it, or takes it when it is due, sends
it; no other worker can. It stays until the person has looked: so nobody is called twice to the same table.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import chat_hooks, devices, hooks, mailboxes, notices, quiets
from gruppetto.server.store.layout import secrets as kept_secrets

MAIL, CHAT = "mail", "chat"  # ways to call somebody; any other is a device
What = Literal["turn", "over", "invited"]  # what somebody is called to
MOST_DEVICES = 8  # of one person; another takes the place of the oldest
MOST_TAKEN = 50  # notices that one worker takes at once


class Device(msgspec.Struct, frozen=True):
    """A browser that wants to be called."""

    id: str
    owner: str
    endpoint: str
    point: str
    secret: str
    name: str
    language: str
    made: float


class Mailbox(msgspec.Struct, frozen=True):
    """An address somebody wants mail at, once it is confirmed."""

    owner: str
    address: str
    minutes: int
    language: str
    confirmed: bool
    code: str | None
    ends: float
    leave: str


class QuietRow(msgspec.Struct, frozen=True):
    """The hours in which somebody is not called: from and to so many minutes after midnight, there."""

    begins: int
    ends: int
    zone: str


class Way(msgspec.Struct, frozen=True):
    """A way in which somebody may be called, when, and when not."""

    owner: str  # nobody in particular, where it is a chat
    way: str
    minutes: int
    quiet: QuietRow | None


class Notice(msgspec.Struct, frozen=True):
    """Somebody is called to a table in one way."""

    match: str
    owner: str
    way: str
    what: What
    made: int  # decisions, until then
    due: float | None  # at once, by whoever has written it down
    seen: bool = False
    tries: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """What there is only one of."""
        return self.match, self.owner, self.way


KEY = sa.tuple_(notices.c.match, notices.c.owner, notices.c.way)


class Notices(Database):
    """Devices, mailboxes, quiet hours, chats, and who was called."""

    async def secret(self, name: str, fresh: str) -> str:
        """A secret of the server: the fresh one, if there was none before."""
        insert = self._new(kept_secrets).values(name=name, value=fresh).on_conflict_do_nothing()
        await self._write(insert)
        kept = await self._read(sa.select(kept_secrets.c.value).where(kept_secrets.c.name == name))
        return str(kept[0]["value"])

    # --- how somebody is called ---------------------------------------------------------------------

    async def add_device(self, device: Device) -> None:
        """Call somebody on this device, too; it is nobody else's from now on."""
        row = asdict(device)
        latest = (
            sa.select(devices.c.id)
            .where(devices.c.owner == device.owner)
            .order_by(devices.c.made.desc(), devices.c.id)
            .limit(MOST_DEVICES)
        )
        mine = devices.c.owner == device.owner
        await self._write(
            self._new(devices).values(row).on_conflict_do_update(index_elements=["id"], set_=row),
            sa.delete(devices).where(mine, devices.c.id.not_in(latest)),
        )

    async def devices_of(self, owner: str) -> list[Device]:
        """The devices somebody is called on, the oldest first."""
        query = sa.select(devices).where(devices.c.owner == owner).order_by(devices.c.made, devices.c.id)
        return await self._rows(query, Device)

    async def device(self, number: str) -> Device | None:
        """A device."""
        return first(await self._rows(sa.select(devices).where(devices.c.id == number), Device))

    async def remove_device(self, number: str, owner: str) -> None:
        """Call nobody there any more."""
        await self._write(
            sa.delete(notices).where(notices.c.owner == owner, notices.c.way == number),
            sa.delete(devices).where(devices.c.id == number, devices.c.owner == owner),
        )

    async def be_quiet(self, owner: str, quiet: QuietRow | None) -> None:
        """Call somebody at no time of these hours, or at any."""
        if quiet is None:
            await self._write(sa.delete(quiets).where(quiets.c.owner == owner))
            return
        row = {"owner": owner, **asdict(quiet)}
        insert = self._new(quiets).values(row)
        await self._write(insert.on_conflict_do_update(index_elements=["owner"], set_=row))

    async def quiet_of(self, owner: str) -> QuietRow | None:
        """The hours in which somebody is not called."""
        columns = [quiets.c[name] for name in QuietRow.__struct_fields__]
        return first(await self._rows(sa.select(*columns).where(quiets.c.owner == owner), QuietRow))

    async def set_mailbox(self, mailbox: Mailbox) -> None:
        """Somebody wants mail; another address of theirs is forgotten."""
        row = asdict(mailbox)
        insert = self._new(mailboxes).values(row)
        await self._write(insert.on_conflict_do_update(index_elements=["owner"], set_=row))

    async def mailbox_of(self, owner: str) -> Mailbox | None:
        """Where somebody gets mail."""
        return first(await self._rows(sa.select(mailboxes).where(mailboxes.c.owner == owner), Mailbox))

    async def confirm_mailbox(self, code: str) -> bool:
        """Somebody has read the mail that asks them; false if it was not the last one, or long ago."""
        asked = sa.and_(mailboxes.c.code == code, mailboxes.c.ends >= now())
        (done,) = await self._write(sa.update(mailboxes).where(asked).values(confirmed=True, code=None))
        return bool(done.rowcount)

    async def remove_mailbox(self, owner: str) -> None:
        """No mail any more."""
        await self._write(
            sa.delete(notices).where(notices.c.owner == owner, notices.c.way == MAIL),
            sa.delete(mailboxes).where(mailboxes.c.owner == owner),
        )

    async def leave_mailbox(self, leave: str) -> None:
        """The same, by what every mail has with it."""
        await self._write(sa.delete(mailboxes).where(mailboxes.c.leave == leave))

    async def ways_to(self, owners: Iterable[str], table: str) -> list[Way]:
        """How these people may be called to a table, with one question."""
        wanted, nobody = list(owners), sa.literal("")
        quiet = (quiets.c.begins, quiets.c.ends, quiets.c.zone)
        on_devices = (
            sa.select(devices.c.owner, devices.c.id.label("way"), sa.literal(0).label("minutes"), *quiet)
            .join_from(devices, quiets, quiets.c.owner == devices.c.owner, isouter=True)
            .where(devices.c.owner.in_(wanted))
        )
        by_mail = (
            sa.select(mailboxes.c.owner, sa.literal(MAIL), mailboxes.c.minutes, *quiet)
            .join_from(mailboxes, quiets, quiets.c.owner == mailboxes.c.owner, isouter=True)
            .where(mailboxes.c.owner.in_(wanted), mailboxes.c.confirmed)
        )
        in_chat = (
            sa.select(nobody, sa.literal(CHAT), sa.literal(0), *quiet)
            .join_from(chat_hooks, hooks, hooks.c.id == chat_hooks.c.hook)
            .join(quiets, quiets.c.owner == nobody, isouter=True)
            .where(chat_hooks.c.match == table, hooks.c.state == "approved")
        )
        found = await self._read(sa.union_all(on_devices, by_mail, in_chat))
        return [
            Way(
                row["owner"],
                row["way"],
                row["minutes"],
                None if row["zone"] is None else QuietRow(row["begins"], row["ends"], row["zone"]),
            )
            for row in found
        ]

    # --- who was called -----------------------------------------------------------------------------

    async def claim(self, called: Sequence[Notice]) -> set[tuple[str, str, str]]:
        """Write down who is to be called: the keys of those that nobody has called before they looked.

        Whoever has decided something since has looked as well, in whichever way they did it.
        """
        insert = self._new(notices).values([asdict(notice) for notice in called])
        new = insert.excluded
        is_new = sa.or_(new.what != notices.c.what, new.made != notices.c.made)
        has_looked = sa.or_(notices.c.seen, new.made > notices.c.made)
        statement = insert.on_conflict_do_update(
            index_elements=["match", "owner", "way"],
            set_={"what": new.what, "made": new.made, "due": new.due, "seen": False, "tries": 0},
            where=sa.and_(is_new, has_looked),
        ).returning(notices.c.match, notices.c.owner, notices.c.way)
        (done,) = await self._write(statement)
        return {tuple(row) for row in done.all()}

    async def is_unseen(self, table: str, owner: str) -> bool:
        """Whether somebody was called to a table, or will be, and has not looked yet."""
        query = sa.select(notices.c.way).where(_unseen(table, owner)).limit(1)
        return bool(await self._read(query))

    async def saw(self, table: str, owner: str) -> None:
        """Somebody has looked at a table: they may be called to it again, and not to what they have seen."""
        await self._write(sa.update(notices).where(_unseen(table, owner)).values(seen=True, due=None))

    async def take_due(self) -> list[Notice]:
        """Notices whose time has come; whoever takes them sends them."""
        due = notices.c.due <= now()
        keys = sa.select(notices.c.match, notices.c.owner, notices.c.way).where(due)
        if not await self._read(keys.limit(1)):
            return []
        columns = [notices.c[name] for name in Notice.__struct_fields__]
        taken = sa.update(notices).where(KEY.in_(keys.limit(MOST_TAKEN)), due).values(due=None)
        (done,) = await self._write(taken.returning(*columns))
        return [Notice(**row) for row in done.mappings().all()]

    async def put_off(self, notice: Notice, due: float) -> None:
        """Try again later, unless they look before."""
        here = sa.and_(sa.tuple_(*notice.key) == KEY, notices.c.seen.is_(False))
        await self._write(sa.update(notices).where(here).values(due=due, tries=notice.tries + 1))


def _unseen(table: str, owner: str) -> sa.ColumnElement[bool]:
    return sa.and_(notices.c.match == table, notices.c.owner == owner, notices.c.seen.is_(False))
