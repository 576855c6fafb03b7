"""Who can sit down at this server's tables besides people.

Our levels, and players from outside whom the operator has named when the server was started. Clients choose
among these names; what is run is never taken from a message, nor from a save file.
"""

import logging
import re
import threading
from collections.abc import Mapping

from gruppetto.errors import BadOption, GruppettoError, UnknownPlayer, suggestion
from gruppetto.games.game import Game
from gruppetto.kernel.record import Records
from gruppetto.players import PLAYERS, level_of
from gruppetto.players.deciders import Decider, decider_of
from gruppetto.players.outsiders import is_outside
from gruppetto.server.answers import PlayerInfo

PATIENCE = 5.0  # seconds for a decision from outside, at a table where people wait
NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")
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
                f"bot: {name}={address} names no policy; it begins with stdio:, ws://, wss://, py: or onnx:."
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
        return [PlayerInfo(name, text) for name, text in known.items()]

    def knows(self, name: str) -> bool:
        """Whether somebody can be chosen by that name."""
        return name in PLAYERS or name in self._bots

    def check(self, name: str) -> None:
        """Refuse a name that is nobody's."""
        if not self.knows(name):
            known = [*PLAYERS, *self._bots]
            raise UnknownPlayer(
                f"There is no player {name!r}{suggestion(name, known)} Players are {', '.join(known)}."
            )

    def is_outside(self, name: str) -> bool:
        """Whether a player is one of the operator's."""
        return name in self._bots

    def thinks(self, name: str) -> bool:
        """Whether a decision may take a while."""
        return self.is_outside(name) or (name in PLAYERS and level_of(name).thinks)

    def decide(self, name: str, game: Game, state: Records, seat: int, seed: int) -> int | None:
        """What a player from outside decides; nothing if they fail, and then they are started anew."""
        try:
            return self._decider(name).decide(game, state, seat, seed)
        except GruppettoError as error:
            logger.warning("%s did not decide on seat %s: %s", name, seat, error)
            self._let_go(name)
            return None

    def open(self) -> None:
        """Start everybody, to see that they can be."""
        for name in self._bots:
            self._decider(name)

    def close(self) -> None:
        """Let everybody go."""
        for name in list(self._there):
            self._let_go(name)

    def _decider(self, name: str) -> Decider:
        with self._lock:
            if name not in self._there:
                self._there[name] = decider_of(self._bots[name], patience=PATIENCE)
            return self._there[name]

    def _let_go(self, name: str) -> None:
        with self._lock:
            decider = self._there.pop(name, None)
        if decider is not None:
            decider.close()
