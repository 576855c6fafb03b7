"""Single faults that can be planted in a rule: each is one small, wrong way to write it."""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from types import CodeType

from rulebook import Rule

COMPARED_AS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
RECKONED_AS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
EXTREMES = {"min": "max", "max": "min"}
Replace = Callable[[ast.AST], ast.AST]


@dataclass(frozen=True)
class Mutant:
    """A rule with one fault in it."""

    rule: Rule
    line: int
    was: str
    now: str
    tree: ast.FunctionDef

    @property
    def place(self) -> str:
        return f"{self.rule.file}:{self.line} {self.rule.name}"

    def code(self) -> CodeType:
        """The faulty rule, compiled to take the place of the sound one."""
        module = ast.Module([self.tree], [])
        world: dict[str, object] = {}
        exec(compile(module, str(self.rule.path), "exec", dont_inherit=True), world)  # noqa: S102
        return world[self.rule.name].__code__  # type: ignore[attr-defined,no-any-return]


def mutants_of(rule: Rule) -> Iterator[Mutant]:
    """Every fault that can be planted in a rule, in the order of its lines."""
    bare = copy.deepcopy(rule.tree)
    bare.decorator_list, bare.returns = [], None
    bare.args.defaults = []  # the sound function keeps its own
    for argument in bare.args.args:
        argument.annotation = None
    for number, node in enumerate(ast.walk(bare)):
        for replacement in _replacements(node, rule):
            tree = copy.deepcopy(bare)
            line, was, now = _plant(tree, number, replacement)
            if was != now:
                yield Mutant(rule, line, was, now, tree)


def _plant(tree: ast.FunctionDef, number: int, replacement: Replace) -> tuple[int, str, str]:
    """Replace the numbered node; its line, and the statement before and after."""
    target = next(node for at, node in enumerate(ast.walk(tree)) if at == number)
    statement = _statement_around(tree, target)
    was = _said(statement)
    fault = ast.fix_missing_locations(ast.copy_location(replacement(copy.deepcopy(target)), target))
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, fault)
            elif isinstance(value, list):
                value[:] = [fault if entry is target else entry for entry in value]
    now = _said(fault if statement is target else statement)
    return getattr(target, "lineno", tree.lineno), was, now


def _statement_around(tree: ast.FunctionDef, target: ast.AST) -> ast.AST:
    """The innermost statement a node stands in."""
    around: ast.AST = tree
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and any(inner is target for inner in ast.walk(node)):
            around = node
    return around


def _said(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


# --- the kinds of faults ----------------------------------------------------------------------------


def _replacements(node: ast.AST, rule: Rule) -> Iterator[Replace]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in RECKONED_AS:
        yield lambda n: _with(n, op=RECKONED_AS[type(n.op)]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.BoolOp):
        yield from _conditions(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda n: n.operand  # type: ignore[attr-defined,no-any-return]
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from _names(node, rule)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield from _members(node, rule)
    yield from _branches(node)
    if _is_droppable(node):
        yield lambda _: ast.Pass()


def _comparisons(node: ast.Compare) -> Iterator[Replace]:
    for at, operator in enumerate(node.ops):
        for other in COMPARED_AS.get(type(operator), ()):

            def swap(n: ast.AST, at: int = at, other: type[ast.cmpop] = other) -> ast.AST:
                n.ops[at] = other()  # type: ignore[attr-defined]
                return n

            yield swap


def _conditions(node: ast.BoolOp) -> Iterator[Replace]:
    """`and` for `or`, and each condition left out."""
    yield lambda n: _with(n, op=ast.Or() if isinstance(n.op, ast.And) else ast.And())  # type: ignore[attr-defined]
    for at in range(len(node.values)):

        def drop(n: ast.AST, at: int = at) -> ast.AST:
            rest = [value for index, value in enumerate(n.values) if index != at]  # type: ignore[attr-defined]
            return rest[0] if len(rest) == 1 else _with(n, values=rest)  # type: ignore[no-any-return]

        yield drop


def _constants(node: ast.Constant) -> Iterator[Replace]:
    if isinstance(node.value, bool):
        yield lambda n: _with(n, value=not n.value)  # type: ignore[attr-defined]
    elif isinstance(node.value, int):
        yield lambda n: _with(n, value=n.value + 1)  # type: ignore[attr-defined]
        yield lambda n: _with(n, value=n.value - 1)  # type: ignore[attr-defined]


def _names(node: ast.Name, rule: Rule) -> Iterator[Replace]:
    """The largest for the smallest, and a constant for the next one of its file that has another value."""
    if node.id in EXTREMES:
        yield lambda n: _with(n, id=EXTREMES[n.id])  # type: ignore[attr-defined]
    value = rule.function.__globals__.get(node.id)
    if node.id.isupper() and isinstance(value, int):
        others = [
            name
            for name, other in sorted(rule.function.__globals__.items())
            if name.isupper() and type(other) is int and other != value
        ]
        if others:
            following = next((name for name in others if name > node.id), others[0])
            yield lambda n: _with(n, id=following)


def _members(node: ast.Attribute, rule: Rule) -> Iterator[Replace]:
    """A member of an enumeration for the next one."""
    kind = rule.function.__globals__.get(node.value.id)  # type: ignore[attr-defined]
    if isinstance(kind, type) and issubclass(kind, IntEnum) and len(kind) > 1:
        members = list(kind)
        following = members[(members.index(kind[node.attr]) + 1) % len(members)].name
        yield lambda n: _with(n, attr=following)


def _branches(node: ast.AST) -> Iterator[Replace]:
    """A condition that always holds, or never."""
    if isinstance(node, ast.If | ast.IfExp):
        yield lambda n: _with(n, test=ast.Constant(True))
        yield lambda n: _with(n, test=ast.Constant(False))


def _is_droppable(node: ast.AST) -> bool:
    """A statement that leaves a whole function behind when it is gone."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Assign | ast.AugAssign | ast.Break | ast.Continue) or (
        isinstance(node, ast.Return) and node.value is None
    )


def _with(node: ast.AST, **fields: object) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node
