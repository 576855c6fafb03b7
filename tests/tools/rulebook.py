"""What the tools look at: the rules of a game, and the hand-written tests that name them."""

import ast
import dis
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType

import rooms

from gruppetto.games import registry
from gruppetto.games.game import Game
from gruppetto.kernel.rule import INTERPRETED, is_rule

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ("deal", "waiting", "legal", "act", "over", "score", "forget")
NUMBER = re.compile(r"[A-Z]+\d+(?:\.\d+)*")
NOT_BY_HAND = ("invariants", "referee", "fuzz", "horizon", "tactics")  # words in names of other tests


@dataclass(frozen=True)
class Rule:
    """One rule: the function it is, and where its source stands."""

    function: FunctionType
    tree: ast.FunctionDef
    path: Path

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def file(self) -> str:
        return self.path.name

    @property
    def numbers(self) -> set[str]:
        """The numbered rules its docstring names."""
        return set(NUMBER.findall(ast.get_docstring(self.tree) or ""))


def rules_of(game: Game) -> list[Rule]:
    """Every rule a race is ridden by, in the order of the files; not those of a game within the game."""
    room = game.rules.__name__.rpartition(".")[0]
    inner = {id(f) for other in registry.games().values() if _is_within(other, game) for f in _reached(other)}
    found = [f for f in _reached(game) if f.__module__.startswith(room) and id(f) not in inner]
    return sorted((_rule(f) for f in found), key=lambda rule: (rule.file, rule.tree.lineno))


def _is_within(other: Game, game: Game) -> bool:
    """Whether a game's race is part of another's record: a race in a tour."""
    fields = game.record.fields or {}
    return other is not game and any(field[0] == other.record for field in fields.values())


def _reached(game: Game) -> list[FunctionType]:
    """The functions of the contract and all rules they call."""
    found: dict[int, FunctionType] = {}
    waiting = [getattr(game.rules, name).py_func for name in CONTRACT]
    while waiting:
        function = waiting.pop()
        if id(function) not in found:
            found[id(function)] = function
            waiting += [called.py_func for called in _called(function)]
    return list(found.values())


def _called(function: FunctionType) -> Iterator[object]:
    for step in dis.get_instructions(function):
        thing = function.__globals__.get(step.argval) if step.opname == "LOAD_GLOBAL" else None
        if is_rule(thing):
            yield thing


def _rule(function: FunctionType) -> Rule:
    path = Path(inspect.getsourcefile(function) or "")
    tree = next(
        node
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__
    )
    return Rule(function, tree, path)


def tests_of(game: Game) -> list[str]:
    """The files of the hand-written tests in a game's room."""
    if not INTERPRETED:
        raise SystemExit("These tools look into rules as they run: set GRUPPETTO_INTERPRETED=1.")
    return [
        str(path)
        for path in sorted(rooms.tests_of(game).glob("test_*.py"))
        if not any(word in path.name for word in NOT_BY_HAND)
    ]
