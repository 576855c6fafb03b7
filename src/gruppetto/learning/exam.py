"""How strong a network is: the share of races it wins, from every seat of the same deals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import torch

from gruppetto import envs
from gruppetto.games.game import Game, Json
from gruppetto.learning.network import Network
from gruppetto.learning.races import known, spread_out
from gruppetto.learning.riding import FAR

EXACT = torch.float32  # in which whole numbers of a network's size are not rounded


class Rival(msgspec.Struct, frozen=True):
    """Whom a network is examined against: a level, or another network."""

    name: str
    network: Network | None = None

    @property
    def called(self) -> str:
        """Their name, in a few words."""
        return self.name if self.network is None else Path(self.name).name


class Found(msgspec.Struct, frozen=True):
    """What came of an exam, with a 95 % interval over deals, each ridden from every seat."""

    opponent: str
    seats: int
    races: int
    won: float
    interval: tuple[float, float]


class Exam(msgspec.Struct, frozen=True):
    """Races that are not trained on: so many deals on each road, from every seat."""

    game: Game
    rival: Rival
    seats: int
    roads: Sequence[Json]
    deals: int
    seed: int

    def taken_by(self, network: Network) -> Found:
        """The share a network wins, taking always what it likes best."""
        shares = np.concatenate([self._won_on(road, network) for road in self.roads])
        share, error = float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(len(shares)))
        races = self.seats * len(shares)
        return Found(self.rival.called, self.seats, races, share, (share - error, share + error))

    @torch.no_grad()
    def _won_on(self, road: Json, network: Network) -> npt.NDArray[np.float64]:
        """Of every deal on a road, the share that is won over all seats."""
        batches = [self._batch(seat, road) for seat in range(self.seats)]
        won, riding = (
            np.zeros((self.seats, self.deals)),
            np.ones((self.seats, self.deals), np.bool_),
        )
        while riding.any():
            actions = self._chosen(batches, network)
            for seat, batch in enumerate(batches):
                batch.step(actions[seat])
                won[seat] += batch.rewards[:, seat] * riding[seat]
                riding[seat] &= ~batch.ended
        shares: npt.NDArray[np.float64] = won.mean(0)
        return shares

    def _batch(self, seat: int, road: Json) -> Any:
        """Races in which the network has one seat; a level rides the others, or they are ridden from here."""
        others = [self.rival.name] * (self.seats - 1)
        given: Json = {"opponents": others, "seat": seat}
        if self.rival.network is not None:
            given = {"seats": self.seats}
        batch = envs.vector(self.game.id, self.deals, reward="win", **given, **road)
        batch.reset(seed=self.seed)
        return batch

    def _chosen(self, batches: Sequence[Any], network: Network) -> npt.NDArray[np.int64]:
        """What is liked best in every race, by the network or by its rival, whoever is on turn."""
        features = torch.zeros(len(batches), self.deals, self.game.inputs, dtype=torch.int8)
        for numbers, batch in zip(features.numpy(), batches, strict=True):
            spread_out(known(self.game.features), batch.observations, batch.deciding, numbers)
        masks = torch.from_numpy(np.stack([batch.masks for batch in batches])) > 0
        actions = best(network, features, masks)
        if self.rival.network is not None:
            own = np.stack([batch.deciding == seat for seat, batch in enumerate(batches)])
            actions = np.where(own, actions, best(self.rival.network, features, masks))
        return actions


def best(network: Network, features: torch.Tensor, masks: torch.Tensor) -> npt.NDArray[np.int64]:
    """The legal action that a network likes best, of every row of every batch."""
    device = next(network.parameters()).device
    likes, _ = network(features.flatten(0, 1).to(device), EXACT)
    liked = likes.cpu().view(*masks.shape).masked_fill(~masks, FAR)
    actions: npt.NDArray[np.int64] = liked.argmax(2).numpy()
    return actions
