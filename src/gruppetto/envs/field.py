"""Races side by side: which seats are driven from outside, who rides the others, and by which rules."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gruppetto.envs import steps
from gruppetto.envs.table import Terms, seat_checked
from gruppetto.errors import BadOption, UnknownPlayer
from gruppetto.games.loops import Rule
from gruppetto.players import level_of

MOST_RACES = 1 << 20


class Field(Terms):
    """The terms of so many races; without opponents every seat is driven from outside."""

    def __init__(
        self, game: str, n: int, *, seats: int | None = None, opponents: Sequence[str] | None = None,
        seat: int = 0, reward: str = "beaten", options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        if not 1 <= n <= MOST_RACES:
            raise BadOption(f"n: {n!r} is not a number of races from 1 to {MOST_RACES:,}.")
        super().__init__(game, _seats_for(opponents, seats), options, reward)
        self.races = n
        self.seat = None if opponents is None else seat_checked(seat, self.game, self.seats)
        self.players = np.full(self.seats, steps.OUTSIDE, np.int32)
        others = [other for other in range(self.seats) if other != self.seat]
        for other, player in zip(others, opponents or (), strict=False):
            self.players[other] = policy_of(player)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that `steps.advance` is handed, in its order."""
        rules = self.game.rules
        observing: tuple[Rule, Rule] = steps.nothing_fixed, rules.observe
        if hasattr(rules, "observe_fixed"):
            observing = rules.observe_fixed, rules.observe_moving
        return (
            rules.deal, rules.waiting, rules.legal, rules.act, rules.over, rules.score,
            *observing, self.game.heuristic, self.result,
        )  # fmt: skip

    @property
    def fixed(self) -> int:
        """How many numbers of an observation never change during a race, and are written only once."""
        if not hasattr(self.game.rules, "observe_fixed"):
            return 0
        return sum(seen.size for seen in self.game.observed if seen.fixed)


def _seats_for(opponents: Sequence[str] | None, seats: int | None) -> int | None:
    """As many seats as players, if the opponents are named."""
    if opponents is None:
        return seats
    if seats not in (None, len(opponents) + 1):
        raise BadOption(
            f"seats: with {len(opponents)} opponents there are {len(opponents) + 1}, not {seats}."
        )
    return len(opponents) + 1


def policy_of(player: str) -> int:
    """Whom a level follows that does not think; any other is refused."""
    level = level_of(player)
    if level.thinks:
        raise UnknownPlayer(f"{player}: thinks, and can be met in envs.gym; here are only those who do not.")
    return level.policy
