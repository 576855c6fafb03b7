"""Compiled loops called directly, where the same is called again and again.

A compiled function looks at the types of all it is given before it does anything, and for rules handed over
as arguments that takes a hundred times as long as most loops themselves. What a game gives to a loop is
always of the same types, so they are looked at once.
"""

import functools
from collections.abc import Callable
from typing import Any

from gruppetto.kernel.rule import compiled_for


class Direct:
    """A rule, perhaps with the rules it drives, and its machine code from the first call on."""

    __slots__ = ("_call", "_rule", "_rules")

    def __init__(self, rule: Callable[..., Any], rules: tuple[Callable[..., Any], ...]) -> None:
        self._rule, self._rules = rule, rules
        self._call: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        if self._call is None:
            self._call = functools.partial(compiled_for(self._rule, *self._rules, *given), *self._rules)
        return self._call(*given)


@functools.cache
def direct(rule: Callable[..., Any], *rules: Callable[..., Any]) -> Direct:
    """A rule to be called without another look at its arguments: they are of the same types every time."""
    return Direct(rule, rules)
