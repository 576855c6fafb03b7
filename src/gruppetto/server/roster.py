"""Who can sit down at this server's tables besides people.

Our levels, and players from outside whom the operator has named when the server was started. Clients choose
among these names; what is run is never taken from a message, nor from a save file.
"""

import logging
import re
import threading
from collections.abc import Mapping

from gruppetto.errors import BadOption, GruppettoError, UnknownPlayer, suggestion
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.kernel.record import Records
from gruppetto.players import PLAYERS, level_of, names
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.levels import BUDGETED
from gruppetto.players.outsiders import is_outside
from gruppetto.server.answers import PlayerInfo

PATIENCE = 5.0  # seconds for a decision from outside, at a table where people wait
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
STAND_IN = "domestique"  # rides for whoever is not there, or has failed
BROUGHT = "brought along by whoever runs this server"
logger = logging.getLogger(__name__)


def bots_of(given: list[str]) -> dict[str, str]:
    """Players from outside as an operator writes them: `NAME=POLICY` each."""
    bots = {}
    for text in given:
        name, _, address = text.partition("=")
        if not NAME.fullmatch(name) or name in PLAYERS:
            raise BadOption(f"bot: {name!r} is no name: small letters, 20 at most, and not one of ours.")
        if not is_outside(address):
            raise BadOption(
                f"bot: {name}={address} names no policy; it begins with stdio:, ws://, wss://, py:, onnx: "
                "or net:."
            )
        bots[name] = address
    return bots


class Roster:
    """All who can be chosen; those from outside are started at their first decision."""

    def __init__(self, bots: Mapping[str, str] | None = None) -> None:
        self._bots = dict(bots or {})
        self._there: dict[str, Decider] = {}
        self._lock = threading.Lock()

    def listed(self) -> list[PlayerInfo]:
        """Everybody, with what is to be said of them."""
        known = {**PLAYERS, **dict.fromkeys(self._bots, BROUGHT)}
        games = registry.games().values()
        return [
            PlayerInfo(name, text, [game.id for game in games if self.knows(name, game)])
            for name, text in known.items()
        ]

    def knows(self, name: str, game: Game) -> bool:
        """Whether somebody can be chosen by that name in a game."""
        return name in names(game) or name in self._bots

    def is_somebodys(self, name: str) -> bool:
        """Whether somebody has that name, in whatever game."""
        return name in PLAYERS or name in self._bots

    def rider(self, name: str, game: Game) -> str:
        """Who rides by that name in a game; where they do not ride any more, whoever comes nearest.

        The server itself may have given a level a budget.
        """
        level = name.partition(BUDGETED)[0]
        if self.knows(level, game):
            return name
        return names(game)[-1] if level in PLAYERS else STAND_IN

    def check(self, name: str, game: Game) -> None:
        """Refuse a name that is nobody's, or of somebody who does not ride there."""
        if not self.knows(name, game):
            known = [*names(game), *self._bots]
            raise UnknownPlayer(
                f"There is no player {name!r}{suggestion(name, known)} Players are {', '.join(known)}."
            )

    def is_outside(self, name: str) -> bool:
        """Whether a player is one of the operator's."""
        return name in self._bots

    def thinks(self, name: str) -> bool:
        """Whether a decision may take a while."""
        return self.is_outside(name) or (name.partition(BUDGETED)[0] in PLAYERS and level_of(name).thinks)

    def decide(self, name: str, game: Game, state: Records, seat: int, seed: int) -> int | None:
        """What a player from outside decides; nothing if they fail, and then they are started anew."""
        decider = self._decider(name)
        try:
            return decider.decide(game, state, seat, seed)
        except GruppettoError as error:
            logger.warning("%s did not decide on seat %s: %s", name, seat, error)
            self._let_go(name, decider)
            return None

    def open(self) -> None:
        """Start everybody, to see that they can be."""
        for name in self._bots:
            self._decider(name)

    def close(self) -> None:
        """Let everybody go."""
        for name, decider in list(self._there.items()):
            self._let_go(name, decider)

    def _decider(self, name: str) -> Decider:
        with self._lock:
            if name not in self._there:
                self._there[name] = decider_of(self._bots[name], patience=PATIENCE)
            return self._there[name]

    def _let_go(self, name: str, decider: Decider) -> None:
        """Let a player go who may have been replaced by now."""
        with self._lock:
            if self._there.get(name) is decider:
                del self._there[name]
        decider.close()
