"""How a race has ended, for its riders: told when it ends, or from what was kept of it."""

import asyncio
import logging

from gruppetto.errors import GruppettoError
from gruppetto.games import registry
from gruppetto.server.live import Live
from gruppetto.server.store import Finish, MatchRow, Store
from gruppetto.server.telling import is_lesson

AT_ONCE = 50  # races of before that are counted in one step
logger = logging.getLogger(__name__)


def finish_of(live: Live) -> Finish | None:
    """How a race has just ended; nothing of one that does not count."""
    if not live.counts:
        return None
    match = live.match
    scores = match.scores
    places = [1 + sum(other > score for other in scores) for score in scores]
    return Finish(match.game.ridden(match.options), places, scores, match.game.anchors)


async def count_uncounted(store: Store) -> None:
    """Write down the rides of races that were over before rides were kept."""
    try:
        while found := await store.uncounted(AT_ONCE):
            await store.count_races([(row.id, _finish_kept(row)) for row in found])
            await asyncio.sleep(0)
    except Exception as error:
        logger.warning("the rides of races of before could not be written down: %s", error)


def _finish_kept(row: MatchRow) -> Finish | None:
    """How a race of before has ended, as far as its result tells: who came level is not known."""
    order: list[int] = (row.result or {}).get("seats", [])
    if is_lesson(row) or row.brought or sorted(order) != list(range(row.seats)):
        return None
    game = registry.games().get(row.game)
    places = [order.index(seat) + 1 for seat in range(row.seats)]
    return Finish(_stage_of(row), places, None, game.anchors if game else {})


def _stage_of(row: MatchRow) -> str:
    """What was ridden; nothing where the installed rules do not know it any more."""
    try:
        game = registry.get(row.game)
        return game.ridden(game.options(row.options))
    except GruppettoError:
        return ""
