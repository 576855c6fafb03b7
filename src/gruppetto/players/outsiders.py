"""Players from outside: somebody's program, class or model, asked like a person and checked like one.

stdio:COMMAND, ws://HOST:PORT/PATH    a program in any language
py:MODULE:CLASS, py:MODULE:CLASS:TEXT a class in Python
onnx:FILE                             a model
net:FILE                              a network of whole numbers, from `gruppetto train`
"""

import hashlib
import operator
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from gruppetto.errors import BotFault
from gruppetto.games.game import Game
from gruppetto.kernel.record import Records
from gruppetto.players.imported import PYTHON, Imported
from gruppetto.players.learnt import NETWORK, Learnt
from gruppetto.players.models import ONNX, Model
from gruppetto.players.programs import STDIO, WEBSOCKETS, Program
from gruppetto.players.questions import Question

PATIENCE = 30.0  # seconds a decision from outside may take


class Policy(Protocol):
    """Whatever decides; a method `close` is called after the last race, if there is one."""

    def decide(self, question: Question) -> int:
        """The code of one of the legal actions."""


def is_outside(player: str) -> bool:
    """Whether a name is that of somebody else's program, class or model."""
    return player.startswith((STDIO, *WEBSOCKETS, PYTHON, ONNX, NETWORK))


def called(player: str) -> str:
    """A player in a table: a program or a model by the name of its file, a class by its own and its text."""
    if player.startswith(PYTHON):
        _, _, name = player.removeprefix(PYTHON).partition(":")
        kind, colon, text = name.partition(":")
        return f"{kind}{colon}{Path(text).name}"
    if not is_outside(player):
        return player
    return Path(player.rsplit(maxsplit=1)[-1].removeprefix(ONNX).removeprefix(NETWORK)).name


def policy_at(address: str, patience: float = PATIENCE) -> Policy:
    """The policy that an address names."""
    if address.startswith(PYTHON):
        return Imported(address, patience)
    if address.startswith(NETWORK):
        return Learnt(address)
    return Model(address) if address.startswith(ONNX) else Program(address, patience)


class OneAtATime:
    """A policy of somebody who need not think of threads."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._lock = policy, threading.Lock()

    def decide(self, question: Question) -> int:
        """Ask it when nobody else does."""
        with self._lock:
            return self._policy.decide(question)


def files_of(players: Iterable[str]) -> str:
    """A short hash of the files that players are read from, or nothing."""
    kinds = (ONNX, NETWORK)
    files = [player.partition(":")[2] for player in players if player.startswith(kinds)]
    found = [Path(file).read_bytes() for file in files if Path(file).is_file()]
    return hashlib.sha256(b"".join(found)).hexdigest()[:16] if found else ""


class Outsider:
    """A policy that decides in races: it is shown what its seat may know, and what it answers is checked."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name, self.policy = name, policy

    def decide(self, game: Game, state: Records, seat: int, seed: int) -> int:
        """Ask, and take a legal answer."""
        question = Question(game, state, seat, seed)
        answer = self.policy.decide(question)
        try:
            code = operator.index(answer)
        except TypeError:
            raise BotFault(f"{self.name}: answered {answer!r}, not the code of an action.") from None
        if code not in question.legal:
            legal = ", ".join(map(str, question.legal))
            raise BotFault(f"{self.name}: chose {code}; its choices were {legal}.")
        return code

    def close(self) -> None:
        """Let the policy go."""
        if close := getattr(self.policy, "close", None):
            close()
