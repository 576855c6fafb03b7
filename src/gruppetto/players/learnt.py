"""Networks of whole numbers as players, named as `net:FILE`: what `gruppetto train` has exported."""

from pathlib import Path
from typing import Any

import numpy as np

from gruppetto.errors import UnknownPlayer
from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.games.loops import Rule
from gruppetto.kernel.record import Ints
from gruppetto.kernel.rule import rule
from gruppetto.players.network import Layers, Network, Room, answer, liked_best, load
from gruppetto.players.questions import Question

NETWORK = "net:"


class Learnt:
    """A network from a file, which rides without any search; several threads may ask it at the same time."""

    def __init__(self, address: str) -> None:
        self.file = Path(address.removeprefix(NETWORK))
        if not self.file.is_file():
            raise UnknownPlayer(f"{address}: there is no such file.")
        self._ready: tuple[Game, Network] | None = None

    def decide(self, question: Question) -> int:
        """The legal action that it likes best."""
        game, network = self._for(question.game)
        room, legal = network.room(game), np.array(question.legal, np.int32)
        return int(decide(network.features, question.observation, question.seat, network.layers, room, legal))

    def _for(self, name: str) -> tuple[Game, Network]:
        """The game and the network; that is read when it is first asked, as only then its game is known."""
        ready = self._ready
        if ready is None or ready[0].id != name:
            game = registry.get(name)
            self._ready = ready = game, load(self.file, game)
        return ready


@rule
def decide(features: Rule, seen: Any, seat: int, layers: Layers, room: Room, actions: Ints) -> int:
    """What a network picks for whoever sees this."""
    features(seen, seat, room.numbers[: layers.sizes[0]])
    answer(layers, room)
    return liked_best(room.sums, actions, len(actions))
