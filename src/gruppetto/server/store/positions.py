"""Where the latest rounds of running tables began: what a table goes on from under other rules."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from gruppetto.server.store.database import Database
from gruppetto.server.store.layout import rounds
from gruppetto.server.store.rows import Round

KEPT = 3  # of a running table so many beginnings of rounds are kept
LARGEST_BATCH = 200  # rounds that are written together
logger = logging.getLogger(__name__)

KEEP_ROUND = """
    INSERT INTO round ("match", seq, position) VALUES (:match, :seq, :position) ON CONFLICT DO NOTHING"""
FORGET_ROUNDS = f"""
    DELETE FROM round WHERE "match" = :match AND seq NOT IN (
        SELECT seq FROM round WHERE "match" = :match ORDER BY seq DESC LIMIT {KEPT})"""  # noqa: S608


class KeptRound(msgspec.Struct, frozen=True):
    """A beginning of a round that waits to be written, and who waits for it."""

    match: str
    round: Round
    done: "asyncio.Future[None]"


class Positions(Database):
    """The beginnings of rounds; those that wait are written together."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._rounds: asyncio.Queue[KeptRound] = asyncio.Queue()

    def _forever(self) -> list[Coroutine[Any, Any, None]]:
        return [*super()._forever(), self._keep_rounds_forever()]

    async def _let_go(self) -> None:
        await super()._let_go()
        while not self._rounds.empty():
            self._rounds.get_nowait().done.cancel()

    async def keep_round(self, match: str, begun: Round) -> None:
        """Keep where a round began; those that wait are written together."""
        kept = KeptRound(match, begun, asyncio.get_running_loop().create_future())
        self._rounds.put_nowait(kept)
        await kept.done

    async def rounds(self, match: str) -> list[Round]:
        """Where the latest rounds of a table began, the last of them first."""
        query = sa.select(rounds.c.seq, rounds.c.position).where(rounds.c.match == match)
        return await self._rows(query.order_by(rounds.c.seq.desc()), Round)

    async def _keep_rounds_forever(self) -> None:
        while True:
            batch = [await self._rounds.get()]
            while not self._rounds.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._rounds.get_nowait())
            try:
                await self._finish(self._write_rounds(batch))
            except Exception as error:
                logger.warning("where %d rounds began was not kept: %s", len(batch), error)
            finally:
                for kept in batch:
                    if not kept.done.done():
                        kept.done.set_result(None)  # the next round is kept again

    async def _write_rounds(self, batch: list[KeptRound]) -> None:
        """Write all at once, and forget the older ones of the same tables."""
        rows = [{"match": kept.match, **asdict(kept.round)} for kept in batch]
        async with self._turn, self.engine.begin() as connection:
            await connection.execute(sa.text(KEEP_ROUND), rows)
            await connection.execute(sa.text(FORGET_ROUNDS), [{"match": row["match"]} for row in rows])
