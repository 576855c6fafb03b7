"""The tools that judge the rule tests are judged here."""

import ast
import inspect
import tomllib
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from mutations import Mutant, mutants_of
from rulebook import Rule, rules_of

from gruppetto.games import registry
from gruppetto.kernel.rule import is_rule

TOOLS = Path(__file__).parent
LIMIT, BORDER = 5, 7


class Lane(IntEnum):
    RIGHT = 0
    LEFT = 1
    BOTH = 2


def far(square: int, lane: int) -> int:
    """A rule with a bit of everything."""
    count = 0
    if square >= LIMIT and lane != Lane.LEFT:
        count += min(square, BORDER)
    return count


def planted() -> dict[str, Mutant]:
    """Every fault that can be planted in that rule, by how it reads."""
    tree = ast.parse(inspect.getsource(far)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return {mutant.now: mutant for mutant in mutants_of(Rule(far, tree, Path(__file__)))}


@pytest.mark.parametrize(
    "fault",
    [
        "if square > LIMIT and lane != Lane.LEFT:",
        "if square < LIMIT and lane != Lane.LEFT:",
        "if square >= LIMIT or lane != Lane.LEFT:",
        "if square >= LIMIT:",
        "if lane != Lane.LEFT:",
        "if square >= LIMIT and lane != Lane.BOTH:",
        "if square >= BORDER and lane != Lane.LEFT:",
        "if True:",
        "if False:",
        "count -= min(square, BORDER)",
        "count += max(square, BORDER)",
        "count = 1",
        "pass",
    ],
)
def test_every_kind_of_fault_is_planted(fault: str) -> None:
    assert fault in planted()


def test_a_mutant_runs_in_the_place_of_its_rule() -> None:
    sound = far.__code__
    try:
        far.__code__ = planted()["count += max(square, BORDER)"].code()
        assert far(9, 0) == 9
    finally:
        far.__code__ = sound
    assert far(9, 0) == BORDER


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_the_rules_of_a_game_are_found_in_its_own_room(game: str) -> None:
    room = registry.get(game)
    rules = rules_of(room)
    assert len(rules) > 15
    assert all(is_rule(rule.function.__globals__[rule.name]) for rule in rules)
    assert not any("invariants" in rule.file or "tactics" in rule.file for rule in rules)


def entries(name: str) -> dict[str, Any]:
    return tomllib.loads((TOOLS / name).read_text("utf-8"))


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_what_is_excused_is_there_and_has_a_reason(game: str) -> None:
    """An excuse for a rule that has changed since is no excuse."""
    rules = {(rule.file, rule.name): ast.unparse(rule.tree) for rule in rules_of(registry.get(game))}
    for entry in entries("equivalent.toml").get(game, []):
        assert len(entry["why"]) > 10, entry
        assert entry["was"] in rules[entry["file"], entry["rule"]], entry
    names = {name for _, name in rules}
    for rule, why in entries("uncovered.toml").get(game, {}).items():
        assert rule in names, rule
        assert len(why) > 10
