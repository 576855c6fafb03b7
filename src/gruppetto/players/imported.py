"""Policies in Python: a class of somebody's module, named as `py:MODULE:CLASS` or `py:MODULE:CLASS:TEXT`."""

import contextlib
import importlib
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gruppetto.errors import BotFault, UnknownPlayer, suggestion
from gruppetto.players.questions import Question

PYTHON = "py:"
GRACE = 1.0  # seconds to clean up in
Answered = queue.SimpleQueue[tuple[Any, BaseException | None]]


class Imported:
    """A policy on a thread of its own, so that one that hangs can be given up."""

    def __init__(self, address: str, patience: float) -> None:
        self.name, self._patience = address, patience
        self._asked: queue.SimpleQueue[tuple[Question, Answered] | None] = queue.SimpleQueue()
        self._lock, self._gate = threading.Lock(), threading.Lock()
        self._gone = ""  # why nobody answers any more
        self._policy = _made(address)
        self._thread = threading.Thread(target=self._answer, name=address, daemon=True)
        self._thread.start()

    def decide(self, question: Question) -> int:
        """Ask, and wait for the answer; one question at a time."""
        answered: Answered = queue.SimpleQueue()
        with self._lock:
            with self._gate:
                if self._gone:
                    raise BotFault(f"{self.name}: {self._gone}")
                self._asked.put((question, answered))
            try:
                answer, fault = answered.get(timeout=self._patience)
            except queue.Empty:
                self._gone = f"did not answer within {self._patience:g} s."
                raise BotFault(f"{self.name}: {self._gone}") from None
        if fault is not None:
            raise BotFault(f"{self.name}: failed with {_told(fault)}") from fault
        return answer  # whatever it is: it is checked like any answer

    def close(self) -> None:
        """Let the policy clean up if it wants to; one that hangs is left behind, and asked nothing more."""
        with self._gate:
            self._gone = self._gone or "has been let go."
            self._asked.put(None)
        self._thread.join(GRACE)

    def _answer(self) -> None:
        while (asked := self._asked.get()) is not None:
            question, answered = asked
            try:
                answered.put((self._policy.decide(question), None))
            except BaseException as fault:  # whatever it is: who waits is told
                answered.put((None, fault))
        with contextlib.suppress(Exception):  # it has done what it was wanted for
            getattr(self._policy, "close", lambda: None)()


def _made(address: str) -> Any:
    """The policy: its module imported, its class found and called."""
    module, _, rest = address.removeprefix(PYTHON).partition(":")
    name, colon, text = rest.partition(":")
    if not (module and name):
        raise UnknownPlayer(f"{address}: write py:MODULE:CLASS, or py:MODULE:CLASS:TEXT to give it a text.")
    kind = _class(address, _module(address, module), name)
    policy = _or_refused(address, kind, *([text] if colon else []))
    if not callable(getattr(policy, "decide", None)):
        raise UnknownPlayer(f"{address}: {name} has no method decide(question), so it cannot ride.")
    return policy


def _module(address: str, module: str) -> Any:
    """A module that Python finds, or that lies in the folder we are in."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        return _or_refused(address, importlib.import_module, module)
    except ModuleNotFoundError as missing:
        raise UnknownPlayer(
            f"{address}: there is no module {missing.name!r}, neither in {here} nor where Python looks."
        ) from None


def _class(address: str, module: Any, name: str) -> Callable[..., Any]:
    kind = getattr(module, name, None)
    if not callable(kind):
        known = [other for other, value in vars(module).items() if isinstance(value, type)]
        raise UnknownPlayer(f"{address}: its module has no class {name!r}{suggestion(name, known)}")
    return kind


def _or_refused(address: str, call: Callable[..., Any], *given: str) -> Any:
    try:
        return call(*given)
    except (Exception, SystemExit) as fault:
        if isinstance(fault, ModuleNotFoundError) and call is importlib.import_module:
            raise
        raise UnknownPlayer(f"{address}: cannot be made: {_told(fault)}") from fault


def _told(fault: BaseException) -> str:
    said = str(fault).strip().partition("\n")[0]
    return f"{type(fault).__name__}: {said}" if said else f"{type(fault).__name__}."
