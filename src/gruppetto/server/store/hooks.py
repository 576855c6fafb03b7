"""The chats of tables, and what the operator thinks of them."""

import secrets

import msgspec
import sqlalchemy as sa

from gruppetto.server.notices.answers import HookState
from gruppetto.server.store.database import Database, first, now
from gruppetto.server.store.layout import chat_hooks, hooks


class HookRow(msgspec.Struct, frozen=True):
    """The chat that somebody wants told of turns."""

    id: str
    url: str
    state: HookState
    owner: str | None
    made: float


class Hooks(Database):
    """Chats that are told of turns: asked for by hosts, used once the operator has approved them."""

    async def set_hook(self, table: str, url: str, owner: str, language: str) -> None:
        """A table has a chat; the operator is asked about one that nobody has named before."""
        row = {"id": secrets.token_hex(4), "url": url, "state": "asked", "owner": owner, "made": now()}
        known = sa.select(hooks.c.id).where(hooks.c.url == url).scalar_subquery()
        linked = {"match": table, "hook": known, "language": language}
        insert = self._new(chat_hooks).values(linked)
        await self._write(
            self._new(hooks).values(row).on_conflict_do_nothing(),
            insert.on_conflict_do_update(
                index_elements=["match"], set_={"hook": known, "language": language}
            ),
        )

    async def hook_of(self, table: str) -> HookRow | None:
        """The chat of a table."""
        query = sa.select(hooks).join(chat_hooks, chat_hooks.c.hook == hooks.c.id)
        return first(await self._rows(query.where(chat_hooks.c.match == table), HookRow))

    async def language_of_chat(self, table: str) -> str | None:
        """The language that is spoken in it."""
        query = sa.select(chat_hooks.c.language).where(chat_hooks.c.match == table)
        row = first(await self._read(query))
        return row["language"] if row else None

    async def remove_hook(self, table: str) -> None:
        """A table has no chat any more."""
        await self._write(sa.delete(chat_hooks).where(chat_hooks.c.match == table))

    async def hooks(self) -> list[HookRow]:
        """All chats that were asked for, the latest first."""
        return await self._rows(sa.select(hooks).order_by(hooks.c.made.desc(), hooks.c.id), HookRow)

    async def judge_hook(self, number: str, state: HookState) -> bool:
        """What becomes of a chat; false if there is none of this number."""
        (done,) = await self._write(sa.update(hooks).where(hooks.c.id == number).values(state=state))
        return bool(done.rowcount)
