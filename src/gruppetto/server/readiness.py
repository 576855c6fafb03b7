"""Rules that are not compiled yet: compiled behind the page by processes of their own, and waited for."""

import asyncio
import logging
import sys

from gruppetto import readiness
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.players.network import is_trained, trained_under
from gruppetto.readiness import Progress

GLANCE = 0.2  # seconds between two looks whether a game is ready
logger = logging.getLogger(__name__)


class Readiness:
    """The games this worker can play at once, and how long it takes for the others."""

    def __init__(self, *, compiling: bool) -> None:
        self._compiling = compiling  # whether others are started who compile; else it is done here
        self._helper: asyncio.subprocess.Process | None = None
        self._at_hand: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> None:
        """Have everything compiled that is not, in the background."""
        _tell_of_networks()
        if self._compiling and readiness.missing():
            self._helper = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "gruppetto.cli", "warmup", "--modestly",
                stdin=asyncio.subprocess.PIPE,  # it ends when nobody holds the other end any more
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip

    async def close(self) -> None:
        """Compile no further."""
        for task in self._at_hand.values():
            task.cancel()
        if self._helper is not None and self._helper.returncode is None:
            self._helper.terminate()
            await self._helper.wait()

    def told(self) -> list[Progress]:
        """How far every game is, those first that are compiled first."""
        return [readiness.progress(game) for game in readiness.in_order(registry.games().values())]

    def want(self, game: Game) -> None:
        """Somebody is about to play this game."""
        readiness.want(game)

    async def ready(self, game: Game) -> None:
        """Wait until a game can be played without holding anybody up."""
        if game.id not in self._at_hand:
            self._at_hand[game.id] = asyncio.create_task(self._bring(game))
        await asyncio.shield(self._at_hand[game.id])

    async def _bring(self, game: Game) -> None:
        try:
            readiness.want(game)
            while self._is_compiled_elsewhere() and not readiness.is_ready(game):
                await asyncio.sleep(GLANCE)
            await asyncio.to_thread(readiness.rehearse, game)
        except BaseException:
            del self._at_hand[game.id]  # whoever comes next tries again
            raise

    def _is_compiled_elsewhere(self) -> bool:
        return self._helper is not None and self._helper.returncode is None


def _tell_of_networks() -> None:
    """Say for which games nobody rides hors catégorie any more, and why."""
    for game in registry.games().values():
        if (version := trained_under(game)) is not None and not is_trained(game):
            logger.warning(
                "%s: its network was trained under version %s of the rules, and version %s is installed: "
                "there is no hors-categorie until another is trained", game.name, version, game.rules_version,
            )  # fmt: skip
