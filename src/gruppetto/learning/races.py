"""Races side by side in which a network learns: groups of them, each with its own road, teams and rivals."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import msgspec
import numpy as np
import torch

from gruppetto import envs
from gruppetto.games.game import Game, Json
from gruppetto.games.loops import Rule
from gruppetto.kernel.rule import rule
from gruppetto.learning.roads import Roads

SELF, PAST, LEVEL = "self", "past", "level"
CPU = torch.device("cpu")


class Rivals(msgspec.Struct, frozen=True):
    """Who rides in the races of a group: how many teams, and whom the network meets.

    With oneself every seat learns; otherwise one does, and a frozen network or a level rides the others.
    """

    seats: int
    kind: str  # SELF, PAST or LEVEL
    level: str = ""


class Group:
    """Races of one kind on one road."""

    side_by_side: Callable[..., Any] = staticmethod(envs.vector)

    def __init__(self, game: Game, races: int, rivals: Rivals, options: Json, seat: int) -> None:
        self.game, self.rivals, self.seat = game, rivals, seat
        opponents = [rivals.level] * (rivals.seats - 1) if rivals.kind == LEVEL else None
        given = {"opponents": opponents, "seat": self.seat} if opponents else {"seats": rivals.seats}
        self.batch = self.side_by_side(game.id, races, reward="win", **given, **options)

    def learns(self, races: int) -> Any:
        """Of every race, which seats decide to learn from it."""
        seats = np.zeros((races, self.game.most_seats), np.bool_)
        seats[:, : self.rivals.seats] = self.rivals.kind == SELF
        own = np.arange(races) % self.rivals.seats if self.rivals.kind == PAST else self.seat
        if self.rivals.kind != SELF:
            seats[np.arange(races), own] = True
        return seats


class Races:
    """All groups as one: rows of features, marks of what is legal, and how every race stands."""

    kind: type[Group] = Group

    def __init__(
        self, game: Game, roads: Roads, fields: Sequence[Rivals], races: int, dice: np.random.Generator,
        device: torch.device = CPU,
    ) -> None:  # fmt: skip
        self.game, self.roads, self.each, self.device = game, roads, races, device
        self.groups = [
            self.kind(game, races, rivals, roads.any(dice), int(dice.integers(rivals.seats)))
            for rivals in fields
        ]
        rows = races * len(self.groups)
        self.masks = torch.zeros(rows, game.actions, dtype=torch.bool, device=device)
        self.deciding = torch.zeros(rows, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(rows, game.most_seats, device=device)
        self.ended = torch.zeros(rows, dtype=torch.bool, device=device)
        learns = np.concatenate([group.learns(races) for group in self.groups])
        frozen = np.repeat([group.rivals.kind == PAST for group in self.groups], races)
        self.learns, self.frozen = torch.from_numpy(learns).to(device), torch.from_numpy(frozen).to(device)
        for group in self.groups:
            group.batch.reset(seed=int(dice.integers(1 << 63)))

    @property
    def rows(self) -> int:
        """How many races there are."""
        return len(self.masks)

    def look(self, features: torch.Tensor) -> None:
        """Write what those see who are to decide."""
        numbers, masks, deciding = features.numpy(), self.masks.numpy(), self.deciding.numpy()
        for group, part in self._parts():
            spread_out(
                known(self.game.features), group.batch.observations, group.batch.deciding, numbers[part]
            )
            masks[part] = group.batch.masks
            deciding[part] = group.batch.deciding

    def ride(self, actions: torch.Tensor) -> None:
        """Make one decision in every race."""
        chosen, rewards, ended = actions.numpy(), self.rewards.numpy(), self.ended.numpy()
        for group, part in self._parts():
            group.batch.step(chosen[part])
            rewards[part, : group.rivals.seats] = group.batch.rewards
            ended[part] = group.batch.ended

    def advice(self, level: str, luck: int) -> torch.Tensor:
        """What a level would do in every race."""
        return torch.cat([torch.from_numpy(group.batch.advice(level, luck)) for group in self.groups]).long()

    def move_on(self, number: int, dice: np.random.Generator) -> None:
        """Lead some of the groups to other roads: their next races are dealt there."""
        for index in dice.choice(len(self.groups), min(number, len(self.groups)), replace=False):
            group = self.groups[index]
            group.batch.lay_out(**self.roads.any(dice))

    def _parts(self) -> Iterator[tuple[Group, slice]]:
        for number, group in enumerate(self.groups):
            yield group, slice(number * self.each, (number + 1) * self.each)


def known(features: Rule | None) -> Rule:
    """The rule that makes features, of a game that has one: a plan for any other is refused."""
    return cast("Rule", features)


@rule
def spread_out(features: Rule, observations: Any, seats: Any, out: Any) -> None:
    """Make features of what many seats observe."""
    for row in range(len(observations)):
        features(observations[row], seats[row], out[row])
